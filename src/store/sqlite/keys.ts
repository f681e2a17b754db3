import type { Store, StoredKey } from '../store.ts'
import type { Database, Select } from './database.ts'

/** The API keys in a database. */
export function keysIn(database: Database): Store['keys'] {
  return {
    create: async (key) => addKey(database, key),
    byHash: async (hash) => {
      const row = database.one(keyByHash, [hash])
      return row && keyOf(row)
    },
    list: async (environmentId) => [...database.each(keysByEnvironment, [environmentId])].map(keyOf),
    revoke: async (id, at) =>
      database.change('update keys set revoked_at = ? where id = ? and revoked_at is null', [at, id]) > 0,
  }
}

/** Adds a key, in whatever transaction there is. */
export function addKey(database: Database, key: StoredKey): void {
  database.change(
    `insert into keys (id, environment_id, name, hash, prefix, created_at, revoked_at) values (?, ?, ?, ?, ?, ?, ?)`,
    [key.id, key.environmentId, key.name, key.hash, key.prefix, key.createdAt, key.revokedAt ?? null],
  )
}

const columns =
  'id, environment_id as environmentId, name, hash, prefix, created_at as createdAt, revoked_at as revokedAt'

type KeyRow = Omit<StoredKey, 'revokedAt'> & { readonly revokedAt: string | null }

const keyByHash = `select ${columns} from keys where hash = ?` as Select<KeyRow>
const keysByEnvironment =
  `select ${columns} from keys where environment_id = ? order by created_at, rowid` as Select<KeyRow>

const keyOf = ({ revokedAt, ...key }: KeyRow): StoredKey => (revokedAt === null ? key : { ...key, revokedAt })
