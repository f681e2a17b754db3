import { compareTable, type Comparison } from './compare.ts'
import { formats, type ExportedFile } from './export-worlds.ts'
import type { ReadFile } from './readers.ts'

/** What was compared in all files of a format, by one reader. */
export type Total = Comparison & { tables: number; rows: number }

/** Which files are read by whom. */
type Reading = {
  readonly format: string
  readonly dropped: RegExp | undefined
  readonly read: (paths: readonly string[]) => readonly ReadFile[]
}

/** Has files read and compares their tables with what they have to hold. */
export function compareFiles(files: readonly ExportedFile[], { format, dropped, read }: Reading): Total {
  const counts: Total = { cells: 0, guarded: 0, untellable: 0, differences: [], tables: 0, rows: 0 }
  const ofFormat = formats[format]
  if (ofFormat === undefined) throw new Error(`there is no format ${format}`)
  const telling = dropped === undefined ? ofFormat : { ...ofFormat, dropped }
  for (const [i, found] of read(files.map(({ path }) => path)).entries()) {
    const tables = files[i]?.tables ?? []
    if (found.problem !== undefined) counts.differences.push(`${found.path}: ${found.problem}`)
    for (const [n, expected] of tables.entries()) {
      const table = found.tables[n]
      counts.tables++
      counts.rows += expected.rows.length
      if (table === undefined) counts.differences.push(`${found.path}: no table ${expected.name}`)
      else compareTable({ ...table, name: `${found.path} ${table.name}` }, { expected, telling, counts })
    }
  }
  return counts
}
