import type { PlacedFinding, Range } from './placed.ts'

/** One row: the texts of a form's variables by name. */
export type Row = {
  /** From 1; the header of a table is not counted. */
  readonly number: number
  /** Where it begins in its file, from 1. */
  readonly line: number
  readonly values: ReadonlyMap<string, string>
  /** Its first line, as far as it is of this row. */
  readonly range: Range
  /** Where each of its names stands: in it, or in the header that all rows share. */
  readonly names: ReadonlyMap<string, Range>
}

/** A file of rows, read. */
export type RowsFile = {
  readonly rows: readonly Row[]
  /** Every name that a row has, in the order of the file. */
  readonly columns: readonly string[]
  /** Whether a header names what all rows hold. */
  readonly isTable: boolean
  readonly findings: readonly PlacedFinding[]
}
