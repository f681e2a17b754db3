/** Where the files of a Parquet data set are: a folder, or a bucket of S3 or a service like it. */
import { createHash } from 'node:crypto'
import { glob, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { asyncBufferFromFile, type AsyncBuffer } from 'hyparquet'
import { S3mini, S3ServiceError } from 's3mini'
import { Failure, misuse } from '../failure/failure.ts'
import { codeOf, ifMissing, reasonOf } from '../failure/reason.ts'
import { writeFile, type Files } from '../files/file-system.ts'
import type { Sink } from '../record/bytes.ts'

/** A file that was read, with a mark of its content; undefined: it is not there. */
type Stored = { readonly text: string; readonly mark: string } | undefined

/** Paths are relative, with `/`. All of it fails with `sync-target-unusable`. */
export type PartStorage = {
  /** As queries name it, with a `/` at the end unless it is empty. */
  readonly root: string
  readonly read: (path: string) => Promise<Stored>
  /** Replaces a file if it still has this mark, or is still missing; gives the new mark, or undefined. */
  readonly replace: (path: string, text: string, mark: string | undefined) => Promise<string | undefined>
  /** Writes a whole file, or nothing. */
  readonly write: (path: string, make: (sink: Sink) => Promise<void>) => Promise<void>
  readonly ranges: (path: string) => Promise<AsyncBuffer>
  /** The paths of all Parquet files. */
  readonly list: () => Promise<readonly string[]>
  readonly remove: (path: string) => Promise<void>
}

/** `stateFolder`: where claims of files are. */
export type StorageHost = { readonly files: Files; readonly stateFolder: string }

export function folderStorage(folder: string, { files, stateFolder }: StorageHost): PartStorage {
  const at = (path: string): string => files.resolve(folder, path)
  const unusable = (error: unknown): never => {
    if (error instanceof Failure) throw error
    throw Failure.of('sync-target-unusable', { place: folder, reason: reasonOf(error) })
  }
  const markOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  const read = async (path: string): Promise<Stored> => {
    if ((await files.kind(at(path))) === 'missing') return undefined
    const text = new TextDecoder().decode(await files.read(at(path), 2 ** 30))
    return { text, mark: markOf(text) }
  }
  return {
    root: '',
    read,
    replace: async (path, text, mark) => {
      // Its rows are for its owner, like the files of exports.
      await files.makeFolder(folder, 0o700)
      // Two runs could both find the mark. Where a user has no folder for claims, the lease alone keeps them apart.
      const none = { release: () => undefined }
      const claim = await files.claim(at(path), files.resolve(stateFolder, 'claims')).catch(() => none)
      if (!claim) return undefined
      try {
        if ((await read(path))?.mark !== mark) return undefined
        await writeFile(files, at(path), { content: text, mode: 0o600 })
        return markOf(text)
      } finally {
        claim.release()
      }
    },
    write: async (path, make) => {
      await files.makeFolder(join(at(path), '..'), 0o700)
      const file = await files.create(at(path), { replace: true, mode: 0o600 })
      try {
        await make(file.write)
      } catch (error) {
        await file.discard()
        throw error
      }
      await file.commit()
    },
    ranges: (path) =>
      asyncBufferFromFile(at(path)).catch((error: unknown) => {
        const missing = Failure.of('sync-target-unusable', { place: folder, reason: `${path} is missing` })
        return unusable(codeOf(error) === 'ENOENT' ? missing : error)
      }),
    list: async () => {
      const paths = await Array.fromAsync(glob('**/*.parquet', { cwd: at('.') })).catch(unusable)
      return paths.map((path) => path.split(sep).join('/'))
    },
    remove: (path) => rm(at(path)).catch(ifMissing(undefined)).catch(unusable),
  }
}

/**
 * `s3://bucket/prefix`; endpoint, region and keys come from the variables that other programs take. Where the service knows no
 * conditional writes, the lease alone keeps two runs apart.
 */
export function bucketStorage(url: URL, env: Readonly<Record<string, string | undefined>>): PartStorage {
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
  if (!accessKeyId || !secretAccessKey)
    throw misuse('--to parquet:s3://… needs keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'
  const server = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\/./.test(server))
    throw misuse(`AWS_ENDPOINT_URL is ${server}, and has to be an address such as https://s3.example.com.`)
  const prefix = decodeURIComponent(url.pathname).split('/').filter(Boolean).join('/')
  const keyOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`)
  const place = `s3://${url.host}/${prefix}`
  const s3 = new S3mini({
    endpoint: `${server}${server.endsWith('/') ? '' : '/'}${url.host}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: 60_000,
  })
  const token = env['AWS_SESSION_TOKEN']
  if (token) signWithToken(s3, token)
  const asked = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      const said = error instanceof Error ? `: ${error.message.split('\n', 1)[0]}` : ''
      const reason = `${error instanceof S3ServiceError ? 'it refused' : 'it does not answer'}${said}`
      throw Failure.of('sync-target-unusable', { place, reason })
    })
  return {
    root: `${place.replace(/\/$/, '')}/`,
    read: async (path) => {
      const { data, etag } = await asked(s3.getObjectWithETag(keyOf(path)))
      return data === null ? undefined : { text: new TextDecoder().decode(data), mark: etag ?? '' }
    },
    replace: async (path, text, mark) => {
      const condition = mark === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${mark}"` }
      const put = s3
        .putObject(keyOf(path), text, 'application/json', undefined, condition)
        .catch(changedMeanwhile)
      return s3.sanitizeETag((await asked(put))?.headers.get('etag') ?? '') || undefined
    },
    write: async (path, make) => {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      await make(async (chunk) => void chunks.push(new Uint8Array(chunk)))
      await asked(s3.putAnyObject(keyOf(path), new Blob(chunks)))
    },
    ranges: async (path) => {
      const byteLength = await asked(s3.getContentLength(keyOf(path)))
      return {
        byteLength,
        slice: async (start, end = byteLength) =>
          asked(s3.getObjectRaw(keyOf(path), false, start, end).then((reply) => reply.arrayBuffer())),
      }
    },
    list: async () => {
      const objects = (await asked(s3.listObjects('/', prefix))) ?? []
      const keys = objects.map(({ Key }) => (prefix === '' ? Key : Key.slice(prefix.length + 1)))
      return keys.filter((key) => key.endsWith('.parquet'))
    },
    remove: async (path) => void (await asked(s3.deleteObject(keyOf(path)))),
  }
}

/** Temporary keys, as jobs of CI have them, count with their token alone; the package signs what it is given. */
function signWithToken(s3: S3mini, token: string): void {
  const sign: unknown = Reflect.get(s3, '_sign')
  if (typeof sign !== 'function') throw new Error('s3mini signs otherwise now')
  Reflect.set(s3, '_sign', (method: string, path: string, query: object, headers: object) =>
    Reflect.apply(sign, s3, [method, path, query, { ...headers, 'x-amz-security-token': token }]),
  )
}

function changedMeanwhile(error: unknown): undefined {
  if (error instanceof S3ServiceError && [409, 412].includes(error.status)) return undefined
  throw error
}
