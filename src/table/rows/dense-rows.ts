import type { Column } from '../columns.ts'
import { makeRowCells, readRow, type RowCells } from './sparse-rows.ts'
import { kinds, type RowBatch } from '../table.ts'

/** The most cells in a batch, unless a single row has more. */
const mostCells = 32 * 1024

export type RowShape = {
  readonly width: number
  /** By column number: the place in the row, from 1; 0 for none. */
  readonly places: Uint32Array
}

/** Converts sparse rows to batches with a cell for each place. */
export async function* denseRows(
  blocks: AsyncIterable<Uint8Array>,
  { width, places }: RowShape,
): AsyncIterable<RowBatch> {
  const most = Math.max(1, Math.floor(mostCells / Math.max(1, width)))
  const dense = makeCells(width, most)
  const spreading: Spreading = { dense, places, width }
  const cells = makeRowCells()
  for await (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    for (let at = 0; at < block.length;) {
      dense.kinds.fill(kinds.none)
      let rows = 0
      while (rows < most && at < block.length) {
        at = readRow(view, at, cells)
        spread(spreading, cells, rows++)
      }
      yield { ...dense, bytes: block, rows }
    }
  }
}

type Cells = {
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

const makeCells = (width: number, most: number): Cells => ({
  kinds: new Uint8Array(width * most),
  starts: new Uint32Array(width * most),
  ends: new Uint32Array(width * most),
})

/** The place of each of `all` columns among `columns`, from 1; 0 for none. */
export function placesOf(columns: readonly Column[], all: readonly Column[]): Uint32Array {
  const places = new Uint32Array(all.length)
  columns.forEach(({ number }, i) => {
    places[number] = i + 1
  })
  return places
}

type Spreading = {
  readonly dense: Cells
  readonly places: Uint32Array
  readonly width: number
}

function spread({ dense, places, width }: Spreading, cells: RowCells, row: number): void {
  const base = row * width - 1
  for (let i = 0; i < cells.count; i++) {
    const number = cells.columns[i] ?? 0
    const place = places[number] ?? 0
    if (place === 0) continue
    dense.kinds[base + place] = cells.kinds[i] ?? 0
    dense.starts[base + place] = cells.starts[i] ?? 0
    dense.ends[base + place] = cells.ends[i] ?? 0
  }
}
