import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3mini } from 's3mini'
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
  // Its own log would hold addresses of files.
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: 30_000 })
  const asked = async <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      const cause = error instanceof Error ? error.message.split('\n', 1)[0] : 'it does not answer'
      throw Failure.of('store-unusable', { path: bucket.endpoint, reason: `the bucket refused: ${cause}` })
    })
  return {
    create: async () => {
      const pending = await local.create()
      return {
        ...pending,
        keep: async (id) => {
          await pending.keep(id)
          try {
            const stream = await local.read(id)
            if (stream) await asked(s3.putObject(id, await buffer(stream)))
          } finally {
            await local.remove(id)
          }
        },
      }
    },
    read: async (id) => {
      const reply = await asked(s3.getObjectResponse(id))
      return reply?.body ? Readable.fromWeb(reply.body) : undefined
    },
    remove: async (id) => void (await asked(s3.deleteObject(id))),
    async *list() {
      let token: string | undefined
      do {
        const page = await asked(s3.listObjectsPaged('/', '', 1000, token))
        for (const { Key: id, LastModified } of page?.objects ?? []) yield { id, at: new Date(LastModified) }
        token = page?.nextContinuationToken
      } while (token !== undefined)
    },
  }
}
