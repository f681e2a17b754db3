import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure/failure.ts'

export type ListeningApp = {
  /** Where this machine reaches it. */
  readonly url: string
  readonly port: number
  /** Takes no more calls, lets the current ones end within 10 s, then cuts them. */
  readonly close: () => Promise<void>
}

/** `of`: the prefix of its options, if they are not `--host` and `--port`. */
export type Address = { readonly host: string; readonly port: number; readonly of?: string }

/** In milliseconds. */
const maxClosingTime = 10_000

/** Fails with port-in-use or address-unusable if nothing can listen there; leaves the port free. */
export async function tryAddress(address: Address): Promise<void> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error) => reject(listenFailure(error, address)))
  server.listen({ host: address.host, port: address.port }, resolve)
  await promise
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  await closed.promise
}

/** Listens with an app; port 0 picks a free one. Fails with port-in-use or address-unusable. */
export async function listen(app: FastifyInstance, address: Address): Promise<ListeningApp> {
  const { host, port } = address
  let isClosing = false
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', async (_request, reply) => void (isClosing && reply.header('connection', 'close')))
  // The connection of an earlier reply becomes idle a moment later.
  app.addHook(
    'onResponse',
    async () => void (isClosing && setImmediate(() => app.server.closeIdleConnections())),
  )
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenFailure(error, address)
  })
  // A socket with a port always has such an address.
  const bound = (app.server.address() as AddressInfo).port
  return {
    url: `http://${reachable(host)}:${bound}`,
    port: bound,
    close: async () => {
      isClosing = true
      const closed = close(app)
      // Node before 26 takes a connection that sent nothing yet, as browsers open them, for a busy one.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
    },
  }
}

async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), maxClosingTime)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}

/** The host to call, for a host to listen on. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function listenFailure(error: unknown, address: Address): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const code = String(error.code)
  if (code === 'EADDRINUSE') return Failure.of('port-in-use', address)
  const reason = reasons[code]
  return reason === undefined ? error : Failure.of('address-unusable', { ...address, reason })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not take that port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no machine has that name',
  EAI_AGAIN: 'the name cannot be looked up',
  EINVAL: 'nothing can listen on that address',
}
