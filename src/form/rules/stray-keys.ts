import type { Fix } from '../finding.ts'
import type { Layer } from '../repair/layers.ts'
import { type Nearest, quote } from '../words.ts'
import { type Violation, defineRule } from './rule.ts'
import { keyMeant } from '../repair/synonyms.ts'
import type { Part, View } from './form-view.ts'
import { componentTypes } from '../components.ts'
import { componentKeys, contentSchema, contentShape, definitionOf, isTypeName } from '../schema.ts'
import type { Path } from '../value.ts'

/** A key that objects of its kind do not have, and the one that was probably meant. */
type StrayKey = {
  readonly key: string
  readonly noun: string
  readonly keys: readonly string[]
  readonly meant: string | undefined
  /** Where the key that was meant stands, if not beside it. */
  readonly place: string | undefined
  /** Whether the component types of the service are known. */
  readonly isKnown: boolean
}

function* strayKeys(
  { parts, target }: View,
  isAsked: (layer: Layer) => boolean,
): Iterable<Violation<StrayKey, Fix>> {
  for (const part of parts) {
    const { layer, path } = part
    if (!isAsked(layer)) continue
    const guessed = guessesIn(part)
    if (guessed.size === 0) continue
    const claims = Map.groupBy(guessed.values(), (near) => near?.word)
    for (const [key, near] of guessed) {
      const at = [...path, key]
      const elsewhere = near && !layer.keys.includes(near.word) ? elsewhereOf(part) : undefined
      yield {
        path: at,
        at: 'key',
        args: {
          key,
          noun: layer.noun,
          keys: layer.keys,
          meant: near?.word,
          place: elsewhere?.place,
          isKnown: target?.types !== undefined,
        },
        // If two keys resemble the same one, neither is certain.
        fix:
          near?.isCertain && claims.get(near.word)?.length === 1 && fitsType(part.value[key], near.word, part)
            ? elsewhere
              ? { kind: 'move', path: at, to: near.word, into: elsewhere.path }
              : { kind: 'rename-key', path: at, to: near.word }
            : undefined,
      }
    }
  }
}

/** Whether one of these keys is there but misspelt, which is reported as such and not as a missing key. */
export const isThereMisspelt = (part: Part, keys: readonly string[]): boolean =>
  [...guessesIn(part).values()].some((near) => near !== undefined && keys.includes(near.word))

function strayKeyHelp({ key, noun, keys, meant, place }: StrayKey): string {
  if (meant === undefined) return `Remove it, or use what ${noun} has: ${keys.join(', ')}.`
  const word = meant === 'order' && key !== meant ? 'order: random' : meant
  if (place === undefined) return `Did you mean ${quote(word)}?`
  return key === meant ? `Move it ${place}.` : `Did you mean ${quote(word)}? Move it ${place}.`
}

/** Another object whose keys are often written in this one: its keys, its path, and its name in sentences. */
function elsewhereOf({
  layer,
  path,
  value,
}: Part): { keys: readonly string[]; path: Path; place: string } | undefined {
  const { type } = value
  if (layer.kind === 'content') return { keys: ofComponent, path: path.slice(0, -1), place: 'beside "type"' }
  if (layer.kind === 'component' && isTypeName(type))
    return { keys: contentShape(type).keys, path: [...path, 'content'], place: 'into "content"' }
  if (layer.kind === 'form') return { keys: ofSettings, path: ['settings'], place: 'into "settings"' }
  return layer.kind === 'settings' ? { keys: ofForm, path: [], place: 'to the top of the form' } : undefined
}

const ofComponent = componentKeys.filter((key) => !['type', 'content'].includes(key))
const ofSettings = Object.keys(definitionOf('Settings').properties ?? {})
const ofForm = ['name', 'language', 'translations', 'sourceFormId']

/** Whether a value has the type that the schema gives to a key of a component or its content. */
function fitsType(held: unknown, key: string, { layer, value }: Part): boolean {
  const type = layer.type ?? value['type']
  const ofContent = isTypeName(type) ? contentSchema(type).properties?.[key] : undefined
  const wanted = (ofContent ?? definitionOf('Component').properties?.[key])?.type
  if (wanted === undefined || wanted === 'object') return true
  return wanted === 'array' ? Array.isArray(held) : typeof held === wanted.replace('integer', 'number')
}

type Guesses = ReadonlyMap<string, Nearest | undefined>

const guesses = new WeakMap<Part, Guesses>()

/** Each stray key of an object with what was probably meant. Cached, because several rules need it. */
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

function guess(part: Part, strays: readonly string[]): Guesses {
  const { layer, value } = part
  const taken = new Set(
    layer.keys.filter((key) => Object.hasOwn(value, key)).map((key) => mainOf(key, layer)),
  )
  const elsewhere = elsewhereOf(part)?.keys ?? []
  const free = [...layer.keys.filter((key) => !taken.has(mainOf(key, layer))), ...elsewhere]
  return new Map(strays.map((key, i) => [key, i < maxGuesses ? keyMeant(key, free) : undefined]))
}

// No object of a form has twenty keys; a hostile one has a hundred thousand.
const maxGuesses = 1000

/** The main key of an alias; any other key itself. */
function mainOf(key: string, { type }: Layer): string {
  const aliases = type === undefined ? {} : componentTypes[type].aliases
  return (Object.hasOwn(aliases, key) ? aliases[key] : undefined) ?? key
}

/** A key where the contract accepts only those that it names: IdentityInfo and its fields. */
export const unknownKey = defineRule<StrayKey>({
  code: 'unknown-key',
  severity: 'error',
  hasFix: true,
  check: (view) => strayKeys(view, ({ isStrict }) => isStrict),
  sentence: ({ key, noun }) => `The key ${quote(key)} is not accepted in ${noun}.`,
  help: strayKeyHelp,
})

/** A key of a content that the contract's tables don't name. Our server accepts and keeps it. */
export const unknownContentKey = defineRule<StrayKey>({
  code: 'unknown-content-key',
  severity: 'warning',
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
  hasFix: true,
  check: (view) => strayKeys(view, ({ isStrict, type }) => !isStrict && type === undefined),
  sentence: ({ key, noun }) => `There is no key ${quote(key)} in ${noun}: it has no effect.`,
  help: strayKeyHelp,
})

type Duplicate = {
  readonly key: string
  readonly first: string
  readonly noun: string
  readonly isSame: boolean
}

/** A key and another name of it, or two other names, in one content. */
export const duplicateAlias = defineRule<Duplicate>({
  code: 'duplicate-alias',
  severity: 'warning',
  hasFix: true,
  *check({ parts }) {
    for (const { layer, path, value } of parts) {
      if (layer.type === undefined) continue
      const { aliases } = componentTypes[layer.type]
      const firsts = new Map<string, string>()
      for (const key of layer.keys.filter((known) => Object.hasOwn(value, known))) {
        const main = Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key
        const first = firsts.get(main)
        if (first === undefined) firsts.set(main, key)
        else {
          const at = [...path, key]
          // One of two equal values can go.
          const isSame = JSON.stringify(value[key]) === JSON.stringify(value[first])
          const args = { key, first, noun: layer.noun, isSame }
          yield { path: at, at: 'key', args, fix: isSame ? { kind: 'remove', path: at } : undefined }
        }
      }
    }
  },
  sentence: ({ key, first, noun }) =>
    `${quote(key)} and ${quote(first)} are two names of one key in ${noun}, and both are there.`,
  help: ({ key, first, isSame }) =>
    isSame
      ? `Remove "${key}": it says the same as "${first}".`
      : `Keep one: which of "${first}" and "${key}" would count is not promised.`,
})
