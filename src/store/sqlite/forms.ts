import type { FormSummary, PublishedForm } from '../../form/form.ts'
import type { Store, Keeping, KeptReply, Environment, EnvironmentContents, StoredKey } from '../store.ts'
import type { Database, Select } from './database.ts'

export function formsIn(database: Database): Store['forms'] {
  return {
    create: async (form, keeping) =>
      database.write(() => {
        const kept = keeping && keepReply(database, keeping)
        if (!kept) addForm(database, form)
        return kept
      }),
    get: async (id) => {
      const row = database.one(formById, [id])
      return row && formOf(row)
    },
    list: async (environmentId) => [...database.each(summaries, [environmentId])],
    delete: async (id, at) =>
      database.change('update forms set deleted_at = ? where id = ? and deleted_at is null', [at, id]) > 0,
  }
}

/** Adds a form, inside the caller's transaction. */
function addForm(database: Database, form: PublishedForm): void {
  const { deletedAt = null, ...kept } = form
  database.change(
    'insert into forms (id, environment_id, name, created_at, deleted_at, form) values (?, ?, ?, ?, ?, ?)',
    [form.id, form.environmentId, form.name, form.createdAt, deletedAt, JSON.stringify(kept)],
  )
}

type FormRow = { readonly form: string; readonly deletedAt: string | null }

const formById = 'select form, deleted_at as deletedAt from forms where id = ?' as Select<FormRow>

function formOf({ form, deletedAt }: FormRow): PublishedForm {
  // Written by addForm.
  const kept = JSON.parse(form) as PublishedForm
  return deletedAt === null ? kept : { ...kept, deletedAt }
}

const summaries = `
  select id, name, '/s/' || id as url, created_at as createdAt,
    (select count(*) from responses where form_id = forms.id and finished = 1) as complete,
    (select count(*) from responses where form_id = forms.id and finished = 0) as partial
  from forms where environment_id = ? and deleted_at is null
  order by created_at, rowid` as Select<FormSummary>

export const repliesIn = (database: Database): Store['replies'] => ({
  get: async (environmentId, key, since) => keptReply(database, { environmentId, key, since }),
})

/** Stores a reply inside the caller's transaction, or gives the one that is stored under its key. */
function keepReply(database: Database, { reply, since }: Keeping): KeptReply | undefined {
  const { environmentId, key, requestHash, body, at } = reply
  database.change('delete from kept_replies where at < ?', [since])
  const kept = keptReply(database, { environmentId, key, since })
  if (kept) return kept
  database.change(
    'insert into kept_replies (environment_id, key, request_hash, body, at) values (?, ?, ?, ?, ?)',
    [environmentId, key, requestHash, body, at],
  )
  return undefined
}

type Sought = { readonly environmentId: string; readonly key: string; readonly since: string }

const keptReply = (database: Database, { environmentId, key, since }: Sought): KeptReply | undefined =>
  database.one(replyByKey, [environmentId, key, since])

const replyByKey = `
  select environment_id as environmentId, key, request_hash as requestHash, body, at
  from kept_replies where environment_id = ? and key = ? and at >= ?` as Select<KeptReply>

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
