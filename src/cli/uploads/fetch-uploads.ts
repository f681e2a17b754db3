import { downloadFile, type FileSource } from '../../client/client.ts'
import { Failure, isOfSignal } from '../../failure/failure.ts'
import { digestOf, startDigest, type Digest } from '../../files/digest.ts'
import type { Files, PendingFile } from '../../files/file-system.ts'
import type { Upload } from './named-uploads.ts'

/** A file that lies in the folder. */
type FetchedUpload = Upload & Digest & { readonly isNew: boolean }

/** A file that could not be fetched. */
type FailedUpload = Upload & { readonly failure: Failure }

export type FetchedUploads = {
  readonly fetched: readonly FetchedUpload[]
  readonly failed: readonly FailedUpload[]
}

export type FetchWorld = {
  readonly files: Files
  readonly folder: string
  readonly sourceOf: (address: string) => Promise<FileSource>
  /** The address and size of what an earlier run wrote to a path; undefined: it wrote nothing there. */
  readonly earlier: (path: string) => { readonly address: string; readonly bytes: number } | undefined
  /** Is called after every file. */
  readonly onFile: (bytes: number) => void
}

/** How many files are fetched at the same time. */
const atOnce = 4

/**
 * Fetches the files that are not there yet. A file that the service does not give is noted, and the others are fetched. A
 * file that cannot be written ends the run: the next ones would most likely meet the same fault.
 */
export async function fetchUploads(uploads: readonly Upload[], world: FetchWorld): Promise<FetchedUploads> {
  const ends = new Map<Upload, (Digest & { readonly isNew: boolean }) | Failure>()
  await inParallel(uploads, async (upload) => {
    const end = await fetchOne(upload, world).catch((error: unknown) => {
      if (!(error instanceof Failure) || isOfSignal(error) || error.exit === 3) throw error
      return error
    })
    ends.set(upload, end)
    world.onFile(end instanceof Failure || !end.isNew ? 0 : end.bytes)
  })
  const ended = uploads.flatMap((upload) => {
    const end = ends.get(upload)
    return end === undefined ? [] : [{ upload, end }]
  })
  return {
    fetched: ended.flatMap(({ upload, end }) => (end instanceof Failure ? [] : [{ ...upload, ...end }])),
    failed: ended.flatMap(({ upload, end }) => (end instanceof Failure ? [{ ...upload, failure: end }] : [])),
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const workers = Array.from({ length: atOnce }, async () => {
    try {
      while (next < items.length) {
        const item = items[next++]
        if (item !== undefined) await work(item)
      }
    } catch (error) {
      next = items.length
      throw error
    }
  })
  // The others end what they have begun, so that nothing is written after the failure is reported.
  const ends = await Promise.allSettled(workers)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function fetchOne(
  upload: Upload,
  { files, folder, sourceOf, earlier }: FetchWorld,
): Promise<Digest & { readonly isNew: boolean }> {
  const path = `${folder}/${upload.path}`
  const before = earlier(upload.path)
  const size = upload.size ?? before?.bytes
  const isOfOther = before !== undefined && before.address !== upload.address
  if (size !== undefined && !isOfOther && (await files.kind(path)) === 'file') {
    const there = await digestOf(files.stream(path))
    if (there.bytes === size) return { ...there, isNew: false }
  }
  const got = await downloadFile(upload.address, {
    sourceOf,
    size: upload.size,
    begin: () => beginTarget(path, { files, folder }),
  })
  await got.file.commit()
  return { ...got.digest.end(), isNew: true }
}

async function beginTarget(
  path: string,
  { files, folder }: Pick<FetchWorld, 'files' | 'folder'>,
): Promise<Target> {
  if (!files.leadsInto(folder, path))
    throw Failure.of('file-unwritable', {
      path,
      reason: `it is reached by a symbolic link that leads out of ${folder}`,
    })
  await files.makeFolder(files.resolve(path, '..'), 0o700)
  const file = await files.create(path, { replace: true, isPrivate: true })
  const digest = await startDigest()
  return {
    file,
    digest,
    write: (chunk) => {
      digest.add(chunk)
      return file.write(chunk)
    },
    discard: file.discard,
  }
}

type Target = {
  readonly file: PendingFile
  readonly digest: Awaited<ReturnType<typeof startDigest>>
  readonly write: (chunk: Uint8Array) => Promise<void>
  readonly discard: () => Promise<void>
}
