/**
 * The parts of undici that calls need. The whole package takes three times as long to load, and declares types for its
 * index alone.
 */
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici'

  const connect: Dispatcher['connect']
  export default connect
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'

  const request: (
    this: Dispatcher,
    options: Dispatcher.RequestOptions & { readonly origin: string },
  ) => Promise<Dispatcher.ResponseData>
  export default request
}

declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici'
}
