import type { Collected } from './collected.ts'
import type { Column } from './columns.ts'
import { joinedTypes } from './joined-types.ts'
import type { MergedOptions } from './merge-options.ts'
import { namedIn, type Named, type Naming } from './named.ts'
import { namesRedacted, redactText, type Hash } from './redact.ts'
import { valueRedactor } from './redact-record.ts'
import { isJoined, remakersOf } from './remake-cells.ts'
import { makeMergeRow, makeRemakeRow } from './remake-row.ts'
import { putRow, remakeRows } from './row-blocks.ts'
import type { Tables } from './table-format.ts'
import type { ColumnType } from './table.ts'
import type { TimeZone } from './time-zone.ts'
import type { MatchingRows } from './where/matching-rows.ts'

/** Which responses are seen, and how. */
export type ViewOptions = Naming & {
  readonly hash?: Hash
  readonly timeZone?: TimeZone
  /** Whether lists of choices were collected as JSON, but are to stand in one cell. */
  readonly isJoining: boolean
  /** Whether anybody asks for the types of columns. */
  readonly isTyped: boolean
  /** Options whose columns must not be seen. */
  readonly merged?: MergedOptions
}

/** What is seen of responses. */
export type View = {
  readonly collected: Collected
  /** Times of columns that are no instants and so stayed as they were; known once the rows were read. */
  readonly timesLeft: (shown: ReadonlySet<Column>) => number
  /** The rows that match, as they were collected, without what repeats an answer that is redacted. */
  readonly matching: () => AsyncIterable<Uint8Array>
  readonly redacted: Named['redacted']
  readonly told: Named['told']
}

/**
 * Responses as a table is to show them: first those that match are taken, by what they really hold; then columns are
 * redacted, times told in their zone. Names are those of the header that is written, with its columns file.
 */
export async function viewOf(collected: Collected, options: ViewOptions): Promise<View> {
  const { columns, spool, rowCount } = collected
  const all = columns.inOrder()
  const { isJoining, isTyped, merged = new Map(), ...remaking } = options
  const { matching, redacted, told } = await namedIn(collected, options)
  const left = new Map<Column, number>()
  const noInstant = (column: Column): void => void left.set(column, (left.get(column) ?? 0) + 1)
  const seen = all.filter(({ number }) => !merged.has(number))
  const redaction = { ...remaking, redacted, names: namesRedacted(options.redactions ?? []) }
  const valuesOf = valueRedactor(columns, redaction)
  const remakers = remakersOf(seen, { ...remaking, redacted, valuesOf, isJoining, noInstant })
  const remake = remakers.size === 0 ? putRow : makeRemakeRow(remakers)
  const remade = (): AsyncIterable<Uint8Array> => {
    left.clear()
    return remakeRows(spool.blocks(), (row, into) => {
      if (matching?.has(row.number) !== false) remake(into, row)
    })
  }
  const isSame = matching === undefined && remakers.size === 0
  const cleaners = remakersOf(
    seen.filter((column) => !redacted.has(column)),
    { redacted: new Map(), valuesOf, isJoining: false, noInstant },
  )
  const blocks = isSame ? spool.blocks : remade
  const types = isJoining && isTyped ? await joinedTypes(spool.blocks(), seen) : new Map<Column, ColumnType>()
  return {
    collected: {
      ...collected,
      rowCount: matching?.count ?? rowCount,
      spool: { blocks: merged.size === 0 ? blocks : merging(blocks, { merged, redacted, ...remaking }) },
      hidden: new Set(all.filter((column) => redacted.get(column) === 'drop' || merged.has(column.number))),
      retyped: retypedAs(seen, { redacted, types, isJoining }),
    },
    timesLeft: (shown) =>
      [...left].reduce((sum, [column, times]) => sum + (shown.has(column) ? times : 0), 0),
    matching: () => onlyMatching(spool.blocks(), matching, cleaners),
    redacted,
    told,
  }
}

type Retyping = {
  readonly redacted: Named['redacted']
  readonly types: ReadonlyMap<Column, ColumnType>
  readonly isJoining: boolean
}

/** What is hashed or masked is text; lists that stand in one cell have the type of that; dropped columns keep theirs. */
function retypedAs(
  columns: readonly Column[],
  { redacted, types, isJoining }: Retyping,
): ReadonlyMap<Column, ColumnType> {
  const retyped = new Map<Column, ColumnType>()
  for (const column of columns) {
    const how = redacted.get(column)
    if (how === 'hash' || how === 'mask') retyped.set(column, 'text')
    else if (!how && isJoined(column, isJoining)) retyped.set(column, types.get(column) ?? 'text')
  }
  return retyped
}

/** The columns of responses that tables show. */
export const shownIn = (tables: Tables): ReadonlySet<Column> =>
  new Set(tables.flatMap(({ columns }) => columns.flatMap(({ source }) => source ?? [])))

function onlyMatching(
  blocks: AsyncIterable<Uint8Array>,
  matching: MatchingRows | undefined,
  cleaners: ReturnType<typeof remakersOf>,
): AsyncIterable<Uint8Array> {
  if (!matching && cleaners.size === 0) return blocks
  const put = cleaners.size === 0 ? putRow : makeRemakeRow(cleaners)
  return remakeRows(blocks, (row, into) => {
    if (matching?.has(row.number) !== false) put(into, row)
  })
}

type Merging = {
  readonly merged: MergedOptions
  readonly redacted: View['redacted']
  readonly hash?: Hash
}

/** Rows of which the options that must not be seen stand in the cells of their lists. */
function merging(
  blocks: () => AsyncIterable<Uint8Array>,
  { merged, redacted, hash }: Merging,
): () => AsyncIterable<Uint8Array> {
  const redacts = new Map(
    [...merged.values()].map(({ list }) => [list, redactText(redacted.get(list) ?? 'drop', hash)]),
  )
  return () => {
    const mergeRow = makeMergeRow(merged, (list, text) => redacts.get(list)?.(text) ?? '')
    return remakeRows(blocks(), (row, into) => mergeRow(into, row))
  }
}
