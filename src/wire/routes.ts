/** The paths of the contract (Endpoints) and, marked so, of our extensions. `:name` stands for one segment. */
export const routes = {
  /** Endpoint 1. */
  generate: '/api/v1/environments/:environmentId/forms/generate',
  /** Endpoints 2 and 3. */
  responses: '/api/v1/responses',
  /** Extension: the forms of an environment. */
  forms: '/api/v1/environments/:environmentId/forms',
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

/** The name of the header by which a service that announces it knows a request again (extension `idempotency-key`). */
export const idempotencyHeader = 'idempotency-key'

/** The header of a reply that was given before, to a request with the same key. */
export const replayedHeader = 'idempotency-replayed'

/** How long a service remembers such a key, in milliseconds. */
export const keyKept = 24 * 60 * 60 * 1000

/** Where people fill in a form (contract, Form `url`). */
export const formPath = (formId: string): string => `/s/${encodeURIComponent(formId)}`
