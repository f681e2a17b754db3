import { constants, createDeflateRaw } from 'node:zlib'

export { crc32 } from 'node:zlib'

/** Packs bytes in a thread of their own, one block after the other. */
export type Deflate = {
  readonly pack: (bytes: Uint8Array) => Promise<readonly Uint8Array[]>
  readonly close: () => void
}

/** Packs blocks of a stream so that blocks that others packed may come before and after: so several are packed at once. */
export function makeDeflate(): Deflate {
  const stream = createDeflateRaw(options)
  let parts: Uint8Array[] = []
  stream.on('data', (part: Uint8Array) => void parts.push(part))
  return {
    pack: (bytes) =>
      new Promise((resolve, reject) => {
        stream.once('error', reject)
        stream.write(bytes)
        // Nothing that comes later may refer to what is before this point.
        stream.flush(constants.Z_FULL_FLUSH, () => {
          stream.off('error', reject)
          // What the stream still holds comes as `data`, too.
          while (stream.read() !== null);
          resolve(parts)
          parts = []
        })
      }),
    close: () => stream.close(),
  }
}

/** What ends a stream of parts. */
export const deflateEnd = Uint8Array.of(0x03, 0x00)

// The least effort: more costs several times the time of all the rest, for a file smaller by a quarter.
const options = { level: 1, chunkSize: 128 * 1024 }
