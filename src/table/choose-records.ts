import type { Batches } from '../record/records.ts'
import { keptRecords, keptTexts, collectBatches, type Collected } from './collect.ts'
import { chosenColumns, type Choosing } from './columns/choose.ts'
import type { Column } from './columns.ts'
import { resolveNames, withChosen, type Naming, type NamesReport } from './columns/resolve.ts'
import type { Hash, Redacted } from './redact/redact.ts'
import { mapBatches, recordRedactor } from './redact/redact-record.ts'
import { refuseAllDropped } from './layouts/wide.ts'
import type { Spool } from './bytes.ts'
import { namesOf } from './columns/column-names.ts'

export type { NamesReport } from './columns/resolve.ts'
export type { Hash, Redaction, RedactStyle } from './redact/redact.ts'
export { checkCondition } from './where/condition.ts'

/** Which records are wanted, and how, by what columns are called in a wide table of them. */
export type RecordChoosing = Naming & {
  readonly hash?: Hash
  /** Where records wait until it is known what names mean. */
  readonly spool: Spool
  /** Picks some of those that were chosen, as they came, before they are redacted. */
  readonly pick?: (batches: Batches) => Batches
  /** Names of columns that are to be found. */
  readonly columns?: readonly string[]
}

/** A column of a wide table of all records, and what its header calls it; nobody gave anything for one without column. */
export type FoundColumn = { readonly name: string; readonly column: Column | undefined }

/** Records that were chosen. */
export type ChosenRecords = {
  readonly count: number
  /** In the order in which they came. */
  readonly batches: Batches
  /** The same as JSON, batch by batch, in place of `batches`; absent where records are picked or redacted. */
  readonly texts?: AsyncIterable<readonly string[]>
  readonly names: NamesReport
  /** The columns that were named; absent: none were. */
  readonly found?: readonly FoundColumn[]
}

/**
 * Reads all records and chooses among them: which columns there are, and so what names mean, is known only after the last
 * one. Memory does not grow with their number.
 */
export async function chooseRecords(
  records: Batches,
  { hash, spool, pick, columns, ...naming }: RecordChoosing,
): Promise<ChosenRecords> {
  const { where = [], redactions = [], headers } = naming
  const isRedacting = redactions.length > 0
  const keeps = where.length > 0 ? 'cells and record' : 'record'
  const collected = await collectBatches(records, { multi: 'json', isRedacting, spool, keeps })
  const { matching, redacted, report } = await resolveNames(collected, naming)
  refuseAllDropped(collected.columns.all.filter((column) => redacted.columns.get(column) !== 'drop'))
  const found = columns && foundColumns(collected, redacted, { names: columns, headers })
  const isWanted = (row: number): boolean => matching?.has(row) !== false
  const matched = keptRecords(spool.blocks(), isWanted)
  const chosen = pick ? pick(matched) : matched
  return {
    count: matching?.count ?? collected.rowCount,
    ...(!isRedacting && !pick && { texts: keptTexts(spool.blocks(), isWanted) }),
    batches: isRedacting ? mapBatches(chosen, recordRedactor(redacted, hash)) : chosen,
    names: columns ? withChosen(report, collected, { layout: 'wide', columns, headers }) : report,
    ...(found && { found }),
  }
}

function foundColumns(
  collected: Collected,
  { columns }: Redacted,
  choosing: Choosing,
): readonly FoundColumn[] {
  const hidden = new Set(collected.columns.all.filter((column) => columns.get(column) === 'drop'))
  const { header } = namesOf(collected, choosing.headers)
  return chosenColumns({ ...collected, hidden }, choosing).map((column) =>
    typeof column === 'string'
      ? { name: column, column: undefined }
      : { name: header.get(column) ?? '', column },
  )
}
