import type { ClientRequest, IncomingHttpHeaders } from 'node:http'
import type { RequestOptions } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { SecureContext } from 'node:tls'
import { Failure } from '../failure.ts'
import type { Call, Query, Service } from '../wire/service.ts'
import { usualSeconds, urlOf } from './caller.ts'
import type { Proxy } from './proxy-choice.ts'
import { makeIntake, type Intake } from './intake.ts'
import { bodyOf, type Coming } from './reply-body.ts'
import type { Outgoing, Proxied } from './through-proxy.ts'
import { requestBy } from './request-by.ts'
import { transportFailure, unreachable, type Journey } from './transport-failure.ts'
import { acceptedEncodings } from './unpack.ts'

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
  let way: Promise<Way> | undefined
  return async (call) => {
    const journey = journeyOf(call, base, options)
    try {
      const coming = await answerTo(call, { base, journey, waits, way: await (way ??= wayOf(options)) })
      return {
        status: coming.message.statusCode ?? 0,
        headers: flat(coming.message.headers),
        body: bodyOf(coming, journey, waits.idle),
      }
    } catch (error) {
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

/** What leads a request on its way, and whom it trusts. */
type Way = {
  readonly lead: (outgoing: Outgoing, journey: Journey) => Proxied
  readonly secureContext?: SecureContext
}

// What few runs need is loaded only by them.
async function wayOf({ proxy, authorities }: HttpOptions): Promise<Way> {
  const trust =
    authorities === undefined ? {} : { secureContext: (await import('./trust.ts')).trusting(authorities) }
  if (!proxy) return { lead: straight, ...trust }
  const { throughProxy } = await import('./through-proxy.ts')
  return { lead: (outgoing, journey) => throughProxy(outgoing, { proxy, journey }), ...trust }
}

const straight = (options: Outgoing): Proxied => ({
  request: requestBy(options.protocol),
  options,
  breakOff: () => undefined,
  refusal: () => undefined,
})

type Sending = { readonly base: URL; readonly journey: Journey; readonly waits: Waits; readonly way: Way }

/** Sends a call and waits for status and headers. */
function answerTo(call: Call, { base, journey, waits, way }: Sending): Promise<Coming> {
  return new Promise((done, fail) => {
    const { request, options, breakOff, refusal } = way.lead(
      outgoingOf(call, { base, journey, way }),
      journey,
    )
    const intake = makeIntake()
    const reading: ReadingInto = { ...options, onread: intake.onread }
    const sent = request(reading)
    intake.serve(sent)
    const endIn = (seconds: number, failure: () => Failure): NodeJS.Timeout =>
      setTimeout(() => {
        breakOff(failure())
        sent.destroy(failure())
      }, seconds * 1000)
    let timer = endIn(waits.connect, () => unreachable(journey, 'it does not answer'))
    onceConnected(sent, () => {
      journey.isConnected = true
      clearTimeout(timer)
      const { url } = journey
      timer = endIn(waits.headers, () =>
        Failure.of('connection-lost', { url, reason: 'no reply began in time' }),
      )
    })
    sent.on('response', (message) => {
      journey.isAnswered = true
      clearTimeout(timer)
      const refused = refusal(message)
      if (!refused) return done({ message, arrivals: intake.arrivals(message) })
      message.destroy()
      fail(refused)
    })
    // Also after the reply has begun: without a listener such an error would end the program.
    sent.on('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    sent.end(call.body)
  })
}

/** Node hands such options on to the connection, and its types don't know it of this one. */
type ReadingInto = RequestOptions & Pick<Intake, 'onread'>

const onceConnected = (sent: ClientRequest, connected: () => void): unknown =>
  sent.on('socket', (socket) => socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected))

type Asking = { readonly base: URL; readonly journey: Journey; readonly way: Way }

const outgoingOf = (call: Call, { base, journey, way }: Asking): Outgoing => ({
  ...urlToHttpOptions(base),
  method: call.method,
  // As it is: a URL object would resolve a segment `..`.
  path: `${base.pathname.replace(/\/+$/, '')}${call.path}${searchOf(call.query)}`,
  headers: { 'user-agent': 'formctl', ...call.headers, 'accept-encoding': acceptedEncodings },
  // One connection a call: a kept one may be closed by the service just as a form is sent on it, and then nobody
  // knows whether the form was created.
  agent: false,
  signal: signalOf(journey),
  ...(way.secureContext ? { secureContext: way.secureContext } : {}),
})

const signalOf = ({ deadline, interruption }: Journey): AbortSignal =>
  interruption ? AbortSignal.any([deadline, interruption]) : deadline

const searchOf = (query: Query): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '' : `?${search}`
}

const flat = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
