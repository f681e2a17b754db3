import type { SparseRow } from '../collect-row.ts'
import type { Spool } from '../format.ts'
import { sizeOfRow, writeRow } from '../sparse-rows.ts'
import type { Kernel } from './memory.ts'

/** Where the kernel writes rows: one block is filled while the other one is on its way to the spool. */
export type RowBlocks = {
  readonly isEmpty: () => boolean
  /** Hands the block that is being filled to the spool, and goes on with the other one. */
  readonly flush: () => Promise<void>
  /** Puts a row of the parser's behind those of the kernel. */
  readonly put: (row: SparseRow) => Promise<void>
  /** Waits for what is on its way: until then, the kernel's memory must not move. */
  readonly settled: () => Promise<void>
}

const usualSize = 256 * 1024

/** Blocks of so many bytes. */
export function makeRowBlocks(kernel: Kernel, spool: Spool, size = usualSize): RowBlocks {
  const { exports, allocate, bytes, view } = kernel
  const places = [allocate(size + 64), allocate(size + 64)] as const
  let at: number = places[0]
  let writing = Promise.resolve()
  const use = (place: number): void => {
    at = place
    exports.setOut(at, at + size)
  }
  const flush = async (): Promise<void> => {
    const end = exports.out.value
    if (end === at) return
    await writing
    writing = spool.append(bytes().subarray(at, end))
    // Whoever waits for it learns of a failure; until then, it is no unhandled one.
    writing.catch(() => undefined)
    use(at === places[0] ? places[1] : places[0])
  }
  use(at)
  return {
    isEmpty: () => exports.out.value === at,
    flush,
    put: async (row) => {
      const text = row.texts.join('')
      const needed = sizeOfRow(row, text)
      if (exports.out.value + needed > at + size) await flush()
      if (needed > size) {
        await writing
        return spool.append(rowAlone(row, { text, needed }))
      }
      exports.setOut(writeRow({ bytes: bytes(), view: view(), at: exports.out.value }, row, text), at + size)
    },
    settled: () => writing,
  }
}

/** A row that is larger than a block, as one of its own. */
function rowAlone(row: SparseRow, { text, needed }: { text: string; needed: number }): Uint8Array {
  const bytes = new Uint8Array(needed)
  return bytes.subarray(0, writeRow({ bytes, view: new DataView(bytes.buffer), at: 0 }, row, text))
}
