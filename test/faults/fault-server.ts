import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A request as it came in on the socket. */
type Arrived = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the server does with one connection. */
export type Script = (socket: Socket, request: Arrived) => void

export type FaultServer = {
  readonly url: string
  readonly arrived: readonly Arrived[]
  readonly close: () => Promise<void>
}

/** A server on a raw socket that plays one script a connection, the last one again and again. */
export async function faultServer(...scripts: readonly Script[]): Promise<FaultServer> {
  const arrived: Arrived[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    const script = scripts[Math.min(connections++, scripts.length - 1)]
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    whenWhole(socket, (request) => {
      arrived.push(request)
      script?.(socket, request)
    })
  })
  const port = await listen(server)
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}`, arrived, close }
}

/**
 * An address where nothing listens, and nothing will while this process runs: an open connection of its own
 * goes out from its port. The port of a server that was closed would soon be given to another one.
 */
export async function closedAddress(): Promise<string> {
  const server = createServer((socket) => socket.unref())
  server.unref()
  const connection = connect(await listen(server), '127.0.0.1')
  await once(connection, 'connect')
  connection.unref()
  return `http://127.0.0.1:${connection.localPort}`
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function whenWhole(socket: Socket, done: (request: Arrived) => void): void {
  let text = ''
  let isDone = false
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    // A TLS greeting is all that comes of a request until it is answered.
    const end = text.startsWith('\x16') ? 0 : text.indexOf('\r\n\r\n')
    if (isDone || end < 0) return
    const [first = '', ...lines] = text.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.split(':', 1)[0]?.toLowerCase() ?? '',
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const body = text.slice(end + 4)
    if (body.length < Number(headers['content-length'] ?? 0)) return
    isDone = true
    const [method = '', target = ''] = first.split(' ')
    done({ method, target, headers, body: Buffer.from(body, 'latin1').toString() })
  })
}

type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Bytes of the body that are announced; default: as many as there are, `none`: the end of the connection is the end. */
  readonly length?: number | 'none'
  /** Bytes of the body that are sent; default all. */
  readonly cutAt?: number
  /** What follows the last byte. */
  readonly after?: 'end' | 'reset' | 'silence'
}

/** Sends an answer, whole or not. */
export const answer =
  ({ status = 200, headers = {}, body = '', length, cutAt, after = 'end' }: Answer): Script =>
  (socket) => {
    const bytes = Buffer.from(body)
    const announced = length === 'none' ? {} : { 'content-length': String(length ?? bytes.length) }
    const lines = Object.entries({ ...announced, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} Answer\r\n${lines.join('')}\r\n`)
    const sent = bytes.subarray(0, cutAt)
    if (after === 'silence') socket.write(sent)
    else if (after === 'end') socket.end(sent)
    else socket.write(sent, () => socket.resetAndDestroy())
  }

/** A JSON answer. */
export const json = (value: unknown, more: Omit<Answer, 'body'> = {}): Script =>
  answer({
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
    body: JSON.stringify(value),
  })

/** Takes the request and breaks the connection off. */
export const reset: Script = (socket) => void socket.resetAndDestroy()

/** Takes the request and ends the connection politely, without a byte. */
export const hangUp: Script = (socket) => void socket.end()

/** Takes the request and says nothing. */
export const silence: Script = () => undefined

/** Bytes that are no HTTP. */
export const raw =
  (text: string): Script =>
  (socket) =>
    void socket.end(text)
