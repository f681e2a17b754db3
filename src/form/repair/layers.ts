import {
  contentSchema,
  definitionOf,
  formSchema,
  isTypeName,
  shapeOf,
  type ObjectShape,
  type Schema,
  type TypeName,
} from '../schema.ts'
import { isKeyed, type Keyed, type Path } from '../value.ts'
import { typeToCheckAs } from './synonyms.ts'

/** One kind of object in a form: its shape, from the schema, and the objects that it holds. */
export type Layer = ObjectShape & {
  readonly kind: 'form' | 'step' | 'component' | 'content' | 'field' | 'image'
  /** The noun for sentences: `a step`, `Dropdown`. */
  readonly noun: string
  readonly type?: TypeName
  /** Whether the form comes from the network. Then arrays are read to one entry past their maximum. */
  readonly isUntrusted?: true
  /** Whether it is a content of unknown type, checked as the type that was probably meant. */
  readonly isGuessed?: true
  /** The key that holds an array of objects of another layer, or one such object. */
  readonly inner?: { readonly key: string; readonly layerOf: (owner: Keyed) => Layer | undefined }
}

const layer = (schema: Schema, rest: Omit<Layer, keyof ObjectShape>): Layer => ({
  ...shapeOf(schema),
  ...rest,
})

const field = layer(definitionOf('IdentityField'), { kind: 'field', noun: 'an identity field' })

const image = layer(definitionOf('OptionImage'), { kind: 'image', noun: 'the picture of an option' })

/** The key of a content that holds objects, and their layer. */
const inners: Partial<Record<TypeName, NonNullable<Layer['inner']>>> = {
  IdentityInfo: { key: 'fields', layerOf: () => field },
  GraphicOptions: { key: 'images', layerOf: () => image },
}

const contentLayers = new Map<TypeName, Layer>()

function contentLayer(type: TypeName): Layer {
  const inner = inners[type]
  const content =
    contentLayers.get(type) ??
    layer(contentSchema(type), { kind: 'content', noun: type, type, ...(inner && { inner }) })
  contentLayers.set(type, content)
  return content
}

/** The layer of a content of an unknown type, if it is plain which type was meant. */
function guessedLayer(type: unknown): Layer | undefined {
  const meant = typeToCheckAs(type)
  return meant && { ...contentLayer(meant), isGuessed: true }
}

const component = layer(definitionOf('Component'), {
  kind: 'component',
  noun: 'a component',
  inner: {
    key: 'content',
    layerOf: ({ type }) => (isTypeName(type) ? contentLayer(type) : guessedLayer(type)),
  },
})

const step = layer(definitionOf('Step'), {
  kind: 'step',
  noun: 'a step',
  inner: { key: 'components', layerOf: () => component },
})

const form = layer(formSchema, {
  kind: 'form',
  noun: 'a form',
  inner: { key: 'steps', layerOf: () => step },
})

/** A form as an author writes it: with variables, which are never sent. */
export const formLayer: Layer = { ...form, keys: [...form.keys, 'vars'] }

/** A body of generate, which must name its source form (contract, Endpoint 1). */
export const bodyLayer: Layer = { ...form, required: [...form.required, 'sourceFormId'], isUntrusted: true }

/** Cuts the arrays of an object to one entry past their maximum, which shows that there are more. */
export function cut(value: Keyed, { most }: Layer): Keyed {
  const long = [...most].flatMap(([key, n]) => {
    const held = Object.hasOwn(value, key) ? value[key] : undefined
    return Array.isArray(held) && held.length > n + 1 ? [[key, held.slice(0, n + 1)]] : []
  })
  return long.length === 0 ? value : { ...value, ...Object.fromEntries(long) }
}

/** An object inside another: its layer, and its place in the owner. */
export type Inner = {
  readonly at: Path
  readonly value: Keyed
  readonly layer: Layer
}

/** The objects directly inside an object. Values that are no objects are left out. */
export function* innerOf(owner: Keyed, { inner }: Layer): Iterable<Inner> {
  const innerLayer = inner?.layerOf(owner)
  if (inner === undefined || innerLayer === undefined || !Object.hasOwn(owner, inner.key)) return
  const held = owner[inner.key]
  if (innerLayer.kind === 'content') {
    if (isKeyed(held)) yield { at: [inner.key], value: held, layer: innerLayer }
  } else if (Array.isArray(held))
    for (const [i, value] of held.entries())
      if (isKeyed(value)) yield { at: [inner.key, i], value, layer: innerLayer }
}
