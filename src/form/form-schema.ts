import source from '../../schemas/form.schema.json' with { type: 'json' }
import type { Content, TypeName } from './components/component-type.ts'

/** A JSON Schema (draft-07), as far as the schema of a form uses one. */
export type Schema = {
  readonly $schema?: string
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
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

/** The name of the definition that tells a type's content; the two scheduling types share one. */
export const definitionNameOf = (type: TypeName): string => (type === 'Scheduler' ? 'SchedulerScreen' : type)

/** The schema of a type's content. */
export const contentSchema = (type: TypeName): Schema => definitionOf(definitionNameOf(type))

/** A whole content of that type, as an author might write it. */
export function exampleContent(type: TypeName): Content {
  // The schema's own tests prove that each definition has one, and that it is an object.
  return (contentSchema(type).examples?.[0] ?? {}) as Content
}

/** What a type is, in a sentence. */
export const describeType = (type: TypeName): string =>
  type === 'Scheduler' ? 'The rarer name of SchedulerScreen.' : (contentSchema(type).description ?? '')
