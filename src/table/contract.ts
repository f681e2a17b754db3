import type { HeaderStyle, MultiStyle } from '../export/format.ts'
import type { ColumnType } from './table.ts'

/** The columns that exports are held to: those of earlier ones, in their order, and how new ones come to be. */
export type Contract = {
  readonly headers: HeaderStyle
  readonly multi: MultiStyle
  readonly columns: readonly ContractColumn[]
  readonly questions: readonly ContractQuestion[]
}

/** A column as it was first written. */
export type ContractColumn = {
  readonly name: string
  readonly holds: Holding
  /** What all its values were so far; absent while there was none. */
  readonly type?: ColumnType
}

/** What a column holds, by which it is known again. */
export type Holding =
  | { readonly kind: 'record' | 'meta' | 'person'; readonly name: string }
  | {
      readonly kind: 'answer'
      readonly question: string
      readonly member: string
      /** Whether the member stands beside the response, in the entry itself. */
      readonly isBeside: boolean
      readonly option?: string
    }

/** The newest headline of a question, and when the newest response was created that had it when it was noted. */
export type ContractQuestion = { readonly id: string; readonly headline: string; readonly shown: string }

/** In what a contract differs from the one before. */
export type Change =
  | { readonly change: 'added'; readonly column: string }
  /** `from` is absent where the column held nothing before. */
  | {
      readonly change: 'type'
      readonly column: string
      readonly from?: ColumnType
      readonly to: ColumnType
    }
  | {
      readonly change: 'headline'
      readonly question: string
      readonly from: string
      readonly to: string
    }

/** A text that two columns share just when they hold the same. */
export const keyOf = (holds: Holding): string =>
  JSON.stringify(
    holds.kind === 'answer'
      ? [holds.kind, holds.question, holds.member, holds.isBeside, holds.option ?? null]
      : [holds.kind, holds.name],
  )

/** The type that the values of both have; absent is no value. */
export function widened(a: ColumnType | undefined, b: ColumnType | undefined): ColumnType | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b
  if (a === 'integer' && isNumeric(b)) return b
  return b === 'integer' && isNumeric(a) ? a : 'text'
}

/** Whether it has room for integers, and what else it holds is a number. */
const isNumeric = (type: ColumnType): boolean => type === 'int64' || type === 'number'
