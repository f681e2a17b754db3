import type { Layer } from './layers.ts'
import { type Path, isKeyed, type Keyed } from '../value.ts'
import { componentKeys, contentShape, isTypeName, typeNames, type TypeName } from '../schema.ts'
import { quote } from '../words.ts'
import { keyMeant, typeToCheckAs } from './synonyms.ts'

export type Misplacement =
  | { readonly kind: 'wrapped'; readonly keys: readonly [string] }
  | { readonly kind: 'components-as-steps'; readonly keys: readonly [string] }
  | { readonly kind: 'type-as-key'; readonly keys: readonly [TypeName]; readonly content: string }
  | { readonly kind: 'step-as-component'; readonly keys: readonly [string] }
  | { readonly kind: 'component-as-step'; readonly keys: readonly [string] }
  | {
      readonly kind: 'outside-content'
      readonly keys: readonly [string, ...string[]]
      readonly type: string
      /** What stands in their place: no key "content", an empty one, or `{}`. */
      readonly content: 'missing' | 'empty' | 'braces'
    }

/** An object in the shape that was meant, and the author's path to the value of each key. */
export type Reshaped = {
  readonly value: Keyed
  readonly misplaced: Misplacement
  readonly writtenAt: (key: string) => Path
}

/** The object in the shape that was meant; undefined if nothing is misplaced. */
export function reshape(value: Keyed, layer: Layer): Reshaped | undefined {
  if (layer.kind === 'form') return unwrapped(value) ?? componentsAsSteps(value)
  if (layer.kind === 'step') return componentOutside(value)
  return layer.kind === 'component'
    ? (withTypeAsKey(value) ?? withContentOutside(value) ?? stepInside(value))
    : undefined
}

/** `form: {name, steps}`: the whole form stands one level too deep. */
function unwrapped(value: Keyed): Reshaped | undefined {
  const [key, ...more] = Object.keys(value).filter((known) => known !== 'sourceFormId')
  const held = key === undefined || more.length > 0 || key === 'name' || key === 'steps' ? null : value[key]
  if (key === undefined || !isKeyed(held)) return undefined
  if (!Object.keys(held).some((inner) => keyMeant(inner, ['steps']) && Array.isArray(held[inner])))
    return undefined
  const { [key]: _, ...rest } = value
  return {
    value: { ...rest, ...held },
    misplaced: { kind: 'wrapped', keys: [key] },
    writtenAt: (inner) => (Object.hasOwn(held, inner) ? [key, inner] : [inner]),
  }
}

/** `questions: [{type}]`: a form of other tools, whose components stand in no step. */
function componentsAsSteps(value: Keyed): Reshaped | undefined {
  const key = Object.keys(value).find((name) => isListOfComponents(value[name]))
  if (key === undefined || (key !== 'steps' && Object.hasOwn(value, 'steps'))) return undefined
  const { [key]: _, ...rest } = value
  const steps = ['One', 'Two'].map((name) => ({ name, components: standIns }))
  return {
    value: { ...rest, steps },
    misplaced: { kind: 'components-as-steps', keys: [key] },
    writtenAt: (inner) => [inner === 'steps' ? key : inner],
  }
}

const isListOfComponents = (held: unknown): boolean =>
  Array.isArray(held) &&
  held.length > 0 &&
  held.every((one) => isKeyed(one) && typeof one['type'] === 'string' && !Object.hasOwn(one, 'components'))

/** `ShortInput: {question}`: the type is the key of its content. */
function withTypeAsKey(value: Keyed): Reshaped | undefined {
  const [type, ...more] = Object.keys(value)
  if (!isTypeName(type) || more.length > 0) return undefined
  const held = value[type]
  const key = typeof held === 'string' ? textKeyOf(type) : undefined
  return {
    // A button without a label is written with nothing below it.
    value: { type, content: key === undefined ? (held ?? {}) : { [key]: held } },
    misplaced: {
      kind: 'type-as-key',
      keys: [type],
      content: key === undefined ? 'what it holds' : quote(`${key}: ${String(held)}`),
    },
    writtenAt: () => [type],
  }
}

/** `{name, components}` among components: a step whose dash stands too far to the right. */
function stepInside(value: Keyed): Reshaped | undefined {
  const [first] = Object.keys(value)
  if (first === undefined || Object.hasOwn(value, 'type') || !Array.isArray(value['components']))
    return undefined
  return {
    value: standIn,
    misplaced: { kind: 'step-as-component', keys: [first] },
    writtenAt: () => [],
  }
}

/** `{type, content}` among steps: a component whose dash stands too far to the left. */
function componentOutside(value: Keyed): Reshaped | undefined {
  const [first] = Object.keys(value)
  const { type, content } = value
  if (first === undefined || !isTypeName(type) || !isKeyed(content) || Object.hasOwn(value, 'components'))
    return undefined
  return {
    value: { name: type, components: standIns },
    misplaced: { kind: 'component-as-step', keys: [first] },
    writtenAt: () => [],
  }
}

// A stand-in without faults: the author's object is checked once it stands in the right list.
const standIn = { type: 'NextButton', content: { label: 'Next' } }
const standIns = [{ type: 'Header', content: { title: 'Stand-in' } }, standIn]

/** `{type, question}`, with or without an empty content: keys of the content stand beside it. */
function withContentOutside(value: Keyed): Reshaped | undefined {
  const { type, content = null } = value
  const isBraces = isKeyed(content) && Object.keys(content).length === 0
  if (typeof type !== 'string' || !(content === null || (isBraces && isTypeName(type)))) return undefined
  const known = keysOfContent(type)
  const [first, ...more] = Object.keys(value).filter(
    (key) => known.includes(key) || (typeof value[key] === 'string' && calledSo(key, known)),
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

/** The keys that the content of a type may have; of any type, where it is not plain which one is meant. */
function keysOfContent(type: string): readonly string[] {
  const meant = isTypeName(type) ? type : typeToCheckAs(type)
  return (meant ? [meant] : typeNames).flatMap((name) => contentShape(name).keys)
}

const calledSo = (key: string, known: readonly string[]): boolean =>
  known.includes(keyMeant(key, [...componentKeys, ...known])?.word ?? '')

/** The key for the text that a content is about. */
export const textKeyOf = (type: TypeName): string | undefined =>
  ['question', 'title', 'text', 'label', 'dataUrl'].find((key) => contentShape(type).keys.includes(key))
