import { maxPerCode } from '../finding.ts'
import { cut, innerOf, type Layer } from './layers.ts'
import {
  isIdentityKey,
  componentKeys,
  contentShape,
  isTypeName,
  typeNames,
  type TypeName,
} from '../schema.ts'
import { type Path, childOf, isObject, type JsonObject } from '../value.ts'
import { keyMeant, typeToCheckAs, typeWordOf } from './tool-words.ts'
import { quote, type Nearest } from '../words.ts'

type Misspelling = {
  readonly path: Path
  readonly layer: Layer
  readonly written: string
  readonly meant: string
  readonly isCertain: boolean
  /** In an identity field of the old shape: the neighbouring keys to remove. */
  readonly gone?: readonly string[]
}

/** A form with its keys corrected and in place, so that their values are checked in the same pass. */
export type MendedForm = {
  readonly form: unknown
  readonly misspellings: readonly Misspelling[]
  readonly misplacements: readonly { readonly path: Path; readonly misplaced: Misplacement }[]
  /** Turns a path of the mended form into the path in the author's form. */
  readonly authorPath: (path: Path) => Path
}

/** Where the author wrote the value of a key, as a path from its object. */
type WrittenAt = (key: string) => Path

// Two codes share the misspellings, so one of the two exceeds its limit.
const maxMisspellings = 2 * maxPerCode

/** Corrects keys at a wrong level, and keys that look like a missing one. */
export function mend(form: unknown, formLayer: Layer): MendedForm {
  const misspellings: Misspelling[] = []
  const misplacements: { readonly path: Path; readonly misplaced: Misplacement }[] = []
  const written = new Map<JsonObject, WrittenAt>()
  /** The steps around components that stand in none, and where these are. */
  const stepsOfList = new Map<JsonObject, WrittenAt>()

  function mendObject(object: JsonObject, layer: Layer, path: Path): JsonObject {
    const reshaped = reshape(object, layer)
    if (reshaped) misplacements.push({ path, misplaced: reshaped.misplaced })
    const value = reshaped?.value ?? object
    const shapedAt: WrittenAt = reshaped?.writtenAt ?? stepsOfList.get(object) ?? ((key) => [key])
    for (const [step, at] of reshaped?.steps ?? []) stepsOfList.set(step, at)
    const found =
      misspellings.length > maxMisspellings
        ? []
        : misspellingsIn(value, layer, (key) => [...path, ...shapedAt(key)])
    misspellings.push(...found)
    const writtenKeys = new Map(found.map((misspelling) => [misspelling.meant, misspelling.written]))
    const writtenAt: WrittenAt = (key) => shapedAt(writtenKeys.get(key) ?? key)
    const renamed = found.length === 0 ? value : rename(value, found)
    const owner = formLayer.isUntrusted === true ? cut(renamed, layer) : renamed
    const changed = new Map<string, JsonObject | unknown[]>()
    for (const { at, value: inner, layer: innerLayer } of innerOf(owner, layer)) {
      const [key, index] = [String(at[0]), at[1]]
      const better = mendObject(inner, innerLayer, [
        ...path,
        ...(stepsOfList.has(inner) ? [] : [...writtenAt(key), ...at.slice(1)]),
      ])
      if (better === inner) continue
      const current = changed.get(key) ?? owner[key]
      if (index !== undefined && Array.isArray(current)) {
        const list = changed.has(key) ? current : [...current]
        list[Number(index)] = better
        changed.set(key, list)
      } else changed.set(key, better)
    }
    const mended = changed.size > 0 ? { ...owner, ...Object.fromEntries(changed) } : owner
    if (reshaped || found.length > 0 || stepsOfList.has(object)) written.set(mended, writtenAt)
    return mended
  }

  const mended = isObject(form) ? mendObject(form, formLayer, []) : form
  const authorPath = (path: Path): Path => {
    if (written.size === 0) return path
    const parts: (string | number)[] = []
    let at = mended
    let isDissolved = false
    for (const part of path) {
      const own = isObject(at) ? written.get(at)?.(String(part)) : undefined
      if (own) parts.push(...own)
      else if (!isDissolved) parts.push(part)
      // The index of a step that the author did not write.
      isDissolved = part === 'steps' && own?.length === 0
      at = childOf(at, part)
    }
    return parts
  }
  return { form: mended, misspellings, misplacements, authorPath }
}

function rename(value: JsonObject, misspellings: readonly Misspelling[]): JsonObject {
  const meant = new Map(misspellings.map((misspelling) => [misspelling.written, misspelling.meant]))
  const gone = new Set(misspellings.flatMap((misspelling) => misspelling.gone ?? []))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !gone.has(key))
      .map(([key, member]) => [meant.get(key) ?? key, member]),
  )
}

// No object of a form has twenty keys; a hostile one has a hundred thousand.
export const maxUnknown = 1000

function misspellingsIn(
  value: JsonObject,
  layer: Layer,
  pathTo: (key: string) => Path,
): readonly Misspelling[] {
  const missing = missingIn(value, layer)
  if (missing.length === 0) return []
  const unknown = Object.keys(value)
    .filter((key) => !layer.keys.includes(key))
    .slice(0, maxUnknown)
  const found = new Map<string, Misspelling>()
  const old = layer.kind === 'field' && missing.includes('key') ? oldKeyOf(value) : undefined
  if (old) found.set('key', { path: pathTo(old.written), layer, meant: 'key', ...old })
  for (const written of unknown) {
    if (old && (written === old.written || old.gone.includes(written))) continue
    const isGroupFound = layer.oneOf.some((key) => found.has(key))
    const open = missing.filter((key) => !found.has(key) && !(isGroupFound && layer.oneOf.includes(key)))
    const guess = keyMeant(written, open) ?? addressKey(value[written], open)
    if (!guess) continue
    const { word: meant, isCertain } = guess
    found.set(meant, { path: pathTo(written), layer, written, meant, isCertain })
  }
  return [...found.values()]
}

/** Whatever it is called, a web address beside no other address is that of a calendar. */
const addressKey = (value: unknown, open: readonly string[]): Nearest | undefined =>
  open.includes('dataUrl') && typeof value === 'string' && /^(https?:\/\/|www\.)/.test(value)
    ? { word: 'dataUrl', isCertain: false }
    : undefined

function missingIn(value: JsonObject, { required, oneOf }: Layer): readonly string[] {
  const missing = required.filter((key) => !Object.hasOwn(value, key))
  return oneOf.some((key) => Object.hasOwn(value, key)) ? missing : [...missing, ...oneOf]
}

/** Forms were once written with identity fields as `{type, name, label}`. */
function oldKeyOf(
  value: JsonObject,
): (Pick<Misspelling, 'written' | 'isCertain'> & { gone: readonly string[] }) | undefined {
  const written = ['name', 'type']
    .filter((key) => Object.hasOwn(value, key))
    .toSorted((a, b) => Number(isIdentityKey(value[b])) - Number(isIdentityKey(value[a])))[0]
  if (written === undefined) return undefined
  const gone = ['type', 'name'].filter((key) => key !== written && Object.hasOwn(value, key))
  return { written, isCertain: isIdentityKey(value[written]), gone }
}

/** A key at the wrong level; the author's object under it is checked once it is in the right place. */
type StrayObject = 'step-as-component' | 'group' | 'component-as-step'

export type Misplacement =
  | { readonly kind: 'wrapped' | 'components-as-steps' | StrayObject; readonly keys: readonly [string] }
  | { readonly kind: 'type-as-key'; readonly keys: readonly [TypeName]; readonly content: string }
  | {
      readonly kind: 'outside-content'
      readonly keys: readonly [string, ...string[]]
      readonly type: string
      /** Whether the key "content" is missing, empty, or `{}`. */
      readonly content: 'missing' | 'empty' | 'braces'
    }

/** An object in the shape that was meant, and the author's path to the value of each key. */
type ReshapedObject = {
  readonly value: JsonObject
  readonly misplaced: Misplacement
  readonly writtenAt: (key: string) => Path
  /** Steps that the author did not write, and where what they hold is. */
  readonly steps?: readonly (readonly [JsonObject, WrittenAt])[]
}

/** The object in the shape that was meant; undefined if nothing is misplaced. */
function reshape(value: JsonObject, layer: Layer): ReshapedObject | undefined {
  if (layer.kind === 'form') return unwrapped(value) ?? componentsAsSteps(value)
  if (layer.kind === 'step') return componentOutside(value)
  return layer.kind === 'component'
    ? (withTypeAsKey(value) ?? groupOf(value) ?? withContentOutside(value) ?? stepInside(value))
    : undefined
}

/** `form: {name, steps}`: the whole form is one level too deep. */
function unwrapped(value: JsonObject): ReshapedObject | undefined {
  const [key, ...more] = Object.keys(value).filter((known) => known !== 'sourceFormId')
  const nestedForm =
    key === undefined || more.length > 0 || key === 'name' || key === 'steps' ? null : value[key]
  if (key === undefined || !isObject(nestedForm)) return undefined
  if (
    !Object.keys(nestedForm).some((inner) => keyMeant(inner, ['steps']) && Array.isArray(nestedForm[inner]))
  )
    return undefined
  const { [key]: _, ...rest } = value
  return {
    value: { ...rest, ...nestedForm },
    misplaced: { kind: 'wrapped', keys: [key] },
    writtenAt: (inner) => (Object.hasOwn(nestedForm, inner) ? [key, inner] : [inner]),
  }
}

/** `questions: [{type}]`: a form of other tools, whose components stand in no step. */
function componentsAsSteps(value: JsonObject): ReshapedObject | undefined {
  const key = Object.keys(value).find((name) => isListOfComponents(value[name]))
  if (key === undefined || (key !== 'steps' && Object.hasOwn(value, 'steps'))) return undefined
  const { [key]: components, ...rest } = value
  const misplaced = { kind: 'components-as-steps', keys: [key] } as const
  const seconds = ['One', 'Two'].map((name) => ({ name, components: standIns }))
  // Under their own name, a path would mean two things.
  if (key === 'steps') return { value: { ...rest, steps: seconds }, misplaced, writtenAt: (inner) => [inner] }
  const listed: readonly unknown[] = Array.isArray(components) ? components : []
  // Checked with all that they hold, so that one run finds all. A button is missing only once there are steps.
  const first = { name: 'One', components: [...listed, standIn] }
  return {
    value: { ...rest, steps: [first, ...seconds.slice(1)] },
    misplaced,
    writtenAt: (inner) => (inner === 'steps' ? [] : [inner]),
    steps: [[first, () => [key]]],
  }
}

const isListOfComponents = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isObject(one) && typeof one['type'] === 'string' && !Object.hasOwn(one, 'components'))

/** `ShortInput: {question}`: the type is the key of its content. */
function withTypeAsKey(value: JsonObject): ReshapedObject | undefined {
  const [type, ...more] = Object.keys(value)
  if (!isTypeName(type) || more.length > 0) return undefined
  const content = value[type]
  const key = typeof content === 'string' ? textKeyOf(type) : undefined
  return {
    // A button without a label is written with nothing below it.
    value: { type, content: key === undefined ? (content ?? {}) : { [key]: content } },
    misplaced: {
      kind: 'type-as-key',
      keys: [type],
      content: key === undefined ? 'what it holds' : quote(`${key}: ${String(content)}`),
    },
    writtenAt: () => [type],
  }
}

/** `{name, components}` among components: a step that is indented too far. */
function stepInside(value: JsonObject): ReshapedObject | undefined {
  const [first] = Object.keys(value)
  if (first === undefined || Object.hasOwn(value, 'type') || !Array.isArray(value['components']))
    return undefined
  return inPlaceOf('step-as-component', first, standIn)
}

/** `{type: panel, elements: [{type}]}`: a group of another tool, whose components stand inside a component. */
function groupOf(value: JsonObject): ReshapedObject | undefined {
  const key = isTypeName(value['type'])
    ? undefined
    : Object.keys(value).find((k) => isListOfComponents(value[k]))
  if (key === undefined) return undefined
  return inPlaceOf('group', key, standInText)
}

/** `{type, content}` among steps: a component that is not indented far enough. */
function componentOutside(value: JsonObject): ReshapedObject | undefined {
  const [first] = Object.keys(value)
  const { type, content } = value
  if (first === undefined || !isTypeName(type) || !isObject(content) || Object.hasOwn(value, 'components'))
    return undefined
  return inPlaceOf('component-as-step', first, { name: type, components: standIns })
}

const inPlaceOf = (kind: StrayObject, key: string, value: JsonObject): ReshapedObject => ({
  value,
  misplaced: { kind, keys: [key] },
  writtenAt: () => [],
})

// Without faults. The author's object is checked once it is in the right list, but for a list of components, which is checked as a step.
const standIn = { type: 'NextButton', content: { label: 'Next' } }
const standInText = { type: 'Header', content: { title: 'Stand-in' } }
const standIns = [standInText, standIn]

/** `{type, question}`, with or without an empty content: keys of the content stand beside it. */
function withContentOutside(value: JsonObject): ReshapedObject | undefined {
  const { type, content = null } = value
  const isBraces = isObject(content) && Object.keys(content).length === 0
  if (typeof type !== 'string' || !(content === null || (isBraces && isTypeName(type)))) return undefined
  const known = keysOfContent(String(typeWordOf(value)))
  const [first, ...more] = Object.keys(value).filter(
    (key) => known.includes(key) || (isPlain(value[key]) && calledSo(key, known)),
  )
  if (first === undefined) return undefined
  const keys = [first, ...more] as const
  const isInside = (key: string): boolean => keys.includes(key)
  const entries = Object.entries(value)
  return {
    value: {
      ...Object.fromEntries(entries.filter(([key]) => !isInside(key))),
      content: Object.fromEntries(entries.filter(([key]) => isInside(key))),
    },
    misplaced: {
      kind: 'outside-content',
      keys,
      type,
      content: isBraces ? 'braces' : Object.hasOwn(value, 'content') ? 'empty' : 'missing',
    },
    writtenAt: (key) => (key === 'content' ? [] : [key]),
  }
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The keys that the content of a type may have. All types' keys, if the type is unknown and none is similar. */
function keysOfContent(type: string): readonly string[] {
  const meant = isTypeName(type) ? type : typeToCheckAs(type)
  return (meant ? [meant] : typeNames).flatMap((name) => contentShape(name).keys)
}

const calledSo = (key: string, known: readonly string[]): boolean =>
  known.includes(keyMeant(key, [...componentKeys, ...known])?.word ?? '')

/** The key for the text that a content is about. */
export const textKeyOf = (type: TypeName): string | undefined =>
  ['question', 'title', 'text', 'label', 'dataUrl'].find((key) => contentShape(type).keys.includes(key))
