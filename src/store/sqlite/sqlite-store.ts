import { storeOf, type Writes } from '../sql-store.ts'
import { webhooksIn } from '../webhook-rows.ts'
import { groupedWriter, type Writer } from '../groups.ts'
import { selects, valuesOf, type Copy, type RowByColumn, type Table } from '../move.ts'
import type { Observe, Store } from '../store.ts'
import type { Database } from './database.ts'
import { longPageIn, readsIn } from './reads.ts'
import { startThread, type StoreThread } from './threads.ts'
import { groupsIn } from './writes.ts'

type Place = {
  readonly file: string
  readonly folder: string
  readonly isServed: boolean
  readonly observe?: Observe | undefined
}

/** Small reads are done at once, since they wait for nobody: a writer never blocks a reader in WAL mode. */
export function sqliteStore(database: Database, place: Place): Store {
  const reads = readsIn(database)
  const { page, ...writer } = place.isServed ? inThreads(place) : inThisThread(database, place)
  return storeOf({
    reads,
    writer,
    webhooks: webhooksIn(reads.rows, (statements) => writer.write('runAll', statements)),
    page,
    ping: async () => {
      const refused = writer.refusal()
      if (refused) throw refused
      await reads.environments()
    },
    close: async () => {
      await writer.close()
      database.close()
    },
  })
}

/** What takes long: writes, which wait for the disk, and pages. */
type SlowWork = Writer<Writes> & { readonly page: Store['responses']['page'] }

function inThisThread(database: Database, { observe }: Place): SlowWork {
  const run = groupsIn(database)
  return { ...groupedWriter<Writes>(async (calls) => run(calls), { observe }), page: longPageIn(database) }
}

/** A thread writes; another one, which begins with the first page, reads pages. */
function inThreads({ observe, ...place }: Place): SlowWork {
  const writing = startThread(place)
  let reading: StoreThread | undefined
  const writer = groupedWriter<Writes>(writing.runGroup, { observe })
  return {
    ...writer,
    page: async (query) => {
      reading ??= startThread(place)
      return reading.page(query)
    },
    close: async () => {
      await writer.close()
      await Promise.all([writing.close(), reading?.close()])
    },
  }
}

/** The raw rows of a data folder. */
export const copyIn = (
  database: Database,
  folder: string,
  settings: Pick<Copy, 'secret' | 'begun' | 'moved'>,
): Copy => ({
  place: folder,
  ...settings,
  numberAll: async () => undefined,
  rows: async (table, after, limit) => {
    const { first, next } = selects(table, dialect)
    const found = database.rows<RowByColumn>(after ? next : first, [...(after ?? []), limit])
    return found.map((row) => valuesOf(row, table.columns))
  },
  last: async (table) => {
    const row = database.one<RowByColumn>(selects(table, dialect).last)
    return row && valuesOf(row, table.key)
  },
  begin: async (secret) =>
    void database.change(`insert into settings (name, value) values ('moving', ?)`, [secret]),
  put: async (table, rows) => {
    const sql = insertInto(table)
    database.write(() => {
      for (const row of rows) database.change(sql, row)
    })
  },
  finish: async () => {
    database.write(() => {
      database.change(lastChanges, [])
      database.change(takeOverSecret, [])
      database.change(`delete from settings where name = 'moving'`, [])
    })
  },
  leave: async (place) =>
    void database.change(`insert into settings (name, value) values ('moved', ?) on conflict do nothing`, [
      Buffer.from(place),
    ]),
  close: async () => database.close(),
})

const dialect = { made: 'rowid', mark: (n: number) => `?${n}` }

/** The numbers of the last changes of responses are known when all events are there (`lastChanges`). */
function insertInto({ name, columns }: Table): string {
  const marks = columns.map(() => '?')
  return name === 'responses'
    ? `insert into responses (${columns.join()}, seq) values (${marks.join()}, 0) on conflict do nothing`
    : `insert into ${name} (${columns.join()}) values (${marks.join()}) on conflict do nothing`
}

const lastChanges = `
  update responses set seq = last.seq
  from (
    select environment_id, form_id, response_id, max(seq) as seq from events
    where response_id <> '' group by environment_id, form_id, response_id
  ) as last
  where responses.environment_id = last.environment_id and responses.form_id = last.form_id
    and responses.id = last.response_id`

const takeOverSecret = `
  update settings set value = (select value from settings where name = 'moving') where name = 'secret'`
