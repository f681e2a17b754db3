/** Moves all data of a service from one engine to another: raw rows, table by table, so that ids, times and numbers stay. */
import { createHash } from 'node:crypto'
import { Failure } from '../failure/failure.ts'
import { databaseName } from './store.ts'

/** A table that every engine has, with the columns that mean the same in all of them. */
export type Table = {
  readonly name: string
  /** The first of its columns. */
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Whether its rows are moved in the order of creation, in which they are listed, and not of their key. */
  readonly isListed: boolean
}

/** The values of a row, in the order of the columns. */
export type Row = readonly (string | number | null)[]

export type RowByColumn = Readonly<Record<string, string | number | null>>

export const valuesOf = (row: RowByColumn, names: readonly string[]): Row =>
  names.map((name) => row[name] ?? null)

const tableOf = (name: string, key: string, others: string): Table => {
  const keys = key.split(' ')
  return { name, key: keys, columns: [...keys, ...others.split(' ')], isListed: false }
}

const listed = (table: Table): Table => ({ ...table, isListed: true })

const tables: readonly Table[] = [
  listed(tableOf('environments', 'id', 'name created_at last_seq')),
  listed(
    tableOf('keys', 'environment_id id', 'name hash prefix scopes created_at expires_at revoked_at used_at'),
  ),
  listed(
    tableOf('forms', 'environment_id id', 'name created_at closed_at deleted_at version form label address'),
  ),
  tableOf('responses', 'environment_id form_id id', 'created_at state version record draft'),
  tableOf(
    'uploads',
    'environment_id id',
    'form_id response_id question_id name content_type size sha256 unheld_at',
  ),
  tableOf('events', 'environment_id seq', 'form_id response_id type at version'),
  // Without leases, which their owners lose.
  tableOf(
    'webhooks',
    'environment_id id',
    'url forms types payload secret old_secret old_until created_at last_seq failing_since disabled_at disabled_reason',
  ),
  tableOf(
    'webhook_deliveries',
    'environment_id webhook_id seq',
    'form_id response_id type at version status attempts next_at tried_at outcome',
  ),
  tableOf('style_files', 'sha256', 'base64'),
  tableOf('kept_replies', 'environment_id key', 'request_hash body at'),
]

/** The columns that hold whole numbers; all others hold text. */
export const numberColumns: ReadonlySet<string> = new Set([
  'last_seq',
  'version',
  'state',
  'size',
  'seq',
  'attempts',
])

/** The raw rows of a store. One that is the target of a move is marked until the move is finished, and nothing else opens it. */
export type Copy = {
  /** The folder or the URL, as messages show it. */
  readonly place: string
  readonly secret: Uint8Array
  /** The secret of the source, if a move into this store has begun. */
  readonly begun: Uint8Array | undefined
  /** The store that its data was moved to, as messages show it. */
  readonly moved: string | undefined
  /** Before it is a source: waits until each change has its number, and fails if a server runs on the store. */
  readonly numberAll: () => Promise<void>
  /** The rows behind that of a key, in order. */
  readonly rows: (table: Table, after: Row | undefined, limit: number) => Promise<readonly Row[]>
  /** The key of the last row; undefined: there is none. */
  readonly last: (table: Table) => Promise<Row | undefined>
  /** Marks it as the target of a move from the source with this secret. */
  readonly begin: (secret: Uint8Array) => Promise<void>
  /** Inserts rows, all or none; leaves out those whose keys are there. */
  readonly put: (table: Table, rows: readonly Row[]) => Promise<void>
  /** Fills the columns that only this engine has, takes over the secret of the source and removes the mark. */
  readonly finish: () => Promise<void>
  /** Marks it as the source of a move to that place, which is finished; safe to repeat. Nothing else opens it then. */
  readonly leave: (place: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The statements that read rows in one engine. `made`: its column for the order of rows of one moment; `mark`: a parameter. */
export function selects(
  { name, key, columns, isListed }: Table,
  { made, mark }: { readonly made: string; readonly mark: (n: number) => string },
): { readonly first: string; readonly next: string; readonly last: string } {
  const order = isListed ? ['created_at', made] : key
  const keyMarks = key.map((_, i) => mark(i + 1)).join(', ')
  const place = isListed
    ? `select ${order.join()} from ${name} where (${key.join()}) = (${keyMarks})`
    : keyMarks
  const rows = (where: string, limit: string): string =>
    `select ${columns.join()} from ${name} ${where} order by ${order.join()} limit ${limit}`
  return {
    first: rows('', mark(1)),
    next: rows(`where (${order.join()}) > (${place})`, mark(key.length + 1)),
    last: `select ${key.join()} from ${name} order by ${order.map((column) => `${column} desc`).join()} limit 1`,
  }
}

/** Fails if a move into a store is not finished, or its data was moved away. */
export function refuseMoved({ begun, moved }: Pick<Copy, 'begun' | 'moved'>, path: string): void {
  if (begun) throw unfinishedMove(path)
  if (moved !== undefined) throw movedAway(path, moved)
}

const unfinishedMove = (path: string): Failure =>
  Failure.of('store-unusable', {
    path,
    reason: 'a move into it is not finished; run the same formctl service move again',
  })

const movedAway = (path: string, to: string): Failure =>
  Failure.of('store-unusable', {
    path,
    reason: `its data was moved to ${to}; use that, or run "delete from settings where name = 'moved'" in ${/^postgres(?:ql)?:/.test(path) ? 'it' : databaseName} to use the old data again`,
  })

export type TableComparison = {
  readonly name: string
  readonly source: Digest
  readonly target: Digest
  readonly isSame: boolean
}

type Digest = {
  readonly rows: number
  /** Of all rows in order, hex. */
  readonly sha256: string
}

/**
 * Moves all rows to an empty store, or goes on with a move that was stopped; then compares both. Where they differ, the target stays
 * marked, and else the source is. A target that holds the result of a finished move from the same source is only compared. Any other
 * is refused. The target is opened when the source is found fit. Closes both.
 */
export async function move(
  openSource: () => Promise<Copy>,
  openTarget: () => Promise<Copy>,
): Promise<readonly TableComparison[]> {
  const source = await openSource()
  try {
    if (source.begun) throw unfinishedMove(source.place)
    if (await isEmpty(source))
      throw Failure.of('store-unusable', { path: source.place, reason: 'it holds no data to move' })
    await source.numberAll()
    const target = await openTarget()
    try {
      return await moveRows(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function moveRows(source: Copy, target: Copy): Promise<readonly TableComparison[]> {
  if (target.moved !== undefined) throw movedAway(target.place, target.moved)
  const isMoved = !target.begun && isSameSecret(source.secret, target.secret) && !(await isEmpty(target))
  if (!isMoved) {
    await beginOrGoOn(source, target)
    for (const table of tables)
      for await (const rows of batches(source, table, await target.last(table))) await target.put(table, rows)
  }
  const compared = await Array.fromAsync(tables, async (table): Promise<TableComparison> => {
    const [of, to] = await Promise.all([digest(source, table), digest(target, table)])
    const isSame = of.rows === to.rows && of.sha256 === to.sha256
    return { name: table.name, source: of, target: to, isSame }
  })
  if (compared.every(({ isSame }) => isSame)) {
    await source.leave(target.place)
    if (!isMoved) await target.finish()
  }
  return compared
}

async function beginOrGoOn(source: Copy, target: Copy): Promise<void> {
  const isExpected = target.begun ? isSameSecret(source.secret, target.begun) : await isEmpty(target)
  if (!isExpected)
    throw Failure.of('store-unusable', {
      path: target.place,
      reason: 'it holds data that is not from this source; name an empty target',
    })
  if (target.begun) return
  if (source.moved !== undefined) throw movedAway(source.place, source.moved)
  await target.begin(source.secret)
}

const isSameSecret = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

async function isEmpty(copy: Copy): Promise<boolean> {
  for (const table of tables) if (await copy.last(table)) return false
  return true
}

const maxRows = 1000

/** In characters. Records may be long: 1,000 of the longest (1 MiB) would be more than a message to PostgreSQL can hold. */
const maxBatchLength = 8_000_000

async function* batches(source: Copy, of: Table, from: Row | undefined): AsyncIterable<readonly Row[]> {
  let [after, limit] = [from, 100]
  for (;;) {
    const rows = await source.rows(of, after, limit)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < limit) return
    after = last.slice(0, of.key.length)
    const size = rows.flat().reduce<number>((sum, value) => sum + String(value).length, 0)
    limit = Math.min(maxRows, Math.max(1, Math.floor((rows.length * maxBatchLength) / size)))
  }
}

async function digest(copy: Copy, of: Table): Promise<Digest> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of batches(copy, of, undefined)) {
    hash.update(rows.map((row) => `${JSON.stringify(row.map(withoutNul))}\n`).join(''))
    count += rows.length
  }
  return { rows: count, sha256: hash.digest('hex') }
}

/** PostgreSQL stores U+2400 in place of NUL. */
const withoutNul = (value: Row[number]): Row[number] =>
  typeof value === 'string' ? value.replaceAll('\0', '\u2400') : value
