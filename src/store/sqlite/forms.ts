import type { FormSummary, PublishedForm } from '../../form/form.ts'
import type { Store, Keeping, KeptReply } from '../store.ts'
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
export function addForm(database: Database, form: PublishedForm): void {
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
