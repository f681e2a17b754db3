import type { GenerateBody } from './bodies.ts'
import { idempotencyHeader, keyHeader, pathOf, routes } from './routes.ts'
import type { Call } from './service.ts'

/** Which request to create a form: who asks, where, and the key by which a service knows it again. */
export type GenerateAsked = {
  readonly apiKey: string
  readonly environmentId: string
  readonly idempotencyKey: string
}

/** Creates and publishes a form (contract, Endpoint 1). */
export const generateCall = (
  { apiKey, environmentId, idempotencyKey }: GenerateAsked,
  body: GenerateBody,
): Call => ({
  method: 'POST',
  path: pathOf(routes.generate, { environmentId }),
  query: {},
  headers: {
    ...headersWith(apiKey),
    'content-type': 'application/json',
    // Sent to every service: one that does not know it does not look at it.
    [idempotencyHeader]: idempotencyKey,
  },
  body: generateText(body),
})

/** The body of the request that creates a form, byte by byte. */
export const generateText = (body: GenerateBody): string => JSON.stringify(body)

/** Which responses: a form's ten newest, or without `formId` those of the whole environment. */
export type ResponsesWanted = { readonly formId?: string; readonly withPartials: boolean }

/** Reads responses (contract, Endpoints 2 and 3). `returnPartials` is sent only where it changes something. */
export const responsesCall = (apiKey: string, { formId, withPartials }: ResponsesWanted): Call => ({
  method: 'GET',
  path: routes.responses,
  query: {
    ...(formId === undefined ? {} : { formId }),
    ...(withPartials ? { returnPartials: 'true' } : {}),
  },
  headers: headersWith(apiKey),
})

/** Extension `forms-list`: the forms of an environment. */
export const formsCall = (apiKey: string, environmentId: string): Call => ({
  method: 'GET',
  path: pathOf(routes.forms, { environmentId }),
  query: {},
  headers: headersWith(apiKey),
})

/** What a server can do beyond the contract; needs no key, so it carries none. */
export const wellKnownCall: Call = {
  method: 'GET',
  path: routes.wellKnown,
  query: {},
  headers: { accept: 'application/json' },
}

const headersWith = (apiKey: string): Call['headers'] => ({
  accept: 'application/json',
  [keyHeader]: apiKey,
})
