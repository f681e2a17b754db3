import { kinds, type RowBatch, type TableColumn } from '../table.ts'
import { spanOf, type TextSpan } from './text-span.ts'

/** The widths of a sheet's columns, in digits. */
export type Widths = {
  /** Looks at a row of a batch. */
  readonly measure: (batch: RowBatch, index: number) => void
  readonly all: () => readonly number[]
}

/** Widths that fit the header and the rows that are looked at. */
export function makeWidths(columns: readonly TableColumn[]): Widths {
  const widths = columns.map(({ name }) => {
    const bytes = new TextEncoder().encode(name)
    return atMost(widthOf(spanOf(bytes), most) + filterButton, least)
  })
  return {
    measure: (batch, index) => {
      // By numbers: of thousands of columns, most hold nothing, and an iterator makes two objects of each.
      for (let column = 0, cell = index * columns.length; column < columns.length; column++, cell++) {
        if (batch.kinds[cell] === kinds.none) continue
        const text = { bytes: batch.bytes, start: batch.starts[cell] ?? 0, end: batch.ends[cell] ?? 0 }
        widths[column] = atMost(widthOf(text, most) + margin, widths[column] ?? least)
      }
    },
    all: () => widths,
  }
}

/** In how many lines a column's name is shown: one, unless no column is wide enough; but not so many as would fill a window. */
export function linesOfName(name: Uint8Array): number {
  const width = widthOf(spanOf(name), mostWrapped + 1)
  const isWrapped = width + filterButton > most && width <= mostWrapped && !name.includes(0x0a)
  // Lines end with a word, so that they are not full.
  return isWrapped ? Math.ceil(width / (0.8 * most)) : 1
}

const [least, most, margin, filterButton] = [9, 60, 1, 4]
const mostWrapped = 4 * most

const atMost = (width: number, before: number): number => Math.max(before, Math.min(width, most))

/** The width of a text's first line, as far as it matters: what East Asia writes and pictures are as wide as two. */
function widthOf({ bytes, start, end }: TextSpan, enough: number): number {
  let width = 0
  for (let i = start; i < end && width < enough; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0a) break
    if ((byte & 0xc0) !== 0x80) width += byte < 0xe3 ? 1 : 2
  }
  return width
}
