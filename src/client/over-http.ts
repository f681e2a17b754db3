import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { Failure } from '../failure.ts'
import { replyFaults } from '../wire/body-faults.ts'
import type { Call, Query, Service } from '../wire/service.ts'
import { usualSeconds, urlOf } from './caller.ts'
import { transportFailure, type Journey } from './transport-failure.ts'
import { acceptedEncodings, unpackerOf } from './unpack.ts'

/** How a service is called over HTTP. */
export type HttpOptions = {
  /** Seconds that a person allows for one call; then a silence may last as long, too. */
  readonly seconds?: number
  /** Ends every call; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Seconds to wait for a connection, for the first of a reply, for more of it. */
  readonly waits?: Waits
}

type Waits = { readonly connect: number; readonly headers: number; readonly idle: number }

const usualWaits: Waits = { connect: 10, headers: 30, idle: 30 }

/** A service at an http or https address. Never follows a redirect: it would carry the key to another host. */
export function overHttp(baseUrl: string, options: HttpOptions = {}): Service {
  const base = new URL(baseUrl)
  const { connect, headers, idle } = options.waits ?? usualWaits
  const patient = (usual: number): number => Math.max(usual, options.seconds ?? 0)
  const waits = { connect, headers: patient(headers), idle: patient(idle) }
  return async (call) => {
    const seconds = call.seconds ?? options.seconds ?? usualSeconds
    const journey = journeyOf(call, { base, seconds, interruption: options.signal })
    try {
      const message = await answerTo(call, { base, journey, waits })
      return {
        status: message.statusCode ?? 0,
        headers: flat(message),
        body: chunksOf(message, journey, waits),
      }
    } catch (error) {
      throw transportFailure(error, journey)
    }
  }
}

type Making = { readonly base: URL; readonly seconds: number; readonly interruption: AbortSignal | undefined }

const journeyOf = (call: Call, { base, seconds, interruption }: Making): Journey => ({
  // Without a user's name and password, which an address may hold.
  url: urlOf(`${base.origin}${base.pathname}`, call.path),
  isRead: call.method === 'GET',
  seconds: Math.ceil(seconds),
  deadline: AbortSignal.timeout(Math.max(1, Math.ceil(seconds * 1000))),
  interruption,
  isConnected: false,
  isAnswered: false,
  received: 0,
})

type Sending = { readonly base: URL; readonly journey: Journey; readonly waits: Waits }

/** Sends a call and waits for status and headers. */
function answerTo(call: Call, { base, journey, waits }: Sending): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = base.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(requestOf(base, call, signalOf(journey)))
    const endIn = (seconds: number, failure: Failure): NodeJS.Timeout =>
      setTimeout(() => sent.destroy(failure), seconds * 1000)
    let timer = endIn(waits.connect, unreachable(journey, 'it does not answer'))
    const connected = (): void => {
      journey.isConnected = true
      clearTimeout(timer)
      timer = endIn(waits.headers, lost(journey, 'no reply began in time'))
    }
    sent.on('socket', (socket) =>
      socket.once(base.protocol === 'https:' ? 'secureConnect' : 'connect', connected),
    )
    sent.on('response', (message) => {
      journey.isAnswered = true
      clearTimeout(timer)
      done(message)
    })
    // Also after the reply has begun: without a listener such an error would end the program.
    sent.on('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    sent.end(call.body)
  })
}

const signalOf = ({ deadline, interruption }: Journey): AbortSignal =>
  interruption ? AbortSignal.any([deadline, interruption]) : deadline

const requestOf = (base: URL, call: Call, signal: AbortSignal): RequestOptions => ({
  ...urlToHttpOptions(base),
  method: call.method,
  // As it is: a URL object would resolve a segment `..`.
  path: `${base.pathname.replace(/\/+$/, '')}${call.path}${searchOf(call.query)}`,
  headers: { 'user-agent': 'formctl', ...call.headers, 'accept-encoding': acceptedEncodings },
  // One connection a call: a kept one may be closed by the service just as a form is sent on it, and then nobody
  // knows whether the form was created.
  agent: false,
  signal,
})

const searchOf = (query: Query): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '' : `?${search}`
}

const flat = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

async function* chunksOf(
  message: IncomingMessage,
  journey: Journey,
  { idle }: Waits,
): AsyncIterable<Uint8Array> {
  try {
    const encoding = message.headers['content-encoding']
    const unpack = unpackerOf(encoding)
    if (!unpack)
      throw replyFaults(` of ${journey.url}`).broken(`it is packed as ${encoding}, which was not asked for`)
    for await (const chunk of unpack(watched(message, journey, idle))) {
      journey.received += chunk.length
      yield chunk
    }
  } catch (error) {
    throw transportFailure(error, journey)
  } finally {
    message.destroy()
  }
}

/** A body that ends with a failure when nothing comes for too long; while nobody reads it, no time counts. */
async function* watched(
  message: IncomingMessage,
  journey: Journey,
  seconds: number,
): AsyncIterable<Uint8Array> {
  const stop = (): unknown => message.destroy(lost(journey, 'the reply stopped in the middle'))
  let timer = setTimeout(stop, seconds * 1000)
  try {
    for await (const chunk of message) {
      clearTimeout(timer)
      yield chunk
      timer = setTimeout(stop, seconds * 1000)
    }
  } finally {
    clearTimeout(timer)
  }
}

const unreachable = ({ url }: Journey, reason: string): Failure => Failure.of('unreachable', { url, reason })
const lost = ({ url }: Journey, reason: string): Failure => Failure.of('connection-lost', { url, reason })
