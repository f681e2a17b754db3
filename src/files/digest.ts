/** How many bytes there are, and their SHA-256 in hexadecimal. */
export type Digest = { readonly bytes: number; readonly sha256: string }

/** A digest of bytes that come one after another. */
export async function startDigest(): Promise<{
  readonly add: (chunk: Uint8Array) => void
  readonly end: () => Digest
}> {
  // Few runs need it.
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add: (chunk) => {
      bytes += chunk.length
      hash.update(chunk)
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  const digest = await startDigest()
  for await (const chunk of chunks) digest.add(chunk)
  return digest.end()
}
