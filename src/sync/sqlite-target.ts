import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure/failure.ts'
import { codeOf, reasonOf } from '../failure/reason.ts'
import { openSqlTarget, quoted, type Dialect, type Owner, type Runner } from './sql-target.ts'
import type { SyncTarget } from './target.ts'

/**
 * A sync target in an SQLite file, also one that has other tables. Tables are not strict, so that a column can get a wider type without
 * being made anew.
 */
export async function openSqliteTarget(
  { path, place }: { readonly path: string; readonly place: string },
  owner: Owner,
  isDryRun: boolean,
): Promise<SyncTarget> {
  const database = open(path, place, isDryRun)
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      if (codeOf(error) !== 'ERR_SQLITE_ERROR') throw error
      throw Failure.of('sync-target-unusable', { place, reason: reasonOf(error), isRefused: true })
    }
  }
  const runner: Runner = {
    rows: async (sql, values = []) => {
      const bound: string[] = []
      const text = sql.replaceAll(/\$(\d+)/g, (_, number) => {
        const value = values[Number(number) - 1] ?? ''
        bound.push(typeof value === 'string' ? value : JSON.stringify(value))
        return '?'
      })
      return guarded(() => database.prepare(text).all(...bound))
    },
    insert: async (table, columns, rows, conflict = '') => {
      const names = columns.map(({ name }) => quoted(name)).join(', ')
      const places = columns.map(() => '?').join(', ')
      guarded(() => {
        const insert = database.prepare(`insert into ${table} (${names}) values (${places}) ${conflict}`)
        for (const row of rows) insert.run(...row)
      })
    },
  }
  const driver = {
    ...runner,
    now: async () => owner.now().getTime(),
    transaction: async <Result>(work: (tx: Runner) => Promise<Result>): Promise<Result> => {
      guarded(() => database.exec('begin immediate'))
      try {
        const result = await work(runner)
        guarded(() => database.exec('commit'))
        return result
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    close: async () => database.close(),
  }
  return openSqlTarget(place, driver, dialect, owner, isDryRun)
}

function open(path: string, place: string, isDryRun: boolean): DatabaseSync {
  try {
    const isThere = existsSync(path)
    if (isDryRun) return new DatabaseSync(isThere ? path : ':memory:', { readOnly: isThere })
    // Its rows are for its owner, like the files of exports.
    if (!isThere) closeSync(openSync(path, 'a', 0o600))
    const database = new DatabaseSync(path, { timeout: 5000 })
    // Survives a power cut; readers go on while it writes; nothing of what is erased stays in the file.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
    // Ids are random, so a step writes to pages all over the indexes: they are kept in memory, and moved into the file less often.
    database.exec('pragma cache_size = -65536; pragma wal_autocheckpoint = 65536')
    return database
  } catch (error) {
    throw Failure.of('sync-target-unusable', { place, reason: reasonOf(error) })
  }
}

const dialect: Dialect = {
  types: {
    text: 'text',
    integer: 'integer',
    int64: 'integer',
    number: 'real',
    boolean: 'integer',
    date: 'text',
    time: 'text',
    json: 'text',
  },
  table: quoted,
  isThere: "select 1 from sqlite_master where name = '_formctl_sync'",
  isOneOf: (column, list) => `${column} in (select value from json_each(${list}))`,
  keyedTable: ' without rowid',
  hasIndexes: true,
  // A new column takes over the name, so that views which use it show the new values.
  widen: async (db, name, { name: own, type, from }) => {
    const [table, column, former] = [quoted(name), quoted(own), quoted(`_${own}_before`)]
    const value =
      from === 'boolean'
        ? `case ${former} when 1 then 'true' when 0 then 'false' end`
        : type === 'text' && from === 'number'
          ? // As JSON and exports write it: 9, not 9.0.
            `case when ${former} = cast(${former} as integer) then cast(${former} as integer) else ${former} end`
          : former
    await db.rows(`alter table ${table} rename column ${column} to ${former}`)
    await db.rows(`alter table ${table} add column ${column} ${dialect.types[type]}`)
    await db.rows(`update ${table} set ${column} = ${value}`)
    await db.rows(`alter table ${table} drop column ${former}`)
  },
}
