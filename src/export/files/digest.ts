import type { Sink } from '../../table/bytes.ts'

/** How long a file is, and its SHA-256 in hexadecimal. */
export type Digest = { readonly bytes: number; readonly sha256: string }

/** A digest of bytes that come one after another. */
type Digesting = {
  /** The same sink, whose bytes are digested. */
  readonly into: (out: Sink) => Sink
  readonly add: (chunk: Uint8Array) => void
  readonly digest: () => Digest
}

/** Begins with no bytes. */
export async function digesting(): Promise<Digesting> {
  // What few runs need is loaded only by them.
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  let bytes = 0
  const add = (chunk: Uint8Array): void => {
    bytes += chunk.length
    hash.update(chunk)
  }
  return {
    into: (out) => (chunk) => {
      add(chunk)
      return out(chunk)
    },
    add,
    digest: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
