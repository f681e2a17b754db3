import type { Fix } from '../finding.ts'
import type { Layer } from '../repair/layers.ts'
import { keyFor, type Nearest, quote, listed } from '../words.ts'
import { type Violation, defineRule, type Part, type View } from './rule.ts'
import { keyMeant } from '../repair/tool-words.ts'
import { componentTypes } from '../components.ts'
import { componentKeys, contentSchema, contentShape, definitionOf, isTypeName } from '../schema.ts'
import { repeatsIn, isObject, memoized, type Path } from '../value.ts'
import { maxUnknown, type Misplacement } from '../repair/mend.ts'

/** A key that objects of its kind do not have, and the one that was probably meant. */
type StrayKey = {
  readonly key: string
  readonly noun: string
  readonly keys: readonly string[]
  readonly meant: string | undefined
  /** Where the key that was meant belongs, if not beside it. */
  readonly place: string | undefined
  /** The key that was meant with its value, where that is not the one that was written: `validations: {required: true}`. */
  readonly instead: string | undefined
  /** Whether the component types of the service are known. */
  readonly areTypesKnown: boolean
}

function* strayKeys(
  { parts, target }: View,
  appliesTo: (layer: Layer) => boolean,
): Iterable<Violation<StrayKey, Fix>> {
  for (const part of parts) {
    const { layer, path } = part
    if (!appliesTo(layer)) continue
    const guessed = guessesIn(part)
    if (guessed.size === 0) continue
    const claims = Map.groupBy(guessed.values(), (near) => near?.word)
    for (const [key, near] of guessed) {
      const keyPath = [...path, key]
      const elsewhere = near && !layer.keys.includes(near.word) ? elsewhereOf(part) : undefined
      yield {
        path: keyPath,
        marks: 'key',
        args: {
          key,
          noun: layer.noun,
          keys: layer.keys,
          meant: near?.word,
          place: elsewhere?.place,
          instead: insteadOf(part.value[key], near?.word),
          areTypesKnown: target?.types !== undefined,
        },
        // If two keys resemble the same one, neither is certain.
        fix:
          near?.isCertain && claims.get(near.word)?.length === 1 && fitsType(part.value[key], near.word, part)
            ? elsewhere
              ? { kind: 'move', path: keyPath, to: near.word, into: elsewhere.path }
              : { kind: 'rename-key', path: keyPath, to: near.word }
            : undefined,
      }
    }
  }
}

/** Whether one of these keys is present but misspelt, which is reported as such and not as a missing key. */
export const isThereMisspelt = (part: Part, keys: readonly string[]): boolean =>
  [...guessesIn(part).values()].some((near) => near !== undefined && keys.includes(near.word))

function insteadOf(value: unknown, meant: string | undefined): string | undefined {
  // Names of other tools may have other letters than keys.
  if (meant === 'key' && typeof value === 'string' && keyFor(value) !== value) return `key: ${keyFor(value)}`
  const inner = meant !== undefined && isObject(value) ? value[meant] : undefined
  return typeof inner === 'boolean' || typeof inner === 'number' ? `${meant}: ${inner}` : undefined
}

function strayKeyHelp({ key, noun, keys, meant, place, instead }: StrayKey): string {
  if (instead !== undefined)
    return `Write "${instead}" in its place${place === undefined ? '' : `, ${place}`}.`
  if (meant === undefined) return `Remove it, or use what ${noun} has: ${keys.join(', ')}.`
  const word = meant === 'order' && key !== meant ? 'order: random' : meant
  if (place === undefined) return `Did you mean ${quote(word)}?`
  return key === meant ? `Move it ${place}.` : `Did you mean ${quote(word)}? Move it ${place}.`
}

/** Another object whose keys are often written in this one: its keys, its path, and where it is, in words. */
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
const ofForm = ['name', 'language', 'translations', 'address', 'sourceFormId']

/** Whether a value has the type that the schema gives to a key of a component or its content. */
function fitsType(value: unknown, key: string, { layer, value: owner }: Part): boolean {
  const type = layer.type ?? owner['type']
  const ofContent = isTypeName(type) ? contentSchema(type).properties?.[key] : undefined
  const wanted = (ofContent ?? definitionOf('Component').properties?.[key])?.type
  if (wanted === undefined || wanted === 'object') return true
  return wanted === 'array' ? Array.isArray(value) : typeof value === wanted.replace('integer', 'number')
}

type Guesses = ReadonlyMap<string, Nearest | undefined>

/** Each stray key of an object with what was probably meant. Cached, because several rules need it. */
const guessesIn = memoized((part: Part): Guesses => {
  const { layer, value } = part
  // The rule unsafe-key reports __proto__ unless it is refused as unknown.
  const strays = Object.keys(value).filter(
    (key) => !layer.keys.includes(key) && (layer.isStrict || key !== '__proto__'),
  )
  if (strays.length === 0) return new Map()
  const taken = new Set(
    layer.keys.filter((key) => Object.hasOwn(value, key)).map((key) => mainOf(key, layer)),
  )
  const elsewhere = elsewhereOf(part)?.keys ?? []
  const free = [...layer.keys.filter((key) => !taken.has(mainOf(key, layer))), ...elsewhere]
  return new Map(strays.map((key, i) => [key, i < maxUnknown ? keyMeant(key, free) : undefined]))
})

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
  isErrorWhenTypesKnown: true,
  hasFix: true,
  check: (view) => strayKeys(view, ({ isStrict, type }) => !isStrict && type !== undefined),
  sentence: ({ key, noun, areTypesKnown }) =>
    areTypesKnown
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
  sentence: ({ key, noun }) => `${quote(key)} is not a key of ${noun}, so it is ignored.`,
  help: strayKeyHelp,
})

/** A key and another name of it, or two other names, in one content. */
export const duplicateAlias = defineRule<{ key: string; first: string; noun: string; isSame: boolean }>({
  code: 'duplicate-alias',
  severity: 'warning',
  hasFix: true,
  *check({ parts }) {
    for (const { layer, path, value } of parts) {
      if (layer.type === undefined) continue
      const present = layer.keys.filter((known) => Object.hasOwn(value, known))
      for (const [key, first] of repeatsIn(present, (one) => mainOf(one, layer))) {
        const keyPath = [...path, key]
        // One of two equal values can go.
        const isSame = JSON.stringify(value[key]) === JSON.stringify(value[first])
        const args = { key, first, noun: layer.noun, isSame }
        const fix = isSame ? ({ kind: 'remove', path: keyPath } as const) : undefined
        yield { path: keyPath, marks: 'key', args, fix }
      }
    }
  },
  sentence: ({ key, first, noun }) =>
    `${quote(key)} and ${quote(first)} are two names of one key in ${noun}, and both are there.`,
  help: ({ key, first, isSame }) =>
    isSame
      ? `Remove "${key}": it has the same value as "${first}".`
      : `Keep "${first}" or "${key}": the service may use either.`,
})

/** A required key is missing, and there is an unknown key that looks like it. */
export const misspeltKey = defineRule<{ written: string; meant: string; noun: string }>({
  code: 'misspelt-key',
  severity: 'error',
  hasFix: true,
  *check({ misspellings }) {
    for (const { path, layer, written, meant, isCertain, gone } of misspellings) {
      if (gone) continue
      const args = { written, meant, noun: layer.noun }
      const fix = isCertain ? ({ kind: 'rename-key', path, to: meant } as const) : undefined
      yield { path, marks: 'key', args, fix, isGuessed: layer.isGuessed === true }
    }
  },
  sentence: ({ written, meant, noun }) =>
    `${quote(written)} is not a key of ${noun}, and the key "${meant}" is missing.`,
  help: ({ written, meant }) => `Rename ${quote(written)} to "${meant}".`,
})

/** An identity field in the shape of an earlier contract: `{type, name, label}`. */
export const oldIdentityField = defineRule<{ written: string; gone: readonly string[] }>({
  code: 'old-identity-field',
  severity: 'error',
  hasFix: true,
  *check({ misspellings }) {
    for (const { path, written, meant, isCertain, gone } of misspellings) {
      if (gone === undefined) continue
      const without = gone.length === 0 ? {} : { without: gone }
      const fix = { kind: 'rename-key', path, to: meant, ...without } as const
      yield { path, marks: 'key', args: { written, gone }, fix: isCertain ? fix : undefined }
    }
  },
  sentence: ({ written }) => `This identity field uses an old format: write "key" instead of "${written}".`,
  help: ({ written, gone }) =>
    `Rename "${written}" to "key"${gone.length > 0 ? ` and remove ${gone.map(quote).join(' and ')}` : ''}.`,
})

/** A key at the wrong level, such as a content's key beside the content. */
export const misplacedKey = defineRule<Misplacement>({
  code: 'misplaced-key',
  severity: 'error',
  *check({ misplacements }) {
    for (const { path, misplaced } of misplacements)
      yield { path: [...path, misplaced.keys[0]], marks: 'key', args: misplaced }
  },
  sentence: (misplaced) => {
    if (misplaced.kind === 'type-as-key') return `The type ${quote(misplaced.keys[0])} is used as a key.`
    if (misplaced.kind !== 'outside-content') return misplacedWords[misplaced.kind](quote(misplaced.keys[0]))
    const { keys, type } = misplaced
    const belong = keys.length === 1 ? 'belongs' : 'belong'
    return `${listed(keys.map(quote))} ${belong} in the content of ${type}, not beside it.`
  },
  help: (misplaced) => {
    if (misplaced.kind === 'type-as-key')
      return `Write "type: ${misplaced.keys[0]}", and below it "content:" with ${misplaced.content}.`
    if (misplaced.kind !== 'outside-content') return misplacedHelps[misplaced.kind](misplaced.keys[0])
    const them = misplaced.keys.length === 1 ? 'it' : 'them'
    if (misplaced.content === 'missing')
      return `Write "content:" above ${them}, and move ${them} to the right.`
    return misplaced.content === 'empty'
      ? `Move ${them} to the right, below "content:".`
      : `Move ${them} into "content".`
  },
})

type Words = Readonly<
  Record<Exclude<Misplacement['kind'], 'type-as-key' | 'outside-content'>, (key: string) => string>
>

const misplacedWords: Words = {
  wrapped: (key) => `The form is nested under the key ${key}, not at the top.`,
  'components-as-steps': (key) => `The entries of ${key} are components, but they are not in a step.`,
  'component-as-step': () => 'This is a component, but it is in the list of steps.',
  'step-as-component': () => 'This is a step, but it is among the components of the step above it.',
  group: (key) => `The entries of ${key} are components, but they are inside a component.`,
}

const misplacedHelps: Words = {
  wrapped: (key) => `Remove ${quote(`${key}:`)}, and move what is below it to the left.`,
  'components-as-steps': () =>
    'Write "steps:", below it "- name: …" and "components:", and move them there; a form has at least two steps.',
  'component-as-step': () =>
    'Move it to the right with all that it holds, so that its dash lines up with those of the components above.',
  'step-as-component': () =>
    'Move it to the left with all that it holds, so that its dash lines up with that of the step above.',
  group: () => 'A step has no groups: move them into its components, or make a step of them.',
}
