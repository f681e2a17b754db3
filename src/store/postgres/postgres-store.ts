import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { undoIfFailed, Failure, misuse } from '../../failure/failure.ts'
import { groupedWriter, type Outcome, type RunGroup, type WriteCall } from '../groups.ts'
import { storeOf, type Writes } from '../sql-store.ts'
import { webhooksIn } from '../webhook-rows.ts'
import {
  numberColumns,
  refuseMoved,
  selects,
  valuesOf,
  type Copy,
  type RowByColumn,
  type Table,
} from '../move.ts'
import type { Limits } from '../rate-limits.ts'
import { shownUrl, type Observe, type Store } from '../store.ts'
import type { Save } from '../../form/response.ts'
import { openDatabase, type Database, type DatabaseOptions } from './database.ts'
import { bringUpToDate, countAll, profiles, takeLease, type Profile } from './layout.ts'
import { postgresLimits } from './rate-limits.ts'
import { readsIn } from './reads.ts'
import { startSequencer, type SequencerTimes } from './sequencer.ts'
import { writesIn } from './writes.ts'

export type PostgresOptions = DatabaseOptions & {
  /** In place of the one that the URL names. */
  readonly profile?: Profile
  readonly sequencer?: SequencerTimes
  readonly observe?: Observe | undefined
  /** By default true. If not, nothing is created, numbered or brought to another layout. */
  readonly writes?: boolean
}

export async function openPostgres(
  storeUrl: string,
  randomBytes: (count: number) => Uint8Array,
  options: PostgresOptions = {},
): Promise<{ readonly store: Store; readonly secret: Uint8Array; readonly limits: Limits }> {
  const { url, profile } = readUrl(storeUrl)
  const database = openDatabase(url, options)
  const used = options.profile ?? profile
  return undoIfFailed(database.close, async () => {
    const { secret, ...marks } = await bringUpToDate(database, {
      url,
      profile: used,
      ...(options.writes !== false && { secret: randomBytes(32) }),
    })
    refuseMoved(marks, shownUrl(url.href))
    const store = postgresStore(database, { ...options, profile: used })
    return { store, secret, limits: postgresLimits(database, used) }
  })
}

export function readUrl(storeUrl: string): { readonly url: URL; readonly profile: Profile } {
  const url = URL.parse(storeUrl)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw misuse('The store is not a valid URL of PostgreSQL: give postgres://<user>@<host>/<database>.')
  const name = url.searchParams.get('profile') ?? 'postgres'
  url.searchParams.delete('profile')
  const profile = new Map<string, Profile>(Object.entries(profiles)).get(name)
  if (!profile)
    throw misuse(`There is no profile ${name}: choose one of ${Object.keys(profiles).join(', ')}.`)
  return { url, profile }
}

function postgresStore(
  database: Database,
  { profile, sequencer: times, observe, writes = true }: PostgresOptions & { readonly profile: Profile },
): Store {
  const reads = readsIn(database)
  const sequencer = writes ? startSequencer(database, times, observe) : undefined
  const run: RunGroup = async (calls) => {
    const outcomes = await runGroup(database, calls, profile)
    sequencer?.wake()
    return outcomes
  }
  const writer = groupedWriter<Writes>(run, { observe })
  return storeOf({
    reads,
    writer,
    webhooks: webhooksIn(reads.rows, (statements) => writer.write('runAll', statements)),
    page: reads.page,
    ping: reads.ping,
    close: async () => {
      database.giveUp()
      await writer.close()
      await sequencer?.close()
      await database.close()
    },
  })
}

/** Runs writes in order: neighbouring saves in one transaction, any other write in one of its own. */
async function runGroup(
  database: Database,
  calls: readonly WriteCall[],
  profile: Profile,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < calls.length) {
    const rest = calls.slice(outcomes.length)
    const end = rest.findIndex(({ name }) => name !== 'save')
    const saves = end === -1 ? rest : rest.slice(0, end)
    outcomes.push(
      ...(saves.length > 0
        ? await runSaves(database, saves, profile)
        : [await runOne(database, rest[0], profile)]),
    )
  }
  return outcomes
}

async function runSaves(
  database: Database,
  calls: readonly WriteCall[],
  profile: Profile,
): Promise<readonly Outcome[]> {
  // `Writes` says what a save is called with.
  const saves = calls.map(({ args }) => args[0] as Save)
  try {
    const results = await database.once((tx) => writesIn(tx, profile).saves(saves))
    return results.map((result) => ({ result }))
  } catch (error) {
    if (error instanceof Failure || calls.length === 1) return calls.map(() => ({ error }))
    // One of them cannot be kept; alone it fails alone.
    return (await Array.fromAsync(calls, (call) => runSaves(database, [call], profile))).flat()
  }
}

async function runOne(database: Database, call: WriteCall | undefined, profile: Profile): Promise<Outcome> {
  try {
    return {
      result: await database.once(async (tx) => {
        // Each name has its own arguments, which a table of all cannot say.
        const writes = writesIn(tx, profile) as Readonly<
          Record<string, (...args: readonly unknown[]) => unknown>
        >
        return call && writes[call.name]?.(...call.args)
      }),
    }
  } catch (error) {
    return { error }
  }
}

/** The raw rows of a PostgreSQL database; makes missing tables. */
export async function openCopy(storeUrl: string, randomBytes: (count: number) => Uint8Array): Promise<Copy> {
  const { url, profile } = readUrl(storeUrl)
  const database = openDatabase(url)
  return undoIfFailed(database.close, async () => {
    const settings = await bringUpToDate(database, { url, profile, secret: randomBytes(32) })
    return { place: shownUrl(url.href), ...settings, ...rowsIn(database, shownUrl(url.href)) }
  })
}

const rowsIn = (database: Database, path: string): Omit<Copy, 'place' | 'secret' | 'begun' | 'moved'> => ({
  numberAll: () => numberAll(database, path),
  rows: async (table, after, limit) => {
    const { first, next } = selects(table, dialect)
    const found = await database.rows<RowByColumn>(after ? next : first, [...(after ?? []), limit])
    return found.map((row) => valuesOf(row, table.columns))
  },
  last: async (table) => {
    const [row] = await database.rows<RowByColumn>(selects(table, dialect).last)
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

const dialect = { made: 'made', mark: (n: number) => `$${n}` }

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

/** How long to wait for the lease in milliseconds: that of a server that has just ended still counts. */
const maxLeaseWait = 5000

async function numberAll(database: Database, path: string): Promise<void> {
  const end = performance.now() + maxLeaseWait
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
