import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../../src/store/blobs.ts'
import type { Store, StoredUpload } from '../../src/store/store.ts'
import { sampleUpload } from './samples.ts'

type Place = { readonly store: Pick<Store, 'uploads'>; readonly blobs: Blobs }

/** Stores a file as if a person had uploaded it. */
export async function storeFile(
  { store, blobs }: Place,
  given: Partial<StoredUpload> & { readonly id: string },
  content: string | Uint8Array,
): Promise<void> {
  const bytes = Buffer.from(content)
  const blob = await blobs.create()
  await blob.append(bytes)
  await blob.keep(given.id)
  await blob.discard()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await store.uploads.create(sampleUpload({ size: bytes.length, sha256, ...given }))
}

/** The bytes of a file; undefined: there is none. */
export async function storedBytes(blobs: Blobs, id: string): Promise<Buffer | undefined> {
  const stream = await blobs.read(id)
  return stream && buffer(stream)
}
