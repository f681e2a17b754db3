import type { Column } from './columns.ts'

/** What a cell holds: nothing (no value, or null), a text, a number, true or false, a list or object as JSON. */
export const kinds = { none: 0, text: 1, number: 2, boolean: 3, json: 4 } as const

/**
 * What every cell of a column holds, where it holds anything. `int64`: digits with or without `-`, a whole number of 64 bits
 * with its sign; `integer`: one whose digits a double gives back, too. `number`: a JSON number whose value a double holds,
 * spelt in any way. `boolean`: `true` or `false`. `time`: an instant with milliseconds as in RFC 3339. `json`: JSON. `text`:
 * anything, also numbers that neither 64 bits nor a double hold.
 */
export type ColumnType = 'text' | 'integer' | 'int64' | 'number' | 'boolean' | 'time' | 'json'

/** What a column of a table of answers shows that is no column of the responses. */
export type Shown =
  | 'responseNumber'
  | 'questionId'
  | 'question'
  | 'type'
  | 'member'
  | 'value'
  | 'option'
  | 'chosen'

/** A column of a table that is to be written. */
export type TableColumn = {
  /** No other column of the table has it. */
  readonly name: string
  readonly type: ColumnType
  /** The column of the responses that it shows; absent where it shows another thing. */
  readonly source?: Column
  /** That other thing. */
  readonly shows?: Shown
}

/** The cells of some rows, one row after another, as many a row as the table has columns. Good until the next batch. */
export type RowBatch = {
  readonly rows: number
  /** Of each cell, one of `kinds`. */
  readonly kinds: Uint8Array
  /** Where in `bytes` each cell's text begins, and the place after it. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** UTF-8. */
  readonly bytes: Uint8Array
}

/** A table whose columns are known. Its rows are read once, in order, and may be many. */
export type Table = {
  /** `responses`, `answers`, `choices`. */
  readonly name: string
  readonly columns: readonly TableColumn[]
  /** The number of all rows, where it is known before they are read. */
  readonly rowCount?: number
  /** Names of columns, one or more each, by which people look rows up: for formats that have indexes. */
  readonly indexes?: readonly (readonly string[])[]
  /** Columns that hold values of a column of a table before this one: a row here belongs to a row there. */
  readonly references?: readonly Reference[]
  /** Of a table of answers: the columns of the responses whose cells are its rows, and what their questions are called. */
  readonly answers?: ReadonlyMap<Column, string>
  readonly rows: () => AsyncIterable<RowBatch>
}

/** A foreign key: a column, and the table and column that it refers to. */
type Reference = {
  readonly column: string
  readonly of: { readonly table: string; readonly column: string }
}

/** One table or more. */
export type Tables = readonly [Table, ...(readonly Table[])]

/** A column of a table that is written under another name. */
export type RenamedColumn = { readonly table: string; readonly column: string; readonly name: string }

/** `headline` names a column as the form does, `id` by the ids of question and member, `both` by both. */
export type HeaderStyle = 'headline' | 'id' | 'both'

/** A list in one cell as `a; b`, as JSON, or as a column of 0 and 1 an option. */
export type MultiStyle = 'joined' | 'json' | 'columns'

/** What a row is: a response; an answer; or a response, an answer and an option in three tables. */
export const layouts = ['wide', 'long', 'relational'] as const

/** One of the layouts. */
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
  /** Absent: as is usual in the layout. */
  readonly multi?: MultiStyle
  /** Only these columns, in this order, by any of their names; absent: all. */
  readonly columns?: readonly string[]
  /** Whether a name of theirs that nothing here bears stays an empty column of the wide table. */
  readonly areKnown?: boolean
}
