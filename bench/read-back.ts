/**
 * Exports generated replies in every layout and format, has other programs read the files, and compares what they say
 * with the source, cell by cell; ends with 1 where something differs.
 * Usage: npm run bench:read-back -- [--odd 60] [--bytes 1000000] [--layouts wide] [--peers folder]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareFiles } from './read-back/compare-files.ts'
import { exportWorlds, formats } from './read-back/export-worlds.ts'
import { layouts } from './read-back/layouts.ts'
import { readersIn } from './read-back/readers.ts'
import { makeWorlds } from './read-back/worlds.ts'

const { values } = parseArgs({
  options: {
    odd: { type: 'string', default: '60' },
    bytes: { type: 'string', default: '1000000' },
    layouts: { type: 'string', default: Object.keys(layouts).join(',') },
    peers: { type: 'string' },
  },
})
const readers = readersIn(values.peers === undefined ? undefined : resolve(values.peers))
const folder = mkdtempSync(join(tmpdir(), 'formctl-read-back-'))

try {
  const worlds = makeWorlds(folder, { bytes: Number(values.bytes), odd: Number(values.odd) })
  console.log(`| layout | format | read by | tables | rows | cells | different |`)
  console.log('| --- | --- | --- | ---: | ---: | ---: | ---: |')
  const notes: string[] = []
  for (const layout of values.layouts.split(','))
    for (const format of Object.keys(formats)) {
      const exported = exportWorlds(folder, worlds, { layout, format })
      notes.push(...exported.notes.map((note) => `${layout}, ${format}: ${note}`))
      for (const reader of readers.filter((one) => one.formats.includes(format))) {
        if ('missing' in reader) {
          console.log(`| ${layout} | ${format} | ${reader.name}: skipped, ${reader.missing} | | | | |`)
          continue
        }
        const { tables, rows, cells, guarded, untellable, differences } = compareFiles(exported.files, {
          format,
          dropped: reader.dropped,
          read: (paths) => reader.read(paths, folder),
        })
        console.log(
          `| ${layout} | ${format} | ${reader.name} | ${tables} | ${rows} | ${cells} | ${differences.length} |`,
        )
        if (guarded > 0)
          notes.push(`${layout}, ${format}, ${reader.name}: ${guarded} cells have a ' before them`)
        if (untellable > 0)
          notes.push(
            `${layout}, ${format}, ${reader.name}: ${untellable} cells hold what it drops: control characters, tabs in texts of several lines`,
          )
        notes.push(...differences.slice(0, 10).map((one) => `${format}, ${reader.name}: ${one}`))
        if (differences.length > 0) process.exitCode = 1
      }
    }
  console.log(`\n${notes.join('\n')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
