import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
// The index of undici takes three times as long to load as these files.
import request from 'undici/lib/api/api-request.js'
import Client from 'undici/lib/dispatcher/client.js'
import { replyFaults } from '../record/read-records.ts'
import type { Call, Query, Service } from '../wire/wire.ts'
import { defaultSeconds, urlOf, withoutQuery } from './caller.ts'
import { throughProxy, type ConnectOptions, type Proxy } from './proxy.ts'
import { damageOf, transportFailure, type CallProgress } from './transport-failure.ts'
import { acceptedEncodings, unpackerOf } from './unpack.ts'

export { proxyFor, type Proxy } from './proxy.ts'
export { unpackerOf } from './unpack.ts'

/** How a service is called over HTTP. */
export type HttpOptions = {
  /** Seconds that the user allows for one call; also the limit for silence, if that is longer than usual. */
  readonly seconds?: number
  /** Ends every call by throwing its reason. */
  readonly signal?: AbortSignal
  /** Seconds to wait for a connection, for the start of a reply and for more of it; each has a default. */
  readonly waits?: Partial<Waits>
  readonly proxy?: Proxy
  /** Certificates of authorities in PEM, trusted beside those that Node trusts. */
  readonly authorities?: string
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
  let trust: SecureContext | undefined
  return async (call) => {
    const progress = startProgress(call, base, options)
    const over = new AbortController()
    try {
      const { authorities } = options
      if (authorities !== undefined) trust ??= trusting(authorities)
      const signals = [over.signal, progress.deadline, ...(options.signal ? [options.signal] : [])]
      const connecting: ConnectOptions = {
        origin: base.origin,
        seconds: waits.connect,
        // Ends connections while they are made, too, which the signal of a request does not.
        tls: { signal: AbortSignal.any(signals), ...(trust && { secureContext: trust }) },
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

/** Trusts these authorities besides the default ones, which include those of NODE_EXTRA_CA_CERTS. */
const trusting = (authorities: string): SecureContext =>
  createSecureContext({ ca: [...getCACertificates('default'), authorities] })

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
