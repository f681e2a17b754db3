import {
  commonReads,
  lastOf,
  placeOf,
  readPageInChunks,
  states,
  statesOf,
  type Statement,
} from '../sql-store.ts'
import type { NewestQuery, PageQuery, ResponseKey, ResponsePage, ResponseQuery } from '../store.ts'
import type { Database } from './database.ts'

export const readsIn = (database: Database) => ({
  ...commonReads(async (sql, values) => database.rows(sql, values), 'rowid'),

  find: async (environmentId: string, ids: readonly string[]): Promise<readonly ResponseKey[]> =>
    database.rows(responsesAmong, [environmentId, JSON.stringify(ids)]),
  newest: async (query: NewestQuery): Promise<string> => {
    const { environmentId, formId = null, limit, separator } = query
    return database.one(newestText(query), [environmentId, formId, limit, separator])?.text ?? ''
  },
})

/** By the primary key, form by form: an index of the ids would cost every save, and forms are few. */
const responsesAmong = `
  select r.form_id as formId, r.id
  from forms f cross join json_each($2) wanted cross join responses r
  where f.environment_id = $1 and r.environment_id = $1 and r.form_id = f.id and r.id = wanted.value
    and r.state <> ${states.erased}` as Statement<ResponseKey>

/** SQLite joins the records, which takes half the time of reading row by row. */
const newestText = (query: NewestQuery): Statement<{ readonly text: string | null }> =>
  `select group_concat(record, $4) as text from (${created(query, '')} limit $3)` as Statement<{
    readonly text: string | null
  }>

/** So few that the longest records, of 1 MiB, take little memory. */
const chunkSize = 50

/** Reads a page in chunks, so that long records take little memory. */
export const longPageIn =
  (database: Database) =>
  (query: PageQuery): Promise<ResponsePage> =>
    readPageInChunks(query, chunkSize, (chunk) => pageOf(database, chunk))

function pageOf(database: Database, query: PageQuery): ResponsePage {
  const { environmentId, formId = null, limit, separator } = query
  const values = [environmentId, formId, ...placeOf(query), limit, separator]
  const joined = database.one(joinedRows(query), values)
  if (!joined?.body) return { body: new Uint8Array(), count: 0 }
  const { body, count, place: lowest, seq } = joined
  if (count < limit) return { body, count }
  const [createdAt = '', id = ''] = lowest.split('\n')
  return { body, count, last: lastOf(query, { createdAt, id, seq }) }
}

/** One row with the records of a page. All times have one length, so the last record has the least of the texts of time and id. */
const joinedRows = (query: PageQuery): Statement<JoinedRows> =>
  `select cast(group_concat(record, $6) as blob) as body, count(*) as count,
    min(createdAt || '\n' || id) as place, max(seq) as seq
  from (${rowsOf(query)})` as Statement<JoinedRows>

type JoinedRows = {
  readonly body: Uint8Array | null
  readonly count: number
  readonly place: string
  readonly seq: number
}

/** Parameters: environment, form or null, the place (`createdAt` and `id`, or two numbers), the limit. */
const rowsOf = (query: PageQuery): string =>
  `${query.order.by === 'change' ? changed(query) : created(query, 'and (created_at, id) < ($3, $4)')} limit $5`

const columns = 'select created_at as createdAt, id, seq, record from responses'

const scopeOf = ({ formId }: ResponseQuery): string =>
  `environment_id = $1 and ${formId === undefined ? '$2 is null' : 'form_id = $2'}`

function changed(query: ResponseQuery): string {
  // The plus keeps SQLite from taking the index of the form, which is in another order.
  const scope = scopeOf(query).replace('form_id', '+form_id')
  return `${columns} where ${scope} and seq > $3 and seq <= $4 and state in (${statesOf(query).join()}) order by seq`
}

function created(query: ResponseQuery, below: string): string {
  const rows = (state: number): string => `${columns} where ${scopeOf(query)} and state = ${state} ${below}`
  // Each half comes in order from its index; SQLite merges them without sorting.
  return `${statesOf(query).map(rows).join(' union all ')} order by createdAt desc, id desc`
}
