import type { Answer } from './generated/response.ts'
import type { Content, Judge, TypeName } from './components/component-type.ts'
import { contentShapes } from './components/content-shapes.ts'
import { componentTypes } from './components/index.ts'
import { contentSchema, definitionOf, describeType, exampleContent, type Schema } from './form-schema.ts'

/** One key of a content, for an author. */
export type KeyGuide = {
  readonly key: string
  /** What it holds, in words. */
  readonly holds: string
  readonly isRequired: boolean
  readonly description: string
  /** Other names under which it is accepted. */
  readonly aliases: readonly string[]
  readonly example: unknown
}

/** What an author needs to know of a component type. */
export type TypeGuide = {
  readonly type: TypeName
  readonly description: string
  /** What a person is asked for; absent where nothing is. */
  readonly asks?: string
  readonly keys: readonly KeyGuide[]
  /** The keys of one identity field. */
  readonly fieldKeys?: readonly KeyGuide[]
  /** The words that `key` of an identity field takes. */
  readonly identityKeys?: readonly string[]
  readonly example: Content
  /** What a response holds for the example. */
  readonly answer?: Answer
}

/** The guide to a component type, drawn from its schema and from the code that reads its answers. */
export function guideTo(type: TypeName): TypeGuide {
  const schema = contentSchema(type)
  const { asks } = componentTypes[type]
  const answer = sampleAnswer(type)
  const field = type === 'IdentityInfo' ? definitionOf('IdentityField') : undefined
  return {
    type,
    description: describeType(type),
    ...(asks === undefined ? {} : { asks: asks.summary }),
    keys: keysOf(schema, contentShapes[type]),
    ...(field === undefined
      ? {}
      : { fieldKeys: keysOf(field, noAliases), identityKeys: field.properties?.['key']?.enum ?? [] }),
    example: exampleContent(type),
    ...(answer === undefined ? {} : { answer }),
  }
}

type Naming = { readonly aliases: Readonly<Record<string, string>>; readonly oneOf: readonly string[] }

const noAliases: Naming = { aliases: {}, oneOf: [] }

const keysOf = (schema: Schema, { aliases, oneOf }: Naming): readonly KeyGuide[] =>
  Object.entries(schema.properties ?? {})
    .filter(([key]) => !Object.hasOwn(aliases, key))
    .map(([key, property]) => ({
      key,
      holds: kindOf(property),
      isRequired: oneOf.includes(key) || (schema.required ?? []).includes(key),
      description: property.description ?? '',
      aliases: Object.keys(aliases).filter((alias) => aliases[alias] === key),
      example: property.examples?.[0],
    }))

function kindOf({ type, items, enum: words }: Schema): string {
  if (words !== undefined) return 'one of a few words'
  if (type === 'boolean') return 'true or false'
  if (type !== 'array') return 'a text'
  return items?.type === 'string' ? 'a list of texts' : 'a list of fields'
}

// Nothing in the samples needs more judgement.
const lenient: Judge = { isPersonalEmailDomain: () => false, phoneNumber: (text) => text }

function sampleAnswer(type: TypeName): Answer | undefined {
  const { asks, answer } = componentTypes[type]
  return asks && answer?.(exampleContent(type), { ...asks.sample, judge: lenient }).response
}
