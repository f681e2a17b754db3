import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A reply; `length` counts the bytes of its body. */
export type Reply = { readonly status: number; readonly head: string; readonly length: number }

/** Makes the next request of one connection, whose last reply it is given. */
export type Visitor = (last?: Reply) => Uint8Array

/** A request in HTTP/1.1. */
export function requestOf(
  method: string,
  path: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): Uint8Array {
  const sent = { host: 'localhost', ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

// A callback is done with it before the next read of any connection.
const buffer = Buffer.alloc(256 * 1024)

type Waiting = {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  readonly onBody: ((bytes: Uint8Array) => void) | undefined
}

/**
 * A kept-alive connection with one request in flight. Node's own clients take more time than the servers that they would
 * measure.
 */
export class Connection {
  readonly #socket: Socket
  #waiting: Waiting | undefined
  /** Where in a reply the next byte stands. */
  #at: 'head' | 'body' | 'chunk size' | 'chunk' | 'last chunk' = 'head'
  /** What came of a head or of a chunk's size that is not whole. */
  #text = ''
  #head = ''
  #length = 0
  /** The bytes that are left of the body, or of a chunk and the line end after it. */
  #left = 0

  constructor(port: number) {
    const callback = (count: number): boolean => {
      this.#read(count)
      return true
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  /** Sends a request; fails where the status is 400 or higher. `onBody` gets the body in pieces, valid during the call only. */
  request(bytes: Uint8Array, onBody?: (bytes: Uint8Array) => void): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, onBody }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #read(count: number): void {
    let from = 0
    while (from < count) {
      if (this.#at === 'head') from = this.#readHead(from, count)
      else if (this.#at === 'chunk size') from = this.#readChunkSize(from, count)
      else from = this.#readBody(from, count)
    }
  }

  #readHead(from: number, count: number): number {
    const before = this.#text.length
    this.#text += buffer.toString('latin1', from, count)
    const end = this.#text.indexOf('\r\n\r\n')
    if (end === -1) return count
    this.#head = this.#text.slice(0, end + 4)
    this.#text = ''
    this.#length = 0
    this.#at = /\r\ntransfer-encoding: chunked/i.test(this.#head) ? 'chunk size' : 'body'
    this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
    if (this.#at === 'body' && this.#left === 0) this.#end()
    return from + end + 4 - before
  }

  #readChunkSize(from: number, count: number): number {
    const line = buffer.indexOf(10, from) + 1
    const end = line === 0 || line > count ? count : line
    this.#text += buffer.toString('latin1', from, end)
    if (!this.#text.endsWith('\n')) return end
    const size = Number.parseInt(this.#text, 16)
    this.#text = ''
    this.#left = size + 2
    this.#at = size === 0 ? 'last chunk' : 'chunk'
    return end
  }

  #readBody(from: number, count: number): number {
    const taken = Math.min(this.#left, count - from)
    const payload = Math.max(0, Math.min(taken, this.#left - (this.#at === 'body' ? 0 : 2)))
    this.#length += payload
    this.#waiting?.onBody?.(buffer.subarray(from, from + payload))
    this.#left -= taken
    if (this.#left > 0) return from + taken
    if (this.#at === 'chunk') this.#at = 'chunk size'
    else this.#end()
    return from + taken
  }

  #end(): void {
    const waiting = this.#waiting
    const reply = { status: Number(this.#head.slice(9, 12)), head: this.#head, length: this.#length }
    this.#waiting = undefined
    this.#at = 'head'
    if (reply.status < 400) waiting?.resolve(reply)
    else waiting?.reject(new Error(`a request was answered with\n${reply.head}`))
  }
}

export type Load = {
  readonly port: number
  /** Makes the visitor of each connection. */
  readonly visitor: () => Visitor
  readonly connections: number
  readonly seconds: number
  /** Requests a second. Absent: each connection sends its next request when it has its reply. */
  readonly rate?: number
  /** Ends the load earlier, after so many requests. */
  readonly most?: number
}

/** Replies a second, and latencies in milliseconds. */
export type Measured = { readonly rate: number; readonly p50: number; readonly p99: number }

/**
 * Puts a load on a server. All connections get the same share. At a fixed rate a latency counts from when its request was
 * due, so that a server that lags does not hide it.
 */
export async function load({
  port,
  visitor,
  connections,
  seconds,
  rate,
  most = Infinity,
}: Load): Promise<Measured> {
  const people = await Promise.all(
    Array.from({ length: connections }, () => connected(port, visitor(), connections)),
  )
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  let sent = 0
  const run = async ({ connection, next, last }: Person): Promise<void> => {
    let reply = last
    for (;;) {
      const due = rate === undefined ? performance.now() : begin + (1000 / rate) * sent
      if (due >= end || sent >= most) return
      sent += 1
      const wait = due - performance.now()
      if (wait > 0) await delay(wait)
      reply = await connection.request(next(reply))
      latencies.push(performance.now() - due)
    }
  }
  try {
    await Promise.all(people.map(run))
  } finally {
    for (const { connection } of people) connection.close()
  }
  const took = (performance.now() - begin) / 1000
  latencies.sort((a, b) => a - b)
  const percentile = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN
  return { rate: latencies.length / took, p50: percentile(0.5), p99: percentile(0.99) }
}

type Person = { readonly connection: Connection; readonly next: Visitor; readonly last: Reply | undefined }

/** Of many connections each sends its first request before anything is measured: a busy server accepts them one by one. */
async function connected(port: number, next: Visitor, connections: number): Promise<Person> {
  const connection = new Connection(port)
  return { connection, next, last: connections > 1 ? await connection.request(next()) : undefined }
}
