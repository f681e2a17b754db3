import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { Failure } from '../failure/failure.ts'
import type { Blobs } from './blobs.ts'

/** A bucket, as its address with the name of the bucket as path, and the keys to it. */
export type Bucket = {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Keeps blobs in a bucket of S3 or a service like it; they are received in `local` first. Errors are failures `store-unusable`. */
export function s3Blobs(bucket: Bucket, local: Blobs): Blobs {
  const { s3, asked } = clientOf(bucket)
  return {
    create: async () => {
      const pending = await local.create()
      return {
        ...pending,
        keep: async (id) => void (await asked(s3.putObject(id, await pending.read()))),
      }
    },
    read: async (id) => {
      const reply = await asked(s3.getObjectResponse(id))
      return reply?.body ? Readable.fromWeb(reply.body) : undefined
    },
    remove: async (id) => {
      // A file from before there was a bucket.
      await local.remove(id)
      return asked(s3.deleteObject(id).catch(missingIsFalse))
    },
    sweep: local.sweep,
  }
}

/** Fails unless the bucket exists and its keys are valid. Deletes an object that never exists, since keys may have no right to list. */
export async function probe(bucket: Bucket): Promise<void> {
  const { s3, asked } = clientOf(bucket)
  await asked(s3.deleteObject('formctl-probe').catch(missingIsFalse))
}

/** The size of each blob in a bucket, in bytes, by its id. */
export async function sizesIn(bucket: Bucket): Promise<ReadonlyMap<string, number>> {
  const { s3, asked } = clientOf(bucket)
  const sizes = new Map<string, number>()
  let token: string | undefined
  do {
    const page = await asked(s3.listObjectsPaged('/', '', 1000, token))
    for (const { Key, Size } of page?.objects ?? []) sizes.set(Key, Size)
    token = page?.nextContinuationToken
  } while (token !== undefined)
  return sizes
}

function clientOf(bucket: Bucket) {
  const asked = async <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      const said = error instanceof Error ? `: ${error.message.split('\n', 1)[0]}` : ''
      const reason = error instanceof S3ServiceError ? `it refused${said}` : `it does not answer${said}`
      throw Failure.of('store-unusable', { path: bucket.endpoint, reason })
    })
  // Its own log would hold addresses of files.
  return { s3: new S3mini({ ...bucket, requestAbortTimeout: 30_000 }), asked }
}

/** S3 ignores the deletion of a missing object; some services refuse it. */
function missingIsFalse(error: unknown): false {
  if (error instanceof S3ServiceError && error.status === 404 && !error.body?.includes('NoSuchBucket'))
    return false
  throw error
}
