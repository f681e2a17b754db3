import { isObject } from '../../form/value.ts'
import type { Files } from '../../files/file-system.ts'
import { Failure } from '../../failure/failure.ts'
import { sourceJson, type Reading } from '../../responses/responses.ts'
import type { FetchedUploads, FetchWorld } from './fetch-uploads.ts'
import type { Upload } from './named-uploads.ts'

/** What the files are and where they came from, as `schemas/output/responses-files.schema.json` has it. */
export const manifestOf = (
  reading: Pick<Reading<unknown>, 'origin' | 'counts'>,
  { fetched, failed }: FetchedUploads,
): object => ({
  schema_version: 1,
  holds: 'files of responses',
  source: sourceJson(reading),
  responses: reading.counts.kept,
  files: fetched.map(({ bytes, sha256, ...upload }) => ({
    ...shown(upload),
    path: upload.path,
    bytes,
    sha256,
  })),
  failed: failed.map(({ failure: { code, message }, ...upload }) => ({ ...shown(upload), code, message })),
})

const shown = ({ responseId, questionId, headline, address }: Upload): object => ({
  responseId,
  questionId,
  headline,
  address,
})

// A hundred thousand files take 40 MB.
const mostOfManifest = 256 * 1024 * 1024

/** What an earlier run noted in its manifest. Refuses a file of that name that is not such a manifest. */
export async function readEarlier(path: string, files: Files): Promise<FetchWorld['earlier']> {
  if ((await files.kind(path)) !== 'file') return () => undefined
  const manifest = parsed(await files.read(path, mostOfManifest))
  if (!isObject(manifest) || manifest['holds'] !== 'files of responses' || !Array.isArray(manifest['files']))
    throw Failure.of('file-unwritable', {
      path,
      reason: 'a file that formctl responses files did not write has this name; give --out another folder',
    })
  const byPath = new Map(
    manifest['files'].filter(isObject).map(({ path: at, address, bytes }) => [at, { address, bytes }]),
  )
  return (at) => {
    const { address, bytes } = byPath.get(at) ?? {}
    return typeof address === 'string' && typeof bytes === 'number' ? { address, bytes } : undefined
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
