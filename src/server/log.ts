import type { FastifyReply, FastifyRequest } from 'fastify'
import { lastFour, replaceApiKeys } from '../form/api-key.ts'
import { Failure } from '../failure/failure.ts'
import type { World } from './world.ts'

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
