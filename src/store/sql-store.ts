/**
 * What both engines share: the rows of their tables, the reads that are the same SQL for both, and the store made of an engine's
 * reads and writes.
 */
import { readDraft } from '../form/draft.ts'
import type { FormLabel, FormSummary, PublishedForm, Style } from '../form/form.ts'
import type { Begun, ResponseRecord } from '../form/response.ts'
import { resolveStyle } from '../form/style-tokens.ts'
import type { Writer } from './groups.ts'
import type {
  Environment,
  ErasureKey,
  EventType,
  FormsQuery,
  StoredReply,
  PageQuery,
  ResponseKey,
  ResponsePage,
  ResponseQuery,
  Scope,
  Store,
  StoredEvent,
  StoredKey,
  StoredUpload,
} from './store.ts'

/** A statement and the type of its rows, which the tables guarantee. Its parameters are $1, $2 and so on. */
export type Statement<Row> = string & { readonly row?: Row }

export type Values = readonly (string | number | null)[]

/** A statement and its parameters: plain data, so that a thread can run it. */
export type BoundStatement = readonly [sql: string, values: Values]

/** Runs statements in one transaction, those after the first only if that one changes a row; gives the number of these rows. */
export type RunAll = (statements: readonly BoundStatement[]) => Promise<number>

/** The states of a response, as the column `state` holds them. */
export const states = { partial: 0, finished: 1, erased: 2 } as const

/** The writes of an engine. Each runs inside a transaction of its caller, and is all or nothing there. */
export type Writes = {
  readonly createEnvironment: Sync<Store['environments']['create']>
  readonly createFirstEnvironment: Sync<Store['environments']['createFirst']>
  readonly createKey: Sync<Store['keys']['create']>
  readonly revokeKey: Sync<Store['keys']['revoke']>
  readonly expireKey: Sync<Store['keys']['expire']>
  readonly useKey: Sync<Store['keys']['use']>
  readonly createForm: Sync<Store['forms']['create']>
  readonly restyleForm: Sync<Store['forms']['restyle']>
  readonly closeForm: Sync<Store['forms']['close']>
  readonly deleteForm: Sync<Store['forms']['delete']>
  readonly save: Sync<Store['responses']['save']>
  readonly erase: Sync<Store['responses']['erase']>
  readonly createUploads: Sync<Store['uploads']['create']>
  readonly claimUploads: Sync<Store['uploads']['claim']>
  readonly deleteUploads: Sync<Store['uploads']['delete']>
  readonly runAll: Sync<RunAll>
}

type Sync<Method extends (...args: never[]) => Promise<unknown>> = (
  ...args: Parameters<Method>
) => Awaited<ReturnType<Method>>

/** The store of an engine. */
export const storeOf = ({
  reads,
  writer: { write },
  webhooks,
  page,
  ping,
  close,
}: {
  readonly reads: CommonReads & Pick<Store['responses'], 'find' | 'newest'>
  readonly writer: Pick<Writer<Writes>, 'write'>
  readonly webhooks: Store['webhooks']
  readonly page: Store['responses']['page']
  readonly ping: Store['ping']
  readonly close: Store['close']
}): Store => ({
  environments: {
    create: (environment, contents) => write('createEnvironment', environment, contents),
    createFirst: (environment, contents) => write('createFirstEnvironment', environment, contents),
    list: reads.environments,
  },
  keys: {
    create: (key) => write('createKey', key),
    byHash: reads.keyByHash,
    list: reads.keys,
    revoke: (id, at) => write('revokeKey', id, at),
    expire: (id, at) => write('expireKey', id, at),
    use: (id, at) => write('useKey', id, at),
  },
  forms: {
    create: (form, keeping) => write('createForm', form, keeping),
    get: reads.form,
    list: reads.forms,
    atAddress: reads.atAddress,
    restyle: (id, style, files) => write('restyleForm', id, style, files),
    close: (id, at) => write('closeForm', id, at),
    delete: (id, at) => write('deleteForm', id, at),
  },
  replies: { get: reads.reply },
  responses: {
    save: (save) => write('save', save),
    get: reads.response,
    getBegun: reads.begun,
    find: reads.find,
    page,
    newest: reads.newest,
    erase: (environmentId, keys, at) => write('erase', environmentId, keys, at),
  },
  events: { after: reads.events, last: reads.lastEvent },
  webhooks,
  uploads: {
    create: (uploads, at) => write('createUploads', uploads, at),
    get: reads.upload,
    claim: (before, limit) => write('claimUploads', before, limit),
    delete: (uploads) => write('deleteUploads', uploads),
  },
  styleFiles: { get: reads.styleFile },
  ping,
  close,
})

export type Rows = <Row>(sql: Statement<Row>, values?: Values) => Promise<readonly Row[]>

type CommonReads = ReturnType<typeof commonReads>

/** The reads whose SQL is the same for both engines. `made`: the column for the order of rows of one moment. */
export function commonReads(rows: Rows, made: 'rowid' | 'made') {
  const one: <Row>(...query: Parameters<typeof rows<Row>>) => Promise<Row | undefined> = async (...query) =>
    (await rows(...query))[0]
  return {
    rows,

    environments: (): Promise<readonly Environment[]> =>
      rows(
        `select id, name, created_at as "createdAt" from environments order by created_at, ${made}` as Statement<Environment>,
      ),

    keyByHash: async (hash: string): Promise<StoredKey | undefined> => {
      const row = await one(`${keyRows} where hash = $1` as Statement<KeyRow>, [hash])
      return row && keyOf(row)
    },
    keys: async (environmentId: string): Promise<readonly StoredKey[]> => {
      const sql = `${keyRows} where environment_id = $1 order by created_at, ${made}` as Statement<KeyRow>
      return (await rows(sql, [environmentId])).map(keyOf)
    },

    form: formReader(one),
    forms: async (environmentId: string, query: FormsQuery = {}): Promise<readonly FormSummary[]> =>
      (await rows(summaries(query, made), [environmentId, query.formId ?? ''])).map(summaryOf),
    atAddress: async (address: string, environmentId = ''): Promise<readonly string[]> =>
      (await rows(formsAt(made), [address, environmentId])).map(({ id }) => id),

    styleFile: async (sha256: string): Promise<Uint8Array | undefined> => {
      const row = await one(styleFile, [sha256])
      return row && Buffer.from(row.base64, 'base64')
    },

    reply: (environmentId: string, key: string, since: string): Promise<StoredReply | undefined> =>
      one(replyByKey, [environmentId, key, since]),

    response: async (
      environmentId: string,
      { formId, id }: ResponseKey,
    ): Promise<ResponseRecord | undefined> => {
      const row = await one(responseById, [environmentId, formId, id])
      // Written by `save`.
      return row && (JSON.parse(row.record) as ResponseRecord)
    },
    begun: async (environmentId: string, { formId, id }: ResponseKey): Promise<Begun | undefined> => {
      const row = await one(begunById, [environmentId, formId, id])
      // Written by `save`.
      return row && { record: JSON.parse(row.record) as ResponseRecord, draft: readDraft(row.draft) }
    },

    events: (environmentId: string, after: number, limit: number): Promise<readonly StoredEvent[]> =>
      rows(eventsAfter, [environmentId, after, limit]),
    lastEvent: async (environmentId: string): Promise<number> =>
      (await one(lastSeq, [environmentId]))?.seq ?? 0,

    upload: (environmentId: string, id: string): Promise<StoredUpload | undefined> =>
      one(uploadById, [environmentId, id]),
  }
}

const keyRows = `
  select id, environment_id as "environmentId", name, hash, prefix, scopes, created_at as "createdAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", used_at as "usedAt"
  from keys`

/** The form is left out where the caller has it in this version. */
const formById = `
  select version, case when version = $2 then null else form end as form,
    closed_at as "closedAt", deleted_at as "deletedAt"
  from forms where id = $1` as Statement<
  Omit<FormRow, 'form'> & { readonly version: number; readonly form: string | null }
>

/** Reads forms. An unchanged form is always the same object, so that others can cache what they derive from it. */
function formReader(
  one: <Row>(sql: Statement<Row>, values: readonly (string | number)[]) => Promise<Row | undefined>,
): (id: string) => Promise<PublishedForm | undefined> {
  const known = new Map<string, { readonly version: number; readonly form: PublishedForm }>()
  return async (id) => {
    const kept = known.get(id)
    const row = await one(formById, [id, kept?.version ?? 0])
    if (!row) return undefined
    const { form, version, ...ends } = row
    if (form === null) return kept?.form
    const read = formOf({ form, ...ends })
    if (known.size >= maxCachedForms) known.clear()
    known.set(id, { version, form: read })
    return read
  }
}

const styleFile = 'select base64 from style_files where sha256 = $1' as Statement<{ readonly base64: string }>

/** An address belongs to the environment that had it first, also if it has deleted that form. */
const summaries = ({ withDeleted = false, limit }: FormsQuery, made: string): Statement<SummaryRow> => `
  select id, name, '/s/' || id as url, created_at as "createdAt", closed_at as "closedAt", label,
    '/f/' || case when claim like '% ' || forms.environment_id then '' else forms.environment_id || '/' end || address as address,
    coalesce(complete, 0) as complete, coalesce(partial, 0) as partial
  from forms left join response_counts c on c.environment_id = forms.environment_id and c.form_id = id
    left join (
      select address as claimed, min(created_at || ' ' || environment_id) as claim from forms
      where address in (select address from forms where environment_id = $1 and ($2 = '' or id = $2)) group by address
    ) as claims on claimed = address
  where forms.environment_id = $1 and ($2 = '' or id = $2) ${withDeleted ? '' : 'and deleted_at is null'}
  order by created_at, forms.${made} ${limit === undefined ? '' : `limit ${limit}`}`

type SummaryRow = Omit<FormSummary, 'label' | 'address' | 'closedAt'> &
  Record<'label' | 'address' | 'closedAt', string | null>

const summaryOf = ({ label, address, closedAt, ...summary }: SummaryRow): FormSummary =>
  Object.assign(summary, closedAt !== null && { closedAt }, address !== null && { address }, labelIn(label))

// Written by `valuesOfForm`.
const labelIn = (text: string | null): Pick<FormSummary, 'label'> =>
  text === null ? {} : { label: JSON.parse(text) as FormLabel }

/** Those that are open first. */
export const formsAt = (made: 'rowid' | 'made'): Statement<FormAtAddress> => `
  select id, label, closed_at as "closedAt" from forms
  where address = $1 and deleted_at is null and environment_id = coalesce(nullif($2, ''),
    (select environment_id from forms where address = $1 order by created_at, environment_id limit 1))
  order by case when closed_at is null then 0 else 1 end, created_at desc, ${made} desc`

type FormAtAddress = Pick<SummaryRow, 'id' | 'label' | 'closedAt'>

/** The newest open form at the address of a new one, if it is of another spec and not replaced by the new one. */
export function holderBefore(
  newest: FormAtAddress | undefined,
  { label }: PublishedForm,
): Pick<FormSummary, 'id' | 'label'> | undefined {
  if (!newest || newest.closedAt !== null || label?.replaces === newest.id) return undefined
  const holder = { id: newest.id, ...labelIn(newest.label) }
  return label && holder.label && originOf(label) === originOf(holder.label) ? undefined : holder
}

const originOf = ({ project, spec, document = 1, row }: FormLabel): string =>
  JSON.stringify([project, spec, document, row])

/** Only a reply that is not older than `$3`. */
export const replyByKey = `
  select environment_id as "environmentId", key, request_hash as "requestHash", body, at
  from kept_replies where environment_id = $1 and key = $2 and at >= $3` as Statement<StoredReply>

const responseById = `
  select record from responses
  where environment_id = $1 and form_id = $2 and id = $3 and state <> ${states.erased}` as Statement<{
  readonly record: string
}>

const begunById = `
  select record, draft from responses
  where environment_id = $1 and form_id = $2 and id = $3 and state <> ${states.erased}` as Statement<{
  readonly record: string
  readonly draft: string
}>

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

/**
 * Reads a page in chunks of at most `chunkSize` records. Where bytes are limited it ends after the first chunk that reaches them, so it
 * may be longer by that chunk.
 */
export async function readPageInChunks(
  { limit, maxBytes = Infinity, ...query }: PageQuery,
  chunkSize: number,
  read: (chunk: PageQuery) => ResponsePage | Promise<ResponsePage>,
): Promise<ResponsePage> {
  const bodies: Uint8Array[] = []
  let [count, bytes, order] = [0, 0, query.order]
  let last: ResponsePage['last']
  do {
    const chunk = await read({ ...query, order, limit: Math.min(limit - count, chunkSize) })
    if (chunk.count > 0) bodies.push(...(count > 0 ? [Buffer.from(query.separator)] : []), chunk.body)
    count += chunk.count
    bytes += chunk.body.length
    last = chunk.last
    if (last) order = order.by === 'creation' ? { ...order, below: last } : { ...order, after: last.seq }
  } while (last && count < limit && bytes < maxBytes)
  const [body = new Uint8Array()] = bodies
  return { body: bodies.length > 1 ? Buffer.concat(bodies) : body, count, last }
}

/** Above every time and id. */
const above = '\u{10ffff}'

/** Where a page begins, as two values: `createdAt` and `id`, or two numbers. */
export const placeOf = ({ order }: PageQuery): readonly [string, string] | readonly [number, number] =>
  order.by === 'change'
    ? [order.after, order.until]
    : [order.below?.createdAt ?? above, order.below?.id ?? '']

/** What the next page begins with, after a last record. */
export const lastOf = (
  { order }: PageQuery,
  { createdAt, id, seq }: NonNullable<ResponsePage['last']>,
): NonNullable<ResponsePage['last']> =>
  order.by === 'creation' ? { createdAt, id, seq: 0 } : { createdAt: '', id: '', seq }

/** The states of the responses that a query selects. */
export const statesOf = ({ withPartials }: Pick<ResponseQuery, 'withPartials'>): readonly number[] => [
  ...(withPartials === 'only' ? [] : [states.finished]),
  ...(withPartials === false ? [] : [states.partial]),
]

/** A row of the table `keys`, which both databases have with the same columns. */
type KeyRow = Pick<StoredKey, 'id' | 'environmentId' | 'name' | 'hash' | 'prefix' | 'createdAt'> & {
  readonly scopes: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly usedAt: string | null
}

const keyOf = ({ scopes, expiresAt, revokedAt, usedAt, ...key }: KeyRow): StoredKey => ({
  ...key,
  // Written by `valuesOfKey`.
  scopes: scopes.split(' ') as Scope[],
  ...(expiresAt !== null && { expiresAt }),
  ...(revokedAt !== null && { revokedAt }),
  ...(usedAt !== null && { usedAt }),
})

/** The values of a key, in the order of `keyColumns`. */
export const valuesOfKey = (key: StoredKey): (string | null)[] => [
  key.environmentId,
  key.id,
  key.name,
  key.hash,
  key.prefix,
  key.scopes.join(' '),
  key.createdAt,
  key.expiresAt ?? null,
  key.revokedAt ?? null,
  key.usedAt ?? null,
]

export const keyColumns =
  'environment_id, id, name, hash, prefix, scopes, created_at, expires_at, revoked_at, used_at'

/** The values of a form, in the order of `formColumns`. */
export function valuesOfForm(form: PublishedForm): (string | null)[] {
  const { closedAt = null, deletedAt = null, label, ...kept } = form
  const { environmentId, id, name, createdAt, address = null } = form
  const labelText = label ? JSON.stringify(label) : null
  return [environmentId, id, name, createdAt, closedAt, deletedAt, labelText, address, JSON.stringify(kept)]
}

export const formColumns = 'environment_id, id, name, created_at, closed_at, deleted_at, label, address, form'

/** The members of an upload in the order in which both engines insert them. */
export const uploadColumns = [
  'environmentId',
  'id',
  'formId',
  'responseId',
  'questionId',
  'name',
  'contentType',
  'sha256',
  'size',
] as const

/** What a row of the table `forms` says of a form: its JSON text as published, and its ends. */
type FormRow = {
  readonly form: string
  readonly closedAt: string | null
  readonly deletedAt: string | null
}

function formOf({ form, closedAt, deletedAt }: FormRow): PublishedForm {
  // Written by `createForm`; its style may be that of an older version.
  const kept = JSON.parse(form) as PublishedForm
  return {
    ...kept,
    style: resolveStyle(kept.style),
    ...(closedAt !== null && { closedAt }),
    ...(deletedAt !== null && { deletedAt }),
  }
}

/** The JSON text of a form with another look. */
export const restyled = (form: string, style: Style): string =>
  // Written by `createForm`.
  JSON.stringify({ ...(JSON.parse(form) as PublishedForm), style })

/** How many forms a store keeps parsed. */
const maxCachedForms = 500

/** The error of a save that took over an hour, so that its upload was swept. */
export const lostUpload = (): Error => new Error('the save names an upload that is not there any more')

/** What a save did to a response. */
export const eventOf = (before: ResponseRecord | undefined, after: ResponseRecord): EventType =>
  after.finished && !before?.finished ? 'response.finished' : before ? 'response.updated' : 'response.started'

/** Whether a stored response is erased with this key. */
export const isErasable = (
  { state, record }: { readonly state: number; readonly record: string },
  { updatedAt }: ErasureKey,
): boolean =>
  state !== states.erased &&
  (updatedAt === undefined || (JSON.parse(record) as ResponseRecord).updatedAt === updatedAt)
