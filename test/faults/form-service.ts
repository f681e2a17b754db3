import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** How far a call comes that a fault meets, as whoever sends it can know. */
export type FaultClass = 'fine' | 'limited' | 'refused' | 'open'

/** One way in which a call goes wrong, or not; `play` has the whole request, unless `early` took the connection before. */
export type Fault = {
  readonly name: string
  readonly class: FaultClass
  /** Whether the service stays silent, so that only a wait of the client ends the call. */
  readonly isSilent?: boolean
  /** Takes the connection at its first bytes; the request is never read. */
  readonly early?: (socket: Socket) => void
  readonly play: (turn: Turn) => void
}

/** A request that arrived, and what can be done with it. */
export type Turn = {
  readonly socket: Socket
  /** Whether the service has a reply for the key already: it gives that one, and refuses nothing. */
  readonly isKept: boolean
  /** Creates the form, or finds the reply that is kept under the key; the bytes of that reply. */
  readonly apply: () => Buffer
  /** Holds the request, and applies it when it has been asked for again so often. */
  readonly hold: (times: number) => void
}

/** A service on raw sockets that creates forms and plays one fault a request of generate; faultless without one. */
export type FormService = {
  readonly url: string
  /** Ids by name of the form, of every form that was made. */
  readonly made: ReadonlyMap<string, readonly string[]>
  /** The faults of the next requests, and of the next questions for what is announced. */
  readonly faults: Fault[]
  readonly askFaults: Fault[]
  /** What was played since `begin`. */
  readonly played: Fault[]
  readonly begin: (announces: boolean) => void
  /** Whoever held back a request does it now. */
  readonly finishHeld: () => void
  readonly close: () => Promise<void>
}

type Kept = { readonly body: string; readonly id: string }
type Held = { left: number; readonly finish: () => void }

/** Starts one. */
export async function startFormService(): Promise<FormService> {
  const made = new Map<string, string[]>()
  const kept = new Map<string, Kept>()
  const held = new Map<string, Held>()
  const faults: Fault[] = []
  const askFaults: Fault[] = []
  const played: Fault[] = []
  const sockets = new Set<Socket>()
  let announces = false
  let count = 0

  const create = (key: string, body: string): string => {
    const before = announces ? kept.get(key) : undefined
    if (before) return before.id
    const id = `form-${count++}`
    const { name } = JSON.parse(body) as { name: string }
    made.set(name, [...(made.get(name) ?? []), id])
    kept.set(key, { body, id })
    return id
  }

  const refuse = (socket: Socket, status: number): void => {
    played.splice(-1, 1, { ...fine, name: String(status), class: 'open' })
    socket.end(jsonReply(status, { message: 'The key' }))
  }

  const generate = (socket: Socket, request: Arrived, fault: Fault): void => {
    const { key, body } = request
    const waiting = announces ? held.get(key) : undefined
    if (waiting && waiting.left-- <= 0) waiting.finish()
    else if (waiting) return refuse(socket, 409)
    if (announces && (kept.get(key)?.body ?? body) !== body) return refuse(socket, 422)
    fault.play({
      socket,
      isKept: announces && kept.has(key),
      apply: () => createdReply(create(key, body)),
      hold: (times) => {
        const finish = (): void => {
          held.delete(key)
          create(key, body)
        }
        held.set(key, { left: times, finish })
      },
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (first: Buffer) => {
      const isAsk = first.toString('latin1').startsWith('GET')
      const fault = (isAsk ? askFaults : faults).shift() ?? fine
      if (!isAsk) played.push(fault)
      if (fault.early) return fault.early(socket)
      whenWhole(socket, first, (request) => {
        if (!isAsk) return generate(socket, request, fault)
        const announced = jsonReply(200, { extensions: ['idempotency-key'] })
        const reply = announces ? announced : jsonReply(404, { message: 'Nothing is here' })
        fault.play({ socket, isKept: false, apply: () => reply, hold: () => undefined })
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    faults,
    askFaults,
    played,
    begin: (isAnnouncing) => {
      announces = isAnnouncing
      for (const list of [faults, askFaults, played]) list.length = 0
    },
    finishHeld: () => held.forEach(({ finish }) => finish()),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Arrived = { readonly key: string; readonly body: string }

function whenWhole(socket: Socket, first: Buffer, done: (request: Arrived) => void): void {
  let bytes = Buffer.alloc(0)
  const take = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = bytes.subarray(0, end).toString('latin1')
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (bytes.length < end + 4 + length) return
    socket.off('data', take)
    const key = /^idempotency-key: (.*)$/im.exec(head)?.[1] ?? ''
    done({ key, body: bytes.subarray(end + 4).toString() })
  }
  socket.on('data', take)
  take(first)
}

type Framing = 'length' | 'chunked' | 'closed'

/** A whole reply as bytes. */
export function jsonReply(status: number, value: unknown, framing: Framing = 'length', more = ''): Buffer {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  const size = Buffer.byteLength(body)
  const framed = {
    length: [`content-length: ${size}\r\n`, body],
    chunked: ['transfer-encoding: chunked\r\n', `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    closed: ['', body],
  }[framing]
  return Buffer.from(
    `HTTP/1.1 ${status} Reply\r\ncontent-type: application/json\r\n${more}connection: close\r\n${framed.join('\r\n')}`,
  )
}

const createdReply = (id: string): Buffer =>
  jsonReply(200, { success: true, result: { form: { id, url: `/s/${id}` } } })

/** No fault. */
export const fine: Fault = {
  name: 'none',
  class: 'fine',
  play: ({ socket, apply }) => void socket.end(apply()),
}
