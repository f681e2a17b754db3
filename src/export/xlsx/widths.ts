import { kinds, type RowBatch, type TableColumn } from '../table.ts'

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
    return atMost(widthOf(bytes, 0, bytes.length) + filterButton, least)
  })
  return {
    measure: (batch, index) => {
      const first = index * columns.length
      for (const [column, width] of widths.entries()) {
        const cell = first + column
        if (batch.kinds[cell] === kinds.none) continue
        const text = widthOf(batch.bytes, batch.starts[cell] ?? 0, batch.ends[cell] ?? 0)
        widths[column] = atMost(text + margin, width)
      }
    },
    all: () => widths,
  }
}

const [least, most, margin, filterButton] = [9, 60, 1, 4]

const atMost = (width: number, before: number): number => Math.max(before, Math.min(width, most))

/** The width of a text's first line, as far as it matters: what East Asia writes and pictures are as wide as two. */
function widthOf(bytes: Uint8Array, start: number, end: number): number {
  let width = 0
  for (let i = start; i < end && width < most; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0a) break
    if ((byte & 0xc0) !== 0x80) width += byte < 0xe3 ? 1 : 2
  }
  return width
}
