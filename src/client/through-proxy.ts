import type { Dispatcher } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import Client from 'undici/lib/dispatcher/client.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import type { Connecting } from './over-http.ts'
import type { Proxy } from './proxy-choice.ts'
import type { Journey } from './transport-failure.ts'

/** Leads a call through a proxy: https in a tunnel that sees nothing of it, http by the proxy's own hand. */
export function throughProxy({ url }: Proxy, { seconds, tls }: Connecting, journey: Journey): Dispatcher {
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
      // The connection is the tunnel's now. What breaks from here on is not the proxy's doing.
      client.on('disconnect', (_url, _clients, { message }) => (journey.isTunnelled = message === 'upgrade'))
      // The index of undici adds it, which is not loaded.
      return Object.assign(client, { connect })
    },
  })
}
