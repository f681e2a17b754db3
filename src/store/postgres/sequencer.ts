/**
 * Numbers changes. A number that a writer takes itself can become visible after a greater one, and readers would miss it. So writers
 * leave events without a number (`pending_events`), and one process at a time, the one with the lease, numbers what is committed.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe, StoredEvent } from '../store.ts'
import { clock, type Database, type Runner } from './database.ts'
import type { Statement } from '../sql-store.ts'
import { endLease, takeLease } from './layout.ts'

export type Sequencer = {
  /** There may be events to number. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** In milliseconds. */
export type SequencerTimes = {
  /** How long a lease holds without being renewed. */
  readonly term: number
  /** Between two batches, so that a batch is worth its commit. */
  readonly busy: number
  /** At most, between two looks without work. */
  readonly idle: number
}

const defaultTimes: SequencerTimes = { term: 3000, busy: 20, idle: 200 }

/** The most events of a batch. */
const maxBatchSize = 1000

type Lease = { readonly owner: string; readonly fence: number; readonly term: number }

/** Takes the lease when it is free, and numbers while it holds. With or without it, `observe` gets the age of what waits. */
export function startSequencer(
  database: Database,
  times: SequencerTimes = defaultTimes,
  observe?: Observe,
): Sequencer {
  const { term, busy, idle } = times
  const holder = leaseHolder(database, term)
  const number = observedFailures(holder, observe)
  let pause = { time: 0, end: new AbortController() }
  const closing = new AbortController()
  let isWoken = false
  const run = async (): Promise<void> => {
    for (let wait = busy; !closing.signal.aborted;) {
      isWoken = false
      const numbered = await number()
      wait = numbered > 0 || isWoken ? busy : Math.min(wait * 1.5, idle)
      pause = { time: holder.hasLease() ? wait : term / 4, end: new AbortController() }
      if (!closing.signal.aborted)
        await sleep(pause.time, undefined, { signal: pause.end.signal }).catch(() => undefined)
    }
    await holder.end()
  }
  const running = Promise.all([run(), observe && watchLag(database, observe, closing.signal, term / 4)])
  return {
    wake: () => {
      isWoken = true
      if (holder.hasLease() && pause.time > busy) pause.end.abort()
    },
    close: async () => {
      closing.abort()
      pause.end.abort()
      await running
    },
  }
}

/** Numbers, and reports the first failure in a row. A database that is away comes back; what it holds is numbered then. */
function observedFailures(
  { number, hasLease }: ReturnType<typeof leaseHolder>,
  observe: Observe | undefined,
): () => Promise<number> {
  let isFailing = false
  return async () => {
    try {
      const numbered = await number()
      if (hasLease()) isFailing = false
      return numbered
    } catch (error) {
      if (!isFailing) observe?.({ unnumbered: error })
      isFailing = true
      return 0
    }
  }
}

async function watchLag(
  database: Database,
  observe: Observe,
  signal: AbortSignal,
  pause: number,
): Promise<void> {
  while (!signal.aborted) {
    // A database that is away has no age to report; writes to it fail, and so are counted.
    const [oldest] = await database.rows(oldestPending).catch(() => [])
    if (oldest) observe({ lag: oldest.age / 1e6 })
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}

/** Takes the lease, and numbers a batch of each environment while it has it. */
function leaseHolder(database: Database, term: number) {
  const owner = randomUUID()
  let fence: number | undefined
  let renewed = 0
  return {
    hasLease: (): boolean => fence !== undefined,
    number: async (): Promise<number> => {
      const start = performance.now()
      if (fence === undefined) {
        fence = await takeLease(database, { name: 'sequencer', owner, term })
        renewed = start
      }
      if (fence === undefined) return 0
      const isDue = start - renewed > term / 3
      const numbered = await numberAll(database, { owner, fence, term }, isDue)
      if (numbered === undefined) fence = undefined
      else if (numbered > 0 || isDue) renewed = start
      return numbered ?? 0
    },
    end: async (): Promise<void> => {
      // If the database is away, the lease ends by itself.
      if (fence !== undefined) await endLease(database, { name: 'sequencer', owner }).catch(() => undefined)
    },
  }
}

/** Numbers a batch of each environment. Returns the number of events; undefined when another process has the lease. */
async function numberAll(database: Database, lease: Lease, isDue: boolean): Promise<number | undefined> {
  let sum = 0
  for (let place = ''; ;) {
    const [next] = await database.rows(nextEnvironment, [place])
    if (!next) break
    place = next.id
    const numbered = await database.transaction((tx) => numberBatch(tx, lease, next.id))
    if (numbered === undefined) return undefined
    sum += numbered
  }
  if (sum > 0 || !isDue) return sum
  return (await isHeld(database, lease)) ? 0 : undefined
}

const nextEnvironment = `
  select environment_id as id from pending_events where environment_id > $1
  order by environment_id limit 1` as Statement<{ readonly id: string }>

/** In microseconds; 0: nothing waits. Asked by environment, as the index is. */
const oldestPending = `
  select greatest(0, max(${clock} - (select min(moment) from pending_events p where p.environment_id = e.id))) as age
  from environments e` as Statement<{ readonly age: number }>

/**
 * The first statement renews the lease under its fencing number and locks its row until the commit. So no other process can take the
 * lease between this check and the commit, and one that took it before makes the check fail.
 */
async function numberBatch(tx: Runner, lease: Lease, environmentId: string): Promise<number | undefined> {
  if (!(await isHeld(tx, lease))) return undefined
  const taken = (await tx.rows(takePending, [environmentId, maxBatchSize])).toSorted(byMoment)
  if (taken.length === 0) return 0
  const [last] = await tx.rows(addNumbers, [environmentId, taken.length])
  if (!last) throw new Error(`events of an environment that does not exist: ${environmentId}`)
  const first = last.seq - taken.length + 1
  await tx.change(newEvents, [
    environmentId,
    taken.map((_, i) => first + i),
    taken.map(({ formId }) => formId),
    taken.map(({ responseId }) => responseId),
    taken.map(({ type }) => type),
    taken.map(({ at }) => at),
    taken.map(({ version }) => version),
  ])
  return taken.length
}

const isHeld = async (runner: Runner, { owner, fence, term }: Lease): Promise<boolean> =>
  (await runner.change(renewLease, [owner, fence, term])) > 0

const renewLease = `
  update leases set until = ${clock} + $3::bigint * 1000 where name = 'sequencer' and owner = $1 and fence = $2`

type PendingRow = Omit<StoredEvent, 'seq' | 'environmentId'> & { readonly moment: number }

const takePending = `
  delete from pending_events where (environment_id, moment, form_id, response_id) in (
    select environment_id, moment, form_id, response_id from pending_events where environment_id = $1
    order by moment, form_id, response_id limit $2)
  returning moment, form_id as "formId", response_id as "responseId", type, at, version` as Statement<PendingRow>

/** Events of one response have different moments, so they stay in order. */
const byMoment = (a: PendingRow, b: PendingRow): number =>
  a.moment - b.moment || (a.formId + a.responseId < b.formId + b.responseId ? -1 : 1)

const addNumbers =
  'update environments set last_seq = last_seq + $2 where id = $1 returning last_seq as seq' as Statement<{
    readonly seq: number
  }>

const newEvents = `
  insert into events (environment_id, seq, form_id, response_id, type, at, version)
  select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])`
