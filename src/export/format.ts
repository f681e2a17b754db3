import type { RawRecord } from '../form/raw-record.ts'

/** Takes bytes in order. Once it resolves, the bytes may be overwritten. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Bytes kept aside for one second reading, in memory or in a file of nobody else's. */
export type Spool = {
  /** Once it resolves, the block may be overwritten. */
  readonly append: (block: Uint8Array) => Promise<void>
  /** The very blocks that were appended, in order; each is good until the next. */
  readonly blocks: () => AsyncIterable<Uint8Array>
}

/** `headline` names a column as the form does, `id` by the ids of question and member, `both` by both. */
export type HeaderStyle = 'headline' | 'id' | 'both'

/** A list in one cell as `a; b`, as JSON, or as a column of 0 and 1 an option. */
export type MultiStyle = 'joined' | 'json' | 'columns'

export type ExportOptions = {
  readonly headers: HeaderStyle
  readonly multi: MultiStyle
  /** One character; the format's own where absent. */
  readonly delimiter?: string
  readonly bom: boolean
  readonly formulas: 'guard' | 'raw'
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

/** A format: response records in batches to bytes, in memory that does not grow with their number. */
export type Format = {
  /** Endings of file names that mean this format, with their dot. */
  readonly endings: readonly string[]
  readonly write: (
    batches: AsyncIterable<readonly RawRecord[]>,
    out: Sink,
    options: ExportOptions,
  ) => Promise<ExportSummary>
}
