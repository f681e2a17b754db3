import { draftText, readDraft } from '../../form/draft.ts'
import type { PublishedForm } from '../../form/form.ts'
import {
  applySave,
  closedSave,
  type ResponseRecord,
  type Save,
  type SaveResult,
} from '../../form/response.ts'
import {
  eventOf,
  formColumns,
  formsAt,
  holderBefore,
  isErasable,
  keyColumns,
  lostUpload,
  replyByKey,
  restyled,
  states,
  uploadColumns,
  valuesOfForm,
  valuesOfKey,
  type Statement,
  type Writes,
} from '../sql-store.ts'
import type { Outcome, WriteCall } from '../groups.ts'
import type {
  Environment,
  EnvironmentContents,
  ErasedResponse,
  ErasureKey,
  StoredEvent,
  StoredKey,
  UploadKey,
} from '../store.ts'
import type { Database } from './database.ts'

/** Runs groups in this thread, each in one transaction. */
export function groupsIn(database: Database): (calls: readonly WriteCall[]) => readonly Outcome[] {
  // Each name has its own arguments, which a table of all cannot say.
  const writes = writesIn(database) as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>
  return (calls) =>
    database.write(() =>
      calls.map(({ name, args }): Outcome => {
        try {
          return { result: database.nested(() => writes[name]?.(...args)) }
        } catch (error) {
          // A full disk has ended the whole transaction.
          if (!database.isWriting()) throw error
          return { error }
        }
      }),
    )
}

const writesIn = (database: Database): Writes => ({
  createEnvironment: (environment, contents) => createEnvironment(database, environment, contents),
  createFirstEnvironment: (environment, contents) => {
    if (database.one('select 1 from environments')) return false
    createEnvironment(database, environment, contents)
    return true
  },
  createKey: (key) => createKey(database, key),
  revokeKey: (id, at) =>
    database.change('update keys set revoked_at = ? where id = ? and revoked_at is null', [at, id]) > 0,
  expireKey: (id, at) =>
    database.change(
      `update keys set expires_at = min(coalesce(expires_at, ?1), ?1) where id = ?2 and revoked_at is null`,
      [at, id],
    ) > 0,
  useKey: (id, at) => void database.change('update keys set used_at = ? where id = ?', [at, id]),
  createForm: (form, keeping) => {
    const { reply, since = '' } = keeping ?? {}
    const kept = reply && database.one(replyByKey, [reply.environmentId, reply.key, since])
    const newest = database.one(formsAt('rowid'), [form.address ?? null, form.environmentId])
    const earlier = kept ?? holderBefore(newest, form)
    if (earlier) return earlier
    database.change('delete from kept_replies where at < ?', [since])
    if (reply)
      database.change(
        'insert into kept_replies (environment_id, key, request_hash, body, at) values (?, ?, ?, ?, ?)',
        [reply.environmentId, reply.key, reply.requestHash, reply.body, reply.at],
      )
    addForm(database, form)
    return undefined
  },
  restyleForm: (id, style, files) => {
    for (const { sha256, bytes } of files)
      database.change('insert into style_files (sha256, base64) values (?, ?) on conflict do nothing', [
        sha256,
        Buffer.from(bytes).toString('base64'),
      ])
    const stored = database.one(formText, [id])
    return stored !== undefined && database.change(restyleForm, [restyled(stored.form, style), id]) > 0
  },
  closeForm: (id, at) => endForm(database, id, at, 'form.closed'),
  deleteForm: (id, at) => endForm(database, id, at, 'form.deleted'),
  save: (save) => saveResponse(database, save),
  erase: (environmentId, keys, at) =>
    keys.flatMap((key) => eraseResponse(database, { environmentId, ...key }, at) ?? []),
  createUploads: (uploads, at) => {
    for (const upload of uploads)
      database.change(newUpload, [...uploadColumns.map((column) => upload[column]), at])
  },
  claimUploads: (before, limit) => database.rows(claimUploads, [before, limit]),
  deleteUploads: (uploads) => {
    for (const { environmentId, id } of uploads) database.change(deleteClaimed, [environmentId, id])
  },
  runAll: (statements) => {
    let changed: number | undefined
    for (const [sql, values] of statements) {
      const rows = database.change(sql, values)
      changed ??= rows
      if (changed === 0) return 0
    }
    return changed ?? 0
  },
})

const formText = 'select form from forms where id = ?' as Statement<{ readonly form: string }>

/** The version tells readers that the form is another one. */
const restyleForm = 'update forms set form = ?, version = version + 1 where id = ?'

function createEnvironment(
  database: Database,
  { id, name, createdAt }: Environment,
  { keys, forms }: EnvironmentContents = { keys: [], forms: [] },
): void {
  database.change('insert into environments (id, name, created_at) values (?, ?, ?)', [id, name, createdAt])
  for (const key of keys) createKey(database, key)
  for (const form of forms) addForm(database, form)
}

function createKey(database: Database, key: StoredKey): void {
  database.change(
    `insert into keys (${keyColumns})
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    valuesOfKey(key),
  )
}

/** Appends an event to its environment's sequence; gives its number. */
function append(database: Database, event: Omit<StoredEvent, 'seq'>): number {
  const { environmentId, formId, responseId, type, at, version } = event
  const { seq } = database.one(nextSeq, [environmentId]) ?? { seq: 0 }
  if (seq === 0) throw new Error(`an event of an environment that does not exist: ${environmentId}`)
  database.change(
    'insert into events (environment_id, seq, form_id, response_id, type, at, version) values (?, ?, ?, ?, ?, ?, ?)',
    [environmentId, seq, formId, responseId, type, at, version],
  )
  return seq
}

const nextSeq =
  'update environments set last_seq = last_seq + 1 where id = ? returning last_seq as seq' as Statement<{
    readonly seq: number
  }>

function addForm(database: Database, form: PublishedForm): void {
  const { id, environmentId, createdAt } = form
  database.change(
    `insert into forms (${formColumns}, version) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    valuesOfForm(form),
  )
  append(database, {
    environmentId,
    formId: id,
    responseId: '',
    type: 'form.created',
    at: createdAt,
    version: 1,
  })
}

function endForm(database: Database, id: string, at: string, type: 'form.closed' | 'form.deleted'): boolean {
  const change =
    type === 'form.closed'
      ? 'closed_at = ?1, version = version + 1 where id = ?2 and closed_at is null and deleted_at is null'
      : 'deleted_at = ?1, version = version + 1 where id = ?2 and deleted_at is null'
  const ended = database.one(
    `update forms set ${change} returning environment_id as environmentId, version` as Statement<
      Pick<StoredEvent, 'environmentId' | 'version'>
    >,
    [at, id],
  )
  if (ended) append(database, { ...ended, formId: id, responseId: '', type, at })
  if (ended && type === 'form.deleted')
    database.change('delete from kept_replies where environment_id = ? and instr(body, ?) > 0', [
      ended.environmentId,
      id,
    ])
  return ended !== undefined
}

type StoredResponse = {
  readonly state: number
  readonly version: number
  readonly record: string
  readonly draft: string
}

const responseOf =
  'select state, version, record, draft from responses where environment_id = ? and form_id = ? and id = ?' as Statement<StoredResponse>

const openForm =
  'select 1 as isOpen from forms where environment_id = ? and id = ? and closed_at is null and deleted_at is null' as Statement<{
    readonly isOpen: 1
  }>

const keepResponse = `
  insert into responses (environment_id, form_id, id, created_at, state, version, seq, record, draft)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do update set state = excluded.state, version = excluded.version, seq = excluded.seq, record = excluded.record,
    draft = excluded.draft`

/** Where the record stays as it is. */
const keepDraft = 'update responses set draft = ? where environment_id = ? and form_id = ? and id = ?'

const finishedOf =
  'select complete from response_counts where environment_id = ? and form_id = ?' as Statement<{
    readonly complete: number
  }>

/** Whether the form has all the finished responses that it takes. Triggers count them, also within this transaction. */
const isFull = (database: Database, { isFinished, limit, environmentId, formId }: Save): boolean =>
  isFinished &&
  limit !== undefined &&
  (database.one(finishedOf, [environmentId, formId])?.complete ?? 0) >= limit

function saveResponse(database: Database, save: Save): SaveResult {
  const { environmentId, formId, responseId, at } = save
  const stored = database.one(responseOf, [environmentId, formId, responseId])
  const isErased = stored?.state === states.erased
  // Written below.
  const before = stored && !isErased ? (JSON.parse(stored.record) as ResponseRecord) : undefined
  if (isErased || !database.one(openForm, [environmentId, formId])) return closedSave(save)
  const { result, kept, heldUploads, droppedUploads } = applySave(
    before,
    { ...save, isFull: isFull(database, save) },
    readDraft(stored?.draft ?? ''),
  )
  const draft = draftText(result.draft)
  if (kept && kept !== before) {
    const version = (stored?.version ?? 0) + 1
    const type = eventOf(before, kept)
    const seq = append(database, { environmentId, formId, responseId, type, at, version })
    const state = kept.finished ? states.finished : states.partial
    const key = [environmentId, formId, responseId, kept.createdAt]
    database.change(keepResponse, [...key, state, version, seq, JSON.stringify(kept), draft])
  } else if (kept && draft !== stored?.draft)
    database.change(keepDraft, [draft, environmentId, formId, responseId])
  for (const id of heldUploads)
    if (database.change(markUpload, [null, environmentId, id]) === 0) throw lostUpload()
  for (const id of droppedUploads) database.change(markUpload, [at, environmentId, id])
  return result
}

const newUpload = `
  insert into uploads
    (environment_id, id, form_id, response_id, question_id, name, content_type, sha256, size, unheld_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** A claimed upload stays claimed. */
const markUpload = `update uploads set unheld_at = ? where environment_id = ? and id = ? and unheld_at is not ''`

const claimUploads = `
  update uploads set unheld_at = '' where rowid in (select rowid from uploads where unheld_at < ? limit ?)
  returning environment_id as environmentId, id` as Statement<UploadKey>

const deleteClaimed = `delete from uploads where environment_id = ? and id = ? and unheld_at = ''`

/** What stays is a row without answers, so that a page that is still open cannot bring the response back. */
function eraseResponse(
  database: Database,
  { environmentId, ...key }: ErasureKey & { readonly environmentId: string },
  at: string,
): ErasedResponse | undefined {
  const { formId, id } = key
  const stored = database.one(responseOf, [environmentId, formId, id])
  if (stored === undefined || !isErasable(stored, key)) return undefined
  const uploads = database.rows(claimUploadsOf, [environmentId, formId, id]).map((upload) => upload.id)
  const version = stored.version + 1
  const seq = append(database, {
    environmentId,
    formId,
    responseId: id,
    type: 'response.erased',
    at,
    version,
  })
  database.change(
    `update responses set state = ${states.erased}, version = ?, seq = ?, record = '', draft = ''
      where environment_id = ? and form_id = ? and id = ?`,
    [version, seq, environmentId, formId, id],
  )
  return { formId, id, uploads }
}

/** Claims only held uploads: another one may still be on its way. */
const claimUploadsOf = `
  update uploads set unheld_at = '', name = ''
  where environment_id = ? and form_id = ? and response_id = ? and unheld_at is null
  returning id` as Statement<{ readonly id: string }>
