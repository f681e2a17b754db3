import type { Records } from '../form/record-taker.ts'
import { isForKernel } from './delimited.ts'
import type { DirectOptions, Takeable } from './direct.ts'
import type { FiledTables, StreamedTables } from './table-format.ts'
import type { ExportOptions } from './write-export.ts'
import type { Target } from './write-tables.ts'

/** What lines are written with while records still come; undefined where they have to wait for the last record. */
export function directly(
  format: StreamedTables | FiledTables,
  records: Records,
  options: ExportOptions & Pick<Target, 'rewrite' | 'shared'>,
): { readonly records: Takeable; readonly options: Omit<DirectOptions, 'out'> } | undefined {
  const { multi = 'joined', rewrite, delimiter = delimiterOf(format), threads, shared } = options
  const { take } = records
  if (!isUnchanged(options) || !take || !rewrite || multi === 'columns') return undefined
  if (delimiter === undefined || !isForKernel(delimiter)) return undefined
  const leaping = threads && shared && { leaping: { ...threads, target: shared } }
  return { records: { take }, options: { ...options, multi, delimiter, rewrite, ...leaping } }
}

/** Whether the wide table is written as it was collected. */
const isUnchanged = ({
  layout,
  columns,
  where,
  redactions,
  timeZone,
  contract,
  describe,
}: ExportOptions): boolean =>
  layout === 'wide' &&
  columns === undefined &&
  (where ?? []).length === 0 &&
  (redactions ?? []).length === 0 &&
  timeZone === undefined &&
  contract === undefined &&
  describe === undefined

/** Whether the types of columns show: lines of cells have none. */
export const isTyped = (
  format: StreamedTables | FiledTables,
  { contract, describe }: Pick<ExportOptions, 'contract' | 'describe'>,
): boolean => delimiterOf(format) === undefined || contract !== undefined || describe !== undefined

/** The usual delimiter of a format; undefined where it has none. */
const delimiterOf = (format: StreamedTables | FiledTables): string | undefined =>
  format.kind === 'stream' ? format.delimiter : undefined
