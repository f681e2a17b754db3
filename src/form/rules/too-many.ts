import { count, thousands } from '../../failure/failure.ts'
import { componentTypes } from '../components.ts'
import { optionListsIn, partsInside, textIn, type Part } from './form-view.ts'
import { defineRule } from './rule.ts'
import type { JsonObject } from '../value.ts'
import { capital } from '../words.ts'

type Args = { readonly message: string; readonly help: string }

// The one thread of the server draws a page for each visit; at these bounds that takes tens of milliseconds.
const maxDrawnOptions = 2000
const maxStepText = 100_000
const maxNameLength = 1000

/** A list of country codes counts as this many options; it has a few fewer. */
export const dialCodeOptions = 250

/** More than our pages can hold. The contract has no maxima, so it is only a warning; our server refuses it. */
export const tooMany = defineRule<Args>({
  code: 'too-many',
  severity: 'warning',
  isRefused: true,
  isErrorOfKnown: true,
  *check({ parts, faultsOf }) {
    const full = new Set<JsonObject>()
    for (const { path, params, owner } of faultsOf('maxItems')) {
      if (owner === undefined) continue
      full.add(owner.value)
      const key = String(path.at(-1))
      const message = `${capital(owner.layer.noun)} has more than ${count(Number(params['limit']), key.slice(0, -1))}.`
      yield { path, at: 'key', args: { message, help: helps[key] ?? typed } }
    }
    for (const part of parts) {
      const { kind, noun } = part.layer
      if (kind !== 'form' && kind !== 'step') continue
      if ((textIn(part, 'name')?.length ?? 0) > maxNameLength) {
        const message = `The name of ${noun} has more than ${count(maxNameLength, 'character')}.`
        yield { path: [...part.path, 'name'], at: 'value', args: { message, help: 'Shorten it' } }
      }
      // The step of a content with too many entries is not reported as well.
      if (kind !== 'step' || full.has(part.value)) continue
      const contents = partsInside(part)
        .flatMap(partsInside)
        .filter(({ value }) => !full.has(value))
      const path = [...part.path, 'components']
      if (sum(contents.map(drawnOf)) > maxDrawnOptions)
        yield { path, at: 'key', args: { message: drawn, help: spread } }
      if (sum(contents.map(textOf)) > maxStepText)
        yield { path, at: 'key', args: { message: text, help: spread } }
    }
  },
  sentence: ({ message }) => message,
  help: ({ help }) =>
    `${help}: the server of formctl refuses such a form, though another service may take it.`,
})

const drawn = `A step has more than ${thousands(maxDrawnOptions)} options and identity fields in all; a list of country codes counts as ${dialCodeOptions}.`
const text = `A step has more than ${count(maxStepText, 'character')} in its texts.`

const spread = 'Spread them over several steps'
const typed = 'Let people type the answer, with a ShortInput'

const helps: Readonly<Record<string, string>> = {
  steps: 'Make several forms of it',
  components: spread,
  fields: 'Ask for each piece of identity once',
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0)

/** How many options and fields a page draws for a content. */
function drawnOf(content: Part): number {
  const { type } = content.layer
  if (!type) return 0
  const { drawnOptions, dialCodeLists } = componentTypes[type]
  const options = drawnOptions(optionListsIn(content).map((list) => list.options.length))
  return options + partsInside(content).length + dialCodeLists(content.value) * dialCodeOptions
}

/** How many characters (UTF-16 code units) stand in a content. */
const textOf = (content: Part): number =>
  sum(
    [content, ...partsInside(content)]
      .flatMap(({ value }) => Object.values(value).flat())
      .map((held) => (typeof held === 'string' ? held.length : 0)),
  )
