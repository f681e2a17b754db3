import type { Batches } from '../record/records.ts'
import { keptRecords, keptTexts } from './sparse-rows.ts'
import { collectBatches, type Collected, type Source } from './collect.ts'
import { mergeQuestions } from './merge-questions.ts'
import type { MergeOptions, FormQuestion } from './questions.ts'
import { typeOf, type Column } from './columns.ts'
import { withNo, addAsked } from './spec-questions.ts'
import {
  chosenColumns,
  type ColumnChoice,
  areColumnsUnknown,
  isUngiven,
  namesOf,
  unknownColumns,
} from './columns/column-names.ts'
import { resolveNames, withChosen, type NameOptions, type NamesReport } from './resolve-names.ts'
import { type Hash, type Redacted, mapBatches, recordRedactor } from './redact.ts'
import { refuseAllDropped } from './layouts/wide.ts'
import type { Spool } from '../record/bytes.ts'
import { targetOf, type Target, valuesOfRows } from './where/matching-rows.ts'
export type { NamesReport } from './resolve-names.ts'
export type { Hash, Redaction, RedactStyle } from './redact.ts'
export { checkCondition } from './where/matching-rows.ts'

/** Which records are wanted, and how they are redacted, by the column names of their wide table. */
export type RecordSelection = NameOptions & {
  readonly hash?: Hash
  /** Holds the records until all columns, and so the meanings of names, are known. */
  readonly spool: Spool
  /** Which questions of several forms are one. */
  readonly merging?: MergeOptions
  /** The questions of forms as their specs have them; absent: unknown. */
  readonly asked?: readonly FormQuestion[]
  /** Picks some of the matching records, before they are redacted. */
  readonly pick?: (batches: Batches) => Batches
  readonly columns?: readonly string[]
  /** The name of the column whose values are wanted beside each record. */
  readonly by?: string | undefined
}

/** The columns of a name with their own names, and their values for each chosen record in order. */
export type ValuesBy = {
  readonly columns: readonly Column[]
  readonly names: readonly string[]
  readonly values: readonly (readonly string[])[]
}

/** A named column and its name in the header of the wide table; `undefined` for a known member that no record has. */
export type FoundColumn = { readonly name: string; readonly column: Column | undefined }

export type ChosenRecords = {
  readonly count: number
  /** In the order in which they came. */
  readonly batches: Batches
  /** The same records as JSON, to be read instead of `batches`; absent if they have to be parsed. */
  readonly texts?: AsyncIterable<readonly string[]>
  readonly names: NamesReport
  /** The columns that were looked up; absent if there were none. */
  readonly found?: readonly FoundColumn[]
  /** Absent: no column was named. */
  readonly by?: ValuesBy
}

/**
 * Reads all records and chooses among them. The columns, and so the meanings of names, are known only after the last record,
 * so records wait in the spool: memory does not grow with their number.
 */
export async function chooseRecords(
  { batches, collect }: Source,
  { hash, spool: own, merging, asked = [], pick, columns, by, ...naming }: RecordSelection,
): Promise<ChosenRecords> {
  const { where = [], redactions = [], headers } = naming
  const isRedacting = redactions.length > 0
  const keepsCells = where.length > 0 || by !== undefined
  const keeps = keepsCells ? 'cells and record' : 'record'
  const isFast = collect !== undefined && !isRedacting
  const all = isFast
    ? await collect({ multi: 'json', keepsRecord: true, spool: own })
    : await collectBatches(batches(), { multi: 'json', isRedacting, spool: own, keeps })
  const putInOrder = addAsked(all.columns, asked, { multi: 'json' })
  const collected = withNo(merging ? mergeQuestions(all, merging) : all, asked)
  putInOrder()
  const { spool } = collected
  const { matching, redacted, report } = await resolveNames(collected, naming)
  refuseAllDropped(collected.columns.all.filter((column) => redacted.columns.get(column) !== 'drop'))
  const found = columns && foundColumns(collected, redacted, { names: columns, headers })
  const isWanted = (row: number): boolean => matching?.has(row) !== false
  const matched = keptRecords(spool.blocks(), isWanted)
  const chosen = pick ? pick(matched) : matched
  return {
    count: matching?.count ?? collected.rowCount,
    ...(!isRedacting && !pick && !isFast && { texts: keptTexts(spool.blocks(), isWanted) }),
    batches: isRedacting ? mapBatches(chosen, recordRedactor(redacted, hash)) : chosen,
    names: columns ? withChosen(report, collected, { layout: 'wide', columns, headers }) : report,
    found,
    ...(by !== undefined && { by: await valuesBy(by, collected, { headers, isWanted }) }),
  }
}

const seeColumns = 'To see the columns of these responses, run formctl responses export on them.'

async function valuesBy(
  name: string,
  collected: Collected,
  { headers, isWanted }: Pick<NameOptions, 'headers'> & { readonly isWanted: (row: number) => boolean },
): Promise<ValuesBy> {
  const called = namesOf(collected, headers)
  const named = called.columnsNamed(name)
  if (!named && !areColumnsUnknown(collected) && !isUngiven(name, called))
    throw unknownColumns([name], called, () => seeColumns)
  const target = named ? targetOf(named, typeOf) : (new Map() satisfies Target)
  return {
    columns: named?.columns ?? [],
    names: (named?.columns ?? []).map((column) => called.header.get(column) ?? ''),
    values: await valuesOfRows(collected.spool.blocks(), target, isWanted),
  }
}

function foundColumns(
  collected: Collected,
  { columns }: Redacted,
  choosing: ColumnChoice,
): readonly FoundColumn[] {
  const hidden = new Set(collected.columns.all.filter((column) => columns.get(column) === 'drop'))
  const { header } = namesOf(collected, choosing.headers)
  return chosenColumns({ ...collected, hidden }, choosing).map((column) =>
    typeof column === 'string'
      ? { name: column, column: undefined }
      : { name: header.get(column) ?? '', column },
  )
}
