import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../failure/failure.ts'
import type { Observe, Store } from '../store/store.ts'
import { holdsApiKey } from '../form/api-key.ts'

/**
 * A line of the operator's log. It has no answer, key or query, and only the pattern of a route: a path may contain what only its
 * visitor should know.
 */
export type LogEntry = {
  /** ISO 8601. */
  readonly time: string
  readonly level: 'info' | 'error'
  readonly message: string
  readonly request?: LoggedRequest
}

type LoggedRequest = {
  readonly id: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string
  /** Why it failed. */
  readonly cause?: string
}

export type LogOptions = {
  readonly format?: 'text' | 'json' | undefined
  /** Whether entries have the address of the visitor. */
  readonly hasAddresses?: boolean
}

/** An entry as one line: a text for people, or JSON for programs. */
export function lineOf(
  { time, level, message, request }: LogEntry,
  { format = 'text', hasAddresses = false }: LogOptions = {},
): string {
  const address = hasAddresses ? request?.address : undefined
  if (format === 'json') {
    const { id, method, route, status, milliseconds, cause } = request ?? {}
    const ofRequest = { request_id: id, method, route, status, duration_ms: milliseconds, address, cause }
    return JSON.stringify({ time, level, message, ...ofRequest })
  }
  if (!request) return `${time} ${message}`
  const { id, method, route, status, milliseconds, cause } = request
  const end = cause === undefined ? ` ${milliseconds} ms` : `: ${cause}`
  return `${time} ${method} ${route} ${status}${end} [${id}${address === undefined ? '' : ` ${address}`}]`
}

type LogDeps = { readonly log: (entry: LogEntry) => void; readonly now: () => string }

/** Logs why a request ended with a 5xx status, or broke off. */
export function logFailure(
  { log, now }: LogDeps,
  reply: FastifyReply,
  { status, error }: { readonly status: number; readonly error: unknown },
): void {
  const time = now()
  const request = { ...requestOf(reply, time), status, cause: causeOf(error) }
  log({ time, level: 'error', message: 'request failed', request })
}

/** Logs every request when it is answered. */
export function logRequests(app: FastifyInstance, { log, now }: LogDeps): void {
  app.addHook('onResponse', async (_request, reply) => {
    const time = now()
    log({ time, level: 'info', message: 'request', request: requestOf(reply, time) })
  })
}

/** Logs a sentence that belongs to no request. */
export const logLine = ({ log, now }: LogDeps, level: LogEntry['level'], message: string): void =>
  log({ time: now(), level, message })

/** Logs why changes get no numbers. */
export const logUnnumbered =
  (deps: LogDeps): Observe =>
  ({ unnumbered }) => {
    if (unnumbered === undefined) return
    const message = `changes get no numbers, so reads by change miss them; this is tried again: ${causeOf(unnumbered)}`
    logLine(deps, 'error', message)
  }

/** The same store. Logs each form that is created, and each response that is started, finished or changed, without its answers. */
export function reportingStore(store: Store, deps: LogDeps): Store {
  const report = (message: string): void => logLine(deps, 'info', message)
  // Not awaited: what was saved is answered at once, and even if its form cannot be read.
  const reportFor = (formId: string, what: string): void =>
    void store.forms.get(formId).then(
      (form) => report(`${what}: ${JSON.stringify(form?.name ?? '')} (${formId})`),
      () => report(`${what}: ${formId}`),
    )
  return {
    ...store,
    forms: {
      ...store.forms,
      create: async (form, keeping) => {
        const earlier = await store.forms.create(form, keeping)
        if (earlier === undefined) report(`form created: ${JSON.stringify(form.name)} (${form.id})`)
        return earlier
      },
    },
    responses: {
      ...store.responses,
      save: async (save) => {
        const saved = await store.responses.save(save)
        const { outcome, record } = saved
        const isFinished = outcome === 'saved' && record.finished
        const isStarted = record.createdAt === save.at && /^(?:saved|full|conflict)$/.test(outcome)
        const what = isFinished ? (save.changeableDays === undefined ? 'finished' : 'changed') : 'started'
        if (isFinished || isStarted) reportFor(save.formId, `response ${what}`)
        return saved
      },
    },
  }
}

const requestOf = (reply: FastifyReply, now: string): LoggedRequest => ({
  id: reply.request.id,
  method: reply.request.method,
  route: routeOf(reply.request),
  status: reply.statusCode,
  milliseconds: Date.parse(now) - Date.parse(reply.request.getDecorator<string>(startTime) || now),
  address: reply.request.ip,
})

/** The pattern of a request's route, such as `/s/:formId`. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '(no route)'

/** Not from `deps.randomBytes`, since a log must not change the ids that a service makes. */
export const newRequestId = (): string => randomUUID()

/** The decorator of a request with its start, by the service's clock. */
const startTime = 'startTime'

const requestIdHeader = 'x-request-id'

/** Gives each reply the id of its request. The id of a trusted proxy is kept, so that one search finds both logs. */
export function returnRequestIds(app: FastifyInstance, { now }: Pick<LogDeps, 'now'>): void {
  app.decorateRequest(startTime, '')
  app.addHook('onRequest', (request, reply, done) => {
    request.setDecorator(startTime, now())
    const proxyId = request.headers[requestIdHeader]
    const { ips = [] } = request
    // A trusted proxy adds an address to its own.
    const isProxied = ips.length > 1
    if (typeof proxyId === 'string' && isProxied && safeId.test(proxyId) && !holdsApiKey(proxyId))
      request.id = proxyId
    reply.header(requestIdHeader, request.id)
    done()
  })
}

const safeId = /^[\w.-]{1,64}$/

/**
 * The text of an error for the log. Messages of JavaScript may quote answers (`JSON.parse` quotes its input), so only our own
 * messages and those of SQLite and of the system are logged. Other errors are logged by name and place.
 */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  if (error instanceof Failure || 'refusal' in error || 'errcode' in error || 'errno' in error)
    return error.message
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  // A place in a script that has no file may quote the script.
  const short = places.slice(0, 3).map((place) => place.slice(3, 303))
  return `${error.name}${code}${short.join('')}`
}
