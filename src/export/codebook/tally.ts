import { eachRow } from '../row-blocks.ts'
import { makeRowCells, readRow } from '../sparse-rows.ts'
import { kinds, type RowBatch, type Table } from '../table.ts'

/** What the cells of a column are, counted as they are written. */
export type Tally = {
  /** Cells with something in them. */
  answered: number
  /** Cells with a 1; of columns of options, all others that are answered have a 0. */
  ones: number
}

/** The rows of a table and what stands in its columns. */
type TallyOfTable = { readonly rows: number; readonly tallies: readonly Tally[] }

/** A table that is counted while it is read. */
export type TalliedTable = {
  readonly table: Table
  /** What was counted by the last reading, or is by one more where there was none. */
  readonly tally: () => Promise<TallyOfTable>
}

type Counting = { rows: number; readonly tallies: readonly Tally[] }

/** The same table, counted. */
export function talliedTable(table: Table): TalliedTable {
  const { columns, sparse } = table
  const begin = (): Counting => ({ rows: 0, tallies: columns.map(() => ({ answered: 0, ones: 0 })) })
  let last: Counting | undefined
  const counted: Table = {
    ...table,
    async *rows() {
      const counting = begin()
      for await (const batch of table.rows()) {
        countBatch(counting, batch)
        yield batch
      }
      last = counting
    },
    sparse: {
      ...sparse,
      async *blocks() {
        const counting = begin()
        const count = sparseCount(counting, sparse.places)
        for await (const block of sparse.blocks()) {
          count(block)
          yield block
        }
        last = counting
      },
    },
  }
  return {
    table: counted,
    tally: async () => {
      if (!last) await eachRow(counted.sparse.blocks(), () => undefined)
      return last ?? begin()
    },
  }
}

const one = 0x31

function countBatch(counting: Counting, { rows, kinds: ofKinds, starts, ends, bytes }: RowBatch): void {
  counting.rows += rows
  let i = 0
  for (let row = 0; row < rows; row++)
    for (const tally of counting.tallies) {
      const [kind = kinds.none, start = 0, end = 0] = [ofKinds[i], starts[i], ends[i]]
      i++
      if (kind === kinds.none || start === end) continue
      tally.answered++
      if (end - start === 1 && bytes[start] === one) tally.ones++
    }
}

/** Counts blocks of sparse rows, by the places of their columns. */
function sparseCount(counting: Counting, places: Uint32Array): (block: Uint8Array) => void {
  const { tallies } = counting
  const cells = makeRowCells()
  return (block) => {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    for (let at = 0; at < block.length; counting.rows++) {
      at = readRow(view, at, cells)
      for (let i = 0; i < cells.count; i++) {
        const tally = tallies[(places[cells.columns[i] ?? 0] ?? 0) - 1]
        const [start, end] = [cells.starts[i] ?? 0, cells.ends[i] ?? 0]
        if (!tally || start === end || cells.kinds[i] === kinds.none) continue
        tally.answered++
        if (end - start === 1 && block[start] === one) tally.ones++
      }
    }
  }
}
