/**
 * Exports generated replies in every layout and format, has other programs read the files, and compares what they say
 * with the source, cell by cell; ends with 1 where something differs or is refused. `--peers` names a folder with folders
 * into which npm installed @duckdb/node-api. `--write` renews docs/export-read-back.md.
 * Usage: npm run bench:read-back -- [--odd 60] [--bytes 1000000] [--layouts wide] [--peers folder] [--write]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareFiles } from './read-back/compare-files.ts'
import { exportWorlds, formats, type ExportedFile } from './read-back/export-worlds.ts'
import { layouts } from './read-back/layouts.ts'
import { readersIn, type Reader } from './read-back/readers.ts'
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
const notes: string[] = []

function tell(line: string): void {
  console.log(line)
  lines.push(line)
}

type Reading = { readonly layout: string; readonly format: string; readonly reader: Reader }

/** Has files read, and tells in a line how they compare. */
function readBack(files: readonly ExportedFile[], { layout, format, reader }: Reading): void {
  const what = `| ${layout} | ${format} | ${reader.name}`
  if ('missing' in reader) {
    tell(`${what}: skipped, ${reader.missing} | | | | | | |`)
    return
  }
  const { tables, rows, cells, guarded, untellable, differences } = compareFiles(files, {
    format,
    dropped: reader.dropped,
    read: (paths) => reader.read(paths, folder),
  })
  tell(
    `${what} | ${[tables, rows, cells, guarded, untellable, differences.length].map((count) => count.toLocaleString('en')).join(' | ')} |`,
  )
  notes.push(...differences.slice(0, 10).map((one) => `${layout}, ${format}, ${reader.name}: ${one}`))
  if (differences.length > 0) process.exitCode = 1
}

const opening = `# What other programs read in exports
Counted by \`npm run bench:read-back -- --peers <folder> --write\`, which writes this page: generated replies
(\`bench/saved-reply.ts\`, \`test/support/reply-worlds.ts\`) are exported, read by other programs, and every cell is
compared with the source, which a walk of its own reads (\`bench/read-back/\`). Guarded: texts that a spreadsheet would run,
with the \`'\` before them that can be taken off. Dropped: texts of which LibreOffice drops something that is in the file,
as Python reads it: control characters, and tabs in texts of several lines.
`

try {
  const worlds = makeWorlds(folder, { bytes: Number(values.bytes), odd: Number(values.odd) })
  tell('| layout | format | read by | tables | rows | cells | guarded | dropped | different |')
  tell('| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const layout of values.layouts.split(','))
    for (const format of Object.keys(formats)) {
      const { files, refusals } = exportWorlds(folder, worlds, { layout, format })
      notes.push(...refusals.slice(0, 3).map((refusal) => `${layout}, ${format}: ${refusal}`))
      if (refusals.length > 0) process.exitCode = 1
      if (files.length === 0) continue
      for (const reader of readers.filter((one) => one.formats.includes(format)))
        readBack(files, { layout, format, reader })
    }
  if (notes.length > 0) tell(`\n${notes.join('\n')}`)
  if (values.write === true)
    writeFileSync(
      resolve(import.meta.dirname, '../docs/export-read-back.md'),
      `${opening}\n${lines.join('\n')}\n`,
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
