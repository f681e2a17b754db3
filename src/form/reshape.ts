import { contentShapes, isTypeName } from './components/content-shapes.ts'
import type { TypeName } from './components/component-type.ts'
import type { Layer } from './layers.ts'
import type { Path } from './path.ts'
import { isKeyed, type Keyed } from './value.ts'

/** What stands at another level than it belongs to. */
export type Misplacement =
  | { readonly kind: 'wrapped'; readonly keys: readonly [string] }
  | { readonly kind: 'type-as-key'; readonly keys: readonly [TypeName] }
  | { readonly kind: 'step-as-component'; readonly keys: readonly [string] }
  | { readonly kind: 'component-as-step'; readonly keys: readonly [string] }
  | {
      readonly kind: 'outside-content'
      readonly keys: readonly [string, ...string[]]
      readonly type: TypeName
      /** What stands where they belong: no key "content", nothing below it, or `{}`. */
      readonly content: 'missing' | 'empty' | 'braces'
    }

/** An object in the shape that was meant, and where its author wrote what it holds under a key. */
export type Reshaped = {
  readonly value: Keyed
  readonly misplaced: Misplacement
  readonly writtenAt: (key: string) => Path
}

/** The object in the shape that was meant; undefined where nothing is out of its place. */
export function reshape(value: Keyed, layer: Layer): Reshaped | undefined {
  if (layer.kind === 'form') return unwrapped(value)
  if (layer.kind === 'step') return componentOutside(value)
  return layer.kind === 'component'
    ? (withTypeAsKey(value) ?? withContentOutside(value) ?? stepInside(value))
    : undefined
}

/** `form: {name, steps}`: the whole form one level too deep. */
function unwrapped(value: Keyed): Reshaped | undefined {
  const [key, ...more] = Object.keys(value).filter((known) => known !== 'sourceFormId')
  const held = key === undefined || more.length > 0 || key === 'name' || key === 'steps' ? null : value[key]
  if (key === undefined || !isKeyed(held) || !Object.hasOwn(held, 'steps')) return undefined
  const { [key]: _, ...rest } = value
  return {
    value: { ...rest, ...held },
    misplaced: { kind: 'wrapped', keys: [key] },
    writtenAt: (inner) => (Object.hasOwn(held, inner) ? [key, inner] : [inner]),
  }
}

/** `ShortInput: {question}`: the type as a key, and the content below it. */
function withTypeAsKey(value: Keyed): Reshaped | undefined {
  const [type, ...more] = Object.keys(value)
  if (!isTypeName(type) || more.length > 0) return undefined
  const held = value[type]
  return {
    // A button without a label is written with nothing below it.
    value: { type, content: held ?? {} },
    misplaced: { kind: 'type-as-key', keys: [type] },
    writtenAt: () => [type],
  }
}

/** `{name, components}`: a step among the components of another one, for its dash stands too far to the right. */
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

/** `{type, content}` among the steps: a component whose dash stands too far to the left. */
function componentOutside(value: Keyed): Reshaped | undefined {
  const [first] = Object.keys(value)
  const { type, content } = value
  if (first === undefined || !isTypeName(type) || !isKeyed(content) || Object.hasOwn(value, 'components'))
    return undefined
  return {
    value: { name: type, components: [{ type: 'Header', content: { title: type } }, standIn] },
    misplaced: { kind: 'component-as-step', keys: [first] },
    writtenAt: () => [],
  }
}

// What is in the wrong list is checked once it stands where it belongs; until then, this has no fault of its own.
const standIn = { type: 'NextButton', content: { label: 'Next' } }

/** `{type, question}`, or the same with an empty content: what belongs into the content stands beside it. */
function withContentOutside(value: Keyed): Reshaped | undefined {
  const { type, content = null } = value
  const isBraces = isKeyed(content) && Object.keys(content).length === 0
  if (!isTypeName(type) || !(content === null || isBraces)) return undefined
  const [first, ...more] = Object.keys(value).filter((key) => contentShapes[type].keys.includes(key))
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
