import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * What becomes of a statement on its way: `refuse` answers with error 40001, `cut` ends the connection before the server has the
 * statement, `cut-after` when the server has done it and the client does not know; `disk-full` answers with error 53100. A promise holds it back.
 */
export type Fate = 'pass' | 'refuse' | 'disk-full' | 'cut' | 'cut-after'

export type PostgresProxy = {
  /** The URL of a database by way of this proxy. */
  readonly url: (url: string) => string
  readonly close: () => Promise<void>
}

/** A proxy that reads enough of PostgreSQL's protocol to decide on each statement. */
export async function startPostgresProxy(
  port: number,
  fateOf: (sql: string) => Fate | Promise<Fate>,
): Promise<PostgresProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const backend = connect(port, '127.0.0.1')
    for (const socket of [client, backend]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    client.on('close', () => backend.destroy())
    backend.on('close', () => client.destroy())
    void relay(client, backend, fateOf).catch(() => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address and a port.
  const own = (server.address() as AddressInfo).port
  return {
    url: (url) => url.replace(`:${port}/`, `:${own}/`),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Frame = { readonly type: string; readonly bytes: Buffer }

async function relay(
  client: Socket,
  backend: Socket,
  fateOf: (sql: string) => Fate | Promise<Fate>,
): Promise<void> {
  let status = 'I'
  let isMute = false
  const fromBackend = frames(true)
  backend.on('data', (chunk: Buffer) => {
    for (const { type, bytes } of fromBackend(chunk))
      if (type === 'Z') status = bytes.toString('latin1', 5, 6)
    if (!isMute) client.write(chunk)
  })
  const fromClient = frames(false)
  const prepared = new Map<string, string>()
  let batch: Buffer[] = []
  let sql = ''
  for await (const chunk of client)
    for (const { type, bytes } of fromClient(chunk as Buffer)) {
      batch.push(bytes)
      const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0')
      if (type === 'P') prepared.set(first, second)
      if (type === 'B') sql = prepared.get(second) ?? ''
      if (type === 'Q') sql = first
      if (type === 'P' || type === 'B' || type === 'D' || type === 'E') continue
      const [all, statement] = [Buffer.concat(batch), sql]
      batch = []
      sql = ''
      const fate = statement === '' ? 'pass' : await fateOf(statement.trim())
      if (fate === 'cut') return void client.destroy()
      if (fate === 'refuse' || fate === 'disk-full') {
        client.write(refusal(status, fate === 'refuse' ? '40001' : '53100'))
        continue
      }
      if (fate === 'cut-after') isMute = true
      backend.write(all)
      if (fate === 'cut-after') {
        await Promise.race([untilReady(backend), once(backend, 'close')])
        return void client.destroy()
      }
    }
}

/** Waits until the server has done all that it was sent: its reply ends with `Z`, the length 5 and its status. */
async function untilReady(backend: Socket): Promise<void> {
  for (let end: number | undefined; end !== 0x5a;) {
    const [chunk] = await once(backend, 'data')
    end = Buffer.from(chunk).at(-6)
  }
}

/** Cuts a stream into frames. The first one of a client has no type. */
function frames(isTyped: boolean): (chunk: Buffer) => Frame[] {
  let left: Buffer = Buffer.alloc(0)
  let hasType = isTyped
  return (chunk) => {
    left = Buffer.concat([left, chunk])
    const found: Frame[] = []
    for (;;) {
      const head = hasType ? 1 : 0
      if (left.length < head + 4) return found
      const end = head + left.readInt32BE(head)
      if (left.length < end) return found
      found.push({ type: hasType ? left.toString('latin1', 0, 1) : '', bytes: left.subarray(0, end) })
      left = left.subarray(end)
      hasType = true
    }
  }
}

function refusal(status: string, code: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0Mrefused by a test\0\0`)
  const error = Buffer.alloc(5)
  error.write('E')
  error.writeInt32BE(fields.length + 4, 1)
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, (status === 'I' ? 'I' : 'E').charCodeAt(0)])
  return Buffer.concat([error, fields, ready])
}
