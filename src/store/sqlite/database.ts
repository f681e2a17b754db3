import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Failure } from '../../failure/failure.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'

/** A select and the type of its rows, which the strict tables guarantee. */
export type Select<Row> = string & { readonly row?: Row }

type Values = readonly SQLInputValue[]

/** An open database file. Statements are prepared once. Errors of disk and file become a `Failure`. */
export type Database = {
  /** Runs a statement that writes; gives the number of changed rows. */
  readonly change: (sql: string, values: Values) => number
  readonly one: <Row>(sql: Select<Row>, values?: Values) => Row | undefined
  /** Rows, read lazily. Finish with them before the next `await`. */
  readonly each: <Row>(sql: Select<Row>, values?: Values) => Iterable<Row>
  /** Several statements without values. */
  readonly script: (sql: string) => void
  /** One transaction, with the write lock from its start. */
  readonly write: <Result>(work: () => Result) => Result
  /** Safe to call twice. */
  readonly close: () => void
}

// How long a writer waits for the other process on the same folder.
const patience = 10_000

/** Opens a database file; `folder` is for messages. */
export function openDatabase(file: string, folder: string): Database {
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw storeFailure(folder, error)
    }
  }
  const connection = guarded(() => new DatabaseSync(file, { timeout: patience }))
  const prepare = statementCache(connection)
  const script = (sql: string): void => guarded(() => connection.exec(sql))
  return {
    change: (sql, values) => guarded(() => Number(prepare(sql).run(...values).changes)),
    one: <Row>(sql: Select<Row>, values: Values = []) =>
      guarded(() => prepare(sql).get(...values) as Row | undefined),
    *each<Row>(sql: Select<Row>, values: Values = []): Iterable<Row> {
      const rows = guarded(() => prepare(sql).iterate(...values)) as Iterator<Row>
      try {
        for (let next = guarded(() => rows.next()); !next.done; next = guarded(() => rows.next()))
          yield next.value
      } finally {
        rows.return?.()
      }
    },
    script,
    write: (work) => inTransaction(script, work),
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
}

/**
 * Takes a folder for one server; gives what tells others its address, and what releases the folder. It is free again when
 * the process ends, however it ends, because SQLite's locks end with their process. Fails with `folder-served` while
 * another one has it.
 */
export function claimForServer(
  folder: string,
  pid: number,
): { readonly announce: (url: string) => void; readonly release: () => void } {
  const lock = new DatabaseSync(lockFile(folder), { timeout: 100 })
  const address = join(folder, 'serve.url')
  const announce = (url: string): void => writeFileSync(address, url)
  try {
    // An immediate transaction keeps out other writers, and lets them read who has the folder.
    lock.exec(`pragma user_version = ${pid}; begin immediate`)
    // A server that was killed leaves its address.
    announce('')
    return { announce, release: () => lock.close() }
  } catch (error) {
    const holder = resultCodeOf(error) === busy && lock.prepare('pragma user_version').get()
    lock.close()
    if (!holder) throw storeFailure(folder, error)
    const url = existsSync(address) ? readFileSync(address, 'utf8') : ''
    throw Failure.of('folder-served', { path: folder, pid: Number(holder['user_version']), url })
  }
}

const lockFile = (folder: string): string => join(folder, 'serve.lock')

/** The address of the server that has a folder; undefined where none has it. */
export function servedAt(folder: string): string | undefined {
  try {
    if (existsSync(lockFile(folder))) claimForServer(folder, 0).release()
  } catch (error) {
    if (Failure.is(error, 'folder-served')) return error.args.url || undefined
  }
  return undefined
}

const busy = 5

function statementCache(connection: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    const made = connection.prepare(sql)
    statements.set(sql, made)
    return made
  }
}

function inTransaction<Result>(script: (sql: string) => void, work: () => Result): Result {
  script('begin immediate')
  try {
    const result = work()
    script('commit')
    return result
  } catch (error) {
    try {
      script('rollback')
    } catch {
      // A full disk has ended the transaction; the first error matters.
    }
    throw error
  }
}

/** The failure that an error in a data folder means; any other error unchanged. */
export function storeFailure(folder: string, error: unknown): unknown {
  if (isDiskFull(error)) return Failure.of('disk-full', { path: folder })
  const reason = reasonIn(error)
  return reason === undefined ? error : Failure.of('store-unusable', { path: folder, reason })
}

const isDiskFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT)$/.test(codeOf(error)) || resultCodeOf(error) === 13

// The low byte is the kind of error, the rest its detail (SQLite's extended result codes).
const resultCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined

function reasonIn(error: unknown): string | undefined {
  const code = resultCodeOf(error)
  if (code !== undefined) return sqliteReasons[code]
  return /^E[A-Z]+$/.test(codeOf(error)) ? reasonOf(error) : undefined
}

/** By SQLite's result code. Other codes, such as a broken constraint, are defects of ours. */
const sqliteReasons: Readonly<Record<number, string>> = {
  3: 'permission is denied',
  5: 'another program has been writing to formctl.db for too long; try again',
  6: 'another program has been writing to formctl.db for too long; try again',
  8: 'formctl.db cannot be written',
  10: 'formctl.db cannot be read or written, as the disk reports an error',
  11: 'formctl.db is damaged; put back a copy of it',
  14: 'formctl.db cannot be opened',
  26: 'formctl.db is not a database',
}

/** Creates the tables in an empty database and stores the folder's secret. */
export function layOut(database: Database, secret: Uint8Array): void {
  database.script(`pragma application_id = ${applicationId}`)
  beDurable(database)
  migrate(database)
  database.change(`insert into settings (name, value) values ('secret', ?)`, [secret])
}

/** Checks that a database is ours and brings it to the layout of this program. */
export function bringUpToDate(database: Database, folder: string): void {
  const refuse = (reason: string): Failure => Failure.of('store-unusable', { path: folder, reason })
  if (pragma(database, 'application_id') !== applicationId)
    throw refuse('its formctl.db belongs to another program')
  const version = pragma(database, 'user_version')
  if (version > migrations.length)
    throw refuse(
      `a newer formctl has written to it (layout ${version}; this one knows up to ${migrations.length}), so use that one`,
    )
  beDurable(database)
  if (version < migrations.length) migrate(database)
}

// FULL: with NORMAL, two of three power cuts lost responses that had been acknowledged.
function beDurable(database: Database): void {
  database.one('pragma journal_mode = wal')
  database.script('pragma synchronous = full; pragma foreign_keys = on')
}

function migrate(database: Database): void {
  database.write(() => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    for (const step of migrations.slice(pragma(database, 'user_version'))) database.script(step)
    database.script(`pragma user_version = ${migrations.length}`)
  })
}

const pragma = (database: Database, name: 'application_id' | 'user_version'): number =>
  Object.values(database.one(`pragma ${name}` as Select<Record<string, number>>) ?? {})[0] ?? 0

/** Marks a database file as one of ours (`pragma application_id`): the letters "fctl". */
const applicationId = 0x66_63_74_6c

/** The steps from each layout to the next. `pragma user_version` holds the number of those applied. */
const migrations: readonly string[] = [
  `
  create table settings (name text primary key, value blob not null) strict, without rowid;

  create table environments (id text primary key, name text not null, created_at text not null) strict;

  create table keys (
    id text primary key,
    environment_id text not null references environments (id),
    name text not null,
    hash text not null unique,
    prefix text not null,
    created_at text not null,
    revoked_at text
  ) strict;

  create table forms (
    id text primary key,
    environment_id text not null references environments (id),
    name text not null,
    created_at text not null,
    deleted_at text,
    form text not null
  ) strict;
  create index forms_by_environment on forms (environment_id, created_at);

  create table responses (
    form_id text not null references forms (id),
    id text not null,
    environment_id text not null references environments (id),
    created_at text not null,
    finished integer not null,
    seq integer not null,
    record text not null,
    primary key (form_id, id)
  ) strict;
  -- With \`finished\` leading, the ten newest complete responses are ten steps, even below many newer partials.
  create index responses_by_form on responses (form_id, finished, created_at, id);
  create index responses_by_environment on responses (environment_id, finished, created_at, id);

  create table uploads (
    id text primary key,
    form_id text not null references forms (id),
    response_id text not null,
    question_id text not null,
    name text not null,
    content_type text not null,
    bytes blob not null
  ) strict;
  `,
  `
  create table kept_replies (
    environment_id text not null references environments (id),
    key text not null,
    request_hash text not null,
    body text not null,
    at text not null,
    primary key (environment_id, key)
  ) strict, without rowid;
  create index kept_replies_by_age on kept_replies (at);
  `,
  `alter table responses drop column seq;`,
]
