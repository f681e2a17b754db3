import type { Table } from '../table.ts'
import { makeBranches } from './branches.ts'
import { makeLeaves } from './leaves.ts'
import { openPages } from './pages.ts'
import { makeToPayloads } from './payloads.ts'

/**
 * Writes the rows of a table right into a database that nobody else has open: the table is there, without rows, and its
 * page has this number. Rows are numbered from 1.
 */
// Statements take six times as long: of each cell a string is made, and of that the bytes that it was made of.
export async function fillTable({ columns, rows }: Table, path: string, root: number): Promise<void> {
  const pages = await openPages(path)
  try {
    const leaves = makeLeaves(pages)
    const branches = makeBranches(pages)
    const toPayloads = makeToPayloads(columns)
    let hasBranches = false
    for await (const batch of rows()) {
      const payloadOf = toPayloads(batch)
      for (let row = 0; row < batch.rows; row++) {
        const full = leaves.add(payloadOf(row))
        if (full > 0) {
          hasBranches = true
          branches.add({ page: full, row: leaves.rows() - 1 })
        }
        if (pages.isFull()) await pages.flush()
      }
    }
    if (hasBranches) branches.add({ page: pages.add(leaves.last()), row: leaves.rows() })
    await pages.end(hasBranches ? branches.end() : leaves.last(), root)
  } finally {
    await pages.close()
  }
}
