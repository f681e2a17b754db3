import type { PublishedForm } from '../../form/form.ts'
import type { Save, SaveResult } from '../../form/response.ts'
import {
  keyColumns,
  restyled,
  uploadColumns,
  valuesOfKey,
  type Statement,
  type Writes,
} from '../sql-store.ts'
import type {
  Environment,
  EnvironmentContents,
  ReplyToStore,
  StoredReply,
  StoredKey,
  UploadKey,
} from '../store.ts'
import { clock, conflict, type Runner } from './database.ts'
import type { Profile } from './layout.ts'
import { readsIn } from './reads.ts'
import { append, columnsOf, eraseResponses, saveResponses, type PendingEvent } from './response-writes.ts'

/** As in `Writes`, but a group of saves is one write. */
type TransactionWrites = {
  readonly [Name in Exclude<keyof Writes, 'save'>]: (
    ...args: Parameters<Writes[Name]>
  ) => Promise<ReturnType<Writes[Name]>>
} & { readonly saves: (saves: readonly Save[]) => Promise<readonly SaveResult[]> }

export const writesIn = (tx: Runner, profile: Profile): TransactionWrites => ({
  createEnvironment: (environment, contents) => createEnvironment(tx, environment, contents, profile),
  createFirstEnvironment: async (environment, contents) => {
    // A second server that starts at the same time waits here for the first, and then sees what it made.
    await tx.change(`update settings set value = value where name = 'secret'`)
    if ((await readsIn(tx).environments()).length > 0) return false
    await createEnvironment(tx, environment, contents, profile)
    return true
  },
  createKey: (key) => createKey(tx, key, profile),
  revokeKey: async (id, at) =>
    (await tx.change('update keys set revoked_at = $1 where id = $2 and revoked_at is null', [at, id])) > 0,
  expireKey: async (id, at) =>
    (await tx.change(
      `update keys set expires_at = case when expires_at < $1 then expires_at else $1 end
        where id = $2 and revoked_at is null`,
      [at, id],
    )) > 0,
  useKey: async (id, at) => void (await tx.change('update keys set used_at = $1 where id = $2', [at, id])),
  createForm: async (form, keeping) => {
    const kept = keeping && (await keepReply(tx, keeping))
    if (!kept) await addForm(tx, form, profile)
    return kept
  },
  restyleForm: async (id, style, files) => {
    for (const { sha256, bytes } of files)
      await tx.change('insert into style_files (sha256, base64) values ($1, $2) on conflict do nothing', [
        sha256,
        Buffer.from(bytes).toString('base64'),
      ])
    const [stored] = await tx.rows(formText, [id])
    return stored !== undefined && (await tx.change(restyleForm, [restyled(stored.form, style), id])) > 0
  },
  closeForm: (id, at) => endForm(tx, id, at, 'form.closed'),
  deleteForm: (id, at) => endForm(tx, id, at, 'form.deleted'),
  saves: (saves) => saveResponses(tx, saves, profile),
  erase: (environmentId, keys, at) => eraseResponses(tx, environmentId, keys, at, profile),
  createUploads: async (uploads, at) =>
    void (await tx.change(newUploads, [...columnsOf(uploads, uploadColumns), at])),
  claimUploads: (before, limit) => tx.rows(claimUploads, [before, limit]),
  deleteUploads: async (uploads) =>
    void (await tx.change(deleteClaimed, columnsOf(uploads, ['environmentId', 'id']))),
})

const formText = 'select form from forms where id = $1' as Statement<{ readonly form: string }>

/** The version tells readers that the form is another one. */
const restyleForm = 'update forms set form = $1, version = version + 1 where id = $2'

const newUploads = `
  insert into uploads
    (environment_id, id, form_id, response_id, question_id, name, content_type, sha256, size, unheld_at)
  select *, $10 from unnest(
    $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])`

/** The time is compared twice: a save may hold an upload between the two. */
const claimUploads = `
  update uploads set unheld_at = ''
  where unheld_at < $1
    and (environment_id, id) in (select environment_id, id from uploads where unheld_at < $1 limit $2)
  returning environment_id as "environmentId", id` as Statement<UploadKey>

const deleteClaimed = `
  delete from uploads
  where unheld_at = '' and (environment_id, id) in (select * from unnest($1::text[], $2::text[]))`

async function createEnvironment(
  tx: Runner,
  { id, name, createdAt }: Environment,
  contents: EnvironmentContents | undefined,
  profile: Profile,
): Promise<void> {
  await tx.change('insert into environments (id, name, created_at) values ($1, $2, $3)', [
    id,
    name,
    createdAt,
  ])
  for (const key of contents?.keys ?? []) await createKey(tx, key, profile)
  for (const form of contents?.forms ?? []) await addForm(tx, form, profile)
}

async function createKey(tx: Runner, key: StoredKey, profile: Profile): Promise<void> {
  if (!profile.hasUniqueBeyondDistribution && (await readsIn(tx).keyByHash(key.hash)))
    throw new Error('there is a key of this hash')
  await tx.change(
    `insert into keys (${keyColumns})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    valuesOfKey(key),
  )
}

async function addForm(tx: Runner, form: PublishedForm, profile: Profile): Promise<void> {
  const { closedAt = null, deletedAt = null, ...kept } = form
  const { id, environmentId, name, createdAt } = form
  if (!profile.hasUniqueBeyondDistribution && (await readsIn(tx).form(id)))
    throw new Error(`there is a form of this id: ${id}`)
  const [made] = await tx.rows(newForm, [
    environmentId,
    id,
    name,
    createdAt,
    closedAt,
    deletedAt,
    JSON.stringify(kept),
  ])
  if (!made) throw new Error(`a form of an environment that does not exist: ${environmentId}`)
  const event = { environmentId, formId: id, responseId: '', type: 'form.created', at: createdAt } as const
  await append(tx, [{ ...event, version: 1, moment: made.moment }])
}

const newForm = `
  insert into forms (environment_id, id, name, created_at, closed_at, deleted_at, version, moment, form)
  select $1, $2, $3, $4, $5, $6, 1, ${clock}, $7 from environments where id = $1
  returning moment` as Statement<{ readonly moment: number }>

async function endForm(
  tx: Runner,
  id: string,
  at: string,
  type: 'form.closed' | 'form.deleted',
): Promise<boolean> {
  const change =
    type === 'form.closed'
      ? 'closed_at = $1 where id = $2 and closed_at is null and deleted_at is null'
      : 'deleted_at = $1 where id = $2 and deleted_at is null'
  const [ended] = await tx.rows(
    `update forms set version = version + 1, moment = greatest(moment + 1, ${clock}), ${change}
      returning environment_id as "environmentId", version, moment` as Statement<
      Pick<PendingEvent, 'environmentId' | 'version' | 'moment'>
    >,
    [at, id],
  )
  if (ended) await append(tx, [{ ...ended, formId: id, responseId: '', type, at }])
  return ended !== undefined
}

/** Stores a reply, or gives the one that is stored under its key. */
async function keepReply(tx: Runner, { reply, since }: ReplyToStore): Promise<StoredReply | undefined> {
  const { environmentId, key, requestHash, body, at } = reply
  await tx.change('delete from kept_replies where at < $1', [since])
  // Waits for another server that is storing a reply under this key.
  const isNew = await tx.change(
    `insert into kept_replies (environment_id, key, request_hash, body, at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    [environmentId, key, requestHash, body, at],
  )
  if (isNew > 0) return undefined
  const kept = await readsIn(tx).reply(environmentId, key, since)
  if (!kept) throw conflict()
  return kept
}
