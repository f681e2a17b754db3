import type { Sink } from '../../export/format.ts'

/** How long a file is, and its SHA-256 in hexadecimal. */
export type Digest = { readonly bytes: number; readonly sha256: string }

/** A sink whose bytes are digested. */
type Digesting = {
  readonly write: Sink
  /** Another sink whose bytes are digested, too. */
  readonly into: (out: Sink) => Sink
  /** Adds bytes that went another way. */
  readonly add: (chunk: Uint8Array) => void
  /** Forgets what it got. */
  readonly restart: () => void
  readonly digest: () => Digest
}

/** The same sink, and a digest of everything that went through it so far. */
export async function digesting(write: Sink): Promise<Digesting> {
  // What few runs need is loaded only by them.
  const { createHash } = await import('node:crypto')
  let hash = createHash('sha256')
  let bytes = 0
  const add = (chunk: Uint8Array): void => {
    bytes += chunk.length
    hash.update(chunk)
  }
  const into =
    (out: Sink): Sink =>
    (chunk) => {
      add(chunk)
      return out(chunk)
    }
  return {
    write: into(write),
    into,
    add,
    restart: () => {
      hash = createHash('sha256')
      bytes = 0
    },
    digest: () => ({ bytes, sha256: hash.copy().digest('hex') }),
  }
}
