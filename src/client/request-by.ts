/**
 * What sends a request by a protocol, as `request` of node:http does. An import of that module would look at each of its
 * names, and those of WebSockets load another client of HTTP: 60 ms; few runs need node:https, and what that loads.
 */
export const requestBy = (protocol: string | null | undefined): typeof import('node:http').request =>
  process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http').request
