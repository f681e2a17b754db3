import type { Fix } from '../finding.ts'
import type { Layer } from '../repair/layers.ts'
import { type Nearest, quote } from '../words.ts'
import { type Breach, defineRule } from './rule.ts'
import { keyMeant } from '../repair/synonyms.ts'
import type { Part, View } from './form-view.ts'
import { aliasesOf, contentShape, isTypeName } from '../schema.ts'

/** A key that objects of its kind do not have, and the one that was probably meant. */
type StrayKey = {
  readonly key: string
  readonly noun: string
  readonly keys: readonly string[]
  readonly meant: string | undefined
  /** Whether it is a key of the component's content. */
  readonly isOfContent: boolean
  /** Whether the component types of the service are known. */
  readonly isKnown: boolean
}

function* strayKeys(
  { parts, target }: View,
  isAsked: (layer: Layer) => boolean,
): Iterable<Breach<StrayKey, Fix>> {
  for (const part of parts) {
    const { layer, path } = part
    if (!isAsked(layer)) continue
    const guessed = guessesIn(part)
    if (guessed.size === 0) continue
    const claims = Map.groupBy(guessed.values(), (near) => near?.word)
    for (const [key, near] of guessed) {
      const at = [...path, key]
      // If two keys look like the same one, neither is certain.
      const isCertain = near?.isCertain && claims.get(near.word)?.length === 1
      yield {
        path: at,
        at: 'key',
        args: {
          key,
          noun: layer.noun,
          keys: layer.keys,
          meant: near?.word,
          isOfContent: isOfContent(key, part),
          isKnown: target?.types !== undefined,
        },
        fix: isCertain ? { kind: 'rename-key', path: at, to: near.word } : undefined,
      }
    }
  }
}

/** Whether one of these keys is there, but misspelt: that is reported as such, and not as a missing key. */
export const isThereMisspelt = (part: Part, keys: readonly string[]): boolean =>
  [...guessesIn(part).values()].some((near) => near !== undefined && keys.includes(near.word))

function strayKeyHelp({ noun, keys, meant, isOfContent: isInside }: StrayKey): string {
  if (isInside) return 'Move it into "content".'
  return meant === undefined
    ? `Remove it, or use what ${noun} has: ${keys.join(', ')}.`
    : `Did you mean ${quote(meant)}?`
}

function isOfContent(key: string, { layer, value }: Part): boolean {
  const { type } = value
  return layer.kind === 'component' && isTypeName(type) && contentShape(type).keys.includes(key)
}

type Guesses = ReadonlyMap<string, Nearest | undefined>

const guesses = new WeakMap<Part, Guesses>()

/** Each stray key of an object with what was probably meant; several rules ask for it. */
function guessesIn(part: Part): Guesses {
  const { layer, value } = part
  // The rule unsafe-key reports __proto__ unless it is refused as unknown.
  const strays = Object.keys(value).filter(
    (key) => !layer.keys.includes(key) && (layer.isStrict || key !== '__proto__'),
  )
  if (strays.length === 0) return none
  const known = guesses.get(part) ?? guess(part, strays)
  guesses.set(part, known)
  return known
}

const none: Guesses = new Map()

function guess({ layer, value }: Part, strays: readonly string[]): Guesses {
  const taken = new Set(
    layer.keys.filter((key) => Object.hasOwn(value, key)).map((key) => mainOf(key, layer)),
  )
  const free = layer.keys.filter((key) => !taken.has(mainOf(key, layer)))
  return new Map(strays.map((key, i) => [key, i < mostGuesses ? keyMeant(key, free) : undefined]))
}

// No object of a form has twenty keys; a hostile one has a hundred thousand.
const mostGuesses = 1000

/** The main key of an alias; any other key itself. */
function mainOf(key: string, { type }: Layer): string {
  const aliases = type === undefined ? {} : aliasesOf(type)
  return (Object.hasOwn(aliases, key) ? aliases[key] : undefined) ?? key
}

/** A key where the contract accepts only those that it names: IdentityInfo and its fields. */
export const unknownKey = defineRule<StrayKey>({
  code: 'unknown-key',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  check: (view) => strayKeys(view, ({ isStrict }) => isStrict),
  sentence: ({ key, noun }) => `The key ${quote(key)} is not accepted in ${noun}.`,
  help: strayKeyHelp,
})

/** A key of a content that the contract's tables don't name. Our server accepts and keeps it. */
export const unknownContentKey = defineRule<StrayKey>({
  code: 'unknown-content-key',
  severity: 'warning',
  isRefused: false,
  isErrorOfKnown: true,
  hasFix: true,
  check: (view) => strayKeys(view, ({ isStrict, type }) => !isStrict && type !== undefined),
  sentence: ({ key, noun, isKnown }) =>
    isKnown
      ? `${noun} has no key ${quote(key)}: it would have no effect.`
      : `${noun} has no known key ${quote(key)}: the service may refuse the form or ignore the key.`,
  help: strayKeyHelp,
})

/** A key of the form, a step or a component that the contract doesn't name. */
export const ignoredKey = defineRule<StrayKey>({
  code: 'ignored-key',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  check: (view) => strayKeys(view, ({ isStrict, type }) => !isStrict && type === undefined),
  sentence: ({ key, noun }) => `There is no key ${quote(key)} in ${noun}: it has no effect.`,
  help: strayKeyHelp,
})
