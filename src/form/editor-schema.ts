import type { TypeName } from './components/component-type.ts'
import { contentShapes, typeNames } from './components/content-shapes.ts'
import {
  contentSchema,
  definitionNameOf,
  definitionOf,
  describeType,
  formSchema,
  type Schema,
} from './form-schema.ts'

/** A draft-07 schema, with keywords beside it that editors know: the words of an enum, snippets, messages. */
export type EditorSchema = Schema & Readonly<Record<string, unknown>>

/** The schema of specs for editors: self-contained, it completes and describes every key of every type. */
export function editorSchema(): EditorSchema {
  const { $id: _id, definitions: _definitions, ...form } = formSchema
  const { properties, ...rest } = closed(form)
  return {
    ...rest,
    title: 'Form spec',
    properties: { ...properties, vars },
    definitions: {
      Step: closed(definitionOf('Step')),
      Component: component(definitionOf('Component')),
      IdentityField: closed(definitionOf('IdentityField')),
      ...Object.fromEntries(typeNames.map((type) => [definitionNameOf(type), content(type)])),
    },
  }
}

/** What stands in a spec and is never sent to a service. */
const vars: EditorSchema = {
  type: 'object',
  description: 'Variables with their defaults: ${name} in a text of the form becomes the text behind name.',
  patternProperties: { '': { type: ['string', 'number', 'boolean', 'null'] } },
  defaultSnippets: [{ label: 'an example', body: { customer: '${1:Acme}' } }],
}

/** The schema of one type's content for editors, self-contained. */
export function typeEditorSchema(type: TypeName): EditorSchema {
  const definitions = { IdentityField: closed(definitionOf('IdentityField')) }
  return {
    $schema: formSchema.$schema ?? '',
    title: type,
    ...content(type),
    ...(type === 'IdentityInfo' ? { definitions } : {}),
  }
}

/** A schema as the text of a file: what is printed, shipped, and written beside specs. */
export const schemaText = (schema: EditorSchema): string => `${JSON.stringify(schema, undefined, 2)}\n`

/** An object that has no other keys. An editor shows that as a warning, as the lint does where a key has no effect. */
function closed(schema: Schema): EditorSchema {
  const { properties = {}, ...rest } = withSnippet(schema)
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([key, held]) => [key, withSnippet(held)])),
    additionalProperties: false,
  }
}

function component(source: Schema): EditorSchema {
  const { properties: { type: word, content: held, ...others } = {}, ...rest } = closed(source)
  const words = { enum: typeNames, enumDescriptions: typeNames.map(describeType) }
  return {
    ...rest,
    // A content is held against its own type only, once that is known: so one mistake gives one message.
    properties: {
      type: { ...word, ...words },
      content: { description: held?.description ?? '' },
      ...others,
    },
    allOf: typeNames.map((type) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits it
      then: { properties: { content: { $ref: `#/definitions/${definitionNameOf(type)}` } } },
    })),
  }
}

function content(type: TypeName): EditorSchema {
  const { oneOf } = contentShapes[type]
  const [main, ...others] = oneOf
  const schema = closed({ title: type, ...contentSchema(type) })
  if (main === undefined) return schema
  const errorMessage = `Missing property "${main}" (or its other name: ${others.join(', ')}).`
  return { ...schema, anyOf: oneOf.map((name) => ({ required: [name], errorMessage })) }
}

/** Objects as examples become snippets: editors complete examples as if each were a text. */
function withSnippet(schema: Schema): EditorSchema {
  const { examples: [example] = [], ...rest } = schema
  if (Array.isArray(example) && example.some((part) => typeof part === 'object')) return rest
  if (Array.isArray(example) || typeof example !== 'object') return schema
  return { ...rest, defaultSnippets: [{ label: 'an example', body: withStops(example) }] }
}

/** A value whose texts are places where an editor's cursor stops, one after the other. */
function withStops(value: unknown): unknown {
  let stop = 0
  const stopped = (part: unknown): unknown => {
    if (typeof part === 'string') return `\${${++stop}:${part.replaceAll(/[\\$}]/g, String.raw`\$&`)}}`
    if (Array.isArray(part)) return part.map(stopped)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, held]) => [key, stopped(held)]))
  }
  return stopped(value)
}
