import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { maxApiBody, registerApi, type ApiOptions } from './api/api.ts'
import { compressReplies } from './compress.ts'
import { logFailure, logRequests, newRequestId, returnRequestIds } from './log.ts'
import type { Metrics } from './metrics.ts'
import { refusalNamed, refusalOfStore, refuse, retryAfterOf, type RefusalCode } from './refusal.ts'
import { registerEmbed, sendPage } from './pages/layout.ts'
import { pageLimit, registerPages } from './pages/pages.ts'
import { homePage } from './pages/refusal-pages.ts'
import { countryIn, trustIn } from './visitor.ts'
import { registerStyleFiles } from './style.ts'
import type { ServerDeps } from './deps.ts'
import type { Headers, Service } from '../wire/wire.ts'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'

export { listen, tryAddress, type ListeningApp } from './listen.ts'
export { maxUpload } from './pages/submission.ts'
export type { Metrics } from './metrics.ts'
export { closingIn } from '../store/store.ts'
export { eraseResponses, findResponses, startRetention, startSweeping, type Retention } from './retention.ts'
export { resolveStyle, styleFileFault, type StyleFileUse } from './style.ts'
export type { ServerDeps } from './deps.ts'
export { lineOf, logUnnumbered, reportingStore, type LogOptions } from './log.ts'

export type AppOptions = {
  /** Whether every request is logged; otherwise only those with a 5xx status. */
  readonly logsRequests?: boolean
  /** The proxies, separated by commas, whose headers name the visitor's address, protocol and country. */
  readonly trustedProxy?: string | undefined
  /** The most bytes that one address may send in an hour: this many to forms that take files, and as many again to all others. */
  readonly uploadQuota?: number | undefined
  /** The header of a trusted proxy that holds the visitor's country, two letters. */
  readonly countryHeader?: string | undefined
  /** The most calls of a key, and the most requests of an address for pages, in a minute; absent: any number. */
  readonly ratePerKey?: number | undefined
  readonly ratePerAddress?: number | undefined
  readonly metrics?: Pick<Metrics, 'countRequests'> | undefined
} & Pick<ApiOptions, 'streamTimes'>

/** Counters for Prometheus; loaded on first use. */
export const makeMetrics = async (): Promise<Metrics> => (await import('./metrics.ts')).makeMetrics()

/** The service: the API of the contract and the forms' pages, over one store. */
export function buildApp(deps: ServerDeps, options: AppOptions = {}): FastifyInstance {
  const { trustedProxy, countryHeader } = options
  const trust = trustedProxy === undefined ? undefined : trustIn(trustedProxy)
  const app = fastify({
    bodyLimit: maxApiBody,
    trustProxy: trust ?? false,
    genReqId: newRequestId,
    // 40 MB of files take 300 s at 1 Mbit/s. Node's own 60 s for headers would let slow clients hold many connections.
    requestTimeout: 300_000,
    // Closes idle connections: a client that never reads its reply would hold one forever.
    connectionTimeout: 300_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // The router answers a longer segment with a text of its own; no id of ours is that long.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, _request, reply) => void answerError(error, reply, deps),
    clientErrorHandler: answerClientError,
  })
  app.addHook('onRequest', async ({ protocol, raw }, reply) => {
    reply.headers(everyReply)
    if (protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    // A proxy may read one of them, and the server behind it the other.
    const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
    return hosts.length > 1 ? refuse(reply, 'request-unreadable') : undefined
  })
  returnRequestIds(app, deps)
  compressReplies(app)
  options.metrics?.countRequests(app)
  if (options.logsRequests) logRequests(app, deps)
  app.setErrorHandler<FastifyError>((error, _request, reply) => answerError(error, reply, deps))
  app.setNotFoundHandler(({ method, url }, reply) => {
    // The address of a POST was opened, or a form's address with something appended.
    const form = method === 'GET' ? /^\/[sf]\/[\w-]+(?=\/)/.exec(url)?.[0] : undefined
    return form === undefined ? refuse(reply, 'route-unknown') : reply.redirect(form, 303)
  })
  registerApi(app, deps, options)
  registerHealth(app, deps)
  registerEmbed(app)
  registerStyleFiles(app, deps)
  app.get('/', (_request, reply) => sendPage(reply, homePage))
  const countryOf = countryHeader !== undefined && trust ? countryIn(countryHeader, trust) : undefined
  const { uploadQuota, ratePerAddress } = options
  const admit = ratePerAddress === undefined ? undefined : pageLimit(deps.limits, ratePerAddress)
  registerPages(app, { ...deps, countryOf, admit }, uploadQuota)
  return app
}

const everyReply = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** Answers by the kind of an error. Its text may be confidential, so it is logged only. */
function answerError(error: FastifyError, reply: FastifyReply, deps: ServerDeps): FastifyReply {
  const { statusCode = 500 } = error
  const code =
    refusalOfStore(error) ?? codesByStatus[statusCode] ?? (statusCode < 500 ? 'request-unreadable' : 'defect')
  const { status } = refusalNamed(code)
  if (status >= 500) logFailure(deps, reply, { status, error })
  return refuse(reply, code, { retryAfter: retryAfterOf(error) })
}

const codesByStatus: Readonly<Record<number, RefusalCode>> = {
  413: 'body-too-large',
  415: 'type-unknown',
  503: 'stopping',
}

/** The app as a service in this process, without a socket. */
export function serviceOf(app: FastifyInstance): Service {
  return async ({ method, path, query, headers, body }) => {
    const search = new URLSearchParams(query).toString()
    const reply = await app.inject({
      method,
      url: search === '' ? path : `${path}?${search}`,
      headers,
      payloadAsStream: true,
      payload: body,
    })
    const stream = reply.stream()
    // If the reader stops, end the reply, so that the store stops reading.
    stream.once('close', () => reply.raw.res.destroy())
    const flatHeaders: Headers = Object.fromEntries(
      Object.entries(reply.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    )
    return { status: reply.statusCode, headers: flatHeaders, body: stream }
  }
}

/** Answers a request that is not valid HTTP with a refusal, and closes the connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = refusalNamed(clientErrors[error.code ?? ''] ?? 'request-unreadable')
  const text = JSON.stringify({ message })
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  )
  // Otherwise a client that never closes its side would keep the connection and the received part of its request alive.
  socket.destroySoon()
}

const clientErrors: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-slow',
}

/**
 * `/healthz` answers while the process runs; `/readyz` while the store answers, too. Both need no key. A service that is about to
 * stop refuses these with 503 as any other request.
 */
function registerHealth(app: FastifyInstance, deps: Pick<ServerDeps, 'store' | 'log' | 'now'>): void {
  app.get('/healthz', async (_request, reply) => answer(reply, 200))
  app.get('/readyz', async (_request, reply) => {
    try {
      const late = Promise.withResolvers<never>()
      const error = Object.assign(new Error('the store does not answer'), { refusal: 'store-gone' })
      AbortSignal.timeout(maxPingTime).addEventListener('abort', () => late.reject(error))
      await Promise.race([deps.store.ping(), late.promise])
      return answer(reply, 200)
    } catch (error) {
      logFailure(deps, reply, { status: 503, error })
      return answer(reply, 503)
    }
  })
}

/** In milliseconds; below the time limit of common probes. */
const maxPingTime = 800

const answer = (reply: FastifyReply, status: 200 | 503): FastifyReply =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(status === 200 ? 'ok\n' : 'unavailable\n')
