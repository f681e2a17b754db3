/**
 * Generated responses are exported in every layout and format, other programs read the files, and every cell is compared with the
 * source. What a cell has to hold is computed from the source alone: `read-back/` uses no code of the program.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLong } from '../support/is-long.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'
import { compareTable, formats } from './read-back/compare.ts'
import { readers, type Reader } from './read-back/readers.ts'
import { writeReplies } from './read-back/replies.ts'
import { expectedTables, layoutNames, type ExpectedTable, type LayoutName } from './read-back/tables.ts'

type FormatName = keyof typeof formats
const formatNames = Object.keys(formats) as readonly FormatName[]

const folder = temporaryFolder()
const replies = writeReplies(
  folder,
  isLong ? { bytes: 50_000, random: 150, records: 60 } : { bytes: 1500, random: 4, records: 12 },
)

/** A file that was written, and what it has to hold. */
type ExportedFile = { readonly path: string; readonly tables: readonly ExpectedTable[] }

/** Exports all replies. Formats with one table in a file have the others in files beside it. */
async function exportReplies(layout: LayoutName, format: FormatName): Promise<readonly ExportedFile[]> {
  const files: ExportedFile[] = []
  for (const { name, path: from, records, words } of replies) {
    const tables = expectedTables(records, layout)
    if (tables === undefined) continue
    const path = join(folder, `${name}.${layout}.${format}`)
    const all = ['--from', from, '--out', path, '--layout', layout, '--headers', 'id', '--quiet', ...words]
    const { exit, stderr } = await runInProcess({ argv: ['responses', 'export', ...all] })
    // There may be warnings.
    if (exit !== 0) throw new Error(`${name}: ${stderr}`)
    const apart = tables.map((table, i) => ({
      path: i === 0 ? path : path.replace(/\.[^.]+$/, (ending) => `.${table.name}${ending}`),
      tables: [table],
    }))
    files.push(...(apart.every((file) => existsSync(file.path)) ? apart : [{ path, tables }]))
  }
  return files
}

const exported = new Map<string, Promise<readonly ExportedFile[]>>()

/** The same files for each reader of a format. */
function filesOf(layout: LayoutName, format: FormatName): Promise<readonly ExportedFile[]> {
  const known = exported.get(`${layout} ${format}`) ?? exportReplies(layout, format)
  exported.set(`${layout} ${format}`, known)
  return known
}

/** How many cells a program read, and what differs. */
async function compared(files: readonly ExportedFile[], format: FormatName, reader: Reader) {
  const expected = new Map(files.map((file) => [file.path, file.tables]))
  const look = { ...formats[format], dropped: reader.dropped }
  const differences: string[] = []
  let cells = 0
  for await (const { path, tables, problem } of reader.read([...expected.keys()], folder)) {
    const wanted = expected.get(path) ?? []
    expected.delete(path)
    // A file of one table does not say what that is called.
    const names = tables.map(({ name }, i) => name || wanted[i]?.name)
    if (problem !== undefined || names.join() !== wanted.map(({ name }) => name).join())
      differences.push(`${path}: ${problem ?? `the tables ${names.join()}`}`)
    for (const [i, table] of tables.entries()) {
      const own = wanted[i]
      if (own)
        differences.push(...compareTable(table, own, look).map((one) => `${path}, ${own.name}: ${one}`))
      cells += table.columns.length * table.rows.length
    }
  }
  differences.push(...Array.from(expected.keys(), (path) => `${path}: was not read`))
  return { cells, differences: differences.slice(0, 20) }
}

describe.each(layoutNames)('the %s layout', (layout) => {
  test('is tried with most of the replies', () => {
    const named = replies.filter(({ records }) => expectedTables(records, layout))
    expect(named.length / replies.length).toBeGreaterThan(0.7)
  })

  const reading = formatNames.flatMap((format) =>
    readers
      .filter((reader) => reader.formats.includes(format))
      .map(
        (reader) =>
          [format, reader.name + (reader.missing ? ` (skipped: ${reader.missing})` : ''), reader] as const,
      ),
  )
  test.for(reading)('in %s says to %s what the responses say', async ([format, , reader], { skip }) => {
    skip(reader.missing !== undefined)
    const { cells, differences } = await compared(await filesOf(layout, format), format, reader)
    expect(differences).toEqual([])
    expect(cells).toBeGreaterThan(1000)
  })
})
