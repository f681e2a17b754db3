import type { Column } from '../columns.ts'
import type { RedactStyle } from '../redact.ts'
import type { RenamedColumn } from '../table-format.ts'
import type { Observed } from './observed.ts'

/** With what tables are described. */
export type Describing = {
  readonly observed: Observed
  /** A text as it stands in the file. */
  readonly textInFile: (text: string) => string
  /** Columns that the format names otherwise. */
  readonly unlike?: readonly RenamedColumn[] | undefined
  /** Columns of which nothing that they held is told. */
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  /** Whether lists of choices stand in one cell. */
  readonly isJoined: boolean
  /** Whether it may be told which forms ask a question. */
  readonly tellsForms: boolean
}

/** Options as a codebook has them. */
export const toldOptions = (options: ReadonlyMap<string, number>): unknown =>
  [...options].map(([value, count]) => ({ value, count }))
