import manifest from '../../package.json' with { type: 'json' }
import { keyHeader } from '../wire/wire.ts'
import type { Description, HeaderParameter, Operation, QueryParameter } from './api/operation.ts'
import { ours, ref, schemas, type Json } from './openapi-schemas.ts'
import { refusalNamed, type RefusalCode } from './refusal.ts'

/** The API as OpenAPI 3.1, made from its operations, the table of refusals and the schemas. */
export function describeApi(operations: readonly Operation[]): Json {
  const described = operations.map((operation): [string, Json] => [
    pathOf(operation.route),
    { [operation.method.toLowerCase()]: operationOf(operation) },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'formctl service', version: manifest.version, description: introduction },
    security: [{ key: [] }],
    paths: Object.fromEntries([...described, ...pagePaths]),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: keyHeader } },
      schemas,
    },
  }
}

const introduction =
  'Generates forms and reads their responses. Whatever is marked x-not-in-contract is a choice or an extension of this service; another service of the same contract may differ there.'

const pathOf = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}')

function operationOf({ description, route, needsKey }: Operation): Json {
  const { id, summary, clause, query = [], headers = [], body, choices = [] } = description
  const inPath = Array.from(route.matchAll(/:(\w+)/g), ([, name = '']) => pathParameter(name))
  return {
    operationId: id,
    summary,
    ...(clause === undefined ? ours : { description: `Contract: ${clause}.` }),
    ...(choices.length === 0 ? {} : { 'x-choices': choices.map(markedChoice) }),
    ...(needsKey ? {} : { security: [] }),
    parameters: [...inPath, ...query.map(queryParameter), ...headers.map(headerParameter)],
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonOf(body) } }),
    responses: { '200': successOf(description), ...refusalsOf(description, needsKey) },
  }
}

const markedChoice = (description: string): Json => ({ description, ...ours })

const pathParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
})

const queryParameter = ({ name, type, summary }: QueryParameter): Json => ({
  name,
  in: 'query',
  description: summary,
  schema: { type },
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
  content: success.schema === undefined ? { [success.mediaType ?? '*/*']: {} } : jsonOf(success.schema),
})

/** The refusals that the contract shows (Errors); every other is our choice. */
const ofContract: ReadonlySet<RefusalCode> = new Set(['body-invalid', 'source-form-unknown'])

function refusalsOf({ refusals }: Description, needsKey: boolean): Json {
  const codes: readonly RefusalCode[] = [
    ...refusals,
    ...(needsKey ? (['key-refused'] as const) : []),
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

const page: Json = { description: 'A page.', content: { 'text/html': {} } }
const toForm: Json = { parameters: [pathParameter('formId')], security: [], ...ours }

/** The public pages; their address is in the contract (Form, url), what is sent there is not. */
const pagePaths: readonly [string, Json][] = [
  [
    '/s/{formId}',
    {
      get: {
        operationId: 'showForm',
        summary: 'Show a step of a form.',
        ...toForm,
        responses: { '200': page },
      },
      post: {
        operationId: 'sendStep',
        summary: 'Send a step of a form.',
        ...toForm,
        responses: { '200': page },
      },
    },
  ],
  [
    '/s/{formId}/done',
    {
      get: { operationId: 'thank', summary: 'Thank for a response.', ...toForm, responses: { '200': page } },
    },
  ],
]
