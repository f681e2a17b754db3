/**
 * Limits that all servers on a database share. Takes that wait at the same time share a statement, and one is under way at a time. It
 * adds all takes of a name or none of them. Where not all of them fit, the count is read, and those that still fit are tried again.
 */
import { Failure } from '../../failure/failure.ts'
import { groupedWriter, type RunGroup } from '../groups.ts'
import { memoryLimits, secondsIn, type Limit, type Limits } from '../rate-limits.ts'
import { clock, type Database } from './database.ts'
import type { Statement } from '../sql-store.ts'
import type { Profile } from './layout.ts'

type Take = { readonly name: string; readonly amount: number; readonly limit: Limit }

/** A name's window that is under way. */
type Count = {
  readonly name: string
  readonly amount: number
  /** Its end by the clock of the database, and how long it still lasts, in microseconds. */
  readonly until: number
  readonly remaining: number
}

/** What came of a take, and the count after it. */
type TakeDecision = Count & { readonly isTaken: boolean }

/**
 * A take rejects where the database is away, as any other call of the store does. Where its disk is full this server counts by
 * itself, as reading has to go on. A take may count twice when its connection is lost.
 */
export function postgresLimits(database: Database, profile: Profile): Limits {
  const counts = countsIn(database, profile)
  const { write } = groupedWriter<{ take: (take: Take) => TakeDecision }>(runTakes(counts))
  const own = memoryLimits(() => performance.now())
  return {
    async take(name, amount, limit) {
      if (amount > limit.most) return { retryAfter: limit.seconds }
      try {
        const { isTaken, ...count } = await write('take', { name, amount, limit })
        if (!isTaken) return { retryAfter: secondsIn(count.remaining / 1000) }
        return { giveBack: (rest) => counts.giveBack(count, rest) }
      } catch (error) {
        if (Failure.is(error, 'disk-full')) return own.take(name, amount, limit)
        throw error
      }
    },
  }
}

/** In milliseconds. */
const sweepEvery = 600_000

function runTakes(counts: Counts): RunGroup {
  let swept = -Infinity
  return async (calls) => {
    if (performance.now() - swept > sweepEvery) {
      swept = performance.now()
      counts.sweep()
    }
    // The writer has no other write.
    const takes = calls.map(({ args }) => args[0] as Take)
    try {
      const decided = await decide(counts, takes)
      return takes.map((take) => ({ result: decided.get(take) }))
    } catch (error) {
      return takes.map(() => ({ error }))
    }
  }
}

/** Lets takes in as if they came one by one. */
async function decide(counts: Counts, takes: readonly Take[]): Promise<ReadonlyMap<Take, TakeDecision>> {
  const decided = new Map<Take, TakeDecision>()
  let known: ByName = new Map()
  for (let open = takes; open.length > 0; open = open.filter((take) => !decided.has(take))) {
    const fitting = thoseThatFit(open, known)
    const added = await counts.add(fitting)
    for (const take of fitting) {
      const count = added.get(take.name)
      if (count) decided.set(take, { ...count, isTaken: true })
    }
    const refused = fitting.flatMap(({ name }) => (added.has(name) ? [] : [name]))
    known = refused.length === 0 ? added : new Map([...added, ...(await counts.read(refused))])
    for (const take of open) {
      const count = known.get(take.name)
      if (count && !decided.has(take) && count.amount + take.amount > take.limit.most)
        decided.set(take, { ...count, isTaken: false })
    }
  }
  return decided
}

/** Each that fits with what is known to be used and with those before it. */
function thoseThatFit(takes: readonly Take[], known: ByName): readonly Take[] {
  const sums = new Map<string, number>()
  return takes.filter(({ name, amount, limit }) => {
    const sum = (sums.get(name) ?? known.get(name)?.amount ?? 0) + amount
    if (sum <= limit.most) sums.set(name, sum)
    return sum <= limit.most
  })
}

type ByName = ReadonlyMap<string, Count>

const byName = (counts: readonly Count[]): ByName => new Map(counts.map((count) => [count.name, count]))

type Counts = ReturnType<typeof countsIn>

/** The table of counts. */
function countsIn(database: Database, { hasSynchronousCommit }: Profile) {
  const addTakes = addTakesWith(hasSynchronousCommit ? quickCommit : '')
  return {
    /** Gives the counts of those names whose takes were added. */
    add: async (takes: readonly Take[]): Promise<ByName> => {
      const sums = new Map<string, Take>()
      for (const take of takes)
        sums.set(take.name, { ...take, amount: take.amount + (sums.get(take.name)?.amount ?? 0) })
      const all = [...sums.values()]
      const values = [
        all.map(({ name }) => name),
        all.map(({ amount }) => amount),
        all.map(({ limit }) => limit.most),
        all.map(({ limit }) => limit.seconds),
      ]
      return byName(await database.rows(addTakes, values))
    },
    read: async (names: readonly string[]): Promise<ByName> => byName(await database.rows(countsOf, [names])),
    // Done twice, it would give back what others took.
    giveBack: async ({ name, until }: Count, amount: number): Promise<void> =>
      void (await database.attempt(subtract, [name, until, amount]).catch(() => undefined)),
    sweep: (): void => void database.change(deleteOld).catch(() => undefined),
  }
}

/** Does not wait for the disk: a power cut of the database may forget the counts of its last second. */
const quickCommit = `cross join (select set_config('synchronous_commit', 'off', true)) as setting`

const columns = `name, amount, until, until - ${clock} as remaining`

/** In the order of names: servers that lock the same rows in different orders would wait for each other. */
const addTakesWith = (setting: string): Statement<Count> => `
  insert into limits (name, amount, most, until)
  select name, amount, most, ${clock} + seconds * 1000000
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as take(name, amount, most, seconds) ${setting}
  order by name
  on conflict (name) do update set
    amount = case when limits.until > ${clock} then limits.amount else 0 end + excluded.amount, most = excluded.most,
    until = case when limits.until > ${clock} then limits.until else excluded.until end
  where limits.until <= ${clock} or limits.amount + excluded.amount <= excluded.most
  returning ${columns}`

const countsOf =
  `select ${columns} from limits where name = any($1::text[]) and until > ${clock}` as Statement<Count>

const subtract = 'update limits set amount = amount - $3 where name = $1 and until = $2'

/** Windows that ended an hour ago: deleting younger ones could deadlock with one that begins anew. */
const deleteOld = `delete from limits where until < ${clock} - 3600 * 1000000::bigint`
