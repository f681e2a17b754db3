import { collectRow, encodeRow, type Collecting, type Collected } from '../table/collect.ts'
import { makeColumns } from '../table/columns.ts'
import type { RawRecords } from '../record/records.ts'
import { startEngine } from './engine.ts'
import { makeOutput } from './output.ts'
import { readRaw, type Counts } from './read-raw.ts'
import { makeMeanings, makeRoots } from './tree.ts'
import type { Spool } from '../table/bytes.ts'
import type { MultiStyle } from '../table/table.ts'

/** Collects records from their bytes, as `collectBatches` does from parsed ones, and with the same result. */
export async function collectRaw(
  raw: RawRecords,
  { multi, spool }: { readonly multi: Exclude<MultiStyle, 'columns'>; readonly spool: Spool },
): Promise<Collected & { readonly counts: Counts }> {
  const engine = startEngine()
  const roots = makeRoots(engine, raw.choice, { isLines: false, joins: multi === 'joined' })
  const columns = makeColumns()
  const collecting: Collecting = { columns, multi, cells: { columns: [], kinds: [], texts: [] }, row: 0 }
  const meanings = makeMeanings(engine, roots, columns)
  const output = makeOutput(engine, spool.append)
  const counts = await readRaw(engine, raw, {
    forms: roots.forms,
    output,
    add: async (record) => {
      collectRow(collecting, record)
      await output.put(encodeRow(collecting.cells))
    },
    learn: meanings.learn,
  })
  meanings.recall()
  return { columns, rowCount: engine.exports.taken.value + collecting.row, spool, counts }
}
