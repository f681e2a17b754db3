import {
  commonReads,
  lastOf,
  placeOf,
  readPageInChunks,
  states,
  statesOf,
  type Statement,
} from '../sql-store.ts'
import type { NewestQuery, PageQuery, ResponseKey, ResponsePage } from '../store.ts'
import type { Runner } from './database.ts'

/** What can be read from a database, or inside a transaction. */
export const readsIn = ({ rows }: Runner) => ({
  ...commonReads(rows, 'made'),

  find: (environmentId: string, ids: readonly string[]): Promise<readonly ResponseKey[]> =>
    rows(responsesAmong, [environmentId, ids]),
  page: (query: PageQuery): Promise<ResponsePage> =>
    readPageInChunks(query, chunkSize, (chunk) => pageOf(rows, chunk)),
  newest: async (query: NewestQuery): Promise<string> => {
    const found = await recordsOf(rows, { ...query, order: { by: 'creation' } })
    return found.map(({ record }) => record).join(query.separator)
  },

  ping: async (): Promise<void> => void (await rows('select 1')),
})

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

/** A longer chunk would take much memory with the longest records, of 1 MiB; for a shorter one, a query costs more than its rows. */
const chunkSize = 100

const recordsOf = (rows: Runner['rows'], query: PageQuery): Promise<readonly Row[]> => {
  const { environmentId, formId, limit } = query
  const scope = formId === undefined ? [environmentId] : [environmentId, formId]
  return rows(rowsOf(query), [...scope, ...placeOf(query), limit])
}

async function pageOf(rows: Runner['rows'], query: PageQuery): Promise<ResponsePage> {
  const { limit, separator } = query
  const found = await recordsOf(rows, query)
  const page = { body: Buffer.from(found.map(({ record }) => record).join(separator)), count: found.length }
  const end = found.at(-1)
  if (!end || found.length < limit) return page
  return { ...page, last: lastOf(query, end) }
}

/** Parameters: environment, the form if there is one, the place (`createdAt` and `id`, or two numbers), the limit. */
function rowsOf({ formId, order, ...query }: PageQuery): Statement<Row> {
  const [a, b, limit] = formId === undefined ? ['$2', '$3', '$4'] : ['$3', '$4', '$5']
  const [source, sorted] =
    order.by === 'change'
      ? [changed(formId, statesOf(query), [a, b]), 'seq']
      : [created(formId, statesOf(query), [a, b, limit]), '"createdAt" desc, id desc']
  return `${source} order by ${sorted} limit ${limit}` as Statement<Row>
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
  [time, id, limit]: readonly (string | undefined)[],
): string {
  const half = (state: number): string => `
    (select ${columns}, 0::bigint as seq from responses r
    where r.environment_id = $1 ${formId === undefined ? '' : 'and r.form_id = $2'} and r.state = ${state}
      and (r.created_at, r.id) < (${time}, ${id})
    order by r.created_at desc, r.id desc limit ${limit})`
  return `select * from (${shown.map(half).join(' union all ')}) as halves`
}
