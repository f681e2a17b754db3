import type { Answer } from './generated/response.ts'
import { componentTypes } from './components.ts'
import { wordsFor } from './repair/tool-words.ts'
import { readAnswer, type ReferenceData } from './read-answer.ts'
import {
  contentSchema,
  definitionOf,
  describeType,
  exampleContent,
  type Schema,
  definitionNameOf,
  mainTypeNames,
  formSchema,
  type Content,
  type TypeName,
  contentShape,
  typeNames,
  definitionFor,
} from './schema.ts'

export type KeyGuide = {
  readonly key: string
  /** What it holds, in words. */
  readonly holds: string
  readonly isRequired: boolean
  readonly description: string
  /** Other names under which it is accepted. */
  readonly aliases: readonly string[]
  /** What other tools call it, as `multiple (GitHub issue forms, HTML)`. */
  readonly elsewhere: readonly string[]
  readonly example: unknown
}

export type TypeGuide = {
  readonly type: TypeName
  readonly description: string
  /** What a person is asked for, if anything. */
  readonly asks?: string
  readonly keys: readonly KeyGuide[]
  /** What other tools call the type, as `select (HTML)`. */
  readonly elsewhere: readonly string[]
  /** The keys beside `type`, which are the same for all types. */
  readonly besideType: readonly KeyGuide[]
  /** The keys of one identity field. */
  readonly fieldKeys?: readonly KeyGuide[]
  /** The words that `key` of an identity field takes. */
  readonly identityKeys?: readonly string[]
  readonly example: Content
  /** What a response holds for the example. */
  readonly answer?: Answer
}

/** The guide to a component type, from its schema and from the code that reads its answers. */
export function guideTo(type: TypeName): TypeGuide {
  const schema = contentSchema(type)
  const { asks, aliases, inner } = componentTypes[type]
  const field = inner?.kind === 'field' ? definitionOf(inner.definition) : undefined
  return {
    type,
    description: describeType(type),
    asks: asks?.summary,
    elsewhere: wordsFor(type, '>'),
    keys: keysOf(schema, aliases, contentShape(type).oneOf),
    besideType: keysBesideType(),
    fieldKeys: field && keysOf(field),
    identityKeys: field && (field.properties?.['key']?.enum ?? []),
    example: exampleContent(type),
    answer: sampleAnswer(type),
  }
}

/** The keys of a component other than its type and its content, the most usual first. */
export const keysBesideType = (): readonly KeyGuide[] =>
  ['required', 'key', 'description', 'visibleIf'].flatMap((name) =>
    keysOf(definitionOf('Component')).filter(({ key }) => key === name),
  )

/** The guide to the keys of an object, from its schema. `aliases`: other names with their main keys; `oneOf`: one of them is required. */
export const keysOf = (
  schema: Schema,
  aliases: Readonly<Record<string, string>> = {},
  oneOf: readonly string[] = [],
): readonly KeyGuide[] =>
  Object.entries(schema.properties ?? {})
    .filter(([key]) => !Object.hasOwn(aliases, key))
    .map(([key, source]) => ({ key, property: definitionFor(source) }))
    .map(({ key, property }) => ({
      key,
      holds: kindOf(key, property),
      isRequired: oneOf.includes(key) || (schema.required ?? []).includes(key),
      description: property.description ?? '',
      aliases: Object.keys(aliases).filter((alias) => aliases[alias] === key),
      elsewhere: wordsFor(key, '=~'),
      example: property.examples?.[0],
    }))

function kindOf(key: string, { type, title, items, enum: words }: Schema): string {
  if (words !== undefined)
    return key === 'key' || words.length > 6
      ? 'one of the keys listed below'
      : words.map((word) => `"${word}"`).join(' or ')
  if (type === 'boolean') return 'true or false'
  if (type === 'integer' || type === 'number') return `a${type === 'integer' ? ' whole' : ''} number`
  if (type === undefined) return 'a text, a number, or true or false'
  if (title === 'Condition') return 'a condition'
  if (type === 'object') return 'an object'
  if (type !== 'array') return 'a text'
  return `a list of ${items?.type === 'string' ? 'texts' : items?.enum ? 'words' : key}`
}

function sampleAnswer(type: TypeName): Answer | undefined {
  const { asks } = componentTypes[type]
  if (!asks) return undefined
  const fields = new Map(Object.entries(asks.sample).map(([field, text]) => [field, [text]]))
  const referenceData: ReferenceData = { phoneNumber: (text) => text }
  const files = asks.files ?? []
  return readAnswer(componentTypes[type], exampleContent(type), { fields, files, referenceData }).response
}

/** An answer to a question that gives each of its members something; undefined for what asks nothing. */
export function fullAnswer(type: TypeName, asked: Content): Answer | undefined {
  const members = componentTypes[type].fullAnswer?.(asked) ?? sampleAnswer(type)
  return members && { type, headline: '', componentShapeVersion: '2.0', ...members }
}

/** A draft-07 schema with the further keywords of editors: descriptions of enum values, snippets, messages. */
export type EditorSchema = Omit<Schema, 'type'> & Readonly<Record<string, unknown>>

/** The self-contained schema of specs for editors; it completes and describes every key of every type. */
export function editorSchema(): EditorSchema {
  const { $id: _id, definitions: _definitions, ...form } = formSchema
  const { properties, ...rest } = closed(form)
  return {
    ...rest,
    title: 'Form spec',
    properties: { ...properties, vars },
    patternProperties: { '^x-': { description: 'Values for anchors, which the form shares; never sent.' } },
    definitions: {
      Step: closed(definitionOf('Step')),
      Component: component(definitionOf('Component')),
      Condition: closed(definitionOf('Condition')),
      Next: closed(definitionOf('Next')),
      Settings: closed(definitionOf('Settings')),
      ...Object.fromEntries(
        Object.values(componentTypes).flatMap(({ inner }) =>
          inner ? [[inner.definition, closed(definitionOf(inner.definition))]] : [],
        ),
      ),
      ...Object.fromEntries(mainTypeNames.map((type) => [type, content(type)])),
    },
  }
}

/** A part of specs that is never sent to a service. */
const vars: EditorSchema = {
  type: 'object',
  description:
    'Variables with their defaults: ${name} in a text of the form becomes the text given for name; alone, it is the value.',
  patternProperties: { '': { type: ['string', 'number', 'boolean', 'array', 'null'] } },
  defaultSnippets: [{ label: 'an example', body: { customer: '${1:Acme}' } }],
}

/** The schema of one type's content for editors, self-contained. */
export function typeEditorSchema(type: TypeName): EditorSchema {
  const part = componentTypes[type].inner?.definition
  return {
    $schema: formSchema.$schema ?? '',
    title: type,
    ...content(type),
    ...(part !== undefined && { definitions: { [part]: closed(definitionOf(part)) } }),
  }
}

export const schemaText = (schema: EditorSchema): string => `${JSON.stringify(schema, undefined, 2)}\n`

/** Refuses other keys: an editor warns of them, as the rules do of keys without effect. */
function closed(schema: Schema): EditorSchema {
  const { properties = {}, ...rest } = withSnippet(schema)
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [
        key,
        withWords(key, withVariable(withSnippet(property))),
      ]),
    ),
    additionalProperties: false,
  }
}

/** Takes a variable, too, where the value is no text. */
const withVariable = (property: EditorSchema): EditorSchema =>
  /^(?:boolean|integer|number|array)$/.test(String(property['type']))
    ? { ...property, type: [property['type'], 'string'], pattern: '^\\$\\{[^{}]+\\}$' }
    : property

/** The description of a key, with what other tools call it. */
function withWords(key: string, property: EditorSchema): EditorSchema {
  const words = wordsFor(key, '=~').join(', ')
  const { description } = property
  return words === '' || description === undefined
    ? property
    : { ...property, description: `${description} Elsewhere: ${words}.` }
}

function describeWithWords(type: TypeName): string {
  const words = wordsFor(type, '>').join(', ')
  return words === '' ? describeType(type) : `${describeType(type)} Elsewhere: ${words}.`
}

function component(source: Schema): EditorSchema {
  const { properties: { type: word, content: contentProperty, ...others } = {}, ...rest } = closed(source)
  const words = { enum: typeNames, enumDescriptions: typeNames.map(describeWithWords) }
  return {
    ...rest,
    // A content is checked against its own type only, so one mistake gives one message.
    properties: {
      type: { ...word, ...words },
      ...others,
      content: { description: contentProperty?.description ?? '' },
    },
    allOf: typeNames.map((type) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits it
      then: { properties: { content: { $ref: `#/definitions/${definitionNameOf(type)}` } } },
    })),
  }
}

function content(type: TypeName): EditorSchema {
  const { oneOf } = contentShape(type)
  const [main, ...others] = oneOf
  const schema = closed({ title: type, ...contentSchema(type) })
  if (main === undefined) return schema
  const errorMessage = `Missing property "${main}" (or its other name: ${others.join(', ')}).`
  return { ...schema, anyOf: oneOf.map((name) => ({ required: [name], errorMessage })) }
}

/** Turns example objects into snippets: editors insert examples as texts. */
function withSnippet(schema: Schema): EditorSchema {
  const { examples: [example] = [], ...rest } = schema
  if (Array.isArray(example) && example.some((part) => typeof part === 'object')) return rest
  if (Array.isArray(example) || typeof example !== 'object') return schema
  return { ...rest, defaultSnippets: [{ label: 'an example', body: withStops(example) }] }
}

/** Makes each text of a value a tab stop of the snippet. */
function withStops(value: unknown): unknown {
  let stop = 0
  const stopped = (part: unknown): unknown => {
    if (typeof part === 'string') return `\${${++stop}:${part.replaceAll(/[\\$}]/g, String.raw`\$&`)}}`
    if (Array.isArray(part)) return part.map(stopped)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, stopped(inner)]))
  }
  return stopped(value)
}
