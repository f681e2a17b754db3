/**
 * How long `responses export --from` takes, beside reading the file and beside other programs, and how much memory; ends
 * with 1 where it is not what is demanded. `--peers` names a folder with folders into which npm installed chdb,
 * @duckdb/node-api and exceljs. `--write` renews docs/export-speed.md.
 * Usage: npm run bench -- [megabytes] [--shapes compact,pretty] [--rounds 5] [--peers folder] [--write]
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
import { shapeNames, writeSavedReply } from './saved-reply.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shapes: { type: 'string' },
    rounds: { type: 'string' },
    peers: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const megabytes = Number(positionals[0] ?? 100)
const peers = values.peers === undefined ? undefined : resolve(values.peers)
const wanted = values.shapes?.split(',') ?? shapeNames
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const bench: Bench = {
  folder,
  megabytes,
  rounds: Number(values.rounds ?? 5),
  run: makeRun(folder, 60 + megabytes / 5),
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
  tell(
    'CSV, by the shape of the reply',
    compareShapes(
      bench,
      shapeNames.filter((name) => wanted.includes(name)),
    ),
  )
  tell('Formats', compareFormats(bench, peers))
  tell('Over HTTP on this machine', await compareLoopback(bench))
  tell('Other programs, reply to CSV', comparePeers(bench, peers))
} finally {
  rmSync(folder, { recursive: true })
}
