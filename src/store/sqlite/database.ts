import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { storeFailure } from './store-failure.ts'

/** A select; its type says what its columns are, which the strict tables make true. */
export type Select<Row> = string & { readonly row?: Row }

type Values = readonly SQLInputValue[]

/** An open database file. Statements are prepared once; every error of disk or file is a `Failure`. */
export type Database = {
  /** Runs a statement that writes, and gives the number of rows it changed. */
  readonly change: (sql: string, values: Values) => number
  readonly one: <Row>(sql: Select<Row>, values?: Values) => Row | undefined
  /** Rows as they are asked for; finish with them before the next `await`. */
  readonly each: <Row>(sql: Select<Row>, values?: Values) => Iterable<Row>
  /** Several statements without values. */
  readonly script: (sql: string) => void
  /** One transaction that holds the right to write from its start: all of it is kept, or nothing. */
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
      // A full disk has ended the transaction already; the error that matters is the first one.
    }
    throw error
  }
}
