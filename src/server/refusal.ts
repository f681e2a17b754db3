import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BodyFault, type ErrorBody, invalidBodyMessage, sourceFormMessage } from '../wire/wire.ts'
import { lastFour, replaceApiKeys } from '../form/api-key.ts'
import { Failure } from '../failure/failure.ts'
import type { World } from './world.ts'

/** The one table of what the server refuses: the status and the sentence. */
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
      'This idempotency-key belongs to a request with another body, sent within the last 24 hours. Choose a new key for a new form.',
  },
  'key-refused': {
    status: 401,
    message: 'The API key is missing, wrong or revoked. Send a key of this service in the header x-api-key.',
  },
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
  'store-busy': { status: 503, message: 'The service has more to write than it can. Try again in a second.' },
  'store-gone': {
    status: 503,
    message: 'The data of this service cannot be written at the moment. Its operator has to look.',
  },
  stopping: { status: 503, message: 'The service is about to stop. Try again later.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

export const refusalNamed = (code: RefusalCode): { readonly status: number; readonly message: string } =>
  refusals[code]

/** The status of a refusal and the body that the contract gives it (contract, Errors). */
export const refusalOf = (
  code: RefusalCode,
  errors?: readonly BodyFault[],
): { readonly status: number; readonly body: ErrorBody } => ({
  status: refusals[code].status,
  body: { message: refusals[code].message, ...(errors === undefined ? {} : { errors }) },
})

export function refuse(reply: FastifyReply, code: RefusalCode, errors?: readonly BodyFault[]): FastifyReply {
  const { status, body } = refusalOf(code, errors)
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** What the server answers when the store fails; undefined for an error that is no failure of a store. */
export const refusalOfStore = (error: unknown): 'disk-full' | 'store-busy' | 'store-gone' | undefined =>
  Failure.is(error, 'disk-full')
    ? 'disk-full'
    : Failure.is(error, 'store-busy')
      ? 'store-busy'
      : Failure.is(error, 'store-unusable')
        ? 'store-gone'
        : undefined

type Log = Pick<World, 'log' | 'now'>

/** Logs why a request ended with a 5xx status: the time, the route and the cause. */
export function logFailure(
  { log, now }: Log,
  {
    request,
    status,
    error,
  }: { readonly request: FastifyRequest; readonly status: number; readonly error: unknown },
): void {
  // The route's pattern, since a path may hold what only its visitor should know.
  log(`${now()} ${request.method} ${request.routeOptions.url ?? '(no route)'} ${status}: ${causeOf(error)}`)
}

/** Logs a request that was answered: the time, the method, the path without its query, the status and the duration. */
export function logRequest({ log, now }: Log, request: FastifyRequest, reply: FastifyReply): void {
  const [path = ''] = replaceApiKeys(request.url, lastFour).split('?', 1)
  log(`${now()} ${request.method} ${path} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`)
}

/**
 * Messages of JavaScript may quote answers (`JSON.parse` quotes its text). So only messages that never do are logged: ours
 * and those of SQLite and of the system. Any other error is logged by its name and place.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  if (error instanceof Failure || 'refusal' in error || 'errcode' in error || 'errno' in error)
    return error.message
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return `${error.name}${code}${places.slice(0, 3).join('').replaceAll('    at ', ' at ')}`
}
