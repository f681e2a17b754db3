import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { type BodyFault, type ErrorBody, invalidBodyMessage, sourceFormMessage } from '../wire/wire.ts'
import { Failure } from '../failure/failure.ts'
import type { Scope } from '../store/store.ts'

const scopeMessage = (scope: Scope): string =>
  `This API key has no scope ${scope}, which this operation needs. Use a key that has it.`

/** All refusals of the API: the status and the sentence. */
const refusals = {
  'source-form-unknown': { status: 404, message: sourceFormMessage },
  'body-invalid': { status: 400, message: invalidBodyMessage },
  'query-invalid': { status: 400, message: 'Invalid query parameters' },
  'request-unreadable': {
    status: 400,
    message: 'The request cannot be read. Check its address and its headers.',
  },
  'idempotency-key-unfit': {
    status: 400,
    message: 'The header idempotency-key is not valid. Send 1 to 255 printable ASCII characters.',
  },
  'idempotency-key-busy': {
    status: 409,
    message: 'A request with this idempotency-key is being answered right now. Send it again in a second.',
  },
  'idempotency-key-taken': {
    status: 422,
    message:
      'This idempotency-key belongs to an earlier request with another body. Choose a new key for a new form.',
  },
  'key-refused': {
    status: 401,
    message:
      'The API key is missing, wrong, revoked or expired. Send a key of this service in the header x-api-key.',
  },
  'keys-refused': {
    status: 429,
    message:
      'Too many calls with a missing or wrong API key came from this address. Call again after the seconds in the header retry-after.',
  },
  'rate-exceeded': {
    status: 429,
    message:
      'This API key has made too many calls within a minute. Call again after the seconds in the header retry-after.',
  },
  'streams-exceeded': {
    status: 429,
    message: 'This API key has as many open streams of events as it may. Close one, and open another.',
  },
  'stream-only': {
    status: 406,
    message: 'Events come as a stream. Send the header accept: text/event-stream, or read /api/v1/changes.',
  },
  'scope-read': { status: 403, message: scopeMessage('read') },
  'scope-generate': { status: 403, message: scopeMessage('generate') },
  'scope-manage': { status: 403, message: scopeMessage('manage') },
  'environment-unknown': { status: 404, message: 'Environment not found' },
  'form-unknown': { status: 404, message: 'Form not found' },
  'response-unknown': { status: 404, message: 'Response not found' },
  'file-unknown': { status: 404, message: 'File not found' },
  'route-unknown': {
    status: 404,
    message: 'Nothing is here. The operations are described at /openapi.json.',
  },
  'method-unknown': {
    status: 405,
    message: 'This address does not take that method. The header allow names those it takes.',
  },
  'request-slow': { status: 408, message: 'The request did not come in time. Send it again.' },
  'body-too-large': { status: 413, message: 'The request body is larger than this service takes (1 MiB).' },
  'type-unknown': {
    status: 415,
    message: 'The request body is not marked as JSON. Send it with content-type: application/json.',
  },
  'headers-too-large': { status: 431, message: 'The headers are larger than this service takes (16 KiB).' },
  defect: {
    status: 500,
    message: 'The service failed to answer. It may have done what was asked; look before asking again.',
  },
  'disk-full': {
    status: 507,
    message: 'The disk of this service is full, so nothing was kept. Reading still works; try again later.',
  },
  'store-busy': {
    status: 503,
    message: 'The service is busy with other writes, so nothing was kept. Try again in a second.',
  },
  'store-gone': {
    status: 503,
    message:
      'The data of this service cannot be used at the moment. Call again after the seconds in the header retry-after.',
  },
  stopping: { status: 503, message: 'The service is about to stop. Try again later.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

export const refusalNamed = (code: RefusalCode): { readonly status: number; readonly message: string } =>
  refusals[code]

/** Sends a refusal in the shape of the contract (contract, Errors). `retryAfter` is in seconds. */
export function refuse(
  reply: FastifyReply,
  code: RefusalCode,
  {
    errors,
    retryAfter,
  }: { readonly errors?: readonly BodyFault[]; readonly retryAfter?: number | undefined } = {},
): FastifyReply {
  const { status, message } = refusals[code]
  const body: ErrorBody = { message, errors }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** Answers these methods of a route with 405, before the body is read, which may be of any kind and size. */
export const refuseMethods = (
  app: FastifyInstance,
  url: string,
  { method, allowed }: { readonly method: HTTPMethods[]; readonly allowed: readonly string[] },
): unknown =>
  app.route({
    method,
    url,
    onRequest: async (_request, reply) => refuse(reply.header('allow', allowed.join(', ')), 'method-unknown'),
    handler: async () => undefined,
  })

/** The refusal for a failure of the store (`defect`: the write may have happened); undefined for any other error. */
export const refusalOfStore = (
  error: unknown,
): 'disk-full' | 'store-busy' | 'store-gone' | 'defect' | undefined =>
  Failure.is(error, 'disk-full')
    ? 'disk-full'
    : Failure.is(error, 'store-busy')
      ? 'store-busy'
      : Failure.is(error, 'store-unusable')
        ? error.args.isLasting || error.args.isUnknown
          ? 'defect'
          : 'store-gone'
        : undefined

const retries: Partial<Record<RefusalCode, number>> = { 'store-busy': 1, 'store-gone': 5 }

/** The seconds after which to try again. With it, clients are certain that nothing was done. */
export const retryAfterOf = (error: Error & { readonly retryAfter?: number }): number | undefined =>
  retries[refusalOfStore(error) ?? 'defect'] ?? error.retryAfter
