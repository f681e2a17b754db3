import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttps } from 'node:https'
import { createServer as createHttp, request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'

const tls = join(import.meta.dirname, '../../fixtures/tls')

/** The file of the authority that signed the certificate of `httpsServer`. */
export const authorityFile = join(tls, 'authority.pem')

const authority = readFileSync(authorityFile, 'utf8')
const others = getCACertificates('default')

/** Trusts the authority of the tests in this process, as NODE_EXTRA_CA_CERTS does from the start. */
export const trustAuthority = (): void => setDefaultCACertificates([...others, authority])

/** Takes that back: test files share a process. */
export const distrustAuthority = (): void => setDefaultCACertificates(others)

const certificate = {
  cert: readFileSync(join(tls, 'server.pem')),
  key: readFileSync(join(tls, 'server-key-for-tests-only.pem')),
}

export type Running = { readonly port: number; readonly close: () => Promise<void> }

/** A service over TLS, whose certificate is for forms.example, localhost and the addresses of this machine. */
export const httpsServer = (listener: RequestListener): Promise<Running> =>
  running(createHttps(certificate, listener))

/** What asks in PostgreSQL's way for TLS gets it, with the same certificate, and nothing else. */
export const tlsDatabase = (): Promise<Running> =>
  running(
    createServer((socket) =>
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined)
      }),
    ),
  )

/** A service without TLS. */
export const httpServer = (listener: RequestListener): Promise<Running> => running(createHttp(listener))

/** What a proxy was asked for. */
export type Asked = { readonly line: string; readonly headers: IncomingMessage['headers'] }

type ProxyOptions = {
  /** Over TLS, with the certificate of `httpsServer`. */
  readonly isEncrypted?: boolean
  /** The port of the server that this proxy takes for every host. */
  readonly originPort: number
  /** The status of every answer; absent: the way is open. */
  readonly status?: number
}

/** A proxy that finds every host on one port of this machine, and keeps what it was asked for. */
export async function startProxy({
  isEncrypted = false,
  originPort,
  status,
}: ProxyOptions): Promise<Running & { readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const note = ({ method, url, httpVersion, headers }: IncomingMessage): void =>
    void asked.push({ line: `${method} ${url} HTTP/${httpVersion}`, headers })
  const server = isEncrypted ? createHttps(certificate) : createHttp()
  server.on('request', (incoming: IncomingMessage, answer) => {
    note(incoming)
    if (status !== undefined) return answer.writeHead(status).end('<h1>No</h1>')
    const { pathname, search } = new URL(incoming.url ?? '')
    const path = `${pathname}${search}`
    const onward = request(
      { port: originPort, method: incoming.method, path, headers: incoming.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(answer)
      },
    )
    return incoming.pipe(onward)
  })
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    note(incoming)
    socket.on('error', () => undefined)
    if (status !== undefined) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const onward = connect(originPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    return undefined
  })
  return { ...(await running(server)), asked }
}

async function running(server: Server): Promise<Running> {
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
