import type { Records } from '../form/record-taker.ts'
import { collect } from './collect.ts'
import type { Collected } from './collected.ts'
import { isOneByte } from './delimited.ts'
import { writeDirectly } from './direct.ts'
import { titleOf } from './header.ts'
import type { Table } from './table.ts'
import type { HeaderStyle, MultiStyle, Sink, Spool } from './format.ts'
import type { Format } from './formats.ts'
import type {
  FiledTables,
  RenamedColumn,
  StreamedTables,
  TableOptions,
  Tables,
  TablesWritten,
} from './table-format.ts'
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
  /** Cells that a spreadsheet would have run, and that were made text. */
  readonly guarded: number
  /** Columns whose names the format does not take. */
  readonly unlike?: readonly RenamedColumn[]
  /** Texts that were longer than a cell of the format holds, and were cut. */
  readonly cutCells?: number
  /** Questions whose headline changed, by the name that their columns bear. */
  readonly renamed: readonly string[]
}

/** Where an export goes. */
type Target = {
  readonly out: Sink
  /** Forgets what went to `out`; undefined where that cannot be taken back. */
  readonly restart: (() => Promise<void>) | undefined
  /** The path of a new file, for formats that a library writes; undefined where there is none. */
  readonly file: string | undefined
}

function writeTables(
  format: StreamedTables | FiledTables,
  tables: Tables,
  { out, file, ...options }: TableOptions & Omit<Target, 'restart'>,
): Promise<TablesWritten> {
  if (format.kind === 'stream') return format.write(tables, out, options)
  // The plan has seen to it that such a format has a file.
  if (file === undefined) throw new Error('there is no file to write into')
  return format.write(tables, file, options)
}

/** Writes records in a format, in memory that does not grow with their number. */
export async function writeExport(
  format: Format,
  records: Records,
  { out, file, restart, ...options }: ExportOptions & Target,
): Promise<ExportSummary> {
  if (format.kind === 'records')
    return { rows: await format.write(records, out, options.members ?? {}), guarded: 0, renamed: [] }
  const { multi, delimiter = format.kind === 'stream' ? format.delimiter : undefined } = options
  const { take, again } = records
  if (take && again && restart && delimiter !== undefined && isOneByte(delimiter) && multi !== 'columns') {
    const rereadable = { ...records, take, again }
    const written = await writeDirectly(rereadable, { ...options, multi, delimiter, out, restart })
    return summaryOf(written.collected, written.table, written)
  }
  const collected = await collect(records, options)
  const table = wideTable(collected, options)
  return summaryOf(collected, table, await writeTables(format, [table], { out, file, ...options }))
}

function summaryOf(
  collected: Collected,
  table: Table,
  { guarded, renamed: unlike, cutCells }: TablesWritten,
): ExportSummary {
  return {
    rows: collected.rowCount,
    columns: table.columns.map(({ name }) => name),
    guarded,
    ...(unlike ? { unlike } : {}),
    ...(cutCells === undefined ? {} : { cutCells }),
    renamed: [...collected.columns.questions()].filter((question) => question.isRenamed).map(titleOf),
  }
}
