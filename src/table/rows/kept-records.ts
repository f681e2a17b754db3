/** Records that rows keep, to be read again once all columns are known. */
import { parseExactly } from '../../record/exact-json.ts'
import type { RawRecord } from '../../record/records.ts'
import type { Column } from '../columns.ts'
import { kinds } from '../table.ts'
import { makeRowCells, readRow, type SparseRow } from './sparse-rows.ts'

/** The column of the cell that holds the whole record; no table shows it. The engine writes its number, too. */
const recordColumn: Column = { holds: { kind: 'record', name: '' }, number: 0x1fffffff, held: 0 }

/** Adds a record to its own row, to be read again once all columns are known. */
export function keepRecord(
  { columns, kinds: ofKinds, texts }: SparseRow,
  record: RawRecord,
  how: 'record' | 'cells and record' = 'cells and record',
): void {
  if (how === 'record') columns.length = ofKinds.length = texts.length = 0
  columns.push(recordColumn)
  ofKinds.push(kinds.json)
  texts.push(JSON.stringify(record))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The records kept in the wanted rows, block by block. */
export async function* keptRecords(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly RawRecord[]> {
  // `keepRecord` wrote them.
  for await (const texts of keptTexts(blocks, isWanted))
    yield texts.map((text) => parseExactly(text) as RawRecord)
}

/** The same records as JSON. */
export async function* keptTexts(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly string[]> {
  const cells = makeRowCells()
  let row = 0
  for await (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    const texts: string[] = []
    for (let at = 0; at < block.length; row++) {
      at = readRow(view, at, cells)
      if (!isWanted(row)) continue
      // The record is the last cell.
      texts.push(decoder.decode(block.subarray(cells.starts[cells.count - 1], at)))
    }
    if (texts.length > 0) yield texts
  }
}
