import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../../src/store/blobs.ts'
import type { Store, StoredUpload } from '../../src/store/store.ts'
import { at, sampleFileSave, sampleUpload } from './samples.ts'

type Place = { readonly store: Pick<Store, 'uploads' | 'responses'>; readonly blobs: Blobs }

/** Stores a file as if a person had uploaded it, in an answer of its response, which must not be finished. */
export async function storeFile(
  { store, blobs }: Place,
  given: Partial<StoredUpload> & { readonly id: string },
  content: string | Uint8Array,
): Promise<void> {
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const upload = sampleUpload({ size: bytes.length, sha256, ...given })
  await store.uploads.create([upload], at(0))
  const blob = await blobs.create()
  await blob.append(bytes)
  await blob.keep(given.id)
  await blob.discard()
  await store.responses.save(sampleFileSave(upload))
  if (!(await store.uploads.get(upload.environmentId, given.id))) throw new Error('the file is not held')
}

/** The bytes of a file; undefined: there is none. */
export async function storedBytes(blobs: Blobs, id: string): Promise<Buffer | undefined> {
  const stream = await blobs.read(id)
  return stream && buffer(stream)
}
