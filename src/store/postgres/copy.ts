import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure/failure.ts'
import { numberColumns, selects, type Copy, type Row, type Table } from '../move.ts'
import { shownUrl } from '../store.ts'
import { openDatabase, type Database } from './database.ts'
import { bringUpToDate, countAll, takeLease } from './layout.ts'
import { readUrl } from './postgres-store.ts'
import { startSequencer } from './sequencer.ts'

/** The raw rows of a PostgreSQL database; makes missing tables. */
export async function openCopy(given: string, randomBytes: (count: number) => Uint8Array): Promise<Copy> {
  const { url, profile } = readUrl(given)
  const database = openDatabase(url)
  try {
    const settings = await bringUpToDate(database, { url, profile, secret: randomBytes(32) })
    return { place: shownUrl(url.href), ...settings, ...rowsIn(database, shownUrl(url.href)) }
  } catch (error) {
    await database.close()
    throw error
  }
}

const rowsIn = (database: Database, path: string): Omit<Copy, 'place' | 'secret' | 'begun' | 'moved'> => ({
  settle: () => numberAll(database, path),
  rows: async (table, after, limit) => {
    const { first, next } = selects(table, dialect)
    const found = await database.rows<Columns>(after ? next : first, [...(after ?? []), limit])
    return found.map((row) => valuesOf(row, table.columns))
  },
  last: async (table) => {
    const [row] = await database.rows<Columns>(selects(table, dialect).last)
    return row && valuesOf(row, table.key)
  },
  begin: async (secret) =>
    void (await database.change(
      `insert into settings (name, value) values ('moving', $1) on conflict do nothing`,
      [secret],
    )),
  put: async (table, rows) => {
    const lists = table.columns.map((_, i) => rows.map((row) => row[i] ?? null))
    await database.change(insertInto(table), lists)
  },
  finish: () =>
    database.transaction(async (tx) => {
      await tx.change(takeOverSecret)
      await tx.change(countAll)
      await tx.change(`delete from settings where name = 'moving'`)
    }),
  leave: async (place) =>
    void (await database.change(
      `insert into settings (name, value) values ('moved', $1) on conflict do nothing`,
      [Buffer.from(place)],
    )),
  close: database.close,
})

type Columns = Readonly<Record<string, string | number | null>>

const dialect = { made: 'made', mark: (n: number) => `$${n}` }

const valuesOf = (row: Columns, names: readonly string[]): Row => names.map((name) => row[name] ?? null)

/**
 * The order of the list is that of `made`. Moments of changes only have to grow, and only within one form or response: what was moved
 * has the first one.
 */
function insertInto({ name, columns }: Table): string {
  const lists = columns.map((column, i) => `$${i + 1}::${numberColumns.has(column) ? 'bigint' : 'text'}[]`)
  const [more, values] = name === 'forms' || name === 'responses' ? [', moment', ', 0'] : ['', '']
  return `
    insert into ${name} (${columns.join()}${more})
    select ${columns.join()}${values} from unnest(${lists.join()}) with ordinality as list(${columns.join()}, place)
    order by place on conflict do nothing`
}

const takeOverSecret = `
  update settings set value = moving.value from settings as moving
  where settings.name = 'secret' and moving.name = 'moving'`

/** A server on the database has the lease, or ended so lately that it still counts. In milliseconds. */
const patience = 5000

async function numberAll(database: Database, path: string): Promise<void> {
  const end = performance.now() + patience
  while ((await takeLease(database, { name: 'sequencer', owner: randomUUID(), term: 0 })) === undefined) {
    if (performance.now() > end)
      throw Failure.of('store-unusable', {
        path,
        reason: 'a server is running on it; stop all its servers, then try again',
      })
    await sleep(100)
  }
  const sequencer = startSequencer(database)
  try {
    while ((await database.rows('select 1 from pending_events limit 1')).length > 0) await sleep(20)
  } finally {
    await sequencer.close()
  }
}
