/** The HTTP contract as values: the service as a function type, paths, headers, bodies and calls. */
import type { Form, FormLabel, FormSummary, PublishedForm } from '../form/form.ts'
import type { Path } from '../form/value.ts'

/** Query parameters, one value per name. */
export type Query = Readonly<Record<string, string>>

/** Header names are lower case. */
export type Headers = Readonly<Record<string, string>>

/** One HTTP call as a value. `path` starts with `/` and is relative to the base URL. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query: Query
  readonly headers: Headers
  readonly body?: string
  /** Most seconds for the whole call, the body included; only a network needs it. */
  readonly seconds?: number
  /** Which attempt at the same call this is, from 1. */
  readonly attempt?: number
}

/**
 * The reply to a call. The body comes in chunks and may fail midway. A chunk is valid until the next one is requested.
 * The caller must read the body.
 */
export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

/** A service: `overHttp(baseUrl)` in client and `serviceOf(app)` in server are both one. */
export type Service = (call: Call) => Promise<Reply>

/** The folder of the base URL `embedded:<dir>`, a service on this machine; undefined for any other base URL. */
export const embeddedFolder = (baseUrl: string): string | undefined => /^embedded:(.*)$/s.exec(baseUrl)?.[1]

/** Whether a host is this machine; an IPv6 address may have its brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^(\[::1\]|::1|127(\.\d+){3})$/.test(host)

/** The most responses that a read of one form returns (contract, Limits). When so many come, there may be more. */
export const maxResponsesPerFormRead = 10

/** The paths of the contract (Endpoints) and of our extensions. `:name` is one segment. */
export const routes = {
  /** Endpoint 1. */
  generate: '/api/v1/environments/:environmentId/forms/generate',
  /** Endpoints 2 and 3. */
  responses: '/api/v1/responses',
  /** Extension: one response. */
  response: '/api/v1/responses/:formId/:responseId',
  /** Extension: what has changed, in order. */
  changes: '/api/v1/changes',
  /** Extension: the same as server-sent events, as they happen. */
  events: '/api/v1/events',
  /** Extension: the forms of an environment. */
  forms: '/api/v1/environments/:environmentId/forms',
  /** Extension: the responses of an environment, to erase some. */
  environmentResponses: '/api/v1/environments/:environmentId/responses',
  /** Extension: one form. */
  form: '/api/v1/environments/:environmentId/forms/:formId',
  /** Extension: a form takes no more answers. */
  closeForm: '/api/v1/environments/:environmentId/forms/:formId/close',
  /** Extension: an uploaded file. */
  file: '/api/v1/files/:fileId',
  /** Extension: what a server can do beyond the contract; needs no key. */
  wellKnown: '/.well-known/formctl',
  /** Extension: the description of every operation, as OpenAPI. */
  openApi: '/openapi.json',
} as const

/** A route with its segments filled in, each percent-encoded. */
export const pathOf = (route: string, segments: Readonly<Record<string, string>> = {}): string =>
  route.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(segments[name] ?? ''))

/** The name of the header that holds the API key (contract, Authentication 1). */
export const keyHeader = 'x-api-key'

/** The header that identifies a request when it is sent again (extension `idempotency-key`). */
export const idempotencyHeader = 'idempotency-key'

/** The header that marks a reply as the stored one of an earlier request with the same key. */
export const replayedHeader = 'idempotency-replayed'

/** The header of generate that says what the form is made of: a `FormLabel` as JSON, percent-encoded (extension `form-labels`). */
export const labelHeader = 'form-label'

/** The media type of records on lines (NDJSON). */
export const ndjsonType = 'application/x-ndjson'

/** The header that holds the cursor of a page on lines (extension `responses-paging`), and what it holds at the end. */
export const nextCursorHeader = 'next-cursor'
export const noCursor = 'none'

export const maxPageSize = 1000

/** The media type of server-sent events, and the header that says after which event they go on. */
export const eventStreamType = 'text/event-stream'
export const lastEventIdHeader = 'last-event-id'

/** The largest number of a change: 15 digits. */
export const maxSeq = 999_999_999_999_999

/** A service remembers an idempotency key at least this long: 24 hours, in milliseconds. */
export const minIdempotencyKeyLifetime = 24 * 60 * 60 * 1000

/** The path of a form's pages (contract, Form `url`). */
export const formPath = (formId: string): string => `/s/${encodeURIComponent(formId)}`

/** The body of generate (contract, Endpoint 1): a form with its source form named. */
export type GenerateBody = Form & { readonly sourceFormId: string }

/** The success body of generate. */
export type GenerateReply = {
  readonly success: boolean
  readonly result: { readonly form: { readonly id: string; readonly url: string } }
}

/** The body of every error (contract, Errors); `errors` with a 400. */
export type ErrorBody = { readonly message: string; readonly errors?: readonly BodyFault[] }

/** One fault of a request body and where it is. */
export type BodyFault = { readonly message: string; readonly path: Path }

/** The texts of the contract's own errors. */
export const invalidBodyMessage = 'Invalid request body'
export const sourceFormMessage = 'Source form not found'

/** Extension: the reply of the list of forms; a key that may read is given the numbers of responses, too. */
export type FormsReply = { readonly data: readonly Omit<FormSummary, 'complete' | 'partial'>[] }

/** Extension: what was erased; `uploads` counts the files. */
export type ErasureReply = {
  readonly data: readonly { readonly id: string; readonly formId: string; readonly uploads: number }[]
}

/** Extension: the reply of one form. */
export type FormReply = { readonly data: FormDetail }

export type FormDetail = FormSummary & {
  /** Since when it takes no more answers: a person, its `closesAt` or its `responseLimit` closed it. */
  readonly closedAt?: string
  readonly sourceFormId?: string
} & Pick<PublishedForm, 'steps' | 'language' | 'settings' | 'translations'>

/** Extension: the reply of a deletion. */
export type DeletedReply = { readonly data: { readonly id: string; readonly deletedAt: string } }

/** Extension: the reply of the changes. `last` is the number of the last one there is. */
export type ChangesReply = { readonly data: readonly Change[]; readonly last: number }

/** A change of a form or a response; `responseId` is empty for a form. */
export type Change = {
  readonly seq: number
  readonly type: string
  readonly formId: string
  readonly responseId: string
  readonly at: string
  readonly version: number
}

/** Extension: the reply of `/.well-known/formctl`. */
export type WellKnown = {
  readonly name: 'formctl'
  readonly version: string
  readonly extensions: readonly Extension[]
  /** The component types that it can show. */
  readonly componentTypes: readonly string[]
  /** The environment of the key that came along, and its oldest form. */
  readonly environmentId?: string
  readonly sourceFormId?: string
}

/** What a service can do beyond the contract. */
export type Extension = (typeof extensions)[number]

export const extensions = [
  'forms-list', // `routes.forms`
  'files', // `routes.file`
  'returnPartials-all', // partials in the environment-wide read
  'idempotency-key', // generate with the header of that name creates one form a key, however often it is sent in 24 hours
  'question-keys', // generate takes the `key` of a component as the id of its question
  'responses-paging', // the reads take `limit`, `cursor`, `since` and `fields`, and give lines
  'response', // `routes.response`
  'changes', // `routes.changes`
  'events-stream', // `routes.events`
  'forms-manage', // `routes.form` shows and deletes, `routes.closeForm` closes
  'erasure', // DELETE of `routes.environmentResponses`
  'question-options', // generate takes `required` and `description` beside a type, and every content key of the form schema
  'conditions', // `visibleIf` of steps and components, `key`, `next` and `redirect` of steps
  'form-settings', // `language`, `translations` and `settings`
  'form-labels', // generate takes `labelHeader`, and the forms have it as `label`
  'addresses', // `address` of a form, which leads to the newest form that has it
] as const

/** Creates and publishes a form (contract, Endpoint 1). `idempotencyKey` identifies the request when it is sent again. */
export const generateCall = (
  {
    apiKey,
    environmentId,
    idempotencyKey,
    label,
  }: Readonly<Record<'apiKey' | 'environmentId' | 'idempotencyKey', string>> & {
    readonly label?: FormLabel | undefined
  },
  body: GenerateBody,
): Call => ({
  method: 'POST',
  path: pathOf(routes.generate, { environmentId }),
  query: {},
  headers: {
    ...headersWith(apiKey),
    'content-type': 'application/json',
    // Sent to every service; others ignore it.
    [idempotencyHeader]: idempotencyKey,
    ...(label && { [labelHeader]: encodeURIComponent(JSON.stringify(label)) }),
  },
  body: generateText(body),
})

/** A form without the keys of its questions, which the contract does not name (extension `question-keys`). */
export const withoutQuestionKeys = (body: GenerateBody): GenerateBody => ({
  ...body,
  steps: body.steps.map((step) => ({
    ...step,
    components: step.components.map((component) => {
      const { key: _, ...rest } = component
      return rest
    }),
  })),
})

/** The request body that creates a form, as text. */
export const generateText = (body: GenerateBody): string => JSON.stringify(body)

/** Which responses: a form's ten newest, or without `formId` those of the whole environment. */
export type ResponsesSelection = { readonly formId?: string; readonly withPartials: boolean }

/** Reads responses (contract, Endpoints 2 and 3). `returnPartials` is sent only where it changes something. */
export const responsesCall = (apiKey: string, { formId, withPartials }: ResponsesSelection): Call =>
  keyedCall(apiKey, routes.responses, {
    ...(formId === undefined ? {} : { formId }),
    ...(withPartials ? { returnPartials: 'true' } : {}),
  })

/**
 * A page of responses; `cursor` is that of the page before. With `since`, those that changed after the change of that number, in the
 * order of their last changes; without it, those of a form, newest first.
 */
export type PageSelection = ResponsesSelection & {
  readonly since?: number
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Extension `responses-paging`: reads a page, as lines. */
export function pageCall(apiKey: string, { since, limit, cursor, ...wanted }: PageSelection): Call {
  const { query } = responsesCall(apiKey, wanted)
  const page = {
    ...query,
    ...(since !== undefined && { since: String(since) }),
    limit: String(limit),
    ...(cursor !== undefined && { cursor }),
  }
  return keyedCall(apiKey, routes.responses, page, { accept: ndjsonType })
}

/** Extension `changes`: the changes after the one of a number. */
export const changesCall = (apiKey: string, after: number, limit: number): Call =>
  keyedCall(apiKey, routes.changes, { after: String(after), limit: String(limit) })

/** Extension `events-stream`: the changes after the one of a number, as they happen. */
export const eventsCall = (apiKey: string, after: number): Call =>
  keyedCall(apiKey, routes.events, {}, { accept: eventStreamType, [lastEventIdHeader]: String(after) })

/** Extension `forms-list`: the forms of an environment. */
export const formsCall = (apiKey: string, environmentId: string): Call =>
  keyedCall(apiKey, pathOf(routes.forms, { environmentId }))

/** Extension `forms-manage`: an operation on one form. */
export const formCall = (
  { apiKey, environmentId }: Readonly<Record<'apiKey' | 'environmentId', string>>,
  route: string,
  method: Call['method'],
  formId: string,
): Call => ({ ...keyedCall(apiKey, pathOf(route, { environmentId, formId })), method })

/** What a server can do beyond the contract; needs no key, so it carries none. */
export const wellKnownCall: Call = {
  method: 'GET',
  path: routes.wellKnown,
  query: {},
  headers: { accept: 'application/json' },
}

/** The same with a key, for which our server also announces the environment and a source form. */
export const keyedWellKnownCall = (apiKey: string): Call => keyedCall(apiKey, routes.wellKnown)

const keyedCall = (apiKey: string, path: string, query: Query = {}, headers: Headers = {}): Call => ({
  method: 'GET',
  path,
  query,
  headers: { ...headersWith(apiKey), ...headers },
})

const headersWith = (apiKey: string): Headers => ({ accept: 'application/json', [keyHeader]: apiKey })

/** Whether a text can be a key: printable ASCII, as a header needs it. */
export const isValidKey = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey)

/** Bytes as text; undefined: they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Parses a text as JSON; undefined, which JSON does not have, if it is not valid. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
