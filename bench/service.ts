/**
 * Measures `formctl serve` beside bare servers that do the same work without a form; ends with 1 where a bound is not kept.
 * The service, the bare servers and this client share the machine, so ratios count and not figures. Linux only.
 * `pages` compares our page with the same form in SurveyJS, in Chromium; `--write` renews bench/pages.md. SurveyJS is installed
 * for the time of the run, or into the folder behind --peers, which is kept.
 * `--postgres` has the service keep its data in a PostgreSQL that this starts; `lag` is measured only there.
 * Usage: npm run bench:service -- [--only saves,others,gets,bulk,growth,pages,lag] [--seconds 4] [--rounds 3]
 *   [--responses 200000] [--grown 300000] [--postgres] [--peers <folder>] [--write]
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isKept, lineOf, type Bound } from './export/turns.ts'
import { Connection, load, type Load, type Measured, type Visitor } from './service/load.ts'
import { withPeers } from './peers.ts'
import { measurePages } from './service/pages.ts'
import { startService, startSketch, type Place, type Server } from './service/servers.ts'
import { fillSurvey, publishSurvey, type Survey } from './service/survey.ts'
import { keyHeader, routes, type ChangesReply } from '../src/wire/wire.ts'
import { startPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    responses: { type: 'string', default: '200000' },
    grown: { type: 'string', default: '300000' },
    postgres: { type: 'boolean', default: false },
    peers: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
const many = 64
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const newFolder = (): string => mkdtempSync(join(folder, 'data-'))

const postgres = values.postgres ? await startPostgres() : undefined

/** A data folder, or a database, of its own for each part. */
const newPlace = async (): Promise<Place> => ({ folder: newFolder(), store: await postgres?.database() })

type Loads = Readonly<Record<string, Pick<Load, 'port' | 'visitor'> & Partial<Load>>>

/** Lets loads take turns; gives of each the best rate and latencies, as whatever else runs only makes them worse. */
async function inTurns<const L extends Loads>(
  loads: L,
  connections = many,
): Promise<Record<keyof L, Measured>> {
  const best: Record<string, Measured> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [name, one] of Object.entries(loads)) {
      const now = await load({ connections, seconds, ...one })
      const before = best[name] ?? now
      best[name] = {
        rate: Math.max(now.rate, before.rate),
        p50: Math.min(now.p50, before.p50),
        p99: Math.min(now.p99, before.p99),
      }
    }
  // Each name of the loads was measured.
  return best as Record<keyof L, Measured>
}

/** Durable saves, each a new response, or two saves of a response of two steps. */
async function* saves(): AsyncIterable<Bound> {
  await using service = await startService(await newPlace())
  await using bare = await startSketch(['saves', join(newFolder(), 'bodies.db')])
  const [one, two] = [await publishSurvey(service, 1), await publishSurvey(service, 2)]
  const best = await inTurns({
    one: { port: service.port, visitor: one.person },
    two: { port: service.port, visitor: two.person },
    bare: { port: bare.port, visitor: one.person },
  })
  yield { what: 'saves a second', figure: best.one.rate }
  yield { what: 'saves a second, bare with group commit', figure: best.bare.rate }
  if (!postgres) {
    yield { what: 'saves, of bare', figure: best.one.rate / best.bare.rate, least: 0.25 }
    yield { what: 'saves in two steps, of bare', figure: best.two.rate / best.bare.rate, least: 0.25 }
  }
  const { calm } = await inTurns({
    calm: { port: service.port, visitor: one.person, rate: 0.8 * best.one.rate },
  })
  yield { what: 'p99 of saves at 80 % of the most, ms', figure: calm.p99, most: 50 }
}

/** The p99 of the other routes while something else happens, which goes on until told to stop. */
async function* beside(
  { port }: Server,
  survey: Survey,
  { when, most, work }: { when: string; most: number; work: (stop: AbortSignal) => Promise<unknown> },
): AsyncIterable<Bound> {
  const stop = new AbortController()
  const working = work(stop.signal)
  const visitors = { 'a page': survey.page, 'ten newest': survey.newest, 'list of forms': survey.forms }
  const probes = Object.entries(visitors).map(async ([name, visitor]) => {
    // Many connections, so that a slow reply does not hold up the next probe.
    const { p99 } = await load({ port, visitor, connections: 16, seconds: 3 * seconds, rate: 20 })
    return { what: `p99 of ${name} ${when}, ms`, figure: p99, most }
  })
  const probed = Promise.all(probes).finally(() => stop.abort())
  const [bounds] = await Promise.all([probed, working])
  yield* bounds
}

/** Other routes while people save. */
async function* others(): AsyncIterable<Bound> {
  await using service = await startService(await newPlace())
  const survey = await publishSurvey(service, 1)
  yield* beside(service, survey, {
    when: 'during saves',
    most: 40,
    work: () => load({ port: service.port, visitor: survey.person, connections: many, seconds: 3 * seconds }),
  })
}

/** Starts a bare server that sends what a service sends. */
async function bareOf({ port }: Server, visitor: () => Visitor): Promise<Server> {
  const file = join(newFolder(), 'body')
  const opened = openSync(file, 'w')
  const connection = new Connection(port)
  const { head } = await connection.request(visitor()(), (bytes) => writeSync(opened, bytes))
  connection.close()
  closeSync(opened)
  return startSketch(['bytes', file, head])
}

/** Pages and the ten newest responses. */
async function* gets(): AsyncIterable<Bound> {
  const place = await newPlace()
  await using service = await startService(place)
  const survey = await publishSurvey(service, 1)
  await fillSurvey(survey, { place, service, from: 1, to: 1000 })
  for (const [name, visitor, least] of [
    ['pages', survey.page, 0.3],
    ['ten newest', survey.newest, 0.2],
  ] as const) {
    await using bare = await bareOf(service, visitor)
    const best = await inTurns({ ours: { port: service.port, visitor }, bare: { port: bare.port, visitor } })
    yield { what: `${name} a second`, figure: best.ours.rate }
    yield { what: `${name} a second, bare`, figure: best.bare.rate }
    yield { what: `${name}, of bare`, figure: best.ours.rate / best.bare.rate, least }
  }
}

/** All responses of the environment. */
async function* bulk(): AsyncIterable<Bound> {
  const place = await newPlace()
  const count = Number(values.responses)
  let survey: Survey
  {
    await using service = await startService(place)
    survey = await publishSurvey(service, 1)
    await fillSurvey(survey, { place, service, from: 1, to: count })
  }
  await using service = await startService(place)
  await using bare = await bareOf(service, survey.everything)
  const read = { visitor: survey.everything, most: 1 }
  const best = await inTurns({ ours: { port: service.port, ...read }, bare: { port: bare.port, ...read } }, 1)
  yield { what: `${count} responses, seconds`, figure: best.ours.p50 / 1000 }
  const bound = place.store === undefined ? { most: 3 } : {}
  yield { what: `${count} responses, times bare`, figure: best.ours.p50 / best.bare.p50, ...bound }
  yield* beside(service, survey, {
    when: `during a read of ${count}`,
    most: 50,
    async work(stop) {
      while (!stop.aborted) await load({ port: service.port, connections: 1, seconds: 600, ...read })
    },
  })
  yield { what: `${count} responses, MB of memory`, figure: service.peak(), most: 250 }
}

/** How long after a save its change can be read, with 1,000 saves a second. */
async function* lag(): AsyncIterable<Bound> {
  if (!postgres) return
  await using service = await startService(await newPlace())
  const survey = await publishSurvey(service, 1)
  const lags: number[] = []
  const done = new AbortController()
  const reading = (async () => {
    for (let after = 0; !done.signal.aborted;) {
      const reply = await fetch(`${service.url}${routes.changes}?limit=1000&after=${after}`, {
        headers: { [keyHeader]: service.apiKey },
      })
      const { data } = (await reply.json()) as ChangesReply
      const now = Date.now()
      lags.push(...data.map(({ at }) => now - Date.parse(at)))
      after = data.at(-1)?.seq ?? after
      await sleep(10)
    }
  })()
  const { port } = service
  await load({ port, visitor: survey.person, connections: many, seconds: 3 * seconds, rate: 1000 })
  done.abort()
  await reading
  lags.sort((a, b) => a - b)
  yield { what: 'changes that were read', figure: lags.length }
  yield {
    what: 'p99 from a save to its change, ms',
    figure: lags[Math.floor(0.99 * lags.length)] ?? NaN,
    most: 250,
  }
}

const small = 10_000

/** One person's save and the ten newest responses, in a large store and in a small one. */
async function* growth(): AsyncIterable<Bound> {
  const place = await newPlace()
  const grown = Number(values.grown)
  await using service = await startService(place)
  const survey = await publishSurvey(service, 1)
  const measure = (): Promise<Record<'save' | 'newest', Measured>> =>
    inTurns(
      {
        save: { port: service.port, visitor: survey.person, most: 2000 },
        newest: { port: service.port, visitor: survey.newest },
      },
      1,
    )
  await fillSurvey(survey, { place, service, from: 1, to: small })
  const before = await measure()
  await fillSurvey(survey, { place, service, from: small, to: grown })
  const after = await measure()
  for (const [name, what] of [
    ['save', 'a save'],
    ['newest', 'ten newest'],
  ] as const) {
    yield { what: `p50 of ${what} with ${small} responses, ms`, figure: before[name].p50 }
    yield {
      what: `p50 of ${what} with ${grown}, times that`,
      figure: after[name].p50 / before[name].p50,
      most: 1.5,
    }
  }
}

/** Pages in a browser, beside those of another library. */
async function* pages(): AsyncIterable<Bound> {
  yield* await withPeers(values.peers, (peers) => measurePages(peers, { rounds, write: values.write }))
}

const parts = { saves, others, gets, bulk, growth, pages, lag }
const wanted = values.only?.split(',') ?? Object.keys(parts)
try {
  for (const [name, part] of Object.entries(parts))
    if (wanted.includes(name))
      for await (const bound of part()) {
        console.log(lineOf(bound))
        if (!isKept(bound)) process.exitCode = 1
      }
} finally {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
}
