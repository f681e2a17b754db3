/** Tables as formats write them. */
import type { ColumnType } from './cell-values.ts'
import type { Column } from './columns.ts'

export { kinds, type ColumnType } from './cell-values.ts'

/** What a column of a table of answers shows instead of a column of the responses. */
export type Shown =
  | 'responseNumber'
  | 'questionId'
  | 'question'
  | 'type'
  | 'member'
  | 'value'
  | 'option'
  | 'chosen'

export type TableColumn = {
  /** Unique in the table without regard to case, without U+0000 and lone surrogates; every format writes it. */
  readonly name: string
  readonly type: ColumnType
  /** The column of the responses that it shows; absent if it shows something else. */
  readonly source?: Column
  /** What it shows instead. */
  readonly shows?: Shown
}

/** A variable of a statistics program: a column, or the columns of options of a question that takes one choice. */
export type Variable = {
  /** A name of ASCII letters, digits and `_`; two variables may have the same. */
  readonly name: string
  /** The name of its column in the file; for several columns, what their names share. */
  readonly header: string
  readonly label: string
  /** `code`: a number for each text in `codes`. */
  readonly type: ColumnType | 'code'
  /** Its first column, from 0. */
  readonly column: number
  readonly codes: readonly Code[]
  /** The code of answers that no text in `codes` describes: what was typed as "Other". */
  readonly other?: number
}

/** A value and its label. `text`: the cell that means it, in this column of the file; absent: numbers are not texts. */
export type Code = {
  readonly value: number
  readonly label: string
  readonly text?: string
  /** From 0; absent: that of the variable. */
  readonly column?: number
}

/** The cells of some rows, row by row, each with as many cells as the table has columns. Valid until the next batch. */
export type RowBatch = {
  readonly rows: number
  /** The kind of each cell, one of `kinds`. */
  readonly kinds: Uint8Array
  /** Where the text of each cell begins and ends in `bytes`. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** UTF-8. */
  readonly bytes: Uint8Array
}

/** A table. Its rows are read in order, as a stream. */
export type Table = {
  /** `responses`, `answers`, `choices`. */
  readonly name: string
  readonly columns: readonly TableColumn[]
  /** The number of rows, if known before they are read. */
  readonly rowCount?: number
  /** The columns of each index, for formats that have indexes. */
  readonly indexes?: readonly (readonly string[])[]
  /** Foreign keys to earlier tables. */
  readonly references?: readonly Reference[]
  /** For a table of answers: the columns of the responses whose cells are its rows, with the titles of their questions. */
  readonly answers?: ReadonlyMap<Column, string>
  readonly rows: () => AsyncIterable<RowBatch>
}

/** A foreign key: a column, and the table and column that it refers to. */
type Reference = {
  readonly column: string
  readonly of: { readonly table: string; readonly column: string }
}

export type Tables = readonly [Table, ...(readonly Table[])]

/** Column names: `headline` as in the form, `id` by question and member ids, `both` by both, `sql` by headlines as databases take them. */
export const headerStyles = ['headline', 'id', 'both', 'sql'] as const

export type HeaderStyle = (typeof headerStyles)[number]

/** Lists: in one cell as `a; b`, as JSON, or as a column of 0 and 1 for each option. */
export type MultiStyle = 'joined' | 'json' | 'columns'

/** What a row is: a response; an answer; or a response, an answer and an option in three tables. */
export const layouts = ['wide', 'long', 'relational'] as const

export type Layout = (typeof layouts)[number]

/** The tables of a layout, by name. */
export const tableNames = {
  wide: ['responses'],
  long: ['answers'],
  relational: ['responses', 'answers', 'choices'],
} as const satisfies Record<Layout, readonly string[]>

/** How responses are laid out. */
export type LayoutOptions = {
  readonly layout: Layout
  readonly headers: HeaderStyle
  /** Absent: the default of the layout. */
  readonly multi?: MultiStyle
  /** `text`: every column is text; absent: columns have the type of their values. */
  readonly types?: 'values' | 'text'
  /** Only these columns, in this order, by any of their names; absent: all. */
  readonly columns?: readonly string[]
  /** Whether an unknown name among them becomes an empty column of the wide table instead of a failure. */
  readonly areKnown?: boolean
}
