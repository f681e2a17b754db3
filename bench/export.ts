/**
 * Measures exports of saved replies, and the start of the program, in turns with what they are held to; ends with 1 where a
 * bound is not kept. With `--peers`, DuckDB and exceljs are installed into a folder, and formats are held to them.
 * Usage: npm run bench -- [megabytes] [--only shapes,formats,http,chosen,plain,start] [--rounds 5] [--peers <folder>]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isKept, lineOf, takeTurns, type Bound, type Contest, type Run } from './export/turns.ts'
import { installPeer, type PeerName } from './peers.ts'
import { shapeNames, writeSavedReply } from '../test/support/saved-reply.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, rounds: { type: 'string' }, peers: { type: 'string' } },
})
const megabytes = Number(positionals[0] ?? 100)
const rounds = Number(values.rounds ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const inFolder = (name: string): string => join(folder, name)
const program = resolve(import.meta.dirname, '../bin/formctl.js')
const reply = inFolder('compact.json')

/** A contest of the program itself. */
const formctl = (name: string, ...words: string[]): Contest => ({
  name,
  command: [process.execPath, program, ...words],
})

/** An export of a saved reply into a file of this name. */
const exporting = (name: string, { from = reply, words = [] as readonly string[] } = {}): Contest => {
  const options = ['--from', from, '--out', inFolder(name), '--force', '--quiet', ...words]
  return { ...formctl(name, 'responses', 'export', ...options), makes: inFolder(name) }
}

/** A contest of a script for Node. */
function script(name: string, text: string, ...words: string[]): Contest {
  const path = inFolder(`${name.replaceAll(' ', '-')}.cjs`)
  writeFileSync(path, text)
  return { name, command: [process.execPath, path, ...words] }
}

const reading = (file: string): Contest =>
  script(
    'read',
    `const { openSync, readSync } = require('node:fs')
const file = openSync(process.argv[2])
const bytes = Buffer.alloc(2 ** 20)
while (readSync(file, bytes) > 0);
`,
    file,
  )

/** The runs of contests that took turns, which are printed. */
function measure(title: string, contests: readonly Contest[]): (name: string) => Run {
  const best = takeTurns(contests, rounds)
  console.log(`\n${title.padEnd(44)} seconds      CPU      MB`)
  for (const [name, { seconds, cpu, megabytes: peak }] of best)
    console.log(
      `  ${name.padEnd(42)}${seconds.toFixed(2).padStart(8)} ${cpu.toFixed(2).padStart(8)} ${peak.toFixed(0).padStart(7)}`,
    )
  return (name) => best.get(name) ?? { seconds: NaN, cpu: NaN, megabytes: NaN }
}

/** The CSV of each shape, beside reading the file and beside the compact shape. */
function* shapes(): Iterable<Bound> {
  const of = measure(`CSV of ${megabytes} MB, compact`, [reading(reply), exporting('compact.csv')])
  const compact = of('compact.csv')
  yield {
    what: 'CSV of compact, times reading the file',
    figure: compact.seconds / of('read').seconds,
    most: 12,
  }
  yield { what: 'CSV of compact, MB of memory', figure: compact.megabytes, most: 120 }
  for (const shape of shapeNames.slice(1)) {
    const from = inFolder(`${shape}.json`)
    writeSavedReply(from, megabytes * 1e6, shape)
    const beside = measure(`CSV of ${megabytes} MB, ${shape}`, [
      exporting('compact.csv'),
      exporting(`${shape}.csv`, { from }),
    ])
    const csv = beside(`${shape}.csv`)
    const times = csv.seconds / beside('compact.csv').seconds
    yield { what: `CSV of ${shape}, times the CSV of compact`, figure: times, most: 3 }
    yield { what: `CSV of ${shape}, MB of memory`, figure: csv.megabytes, most: 120 }
    for (const made of [from, inFolder(`${shape}.csv`)]) rmSync(made)
  }
}

/** The formats, beside the CSV and beside what others make of our CSV. */
async function* formats(): AsyncIterable<Bound> {
  takeTurns([exporting('table.csv')], 1)
  const peer = async (name: string, pack: PeerName, out: string): Promise<readonly Contest[]> => {
    if (values.peers === undefined) return []
    const home = await installPeer(pack, resolve(values.peers))
    const path = join(import.meta.dirname, 'export/peers.ts')
    const command = [process.execPath, path, home, inFolder('table.csv'), inFolder(out)]
    return [{ name, command, makes: inFolder(out) }]
  }
  const of = measure(`Formats of ${megabytes} MB`, [
    ...['csv', 'ndjson', 'xlsx', 'parquet', 'sqlite'].map((format) => exporting(`out.${format}`)),
    ...(await peer('exceljs, our CSV to XLSX', 'exceljs', 'peer.xlsx')),
    ...(await peer('DuckDB, our CSV to Parquet', '@duckdb/node-api', 'peer.parquet')),
    // DuckDB downloads what writes SQLite, so a database of its own stands for it.
    ...(await peer('DuckDB, our CSV to a database', '@duckdb/node-api', 'peer.duckdb')),
  ])
  const times = (one: string, other: string): number => of(one).seconds / of(other).seconds
  yield { what: 'NDJSON, times the CSV', figure: times('out.ndjson', 'out.csv'), most: 1.5 }
  if (values.peers === undefined) return
  const [xlsx, parquet, database] = [
    times('exceljs, our CSV to XLSX', 'out.xlsx'),
    times('out.parquet', 'DuckDB, our CSV to Parquet'),
    times('out.sqlite', 'DuckDB, our CSV to a database'),
  ]
  yield { what: 'XLSX, times as fast as exceljs', figure: xlsx, least: 2.5 }
  yield { what: 'Parquet, times DuckDB', figure: parquet, most: 1.5 }
  yield { what: 'SQLite, times DuckDB', figure: database, most: 1.5 }
}

/** The CSV of a reply that comes over HTTP, beside a program that only receives it. */
async function* http(): AsyncIterable<Bound> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'export/serve-reply.ts'), reply], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    // The first thing that the server prints is its port.
    const [port] = (await once(server.stdout, 'data')) as readonly unknown[]
    const url = `http://127.0.0.1:${Number(String(port))}`
    Object.assign(process.env, { FORMCTL_BASE_URL: url, FORMCTL_API_KEY: 'fctl_0123456789' })
    const receiving = script(
      'receive',
      `require('node:http').get(process.argv[2], { agent: false }, async (reply) => {
  let size = 0
  for await (const chunk of reply) size += chunk.length
})
`,
      `${url}/api/v1/responses`,
    )
    const out = inFolder('http.csv')
    const form = `clf${'0'.repeat(22)}`
    const fetching = (name: string, ...words: string[]): Contest => ({
      ...formctl(name, 'responses', 'export', ...words, '--out', out, '--force', '--quiet'),
      makes: out,
    })
    const of = measure(`${megabytes} MB over HTTP on this machine`, [
      receiving,
      fetching('to CSV', '--all'),
      fetching('a form to CSV', '--form', form),
      fetching('a form to NDJSON', '--form', form, '--format', 'ndjson'),
    ])
    const times = (one: string, other: string): number => of(one).seconds / of(other).seconds
    yield { what: 'CSV over HTTP, times receiving', figure: times('to CSV', 'receive'), most: 3 }
    yield {
      what: 'NDJSON of a form over HTTP, times its CSV',
      figure: times('a form to NDJSON', 'a form to CSV'),
      most: 2,
    }
  } finally {
    server.kill()
  }
}

/** Choosing and counting responses, beside the export of all. */
function* chosen(): Iterable<Bound> {
  const where = ['--where', '"Your role" contains a']
  const of = measure(`Choosing and counting in ${megabytes} MB`, [
    exporting('all.csv'),
    exporting('where.csv', { words: where }),
    formctl('get --where', 'responses', 'get', '--from', reply, ...where),
    formctl('get --where --limit 10', 'responses', 'get', '--from', reply, ...where, '--limit', '10'),
    formctl('stats', 'responses', 'stats', '--from', reply),
    formctl('stats --where', 'responses', 'stats', '--from', reply, ...where),
  ])
  for (const name of ['where.csv', 'get --where', 'get --where --limit 10', 'stats', 'stats --where'])
    yield { what: `${name}, times the export`, figure: of(name).seconds / of('all.csv').seconds, most: 6 }
}

const plainWays: Readonly<Record<string, readonly string[]>> = {
  'where.ndjson': ['--where', '"Your role" contains a'],
  'redacted.csv': ['--redact', 'emailAddress=hash', '--redact', 'Country=drop'],
  'columns.csv': ['--multi', 'columns'],
  'described.csv': ['--codebook', inFolder('codebook.json')],
  'updated.csv': ['--by', 'updatedAt', '--since', '2020-01-01'],
}

/** Exports that look into records, beside parsing the reply at once. */
function* plain(): Iterable<Bound> {
  process.env['FORMCTL_REDACT_KEY'] = 'a key for hashes, of the bench alone'
  const parsing = script(
    'JSON.parse of the whole',
    `JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'))`,
    reply,
  )
  const names = Object.keys(plainWays)
  const of = measure(`Plain way, ${megabytes} MB`, [
    parsing,
    ...names.map((name) => exporting(name, { words: plainWays[name] ?? [] })),
  ])
  for (const name of names) {
    const { seconds, megabytes: peak } = of(name)
    yield { what: `${name}, seconds for 100 MB`, figure: (seconds * 100) / megabytes, most: 2.5 }
    yield { what: `${name}, MB of memory`, figure: peak, most: 200 }
  }
}

/** How long the program takes to start. */
function* start(): Iterable<Bound> {
  const spec = resolve(import.meta.dirname, '../fixtures/specs/wrong-type/good.yaml')
  const of = measure('Start', [
    script('bare', ''),
    formctl('--version', '--version'),
    formctl('validate', 'forms', 'validate', spec),
  ])
  const times = (name: string): number => of(name).seconds / of('bare').seconds
  yield { what: '--version, times bare Node', figure: times('--version'), most: 2 }
  yield { what: 'validate of one spec, times bare Node', figure: times('validate'), most: 3 }
}

const parts = { shapes, formats, http, chosen, plain, start }
const wanted = values.only?.split(',') ?? Object.keys(parts)
const bounds: Bound[] = []
try {
  writeSavedReply(reply, megabytes * 1e6, 'compact')
  for (const [name, part] of Object.entries(parts))
    if (wanted.includes(name)) for await (const bound of part()) bounds.push(bound)
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`\n${bounds.map(lineOf).join('\n')}`)
process.exitCode = bounds.every(isKept) ? 0 : 1
