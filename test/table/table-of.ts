import { kinds, type RowBatch, type Table, type TableColumn } from '../../src/table/table.ts'

/** A cell as tests write it: null is none, an object or a list is JSON, a bigint is a number of exactly these digits. */
export type Cell = string | number | bigint | boolean | null | object

/** A table of the rows given, in batches of so many rows. */
export function tableOf(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  { name = 'responses', batchSize = 2 }: { readonly name?: string; readonly batchSize?: number } = {},
): Table {
  const batches = function* (): Iterable<readonly (readonly Cell[])[]> {
    for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize)
  }
  return {
    name,
    columns,
    rowCount: rows.length,
    async *rows() {
      for (const batch of batches()) yield batchOf(batch)
    },
  }
}

/** The same table, whose bytes lie anywhere in a larger piece. */
export const inLargerPieces = (table: Table): Table => ({
  ...table,
  async *rows() {
    for await (const batch of table.rows()) {
      const buffer = new Uint8Array(batch.bytes.length + 10).fill(0x22)
      buffer.set(batch.bytes, 7)
      yield { ...batch, bytes: buffer.subarray(7, 7 + batch.bytes.length) }
    }
  },
})

function batchOf(rows: readonly (readonly Cell[])[]): RowBatch {
  const cells = rows.flat()
  const texts = cells.map((cell) => new TextEncoder().encode(textOf(cell)))
  const bytes = new Uint8Array(texts.reduce((size, text) => size + text.length, 0))
  const starts = new Uint32Array(cells.length)
  const ends = new Uint32Array(cells.length)
  let at = 0
  for (const [i, text] of texts.entries()) {
    bytes.set(text, at)
    starts[i] = at
    ends[i] = at += text.length
  }
  return { rows: rows.length, kinds: Uint8Array.from(cells, kindOf), starts, ends, bytes }
}

const textOf = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)

function kindOf(cell: Cell): number {
  if (cell === null) return kinds.none
  if (typeof cell === 'object') return kinds.json
  if (typeof cell === 'boolean') return kinds.boolean
  return typeof cell === 'string' ? kinds.text : kinds.number
}
