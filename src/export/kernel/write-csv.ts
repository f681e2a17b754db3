import { needsGuard } from '../formula.ts'
import type { Sink } from '../format.ts'
import type { SparseTable } from '../table.ts'
import type { LineOptions } from './line-layout.ts'
import { makeLines } from './lines.ts'
import { startKernel } from './memory.ts'

/** Writes all rows of a table as lines, byte for byte as the dense rows would be; gives the number of guarded cells. */
export async function writeLinesOf(table: SparseTable, out: Sink, options: LineOptions): Promise<number> {
  const kernel = startKernel({ heldBy: () => 0, isFormula: needsGuard })
  const lines = makeLines(kernel, table, { ...options, out })
  const blocks = table.blocks()[Symbol.asyncIterator]()
  for (let next = await blocks.next(); !next.done;) {
    const rows = await lines.load(next.value)
    // The next block is on its way while this one is written.
    const coming = blocks.next()
    coming.catch(() => undefined)
    await lines.make('writeCsv', rows)
    next = await coming
  }
  await lines.end()
  return kernel.exports.guarded.value
}
