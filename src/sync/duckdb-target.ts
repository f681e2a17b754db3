import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs'
import { isSea } from 'node:sea'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Failure } from '../failure/failure.ts'
import { codeOf } from '../failure/reason.ts'
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

/** A sync target in a DuckDB file. Its package is not a part of formctl; fails with `package-missing` where it is not installed. */
export async function openDuckdbTarget(
  { path, place }: { readonly path: string; readonly place: string },
  owner: Owner,
  isDryRun: boolean,
): Promise<SyncTarget> {
  const { connection, close } = await connect(path, place, isDryRun)
  const runner: Runner = {
    rows: async (sql, values = []) => {
      const bound = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      try {
        return (await connection.runAndReadAll(sql, bound)).getRowObjectsJS()
      } catch (error) {
        throw Failure.of('sync-target-unusable', { place, reason: reasonOf(error), isRefused: true })
      }
    },
    // A list for each column, as JSON: five times as fast as lists of the driver.
    insert: async (table, columns, rows, conflict = '') => {
      if (rows.length === 0) return
      const names = columns.map(({ name }) => quoted(name)).join(', ')
      const values = columns.map(({ type }, i) => valuesOf(`$${i + 1}`, type)).join(', ')
      const lists = columns.map((column, i) => rows.map((row) => cellOf(column, row[i])))
      await runner.rows(
        `insert into ${table} (${names}) select ${values} ${conflict}`,
        lists.map((list) => JSON.stringify(list)),
      )
    },
  }
  const driver: Driver = {
    ...runner,
    now: async () => owner.now().getTime(),
    transaction: async (work) => {
      await runner.rows('begin transaction')
      try {
        const result = await work(runner)
        await runner.rows('commit')
        return result
      } catch (error) {
        // A commit that fails has rolled back already.
        await connection.run('rollback').catch(() => undefined)
        throw error
      }
    },
    close: async () => close(),
  }
  return openSqlTarget(place, driver, dialect, owner, isDryRun)
}

async function connect(path: string, place: string, isDryRun: boolean) {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: unknown) => {
    if (!codeOf(error).endsWith('MODULE_NOT_FOUND')) throw error
    const what = `--to duckdb:${place}`
    throw Failure.of('package-missing', { what, name: '@duckdb/node-api', isExecutable: isSea() })
  })
  try {
    const isThere = existsSync(path)
    if (isThere && isSqlite(path)) throw new Error('it is an SQLite file. Write --to sqlite:…')
    const instance = await (isDryRun
      ? DuckDBInstance.fromCache(isThere ? path : ':memory:', isThere ? { access_mode: 'READ_ONLY' } : {})
      : DuckDBInstance.fromCache(path))
    // Its rows are for its owner, like the files of exports.
    if (!isThere && !isDryRun) chmodSync(path, 0o600)
    const connection: DuckDBConnection = await instance.connect()
    // Each checkpoint writes the indexes as a whole.
    if (!isDryRun) await connection.run("set wal_autocheckpoint = '64MB'")
    const close = (): void => {
      connection.closeSync()
      instance.closeSync()
    }
    return { connection, close }
  } catch (error) {
    throw Failure.of('sync-target-unusable', { place, reason: reasonOf(error) })
  }
}

/** DuckDB would look for its extension for such files in the internet. */
function isSqlite(path: string): boolean {
  const [file, head] = [openSync(path, 'r'), Buffer.alloc(15)]
  readSync(file, head)
  closeSync(file)
  return head.toString() === 'SQLite format 3'
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, held] = message.split('Conflicting lock is held in ')
  if (held !== undefined)
    return `${held.split('. See')[0]} has it open. If that is another sync, run again when it has ended`
  return (message.split('\n')[0] ?? '').replace(/[.!]$/, '')
}

function cellOf({ type }: TargetColumn, value: Value | undefined): string | boolean | null {
  if (value === null || value === undefined) return null
  if (type === 'boolean') return value === 1
  return type === 'json' ? jsonText(String(value)) : String(value).toWellFormed()
}

/** The values of a column from the JSON of a list of them. */
const valuesOf = (list: string, type: ColumnType): string =>
  type === 'json'
    ? `cast(${valuesOf(list, 'text')} as json)`
    : `unnest(from_json_strict(${list}, '["${dialect.types[type]}"]'))`

const dialect: Dialect = {
  types: {
    text: 'varchar',
    integer: 'bigint',
    int64: 'bigint',
    number: 'double',
    boolean: 'boolean',
    date: 'date',
    time: 'timestamptz',
    json: 'json',
  },
  table: quoted,
  isThere:
    "select 1 from duckdb_tables() where table_name = '_formctl_sync' and schema_name = current_schema() and database_name = current_database()",
  isOneOf: (column, list) => `${column} in (select ${valuesOf(list, 'text')})`,
  // Scans are fast, and a table with an index does not change the types of its columns.
  hasIndexes: false,
  widen: async (db, name, { name: own, type, from }) => {
    const column = quoted(own)
    const value = type === 'text' ? (spellings[from]?.(column) ?? column) : column
    const before = await brokenViews(db)
    await db.rows(
      `alter table ${quoted(name)} alter column ${column} type ${dialect.types[type]} using cast(${value} as ${dialect.types[type]})`,
    )
    // DuckDB reports these only to those who read them.
    for (const [view, error] of await brokenViews(db)) if (!before.has(view)) throw error
  },
}

async function brokenViews(db: Runner): Promise<ReadonlyMap<string, unknown>> {
  const broken = new Map<string, unknown>()
  const views = await db.rows(
    'select schema_name, view_name from duckdb_views() where not internal and database_name = current_database()',
  )
  for (const { schema_name: schema, view_name: name } of views) {
    const view = `${quoted(String(schema))}.${quoted(String(name))}`
    await db.rows(`select * from ${view} limit 0`).catch((error: unknown) => broken.set(view, error))
  }
  return broken
}

/** How exports spell what DuckDB spells otherwise. */
const spellings: Partial<Record<ColumnType, (column: string) => string>> = {
  number: (column) =>
    `case when ${column} = trunc(${column}) and abs(${column}) < 1e15 then cast(cast(${column} as bigint) as varchar) else cast(${column} as varchar) end`,
  time: (column) => `strftime(${column} at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')`,
}
