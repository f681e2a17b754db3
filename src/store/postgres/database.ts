/** A PostgreSQL database: a pool of connections, transactions that are tried again, and errors in plain words. */
import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, types, type PoolClient } from 'pg'
import { Failure } from '../../failure/failure.ts'
import { codeOf } from '../../failure/reason.ts'
import type { Statement } from '../sql-store.ts'
import { shownUrl } from '../store.ts'
import { getOrMake } from '../../form/value.ts'

type Value = string | number | boolean | null | Uint8Array | readonly (string | number | null)[]

/**
 * Runs statements, each prepared once a connection. Those with lists are planned anew each time: a plan from when a table was
 * small reads all of it, which took 18 times as long with 120,000 responses.
 */
export type Runner = {
  readonly rows: <Row>(sql: Statement<Row>, values?: readonly Value[]) => Promise<readonly Row[]>
  /** Gives the number of changed rows. */
  readonly change: (sql: string, values?: readonly Value[]) => Promise<number>
}

/** A statement outside of `transaction` is one by itself, and may run twice when its connection is lost. */
export type Database = Runner & {
  /** A transaction that may be done twice: it is run again after a conflict, and after a connection was lost. */
  readonly transaction: <Result>(work: (tx: Runner) => Promise<Result>) => Promise<Result>
  /** A transaction that is done exactly once, even if the connection is lost. One at a time. */
  readonly once: <Result>(work: (tx: Runner) => Promise<Result>) => Promise<Result>
  /** Tries a statement once: the first one of a program, or one that must not run twice. */
  readonly attempt: Runner['rows']
  /** From now on nothing waits for an unreachable database. */
  readonly giveUp: () => void
  readonly close: () => Promise<void>
}

/** How long a transaction is retried, in milliseconds: a new primary takes over in this time. */
const defaultRetryTime = 10_000

/** Time limits for a connection and a statement, in milliseconds. */
const timeouts = { connection: 5000, statement: 60_000 } as const

/** After so many milliseconds without a statement the database ends an open transaction, so that a lost server keeps no locks. */
const defaultIdleTransaction = 10_000

export type DatabaseOptions = {
  /** At most. Default 8. */
  readonly connections?: number
  readonly idleTransaction?: number
  /** How long a transaction is retried, in milliseconds. */
  readonly retryTime?: number
  /** How long a statement may take, in milliseconds. */
  readonly statementTime?: number
}

export function openDatabase(url: URL, options: DatabaseOptions = {}): Database {
  const { pool, end } = openPool(url, options.connections ?? 8, options.statementTime ?? timeouts.statement)
  const fail = failureOf(url)
  const begin = `begin; set local idle_in_transaction_session_timeout = ${options.idleTransaction ?? defaultIdleTransaction}`
  const inTransaction = async <Result>(work: (tx: Runner) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    try {
      await client.query(begin)
      const result = await work(runnerOn(client))
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // A connection that is lost, or does not even roll back, is not used again.
      if (isLost(error)) client.release(true)
      else
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        )
      throw error
    }
  }
  const closing = new AbortController()
  const retried = retrier(options.retryTime ?? defaultRetryTime, closing.signal)
  const again = <Result>(work: () => Promise<Result>): Promise<Result> =>
    retried(work).catch((error: unknown) => {
      throw fail(error)
    })
  const alone = runnerOn(pool)
  const transaction: Database['transaction'] = (work) => again(() => inTransaction(work))
  return {
    rows: (sql, values) => again(() => alone.rows(sql, values)),
    change: (sql, values) => again(() => alone.change(sql, values)),
    transaction,
    once: countedTransactions(transaction),
    attempt: (sql, values) =>
      alone.rows(sql, values).catch((error: unknown) => {
        throw fail(error)
      }),
    giveUp: () => closing.abort(),
    close: onceOnly(end),
  }
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

function openPool(
  url: URL,
  max: number,
  statementTime: number,
): { readonly pool: Pool; readonly end: () => Promise<void> } {
  const sockets = new Set<Socket>()
  const pool = new Pool({
    connectionString: url.href,
    max,
    fallback_application_name: 'formctl',
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connection,
    query_timeout: statementTime,
    idleTimeoutMillis: 60_000,
    types: { getTypeParser: parserOf },
    stream: () => {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
  })
  // The statement that meets a broken connection rejects; without listeners the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const end = async (): Promise<void> => {
    await pool.end()
    // pg leaves open those that could not log in, as without a password, until the server ends them after a minute.
    for (const socket of sockets) socket.destroy()
  }
  return { pool, end }
}

const bigintType = 20

/** CockroachDB has no smaller integers, and all of ours are bigint: times in microseconds, versions, counts. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === bigintType ? exactNumber : types.getTypeParser(type, format)
}

function exactNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`a number of the database is too large: ${text}`)
  return number
}

const runnerOn = (connection: Pool | PoolClient): Runner => {
  const run = (sql: string, values: readonly Value[] = []) =>
    connection.query({
      ...(!values.some(Array.isArray) && { name: nameOf(sql) }),
      text: sql,
      values: values.map(boundValue),
    })
  return {
    // Each statement's type says what its columns are.
    rows: async <Row>(sql: Statement<Row>, values?: readonly Value[]) =>
      (await run(sql, values)).rows as Row[],
    change: async (sql, values) => (await run(sql, values)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

const nameOf = (sql: string): string => getOrMake(names, sql, () => `formctl_${names.size}`)

/** PostgreSQL text cannot hold NUL, so U+2400 replaces it. The JSON of records and forms escapes it anyway. */
const withoutNul = <Kept>(value: Kept): Kept | string =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u2400') : value

const boundValue = (value: Value): unknown =>
  Array.isArray(value) ? value.map(withoutNul) : withoutNul(value)

/**
 * Whether a commit was applied is unknown when its connection is lost. So each transaction takes the next turn in a row of this
 * process: when it is run again and the turn is already taken, the first run was applied and its result holds. If the first
 * run is still at its commit, its lock on the row makes the second one wait. There is one at a time, so the row has one number.
 */
function countedTransactions(transaction: Database['transaction']): Database['once'] {
  const writer = randomUUID()
  let turns = 0
  return <Result>(work: (tx: Runner) => Promise<Result>): Promise<Result> => {
    const turn = ++turns
    let applied: { readonly result: Result } | undefined
    return transaction(async (tx) => {
      const isTaken = (await tx.change(takeTurn, [writer, turn])) === 0
      if (isTaken && applied) return applied.result
      if (isTaken) throw new Error('two transactions of one writer at a time')
      const result = await work(tx)
      applied = { result }
      return result
    }).catch((error: unknown) => {
      if (!applied || !Failure.is(error, 'store-unusable')) throw error
      throw Failure.of('store-unusable', { ...error.args, isUnknown: true })
    })
  }
}

/** Now, by the clock of the database, in microseconds. */
export const clock = '(extract(epoch from clock_timestamp()) * 1000000)::bigint'

const takeTurn = `
  insert into writers (id, turn, at) values ($1, $2, ${clock})
  on conflict (id) do update set turn = excluded.turn, at = excluded.at where writers.turn < excluded.turn`

/** Another transaction was first: the work is repeated on its result. */
export const conflict = (): Error => Object.assign(new Error('a conflict of two writers'), { code: '40001' })

/**
 * Retries work for that time, in milliseconds. If the database is unreachable, the time counts from the first failure: later calls try
 * once, and fail at once while another call is trying, since connecting may take long.
 */
function retrier(
  time: number,
  closing: AbortSignal,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let away: { readonly until: number; error: unknown; isTried: boolean } | undefined
  return async (work) => {
    const end = performance.now() + time
    for (let wait = 4; ; wait = Math.min(wait * 2, 500)) {
      const tried = away && performance.now() > away.until ? away : undefined
      if (tried?.isTried) throw tried.error
      if (tried) tried.isTried = true
      try {
        const result = await work()
        away = undefined
        return result
      } catch (error) {
        if (!isTransient(error)) throw error
        if (isLost(error)) away ??= { until: performance.now() + time, error, isTried: false }
        if (performance.now() > Math.min(end, away?.until ?? end) || (away && closing.aborted)) throw error
      } finally {
        if (tried) tried.isTried = false
      }
      await sleep(wait * (0.5 + Math.random()))
    }
  }
}

// 40001 and 40P01 are conflicts and deadlocks; of 40003 the outcome is unknown, as of a lost connection; 53300: all are in use.
const isTransient = (error: unknown): boolean =>
  /^(?:40001|40P01|40003|53300)$/.test(codeOf(error)) || isLost(error)

/** The connection has ended, cannot be made, or its server is going down. */
const isLost = (error: unknown): boolean =>
  /^(?:08|57P0|25P03|E(?:CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN))/.test(codeOf(error)) ||
  (error instanceof Error &&
    /^Connection terminated|^Query read timeout|^timeout exceeded|^Client has encountered a connection error|not queryable/.test(
      error.message,
    ))

/** The failure that an error of the database means; an error that is a defect of ours unchanged. */
const failureOf = (url: URL): ((error: unknown) => unknown) => {
  const path = shownUrl(url.href)
  const place = `${url.hostname || 'its socket'}:${url.port || '5432'}`
  return (error) => {
    if (error instanceof Failure) return error
    const code = codeOf(error)
    if (code === '53100') return Failure.of('disk-full', { path })
    if (/^40(?:001|P01)$/.test(code)) return Failure.of('store-busy', {})
    const reason =
      reasons[code] ??
      reasons[code.slice(0, 2)] ??
      (isLost(error) ? `it does not answer at ${place}` : other(error))
    return reason === undefined ? error : Failure.of('store-unusable', { path, reason })
  }
}

/** By PostgreSQL's code or its class. Other codes, such as a broken constraint, are defects of ours. */
const reasons: Readonly<Record<string, string>> = {
  '28000':
    'it does not let this user in from here, or not without TLS; try ?sslmode=verify-full at the end of its URL',
  '28P01': 'its user or password is wrong',
  '3D000': 'there is no database of this name',
  '25006': 'it can only be read here; name the primary server',
  '42501': 'its user has too few rights',
  '42703': 'a table of it belongs to another program; name a database of its own',
  '53300': 'it has no connection left',
  '57P01': 'it is shutting down',
  '57P02': 'it is shutting down',
  '57P03': 'it is starting or shutting down',
  ENOTFOUND: 'its host is not known',
}

// Certificates, sockets and passwords have errors of their own, whose messages say what is wrong.
const other = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if (/client password must be/.test(error.message))
    return 'it wants a password; set PGPASSWORD, or put one into ~/.pgpass'
  if (/SELF_SIGNED|^UNABLE_TO/.test(codeOf(error)))
    return 'its certificate is from an authority that is not trusted here; add sslrootcert=/path/ca.crt to the options in its URL'
  return /^(?:ERR_TLS|ERR_SSL|CERT_|ENOENT|EACCES)/.test(codeOf(error)) ||
    /SSL connections|SASL/.test(error.message)
    ? error.message.replace(/\.$/, '')
    : undefined
}
