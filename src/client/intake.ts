import type { ClientRequest, IncomingMessage } from 'node:http'
import type { OnReadOpts, Socket } from 'node:net'
import { finished } from 'node:stream'
import { makeRooms, type Rooms } from './rooms.ts'
import { makeWaiting } from './waiting.ts'

/** What a connection reads into, and what comes out of it. */
export type Intake = {
  /** The option of a connection that makes it read into our rooms. */
  readonly onread: OnReadOpts
  /** Lets the connection of a request hear what was read for it. */
  readonly serve: (request: ClientRequest) => void
  /** The body of a message in chunks, each good until the next one is asked for; to be called as soon as the message is there. */
  readonly arrivals: (message: IncomingMessage) => AsyncIterable<Uint8Array>
}

// With 64 KiB, as Node reads, receiving takes 1.5 times the time; with twice as much as this, it is no quicker.
const readSize = 256 * 1024

/** So many bytes may wait for the reader before the connection does. */
const mostWaiting = 512 * 1024

/**
 * Lets a connection read into two rooms by turns. Else Node takes new memory for every read, and the engine, which sees
 * much being taken and not that it is free again, goes through all that it has every few milliseconds. What comes of a
 * body whose length is known goes past the parser, which would copy it.
 */
export function makeIntake(): Intake {
  const rooms = makeRooms(readSize)
  let connection: Socket | undefined
  let parse: (bytes: Buffer) => void = () => undefined
  let isCopied = true
  let body: Body | undefined
  // Parsers of Node give copies of what they are given. One that gave parts of it would be given copies.
  const own = (chunk: Buffer): Uint8Array => {
    if (!rooms.isOurs(chunk)) return chunk
    isCopied = false
    return new Uint8Array(chunk)
  }
  return {
    onread: {
      buffer: rooms.next,
      callback: (length) => {
        const bytes = rooms.next().subarray(0, length)
        if (body?.isBare()) return body.put(bytes)
        parse(isCopied ? bytes : Buffer.from(bytes))
        return true
      },
    },
    serve: (request) =>
      void request.on('socket', (socket) => {
        connection = socket
        parse = (bytes) => void socket.emit('data', bytes)
      }),
    arrivals: (message) => {
      // Of TLS more may come than it was read for, also where it is told to stop.
      const mayLend = connection !== undefined && !('encrypted' in connection)
      body = makeBody(message, { own, goOn: () => connection?.resume(), ...(mayLend && { rooms }) })
      return body.chunks()
    },
  }
}

/** The body of a message. */
type Body = {
  /** Whether what comes next is a part of it, and nothing else. */
  readonly isBare: () => boolean
  /** Takes such a part; says whether more may come. */
  readonly put: (bytes: Uint8Array) => boolean
  readonly chunks: () => AsyncIterable<Uint8Array>
}

type BodyOptions = {
  readonly own: (chunk: Buffer) => Uint8Array
  /** Lets more come. */
  readonly goOn: () => void
  /** Where bare parts lie, so that they need not be copied. */
  readonly rooms?: Rooms
}

function makeBody(message: IncomingMessage, { own, goOn, rooms }: BodyOptions): Body {
  const waiting = makeWaiting()
  let left = lengthOf(message)
  let [isBare, isStopped] = [false, false]
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length
    waiting.add(own(chunk))
    if (waiting.size() >= mostWaiting) message.pause()
    // Where the parser has given all that it got, it need not see the rest.
    else isBare = left > 0 && message.readableLength === 0
  })
  finished(message, { writable: false }, waiting.end)
  const hasRoom = (): boolean => (rooms ? rooms.hasNext() : waiting.size() < mostWaiting)
  const used = (chunk: Uint8Array): void => {
    if (rooms?.isOurs(chunk)) rooms.takeBack()
    if (message.isPaused() && waiting.size() < mostWaiting) message.resume()
    if (!isStopped || left === 0 || !hasRoom()) return
    isStopped = false
    goOn()
  }
  return {
    isBare: () => isBare,
    put: (bytes) => {
      const part = bytes.subarray(0, left)
      // Whatever follows a whole body is nothing of ours.
      if (part.length === 0) return false
      left -= part.length
      rooms?.lend()
      waiting.add(rooms ? part : new Uint8Array(part))
      if (left === 0) waiting.end()
      isStopped = left === 0 || !hasRoom()
      return !isStopped
    },
    chunks: () => waiting.chunks(used),
  }
}

/** The bytes of a body that comes in one piece; `NaN` where they are not told. */
function lengthOf({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding === undefined && length !== undefined ? Number(length) : Number.NaN
}
