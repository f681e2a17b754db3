import type { SparseRow } from '../collect-row.ts'
import type { Spool } from '../format.ts'
import { rowAlone, sizeOfRow, writeRow } from '../sparse-rows.ts'
import { makeBlocks, type Blocks } from './blocks.ts'
import type { Kernel } from './memory.ts'

/** Where the kernel writes rows, and the parser puts its own behind them. */
export type Rows = {
  /** Makes room for the next row, after the kernel found none; false where a row of its own has none either. */
  readonly makeRoom: () => Promise<boolean>
  /** Puts a row of the parser's behind those of the kernel. */
  readonly put: (row: SparseRow) => Promise<void>
  /** Whether rows can have so many columns without that the memory moves; absent: any number. */
  readonly reaches?: (columns: number) => boolean
  /** Once it resolves, nothing is on its way, and the kernel's memory may move. */
  readonly settled: () => Promise<void>
  /** Hands on what is left, and waits for it. */
  readonly end: () => Promise<void>
}

/** Rows that go to a spool, in blocks of so many bytes. */
export function makeRowBlocks(
  kernel: Kernel,
  { append }: Pick<Spool, 'append'>,
  size?: number,
): Rows & Pick<Blocks, 'release'> {
  const { exports, bytes, view } = kernel
  const blocks = makeBlocks(kernel, { out: append, ...(size !== undefined && { size }) })
  return {
    makeRoom: async () => {
      if (blocks.isEmpty()) return false
      await blocks.flush()
      return true
    },
    settled: blocks.settled,
    end: blocks.end,
    release: blocks.release,
    put: async (row) => {
      const text = row.texts.join('')
      const needed = sizeOfRow(row, text)
      if (exports.out.value + needed > blocks.roomEnd()) await blocks.flush()
      if (exports.out.value + needed > blocks.roomEnd()) {
        await blocks.settled()
        return append(rowAlone(row))
      }
      const end = writeRow({ bytes: bytes(), view: view(), at: exports.out.value }, row, text)
      exports.setOut(end, blocks.roomEnd())
    },
  }
}
