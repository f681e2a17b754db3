import manifest from '../../../package.json' with { type: 'json' }
import formSchema from '../../../schemas/form.schema.json' with { type: 'json' }
import labelSchema from '../../../schemas/form-label.schema.json' with { type: 'json' }
import responseSchema from '../../../schemas/response.schema.json' with { type: 'json' }
import { keyHeader, ndjsonType, routes } from '../../wire/wire.ts'
import {
  type Description,
  type HeaderParameter,
  type Operation,
  type QueryParameter,
  json,
} from './operation.ts'
import { recordMembers } from './responses.ts'
import { refusalNamed, type RefusalCode } from '../refusal.ts'
import { typeNamed } from '../../form/components.ts'
import { definitionNameOf, typeNames } from '../../form/schema.ts'

type Json = Readonly<Record<string, unknown>>

/** What marks a part that is our choice, since the contract does not show it. */
const ours: Json = { 'x-not-in-contract': true }

const ofOurs: Json = { description: 'An extension: the contract does not have it.', ...ours }

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const object = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  required,
  properties,
})
const text: Json = { type: 'string' }
const listOf = (items: Json): Json => ({ type: 'array', items })

/** A schema of the folder `schemas`, its definitions found where OpenAPI keeps them. */
const moved = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/definitions/', '#/components/schemas/'))

const { definitions: formParts, $schema: _form, $id: _formId, ...form } = formSchema
const { $schema: _label, $id: _labelId, ...label } = labelSchema
const { definitions: responseParts, $schema: _response, $id: _responseId, ...response } = responseSchema

/** Whether a definition is the content of a type that the contract does not have, or only names. */
function isUnshown(definition: string): boolean {
  const type = typeNamed(definition)
  return type !== undefined && (!type.contract || type.contract.isOnlyNamed === true)
}

const contentRules = typeNames.map((type) => ({
  if: { properties: { type: { const: type } } },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's own word
  then: { properties: { content: ref(definitionNameOf(type)) } },
}))

const summaryMembers: Json = {
  id: text,
  name: text,
  url: text,
  createdAt: text,
  closedAt: { ...text, description: 'Since when a person has closed it.' },
  address: { ...text, description: 'The path that stays, such as /f/feedback.' },
  label,
  complete: { type: 'integer' },
  partial: { type: 'integer' },
}
const requiredOfSummary = ['id', 'name', 'url', 'createdAt']

/** The contract shows one member of `meta`. */
const metaSchema: Json = {
  ...object({ leadId: text }),
  properties: {
    leadId: text,
    flags: {
      type: 'array',
      items: { enum: ['honeypot', 'too-fast', 'no-proof'] },
      description:
        'Signs that a program sent the response: it filled in a hidden field, took less than 3 seconds, or its browser did not solve the task of the form.',
      ...ours,
    },
    finishedAt: {
      ...text,
      description: 'When the response was finished first, if its answers were changed since; ISO 8601.',
      ...ours,
    },
  },
  // The hidden fields of the form that the link of the response had.
  additionalProperties: { ...text, ...ours },
}

/** The shapes of all bodies by name. */
const schemas: Json = {
  ...Object.fromEntries(
    Object.entries(formParts)
      .filter(([, part]) => !('$ref' in part))
      .map(([name, part]) => [name, { ...moved(part), ...(isUnshown(name) ? ours : {}) }]),
  ),
  Component: { ...moved(formParts.Component), allOf: contentRules },
  ...moved(responseParts),
  GenerateBody: { ...moved(form), required: ['sourceFormId', ...form.required] },
  GenerateReply: object({
    success: { type: 'boolean' },
    result: object({ form: object({ id: text, url: { ...text, description: 'Shaped /s/<form_id>.' } }) }),
  }),
  ResponseRecord: { ...moved(response), properties: { ...moved(response.properties), meta: metaSchema } },
  ResponsesReply: object(
    {
      data: listOf({ anyOf: [ref('ResponseRecord'), ref('ChosenFields')] }),
      nextCursor: {
        type: ['string', 'null'],
        description: 'With limit, cursor or since: the cursor of the next page; null at the end.',
        ...ours,
      },
      until: {
        type: 'integer',
        description: 'With the number of a change as since: the since of the next run.',
        ...ours,
      },
    },
    ['data'],
  ),
  ChosenFields: {
    type: 'object',
    description: 'With fields: the named members of a response.',
    properties: Object.fromEntries(
      recordMembers.map((name) => [name, ref(`ResponseRecord/properties/${name}`)]),
    ),
    additionalProperties: false,
    maxProperties: recordMembers.length - 1,
    ...ours,
  },
  ResponseReply: { ...object({ data: ref('ResponseRecord') }), ...ours },
  ChangesReply: { ...object({ data: listOf(ref('Change')), last: { type: 'integer' } }), ...ours },
  Change: {
    ...object({
      seq: { type: 'integer' },
      type: text,
      formId: text,
      responseId: { ...text, description: 'Empty for a change of a form.' },
      at: text,
      version: {
        type: 'integer',
        description: 'How often the form or response has changed: 1 for its first change.',
      },
    }),
    ...ours,
  },
  Error: {
    type: 'object',
    required: ['message'],
    properties: { message: text, errors: { ...listOf(ref('Fault')), description: 'With status 400.' } },
  },
  Fault: object({ message: text, path: listOf({ type: ['string', 'integer'] }) }),
  ErasureReply: {
    ...object({ data: listOf(object({ id: text, formId: text, uploads: { type: 'integer' } })) }),
    ...ours,
  },
  FormsReply: { ...object({ data: listOf(ref('FormSummary')) }), ...ours },
  FormSummary: { ...object(summaryMembers, requiredOfSummary), ...ours },
  FormReply: { ...object({ data: ref('FormDetail') }), ...ours },
  FormDetail: {
    ...object(
      {
        ...summaryMembers,
        closedAt: { ...text, description: 'Since when it takes no more answers, whatever closed it.' },
        sourceFormId: text,
        language: text,
        settings: { type: 'object' },
        translations: { type: 'object' },
        steps: listOf(object({ name: text, components: listOf(ref('PublishedComponent')) })),
      },
      [...requiredOfSummary, 'complete', 'partial', 'steps'],
    ),
    ...ours,
  },
  PublishedComponent: {
    ...object({ questionId: text, type: text, content: { type: 'object' } }),
    ...ours,
  },
  DeletedReply: { ...object({ data: object({ id: text, deletedAt: text }) }), ...ours },
  WellKnown: {
    ...object(
      {
        name: text,
        version: text,
        extensions: listOf(text),
        componentTypes: listOf(text),
        environmentId: text,
        sourceFormId: text,
      },
      ['name', 'version', 'extensions', 'componentTypes'],
    ),
    ...ours,
  },
}

/** The API as OpenAPI 3.1, made from its operations, the table of refusals and the schemas. */
export function describeApi(operations: readonly Operation[]): Json {
  const byPath = Map.groupBy(operations, ({ route }) => pathOf(route))
  const described = Array.from(byPath, ([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((one) => [one.method.toLowerCase(), operationOf(one)])),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'formctl service',
      version: manifest.version,
      description: introduction,
      contact: { name: 'formctl' },
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths: Object.fromEntries(described),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: keyHeader } }, schemas },
  }
}

const tags = {
  Forms: 'Publish, list, close and delete forms.',
  Responses: 'Read and erase what people answered.',
  Service: 'What this service can do.',
}

const tagOf = (route: string): keyof typeof tags =>
  /\/(responses|changes|events|files)/.test(route)
    ? 'Responses'
    : route.includes('/forms')
      ? 'Forms'
      : 'Service'

const introduction =
  'Generates forms and reads their responses. Whatever is marked x-not-in-contract is a choice or an extension of this service; another service of the same contract may differ there.'

const pathOf = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}')

function operationOf(operation: Operation): Json {
  const { description, route, scopes } = operation
  const { id, summary, clause, query = [], headers = [], body, choices = [] } = description
  const inPath = Array.from(route.matchAll(/:(\w+)/g), ([, name = '']) => pathParameter(name))
  return {
    operationId: id,
    summary,
    tags: [tagOf(route)],
    ...(clause === undefined ? ofOurs : { description: `Contract: ${clause}.` }),
    ...(choices.length > 0 && { 'x-choices': choices.map(markedChoice) }),
    ...(!scopes && { security: [] }),
    parameters: [...inPath, ...query.map(queryParameter), ...headers.map(headerParameter)],
    ...(body !== undefined && { requestBody: { required: true, content: jsonOf(body) } }),
    responses: { '200': successOf(description), ...refusalsOf(operation) },
  }
}

const markedChoice = (description: string): Json => ({ description, ...ours })

const pathParameter = (name: string): Json => ({ name, in: 'path', required: true, schema: text })

const queryParameter = ({ name, type, summary, range, extension }: QueryParameter): Json => ({
  name,
  in: 'query',
  description: extension === undefined ? summary : `${summary} (Extension ${extension}.)`,
  ...(extension === undefined ? {} : ours),
  schema: { type, ...(range && { minimum: range[0], maximum: range[1] }) },
})

const headerParameter = ({ name, summary, schema }: HeaderParameter): Json => ({
  name,
  in: 'header',
  description: summary,
  ...ours,
  schema,
})

const successOf = ({ success }: Description): Json => ({
  description: success.summary,
  content: {
    ...(success.schema === undefined ? { [success.mediaType ?? '*/*']: {} } : jsonOf(success.schema)),
    ...(success.asLines && { [ndjsonType]: {} }),
  },
})

/** The refusals that the contract shows (Errors); every other is our choice. */
const ofContract: ReadonlySet<RefusalCode> = new Set(['body-invalid', 'source-form-unknown'])

function refusalsOf({ description: { refusals }, scopes }: Operation): Json {
  const codes: readonly RefusalCode[] = [
    ...refusals,
    ...(scopes
      ? ([`scope-${scopes[0]}`, 'key-refused', 'rate-exceeded'] as const)
      : (['keys-refused'] as const)),
    'defect',
  ]
  return Object.fromEntries(
    codes.map((code) => {
      const { status, message } = refusalNamed(code)
      const mark = ofContract.has(code) ? {} : ours
      return [String(status), { description: message, ...mark, content: jsonOf('Error') }]
    }),
  )
}

const jsonOf = (name: string): Json => ({ 'application/json': { schema: ref(name) } })

/** Extension: the description of all operations, itself among them. */
export const openApi = (operations: () => readonly Operation[]): Operation => ({
  method: 'GET',
  route: routes.openApi,
  description: {
    id: 'readDescription',
    summary: 'Read this description.',
    success: { summary: 'An OpenAPI document.', mediaType: 'application/json' },
    refusals: [],
  },
  answer: async () => json(describeApi(operations())),
})
