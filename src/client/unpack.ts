import { pipeline, type Transform } from 'node:stream'
import type { BodyFaults } from '../record/body-faults.ts'

/** What a reply may be packed as: JSON shrinks 7 to 10 times, and unpacking keeps up with any network. */
export const acceptedEncodings = 'gzip, br, zstd'

type Chunks = AsyncIterable<Uint8Array>

/** Unpacks a body while it comes, however large it gets; bytes after the end of what is packed are a fault. */
export type Unpack = (packed: Chunks, faults: BodyFaults) => Chunks

/** What unpacks that encoding; undefined for one that was not asked for. */
export function unpackerOf(encoding: string | undefined): Unpack | undefined {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return (chunks) => chunks
  const make = unpackers[name]
  return make && ((packed, faults) => unpacked(packed, make, faults))
}

/** Makes an unpacker once it has seen the first byte. */
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
  // The error of either comes out of the unpacker's end.
  yield* pipeline(all(), unpacker, () => undefined)
  // Node skips such bytes in silence, and before version 26 a whole second frame of zstd.
  if (unpacker.bytesWritten < came)
    throw broken(`its packed bytes end before byte ${unpacker.bytesWritten}, and more follow`)
}

// Of 16 KiB at once, as usual, most of the time goes by on the way between the threads.
const atOnce = { chunkSize: 128 * 1024 }

// Loaded only where something is packed: it takes 2 ms.
const zlib = (): Promise<typeof import('node:zlib')> => import('node:zlib')

const unpackers: Readonly<Record<string, Make | undefined>> = {
  gzip: async () => (await zlib()).createGunzip(atOnce),
  'x-gzip': async () => (await zlib()).createGunzip(atOnce),
  br: async () => (await zlib()).createBrotliDecompress(atOnce),
  // Node ends some zstd bodies that were cut in silence; who reads the JSON in them notices.
  zstd: async () => (await zlib()).createZstdDecompress(atOnce),
  // Nobody asks for it, since servers disagree on what it is: by the standard, or without the head that tells.
  deflate: async (first) => {
    const { createInflate, createInflateRaw } = await zlib()
    return (first & 0x0f) === 8 ? createInflate(atOnce) : createInflateRaw(atOnce)
  },
}
