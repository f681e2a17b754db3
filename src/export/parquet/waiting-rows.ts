import type { SparseTable } from '../table.ts'
import { startColumnsKernel, type ColumnsKernel, type GroupLimits } from './columns-kernel.ts'

/** Rows that wait to become a row group, in the memory of a kernel. */
export type WaitingRows = {
  /** Takes rows of a block from a byte on, until there are enough for a row group; gives the byte after them. */
  readonly take: (block: Uint8Array, from: number) => number
  readonly isFull: () => boolean
  readonly rows: () => number
  /** Lists the cells of a column that hold something, until the next is listed. */
  readonly cellsOf: (column: number) => ListedCells
  readonly clear: () => void
}

/** So many cells, which the kernel has listed in the order of their rows. */
export type ListedCells = { readonly kernel: ColumnsKernel; readonly count: number }

/** Room for the rows of one group. Only a row larger than a group makes it grow, until it is cleared. */
export function makeWaitingRows(table: SparseTable, limits: GroupLimits): WaitingRows {
  let kernel = startColumnsKernel(table, limits)
  const usual = kernel.memory().bytes.length
  return {
    take(block, from) {
      const rows = block.subarray(from)
      const at = kernel.input(rows.length)
      kernel.memory().bytes.set(rows, at)
      return from + kernel.exports.takeRows(at, at + rows.length) - at
    },
    isFull: () => kernel.exports.isFull() !== 0,
    rows: () => kernel.exports.rows.value,
    cellsOf: (column) => ({ kernel, count: kernel.exports.listCells(column) }),
    clear() {
      // Such memory never shrinks.
      if (kernel.memory().bytes.length > usual) kernel = startColumnsKernel(table, limits)
      else kernel.exports.clear()
    },
  }
}
