/**
 * Measures `formctl responses sync` beside exports of the same responses to SQLite, with the service in a process of its own; ends with
 * 1 where a bound is not kept. A first sync is held to the export of the relational tables, since both have a table of choices; the
 * export of the wide table alone is shown beside it. PostgreSQL is left out where it is not installed.
 * 1,000,000 responses take 2 GB for the service and 2 GB for each target, which are gone at the end; less with fewer answers.
 * `--brief` leaves out the exports and --full.
 * Usage: npm run bench:sync -- [responses] [--answers 5] [--brief] [--to sqlite,duckdb,postgres,parquet]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isKept, lineOf, run, type Bound, type Run } from './export/turns.ts'
import { startService, type Place } from './service/servers.ts'
import { publishSurvey } from './service/survey.ts'
import { changeSome, fillStore } from './sync/fill.ts'
import { noPostgres, startPostgres } from '../test/support/postgres.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: 'sqlite,duckdb,postgres,parquet' },
    answers: { type: 'string', default: '5' },
    brief: { type: 'boolean', default: false },
  },
})
const count = Number(positionals[0] ?? 100_000)
const changes = 1000
const program = resolve('bin/formctl.js')
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const place: Place = { folder: join(folder, 'service'), store: undefined }
mkdirSync(place.folder)
// No specs of this project are read.
process.chdir(folder)

const wanted = values.to.split(',').filter((target) => target !== 'postgres' || noPostgres === undefined)
const postgres = wanted.includes('postgres') ? await startPostgres() : undefined

const formctl = (...words: readonly string[]): readonly string[] => [
  process.execPath,
  program,
  'responses',
  ...words,
  '--quiet',
]

function show(what: string, { seconds, cpu, megabytes }: Run): void {
  const figures = [seconds, cpu, megabytes].map((figure) => figure.toFixed(figure < 100 ? 2 : 0).padStart(9))
  console.log(`${what.padEnd(44)}${figures.join('')}`)
}

/** The first sync of a target beside exports, then syncs of it after nothing and after some changes. */
async function* measure(target: string): AsyncIterable<Bound> {
  const word = target === 'postgres' ? await postgres?.database() : `${target}:survey.${target}`
  const measured = (what: string, ...words: readonly string[]): Run => {
    const taken = run(formctl(...words))
    show(what, taken)
    return taken
  }
  const exporting = (layout: string): Run => {
    const out = ['--out', 'export.sqlite', '--force', '--layout', layout]
    return measured(`export to SQLite, ${layout}`, 'export', '--all', '--partials', ...out)
  }
  const syncing = (what: string, ...words: readonly string[]): Run =>
    measured(`${target}: ${what}`, 'sync', '--all', '--to', word ?? '', ...words)
  // DuckDB keeps what it reads in memory, up to most of what the machine has.
  const mostMegabytes = (most: number) => (target === 'duckdb' ? {} : { most })
  const first = syncing('first sync')
  yield { what: `${target}: first sync, MB`, figure: first.megabytes, ...mostMegabytes(700) }
  for (const layout of values.brief ? [] : ['wide', 'relational']) {
    const what = `${target}: first sync, times the ${layout} export`
    const figure = first.seconds / exporting(layout).seconds
    rmSync('export.sqlite')
    yield { what, figure, ...(layout === 'relational' && { most: 2 }) }
  }
  const none = syncing('nothing has changed')
  yield { what: `${target}: nothing has changed, seconds`, figure: none.seconds, most: 3 }
  await changeSome(place.folder, changes)
  const some = syncing(`${changes} changes`)
  yield {
    what: `${target}: ${changes} changes, seconds`,
    figure: some.seconds,
    most: target === 'parquet' ? 60 : 10,
  }
  yield { what: `${target}: ${changes} changes, MB`, figure: some.megabytes, ...mostMegabytes(400) }
  if (values.brief) return
  const full = syncing('--full', '--full')
  yield { what: `${target}: --full, MB`, figure: full.megabytes, ...mostMegabytes(600) }
}

try {
  {
    await using service = await startService(place)
    await publishSurvey(service, 1)
  }
  const start = performance.now()
  fillStore(place.folder, count, Number(values.answers))
  console.log(
    `${count} responses, in the store after ${((performance.now() - start) / 1000).toFixed(0)} seconds\n`,
  )
  await using service = await startService(place)
  Object.assign(process.env, {
    FORMCTL_BASE_URL: service.url,
    FORMCTL_API_KEY: service.apiKey,
    FORMCTL_ENVIRONMENT_ID: service.environmentId,
  })
  console.log(`${''.padEnd(44)}  seconds      CPU       MB`)
  const bounds: Bound[] = []
  for (const target of wanted) for await (const bound of measure(target)) bounds.push(bound)
  console.log(`\nthe service: ${service.peak().toFixed(0)} MB\n${bounds.map(lineOf).join('\n')}`)
  process.exitCode = bounds.every(isKept) ? 0 : 1
} finally {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
}
