import { existsSync, lstatSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Failure } from '../../failure/failure.ts'
import { codeOf, reasonOf, sqliteBusy, sqliteCodeOf } from '../../failure/reason.ts'
import { partOf } from '../../files/files.ts'
import type { Statement } from '../sql-store.ts'
import { databaseName, uploadsName } from '../store.ts'
import { remembered } from '../../form/value.ts'

type Values = readonly SQLInputValue[]

/** An open database file. Statements are prepared once. Errors of disk and file become a `Failure`. */
export type Database = {
  /** Runs a statement that writes; gives the number of changed rows. */
  readonly change: (sql: string, values: Values) => number
  readonly one: <Row>(sql: Statement<Row>, values?: Values) => Row | undefined
  readonly rows: <Row>(sql: Statement<Row>, values?: Values) => readonly Row[]
  /** Rows, read lazily. Finish with them before the next `await`. */
  readonly each: <Row>(sql: Statement<Row>, values?: Values) => Iterable<Row>
  /** Several statements without values. */
  readonly script: (sql: string) => void
  /** One transaction, with the write lock from its start. */
  readonly write: <Result>(work: () => Result) => Result
  /** A savepoint: a part of a transaction that is undone alone if it fails. */
  readonly nested: <Result>(work: () => Result) => Result
  /** Whether a transaction is open. */
  readonly isWriting: () => boolean
  /** Safe to call twice. */
  readonly close: () => void
}

/** Opens a database file; `folder` is for messages. A writer waits `timeout` milliseconds for other processes. */
export function openDatabase(file: string, folder: string, timeout = 10_000): Database {
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw storeFailure(folder, error)
    }
  }
  const connection = guarded(() => new DatabaseSync(file, { timeout }))
  const prepare = statementCache(connection)
  const script = (sql: string): void => guarded(() => connection.exec(sql))
  return {
    change: (sql, values) => guarded(() => Number(prepare(sql).run(...values).changes)),
    one: <Row>(sql: Statement<Row>, values: Values = []) =>
      guarded(() => prepare(sql).get(...values) as Row | undefined),
    rows: <Row>(sql: Statement<Row>, values: Values = []) =>
      guarded(() => prepare(sql).all(...values) as Row[]),
    *each<Row>(sql: Statement<Row>, values: Values = []): Iterable<Row> {
      const rows = guarded(() => prepare(sql).iterate(...values)) as Iterator<Row>
      try {
        for (let next = guarded(() => rows.next()); !next.done; next = guarded(() => rows.next()))
          yield next.value
      } finally {
        rows.return?.()
      }
    },
    script,
    write: (work) => between(script, ['begin immediate', 'commit', 'rollback'], work),
    nested: (work) =>
      between(script, ['savepoint part', 'release part', 'rollback to part; release part'], work),
    isWriting: () => connection.isTransaction,
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
  const lock = openLock(folder)
  const announce = (url: string): void => {
    const part = partOf(addressFile(folder))
    writeFileSync(part, url, { flag: 'wx', mode: 0o600 })
    renameSync(part, addressFile(folder))
  }
  try {
    // An immediate transaction keeps out other writers, and lets them read who has the folder.
    lock.exec(`pragma user_version = ${pid}; begin immediate`)
    // A server that was killed leaves its address.
    announce('')
    return { announce, release: () => lock.close() }
  } catch (error) {
    const holder = sqliteCodeOf(error) === sqliteBusy && lock.prepare('pragma user_version').get()
    lock.close()
    if (!holder) throw storeFailure(folder, error)
    throw Failure.of('folder-served', {
      path: folder,
      pid: Number(holder['user_version']),
      url: announcedIn(folder),
    })
  }
}

/** The address of the server that has claimed a folder; undefined if there is none. Changes nothing. */
export function servedAt(folder: string): string | undefined {
  if (!existsSync(join(folder, lockName))) return undefined
  const lock = openLock(folder)
  try {
    lock.exec('begin immediate')
    return undefined
  } catch (error) {
    return sqliteCodeOf(error) === sqliteBusy ? announcedIn(folder) || undefined : undefined
  } finally {
    lock.close()
  }
}

const lockName = 'serve.lock'
const addressName = 'serve.url'
const addressFile = (folder: string): string => join(folder, addressName)
const announcedIn = (folder: string): string =>
  existsSync(addressFile(folder)) ? readFileSync(addressFile(folder), 'utf8') : ''

function openLock(folder: string): DatabaseSync {
  refuseForeignFiles(folder)
  const lock = new DatabaseSync(join(folder, lockName), { timeout: 100 })
  // Nothing in it needs to survive a crash.
  lock.exec('pragma journal_mode = memory')
  return lock
}

/**
 * Refuses a folder that holds something else in the place of one of its files. It may have come with a clone: a symbolic link
 * could lead to any file of the user, and SQLite deletes a file that a rollback journal names. There is no such journal: the
 * database has a log (WAL), and that of the lock is kept in memory.
 */
export function refuseForeignFiles(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  for (const name of ownFiles) {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
    const isOurs = name === uploadsName ? stats?.isDirectory() : stats?.isFile() && !name.endsWith('-journal')
    if (!stats || isOurs) continue
    const what = stats.isSymbolicLink() ? 'a symbolic link, which is not followed' : 'not a file of formctl'
    const reason = `${name} in it is ${what}; remove it, or put the file itself in its place`
    throw Failure.of('store-unusable', { path: folder, reason })
  }
}

const ownFiles = [databaseName, lockName]
  .flatMap((name) => ['', '-wal', '-shm', '-journal'].map((ending) => name + ending))
  .concat(addressName, uploadsName)

const diskError = 10

// SQLite counts a parameter by its number only after a question mark.
const statementCache = (connection: DatabaseSync): ((sql: string) => StatementSync) =>
  remembered((sql: string) => connection.prepare(sql.replaceAll(/\$(?=\d)/g, '?')))

function between<Result>(
  script: (sql: string) => void,
  [begin, end, undo]: readonly [string, string, string],
  work: () => Result,
): Result {
  script(begin)
  try {
    const result = work()
    script(end)
    return result
  } catch (error) {
    try {
      script(undo)
    } catch {
      // A full disk has ended the transaction; the first error matters.
    }
    throw error
  }
}

/** The failure that an error in a data folder means; any other error unchanged. */
export function storeFailure(folder: string, error: unknown): unknown {
  if (isDiskFull(error)) return Failure.of('disk-full', { path: folder })
  const code = sqliteCodeOf(error)
  if (code === sqliteBusy) return Failure.of('store-busy', {})
  const reason = reasonIn(error)
  if (reason === undefined) return error
  return Failure.of('store-unusable', {
    path: folder,
    reason,
    ...(code === diskError && { isLasting: true }),
  })
}

const isDiskFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT)$/.test(codeOf(error)) || sqliteCodeOf(error) === 13

function reasonIn(error: unknown): string | undefined {
  const code = sqliteCodeOf(error)
  if (code !== undefined) return sqliteReasons[code]
  return /^E[A-Z]+$/.test(codeOf(error)) ? reasonOf(error) : undefined
}

/** By SQLite's result code. Other codes, such as a broken constraint, are defects of ours. */
const sqliteReasons: Readonly<Record<number, string>> = {
  3: 'permission is denied',
  8: 'formctl.db cannot be written',
  [diskError]: 'formctl.db cannot be read or written, as the disk reports an error',
  11: 'formctl.db is damaged; put back a copy of it',
  14: 'formctl.db cannot be opened',
  26: 'formctl.db is not a database',
}
