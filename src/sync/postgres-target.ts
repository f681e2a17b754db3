import { Failure, misuse } from '../failure/failure.ts'
import { codeOf } from '../failure/reason.ts'
import { openDatabase, type Runner as Statements } from '../store/postgres/database.ts'
import { shownUrl } from '../store/store.ts'
import type { ColumnType } from '../table/table.ts'
import {
  jsonText,
  openSqlTarget,
  quoted,
  type Dialect,
  type Driver,
  type Owner,
  type Runner,
} from './sql-target.ts'
import type { SyncTarget, TargetColumn, Value } from './target.ts'

/** What a URL may say beside the address: our `schema`, and what the client of the database takes. */
const parameters =
  'schema sslmode sslcert sslkey sslrootcert sslnegotiation uselibpqcompat application_name fallback_application_name options connect_timeout statement_timeout lock_timeout query_timeout client_encoding host port user password'.split(
    ' ',
  )

/** A large table takes its time to get a column of a wider type. In milliseconds. */
const statementTime = 60 * 60 * 1000

/**
 * A sync target in PostgreSQL and databases that speak its protocol. `?schema=` names where its tables are, else the first schema of
 * the search path. Passwords come from the usual variables and files.
 */
export async function openPostgresTarget(url: URL, owner: Owner, isDryRun: boolean): Promise<SyncTarget> {
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined)
    throw misuse(`--to takes no ${unknown}= in the URL of a database; ?schema= names a schema.`)
  const schema = url.searchParams.get('schema')
  const server = new URL(url)
  server.searchParams.delete('schema')
  const place = shownUrl(url.href)
  const fail = failureOf(place)
  const database = openDatabase(server, { connections: 2, statementTime })
  const runnerOn = ({ rows }: Statements): Runner => ({
    rows: (sql, values) => rows<Readonly<Record<string, unknown>>>(sql, values).catch(fail),
    insert: async (table, columns, values, conflict = '') => {
      if (values.length === 0) return
      const names = columns.map(({ name }) => quoted(name)).join(', ')
      const lists = columns.map(({ type }, i) => `$${i + 1}::${types[type]}[]`).join(', ')
      const sql = `insert into ${table} (${names}) select * from unnest(${lists}) ${conflict}`
      await rows(
        sql,
        columns.map((column, i) => values.map((row) => cellOf(column, row[i]))),
      ).catch(fail)
    },
  })
  const runner = runnerOn(database)
  const driver: Driver = {
    ...runner,
    transaction: (work) => database.transaction((tx) => work(runnerOn(tx))).catch(fail),
    now: async () => {
      const [row] = await runner.rows('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now')
      return Number(row?.['now'])
    },
    close: database.close,
  }
  return openSqlTarget(place, driver, dialectOf(schema), owner, isDryRun)
}

/** Where it is there, the right to make one is not needed. */
async function makeSchema(db: Runner, schema: string): Promise<void> {
  const found = await db.rows('select 1 from information_schema.schemata where schema_name = $1', [schema])
  if (found.length === 0) await db.rows(`create schema if not exists ${quoted(schema)}`)
}

/** Conflicts and lost connections keep their errors until they were tried again; what a statement is refused for does not. */
const failureOf = (place: string) => (error: unknown) => {
  if (Failure.is(error, 'store-unusable'))
    throw Failure.of('sync-target-unusable', { place, reason: error.args.reason })
  if (Failure.is(error, 'store-busy'))
    throw Failure.of('sync-target-unusable', { place, reason: 'it is busy with other writes' })
  if (!(error instanceof Error) || !/^(?:0A|2[0-9B]|42(?!501)|54|55|P0|XX)/.test(codeOf(error))) throw error
  const hint = 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  const detail = hint === '' ? '' : ` (${hint.replace(/\.$/, '')})`
  throw Failure.of('sync-target-unusable', { place, reason: `${error.message}${detail}`, isRefused: true })
}

function cellOf({ type }: TargetColumn, value: Value | undefined): string | null {
  if (value === null || value === undefined) return null
  if (type === 'json') return jsonText(String(value))
  // The year before 1 has another name here.
  if ((type === 'date' || type === 'time') && String(value).startsWith('0000-'))
    return `0001${String(value).slice(4)} BC`
  return String(value)
}

const types: Dialect['types'] = {
  text: 'text',
  // CockroachDB has no smaller integers, and a table may outgrow them.
  integer: 'bigint',
  int64: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  time: 'timestamptz',
  json: 'jsonb',
}

function dialectOf(schema: string | null): Dialect {
  const table = (name: string): string => `${schema === null ? '' : `${quoted(schema)}.`}${quoted(name)}`
  const home = schema === null ? 'current_schema()' : `'${schema.replaceAll("'", "''")}'`
  return {
    types,
    table,
    isThere: `select 1 from information_schema.tables where table_name = '_formctl_sync' and table_schema = ${home}`,
    // CockroachDB fills no column in the transaction that added it; YugabyteDB does not take it back.
    columnsOf: `select table_name as "table", column_name as name from information_schema.columns where table_schema = ${home} and table_name = any($1::text[])`,
    isOneOf: (column, list) => `${column} = any(${list}::text[])`,
    hasIndexes: true,
    ...(schema !== null && { prepare: (db: Runner) => makeSchema(db, schema) }),
    widen: (db, name, { name: own, type, from }) => {
      const column = quoted(own)
      const spelt = type === 'text' ? spellings[from] : undefined
      const value = spelt?.(column) ?? `${column}::${types[type]}`
      return db.rows(`alter table ${table(name)} alter column ${column} type ${types[type]} using ${value}`)
    },
  }
}

/** How exports spell what PostgreSQL spells by its settings. */
const spellings: Partial<Record<ColumnType, (column: string) => string>> = {
  date: (column) => `to_char(${column}::text::date, 'YYYY-MM-DD')`,
  time: (column) =>
    `to_char(${column}::text::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}
