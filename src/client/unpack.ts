import { pipeline, type Transform } from 'node:stream'
import type { BodyFaults } from '../record/read-records.ts'

/** The encodings that a reply may have. JSON shrinks 7 to 10 times, and unpacking keeps up with any network. */
export const acceptedEncodings = 'gzip, br, zstd'

type Chunks = AsyncIterable<Uint8Array>

/** Unpacks a stream. Bytes after the end of the packed data are a fault. */
export type Unpack = (packed: Chunks, faults: BodyFaults) => Chunks

/** The unpacker of an encoding; undefined for an unknown one. */
export function unpackerOf(encoding: string | undefined): Unpack | undefined {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return (chunks) => chunks
  const make = unpackers[name]
  return make && ((packed, faults) => unpacked(packed, make, faults))
}

/** Makes an unpacker, given the first byte. */
type Make = (first: number) => Promise<Transform & { readonly bytesWritten: number }>

async function* unpacked(packed: Chunks, make: Make, { broken, cutOff }: BodyFaults): Chunks {
  const chunks = packed[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) throw cutOff(0)
  const unpacker = await make(first.value[0] ?? 0)
  let came = 0
  async function* all(): Chunks {
    for (let next = first; next.done !== true; next = await chunks.next()) {
      came += next.value.length
      yield next.value
    }
  }
  // The iteration throws the errors of both.
  yield* pipeline(all(), unpacker, () => undefined)
  // Node ignores such bytes silently, and before version 26 a whole second frame of zstd.
  if (unpacker.bytesWritten < came)
    throw broken(`its packed bytes end before byte ${unpacker.bytesWritten}, and more follow`)
}

// With the default of 16 KiB, most of the time is spent between the threads.
const atOnce = { chunkSize: 128 * 1024 }

// Loaded only where something is packed: it takes 2 ms.
const zlib = (): Promise<typeof import('node:zlib')> => import('node:zlib')

const unpackers: Readonly<Record<string, Make | undefined>> = {
  gzip: async () => (await zlib()).createGunzip(atOnce),
  'x-gzip': async () => (await zlib()).createGunzip(atOnce),
  br: async () => (await zlib()).createBrotliDecompress(atOnce),
  // Node does not notice every truncated zstd body; the JSON reader does.
  zstd: async () => (await zlib()).createZstdDecompress(atOnce),
  // Not in `acceptedEncodings`: servers disagree on whether it has a zlib header.
  deflate: async (first) => {
    const { createInflate, createInflateRaw } = await zlib()
    return (first & 0x0f) === 8 ? createInflate(atOnce) : createInflateRaw(atOnce)
  },
}
