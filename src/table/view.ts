import { typeOf, isTimeColumn, type Column } from './columns.ts'
import { joinChosen, readChoices, withoutMark } from './cell-values.ts'
import {
  cachePerCell,
  beginRow,
  putCell,
  putRow,
  putRun,
  remakeRows,
  type ReadRow,
  type RowBlock,
} from './rows/remake-rows.ts'
import { kinds, type Tables } from './table.ts'
import { inZone, type TimeZone } from './time.ts'
import type { MatchingRows } from './where/matching-rows.ts'
import type { Collected } from './collect.ts'

type Viewing = {
  /** The shown rows; undefined: all. */
  readonly matching: MatchingRows | undefined
  readonly timeZone?: TimeZone | undefined
  /** Columns whose times are not converted. */
  readonly untimed: Pick<ReadonlyMap<Column, unknown>, 'has'>
  /** How a wide table shows lists of choices that were collected as JSON; absent: they stay so. */
  readonly lists?: 'joined' | 'json' | undefined
}

/** Responses as tables show them. */
export type View = {
  readonly collected: Collected
  /** How many times in these columns are no instants and so were not converted; known after the rows were read. */
  readonly timesLeft: (shown: ReadonlySet<Column>) => number
  /** The matching rows, unconverted. */
  readonly matching: () => AsyncIterable<Uint8Array>
}

/** Selects matching rows, converts their times to a zone and joins their lists. */
export function viewOf(collected: Collected, { matching, ...viewing }: Viewing): View {
  const { columns, spool, rowCount } = collected
  const left = new Map<Column, number>()
  const remake = makeRemake(columns.all, viewing, (column) => {
    left.set(column, (left.get(column) ?? 0) + 1)
  })
  const rows = (put: (into: RowBlock, row: ReadRow) => void): AsyncIterable<Uint8Array> => {
    if (put === putRow && !matching) return spool.blocks()
    left.clear()
    return remakeRows(spool.blocks(), (row, into) => {
      if (matching?.has(row.number) !== false) put(into, row)
    })
  }
  return {
    collected: {
      ...collected,
      rowCount: matching?.count ?? rowCount,
      spool: { blocks: () => rows(remake ?? putRow) },
    },
    timesLeft: (shown) =>
      [...left].reduce((sum, [column, times]) => sum + (shown.has(column) ? times : 0), 0),
    matching: () => rows(putRow),
  }
}

/** The columns of responses that tables show. */
export const shownIn = (tables: Tables): ReadonlySet<Column> =>
  new Set(tables.flatMap(({ columns }) => columns.flatMap(({ source }) => source ?? [])))

/** Makes a function that converts the times and lists of a row; undefined if nothing is to be converted. */
function makeRemake(
  columns: readonly Column[],
  { timeZone, untimed, lists }: Omit<Viewing, 'matching'>,
  noInstant: (column: Column) => void,
): ((into: RowBlock, row: ReadRow) => void) | undefined {
  const isTime = (column: Column): boolean => isTimeColumn(column) || typeOf(column) === 'time'
  const times = columns.filter((column) => timeZone && isTime(column) && !untimed.has(column))
  if (times.length === 0 && lists === undefined) return undefined
  const timed = new Map(times.map((column) => [column.number, column]))
  const zoned = timeZone && makeZoned(timeZone)
  const shown = cachePerCell(({ text }): Shown | undefined => {
    const choices = lists === 'joined' ? readChoices(text) : undefined
    const whole = choices ? { isText: true, text: joinChosen(choices) } : withoutMark(text)
    return whole && { bytes: encoder.encode(whole.text), kind: whole.isText ? kinds.text : kinds.json }
  })
  const remade = (row: ReadRow, i: number): Shown | undefined => {
    const [number = 0, kind] = [row.cells.columns[i], row.cells.kinds[i]]
    const column = timed.get(number)
    if (column === undefined)
      return lists && kind === kinds.json && columns[number]?.holds.kind === 'answer'
        ? shown(row, i)
        : undefined
    const bytes = kind === kinds.text ? zoned?.(row, i) : undefined
    if (bytes === undefined) noInstant(column)
    return bytes && { bytes, kind: kinds.text }
  }
  return (into, row) => {
    const { count, columns: numbers } = row.cells
    beginRow(into, count)
    let from = 0
    for (let i = 0; i < count; i++) {
      const cell = remade(row, i)
      if (cell === undefined) continue
      putRun(into, row, { from, to: i })
      putCell(into, { column: numbers[i] ?? 0, kind: cell.kind, from: 0, to: cell.bytes.length }, cell.bytes)
      from = i + 1
    }
    putRun(into, row, { from, to: count })
  }
}

type Shown = { readonly bytes: Uint8Array; readonly kind: number }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Converts the time of a cell to a zone; undefined if it is no instant. */
function makeZoned(timeZone: TimeZone): (row: ReadRow, cell: number) => Uint8Array | undefined {
  // The times of a response are often equal.
  let last: { readonly text: string; readonly zoned: Uint8Array | undefined } | undefined
  return ({ cells, bytes }, cell) => {
    const text = decoder.decode(bytes.subarray(cells.starts[cell], cells.ends[cell]))
    if (last?.text === text) return last.zoned
    const zoned = inZone(text, timeZone)
    last = { text, zoned: zoned === undefined ? undefined : encoder.encode(zoned) }
    return last.zoned
  }
}
