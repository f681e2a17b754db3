import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Failure } from '../failure/failure.ts'
import { reasonOf } from '../failure/reason.ts'
import type { ColumnType } from '../table/table.ts'
import type { KnownResponse, SyncTarget, TableChange, TargetStep } from './target.ts'

/** Who holds the lease: a process of this machine, and how to tell whether it still runs. */
export type Owner = {
  readonly name: string
  readonly isRunning: (name: string) => Promise<boolean>
  readonly now: () => Date
}

/** A lease ends by itself after this time, if the machine of its owner is gone. */
const leaseMilliseconds = 10 * 60 * 1000

/**
 * A sync target in an SQLite file, also one that has other tables. Fails with `sync-busy` while another run has it. Tables are
 * not strict, so that a column can get a wider type without being made anew.
 */
export async function openSqliteTarget(
  { path, place }: { readonly path: string; readonly place: string },
  owner: Owner,
  isDryRun: boolean,
): Promise<SyncTarget> {
  const database = open(path, place, isDryRun)
  const run = (sql: string, ...values: SQLInputValue[]): void => void database.prepare(sql).run(...values)
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const metaOf = (key: string): string | undefined => {
    const value = all('select value from _formctl_sync where key = ?', key)[0]?.['value']
    return value === undefined ? undefined : String(value)
  }
  const setMeta = (key: string, value: string): void =>
    run(
      'insert into _formctl_sync values (?, ?) on conflict (key) do update set value = excluded.value',
      key,
      value,
    )
  const transaction = <T>(work: () => T): T => {
    database.exec('begin immediate')
    try {
      const made = work()
      database.exec('commit')
      return made
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  const fail = (error: unknown): Error =>
    error instanceof Failure || Object(error).code !== 'ERR_SQLITE_ERROR'
      ? new Error('sync failed', { cause: error })
      : Failure.of('sync-target-unusable', { place, reason: reasonOf(error) })
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw error instanceof Failure ? error : fail(error)
    }
  }
  const lease = (): string =>
    JSON.stringify({ owner: owner.name, until: owner.now().getTime() + leaseMilliseconds })
  try {
    guarded(() => database.exec(layout))
    const held = guarded(() => metaOf('lease'))
    const { owner: other, until = 0 } = Object(held === undefined ? undefined : JSON.parse(held))
    const isHeld = until > owner.now().getTime() && (await owner.isRunning(String(other)))
    guarded(() =>
      transaction(() => {
        // Whoever took it meanwhile has it.
        if (isHeld || metaOf('lease') !== held) throw Failure.of('sync-busy', { place })
        setMeta('lease', lease())
      }),
    )
  } catch (error) {
    database.close()
    throw error
  }
  return {
    place,
    state: async () => guarded(() => metaOf('state')),
    find: async (ids) =>
      guarded(() => {
        const find = database.prepare('select id, "table", hash from _formctl_responses where id = ?')
        return new Map(ids.flatMap((id) => find.all(id).map((row) => [id, knownOf(row)] as const)))
      }),
    async *all() {
      yield guarded(() => all('select id, "table", hash from _formctl_responses').map(knownOf))
    },
    write: async (step) =>
      guarded(() =>
        transaction(() => {
          setMeta('lease', lease())
          writeStep(database, step)
          setMeta('state', step.state)
        }),
      ),
    close: async () => {
      guarded(() => run("delete from _formctl_sync where key = 'lease'"))
      database.close()
    },
  }
}

function open(path: string, place: string, isDryRun: boolean): DatabaseSync {
  try {
    const isThere = existsSync(path)
    // Its rows are for its owner, like the files of exports.
    if (!isThere && !isDryRun) closeSync(openSync(path, 'a', 0o600))
    const database = new DatabaseSync(isDryRun && !isThere ? ':memory:' : path, { timeout: 5000 })
    // Survives a power cut; readers go on while it writes.
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    return database
  } catch (error) {
    throw Failure.of('sync-target-unusable', { place, reason: reasonOf(error) })
  }
}

const layout = `
  create table if not exists _formctl_sync (key text primary key, value text not null);
  create table if not exists _formctl_responses (id text primary key, "table" text not null, hash text not null) without rowid;
  create table if not exists choices (
    response_id text not null, "table" text not null, question_id text not null, question text, option text not null, chosen integer not null
  );
  create index if not exists choices_by_response on choices (response_id)`

const knownOf = (row: Readonly<Record<string, unknown>>): KnownResponse => ({
  id: String(row['id']),
  table: String(row['table']),
  hash: String(row['hash']),
})

function writeStep(database: DatabaseSync, step: TargetStep): void {
  const removeChoices = database.prepare('delete from choices where response_id = ?')
  const forget = database.prepare('delete from _formctl_responses where id = ?')
  const keys = new Map(keysIn(database))
  for (const table of step.tables) {
    changeColumns(database, table)
    keys.set(table.name, table.key)
  }
  for (const { id, table } of step.removed) {
    database.prepare(`delete from ${quoted(table)} where ${quoted(keys.get(table) ?? 'id')} = ?`).run(id)
    removeChoices.run(id)
    forget.run(id)
  }
  for (const { name, columns, key, rows } of step.tables) {
    const names = columns.map((column) => quoted(column.name))
    const updates = names
      .filter((column) => column !== quoted(key))
      .map((column) => `${column} = excluded.${column}`)
    const insert = database.prepare(
      `insert into ${quoted(name)} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
       on conflict (${quoted(key)}) do update set ${[...updates, '_deleted = null'].join(', ')}`,
    )
    for (const row of rows) insert.run(...row)
  }
  const remember = database.prepare(
    'insert into _formctl_responses values (?, ?, ?) on conflict (id) do update set "table" = excluded."table", hash = excluded.hash',
  )
  for (const { id, table, hash } of step.responses) {
    removeChoices.run(id)
    remember.run(id, table, hash)
  }
  const choose = database.prepare('insert into choices values (?, ?, ?, ?, ?, ?)')
  for (const { responseId, table, questionId, question, option, chosen } of step.choices)
    choose.run(responseId, table, questionId, question, option, chosen)
  for (const { id, table } of step.missing?.responses ?? []) {
    database
      .prepare(`update ${quoted(table)} set _deleted = ? where ${quoted(keys.get(table) ?? 'id')} = ?`)
      .run(step.missing?.at ?? null, id)
    forget.run(id)
  }
}

/** The tables of the sync, with the column of the ids of each: their primary key. */
const keysIn = (database: DatabaseSync): readonly (readonly [string, string])[] =>
  database
    .prepare(
      `select distinct r."table" as name, c.name as key from _formctl_responses r
       join pragma_table_info(r."table") c on c.pk = 1`,
    )
    .all()
    .map(({ name, key }) => [String(name), String(key)] as const)

/** Makes a table or adds its new columns, and gives columns wider types. Views, indexes and other columns stay. */
function changeColumns(database: DatabaseSync, { name, columns, key, added, widened }: TableChange): void {
  const column = ({ name: own, type }: { readonly name: string; readonly type: ColumnType }): string =>
    `${quoted(own)} ${sqlTypes[type]}`
  if (added.length === columns.length) {
    const lines = columns.map((one) => `${column(one)}${one.name === key ? ' primary key' : ''}`)
    database.exec(`create table ${quoted(name)} (\n  ${[...lines, '_deleted text'].join(',\n  ')}\n)`)
    return
  }
  for (const one of added) database.exec(`alter table ${quoted(name)} add column ${column(one)}`)
  const wider = widened.filter(({ type, from }) => sqlTypes[type] !== sqlTypes[from])
  for (const one of wider) {
    // A new column takes over the name, so that views which use it show the new values.
    const former = `${one.name}_before`
    try {
      database.exec(`alter table ${quoted(name)} rename column ${quoted(one.name)} to ${quoted(former)}`)
      database.exec(`alter table ${quoted(name)} add column ${column(one)}`)
      database.exec(`update ${quoted(name)} set ${quoted(one.name)} = ${quoted(former)}`)
      database.exec(`alter table ${quoted(name)} drop column ${quoted(former)}`)
    } catch (error) {
      throw Failure.of('sync-column-used', {
        table: name,
        column: one.name,
        type: one.type,
        reason: reasonOf(error),
      })
    }
  }
}

const sqlTypes = {
  text: 'text',
  integer: 'integer',
  int64: 'integer',
  number: 'real',
  boolean: 'integer',
  date: 'text',
  time: 'text',
  json: 'text',
} as const satisfies Record<ColumnType, string>

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
