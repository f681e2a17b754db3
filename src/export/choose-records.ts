import type { Batches, RawRecord } from '../record/records.ts'
import { carriedRecords } from './carried-records.ts'
import { collectBatches } from './collect.ts'
import type { Spool } from './format.ts'
import { chosenColumns, toldColumns, type Choosing } from './chosen-columns.ts'
import { namesOf, type Collected } from './collected.ts'
import type { Column } from './columns.ts'
import { namedIn, type Named, type Naming, type ToldOfNames } from './named.ts'
import { namesRedacted, type Hash } from './redact.ts'
import { recordRedactor } from './redact-record.ts'
import { refuseAllDropped } from './wide.ts'

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
  readonly told: ToldOfNames
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
  const isRedacting = (naming.redactions ?? []).length > 0
  const carries = (naming.where ?? []).length > 0 ? 'beside cells' : 'beside JSON'
  const collected = await collectBatches(records, { multi: 'json', isRedacting, spool, carries })
  const { matching, redacted, told } = await namedIn(collected, naming)
  refuseAllDropped(collected.columns.all.filter((column) => redacted.get(column) !== 'drop'))
  const found = columns && foundColumns(collected, redacted, { names: columns, headers: naming.headers })
  const matched = carriedRecords(spool.blocks(), (row) => matching?.has(row) !== false)
  const chosen = pick ? pick(matched) : matched
  const names = namesRedacted(naming.redactions ?? [])
  const redact = recordRedactor(collected.columns, { redacted, names, ...(hash && { hash }) })
  return {
    count: matching?.count ?? collected.rowCount,
    batches: redact === undefined ? chosen : eachOf(chosen, redact),
    told: found
      ? {
          ...told,
          ...toldColumns(collected, { layout: 'wide', columns: columns ?? [], headers: naming.headers }),
        }
      : told,
    ...(found && { found }),
  }
}

function foundColumns(
  collected: Collected,
  redacted: Named['redacted'],
  choosing: Choosing,
): readonly FoundColumn[] {
  const hidden = new Set(collected.columns.all.filter((column) => redacted.get(column) === 'drop'))
  const { header } = namesOf(collected, choosing.headers)
  return chosenColumns({ ...collected, hidden }, choosing).map((column) =>
    typeof column === 'string'
      ? { name: column, column: undefined }
      : { name: header.get(column) ?? '', column },
  )
}

async function* eachOf(batches: Batches, redact: (record: RawRecord) => RawRecord): Batches {
  for await (const batch of batches) yield batch.map(redact)
}
