import type { Sink } from '../record/bytes.ts'
import type { Table, Tables } from '../table/table.ts'
import { Failure } from '../failure/failure.ts'

/** Writes records unchanged, one a line, with `between` between two of them; returns their number. */
type WriteLines = (between: '\n' | ',\n') => Promise<number>

/** A format that holds records unchanged, as JSON. */
export type RecordFormat = {
  readonly kind: 'records'
  /** Writes the lines and what surrounds them; `members` are written beside `data` where the format has a place for them. */
  readonly write: (
    writeLines: WriteLines,
    out: Sink,
    members: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<number>
}

/** A format whose bytes are written from first to last. */
export type StreamedTables = {
  readonly kind: 'stream'
  readonly mediaType: string
  /** The default delimiter of formats that are lines of cells. */
  readonly delimiter?: string
  /** How a file holds several tables; `one table`: it cannot. */
  readonly holds: 'one table' | 'sheets'
  readonly write: (tables: Tables, out: Sink, options: TableOptions) => Promise<TablesWritten>
}

/** A format that a library writes into a file by itself: a new file, which gets its name when it is complete. */
export type FiledTables = {
  readonly kind: 'file'
  readonly mediaType: string
  readonly holds: 'tables'
  readonly write: (tables: Tables, path: string, options: TableOptions) => Promise<TablesWritten>
}

/** Fails for a table with more columns than a format holds. */
export function refuseTooWide(tables: readonly Table[], format: string, most: number): void {
  for (const { name: table, columns } of tables)
    if (columns.length > most)
      throw Failure.of('too-many-columns', { table, columns: columns.length, format, most })
}

/** The default delimiter of a format; undefined where it has none. */
export const delimiterOf = (format: StreamedTables | FiledTables): string | undefined =>
  format.kind === 'stream' ? format.delimiter : undefined

export type TableOptions = {
  readonly formulas: 'guard' | 'raw'
  /** One character of ASCII; the format's own where absent. */
  readonly delimiter?: string
  readonly bom: boolean
  /** `text`: cells of formats with types are text, too. */
  readonly types?: 'values' | 'text'
  readonly lineEnd: '\n' | '\r\n'
  /** In lines of cells: line breaks in cells become spaces, for programs that read a line as a row. Absent: they stay. */
  readonly lineBreaks?: 'spaces'
  /** Whether cells without an offset show times in UTC; absent: by the clock of their own offset. */
  readonly isInUtc?: boolean
  /** In lines of cells: numbers as Excel reads them, with this decimal sign, and as text where it would lose digits. */
  readonly excelNumbers?: '.' | ','
}

/** What the command reports about the written tables. */
export type TablesWritten = {
  /** Cells made text because a spreadsheet would have run them. */
  readonly guarded: number
  /** Texts too long for a cell, which were cut and marked; absent where the format has no limit. */
  readonly cutCells?: number
  /** Numbers that were written as text cells; absent where nothing turns numbers into text. */
  readonly textNumbers?: number
  /** Cells whose line breaks became spaces; absent where they stay. */
  readonly unbroken?: number
  /** Columns of texts that Excel would change when it opens the file; absent where nothing looks for them. */
  readonly changedByExcel?: readonly ChangedColumn[]
  /** Tables that were split into several sheets; absent: none. */
  readonly split?: readonly SplitTable[]
}

/** A column with how many of its texts a spreadsheet takes for a number or a date, and the first of them. */
export type ChangedColumn = { readonly column: string; readonly values: number; readonly example: string }

/** A table of more rows than a sheet holds, and its sheets with the rows of each below the header. */
export type SplitTable = {
  readonly table: string
  readonly sheets: readonly { readonly name: string; readonly rows: number }[]
}
