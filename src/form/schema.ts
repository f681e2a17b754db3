import source from '../../schemas/form.schema.json' with { type: 'json' }
import type { IdentityField } from './generated/form.ts'
import { typeNames } from './generated/type-names.ts'
import { groupedByKey, lazy, remembered } from './value.ts'

export { typeNames } from './generated/type-names.ts'

/** A JSON Schema (draft-07), as far as the schema of a form uses one. */
export type Schema = {
  readonly $schema?: string
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly pattern?: string
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly definitions?: Readonly<Record<string, Schema>>
}

/** The single source of the shapes of a form. */
export const formSchema: Schema = source

/** A definition of the source by its name. */
export function definitionOf(name: string): Schema {
  const definition = formSchema.definitions?.[name]
  if (definition === undefined) throw new Error(`the schema of a form has no definition ${name}`)
  return definition
}

/** A schema itself, or the definition that it refers to. */
export const definitionFor = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : definitionOf(schema.$ref.replace(local, ''))

const local = '#/definitions/'

/** Every schema of a key, wherever in a form it stands. */
const schemasByKey = lazy(() =>
  groupedByKey(
    [formSchema, ...Object.values(formSchema.definitions ?? {})].flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([key, schema]) => [key, definitionFor(schema)] as const),
    ),
  ),
)

/** Whether the schema has only texts at a path: for its last key everywhere, whatever it stands in. */
export function takesOnlyText(path: readonly (string | number)[]): boolean {
  const schemas = path.reduce<readonly Schema[]>((owners, part) => {
    if (typeof part === 'number') return owners.flatMap(({ items = [] }) => items)
    const free = owners.flatMap(({ additionalProperties: each }) => (typeof each === 'object' ? [each] : []))
    return free.length > 0 ? free : (schemasByKey().get(part) ?? [])
  }, [])
  const isText = ({ type, enum: words }: Schema): boolean => type === 'string' || words !== undefined
  return schemas.length > 0 && schemas.every(isText)
}

/** The keys of an object, from its schema. */
export type ObjectShape = {
  readonly keys: readonly string[]
  readonly required: readonly string[]
  /** Alternative names of one key. At least one must be present; empty if there is no such key. */
  readonly oneOf: readonly string[]
  /** Whether other keys are refused. */
  readonly isStrict: boolean
  /** The most entries of the arrays under its keys, where there is a maximum. */
  readonly maxItems: ReadonlyMap<string, number>
}

/** The shape of the objects that a schema describes. */
export const shapeOf = ({
  properties = {},
  required = [],
  anyOf = [],
  additionalProperties,
}: Schema): ObjectShape => ({
  keys: Object.keys(properties),
  required,
  oneOf: anyOf.flatMap((branch) => branch.required ?? []),
  isStrict: additionalProperties === false,
  maxItems: new Map(
    Object.entries(properties).flatMap(([key, { maxItems }]) =>
      maxItems === undefined ? [] : [[key, maxItems]],
    ),
  ),
})

/** The name of a component type. */
export type TypeName = (typeof typeNames)[number]

const names: ReadonlySet<unknown> = new Set(typeNames)

/** Whether this is the name of a type that our server can draw. */
export const isTypeName = (name: unknown): name is TypeName => names.has(name)

/** The keys of a component. */
export const componentKeys = Object.keys(definitionOf('Component').properties ?? {})

/** A component's content under main key names, of any shape beyond what the schema names. */
export type Content = Readonly<Record<string, unknown>>

/** The name of the definition of a type's content; for an alias of a type, that of the type itself. */
export const definitionNameOf = (type: TypeName): string =>
  definitionOf(type).$ref?.replace(local, '') ?? type

/** The types without the aliases that the contract has for some. */
export const mainTypeNames = typeNames.filter((type) => definitionNameOf(type) === type)

/** The schema of a type's content. */
export const contentSchema = (type: TypeName): Schema => definitionFor(definitionOf(type))

/** The shape of a type's content. */
export const contentShape = remembered((type: TypeName): ObjectShape => shapeOf(contentSchema(type)))

/** A whole content of that type, as an author might write it. */
export function exampleContent(type: TypeName): Content {
  // The schema's own tests prove that each definition has one, and that it is an object.
  return (contentSchema(type).examples?.[0] ?? {}) as Content
}

/** What a type is, in a sentence. */
export const describeType = (type: TypeName): string =>
  mainTypeNames.includes(type)
    ? (contentSchema(type).description ?? '')
    : `Another name for ${definitionNameOf(type)}.`

/** What an identity field may ask for, by name. */
export type IdentityKey = IdentityField['key']

/** What an identity field may ask for (contract, IdentityInfo content). The type is generated from the same enum. */
export const identityKeys = (definitionOf('IdentityField').properties?.['key']?.enum ??
  []) as readonly IdentityKey[]

export const isIdentityKey = (key: unknown): key is IdentityKey => identityKeys.some((known) => known === key)

/** The identity keys that ask for an e-mail address. */
export const emailKeys: readonly IdentityKey[] = ['emailAddress', 'workEmailAddress']

/** The identity keys that ask for a phone number. */
export const phoneKeys: readonly IdentityKey[] = ['phoneNumber']

/** Names in the query of a page's address that are reserved, so no hidden field or prefilled question can have them. */
export const pageQueryNames: readonly string[] = ['step', 'sent', 'new', 'resume', 'lang']
