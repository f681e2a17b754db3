import source from '../../schemas/form.schema.json' with { type: 'json' }
import type { IdentityField } from './generated/form.ts'

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
export const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : definitionOf(schema.$ref.replace('#/definitions/', ''))

/** The keys of an object, from its schema. */
export type ObjectShape = {
  readonly keys: readonly string[]
  readonly required: readonly string[]
  /** Names for one key, of which at least one must be present; empty if the schema asks for none. */
  readonly oneOf: readonly string[]
  /** Whether other keys are refused. */
  readonly isStrict: boolean
  /** The most entries of the arrays under its keys, where there is a maximum. */
  readonly most: ReadonlyMap<string, number>
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
  most: new Map(
    Object.entries(properties).flatMap(([key, { maxItems }]) =>
      maxItems === undefined ? [] : [[key, maxItems]],
    ),
  ),
})

/** The component types that our server can draw, in the contract's order. */
export const typeNames = [
  'ShortInput',
  'LongInput',
  'EmailForm',
  'Number',
  'Rating',
  'OpinionScale',
  'Date',
  'Time',
  'Phone',
  'PasswordInput',
  'FileUploader',
  'IdentityInfo',
  'Address',
  'Dropdown',
  'MultipleOptionsQuestion',
  'GraphicOptions',
  'Matrix',
  'Ranking',
  'Consent',
  'SchedulerScreen',
  'Scheduler',
  'NextButton',
  'Header',
  'Disclaimer',
  'Statement',
] as const

/** The name of a component type. */
export type TypeName = (typeof typeNames)[number]

/** Whether this is the name of a type that our server can draw. */
export const isTypeName = (name: unknown): name is TypeName => typeNames.some((known) => known === name)

/** What may stand beside the type of a component. */
export const componentKeys = Object.keys(definitionOf('Component').properties ?? {})

/** Whether a type only shows something: a step of these alone is the end of a form. */
export const asksNothing = (type: string): boolean => ['Header', 'Disclaimer', 'Statement'].includes(type)

/** A component's content under main key names, of any shape beyond what the schema names. */
export type Content = Readonly<Record<string, unknown>>

/** The name of the definition for a type's content. The contract has two names for the one scheduling component. */
export const definitionNameOf = (type: TypeName): Exclude<TypeName, 'Scheduler'> =>
  type === 'Scheduler' ? 'SchedulerScreen' : type

/** The schema of a type's content. */
export const contentSchema = (type: TypeName): Schema => definitionOf(definitionNameOf(type))

/** The shape of a type's content. */
export function contentShape(type: TypeName): ObjectShape {
  const shape = contentShapes.get(type) ?? shapeOf(contentSchema(type))
  contentShapes.set(type, shape)
  return shape
}

const contentShapes = new Map<TypeName, ObjectShape>()

/** The other names of keys, each with its main key (contract, Component types). */
export const aliasesOf = (type: TypeName): Readonly<Record<string, string>> =>
  aliases[definitionNameOf(type)] ?? {}

const aliases: Partial<Record<TypeName, Readonly<Record<string, string>>>> = {
  Dropdown: { choices: 'options' },
  MultipleOptionsQuestion: { options: 'choices' },
  GraphicOptions: { options: 'choices' },
  SchedulerScreen: { url: 'dataUrl', calendarUrl: 'dataUrl' },
  NextButton: { label: 'buttonText' },
}

/** Content with every alias replaced by its main key. If both are present, the main key wins. */
export function canonicalContent(type: TypeName, content: Content): Content {
  const mainKeys = aliasesOf(type)
  const entries = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    const main = Object.hasOwn(mainKeys, key) ? mainKeys[key] : undefined
    if (main === undefined) return [[key, value]]
    return Object.hasOwn(content, main) ? [] : [[main, value]]
  })
  return Object.fromEntries(entries)
}

/** A whole content of that type, as an author might write it. */
export function exampleContent(type: TypeName): Content {
  // The schema's own tests prove that each definition has one, and that it is an object.
  return (contentSchema(type).examples?.[0] ?? {}) as Content
}

/** What a type is, in a sentence. */
export const describeType = (type: TypeName): string =>
  type === 'Scheduler' ? 'Another name for SchedulerScreen.' : (contentSchema(type).description ?? '')

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

/** The names in the query of a page's address that no hidden field and no prefilled question has: they say what to show. */
export const pageQueryNames: readonly string[] = ['step', 'sent', 'new', 'resume', 'lang']
