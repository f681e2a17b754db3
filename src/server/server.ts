import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { largestBody, registerApi } from './api/api.ts'
import { compressReplies } from './compress.ts'
import { registerHealth } from './health.ts'
import { logFailure, logRequests, newRequestId, returnRequestIds } from './log.ts'
import type { Metrics } from './metrics.ts'
import { refusalNamed, refusalOfStore, refuse, retryAfterOf, type RefusalCode, refusalOf } from './refusal.ts'
import { registerEmbed, sendPage } from './pages/layout.ts'
import { pageLimit, registerPages } from './pages/pages.ts'
import { homePage } from './pages/plain-pages.ts'
import { countryIn, trustIn } from './visitor.ts'
import { registerStyleFiles } from './style-files.ts'
import type { World } from './world.ts'
import type { Headers, Service } from '../wire/wire.ts'

export { listen, tryAddress, type Address, type ListeningApp } from './listen.ts'
export { largestUpload } from './pages/submission.ts'
export type { Metrics } from './metrics.ts'
export { closingIn } from './form-closing.ts'
export { eraseResponses, findResponses, type Wanted } from './erase.ts'
export { startSweeping } from './sweep.ts'
export { startRetention, type Retention } from './retention.ts'
export { resolveStyle } from './style.ts'
export { styleFileFault, type StyleFileUse } from './style-files.ts'
export type { World } from './world.ts'
export { lineOf, logUnnumbered, type LogOptions } from './log.ts'

export type AppOptions = {
  /** Whether every request is logged; otherwise only those with a 5xx status. */
  readonly logsRequests?: boolean
  /** The proxies, separated by commas, whose headers name the visitor's address, protocol and country. */
  readonly trustedProxy?: string | undefined
  /** The most bytes that one address may send in an hour to forms that take files, and to all others. */
  readonly uploadQuota?: number | undefined
  /** The header of a trusted proxy that holds the visitor's country, two letters. */
  readonly countryHeader?: string | undefined
  /** The most calls of a key, and the most requests of an address for pages, in a minute; absent: any number. */
  readonly ratePerKey?: number | undefined
  readonly ratePerAddress?: number | undefined
  readonly metrics?: Pick<Metrics, 'countRequests'> | undefined
}

/** What the service counts. */
export const makeMetrics = async (): Promise<Metrics> => (await import('./metrics.ts')).makeMetrics()

/** The service: the API of the contract and the forms' pages, over one store. */
export function buildApp(world: World, options: AppOptions = {}): FastifyInstance {
  const { trustedProxy, countryHeader } = options
  const trust = trustedProxy === undefined ? undefined : trustIn(trustedProxy)
  const app = fastify({
    bodyLimit: largestBody,
    trustProxy: trust ?? false,
    genReqId: newRequestId,
    // 40 MB of files take 300 s at 1 Mbit/s. Node's own 60 s for headers would let slow clients hold many connections.
    requestTimeout: 300_000,
    // Closes idle connections: a client that never reads its reply would hold one forever.
    connectionTimeout: 300_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // The router answers a longer segment with a text of its own; no id of ours is that long.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, _request, reply) => void answerError(error, reply, world),
    clientErrorHandler: answerClientError,
  })
  app.addHook('onRequest', async ({ protocol, raw }, reply) => {
    reply.headers(everyReply)
    if (protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    // A proxy may have read the one, and what is behind it the other.
    const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
    return hosts.length > 1 ? refuse(reply, 'request-unreadable') : undefined
  })
  returnRequestIds(app, world)
  compressReplies(app)
  options.metrics?.countRequests(app)
  if (options.logsRequests) logRequests(app, world)
  app.setErrorHandler<FastifyError>((error, _request, reply) => answerError(error, reply, world))
  app.setNotFoundHandler(({ method, url }, reply) => {
    // Somebody opened what only posts go to, or an address with something behind it.
    const form = method === 'GET' ? /^\/s\/[\w-]+(?=\/)/.exec(url)?.[0] : undefined
    return form === undefined ? refuse(reply, 'route-unknown') : reply.redirect(form, 303)
  })
  registerApi(app, world, options)
  registerHealth(app, world)
  registerEmbed(app)
  registerStyleFiles(app, world)
  app.get('/', (_request, reply) => sendPage(reply, homePage))
  const countryOf = countryHeader !== undefined && trust && countryIn(countryHeader, trust)
  const { uploadQuota, ratePerAddress } = options
  const admit = ratePerAddress === undefined ? undefined : pageLimit(world.limits, ratePerAddress)
  registerPages(app, { ...world, ...(countryOf && { countryOf }), ...(admit && { admit }) }, { uploadQuota })
  return app
}

const everyReply = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** Answers by the kind of an error. Its text may be confidential, so it is logged only. */
function answerError(error: FastifyError, reply: FastifyReply, world: World): FastifyReply {
  const code = refusalOfStore(error) ?? codeOf(error)
  const { status } = refusalNamed(code)
  if (status >= 500) logFailure(world, reply, { status, error })
  const retryAfter = retryAfterOf(error)
  return refuse(retryAfter === undefined ? reply : reply.header('retry-after', retryAfter), code)
}

const codeOf = ({ statusCode = 500 }: FastifyError): RefusalCode =>
  codes[statusCode] ?? (statusCode < 500 ? 'request-unreadable' : 'defect')

const codes: Readonly<Record<number, RefusalCode>> = {
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
      ...(body === undefined ? {} : { payload: body }),
    })
    const stream = reply.stream()
    // If the reader stops, end the reply, so that the store stops reading.
    stream.once('close', () => reply.raw.res.destroy())
    return { status: reply.statusCode, headers: flat(reply.headers), body: stream }
  }
}

const flat = (headers: Readonly<Record<string, number | string | readonly string[] | undefined>>): Headers =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** Answers what is no HTTP request with a refusal, and closes the connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = refusalOf(clientErrors[error.code ?? ''] ?? 'request-unreadable')
  const text = JSON.stringify(body)
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
  // A client that does not close its side must keep neither the connection nor what was received of its request.
  socket.destroySoon()
}

const clientErrors: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-slow',
}
