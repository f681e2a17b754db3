import type { FormSummary, PublishedForm } from '../../form/form.ts'
import { readDraft } from '../../form/draft.ts'
import type { Begun, ResponseRecord } from '../../form/response.ts'
import {
  bytesOf,
  type FormRow,
  type KeyRow,
  formOf,
  keyOf,
  mostForms,
  states,
  statesOf,
} from '../database-rows.ts'
import type {
  Environment,
  EventType,
  FormsQuery,
  KeptReply,
  NewestQuery,
  PageQuery,
  ResponseKey,
  ResponsePage,
  ResponseQuery,
  StoredEvent,
  StoredKey,
  StoredUpload,
} from '../store.ts'
import { pageInPieces } from '../pieces.ts'
import type { Database, Select } from './database.ts'

export const readsIn = (database: Database) => ({
  environments: (): readonly Environment[] => [...database.each(allEnvironments)],

  keyByHash: (hash: string): StoredKey | undefined => {
    const row = database.one(keyByHash, [hash])
    return row && keyOf(row)
  },
  keys: (environmentId: string): readonly StoredKey[] =>
    [...database.each(keysOfEnvironment, [environmentId])].map(keyOf),

  form: formReader(database),
  forms: (
    environmentId: string,
    { formId, withDeleted = false, limit = -1 }: FormsQuery = {},
  ): readonly FormSummary[] => [
    ...database.each(summaries, [environmentId, formId ?? null, Number(withDeleted), limit]),
  ],

  styleFile: (sha256: string): Uint8Array | undefined => bytesOf(database.one(styleFile, [sha256])),

  reply: (environmentId: string, key: string, since: string): KeptReply | undefined =>
    database.one(replyByKey, [environmentId, key, since]),

  response: (environmentId: string, { formId, id }: ResponseKey): ResponseRecord | undefined => {
    const row = database.one(responseById, [environmentId, formId, id])
    // Written by `save`.
    return row && row.state !== states.erased ? (JSON.parse(row.record) as ResponseRecord) : undefined
  },
  begun: (environmentId: string, { formId, id }: ResponseKey): Begun | undefined => {
    const row = database.one(begunById, [environmentId, formId, id])
    if (!row || row.state === states.erased) return undefined
    // Written by `save`.
    return { record: JSON.parse(row.record) as ResponseRecord, draft: readDraft(row.draft) }
  },
  find: (environmentId: string, ids: readonly string[]): readonly ResponseKey[] => [
    ...database.each(responsesAmong, [environmentId, JSON.stringify(ids)]),
  ],
  newest: (query: NewestQuery): string => {
    const { environmentId, formId = null, limit, separator } = query
    return database.one(newestText(query), [environmentId, formId, limit, separator])?.text ?? ''
  },

  events: (environmentId: string, after: number, limit: number): readonly StoredEvent[] => [
    ...database.each(eventsAfter, [environmentId, after, limit]),
  ],
  lastEvent: (environmentId: string): number => database.one(lastSeq, [environmentId])?.seq ?? 0,

  upload: (environmentId: string, id: string): StoredUpload | undefined =>
    database.one(uploadById, [environmentId, id]),
})

const allEnvironments =
  'select id, name, created_at as createdAt from environments order by created_at, rowid' as Select<Environment>

const keyRows = `
  select id, environment_id as environmentId, name, hash, prefix, scopes, created_at as createdAt,
    expires_at as expiresAt, revoked_at as revokedAt, used_at as usedAt
  from keys`
const keyByHash = `${keyRows} where hash = ?` as Select<KeyRow>
const keysOfEnvironment = `${keyRows} where environment_id = ? order by created_at, rowid` as Select<KeyRow>

const styleFile = 'select base64 from style_files where sha256 = ?' as Select<{ readonly base64: string }>

const formById =
  'select form, closed_at as closedAt, deleted_at as deletedAt from forms where id = ?' as Select<FormRow>

const versionOfForm = 'select version from forms where id = ?' as Select<{ readonly version: number }>

/** Reads forms. As long as one is unchanged, it is the same object, so that others can keep what they make of it. */
function formReader(database: Database): (id: string) => PublishedForm | undefined {
  const known = new Map<string, { readonly version: number; readonly form: PublishedForm }>()
  return (id) => {
    const version = database.one(versionOfForm, [id])?.version
    if (version === undefined) return undefined
    const kept = known.get(id)
    if (kept?.version === version) return kept.form
    const row = database.one(formById, [id])
    if (!row) return undefined
    const form = formOf(row)
    if (known.size >= mostForms) known.clear()
    known.set(id, { version, form })
    return form
  }
}

const summaries = `
  select id, name, '/s/' || id as url, created_at as createdAt,
    coalesce(complete, 0) as complete, coalesce(partial, 0) as partial
  from forms left join response_counts as counts on counts.environment_id = forms.environment_id and counts.form_id = id
  where forms.environment_id = ?1 and (?3 or deleted_at is null) and (?2 is null or id = ?2)
  order by created_at, forms.rowid limit ?4` as Select<FormSummary>

const replyByKey = `
  select environment_id as environmentId, key, request_hash as requestHash, body, at
  from kept_replies where environment_id = ? and key = ? and at >= ?` as Select<KeptReply>

const responseById =
  'select state, record from responses where environment_id = ? and form_id = ? and id = ?' as Select<{
    readonly state: number
    readonly record: string
  }>

const begunById =
  'select state, record, draft from responses where environment_id = ? and form_id = ? and id = ?' as Select<{
    readonly state: number
    readonly record: string
    readonly draft: string
  }>

/** By the primary key, form by form: an index of the ids would cost every save, and forms are few. */
const responsesAmong = `
  select r.form_id as formId, r.id
  from forms f cross join json_each(?2) wanted cross join responses r
  where f.environment_id = ?1 and r.environment_id = ?1 and r.form_id = f.id and r.id = wanted.value
    and r.state <> ${states.erased}` as Select<ResponseKey>

/** SQLite joins the records, which takes half the time of reading row by row. */
const newestText = (query: NewestQuery): Select<{ readonly text: string | null }> =>
  `select group_concat(record, ?4) as text from (${created(query, '')} limit ?3)` as Select<{
    readonly text: string | null
  }>

/** So few that the longest records, of 1 MiB, take little memory. */
const recordsOfPiece = 50

/** Reads a page in pieces, so that long records take little memory. */
export const longPageIn =
  (database: Database) =>
  (query: PageQuery): Promise<ResponsePage> =>
    pageInPieces(query, recordsOfPiece, (piece) => pageOf(database, piece))

/** Above every time and id. */
const above = '\u{10ffff}'

function pageOf(database: Database, query: PageQuery): ResponsePage {
  const { environmentId, formId = null, order, limit, separator } = query
  const place =
    order.by === 'creation'
      ? [order.below?.createdAt ?? above, order.below?.id ?? '']
      : [order.after, order.until]
  const joined = database.one(joinedRows(query), [environmentId, formId, ...place, limit, separator])
  if (!joined?.body) return { body: new Uint8Array(), count: 0 }
  const { body, count, place: lowest, seq } = joined
  if (count < limit) return { body, count }
  const [createdAt = '', id = ''] = lowest.split('\n')
  const last = order.by === 'creation' ? { createdAt, id, seq: 0 } : { createdAt: '', id: '', seq }
  return { body, count, last }
}

/** One row with the records of a page. All times have one length, so the last record has the least of the texts of time and id. */
const joinedRows = (query: PageQuery): Select<Joined> =>
  `select cast(group_concat(record, ?6) as blob) as body, count(*) as count,
    min(createdAt || '\n' || id) as place, max(seq) as seq
  from (${rowsOf(query)})` as Select<Joined>

type Joined = {
  readonly body: Uint8Array | null
  readonly count: number
  readonly place: string
  readonly seq: number
}

/** Parameters: environment, form or null, the place (`createdAt` and `id`, or two numbers), the limit. */
const rowsOf = (query: PageQuery): string =>
  `${query.order.by === 'change' ? changed(query) : created(query, 'and (created_at, id) < (?3, ?4)')} limit ?5`

const columns = 'select created_at as createdAt, id, seq, record from responses'

const scopeOf = ({ formId }: ResponseQuery): string =>
  `environment_id = ?1 and ${formId === undefined ? '?2 is null' : 'form_id = ?2'}`

function changed(query: ResponseQuery): string {
  // The plus keeps SQLite from taking the index of the form, which is in another order.
  const scope = scopeOf(query).replace('form_id', '+form_id')
  return `${columns} where ${scope} and seq > ?3 and seq <= ?4 and state in (${statesOf(query).join()}) order by seq`
}

function created(query: ResponseQuery, below: string): string {
  const rows = (state: number): string => `${columns} where ${scopeOf(query)} and state = ${state} ${below}`
  // Each half comes in order from its index; SQLite merges them without sorting.
  return `${statesOf(query).map(rows).join(' union all ')} order by createdAt desc, id desc`
}

const eventsAfter = `
  select seq, environment_id as environmentId, form_id as formId, response_id as responseId, type, at, version
  from events where environment_id = ? and seq > ? order by seq limit ?` as Select<
  StoredEvent & { readonly type: EventType }
>

const lastSeq = 'select last_seq as seq from environments where id = ?' as Select<{ readonly seq: number }>

const uploadById = `
  select environment_id as environmentId, id, form_id as formId, response_id as responseId,
    question_id as questionId, name, content_type as contentType, size, sha256
  from uploads where environment_id = ? and id = ? and unheld_at is null` as Select<StoredUpload>
