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
  FormsQuery,
  KeptReply,
  NewestQuery,
  PageQuery,
  ResponseKey,
  ResponsePage,
  StoredEvent,
  StoredKey,
  StoredUpload,
} from '../store.ts'
import { pageInPieces } from '../pieces.ts'
import type { Runner, Statement, Value } from './database.ts'

/** What can be read from a database, or inside a transaction. */
// oxlint-disable-next-line max-lines-per-function -- a table of reads
export const readsIn = ({ rows }: Runner) => ({
  environments: (): Promise<readonly Environment[]> => rows(allEnvironments),

  keyByHash: async (hash: string): Promise<StoredKey | undefined> => {
    const [row] = await rows(keyByHash, [hash])
    return row && keyOf(row)
  },
  keys: async (environmentId: string): Promise<readonly StoredKey[]> =>
    (await rows(keysOfEnvironment, [environmentId])).map(keyOf),

  form: formReader(rows),
  forms: (
    environmentId: string,
    { formId, withDeleted = false, limit }: FormsQuery = {},
  ): Promise<readonly FormSummary[]> =>
    rows(summaries, [environmentId, formId ?? null, withDeleted, limit ?? null]),

  styleFile: async (sha256: string): Promise<Uint8Array | undefined> =>
    bytesOf((await rows(styleFile, [sha256]))[0]),

  reply: async (environmentId: string, key: string, since: string): Promise<KeptReply | undefined> =>
    (await rows(replyByKey, [environmentId, key, since]))[0],

  response: async (
    environmentId: string,
    { formId, id }: ResponseKey,
  ): Promise<ResponseRecord | undefined> => {
    const [row] = await rows(responseById, [environmentId, formId, id])
    // Written by `save`.
    return row && (JSON.parse(row.record) as ResponseRecord)
  },
  begun: async (environmentId: string, { formId, id }: ResponseKey): Promise<Begun | undefined> => {
    const [row] = await rows(begunById, [environmentId, formId, id])
    // Written by `save`.
    return row && { record: JSON.parse(row.record) as ResponseRecord, draft: readDraft(row.draft) }
  },
  find: (environmentId: string, ids: readonly string[]): Promise<readonly ResponseKey[]> =>
    rows(responsesAmong, [environmentId, ids]),
  page: (query: PageQuery): Promise<ResponsePage> =>
    pageInPieces(query, recordsOfPiece, (piece) => pageOf(rows, piece)),
  newest: async (query: NewestQuery): Promise<string> => {
    const found = await recordsOf(rows, { ...query, order: { by: 'creation' } })
    return found.map(({ record }) => record).join(query.separator)
  },

  events: (environmentId: string, after: number, limit: number): Promise<readonly StoredEvent[]> =>
    rows(eventsAfter, [environmentId, after, limit]),
  lastEvent: async (environmentId: string): Promise<number> =>
    (await rows(lastSeq, [environmentId]))[0]?.seq ?? 0,

  upload: async (environmentId: string, id: string): Promise<StoredUpload | undefined> =>
    (await rows(uploadById, [environmentId, id]))[0],

  ping: async (): Promise<void> => void (await rows('select 1')),
})

const allEnvironments =
  'select id, name, created_at as "createdAt" from environments order by created_at, made' as Statement<Environment>

const keyRows = `
  select id, environment_id as "environmentId", name, hash, prefix, scopes, created_at as "createdAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", used_at as "usedAt"
  from keys`
const keyByHash = `${keyRows} where hash = $1` as Statement<KeyRow>
const keysOfEnvironment =
  `${keyRows} where environment_id = $1 order by created_at, made` as Statement<KeyRow>

/** The form is left out where the caller has it in this version. */
const formById = `
  select version, case when version = $2 then null else form end as form,
    closed_at as "closedAt", deleted_at as "deletedAt"
  from forms where id = $1` as Statement<
  Omit<FormRow, 'form'> & { readonly version: number; readonly form: string | null }
>

/** Reads forms. As long as one is unchanged, it is the same object, so that others can keep what they make of it. */
function formReader(rows: Runner['rows']): (id: string) => Promise<PublishedForm | undefined> {
  const known = new Map<string, { readonly version: number; readonly form: PublishedForm }>()
  return async (id) => {
    const kept = known.get(id)
    const [row] = await rows(formById, [id, kept?.version ?? 0])
    if (!row) return undefined
    const { form, version, ...ends } = row
    if (form === null) return kept?.form
    const read = formOf({ form, ...ends })
    if (known.size >= mostForms) known.clear()
    known.set(id, { version, form: read })
    return read
  }
}

const styleFile = 'select base64 from style_files where sha256 = $1' as Statement<{ readonly base64: string }>

const summaries = `
  select id, name, '/s/' || id as url, created_at as "createdAt",
    coalesce(complete, 0) as complete, coalesce(partial, 0) as partial
  from forms left join response_counts c on c.environment_id = forms.environment_id and c.form_id = id
  where forms.environment_id = $1 and ($3::boolean or deleted_at is null) and ($2::text is null or id = $2)
  order by created_at, made limit $4::bigint` as Statement<FormSummary>

const replyByKey = `
  select environment_id as "environmentId", key, request_hash as "requestHash", body, at
  from kept_replies where environment_id = $1 and key = $2 and at >= $3` as Statement<KeptReply>

const begunById = `
  select record, draft from responses
  where environment_id = $1 and form_id = $2 and id = $3 and state <> ${states.erased}` as Statement<{
  readonly record: string
  readonly draft: string
}>

const responseById = `
  select record from responses
  where environment_id = $1 and form_id = $2 and id = $3 and state <> ${states.erased}` as Statement<{
  readonly record: string
}>

/** By the primary key, form by form: an index of the ids would cost every save, and forms are few. */
const responsesAmong = `
  select r.form_id as "formId", r.id
  from forms f join responses r on r.environment_id = f.environment_id and r.form_id = f.id
  where f.environment_id = $1 and r.id = any($2::text[]) and r.state <> ${states.erased}` as Statement<ResponseKey>

type Row = {
  readonly createdAt: string
  readonly id: string
  readonly seq: number
  readonly record: string
}

/** A longer piece would take much memory with the longest records, of 1 MiB; for a shorter one, a query costs more than its rows. */
const recordsOfPiece = 100

/** Above every time and id. */
const above = '\u{10ffff}'

function recordsOf(rows: Runner['rows'], query: PageQuery): Promise<readonly Row[]> {
  const { environmentId, formId, order, limit } = query
  const of = formId === undefined ? [environmentId] : [environmentId, formId]
  const place: readonly Value[] =
    order.by === 'change'
      ? [order.after, order.until]
      : [order.below?.createdAt ?? above, order.below?.id ?? '']
  return rows(rowsOf(query), [...of, ...place, limit])
}

async function pageOf(rows: Runner['rows'], query: PageQuery): Promise<ResponsePage> {
  const { order, limit, separator } = query
  const found = await recordsOf(rows, query)
  const page = { body: Buffer.from(found.map(({ record }) => record).join(separator)), count: found.length }
  const end = found.at(-1)
  if (!end || found.length < limit) return page
  const { createdAt, id, seq } = end
  return {
    ...page,
    last: order.by === 'creation' ? { createdAt, id, seq: 0 } : { createdAt: '', id: '', seq },
  }
}

/** Parameters: environment, the form if there is one, the place (`createdAt` and `id`, or two numbers), the most rows. */
function rowsOf({ formId, order, ...query }: PageQuery): Statement<Row> {
  const [a, b, most] = formId === undefined ? ['$2', '$3', '$4'] : ['$3', '$4', '$5']
  const [source, sorted] =
    order.by === 'change'
      ? [changed(formId, statesOf(query), [a, b]), 'seq']
      : [created(formId, statesOf(query), [a, b, most]), '"createdAt" desc, id desc']
  return `${source} order by ${sorted} limit ${most}` as Statement<Row>
}

const columns = 'r.created_at as "createdAt", r.id, r.record'

/** The last change of a response is the event of its version; as long as it has no number, the response is on no page. */
const changed = (
  formId: string | undefined,
  shown: readonly number[],
  [after, until]: readonly (string | undefined)[],
): string => `
  select ${columns}, e.seq
  from events e join responses r
    on r.environment_id = e.environment_id and r.form_id = e.form_id and r.id = e.response_id and r.version = e.version
  where e.environment_id = $1 ${formId === undefined ? '' : 'and e.form_id = $2'} and e.seq > ${after} and e.seq <= ${until}
    and r.state in (${shown.join()})`

/** Each half comes in order from its index. */
function created(
  formId: string | undefined,
  shown: readonly number[],
  [time, id, most]: readonly (string | undefined)[],
): string {
  const half = (state: number): string => `
    (select ${columns}, 0::bigint as seq from responses r
    where r.environment_id = $1 ${formId === undefined ? '' : 'and r.form_id = $2'} and r.state = ${state}
      and (r.created_at, r.id) < (${time}, ${id})
    order by r.created_at desc, r.id desc limit ${most})`
  return `select * from (${shown.map(half).join(' union all ')}) as halves`
}

const eventsAfter = `
  select seq, environment_id as "environmentId", form_id as "formId", response_id as "responseId", type, at, version
  from events where environment_id = $1 and seq > $2 order by seq limit $3` as Statement<StoredEvent>

const lastSeq = 'select last_seq as seq from environments where id = $1' as Statement<{
  readonly seq: number
}>

const uploadById = `
  select environment_id as "environmentId", id, form_id as "formId", response_id as "responseId",
    question_id as "questionId", name, content_type as "contentType", size, sha256
  from uploads where environment_id = $1 and id = $2 and unheld_at is null` as Statement<StoredUpload>
