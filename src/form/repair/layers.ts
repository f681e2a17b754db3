import { componentTypes } from '../components.ts'
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
import { isObject, remembered, type JsonObject, type Path } from '../value.ts'
import { isTypeWritten, typeToCheckAs, typeWordOf } from './tool-words.ts'

/** One kind of object in a form: its shape, from the schema, and the objects that it holds. */
export type Layer = ObjectShape & {
  readonly kind: 'form' | 'settings' | 'step' | 'component' | 'content' | 'field' | 'image'
  /** The noun for sentences: `a step`, `Dropdown`. */
  readonly noun: string
  readonly type?: TypeName
  /** Whether the form comes from the network. Then arrays are read to one entry past their maximum. */
  readonly isUntrusted?: true
  /** Whether it is a content of unknown type, checked as the type that was probably meant. */
  readonly isGuessed?: true
  /** The keys that hold an array of objects of another layer, or one such object. */
  readonly inner?: readonly InnerKey[]
}

type InnerKey = { readonly key: string; readonly layerOf: (owner: JsonObject) => Layer | undefined }

const layer = (schema: Schema, rest: Omit<Layer, keyof ObjectShape>): Layer => ({
  ...shapeOf(schema),
  ...rest,
})

const contentLayer = remembered((type: TypeName): Layer => {
  const { inner } = componentTypes[type]
  const part = inner && layer(definitionOf(inner.definition), { kind: inner.kind, noun: inner.noun })
  return layer(contentSchema(type), {
    kind: 'content',
    noun: type,
    type,
    inner: inner && [{ key: inner.key, layerOf: () => part }],
  })
})

/** The layer of a content of an unknown type, if it is plain which type was meant. */
function guessedLayer(type: unknown): Layer | undefined {
  const meant = typeToCheckAs(type)
  if (meant === undefined || isTypeWritten(String(type), meant)) return meant && contentLayer(meant)
  return { ...contentLayer(meant), isGuessed: true }
}

const component = layer(definitionOf('Component'), {
  kind: 'component',
  noun: 'a component',
  inner: [
    {
      key: 'content',
      layerOf: (one) => (isTypeName(one['type']) ? contentLayer(one['type']) : guessedLayer(typeWordOf(one))),
    },
  ],
})

const step = layer(definitionOf('Step'), {
  kind: 'step',
  noun: 'a step',
  inner: [{ key: 'components', layerOf: () => component }],
})

const settings = layer(definitionOf('Settings'), { kind: 'settings', noun: 'the settings' })

const form = layer(formSchema, {
  kind: 'form',
  noun: 'a form',
  inner: [
    { key: 'settings', layerOf: () => settings },
    { key: 'steps', layerOf: () => step },
  ],
})

/** A form as an author writes it: with variables, which are never sent. */
export const formLayer: Layer = { ...form, keys: [...form.keys, 'vars'] }

/** A body of generate, which must name its source form (contract, Endpoint 1). */
export const bodyLayer: Layer = { ...form, required: [...form.required, 'sourceFormId'], isUntrusted: true }

/** Cuts the arrays of an object to one entry past their maximum, which shows that there are more. */
export function cut(value: JsonObject, { maxItems }: Layer): JsonObject {
  const long = [...maxItems].flatMap(([key, n]) => {
    const list = Object.hasOwn(value, key) ? value[key] : undefined
    return Array.isArray(list) && list.length > n + 1 ? [[key, list.slice(0, n + 1)]] : []
  })
  return long.length === 0 ? value : { ...value, ...Object.fromEntries(long) }
}

/** An object inside another: its layer, and its place in the owner. */
export type InnerObject = { readonly at: Path; readonly value: JsonObject; readonly layer: Layer }

/** The objects directly inside an object. Other values are skipped. */
export function* innerOf(owner: JsonObject, { inner = [] }: Layer): Iterable<InnerObject> {
  for (const { key, layerOf } of inner) {
    const layerInside = layerOf(owner)
    if (layerInside === undefined || !Object.hasOwn(owner, key)) continue
    const nested = owner[key]
    const isList = Array.isArray(nested)
    const objects: readonly (readonly [Path, unknown])[] = isList
      ? nested.map((value: unknown, i) => [[key, i], value])
      : [[[key], nested]]
    for (const [at, value] of objects)
      if (isObject(value) && isList === isListed(layerInside)) yield { at, value, layer: layerInside }
  }
}

/** Whether objects of a layer stand in a list. */
const isListed = ({ kind }: Layer): boolean => kind !== 'content' && kind !== 'settings'
