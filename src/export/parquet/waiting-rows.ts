import { makeRoom, shrink } from '../room.ts'
import type { RowBatch } from '../table.ts'
import { addRow, clearChains, listCells, makeCellChains, type Cells } from './cell-chains.ts'

/** Rows that wait to become a row group: of each column the cells that hold something. */
export type WaitingRows = {
  /** Takes rows of a batch from one on, until there are enough for a row group; gives the row after them. */
  readonly take: (batch: RowBatch, from: number) => number
  readonly isFull: () => boolean
  readonly rows: () => number
  /** The cells of a column that hold something: good until the next column. */
  readonly cellsOf: (column: number) => Cells
  readonly clear: () => void
}

/** How much a row group holds: it ends with the row that reaches one of these. Cells take some bytes beside their own. */
export type GroupLimits = { readonly bytes: number; readonly rows: number }

/** Room for the rows of one group, of so many columns. Only a row larger than a group makes it grow, until it is cleared. */
export function makeWaitingRows(columns: number, limits: GroupLimits): WaitingRows {
  // The last row of a group, which passes the limit of bytes, should seldom need more.
  const usual = limits.bytes + 64 * 1024
  const room = makeRoom(usual)
  const chains = makeCellChains(room, columns)
  const listed = {
    rows: new Uint32Array(limits.rows),
    starts: new Uint32Array(limits.rows),
    ends: new Uint32Array(limits.rows),
  }
  let rows = 0
  const isFull = (): boolean => room.at >= limits.bytes || rows >= limits.rows
  return {
    take(batch, first) {
      const { buffer, byteOffset, byteLength } = batch.bytes
      const from = new DataView(buffer, byteOffset, byteLength)
      let row = first
      while (row < batch.rows && !isFull())
        addRow(chains, { batch, from, first: row++ * columns, row: rows++ })
      return row
    },
    isFull,
    rows: () => rows,
    cellsOf: (column) => ({ count: listCells(chains, column, listed), ...listed, room }),
    clear() {
      clearChains(chains)
      shrink(room, { most: usual, to: usual })
      rows = 0
    },
  }
}
