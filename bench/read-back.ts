/**
 * Exports generated replies in every layout and format, has other programs read the files, and compares what they say
 * with the source, cell by cell; ends with 1 where something differs, or is refused that should not be, or the contrary.
 * `--peers` names a folder with folders: in one, npm installed @duckdb/node-api; in one, `py` is a Python environment
 * with pyarrow. `--write` renews docs/export-read-back.md.
 * Usage: npm run bench:read-back -- [--odd 60] [--bytes 1000000] [--layouts wide] [--peers folder] [--write]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { layouts } from './read-back/layouts.ts'
import { readersIn } from './read-back/readers.ts'
import { readLayout } from './read-back/read-layout.ts'
import { headOf, lineOf, openingOf, sumUp } from './read-back/report.ts'
import { makeWorlds } from './read-back/worlds.ts'

const { values } = parseArgs({
  options: {
    odd: { type: 'string', default: '60' },
    bytes: { type: 'string', default: '1000000' },
    layouts: { type: 'string', default: Object.keys(layouts).join(',') },
    peers: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const readers = readersIn(values.peers === undefined ? undefined : resolve(values.peers))
const folder = mkdtempSync(join(tmpdir(), 'formctl-read-back-'))
const lines: string[] = []

function tell(line: string): void {
  console.log(line)
  lines.push(line)
}

try {
  const worlds = makeWorlds(folder, { bytes: Number(values.bytes), odd: Number(values.odd) })
  for (const line of headOf) tell(line)
  const results = values.layouts.split(',').flatMap((layout) => {
    const read = readLayout(worlds, { layout, readers, folder })
    for (const result of read) tell(lineOf(result))
    return read
  })
  for (const line of sumUp(results, worlds)) tell(line)
  if (results.some(({ counts }) => counts.differences.length > 0)) process.exitCode = 1
  if (values.write === true)
    writeFileSync(
      resolve(import.meta.dirname, '../docs/export-read-back.md'),
      `${openingOf(values)}\n${lines.join('\n')}\n`,
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
