import { eachRow } from '../row-blocks.ts'
import { makeRowCells, readRow } from '../sparse-rows.ts'
import { kinds, type RowBatch, type Table } from '../table.ts'

/** The cells of a column. */
export type CellCounts = {
  /** Cells with something in them. */
  readonly answered: number
  /** Cells with a 1; in a column of one option all other answered cells have a 0. */
  readonly ones: number
}

/** A table whose rows are counted while a format reads them. */
export type TableWithCounts = {
  readonly table: Table
  /** The rows, and the cells of each column: of the last reading, or of one more where there was none. */
  readonly counts: () => Promise<TableCounts>
}

type TableCounts = { rows: number; readonly cells: { answered: number; ones: number }[] }

/** The same table, counted. */
export function withCellCounts(table: Table): TableWithCounts {
  const { columns, sparse } = table
  const begin = (): TableCounts => ({ rows: 0, cells: columns.map(() => ({ answered: 0, ones: 0 })) })
  let last: TableCounts | undefined
  const counted: Table = {
    ...table,
    async *rows() {
      const counts = begin()
      for await (const batch of table.rows()) {
        countBatch(counts, batch)
        yield batch
      }
      last = counts
    },
    sparse: {
      ...sparse,
      async *blocks() {
        const counts = begin()
        const count = countingBlocks(counts, sparse.places)
        for await (const block of sparse.blocks()) {
          count(block)
          yield block
        }
        last = counts
      },
    },
  }
  return {
    table: counted,
    counts: async () => {
      if (!last) await eachRow(counted.sparse.blocks(), () => undefined)
      return last ?? begin()
    },
  }
}

type Cell = {
  readonly bytes: Uint8Array
  readonly kind: number
  readonly start: number
  readonly end: number
}

const one = 0x31

function countCell(counts: TableCounts['cells'][number], { bytes, kind, start, end }: Cell): void {
  if (kind === kinds.none || start === end) return
  counts.answered++
  if (end - start === 1 && bytes[start] === one) counts.ones++
}

function countBatch(counts: TableCounts, { rows, kinds: ofCells, starts, ends, bytes }: RowBatch): void {
  counts.rows += rows
  let i = 0
  for (let row = 0; row < rows; row++)
    for (const column of counts.cells) {
      countCell(column, { bytes, kind: ofCells[i] ?? 0, start: starts[i] ?? 0, end: ends[i] ?? 0 })
      i++
    }
}

/** Counts blocks of sparse rows, by the places of their columns. */
function countingBlocks(counts: TableCounts, places: Uint32Array): (block: Uint8Array) => void {
  const cells = makeRowCells()
  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at < bytes.length; counts.rows++) {
      at = readRow(view, at, cells)
      for (let i = 0; i < cells.count; i++) {
        const column = counts.cells[(places[cells.columns[i] ?? 0] ?? 0) - 1]
        const [start, end] = [cells.starts[i] ?? 0, cells.ends[i] ?? 0]
        if (column) countCell(column, { bytes, kind: cells.kinds[i] ?? 0, start, end })
      }
    }
  }
}
