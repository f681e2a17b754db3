import type { Sink } from '../table/bytes.ts'
import type { RenamedColumn, Tables } from '../table/table.ts'

/** Writes records as they came, a line each, with this text between two; gives their number. */
type WriteLines = (between: '\n' | ',\n') => Promise<number>

/** A format that holds records as they came: any that JSON can write. */
export type RecordFormat = {
  readonly kind: 'records'
  /** Writes lines and what stands around them; `members` stand beside `data` where the format can hold them. */
  readonly write: (
    writeLines: WriteLines,
    out: Sink,
    members: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<number>
}

/** A format that is bytes, written from first to last; text formats hold one table a file. */
export type StreamedTables = {
  readonly kind: 'stream'
  /** What usually stands between cells, of formats that are lines of cells. */
  readonly delimiter?: string
  readonly holds: 'one table' | 'several tables'
  readonly write: (tables: Tables, out: Sink, options: TableOptions) => Promise<TablesWritten>
}

/** A format that a library writes into a file of its own: the file is new, and is given its name when it is whole. */
export type FiledTables = {
  readonly kind: 'file'
  readonly holds: 'several tables'
  readonly write: (tables: Tables, path: string, options: TableOptions) => Promise<TablesWritten>
}

export type TableOptions = {
  readonly formulas: 'guard' | 'raw'
  /** One character; the format's own where absent. */
  readonly delimiter?: string
  readonly bom: boolean
  readonly lineEnd: '\n' | '\r\n'
}

/** What was written, for the person. */
export type TablesWritten = {
  /** Cells that a spreadsheet would have run, and that were made text. */
  readonly guarded: number
  /** Columns whose names the format does not take, with the names that they got. */
  readonly renamedColumns?: readonly RenamedColumn[]
  /** Texts that were longer than a cell of the format holds, and that were cut and marked; absent where it has no limit. */
  readonly cutCells?: number
  /** Numbers that stand there as texts, where single cells can. */
  readonly textNumbers?: number
  /** Tables that stand in several sheets; absent: none, or the format has no sheets. */
  readonly split?: readonly SplitTable[]
}

/** A table of more rows than a sheet holds, and its sheets with the rows of each below the header. */
export type SplitTable = {
  readonly table: string
  readonly sheets: readonly { readonly name: string; readonly rows: number }[]
}
