import { keysForWord, typeMeant, typeWordOf } from '../repair/tool-words.ts'
import { type Nearest, quote, capital } from '../words.ts'
import { defineRule, replaceBy, type Part, type View, optionListsIn, partsInside, textIn } from './rule.ts'
import { typeNames, isTypeName } from '../schema.ts'
import { componentTypes } from '../components.ts'
import { count, thousands } from '../../failure/failure.ts'
import { sumOf, type JsonObject } from '../value.ts'

/** A type that the service doesn't have. The contract has further types, so a type that formctl doesn't know is only a warning where the service is unknown. */
export const unknownType = defineRule<{
  type: string
  near: Nearest | undefined
  types: readonly string[] | undefined
}>({
  code: 'unknown-type',
  severity: 'warning',
  isRefused: true,
  isErrorWhenTypesKnown: true,
  hasFix: true,
  *check({ parts, target }) {
    const types = target?.types
    for (const { layer, path: owner, value } of parts) {
      const type = layer.kind === 'component' && Object.hasOwn(value, 'type') ? value['type'] : undefined
      if (typeof type !== 'string' || (types?.includes(type) ?? isTypeName(type))) continue
      const word = String(typeWordOf(value))
      const meant = typeMeant(word, types)
      const near = meant && { ...meant, isCertain: meant.isCertain && word === type }
      const path = [...owner, 'type']
      yield { path, marks: 'value', args: { type, near, types }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ type, types }) =>
    types
      ? `The service has no component type ${quote(type)}.`
      : `formctl knows no component type ${quote(type)}: the service may refuse the form or not draw it.`,
  help: ({ type, near, types }) =>
    near
      ? `Did you mean "${near.word}"${keysForWord(type)}?`
      : `Use one of ${(types ?? typeNames).join(', ')}${types ? '' : ', unless the service that you call has this type'}.`,
})

/**
 * A key or component type beyond the contract that the service does not announce. Without a known service there is none. `wanted`: what
 * the service would have to announce.
 */
export const unannouncedKey = defineRule<{ address: string; wanted: string; used: string }>({
  code: 'unannounced-key',
  severity: 'error',
  isRefused: false,
  *check(view) {
    const { target } = view
    if (!target?.extensions) return
    const { address, extensions, announcesNothing = false } = target
    for (const { extension, path, used } of usesIn(view))
      if (extension === undefined ? announcesNothing : !extensions.includes(extension)) {
        const wanted = extension === undefined ? 'this component type' : quote(extension)
        yield { path, marks: extension === undefined ? 'value' : 'key', args: { address, wanted, used } }
      }
  },
  sentence: ({ address, wanted, used }) =>
    `The service at ${address} does not announce ${wanted}, so ${quote(used)} would be refused or ignored.`,
  help: () => 'Remove it, or use a service that announces it, such as that of "formctl serve".',
})

/** Something beyond the contract, and what a service that takes it announces; undefined: the component type itself. */
type Use = { readonly extension: string | undefined; readonly used: string; readonly path: Part['path'] }

/** What a form uses beyond the contract, except `key` of a question: it is not sent to a service that does not announce it. */
function* usesIn({ parts }: Pick<View, 'parts'>): Iterable<Use> {
  for (const { layer, path, value } of parts) {
    const { kind, type } = layer
    const contract = type && componentTypes[type].contract
    for (const used of Object.keys(value)) {
      const isExtra = contract && layer.keys.includes(used) && !contract.keys.includes(used)
      const extension = isExtra ? 'question-options' : extensionOf[kind]?.[used]
      if (extension !== undefined) yield { extension, used, path: [...path, used] }
    }
    if (type && !contract) {
      const typePath = [...path.slice(0, -1), 'type']
      yield { extension: undefined, used: type, path: typePath }
    }
  }
}

/** Whether a form uses anything beyond the contract. */
export const exceedsContract = ({ parts }: Pick<View, 'parts'>): boolean => {
  for (const _ of usesIn({ parts })) return true
  return false
}

/** The extension of each key beyond the contract. */
export const extensionOf: Partial<Record<Part['layer']['kind'], Readonly<Record<string, string>>>> = {
  form: {
    language: 'form-settings',
    translations: 'form-settings',
    settings: 'form-settings',
    address: 'addresses',
  },
  step: { key: 'conditions', visibleIf: 'conditions', next: 'conditions', redirect: 'conditions' },
  field: { allowedEmailDomains: 'question-options', blockedEmailDomains: 'question-options' },
  component: { required: 'question-options', description: 'question-options', visibleIf: 'conditions' },
}

// The one thread of the server draws a page for each visit; at these bounds that takes tens of milliseconds.
const maxDrawnOptions = 2000
const maxStepText = 100_000
const maxNameLength = 1000

/** A list of country codes counts as this many options; it has a few fewer. */
export const dialCodeOptions = 250

/** More than our pages can hold. The contract has no maxima, so it is only a warning; our server refuses it. */
export const tooMany = defineRule<{ message: string; help: string }>({
  code: 'too-many',
  severity: 'warning',
  isRefused: true,
  isErrorWhenTypesKnown: true,
  *check({ parts, faultsOf }) {
    const full = new Set<JsonObject>()
    for (const { path, params, owner } of faultsOf('maxItems')) {
      if (owner === undefined) continue
      full.add(owner.value)
      const key = String(path.at(-1))
      const message = `${capital(owner.layer.noun)} has more than ${count(Number(params['limit']), key.slice(0, -1))}.`
      const help = tooManyHelps[key] ?? 'Let people type the answer, with a ShortInput'
      yield { path, marks: 'key', args: { message, help } }
    }
    for (const part of parts) {
      const { kind, noun } = part.layer
      if (kind !== 'form' && kind !== 'step') continue
      if ((textIn(part, 'name')?.length ?? 0) > maxNameLength) {
        const message = `The name of ${noun} has more than ${count(maxNameLength, 'character')}.`
        yield { path: [...part.path, 'name'], marks: 'value', args: { message, help: 'Shorten it' } }
      }
      // The step of a content with too many entries is not reported as well.
      if (kind !== 'step' || full.has(part.value)) continue
      const contents = partsInside(part)
        .flatMap(partsInside)
        .filter(({ value }) => !full.has(value))
      const path = [...part.path, 'components']
      if (sumOf(contents.map(drawnOf)) > maxDrawnOptions)
        yield { path, marks: 'key', args: { message: tooManyDrawn, help: spread } }
      if (sumOf(contents.map(textOf)) > maxStepText)
        yield { path, marks: 'key', args: { message: tooMuchText, help: spread } }
    }
  },
  sentence: ({ message }) => message,
  help: ({ help }) =>
    `${help}: the server of formctl refuses such a form, though another service may take it.`,
})

const tooManyDrawn = `A step has more than ${thousands(maxDrawnOptions)} options and identity fields in all; a list of country codes counts as ${dialCodeOptions}.`
const tooMuchText = `A step has more than ${count(maxStepText, 'character')} in its texts.`

const spread = 'Spread them over several steps'

const tooManyHelps: Readonly<Record<string, string>> = {
  steps: 'Make several forms of it',
  components: spread,
  fields: 'Ask for each piece of identity once',
}

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
  sumOf(
    [content, ...partsInside(content)]
      .flatMap(({ value }) => Object.values(value).flat())
      .map((value) => (typeof value === 'string' ? value.length : 0)),
  )
