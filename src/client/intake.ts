import type { ClientRequest, IncomingMessage } from 'node:http'
import type { OnReadOpts } from 'node:net'
import { finished } from 'node:stream'

/** What a connection reads into, and what comes out of it. */
export type Intake = {
  /** The option of a connection that makes it read into our room. */
  readonly onread: OnReadOpts
  /** Lets the connection of a request hear what was read for it. */
  readonly serve: (request: ClientRequest) => void
  /** The body of a message in chunks, each the reader's own; to be called as soon as the message is there. */
  readonly arrivals: (message: IncomingMessage) => AsyncIterable<Uint8Array>
}

// With 64 KiB, as Node reads, receiving takes 1.5 times the time.
const readSize = 256 * 1024

/** So many bytes may wait for the reader before the connection does. */
const mostWaiting = 512 * 1024

/**
 * Lets a connection read into one room again and again. Else Node takes new memory for every read, and the engine, which
 * sees much being taken and not that it is free again, goes through all that it has every few milliseconds.
 */
export function makeIntake(): Intake {
  const room = Buffer.alloc(readSize)
  let isCopied = true
  let hear: (bytes: Buffer) => void = () => undefined
  // Parsers of Node give copies of what they are given. One that gave parts of it would be given copies.
  const own = (chunk: Buffer): Uint8Array => {
    if (chunk.buffer !== room.buffer) return chunk
    isCopied = false
    return new Uint8Array(chunk)
  }
  return {
    onread: {
      buffer: room,
      callback: (length) => {
        const bytes = room.subarray(0, length)
        hear(isCopied ? bytes : Buffer.from(bytes))
        return true
      },
    },
    serve: (request) =>
      void request.on('socket', (socket) => (hear = (bytes) => void socket.emit('data', bytes))),
    arrivals: (message) => arrivalsOf(message, own),
  }
}

function arrivalsOf(message: IncomingMessage, own: (chunk: Buffer) => Uint8Array): AsyncIterable<Uint8Array> {
  const here: Here = { chunks: [], size: 0, ended: undefined }
  let wake = (): void => undefined
  message.on('data', (chunk: Buffer) => {
    here.chunks.push(own(chunk))
    here.size += chunk.length
    if (here.size >= mostWaiting) message.pause()
    wake()
  })
  finished(message, { writable: false }, (error) => {
    here.ended = { error }
    wake()
  })
  return {
    async *[Symbol.asyncIterator]() {
      while (here.chunks.length > 0 || !here.ended) {
        const { chunks } = here
        Object.assign(here, { chunks: [], size: 0 })
        if (message.isPaused()) message.resume()
        yield* chunks
        if (here.chunks.length === 0 && !here.ended) await new Promise<void>((done) => (wake = done))
      }
      if (here.ended.error) throw here.ended.error
    },
  }
}

/** What has come and was not read yet, and whether that is all. */
type Here = { chunks: Uint8Array[]; size: number; ended: { readonly error: unknown } | undefined }

/** Gives the memory of a chunk back that nobody needs any more, where nothing else lies in it. */
export function giveBack({ buffer, length }: Uint8Array): void {
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
