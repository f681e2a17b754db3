import { contentShapes, isTypeName } from './components/content-shapes.ts'
import type { TypeName } from './components/component-type.ts'
import { contentSchema, definitionOf, formSchema, type Schema } from './form-schema.ts'
import { typeToCheckAs } from './meant-type.ts'
import type { Path } from './path.ts'
import { isKeyed, type Keyed } from './value.ts'

/** What the contract says of one kind of object in a form: its keys, and which of them hold further objects. */
export type Layer = {
  readonly kind: 'form' | 'step' | 'component' | 'content' | 'field'
  /** As in a sentence: `a step`, `Dropdown`. */
  readonly noun: string
  readonly type?: TypeName
  readonly keys: readonly string[]
  readonly required: readonly string[]
  /** Names for one key, of which at least one must be there; empty where there is no such key. */
  readonly oneOf: readonly string[]
  /** Whether the contract refuses keys that it doesn't name. */
  readonly isStrict: boolean
  /** The most entries of the arrays under its keys, where there is a most. */
  readonly most?: ReadonlyMap<string, number>
  /** Whether it may come from anyone, so that no array in it is read further than tells that it is too long. */
  readonly isUntrusted?: true
  /** Whether it is that of a content whose type is not known, but plain: what is wrong there holds if the guess does. */
  readonly isGuessed?: true
  /** The key that holds an array of objects of another layer, or one object. */
  readonly inner?: { readonly key: string; readonly layerOf: (owner: Keyed) => Layer | undefined }
}

const mostIn = ({ properties = {} }: Schema): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(properties).flatMap(([key, { maxItems }]) =>
      maxItems === undefined ? [] : [[key, maxItems]],
    ),
  )

const field: Layer = {
  kind: 'field',
  noun: 'an identity field',
  keys: [
    'key',
    'label',
    'placeholder',
    'includeDialCode',
    'defaultDialCodeCountry',
    'blockPersonalEmails',
    'revealAfter',
  ],
  required: ['key', 'label'],
  oneOf: [],
  isStrict: true,
}

const component: Layer = {
  kind: 'component',
  noun: 'a component',
  keys: ['type', 'content'],
  required: ['type', 'content'],
  oneOf: [],
  isStrict: false,
  inner: {
    key: 'content',
    layerOf: ({ type }) => (isTypeName(type) ? contentLayer(type) : guessedLayer(type)),
  },
}

const step: Layer = {
  kind: 'step',
  noun: 'a step',
  keys: ['name', 'components'],
  required: ['name', 'components'],
  oneOf: [],
  isStrict: false,
  most: mostIn(definitionOf('Step')),
  inner: { key: 'components', layerOf: () => component },
}

const contentLayers = new Map<TypeName, Layer>()

function contentLayer(type: TypeName): Layer {
  const known = contentLayers.get(type)
  if (known) return known
  const { keys, required, oneOf } = contentShapes[type]
  const isStrict = type === 'IdentityInfo'
  const inner = isStrict ? { inner: { key: 'fields', layerOf: () => field } } : {}
  const most = mostIn(contentSchema(type))
  const layer: Layer = { kind: 'content', noun: type, type, keys, required, oneOf, isStrict, most, ...inner }
  contentLayers.set(type, layer)
  return layer
}

const guessedLayers = new Map<TypeName, Layer>()

/** The layer of a content whose type nobody knows, where it is plain which one was meant. */
function guessedLayer(type: unknown): Layer | undefined {
  const meant = typeToCheckAs(type)
  if (meant === undefined) return undefined
  const layer = guessedLayers.get(meant) ?? { ...contentLayer(meant), isGuessed: true }
  guessedLayers.set(meant, layer)
  return layer
}

/** The layer of a whole form, as an author writes it. */
export const formLayer: Layer = {
  kind: 'form',
  noun: 'a form',
  keys: ['sourceFormId', 'name', 'steps', 'vars'],
  required: ['name', 'steps'],
  oneOf: [],
  isStrict: false,
  most: mostIn(formSchema),
  inner: { key: 'steps', layerOf: () => step },
}

const bodyKeys = ['sourceFormId', 'name', 'steps']

/** The layer of a body of generate, which names its source form too. */
export const bodyLayer: Layer = { ...formLayer, keys: bodyKeys, required: bodyKeys, isUntrusted: true }

/** An object without what its arrays hold past the most, but for one entry each, which tells that there is more. */
export function cut(value: Keyed, { most = new Map() }: Layer): Keyed {
  const long = [...most].flatMap(([key, n]) => {
    const held = Object.hasOwn(value, key) ? value[key] : undefined
    return Array.isArray(held) && held.length > n + 1 ? [[key, held.slice(0, n + 1)]] : []
  })
  return long.length === 0 ? value : { ...value, ...Object.fromEntries(long) }
}

/** An object inside another: its layer, and where in its owner it is. */
export type Inner = {
  readonly at: Path
  readonly value: Keyed
  readonly layer: Layer
}

/** The objects right inside an object; what has not the shape of its layer is left out. */
export function* innerOf(owner: Keyed, { inner }: Layer): Iterable<Inner> {
  const layer = inner?.layerOf(owner)
  if (inner === undefined || layer === undefined || !Object.hasOwn(owner, inner.key)) return
  const held = owner[inner.key]
  if (layer.kind === 'content') {
    if (isKeyed(held)) yield { at: [inner.key], value: held, layer }
  } else if (Array.isArray(held))
    for (const [i, value] of held.entries()) if (isKeyed(value)) yield { at: [inner.key, i], value, layer }
}
