/** What a target of `responses sync` can do: hold tables of responses, and the state of the sync beside them. */
import type { ColumnType } from '../table/table.ts'

/** A value of a cell: text, JSON and times as text, 0 or 1 for no and yes; null: no answer. */
export type Value = string | number | bigint | null

export type TargetColumn = { readonly name: string; readonly type: ColumnType }

export type WiderColumn = TargetColumn & { readonly from: ColumnType }

/** How the columns of a table change; a target does it together with the rows that need it. */
export type TableChange = {
  readonly name: string
  /** All columns of the table. `id`, the id of the response, identifies a row. */
  readonly columns: readonly TargetColumn[]
  /** Columns that the target does not have yet; of a new table, all. */
  readonly added: readonly TargetColumn[]
  /** Columns whose values have outgrown their type. */
  readonly widened: readonly WiderColumn[]
  /** Absent: as they are. */
  readonly labels?: Labels | undefined
  /** Rows to write, each with a value for each column; one of the same key is replaced. */
  readonly rows: readonly (readonly Value[])[]
}

/** What the target knows of a response: the table of its row, and a hash of the record that it was made of; empty: it is marked. */
export type KnownResponse = { readonly id: string; readonly table: string; readonly hash: string }

/** `created`: when the response was, as the service says it. */
export type WrittenResponse = KnownResponse & { readonly created: string }

/** An option that an answer chose. */
export type Choice = Readonly<Record<'responseId' | 'table' | 'column' | 'option', string>>

/** What the columns of answers mean. */
export type Labels = {
  readonly questions: readonly {
    readonly column: string
    /** Null until somebody has answered. */
    readonly questionId: string | null
    readonly key: string | null
    readonly question: string
    readonly type: string | null
    /** The member of the answer that the column holds, and the option or row of it, if it holds one. */
    readonly member: string
    readonly option: string | null
    readonly position: number
  }[]
  /** Options with their codes, and the ends of scales; of a question with several columns, at the first. */
  readonly options: readonly { readonly column: string; readonly option: string; readonly code: number }[]
}

export const textColumns = (...names: readonly string[]): readonly TargetColumn[] =>
  names.map((name) => ({ name, type: 'text' }))

export const choiceColumns = textColumns('response_id', 'table', 'column_name', 'option')

/** The row of a choice in its table. */
export const choiceRow = (one: Choice): readonly Value[] => [
  one.responseId,
  one.table,
  one.column,
  one.option,
]

/** The tables of labels. */
export const labelColumns = {
  questions: [
    ...textColumns('table', 'column_name', 'question_id', 'key', 'question', 'type', 'member', 'option'),
    { name: 'position', type: 'integer' },
  ],
  options: [...textColumns('table', 'column_name', 'option'), { name: 'code', type: 'integer' }],
} satisfies Readonly<Record<string, readonly TargetColumn[]>>

/** The rows of a table in the tables of labels. */
export const labelRows = (
  table: string,
  { questions, options }: Labels,
): Readonly<Record<keyof typeof labelColumns, readonly (readonly Value[])[]>> => ({
  questions: questions.map((one) => [
    table,
    one.column,
    one.questionId,
    one.key,
    one.question,
    one.type,
    one.member,
    one.option,
    one.position,
  ]),
  options: options.map(({ column, option, code }) => [table, column, option, code]),
})

/** One step of a sync: all of it is in the target, or nothing. */
export type TargetStep = {
  readonly tables: readonly TableChange[]
  readonly responses: readonly WrittenResponse[]
  readonly choices: readonly Choice[]
  /** Responses whose rows go: erased ones, and those that moved to another table. */
  readonly removed: readonly KnownResponse[]
  /** Responses that a full read did not hold; their rows are marked with the time in `_deleted`. */
  readonly missing?: { readonly responses: readonly KnownResponse[]; readonly at: string }
  /** The state of the sync after this step, as text. */
  readonly state: string
}

export type SyncTarget = {
  /** As people read it, without a password. */
  readonly place: string
  /** The state that the last step left; undefined: the target is new. */
  readonly state: () => Promise<string | undefined>
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, KnownResponse>>
  /** Every response. */
  readonly all: () => AsyncIterable<readonly KnownResponse[]>
  readonly write: (step: TargetStep) => Promise<void>
  /** Merges files that many steps have left, at the end of a run. Absent: there are none. */
  readonly compact?: () => Promise<void>
  readonly close: () => Promise<void>
}
