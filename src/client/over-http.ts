import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import Client from 'undici/lib/dispatcher/client.js'
import { replyFaults } from '../record/body-faults.ts'
import type { Call, Query, Service } from '../wire/wire.ts'
import { usualSeconds, urlOf } from './caller.ts'
import { throughProxy, type Connecting, type Proxy } from './proxy.ts'
import { transportFailure, type Journey } from './transport-failure.ts'
import { acceptedEncodings, unpackerOf } from './unpack.ts'

/** How a service is called over HTTP. */
export type HttpOptions = {
  /** Seconds that a person allows for one call; then a silence may last as long, too. */
  readonly seconds?: number
  /** Ends every call; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Seconds to wait for a connection, for the first of a reply, for more of it; what is not named is as usual. */
  readonly waits?: Partial<Waits>
  /** Absent: calls go straight to the service. */
  readonly proxy?: Proxy
  /** Certificates of authorities in PEM, trusted beside those that Node trusts. */
  readonly authorities?: string
}

/** Seconds of each wait in a call. */
type Waits = { readonly connect: number; readonly headers: number; readonly idle: number }

const usualWaits: Waits = { connect: 10, headers: 30, idle: 30 }

/** A service at an http or https address. Never follows a redirect: it would carry the key to another host. */
export function overHttp(baseUrl: string, options: HttpOptions = {}): Service {
  const base = new URL(baseUrl)
  const patient = (usual: number): number => Math.max(usual, options.seconds ?? 0)
  const { connect, headers, idle } = usualWaits
  const waits = { connect, headers: patient(headers), idle: patient(idle), ...options.waits }
  let trust: Promise<SecureContext | undefined> | undefined
  return async (call) => {
    const journey = journeyOf(call, base, options)
    const over = new AbortController()
    try {
      const secureContext = await (trust ??= trustOf(options.authorities))
      const signals = [over.signal, journey.deadline, ...(options.signal ? [options.signal] : [])]
      const connecting: Connecting = {
        origin: base.origin,
        seconds: waits.connect,
        // The connections end with it, also while they are made, which a request alone cannot have done.
        tls: { signal: AbortSignal.any(signals), ...(secureContext && { secureContext }) },
      }
      const dispatcher = await dispatcherOf(connecting, journey, options.proxy)
      const reply = await request.call(dispatcher.compose(noting(journey)), requestOf(call, base, waits))
      // Whoever ends the reading early, ends the reply so, and that is no fault of it.
      reply.body.on('error', () => undefined)
      return { status: reply.statusCode, headers: flat(reply.headers), body: bodyOf(reply, journey, over) }
    } catch (error) {
      over.abort()
      throw transportFailure(error, journey)
    }
  }
}

function journeyOf(call: Call, base: URL, options: HttpOptions): Journey {
  const seconds = call.seconds ?? options.seconds ?? usualSeconds
  return {
    // Without a user's name and password, which an address may hold.
    url: urlOf(`${base.origin}${base.pathname}`, call.path),
    isRead: call.method === 'GET',
    // As it is told; what is left of a minute is not told to the millisecond.
    seconds: seconds < 1 ? Math.ceil(seconds * 1000) / 1000 : Math.ceil(seconds),
    deadline: AbortSignal.timeout(Math.max(1, Math.ceil(seconds * 1000))),
    interruption: options.signal,
    proxy: options.proxy?.name,
    isConnected: false,
    isAnswered: false,
    received: 0,
  }
}

const trustOf = async (authorities: string | undefined): Promise<SecureContext | undefined> =>
  authorities === undefined ? undefined : (await import('./trust.ts')).trusting(authorities)

/** What sends one call. What few runs need is loaded only by them. */
async function dispatcherOf(
  connecting: Connecting,
  journey: Journey,
  proxy: Proxy | undefined,
): Promise<Dispatcher> {
  if (proxy) return throughProxy(proxy, connecting, journey)
  const { origin, seconds, tls } = connecting
  return new Client(origin, { allowH2: false, connect: { ...tls, timeout: seconds * 1000 } })
}

/**
 * Notes how far a call comes, and has the last chunk of a body read to its end. Where undici's parser pauses behind the
 * last byte, and the service closes the connection before it goes on, a whole body would count as lost.
 */
const noting =
  (journey: Journey): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    let left = Number.NaN
    return dispatch(options, {
      onRequestStart: (controller, context: unknown) => {
        journey.isConnected = true
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...args) => {
        journey.isAnswered = true
        left = Number(args[2]['content-length'] ?? Number.NaN)
        handler.onResponseStart?.(...args)
      },
      onResponseData: (controller, chunk) => {
        left -= chunk.length
        handler.onResponseData?.(left === 0 ? goingOn(controller) : controller, chunk)
      },
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    })
  }

/** Takes a chunk and goes on, however full the reader is. */
const goingOn = (controller: Dispatcher.DispatchController): Dispatcher.DispatchController => ({
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
  // As it is: a URL object would resolve a segment `..`.
  path: `${base.pathname.replace(/\/+$/, '')}${call.path}${searchOf(call.query)}`,
  headers: {
    ...authorizationFor(base),
    'user-agent': 'formctl',
    ...call.headers,
    'accept-encoding': acceptedEncodings,
  },
  ...(call.body !== undefined && { body: call.body }),
  // One connection a call: a kept one may be closed by the service just as a form is sent on it, and then nobody
  // knows whether the form was created.
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

/**
 * The body of a reply, unpacked, as it comes. It fails where it breaks off, where nothing comes for too long though
 * there is room for it, and at the deadline, however steadily it drips.
 */
async function* bodyOf(
  { headers, body }: Dispatcher.ResponseData,
  journey: Journey,
  over: AbortController,
): AsyncIterable<Uint8Array> {
  try {
    const faults = replyFaults(` of ${journey.url}`)
    const encoding = headers['content-encoding']?.toString()
    const unpack = unpackerOf(encoding)
    if (!unpack) throw faults.broken(`it is packed as ${encoding}, which was not asked for`)
    for await (const chunk of unpack(body, faults)) {
      journey.received += chunk.length
      yield chunk
    }
  } catch (error) {
    throw transportFailure(error, journey)
  } finally {
    over.abort()
  }
}
