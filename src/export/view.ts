import type { Collected } from './collected.ts'
import { isTimeColumn, type Column } from './columns.ts'
import { redactedColumns, type Hash, type Redaction } from './redact.ts'
import { remakersOf, type RemakeCell } from './remake-cells.ts'
import { beginRow, putCell, putRow, remakeRows, type ReadRow, type RowBlock } from './row-blocks.ts'
import { makeTextBytes } from './text-bytes.ts'
import type { TimeZone } from './time-zone.ts'
import { conditionsOf } from './where/condition.ts'
import { matchingRows } from './where/matching-rows.ts'

/** Which responses are seen, and how. */
export type ViewOptions = {
  /** Conditions that all have to hold. */
  readonly where?: readonly string[]
  readonly redactions?: readonly Redaction[]
  readonly hash?: Hash
  readonly timeZone?: TimeZone
  /** Whether lists of choices were collected as JSON, but are to stand in one cell. */
  readonly isJoining: boolean
}

/** What is seen of responses. */
export type View = {
  readonly collected: Collected
  /** Times of columns that are no instants and so stayed as they were; known once the rows were read. */
  readonly timesLeft: (shown: ReadonlySet<Column>) => number
}

/**
 * Responses as a table is to show them: first those that match are taken, by what they really hold; then columns are
 * redacted, times told in their zone. No response at all has no column that a name could be wrong about.
 */
export async function viewOf(collected: Collected, options: ViewOptions): Promise<View> {
  const { columns, spool, rowCount } = collected
  const all = columns.inOrder()
  const { where = [], redactions = [], hash, timeZone, isJoining } = rowCount === 0 ? bare : options
  const matching =
    where.length === 0 ? undefined : await matchingRows(spool.blocks(), conditionsOf(where, all))
  const redacted = redactedColumns(redactions, all)
  const left = new Map<Column, number>()
  const remakers = remakersOf(all, {
    redacted,
    isJoining,
    noInstant: (column) => left.set(column, (left.get(column) ?? 0) + 1),
    ...(hash && { hash }),
    ...(timeZone && { timeZone }),
  })
  const remake = remakers.size === 0 ? putRow : makeRemakeRow(remakers)
  const blocks = (): AsyncIterable<Uint8Array> => {
    left.clear()
    return remakeRows(spool.blocks(), (row, into) => {
      if (matching?.has(row.number) !== false) remake(into, row)
    })
  }
  const isSame = matching === undefined && remakers.size === 0
  return {
    collected: {
      columns,
      rowCount: matching?.count ?? rowCount,
      spool: isSame ? spool : { blocks },
      hidden: new Set(all.filter((column) => redacted.get(column) === 'drop')),
      retyped: new Map(
        all
          .filter((column) => remakers.has(column.number) && (redacted.has(column) || !isTimeColumn(column)))
          .map((column) => [column, 'text']),
      ),
    },
    timesLeft: (shown) =>
      [...left].reduce((sum, [column, times]) => sum + (shown.has(column) ? times : 0), 0),
  }
}

const bare: ViewOptions = { isJoining: false }

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A row of which some cells are made anew. */
function makeRemakeRow(remakers: ReadonlyMap<number, RemakeCell>): (into: RowBlock, row: ReadRow) => void {
  const bytesOf = makeTextBytes()
  return (into, { cells, bytes }) => {
    beginRow(into, cells.count)
    for (let i = 0; i < cells.count; i++) {
      const [column, kind] = [cells.columns[i] ?? 0, cells.kinds[i] ?? 0]
      const [from, to] = [cells.starts[i] ?? 0, cells.ends[i] ?? 0]
      const remaker = remakers.get(column)
      if (!remaker) putCell(into, { column, kind, from, to }, bytes)
      else {
        const cell = remaker({ kind, text: decoder.decode(bytes.subarray(from, to)) })
        const text = bytesOf(cell.text)
        putCell(into, { column, kind: cell.kind, from: 0, to: text.length }, text)
      }
    }
  }
}
