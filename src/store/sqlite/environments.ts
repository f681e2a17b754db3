import type { Environment, EnvironmentContents, Store, StoredKey } from '../store.ts'
import type { Database, Select } from './database.ts'
import { addForm } from './forms.ts'

export function environmentsIn(database: Database): Store['environments'] {
  const add = (environment: Environment, contents: EnvironmentContents): void => {
    const { id, name, createdAt } = environment
    database.change('insert into environments (id, name, created_at) values (?, ?, ?)', [id, name, createdAt])
    for (const key of contents.keys) addKey(database, key)
    for (const form of contents.forms) addForm(database, form)
  }
  return {
    create: async (environment, contents = { keys: [], forms: [] }) =>
      database.write(() => add(environment, contents)),
    createFirst: async (environment, contents) =>
      database.write(() => {
        if (database.one(all)) return false
        add(environment, contents)
        return true
      }),
    list: async () => [...database.each(all)],
  }
}

const all =
  'select id, name, created_at as createdAt from environments order by created_at, rowid' as Select<Environment>

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

/** Adds a key, inside the caller's transaction. */
function addKey(database: Database, key: StoredKey): void {
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
