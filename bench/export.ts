/**
 * How long `responses export --from` takes, beside reading the file and beside other programs, and how much memory; ends
 * with 1 where it is not what is demanded. `--peers` names a folder with folders into which npm installed chdb,
 * @duckdb/node-api and exceljs. `--only` names what is to be measured, of csv, formats, http and peers. `--write` renews
 * docs/export-speed.md.
 * Usage: npm run bench -- [megabytes] [--only csv] [--shapes compact,pretty] [--rounds 5] [--peers folder] [--write]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareFormats } from './export/compare-formats.ts'
import { compareLoopback } from './export/compare-loopback.ts'
import { comparePeers } from './export/compare-peers.ts'
import { compactIn, compareShapes, type Bench, type Findings } from './export/compare-shapes.ts'
import { lineOf } from './export/judge.ts'
import { makeRun } from './export/measure.ts'
import { headingOf, writePage } from './export/page.ts'
import { makeWarm } from './export/warm.ts'
import { shapeNames, writeSavedReply } from './saved-reply.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    shapes: { type: 'string' },
    rounds: { type: 'string' },
    peers: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const megabytes = Number(positionals[0] ?? 100)
const peers = values.peers === undefined ? undefined : resolve(values.peers)
const wanted = values.shapes?.split(',') ?? shapeNames
const only = values.only?.split(',')
const isMeasured = (what: string): boolean => only?.includes(what) ?? true
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const run = makeRun(folder, 60 + megabytes / 5)
const bench: Bench = {
  folder,
  megabytes,
  rounds: Number(values.rounds ?? 5),
  run,
  warm: makeWarm(folder, run),
}
const page = [headingOf(megabytes)]

function tell(title: string, { lines, verdicts }: Findings): void {
  const text = [`### ${title}`, '', ...lines, ''].join('\n')
  const judged = verdicts.map(lineOf).join('\n')
  console.log(text + (judged === '' ? '' : `\n${judged}\n`))
  page.push(judged === '' ? text : `${text}\n\`\`\`text\n${judged}\n\`\`\`\n`)
  // What takes longest comes last, and may be broken off.
  if (values.write === true) writePage(megabytes, page.join('\n'))
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1
}

try {
  console.log(page[0])
  writeSavedReply(compactIn(folder), megabytes * 1e6, 'compact')
  const shapes = shapeNames.filter((name) => wanted.includes(name))
  if (isMeasured('csv')) tell('CSV, by the shape of the reply', compareShapes(bench, shapes))
  if (isMeasured('formats')) tell('Formats', compareFormats(bench, peers))
  if (isMeasured('http')) tell('Over HTTP on this machine', await compareLoopback(bench))
  if (isMeasured('peers')) tell('Other programs, reply to CSV', comparePeers(bench, peers))
} finally {
  rmSync(folder, { recursive: true })
}
