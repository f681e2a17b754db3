import { parseExactly } from '../record/exact-json.ts'
import type { RawRecord } from '../record/records.ts'
import type { SparseRow } from './collect-row.ts'
import type { Column } from './columns.ts'
import { makeRowCells, readRow } from './rows/sparse-rows.ts'
import { kinds } from './table.ts'

/** The column of a cell that no table shows: it holds the whole record. */
const carrier: Column = { holds: { kind: 'record', name: '' }, number: 0x1fffffff, held: 0 }

/** Puts a record into the row that was made of it, to be read again once all columns are known. */
export function carryRecord(
  { columns, kinds: ofKinds, texts }: SparseRow,
  record: RawRecord,
  how: 'record' | 'cells and record',
): void {
  if (how === 'record') columns.length = ofKinds.length = texts.length = 0
  columns.push(carrier)
  ofKinds.push(kinds.json)
  texts.push(JSON.stringify(record))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The records that rows carry, of those that are wanted, block by block. */
export async function* carriedRecords(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly RawRecord[]> {
  const cells = makeRowCells()
  let row = 0
  for await (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    const records: RawRecord[] = []
    for (let at = 0; at < block.length; row++) {
      at = readRow(view, at, cells)
      if (!isWanted(row)) continue
      // It was put last.
      const text = decoder.decode(block.subarray(cells.starts[cells.count - 1], at))
      // Rows carry nothing but records.
      records.push(parseExactly(text) as RawRecord)
    }
    if (records.length > 0) yield records
  }
}
