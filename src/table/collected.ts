import { columnNames, type ColumnNames } from './columns/names.ts'
import type { Column, Columns } from './columns.ts'
import type { OrderedColumns } from './order-by.ts'
import type { HeaderStyle, Spool } from '../export/format.ts'
import { titleOf } from './columns/header.ts'
import type { ColumnType } from './table.ts'

/** Responses as rows in a spool, and the columns that all of them together have. */
export type Collected = {
  readonly columns: Columns
  readonly rowCount: number
  readonly spool: Pick<Spool, 'blocks'>
  /** Whether something is redacted: then no option of a list is to be named that was not given. */
  readonly isRedacting?: boolean
  /** The columns as a contract orders and names them; absent: there is none. */
  readonly ordered?: Pick<OrderedColumns, 'order' | 'names'>
  /** Columns that no table shows. */
  readonly hidden?: ReadonlySet<Column>
  /** Columns of another type than that of what they held. */
  readonly retyped?: ReadonlyMap<Column, ColumnType>
}

/** The columns that may be shown, in their order. */
export const shownColumns = ({ columns, hidden, ordered }: Collected): readonly Column[] =>
  (ordered?.order ?? columns.inOrder()).filter((column) => hidden?.has(column) !== true)

/** What all columns are called, shown or not: a name must not hang on which others are left out. */
export const namesOf = (
  { columns, ordered, isRedacting }: Pick<Collected, 'columns' | 'ordered' | 'isRedacting'>,
  style: HeaderStyle,
): ColumnNames =>
  columnNames(ordered?.order ?? columns.inOrder(), style, {
    ...(ordered && { given: ordered.names }),
    hidesOptions: isRedacting === true,
  })

/** Whether there are records, and none tells what a response does: what was answered, or when it was begun. */
export const areNoResponses = ({ columns, rowCount }: Collected): boolean =>
  rowCount > 0 && columns.of('record', 'createdAt').held === 0 && columns.questions().next().done === true

/** Questions whose headline changed, by the name that their columns bear. */
export const renamedIn = ({ columns }: Collected): readonly string[] =>
  [...columns.questions()].filter((question) => question.isRenamed).map(titleOf)
