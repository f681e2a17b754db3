import { copyText, makeBuffer, reserve, shrink, viewOf, type TextSpan } from '../../record/bytes.ts'
import { kinds, type RowBatch } from '../../table/table.ts'

/** The limits of a row group, which ends with the row that reaches one. A cell counts its text and 8 bytes. */
export type GroupLimits = { readonly bytes: number; readonly rows: number }

/** The cells of a column that hold something, in the order of their rows. */
export type Cells = {
  readonly count: number
  /** The row of each cell, and where in `bytes` its value begins and ends. */
  readonly rows: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly bytes: Uint8Array
  readonly view: DataView
}

/** Rows that wait until there are enough for a row group. */
export type RowGroup = {
  /** Adds rows of a batch from number `from` on until the group is full; returns the next row. */
  readonly add: (batch: RowBatch, from: number) => number
  readonly isFull: () => boolean
  readonly rows: () => number
  /** The cells of each column in order; valid until rows are added again. */
  readonly columns: () => Iterable<Cells>
  readonly clear: () => void
}

const bytesPerCell = 8
// Copying a text may write up to 8 bytes behind it.
const slack = 8

/** An empty row group of `width` columns. */
export function makeRowGroup(width: number, limits: GroupLimits): RowGroup {
  const texts = makeBuffer(limits.bytes)
  const counts = new Uint32Array(width)
  // Cells as they come, row by row. The text of each ends where the next one begins.
  let [columnOf, rowOf, startOf] = [makeWords(firstSize), makeWords(firstSize), makeWords(firstSize)]
  let [sortedRows, sortedStarts, sortedEnds] = [makeWords(0), makeWords(0), makeWords(0)]
  let [count, rows] = [0, 0]
  const isFull = (): boolean => rows >= limits.rows || texts.at + bytesPerCell * count >= limits.bytes
  const addRow = ({ kinds: kindOf, starts, ends }: RowBatch, row: number, text: TextSpan): void => {
    for (let column = 0, cell = row * width; column < width; column++, cell++) {
      text.start = starts[cell] ?? 0
      text.end = ends[cell] ?? 0
      // An empty text means no value.
      if (kindOf[cell] === kinds.none || text.start === text.end) continue
      const size = text.end - text.start
      reserve(texts, size + slack)
      columnOf[count] = column
      rowOf[count] = rows
      startOf[count++] = texts.at
      counts[column] = (counts[column] ?? 0) + 1
      copyText(texts, texts.at, text)
      texts.at += size
    }
  }
  /** Sorts the cells by column; returns where the cells of each column end among them. */
  const sort = (): Uint32Array => {
    startOf[count] = texts.at
    if (sortedRows.length < count)
      [sortedRows, sortedStarts, sortedEnds] = [makeWords(count), makeWords(count), makeWords(count)]
    const places = new Uint32Array(width)
    for (let column = 1; column < width; column++)
      places[column] = (places[column - 1] ?? 0) + (counts[column - 1] ?? 0)
    for (let cell = 0; cell < count; cell++) {
      const column = columnOf[cell] ?? 0
      const place = places[column] ?? 0
      places[column] = place + 1
      sortedRows[place] = rowOf[cell] ?? 0
      sortedStarts[place] = startOf[cell] ?? 0
      sortedEnds[place] = startOf[cell + 1] ?? 0
    }
    return places
  }
  return {
    add: (batch, first) => {
      const text = { from: viewOf(batch.bytes), start: 0, end: 0 }
      let row = first
      for (; row < batch.rows && !isFull(); row++, rows++) {
        if (count + width >= startOf.length)
          [columnOf, rowOf, startOf] = [grown(columnOf, width), grown(rowOf, width), grown(startOf, width)]
        addRow(batch, row, text)
      }
      return row
    },
    isFull,
    rows: () => rows,
    *columns() {
      const { bytes, view } = texts
      let from = 0
      for (const to of sort()) {
        yield {
          count: to - from,
          rows: sortedRows.subarray(from, to),
          starts: sortedStarts.subarray(from, to),
          ends: sortedEnds.subarray(from, to),
          bytes,
          view,
        }
        from = to
      }
    },
    clear: () => {
      texts.at = 0
      // One huge row must not hold its memory to the end.
      shrink(texts, { max: 2 * limits.bytes, to: limits.bytes })
      counts.fill(0)
      count = 0
      rows = 0
    },
  }
}

const firstSize = 64 * 1024

const makeWords = (size: number): Uint32Array<ArrayBuffer> => new Uint32Array(size)

/** A copy with space for twice as many words and `more`. */
function grown(words: Uint32Array, more: number): Uint32Array<ArrayBuffer> {
  const larger = makeWords(2 * words.length + more)
  larger.set(words)
  return larger
}
