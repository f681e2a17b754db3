/** The targets of `responses sync` by their words: `sqlite:survey.sqlite`, `postgres://user@host/db`. */
import { hostname } from 'node:os'
import { misuse } from '../failure/failure.ts'
import type { StorageHost } from './part-storage.ts'
import type { Owner } from './sql-target.ts'
import type { SyncTarget } from './target.ts'

/** Opens the target that a word names. Fails with `usage` for any other word. */
export async function openTarget(
  word: string,
  owner: Owner,
  host: StorageHost & { readonly env: Readonly<Record<string, string | undefined>> },
  isDryRun: boolean,
): Promise<SyncTarget> {
  const { resolve } = host.files
  const [, kind = '', place = ''] = /^([a-z]+):(.+)$/s.exec(word) ?? []
  if (['sqlite', 'duckdb', 'parquet'].includes(kind) && place.startsWith('//'))
    throw misuse(`--to ${kind}: takes a path as it is, such as --to ${kind}:${place.replace(/^\/+/, '')}.`)
  if (kind === 'sqlite') {
    const { openSqliteTarget } = await import('./sqlite-target.ts')
    return openSqliteTarget({ path: resolve(place), place }, owner, isDryRun)
  }
  if (kind === 'duckdb') {
    const { openDuckdbTarget } = await import('./duckdb-target.ts')
    return openDuckdbTarget({ path: resolve(place), place }, owner, isDryRun)
  }
  if (kind === 'parquet') {
    const { bucketStorage, folderStorage } = await import('./part-storage.ts')
    const { openParquetTarget } = await import('./parquet-target.ts')
    const bucket = /^\w+:\/\//.test(place) ? URL.parse(place) : undefined
    if (bucket === undefined || (bucket?.protocol === 's3:' && bucket.host !== '')) {
      const storage = bucket ? bucketStorage(bucket, host.env) : folderStorage(place, host)
      return openParquetTarget({ storage, place }, onThisMachine(owner), isDryRun)
    }
  }
  const url = /^postgres(?:ql)?$/.test(kind) ? URL.parse(word) : null
  if (url) {
    const { openPostgresTarget } = await import('./postgres-target.ts')
    return openPostgresTarget(url, onThisMachine(owner), isDryRun)
  }
  // The word is not repeated: it may hold a password.
  throw misuse(
    '--to names no target. Write --to sqlite:survey.sqlite, --to duckdb:survey.duckdb, --to postgres://user@host/database, --to parquet:folder or --to parquet:s3://bucket/prefix.',
  )
}

/** Whether a process runs can be told on its own machine alone. */
const onThisMachine = (owner: Owner): Owner => ({
  now: owner.now,
  name: JSON.stringify([hostname(), owner.name]),
  isRunning: async (name) => {
    const [host, process]: readonly unknown[] = JSON.parse(name)
    return host === hostname() ? owner.isRunning(String(process)) : undefined
  },
})
