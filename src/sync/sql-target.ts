/**
 * A target in a database that speaks SQL: the tables, the steps and the lease, which are the same in all of them. A driver runs
 * statements, and a dialect says what is spelt differently.
 */
import { Failure } from '../failure/failure.ts'
import type { ColumnType } from '../table/table.ts'
import {
  choiceColumns,
  choiceRow,
  labelColumns,
  labelRows,
  textColumns,
  type KnownResponse,
  type SyncTarget,
  type TableChange,
  type TargetColumn,
  type TargetStep,
  type Value,
  type WiderColumn,
} from './target.ts'

type Row = Readonly<Record<string, unknown>>

/** `$1` and so on are the values; a list is one value, for `Dialect.isOneOf`. */
export type Runner = {
  readonly rows: (sql: string, values?: readonly (string | readonly string[])[]) => Promise<readonly Row[]>
  /** Inserts rows; `conflict` is the end of the statement. */
  readonly insert: (
    table: string,
    columns: readonly TargetColumn[],
    rows: readonly (readonly Value[])[],
    conflict?: string,
  ) => Promise<void>
}

/**
 * All of it fails with `sync-target-unusable`, with `isRefused` where the statement itself is to blame. A statement outside of a
 * transaction is one by itself.
 */
export type Driver = Runner & {
  /** Runs the work again after a conflict or a lost connection, where the database has these. */
  readonly transaction: <Result>(work: (tx: Runner) => Promise<Result>) => Promise<Result>
  /** The time in milliseconds, by the clock of all who use the database. */
  readonly now: () => Promise<number>
  readonly close: () => Promise<void>
}

export type Dialect = {
  readonly types: Readonly<Record<ColumnType, string>>
  /** The name of a table, quoted, with its schema. */
  readonly table: (name: string) => string
  /** Selects a row if `_formctl_sync` is there. */
  readonly isThere: string
  /** The condition that a column has one of the texts of a list. */
  readonly isOneOf: (column: string, list: string) => string
  /**
   * Selects the table and the name of each column of a list of tables. Tables are then changed before a step, one statement at a time,
   * where they cannot be changed together with it.
   */
  readonly columnsOf?: string
  /** What follows the columns of a table that is found by its primary key alone. */
  readonly keyedTable?: string
  readonly hasIndexes: boolean
  /** What comes before the first table. */
  readonly prepare?: (db: Runner) => Promise<void>
  /** Gives a column a wider type. Fails where something depends on it. */
  readonly widen: (db: Runner, table: string, column: WiderColumn) => Promise<unknown>
}

/** Who holds the lease: a process, and how to tell whether it still runs. */
export type Owner = {
  readonly name: string
  /** Undefined where that cannot be told, so the time of the lease decides. */
  readonly isRunning: (name: string) => Promise<boolean | undefined>
  readonly now: () => Date
}

/** A lease ends by itself after this time where nobody can tell whether its owner still runs. */
const leaseMilliseconds = 10 * 60 * 1000

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Opens the target; fails with `sync-busy` while another run has it. A dry run makes, takes and changes nothing. */
export async function openSqlTarget(...target: Parameters<typeof open>): Promise<SyncTarget> {
  const [, db] = target
  try {
    return await open(...target)
  } catch (error) {
    await db.close()
    throw error
  }
}

async function open(
  place: string,
  db: Driver,
  dialect: Dialect,
  owner: Owner,
  isDryRun: boolean,
): Promise<SyncTarget> {
  const meta = metaOf(dialect)
  const isThere = (await db.rows(dialect.isThere)).length > 0
  if (!isThere && isDryRun)
    return {
      place,
      state: async () => undefined,
      find: async () => new Map(),
      async *all() {},
      write: async () => undefined,
      close: db.close,
    }
  if (!isThere) {
    await dialect.prepare?.(db)
    await refuseOthers(db, dialect, place)
    for (const statement of layoutOf(dialect)) await db.rows(statement)
  }
  const lease = isDryRun ? undefined : await takeLease(db, dialect, owner, place)
  const responses = dialect.table('_formctl_responses')
  return {
    place,
    state: () => meta.get(db, 'state'),
    find: async (ids) => {
      const sql = `select id, "table", hash from ${responses} where ${dialect.isOneOf('id', '$1')}`
      return new Map((await db.rows(sql, [ids])).map((row) => [String(row['id']), knownOf(row)]))
    },
    async *all() {
      const sql = `select id, "table", hash from ${responses} where id > $1 order by id limit 10000`
      for (let after = ''; ;) {
        const page = (await db.rows(sql, [after])).map(knownOf)
        const last = page.at(-1)
        if (!last) return
        yield page
        after = last.id
      }
    },
    write: async (step) => {
      if (!lease) return
      const pending = dialect.columnsOf && (await changeTablesBefore(db, dialect, step, { lease, place }))
      await db.transaction(async (tx) => {
        await lease.renew(tx)
        if (!dialect.columnsOf) await changeTables(tx, dialect, step.tables)
        await writeStep(tx, dialect, step)
        await meta.set(tx, 'state', step.state)
        if (pending) await meta.set(tx, 'pending', pending)
      })
    },
    close: async () => {
      try {
        // After the first run, since ids are random: each step would write all over it. Where it fails, the next run makes it.
        const index = `create index if not exists choices_by_response on ${dialect.table('choices')} (response_id)`
        if (lease && dialect.hasIndexes) await db.rows(index).catch(() => undefined)
        await lease?.release()
      } finally {
        await db.close()
      }
    },
  }
}

const knownOf = (row: Row): KnownResponse => ({
  id: String(row['id']),
  table: String(row['table']),
  hash: String(row['hash']),
})

/** Ends a first run where tables of others have the names of ours. */
async function refuseOthers(db: Driver, dialect: Dialect, place: string): Promise<void> {
  const isTable = async (name: string): Promise<boolean> =>
    db.rows(`select 1 from ${dialect.table(name)} limit 0`).then(
      () => true,
      (error: unknown) => {
        if (Failure.is(error, 'sync-target-unusable') && error.args.isRefused === true) return false
        throw error
      },
    )
  // It is made first.
  if (await isTable('_formctl_responses')) return
  for (const name of ['choices', ...Object.keys(labelColumns)])
    if (await isTable(name)) {
      const reason = `there is a table ${name} that no sync has made. Rename it, or name another ${place.startsWith('postgres') ? 'schema with ?schema=' : 'file'}`
      throw Failure.of('sync-target-unusable', { place, reason })
    }
}

/** `_formctl_sync` comes last: where it is, all is. */
const layoutOf = ({ table, types, keyedTable = '' }: Dialect): readonly string[] => [
  `create table if not exists ${table('_formctl_responses')} (
    id ${types.text} primary key, "table" ${types.text} not null, hash ${types.text} not null
  )${keyedTable}`,
  ...Object.entries({ choices: choiceColumns, ...labelColumns }).map(
    ([name, columns]) =>
      `create table if not exists ${table(name)} (${columns.map((one) => `${quoted(one.name)} ${types[one.type]}`).join(', ')})`,
  ),
  `create table if not exists ${table('_formctl_sync')} (key ${types.text} primary key, value ${types.text} not null)`,
]

/** The entries of `_formctl_sync`: `lease`, `state`, and `pending`, the columns that a step makes before it. */
const metaOf = ({ table }: Pick<Dialect, 'table'>) => ({
  get: async (db: Runner, key: string): Promise<string | undefined> => {
    const [row] = await db.rows(`select value from ${table('_formctl_sync')} where key = $1`, [key])
    return row && String(row['value'])
  },
  set: (db: Runner, key: string, value: string) =>
    db.rows(
      `insert into ${table('_formctl_sync')} (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [key, value],
    ),
})

type Lease = {
  /** Fails with `sync-busy` if another run has taken it meanwhile. */
  readonly renew: (db: Runner) => Promise<void>
  readonly release: () => Promise<void>
}

/** The row of the lease has a number that grows with each owner, so a run that was thought dead writes nothing later. */
async function takeLease(db: Driver, dialect: Dialect, owner: Owner, place: string): Promise<Lease> {
  const busy = (): Failure => Failure.of('sync-busy', { place })
  const sync = dialect.table('_formctl_sync')
  const former = await metaOf(dialect).get(db, 'lease')
  const held: unknown = former === undefined ? undefined : JSON.parse(former)
  const { fence = 0, owner: other = '', until = 0 } = Object(held)
  if (until > 0 && ((await owner.isRunning(String(other))) ?? until > (await db.now()))) throw busy()
  const mine = `{"fence":${Number(fence) + 1},"owner":${JSON.stringify(owner.name)},"until":`
  const text = async (): Promise<string> => `${mine}${(await db.now()) + leaseMilliseconds}}`
  const first = await text()
  // Done twice, it is taken all the same.
  const taken = await db.rows(
    `insert into ${sync} (key, value) values ('lease', $1)
     on conflict (key) do update set value = excluded.value where ${quoted('_formctl_sync')}.value in ($2, $1) returning key`,
    [first, former ?? ''],
  )
  if (taken.length === 0) throw busy()
  const change = (on: Runner, value: string) =>
    on.rows(
      `update ${sync} set value = $1 where key = 'lease' and substr(value, 1, ${mine.length}) = $2 returning key`,
      [value, mine],
    )
  return {
    renew: async (on) => {
      if ((await change(on, await text())).length === 0) throw busy()
    },
    release: async () => void (await change(db, `${mine}0}`)),
  }
}

async function writeStep(tx: Runner, dialect: Dialect, step: TargetStep): Promise<void> {
  const { table, isOneOf } = dialect
  const each = async (sql: string, ids: readonly string[], ...more: readonly string[]): Promise<void> => {
    if (ids.length > 0) await tx.rows(sql, [ids, ...more])
  }
  const idsByTable = (known: readonly KnownResponse[]) =>
    Array.from(
      Map.groupBy(known, (one) => one.table),
      ([name, some]) => [name, some.map(({ id }) => id)] as const,
    )
  const forget = `delete from ${table('_formctl_responses')} where ${isOneOf('id', '$1')}`
  const removeChoices = `delete from ${table('choices')} where ${isOneOf('response_id', '$1')}`
  for (const [name, ids] of idsByTable(step.removed))
    await each(`delete from ${table(name)} where ${isOneOf('id', '$1')}`, ids)
  const kept = new Set(step.responses.map(({ id }) => id))
  const left = step.removed.map(({ id }) => id)
  const gone = left.filter((id) => !kept.has(id))
  await each(removeChoices, left)
  await each(forget, gone)
  for (const { name, columns, rows } of step.tables) {
    const ids = rows.map((row) => String(row[columns.findIndex((column) => column.name === 'id')]))
    const found = await tx.rows(`select id from ${table(name)} where ${isOneOf('id', '$1')}`, [ids])
    const there = found.map((row) => String(row['id']))
    await each(removeChoices, there)
    const conflict = replaced([...columns, ...textColumns('_deleted')])
    await tx.insert(table(name), columns, rows, there.length > 0 ? conflict : '')
  }
  const known = textColumns('id', 'table', 'hash')
  await tx.insert(
    table('_formctl_responses'),
    known,
    step.responses.map((one) => [one.id, one.table, one.hash]),
    replaced(known),
  )
  await tx.insert(table('choices'), choiceColumns, step.choices.map(choiceRow))
  for (const { name, labels } of step.tables)
    for (const kind of ['questions', 'options'] as const) {
      if (!labels) continue
      await tx.rows(`delete from ${table(kind)} where "table" = $1`, [name])
      await tx.insert(table(kind), labelColumns[kind], labelRows(name, labels)[kind])
    }
  if (!step.missing) return
  const { responses, at } = step.missing
  for (const [name, ids] of idsByTable(responses))
    await each(`update ${table(name)} set _deleted = $2 where ${isOneOf('id', '$1')}`, ids, at)
  await each(
    `update ${table('_formctl_responses')} set hash = '' where ${isOneOf('id', '$1')}`,
    responses.map(({ id }) => id),
  )
}

/** A row of the same id gets these columns anew; those that are not inserted become empty. */
const replaced = (columns: readonly TargetColumn[]): string =>
  `on conflict (id) do update set ${columns
    .filter(({ name }) => name !== 'id')
    .map(({ name }) => `${quoted(name)} = ${name === '_deleted' ? 'null' : `excluded.${quoted(name)}`}`)
    .join(', ')}`

/**
 * Changes the tables of a step before it. The columns are noted first, so that the next run tells those that a killed one has made
 * from those of others. Gives what is noted after the step; undefined: as it is.
 */
async function changeTablesBefore(
  db: Runner,
  dialect: Dialect,
  { tables }: TargetStep,
  { lease, place }: { readonly lease: Lease; readonly place: string },
): Promise<string | undefined> {
  if (tables.every(({ added, widened }) => added.length + widened.length === 0)) return undefined
  await lease.renew(db)
  const meta = metaOf(dialect)
  const noted = new Set<string>(JSON.parse((await meta.get(db, 'pending')) ?? '[]'))
  const wanted = new Set(tables.flatMap(({ name, added }) => added.map((column) => `${name}.${column.name}`)))
  const found = await db.rows(dialect.columnsOf ?? '', [tables.map(({ name }) => name)])
  const there = new Set(found.map((row) => `${String(row['table'])}.${String(row['name'])}`))
  const [other] = wanted.intersection(there).difference(noted)
  if (other !== undefined) {
    const reason = `the column ${other} is there already, and no sync has made it. Rename it`
    throw Failure.of('sync-target-unusable', { place, reason })
  }
  await meta.set(db, 'pending', JSON.stringify([...noted.union(wanted)]))
  await changeTables(db, dialect, tables, wanted.intersection(there))
  return JSON.stringify([...noted.difference(wanted)])
}

/**
 * Makes tables, adds columns and gives columns wider types. Other columns stay. `made`: columns that a killed run has made already;
 * each statement may then run twice.
 */
async function changeTables(
  db: Runner,
  dialect: Dialect,
  tables: readonly TableChange[],
  made?: ReadonlySet<string>,
): Promise<void> {
  const { types } = dialect
  const definition = ({ name, type }: TargetColumn): string => `${quoted(name)} ${types[type]}`
  const ifMissing = made ? 'if not exists ' : ''
  for (const { name, columns, added, widened } of tables) {
    // These come first, since something may depend on them.
    for (const column of widened.filter(({ type, from }) => types[type] !== types[from]))
      await dialect.widen(db, name, column).catch((error: unknown) => {
        if (!Failure.is(error, 'sync-target-unusable') || !error.args.isRefused) throw error
        const { reason } = error.args
        throw Failure.of('sync-column-used', { table: name, column: column.name, type: column.type, reason })
      })
    const left = added.filter((column) => made?.has(`${name}.${column.name}`))
    if (added.length === columns.length) {
      const lines = columns.map((one) => `${definition(one)}${one.name === 'id' ? ' primary key' : ''}`)
      await db.rows(
        `create table ${ifMissing}${dialect.table(name)} (\n  ${[...lines, `_deleted ${types.time}`].join(',\n  ')}\n)`,
      )
      if (left.length === 0) continue
    }
    for (const column of added)
      await db.rows(`alter table ${dialect.table(name)} add column ${ifMissing}${definition(column)}`)
    // These are empty, so any type is possible.
    for (const column of left.filter((one) => one.name !== 'id'))
      await dialect.widen(db, name, { ...column, from: 'text' })
  }
}

/** JSON as databases with a type for it take it: without U+0000 and halves of surrogate pairs. */
export const jsonText = (text: string): string =>
  text.replaceAll(escapes, (escape, bad?: string) =>
    bad === undefined ? escape : bad === '0000' ? String.raw`\u2400` : String.raw`\ufffd`,
  )

const escapes = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u(0000|d[89a-f][\da-f]{2})|\\[^]/gi
