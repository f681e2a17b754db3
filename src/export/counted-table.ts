import type { Table } from '../table/table.ts'

/** A table that was written. */
export type TableSummary = {
  readonly name: string
  /** Rows without the header. */
  readonly rows: number
  /** The names of the columns. */
  readonly columns: readonly string[]
}

/** The same table, and what is to be told of it once it was written. */
export function countedTable(table: Table): { readonly table: Table; readonly summary: () => TableSummary } {
  const { name, columns, sparse, rowCount } = table
  const summaryOf = (rows: number): TableSummary => ({ name, rows, columns: columns.map((it) => it.name) })
  if (rowCount !== undefined) return { table, summary: () => summaryOf(rowCount) }
  let rows = 0
  const counted: Table = {
    ...table,
    async *rows() {
      rows = 0
      for await (const batch of table.rows()) {
        rows += batch.rows
        yield batch
      }
    },
    sparse: {
      ...sparse,
      async *blocks() {
        rows = 0
        for await (const block of sparse.blocks()) {
          rows += rowsIn(block)
          yield block
        }
      },
    },
  }
  return { table: counted, summary: () => summaryOf(rows) }
}

/** How many sparse rows a block has. */
function rowsIn(block: Uint8Array): number {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  let rows = 0
  for (let at = 0; at < block.length; rows++) {
    const count = view.getUint32(at, true)
    let end = at + 4 + 8 * count
    for (let cell = at + 8; cell < at + 8 + 8 * count; cell += 8) end += view.getUint32(cell, true)
    at = end
  }
  return rows
}
