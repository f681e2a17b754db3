import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import Client from 'undici/lib/dispatcher/client.js'
import { replyFaults, type BodyFaults } from '../record/read-records.ts'
import { isLoopback, type Call, type Query, type Service } from '../wire/wire.ts'
import { defaultSeconds, urlOf, withoutQuery } from './caller.ts'
import { pipeline, type Transform } from 'node:stream'
import { BlockList, isIP } from 'node:net'
import { Failure, problemText } from '../failure/failure.ts'

/** How a service is called over HTTP. */
export type HttpOptions = {
  /** Seconds that the user allows for one call; also the limit for silence, if that is longer than usual. */
  readonly seconds?: number
  /** Ends every call by throwing its reason. */
  readonly signal?: AbortSignal
  /** Seconds to wait for a connection, for the start of a reply and for more of it; each has a default. */
  readonly waits?: Partial<Waits>
  readonly proxy?: Proxy
}

/** Seconds of each wait in a call. */
type Waits = { readonly connect: number; readonly headers: number; readonly idle: number }

const defaultWaits: Waits = { connect: 10, headers: 30, idle: 30 }

/** A service at an http or https address. Never follows a redirect: it would carry the key to another host. */
export function overHttp(baseUrl: string, options: HttpOptions = {}): Service {
  const base = new URL(baseUrl)
  const atLeast = (wait: number): number => Math.max(wait, options.seconds ?? 0)
  const { connect, headers, idle } = defaultWaits
  const waits = { connect, headers: atLeast(headers), idle: atLeast(idle), ...options.waits }
  return async (call) => {
    const progress = startProgress(call, base, options)
    const over = new AbortController()
    try {
      const signals = [over.signal, progress.deadline, ...(options.signal ? [options.signal] : [])]
      const connecting: ConnectOptions = {
        origin: base.origin,
        seconds: waits.connect,
        // Ends connections while they are made, too, which the signal of a request does not.
        tls: { signal: AbortSignal.any(signals) },
      }
      const dispatcher = await dispatcherOf(connecting, progress, options.proxy)
      const reply = await request.call(
        dispatcher.compose(trackProgress(progress)),
        requestOf(call, base, waits),
      )
      // A reader that stops early ends the body with an error, which is not a failure.
      reply.body.on('error', () => undefined)
      if (reply.statusCode === 206)
        throw damageOf(progress.url).broken('it is only a part (status 206), and the whole was asked for')
      return { status: reply.statusCode, headers: flat(reply.headers), body: bodyOf(reply, progress, over) }
    } catch (error) {
      over.abort()
      throw transportFailure(error, progress)
    }
  }
}

function startProgress(call: Call, base: URL, options: HttpOptions): CallProgress {
  const seconds = call.seconds ?? options.seconds ?? defaultSeconds
  return {
    // Without the user and password that an address may hold.
    url: urlOf(`${base.origin}${base.pathname}`, withoutQuery(call.path)),
    isRead: call.method === 'GET',
    // For messages: whole seconds, if there is one.
    seconds: seconds < 1 ? Math.ceil(seconds * 1000) / 1000 : Math.ceil(seconds),
    deadline: AbortSignal.timeout(Math.max(1, Math.ceil(seconds * 1000))),
    interruption: options.signal,
    proxy: options.proxy?.name,
    isConnected: false,
    isAnswered: false,
    received: 0,
  }
}

/** The dispatcher of undici that sends one call. */
async function dispatcherOf(
  connecting: ConnectOptions,
  progress: CallProgress,
  proxy: Proxy | undefined,
): Promise<Dispatcher> {
  if (proxy) return throughProxy(proxy, connecting, progress)
  const { origin, seconds, tls } = connecting
  return new Client(origin, { allowH2: false, connect: { ...tls, timeout: seconds * 1000 } })
}

/**
 * Notes how far a call gets, and never pauses after the last byte of a body: if the service closed the connection during
 * the pause, undici 8.12.4 would report a whole body as lost.
 */
const trackProgress =
  (progress: CallProgress): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    let left = Number.NaN
    return dispatch(options, {
      onRequestStart: (controller, context: unknown) => {
        progress.isConnected = true
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...args) => {
        progress.isAnswered = true
        left = Number(args[2]['content-length'] ?? Number.NaN)
        handler.onResponseStart?.(...args)
      },
      onResponseData: (controller, chunk) => {
        left -= chunk.length
        handler.onResponseData?.(left === 0 ? withoutPause(controller) : controller, chunk)
      },
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    })
  }

/** A controller that ignores a full reader. */
const withoutPause = (controller: Dispatcher.DispatchController): Dispatcher.DispatchController => ({
  pause: () => undefined,
  resume: () => controller.resume(),
  abort: (reason) => controller.abort(reason),
  paused: false,
  aborted: controller.aborted,
  reason: controller.reason,
})

const requestOf = (call: Call, base: URL, waits: Waits): Parameters<typeof request>[0] => ({
  origin: base.origin,
  method: call.method,
  // Not by a URL object, which would resolve a segment `..`.
  path: `${base.pathname.replace(/(?<!\/)\/+$/, '')}${call.path}${searchOf(call.query)}`,
  headers: {
    ...authorizationFor(base),
    'user-agent': 'formctl',
    'accept-encoding': acceptedEncodings,
    ...call.headers,
  },
  ...(call.body !== undefined && { body: call.body }),
  // One connection per call: a service may close a kept one just as a form is sent on it, and the outcome would be
  // unknown.
  reset: true,
  headersTimeout: waits.headers * 1000,
  bodyTimeout: waits.idle * 1000,
})

const searchOf = (query: Query): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '' : `?${search}`
}

/** The user and password that an address may hold. */
function authorizationFor({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { authorization: `Basic ${credentials.toString('base64')}` }
}

const flat = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** The unpacked body of a reply, as a stream. Fails if it breaks off, stalls, or is not whole at the deadline. */
async function* bodyOf(
  { headers, body }: Dispatcher.ResponseData,
  progress: CallProgress,
  over: AbortController,
): AsyncIterable<Uint8Array> {
  try {
    const encoding = headers['content-encoding']?.toString()
    const unpack = unpackerOf(encoding)
    if (!unpack)
      throw replyFaults(` of ${progress.url}`).broken(`it is packed as ${encoding}, which was not asked for`)
    for await (const chunk of unpack(body, damageOf(progress.url))) {
      progress.received += chunk.length
      yield chunk
    }
  } catch (error) {
    throw transportFailure(error, progress)
  } finally {
    over.abort()
  }
}

/** The encodings that a reply may have. JSON shrinks 7 to 10 times, and unpacking keeps up with any network. */
const acceptedEncodings = 'gzip, br, zstd'

type Chunks = AsyncIterable<Uint8Array>

/** Unpacks a stream. Bytes after the end of the packed data are a fault. */
type Unpack = (packed: Chunks, faults: BodyFaults) => Chunks

/** The unpacker of an encoding; undefined for an unknown one. */
export function unpackerOf(encoding: string | undefined): Unpack | undefined {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return (chunks) => chunks
  const make = unpackers[name]
  return make && ((packed, faults) => unpacked(packed, make, faults))
}

/** Makes an unpacker, given the first byte. */
type Make = (first: number) => Promise<Transform & { readonly bytesWritten: number }>

async function* unpacked(packed: Chunks, make: Make, { broken, cutOff }: BodyFaults): Chunks {
  const chunks = packed[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) throw cutOff(0)
  const unpacker = await make(first.value[0] ?? 0)
  let came = 0
  async function* all(): Chunks {
    for (let next = first; next.done !== true; next = await chunks.next()) {
      came += next.value.length
      yield next.value
    }
  }
  // The iteration throws the errors of both.
  yield* pipeline(all(), unpacker, () => undefined)
  // Node ignores such bytes silently, and before version 26 a whole second frame of zstd.
  if (unpacker.bytesWritten < came)
    throw broken(`its packed bytes end before byte ${unpacker.bytesWritten}, and more follow`)
}

// With the default of 16 KiB, most of the time is spent between the threads.
const atOnce = { chunkSize: 128 * 1024 }

// Loaded only where something is packed: it takes 2 ms.
const zlib = (): Promise<typeof import('node:zlib')> => import('node:zlib')

const unpackers: Readonly<Record<string, Make | undefined>> = {
  gzip: async () => (await zlib()).createGunzip(atOnce),
  'x-gzip': async () => (await zlib()).createGunzip(atOnce),
  br: async () => (await zlib()).createBrotliDecompress(atOnce),
  // Node does not notice every truncated zstd body; the JSON reader does.
  zstd: async () => (await zlib()).createZstdDecompress(atOnce),
  // Not in `acceptedEncodings`: servers disagree on whether it has a zlib header.
  deflate: async (first) => {
    const { createInflate, createInflateRaw } = await zlib()
    return (first & 0x0f) === 8 ? createInflate(atOnce) : createInflateRaw(atOnce)
  },
}

/** A proxy that calls go through. */
export type Proxy = {
  /** May hold a user and password; never shown. */
  readonly url: URL
  /** Its address and variable, for messages. */
  readonly name: string
  /** The variable that names it. */
  readonly variable: string
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * The proxy that the environment names for an address, by the rules that curl and most programs share: `https_proxy`
 * or `http_proxy`, lower case first, and `no_proxy` for the hosts that need none. This machine's own addresses need
 * none either, unless no_proxy holds `<-loopback>`, as browsers write it.
 */
export function proxyFor(address: string, env: Env): Proxy | undefined {
  const target = new URL(address)
  const scheme = target.protocol.slice(0, -1)
  const variable = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase()].find((name) => env[name])
  const value = variable === undefined ? undefined : env[variable]
  if (variable === undefined || !value) return undefined
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,]+/).filter(Boolean)
  return isExcepted(target, exceptions) ? undefined : proxyOf(value.trim(), variable)
}

function proxyOf(value: string, variable: string): Proxy {
  const address = /^[a-z][\w+.-]*:\/\//i.test(value) ? value : `http://${value}`
  const url = URL.parse(address)
  const refuse = (problem: string): Failure => Failure.of('config-invalid', { path: variable, problem })
  // The value is not repeated: it may hold a password.
  if (!url || url.hostname === '')
    throw refuse('it is not an address. Write it like http://proxy.example.com:3128.')
  if (!/^https?:$/.test(url.protocol))
    throw refuse(
      `it names a ${url.protocol.slice(0, -1)} proxy. Name one that is spoken to by http or https.`,
    )
  return { url, name: `${url.origin} (${variable})`, variable }
}

function isExcepted({ hostname, port, protocol }: URL, exceptions: readonly string[]): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const hostPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  if (isLoopback(host) && !exceptions.includes('<-loopback>')) return true
  return exceptions.some((exception) => covers(exception.toLowerCase(), host, hostPort))
}

/** Whether an entry of no_proxy means a host: `*`, a name with all below it, an address, or a range as 10.0.0.0/8. */
function covers(exception: string, host: string, hostPort: string): boolean {
  if (exception === '*') return true
  const range = /^([\da-f.:]+)\/(\d{1,3})$/.exec(exception)
  if (range) return isInRange(host, range[1] ?? '', Number(range[2]))
  const [, bare = '', port] = /^(.*?)(?::(\d+))?$/s.exec(exception) ?? []
  if (port !== undefined && port !== hostPort && !isIP(exception)) return false
  const name = (isIP(exception) ? exception : bare).replace(/^\[|\]$/g, '').replace(/^\*?\.?/, '')
  return name !== '' && (host === name || (!isIP(host) && host.endsWith(`.${name}`)))
}

function isInRange(host: string, net: string, prefix: number): boolean {
  const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(net) === 0 || isIP(host) !== isIP(net) || prefix > (family === 'ipv6' ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(net, prefix, family)
  return list.check(host, family)
}

type ConnectOptions = {
  readonly origin: string
  readonly seconds: number
  readonly tls: { readonly signal: AbortSignal; readonly servername?: string }
}

/** Sends a call through a proxy: https in a tunnel, http as a request to the proxy. */
async function throughProxy(
  { url }: Proxy,
  { seconds, tls }: ConnectOptions,
  progress: CallProgress,
): Promise<Dispatcher> {
  // Most runs have no proxy, so this is loaded late.
  const [{ default: connect }, { default: ProxyAgent }] = await Promise.all([
    import('undici/lib/api/api-connect.js'),
    import('undici/lib/dispatcher/proxy-agent.js'),
  ])
  const timeout = seconds * 1000
  return new ProxyAgent({
    uri: url.href,
    headers: { 'user-agent': 'formctl' },
    allowH2: false,
    connections: 1,
    connectTimeout: timeout,
    proxyTls: { ...tls, allowH2: false },
    requestTls: tls,
    clientFactory: (origin, options) => {
      const client = new Client(origin, { ...options, headersTimeout: timeout })
      // undici hands the connection over to the tunnel.
      client.on('disconnect', (_url, _clients, { message }) => (progress.isTunnelled = message === 'upgrade'))
      // Usually added by the index of undici, which is not loaded.
      return Object.assign(client, { connect })
    },
  })
}

/** One call, and how far it got. */
export type CallProgress = {
  readonly url: string
  readonly isRead: boolean
  readonly seconds: number
  readonly deadline: AbortSignal
  readonly interruption: AbortSignal | undefined
  /** The name of the proxy, for messages. */
  readonly proxy?: string | undefined
  /** Whether the proxy has opened the tunnel. A failure before that is the proxy's. */
  isTunnelled?: boolean
  isConnected: boolean
  /** Whether status and headers have arrived. */
  isAnswered: boolean
  /** Bytes of the body, unpacked. */
  received: number
}

/** The faults of a reply that was damaged on its way, so that the next may be whole. */
const damageOf = (url: string): BodyFaults => ({
  ...replyFaults(` of ${url}`),
  broken: (problem) => Failure.of('reply-damaged', { where: ` of ${url}`, problem: problemText(problem) }),
})

/** The failure that a network error means. */
export function transportFailure(error: unknown, progress: CallProgress): unknown {
  if (progress.interruption?.aborted) return interrupted(progress.interruption.reason, progress)
  if (error instanceof Failure) return error
  const refusal = proxyRefusal(error, progress)
  if (refusal) return refusal
  const { url, seconds } = progress
  if (progress.deadline.aborted)
    return progress.isConnected
      ? Failure.of('too-late', { url, seconds })
      : unreachable(progress, `no connection was made within ${seconds} s`)
  return progress.isConnected ? lost(error, progress) : unreached(error, progress)
}

/** The failure that a proxy's refusal means. undici gives it as text only. */
function proxyRefusal(error: unknown, { url, proxy }: CallProgress): Failure | undefined {
  const [, digits] = /^Proxy .*\((\d{3})\)/.exec(messageOf(error)) ?? []
  if (proxy === undefined || digits === undefined) return undefined
  const status = Number(digits)
  // Worth another attempt.
  if (status >= 500)
    return Failure.of('unreachable', { url, reason: `the proxy ${proxy} answers with status ${status}` })
  return Failure.of('proxy-refused', { url, proxy, status })
}

/** The failure of a call that was never sent; names the proxy, if that failed. */
const unreachable = (progress: CallProgress, reason: string): Failure =>
  Failure.of('unreachable', {
    url: progress.url,
    reason: isAtProxy(progress) ? `the proxy ${progress.proxy} fails: ${reason}` : reason,
  })

const isAtProxy = ({ proxy, isTunnelled }: CallProgress): boolean =>
  proxy !== undefined && isTunnelled !== true

/** An interruption ends a read; for a form that was sent, it is a lost connection, so its outcome is unknown. */
const interrupted = (reason: unknown, { url, isRead, isConnected }: CallProgress): unknown =>
  isRead || !isConnected ? reason : Failure.of('connection-lost', { url, reason: 'formctl was interrupted' })

function unreached(error: unknown, progress: CallProgress): Failure {
  const code = codeOf(error)
  const reason = certificateReasons[code]
  const url = isAtProxy(progress) ? `the proxy ${progress.proxy}` : progress.url
  if (reason !== undefined) return Failure.of('certificate-untrusted', { url, reason })
  const advice = isAtProxy(progress) ? undefined : adviceOn(code, progress.url)
  const why = connectReasons[code] ?? messageOf(error)
  return advice === undefined
    ? unreachable(progress, why)
    : Failure.of('address-wrong', { url, reason: why, advice })
}

/** What to correct in an address that cannot work. */
function adviceOn(code: string, url: string): string | undefined {
  if (code === 'ENOTFOUND') return 'Check the host in --base-url.'
  if (connectReasons[code] !== noTls) return undefined
  return `Write http:// in place of https:// in --base-url: ${url.replace(/^https:(\/\/[^/]+).*$/s, 'http:$1')}.`
}

function lost(error: unknown, progress: CallProgress): Failure {
  const { url, received } = progress
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return damageOf(url).cutOff(received)
  // Node names the errors of brotli ERR__ERROR_…, those of zstd ZSTD_error_….
  if (/^(Z_|ERR__ERROR_|ZSTD_error_)/.test(code))
    return damageOf(url).broken(`its packed bytes are wrong, after byte ${received} of what they hold`)
  const problem = problemOf(code, progress)
  if (problem !== undefined) return replyFaults(` of ${url}`).broken(problem)
  return Failure.of('connection-lost', { url, reason: lostReasons[code] ?? messageOf(error) })
}

function problemOf(code: string, { isAnswered }: CallProgress): string | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'its headers are too large'
  return code === notHttp && !isAnswered ? 'it is not HTTP' : undefined
}

// The error of undici's parser has a name and no code.
const notHttp = 'HTTPParserError'

const noTls = 'no https is spoken there'

const connectReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the host name cannot be looked up just now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'there is no network',
  ECONNRESET: 'the connection was closed at once',
  ETIMEDOUT: 'it does not answer',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  // From a proxy that was asked for a tunnel.
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_SOCKET: 'the connection was closed at once',
  [notHttp]: 'its answer is not HTTP',
}

const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known here',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it belongs to another host',
}

const cutShort = 'it ended before the reply was whole'

const lostReasons: Readonly<Record<string, string>> = {
  ECONNRESET: cutShort,
  EPIPE: 'it ended before the request was whole',
  ETIMEDOUT: 'the service went silent',
  UND_ERR_SOCKET: cutShort,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: cutShort,
  [notHttp]: cutShort,
  UND_ERR_HEADERS_TIMEOUT: 'no reply began in time',
  UND_ERR_BODY_TIMEOUT: 'the reply stopped in the middle',
}

/** The code of an error; for the proxy errors of undici, that of their cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === notHttp) return notHttp
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.startsWith('UND_ERR_PRX_') ? codeOf(error.cause) : code
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
