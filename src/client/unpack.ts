import { pipeline, type Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { BodyFaults } from '../wire/body-faults.ts'

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
type Make = (first: number) => Transform & { readonly bytesWritten: number }

async function* unpacked(packed: Chunks, make: Make, { broken, cutOff }: BodyFaults): Chunks {
  const chunks = packed[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) throw cutOff(0)
  const unpacker = make(first.value[0] ?? 0)
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

const unpackers: Readonly<Record<string, Make | undefined>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Node ends some zstd bodies that were cut in silence; who reads the JSON in them notices.
  zstd: () => createZstdDecompress(),
  // Nobody asks for it, since servers disagree on what it is: by the standard, or without the head that tells.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
}
