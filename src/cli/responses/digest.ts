import { createHash } from 'node:crypto'
import type { Sink } from '../../export/format.ts'

/** How long a file is, and its SHA-256 in hexadecimal. */
export type Digest = { readonly bytes: number; readonly sha256: string }

/** The same sink, and a digest of everything that went through it so far. */
export function digesting(write: Sink): { readonly write: Sink; readonly digest: () => Digest } {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    write: (chunk) => {
      bytes += chunk.length
      hash.update(chunk)
      return write(chunk)
    },
    digest: () => ({ bytes, sha256: hash.copy().digest('hex') }),
  }
}
