import { describe, expect, test } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Caller } from '../../src/client/client.ts'
import { Failure } from '../../src/failure/failure.ts'
import { nodeFiles } from '../../src/files/node-files.ts'
import { readResponses } from '../../src/responses/responses.ts'
import { openSqliteTarget } from '../../src/sync/sqlite-target.ts'
import { syncResponses, type SyncSummary } from '../../src/sync/sync.ts'
import { routes, type Service } from '../../src/wire/wire.ts'
import { compareTexts } from '../../src/form/words.ts'
import { isLong } from '../support/is-long.ts'
import { oneOf, randomOf } from '../support/random.ts'
import { replyOf } from '../support/scripted-service.ts'
import { temporaryFolder } from '../support/test-host.ts'

type Kept = {
  id: string
  formId: string
  createdAt: string
  updatedAt: string
  finished: boolean
  value: number
}

const recordOf = ({ value, ...record }: Kept): object => ({
  ...record,
  data: [{ questionId: 'q', response: { type: 'Number', headline: 'How many?', value } }],
})

const hour = 60 * 60 * 1000

/**
 * A service as the contract has it, without any extension: bursts of responses, people who finish late, edits, erasures, clocks that
 * differ, and replies that are lost.
 */
class Simulation {
  readonly kept = new Map<string, Kept>()
  readonly random: () => number
  #count = 0
  clock = Date.parse('2026-03-01T09:00:00Z')

  constructor(seed: number) {
    this.random = randomOf(seed)
  }

  pick<T>(...choices: readonly T[]): T {
    return oneOf(this.random, choices)
  }

  work(): void {
    this.clock += this.random() * hour
    const what = this.pick('begin', 'begin', 'finish', 'finish', 'edit', 'erase', 'burst')
    const all = [...this.kept.values()]
    const one = this.pick(...all)
    if (what === 'begin') this.#begin(this.pick(true, false))
    else if (what === 'burst') for (let n = 0; n < 15; n++) this.#begin(true)
    else if (what === 'erase' && one) this.kept.delete(one.id)
    else if (one) {
      one.updatedAt = new Date(this.clock).toISOString()
      if (what === 'finish') one.finished = true
      else one.value++
    }
  }

  #begin(finished: boolean): void {
    const id = `r${++this.#count}`
    // The clocks of its machines differ by minutes.
    const createdAt = new Date(this.clock + (this.random() - 0.5) * 600_000).toISOString()
    this.kept.set(id, { id, formId: 'f', createdAt, updatedAt: createdAt, finished, value: 1 })
  }

  readonly service: Service = async ({ path, query }) => {
    if (this.random() < 0.1)
      throw Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' })
    if (path !== routes.responses) return replyOf({ status: 404 })
    const finished = [...this.kept.values()].filter((one) => one.finished)
    const newest = finished.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    const data = query['formId'] === undefined ? finished : newest.slice(0, 10)
    return replyOf({ body: { data: data.map(recordOf) } })
  }
}

const files = nodeFiles(temporaryFolder())

async function sync(simulation: Simulation, path: string): Promise<SyncSummary> {
  const caller: Caller = {
    access: {
      service: simulation.service,
      baseUrl: 'https://forms.example',
      apiKey: 'key',
      keySource: '',
      keyAdvice: '',
      environmentId: 'e',
    },
    retry: {
      sleep: async () => undefined,
      random: simulation.random,
      now: () => simulation.clock,
      seconds: 60,
      attempts: 20,
      onPause: async () => undefined,
    },
  }
  const now = (): Date => new Date(simulation.clock)
  const owner = { name: '"test"', isRunning: async () => true, now }
  const target = await openSqliteTarget({ path, place: path }, owner, false)
  const meter = {
    begin: () => undefined,
    bytes: () => undefined,
    records: () => undefined,
    end: () => undefined,
  }
  const query = { source: { kind: 'all' }, withPartials: false, since: undefined, until: undefined } as const
  const stdin = { chunks: async function* () {} }
  try {
    return await syncResponses({
      caller,
      target,
      source: { baseUrl: 'https://forms.example', environmentId: 'e', selection: '--all', options: '' },
      formIds: undefined,
      withPartials: false,
      isFull: false,
      isDryRun: false,
      readEvery: 12 * hour,
      deletesMissing: true,
      version: '0',
      now,
      onRead: () => undefined,
      readEverything: (collect) =>
        readResponses(
          query,
          {
            files,
            stdin,
            meter,
            connect: async () => ({ ...caller, close: async () => undefined }),
          },
          collect,
        ),
      view: {},
      questionnaireOf: (id) => ({ id, table: 'answers' }),
      specForms: [],
      factsOf: () => ({ forms: [], asked: [] }),
    })
  } finally {
    await target.close()
  }
}

const seeds = Array.from({ length: isLong ? 1000 : 8 }, (_, i) => i + 1)
const coverages = { sequence: 0, snapshot: 0, overlap: 0 }
let wrongByPolling = 0

describe('a service that numbers nothing', () => {
  test.each(seeds)('random schedule %i ends with every response once, as it is', async (seed) => {
    const simulation = new Simulation(seed)
    const path = join(temporaryFolder(), 'answers.sqlite')
    // What a script does that asks for what was created since the last time.
    const polled = new Map<string, number>()
    let since = ''
    const poll = (): void => {
      const all = [...simulation.kept.values()]
      for (const { id, value, createdAt } of all.filter((one) => one.finished && one.createdAt > since)) {
        polled.set(id, value)
        if (createdAt > since) since = createdAt
      }
    }
    for (let step = 0; step < 14; step++) {
      for (let n = simulation.pick(0, 1, 3); n >= 0; n--) simulation.work()
      coverages[(await sync(simulation, path)).coverage]++
      poll()
    }
    simulation.clock += 24 * hour
    // Exactly 100 responses may be the limit of a service, so what is missing then is not taken for gone.
    while ((await sync(simulation, path)).doubts.some((doubt) => doubt.includes('exactly'))) simulation.work()
    poll()
    const wanted = [...simulation.kept.values()].flatMap(({ finished, id, value }) =>
      finished ? [`${id} ${value}`] : [],
    )
    const database = new DatabaseSync(path)
    const there = database.prepare('select id, how_many from answers where _deleted is null').all()
    database.close()
    const rows = there.map((row) => `${String(row['id'])} ${String(row['how_many'])}`)
    expect(rows.toSorted(compareTexts)).toEqual(wanted.toSorted(compareTexts))
    const right = new Set(Array.from(polled, ([id, value]) => `${id} ${value}`))
    wrongByPolling += wanted.filter((row) => !right.has(row)).length
  })

  test('a script that polls by time is wrong beside it, and both ways of reading were taken', () => {
    expect(wrongByPolling).toBeGreaterThan(0)
    expect(Math.min(coverages.overlap, coverages.snapshot)).toBeGreaterThan(0)
  })
})
