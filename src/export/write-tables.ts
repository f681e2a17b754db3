import type { Rewrite, Sink } from './format.ts'
import type { FiledTables, StreamedTables, TableOptions, Tables, TablesWritten } from './table-format.ts'

/** Where an export goes. */
export type Target = {
  /** By the name of a table where its bytes go: a place for each, where the format holds one a file. */
  readonly sinkOf: (table: string) => Sink
  /** Undefined where what was written cannot be taken back. */
  readonly rewrite: Rewrite | undefined
  /** The path of a new file, for formats that a library writes; undefined where there is none. */
  readonly file: string | undefined
}

/** Writes tables in a format, each to its place. */
export async function writeTables(
  format: StreamedTables | FiledTables,
  tables: Tables,
  { sinkOf, file, ...options }: TableOptions & Omit<Target, 'rewrite'>,
): Promise<TablesWritten> {
  if (format.kind === 'file') {
    // The plan has seen to it that such a format has a file.
    if (file === undefined) throw new Error('there is no file to write into')
    return format.write(tables, file, options)
  }
  if (format.holds === 'several tables') return format.write(tables, sinkOf(tables[0].name), options)
  let guarded = 0
  // Formats of one table a file take every name and cell as it is.
  for (const table of tables) guarded += (await format.write([table], sinkOf(table.name), options)).guarded
  return { guarded }
}
