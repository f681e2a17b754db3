import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPostgresStore } from '../../src/store/open-store.ts'
import { memoryLimits, type Limits, type TakeResult } from '../../src/store/rate-limits.ts'
import { runs } from '../support/is-long.ts'
import { happens, randomOf, oneOf, times } from '../support/random.ts'
import { startPostgresProxy, type Fate } from '../support/postgres-proxy.ts'
import { noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { deterministicBytes } from '../support/test-host.ts'

const limit = { most: 3, seconds: 60 }
const anHour = { most: 100, seconds: 3600 }

/** Limits that have counted nothing yet, and the passing of time. */
type Counting = { readonly limits: Limits; readonly wait: (seconds: number) => Promise<void> }

/** Up to 9 seconds may have passed. */
const refusedFor = (seconds: number) => ({
  retryAfter: expect.toSatisfy((after: number) => after > seconds - 10 && after <= seconds),
})

const isTaken = ({ retryAfter }: TakeResult): boolean => retryAfter === undefined

async function giveBack(taken: TakeResult, amount: number): Promise<void> {
  if (taken.retryAfter !== undefined) throw new Error('it was refused')
  await taken.giveBack(amount)
}

function limitsSuite(name: string, start: () => Promise<Counting>): void {
  describe(`limits in ${name}`, () => {
    test('let a name have its amount per window, and say when the next window begins', async () => {
      const { limits, wait } = await start()
      const take = (amount: number, who = 'a') => limits.take(who, amount, limit)
      expect(isTaken(await take(2))).toBe(true)
      await wait(10)
      expect(await take(2)).toEqual(refusedFor(50))
      expect(isTaken(await take(1))).toBe(true)
      expect(await take(1)).toEqual(refusedFor(50))
      expect(isTaken(await take(3, 'b'))).toBe(true)
      await wait(40)
      expect(await take(1)).toEqual(refusedFor(10))
      await wait(10)
      for (const amount of [2, 1]) expect(isTaken(await take(amount))).toBe(true)
      expect(isTaken(await take(1))).toBe(false)
    })

    test('never take more than a whole window', async () => {
      const { limits } = await start()
      expect(await limits.take('a', 4, limit)).toEqual({ retryAfter: 60 })
      expect(isTaken(await limits.take('a', 3, limit))).toBe(true)
    })

    test('count no amount that is refused', async () => {
      const { limits } = await start()
      const take = async (amount: number) => isTaken(await limits.take('a', amount, anHour))
      expect([await take(60), await take(41), await take(40), await take(1)]).toEqual([
        true,
        false,
        true,
        false,
      ])
    })

    test('take what is given back again, unless its window is over', async () => {
      const { limits, wait } = await start()
      const take = (amount: number) => limits.take('a', amount, anHour)
      const first = await take(100)
      expect(isTaken(await take(30))).toBe(false)
      await giveBack(first, 30)
      expect(isTaken(await take(30))).toBe(true)
      expect(isTaken(await take(1))).toBe(false)
      await wait(3600)
      expect(isTaken(await take(100))).toBe(true)
      await giveBack(first, 70)
      expect(isTaken(await take(1))).toBe(false)
    })

    test('decide on takes at once as if they came one by one', async () => {
      const { limits } = await start()
      const model = memoryLimits(() => 0)
      const take = fc.record({ who: fc.constantFrom('a', 'b', 'c'), amount: fc.integer({ min: 1, max: 50 }) })
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(take, { maxLength: 40 }), async (takes) => {
          run += 1
          const by = (each: Limits) =>
            Promise.all(
              takes.map(async ({ who, amount }) => isTaken(await each.take(`${who} ${run}`, amount, anHour))),
            )
          expect(await by(limits)).toEqual(await by(model))
        }),
        { numRuns: runs(30) },
      )
    })

    test('count one unit each of many calls at once', async () => {
      const { limits } = await start()
      const rate = { most: 120, seconds: 60 }
      const taken = await Promise.all(times(400, () => limits.take('a', 1, rate)))
      expect(taken.filter(isTaken)).toHaveLength(120)
    })
  })
}

limitsSuite('memory', async () => {
  let time = 0
  return {
    limits: memoryLimits(() => time),
    wait: async (seconds) => void (time += seconds * 1000),
  }
})

test('a refusal says the seconds to wait, rounded up, and at least 1', async () => {
  let time = 0
  const limits = memoryLimits(() => time)
  await limits.take('a', 3, limit)
  for (const [now, retryAfter] of [
    [0, 60],
    [10_500, 50],
    [59_999, 1],
  ] as const) {
    time = now
    expect(await limits.take('a', 1, limit)).toEqual({ retryAfter })
  }
})

test('a clock that is set back begins a new window, and locks nobody out', async () => {
  let time = 36_000_000
  const limits = memoryLimits(() => time)
  await limits.take('a', 3, limit)
  time = 0
  expect(isTaken(await limits.take('a', 3, limit))).toBe(true)
  expect(await limits.take('a', 1, limit)).toEqual({ retryAfter: 60 })
})

test('no more names are counted in memory than fit: the oldest window ends first', async () => {
  const limits = memoryLimits(() => 0, 2)
  const refused = { retryAfter: 60 }
  for (const name of ['a', 'b']) await limits.take(name, 3, limit)
  expect(await limits.take('b', 1, limit)).toEqual(refused)
  expect(isTaken(await limits.take('c', 3, limit))).toBe(true)
  expect(await limits.take('b', 1, limit)).toEqual(refused)
  expect(isTaken(await limits.take('a', 1, limit))).toBe(true)
})

test('many short windows end no long one', async () => {
  const limits = memoryLimits(() => 0, 2)
  await limits.take('long', 100, anHour)
  for (const name of ['a', 'b', 'c']) await limits.take(name, 1, limit)
  expect(isTaken(await limits.take('long', 1, anHour))).toBe(false)
})

const suite = noPostgres === undefined ? describe : describe.skip

suite(`PostgreSQL${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const opened: { close: () => Promise<void> }[] = []
  afterEach(async () => {
    vi.useRealTimers()
    for (const each of opened.splice(0).toReversed()) await each.close()
  })

  /** The limits of a server on a database. */
  const serverOn = async (url: string, options = {}): Promise<Limits> => {
    const { store, limits } = await openPostgresStore(url, deterministicBytes(), options)
    opened.push(store)
    return limits
  }

  limitsSuite('PostgreSQL', async () => {
    const url = await postgres.database()
    const limits = await serverOn(url)
    vi.useFakeTimers({ toFake: ['performance'] })
    const wait = async (seconds: number): Promise<void> => {
      vi.advanceTimersByTime(seconds * 1000)
      await postgres.rows(url, `update limits set until = until - ${seconds * 1e6}`)
    }
    return { limits, wait }
  })

  const amounts = async (url: string): Promise<readonly (readonly [unknown, number])[]> =>
    (await postgres.rows(url, 'select name, amount from limits order by name')).map(({ name, amount }) => [
      name,
      Number(amount),
    ])

  test('the limits of several servers are one', async () => {
    const url = await postgres.database()
    const servers = [await serverOn(url), await serverOn(url), await serverOn(url)]
    const rate = { most: 50, seconds: 60 }
    const random = randomOf(1)
    const names = times(20, (n) => `name ${n}`)
    const asked = names.flatMap((name) =>
      servers.flatMap((server) => times(40, () => ({ name, server, turn: random() }))),
    )
    const taken = await Promise.all(
      asked
        .toSorted((a, b) => a.turn - b.turn)
        .map(async ({ name, server }) => (isTaken(await server.take(name, 1, rate)) ? [name] : [])),
    )
    const counted = Map.groupBy(taken.flat(), (name) => name)
    expect(names.map((name) => counted.get(name)?.length)).toEqual(names.map(() => rate.most))
    for (const server of servers) expect(isTaken(await server.take('name 0', 1, rate))).toBe(false)
    const sizes = await Promise.all(
      times(60, async (n) => {
        const amount = 1 + (n % 30)
        return isTaken(await oneOf(random, servers).take('sizes', amount, anHour)) ? amount : 0
      }),
    )
    const sum = sizes.reduce((all, size) => all + size, 0)
    expect(sum).toBeLessThanOrEqual(anHour.most)
    expect(new Map(await amounts(url)).get('sizes')).toBe(sum)
  })

  /** A server by way of a proxy that decides on statements about limits. Those of the opening are no such ones. */
  const proxied = async (url: string, fateOf: (sql: string) => Fate, options = {}): Promise<Limits> => {
    const proxy = await startPostgresProxy(postgres.port, (sql) =>
      /\blimits\b/.test(sql) && !/^(create|delete)/.test(sql) ? fateOf(sql) : 'pass',
    )
    opened.push(proxy)
    return serverOn(proxy.url(url), options)
  }

  test('takes that wait share a statement, and one that can never fit costs none', async () => {
    let statements = 0
    const limits = await proxied(await postgres.database(), () => {
      statements += 1
      return 'pass'
    })
    await Promise.all(times(200, (n) => limits.take(`name ${n}`, 1, limit)))
    expect(statements).toBeLessThan(10)
    statements = 0
    expect(isTaken(await limits.take('b', 4, limit))).toBe(false)
    expect(statements).toBe(0)
  })

  test('a failed attempt may count twice, and never less than once', async () => {
    const url = await postgres.database()
    const random = randomOf(5)
    let faults = 0
    const fateOf = (): Fate => {
      if (!happens(random, 0.2)) return 'pass'
      faults += 1
      return oneOf(random, ['refuse', 'cut', 'cut-after'] as const)
    }
    const servers = [await proxied(url, fateOf), await proxied(url, fateOf)]
    const taken = new Map<string, number>()
    const caller = async (n: number): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) {
        const name = `name ${(n + turn) % 4}`
        const amount = 1 + (turn % 3)
        if (isTaken(await oneOf(random, servers).take(name, amount, anHour)))
          taken.set(name, (taken.get(name) ?? 0) + amount)
      }
    }
    await Promise.all(times(10, caller))
    expect(faults).toBeGreaterThan(3)
    for (const [name, amount] of await amounts(url)) {
      expect(amount).toBeGreaterThanOrEqual(taken.get(String(name)) ?? 0)
      expect(amount).toBeLessThanOrEqual(anHour.most)
    }
  })

  test('what is given back is never given back twice', async () => {
    const url = await postgres.database()
    const limits = await proxied(url, (sql) => (sql.startsWith('update') ? 'cut-after' : 'pass'))
    const taken = await limits.take('a', 100, anHour)
    await giveBack(taken, 40)
    expect(await amounts(url)).toEqual([['a', 60]])
  })

  test('a database that is away fails a take as it fails a save, and is used again when it is back', async () => {
    const url = await postgres.database()
    let isAway = true
    const limits = await proxied(url, () => (isAway ? 'cut' : 'pass'), { retryTime: 200 })
    await expect(limits.take('a', 1, limit)).rejects.toMatchObject({ code: 'store-unusable' })
    isAway = false
    expect(isTaken(await limits.take('a', 1, limit))).toBe(true)
    expect(await amounts(url)).toEqual([['a', 1]])
  })

  test('where the disk of the database is full, each server counts by itself', async () => {
    const url = await postgres.database()
    const limits = await proxied(url, () => 'disk-full')
    for (let n = 0; n < 3; n += 1) expect(isTaken(await limits.take('a', 1, limit))).toBe(true)
    expect(await limits.take('a', 1, limit)).toEqual({ retryAfter: 60 })
    expect(await amounts(url)).toEqual([])
  })

  test('windows that ended long ago are deleted', async () => {
    const url = await postgres.database()
    await serverOn(url)
    await postgres.rows(
      url,
      `insert into limits (name, amount, most, until)
        select name, 1, 3, (extract(epoch from clock_timestamp()) * 1000000)::bigint + seconds * 1000000::bigint
        from (values ('old', -3700), ('ended', -60), ('under way', 60)) as row(name, seconds)`,
    )
    const limits = await serverOn(url)
    await limits.take('new', 1, limit)
    while ((await amounts(url)).length > 3) await sleep(10)
    expect((await amounts(url)).map(([name]) => name)).toEqual(['ended', 'new', 'under way'])
  })
})
