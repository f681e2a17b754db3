import { compareTable, type Comparison, type ReadTable } from './compare.ts'
import { formats, type ExportedFile } from './export-worlds.ts'
import type { Reader } from './readers.ts'
import { calledAsAsked } from './sql-columns.ts'

/** What was compared in all files of a format, by one reader. */
export type Total = Comparison & { tables: number; rows: number }

/** Nothing yet. */
export const startTotal = (): Total => ({
  cells: 0,
  guarded: 0,
  untellable: 0,
  differences: [],
  tables: 0,
  rows: 0,
})

/** Which files are read by whom, and where that is counted. */
type Reading = {
  readonly format: string
  readonly reader: Extract<Reader, { read: unknown }>
  readonly folder: string
  /** The names of the columns of each table of a file, as a reader that can tell them found them. */
  readonly names: Map<string, readonly (readonly string[])[]>
  readonly counts: Total
}

/** Has files read and compares their tables with what they have to hold. */
export function compareFiles(
  files: readonly ExportedFile[],
  { format, reader, folder, names, counts }: Reading,
): void {
  const ofFormat = formats[format]
  if (ofFormat === undefined) throw new Error(`there is no format ${format}`)
  const { dropped } = reader
  const telling = dropped === undefined ? ofFormat : { ...ofFormat, dropped }
  const byPath = new Map(files.map((file) => [file.path, file]))
  for (const found of reader.read([...byPath.keys()], folder)) {
    const file = byPath.get(found.path)
    byPath.delete(found.path)
    if (found.problem !== undefined) counts.differences.push(`${found.path}: ${found.problem}`)
    const { tables: wanted = [], codebook } = file ?? {}
    const tables =
      codebook === undefined ? found.tables : calledAsAsked(found.tables, { wanted, codebook, counts })
    if (dropped === undefined) names.set(found.path, columnsOf(tables))
    const exact = names.get(found.path)
    if (tables.length > wanted.length) counts.differences.push(`${found.path}: more tables`)
    for (const [n, expected] of wanted.entries()) {
      const table = tables[n]
      counts.tables++
      counts.rows += expected.rows.length
      // A file of one table does not say what it is called.
      if (table === undefined || (table.name !== '' && table.name !== expected.name)) {
        counts.differences.push(`${found.path}: no table ${expected.name}, but ${table?.name}`)
        continue
      }
      const named =
        dropped === undefined ? table : namedByPlace(table, { exact: exact?.[n], dropped, counts })
      compareTable({ ...named, name: `${found.path} ${table.name}` }, { expected, telling, counts })
    }
  }
  for (const path of byPath.keys()) counts.differences.push(`${path}: was not read`)
}

const columnsOf = (tables: readonly ReadTable[]): readonly (readonly string[])[] =>
  tables.map(({ columns }) => columns)

type Naming = {
  readonly exact: readonly string[] | undefined
  readonly dropped: RegExp
  readonly counts: Comparison
}

/** A table with the names that its columns have in the file; a name counts as dropped, or differs, like any other text. */
export function namedByPlace(table: ReadTable, { exact, dropped, counts }: Naming): ReadTable {
  if (exact === undefined) return table
  const [width, wanted] = [table.columns.length, exact.length]
  // A last column that holds nothing, and whose name is dropped, is no column to such a reader.
  if (width > wanted) counts.differences.push(`${table.name}: ${width} columns and not ${wanted}`)
  for (const [i, name] of exact.entries()) {
    const found = table.columns[i] ?? ''
    if (found === name) continue
    if (dropped.test(name)) counts.untellable++
    else
      counts.differences.push(
        `${table.name}: column ${i + 1} is ${JSON.stringify(found)} and not ${JSON.stringify(name)}`,
      )
  }
  return { ...table, columns: exact }
}
