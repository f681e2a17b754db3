import type { Records } from '../form/record-taker.ts'
import { collect } from './collect.ts'
import { titleOf } from './header.ts'
import type { HeaderStyle, MultiStyle, Sink, Spool } from './format.ts'
import type { Format } from './formats.ts'
import type { TableOptions } from './table-format.ts'
import { wideTable } from './wide.ts'

/** How an export is to look. */
export type ExportOptions = TableOptions & {
  readonly headers: HeaderStyle
  readonly multi: MultiStyle
  /** Only these columns, in this order, by any of their names; absent: all. */
  readonly columns?: readonly string[]
  /** Members of a JSON object beside `data`. */
  readonly members?: Readonly<Record<string, string | number | boolean>>
  readonly spool: Spool
}

/** What was written, for the person. */
export type ExportSummary = {
  readonly rows: number
  /** The names of the columns as they were written, of formats that have them. */
  readonly columns?: readonly string[]
  /** Cells that a spreadsheet would have run, and that got a `'` before them. */
  readonly guarded: number
  /** Questions whose headline changed, by the name that their columns bear. */
  readonly renamed: readonly string[]
}

/** Writes records in a format, in memory that does not grow with their number. */
export async function writeExport(
  format: Format,
  records: Records,
  { out, ...options }: ExportOptions & { readonly out: Sink },
): Promise<ExportSummary> {
  if (format.kind === 'records')
    return { rows: await format.write(records, out, options.members ?? {}), guarded: 0, renamed: [] }
  if (format.kind === 'file') throw new Error('no format yet writes into a file of its own')
  const collected = await collect(records, options)
  const table = wideTable(collected, options)
  const { guarded } = await format.write([table], out, options)
  return {
    rows: collected.rowCount,
    columns: table.columns.map(({ name }) => name),
    guarded,
    renamed: [...collected.columns.questions()].filter((question) => question.isRenamed).map(titleOf),
  }
}
