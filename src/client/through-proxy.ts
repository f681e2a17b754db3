import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { Failure } from '../failure.ts'
import type { Headers } from '../wire/service.ts'
import type { Proxy } from './proxy-choice.ts'
import { requestBy } from './request-by.ts'
import type { Journey } from './transport-failure.ts'

/** The options of a request as `urlToHttpOptions` gives them, and whom to trust. */
export type Outgoing = Omit<RequestOptions, 'headers'> & {
  readonly headers: Headers
  readonly secureContext?: SecureContext
}

/** A request that goes through a proxy. */
export type Proxied = {
  readonly request: (options: RequestOptions) => ClientRequest
  readonly options: RequestOptions
  /** Ends the asking for a tunnel; a request without a socket cannot be destroyed. */
  readonly breakOff: (failure: Failure) => void
  /** What a reply stands for that is the proxy's own; undefined where it is the service's. */
  readonly refusal: (message: IncomingMessage) => Failure | undefined
}

type Way = { readonly proxy: Proxy; readonly journey: Journey }

/**
 * Leads a request through a proxy: https in a tunnel that sees nothing of it, http by the proxy's own hand.
 * Node's agents can do so too, but name no reason for a refusal and hold on to a proxy that stays silent.
 */
export const throughProxy = (outgoing: Outgoing, way: Way): Proxied =>
  outgoing.protocol === 'https:' ? inTunnel(outgoing, way) : forwarded(outgoing, way)

function forwarded(outgoing: Outgoing, way: Way): Proxied {
  const { proxy } = way
  const host = hostOf(outgoing)
  return {
    request: requestBy(proxy.url.protocol),
    options: {
      ...outgoing,
      ...addressOf(proxy),
      path: `http://${host}${outgoing.path}`,
      headers: { ...outgoing.headers, ...authorizationFor(proxy), host },
    },
    breakOff: () => undefined,
    // Any other status may be the service's.
    refusal: (message) => (message.statusCode === 407 ? refusalOf(message, way) : undefined),
  }
}

function inTunnel(outgoing: Outgoing, way: Way): Proxied {
  let asked: ClientRequest | undefined
  // With an agent, Node would not ask for our connection.
  const { agent: _, ...options } = outgoing
  const createConnection: RequestOptions['createConnection'] = (_options, oncreate) => {
    // The type wants a socket even where there is none.
    const fail = (error: Error): void => oncreate(error, undefined as never)
    asked = askForTunnel(outgoing, way.proxy)
    asked.on('error', fail)
    asked.on('connect', (answer: IncomingMessage, socket: Socket) => {
      const refusal = refusalOf(answer, way)
      if (refusal) {
        socket.destroy()
        return fail(refusal)
      }
      way.journey.isTunnelled = true
      oncreate(null, encrypted(socket, outgoing))
    })
    return undefined
  }
  return {
    request: requestBy('https:'),
    // Without an agent, Node would take the usual port for 80 and name 443 in the header.
    options: { ...options, defaultPort: 443, createConnection },
    breakOff: (failure) => void asked?.destroy(failure),
    refusal: () => undefined,
  }
}

function askForTunnel(outgoing: Outgoing, proxy: Proxy): ClientRequest {
  const { signal, secureContext } = outgoing
  const host = hostOf(outgoing)
  const asked = requestBy(proxy.url.protocol)({
    ...addressOf(proxy),
    method: 'CONNECT',
    path: host,
    headers: { 'user-agent': 'formctl', ...authorizationFor(proxy), host },
    agent: false,
    ...(signal ? { signal } : {}),
    ...(secureContext ? { secureContext } : {}),
  })
  asked.end()
  return asked
}

/** TLS with the service itself, through the tunnel. */
function encrypted(socket: Socket, { hostname, secureContext }: Outgoing): TLSSocket {
  const host = bare(hostname ?? '')
  return connectTls({
    socket,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
    ...(secureContext ? { secureContext } : {}),
  })
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Host and port as a proxy wants them. */
function hostOf({ hostname, port, protocol }: Outgoing): string {
  const host = bare(hostname ?? '')
  const usual = protocol === 'https:' ? 443 : 80
  const named = isIP(host) === 6 ? `[${host}]` : host
  return protocol === 'https:' || (port && Number(port) !== usual) ? `${named}:${port || usual}` : named
}

const addressOf = ({ url }: Proxy): RequestOptions => ({
  protocol: url.protocol,
  hostname: bare(url.hostname),
  host: bare(url.hostname),
  port: url.port || (url.protocol === 'https:' ? 443 : 80),
})

function authorizationFor({ url: { username, password } }: Proxy): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { 'proxy-authorization': `Basic ${credentials.toString('base64')}` }
}

/** What a proxy's answer stands for; undefined where the way is open. */
function refusalOf({ statusCode = 0 }: IncomingMessage, { proxy, journey }: Way): Failure | undefined {
  if (statusCode >= 200 && statusCode < 300) return undefined
  const { url } = journey
  // It may have better luck with the next attempt.
  if (statusCode >= 500)
    return Failure.of('unreachable', {
      url,
      reason: `the proxy ${proxy.name} answers with status ${statusCode}`,
    })
  return Failure.of('proxy-refused', { url, proxy: proxy.name, status: statusCode })
}
