import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'

/** What a reply may be packed as: JSON shrinks 7 to 10 times, and unpacking keeps up with any network. */
export const acceptedEncodings = 'gzip, br, zstd'

type Chunks = AsyncIterable<Uint8Array>

/** What unpacks that encoding while it comes; undefined for one that was not asked for. */
export function unpackerOf(encoding: string | undefined): ((packed: Chunks) => Chunks) | undefined {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return (chunks) => chunks
  const make = unpackers[name]
  // The error of either comes out of the unpacker's end.
  return make && ((packed) => pipeline(packed, make(), () => undefined))
}

const unpackers: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Node ends some zstd bodies that were cut in silence; who reads the JSON in them notices.
  zstd: () => createZstdDecompress(),
}
