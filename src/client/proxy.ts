import { BlockList, isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import { Failure } from '../failure/failure.ts'
import type { CallProgress } from './transport-failure.ts'

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

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host)

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

export type ConnectOptions = {
  readonly origin: string
  readonly seconds: number
  readonly tls: { readonly signal: AbortSignal; readonly secureContext?: SecureContext }
}

/** Sends a call through a proxy: https in a tunnel, http as a request to the proxy. */
export async function throughProxy(
  { url }: Proxy,
  { seconds, tls }: ConnectOptions,
  progress: CallProgress,
): Promise<Dispatcher> {
  // Most runs have no proxy, so this is loaded late.
  const [{ default: connect }, { default: Client }, { default: ProxyAgent }] = await Promise.all([
    import('undici/lib/api/api-connect.js'),
    import('undici/lib/dispatcher/client.js'),
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
