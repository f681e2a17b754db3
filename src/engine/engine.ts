/**
 * The engine reads records out of the bytes of a body, and writes rows or lines, without making JavaScript objects.
 *
 *     bytes ──► read.ts: next record ──► walk.ts: its members ──► tree.ts: the node of each name ──► cells ──► row or line
 *                                          └─ something unknown: the record is parsed by the host
 *
 * It keeps names in a tree (assembly/tree.ts): one node for each member name in its place, each question, each form and each
 * headline. A walk through a record (assembly/walk.ts) finds the node of each name, mostly by guessing that the same name
 * follows as last time. The node says how to handle the value. Nothing of a record is kept before its end (assembly/read.ts).
 *
 * The host parses, record by record, everything else: a new column, question, headline or type; a name that is repeated in its
 * object or begins with a digit; anything that is not an answer as the contract describes it; invalid JSON. The record is
 * collected as the reference implementation does it (table/collect.ts), and then its nodes get their columns (nodes.ts). So
 * the reference implementation alone decides what a row is.
 *
 * All memory belongs to the WebAssembly module (assembly/memory.ts). It moves only in `makeSpace` and `allocate`, which the
 * host calls while nothing of it is being written to a file.
 */
import { collectRow, makeRowCollector, type Collected, type CollectHow } from '../table/collect.ts'
import { encodeRow, keepRecord } from '../table/sparse-rows.ts'
import { makeColumns } from '../table/columns.ts'
import type { RawRecords } from '../record/records.ts'
import { startEngine } from './instance.ts'
import { makeOutput, readRaw, type EngineCounts } from './read-raw.ts'
import { makeNodeTable, makeRoots } from './nodes.ts'
import type { Sink } from '../record/bytes.ts'

export { writeCsv, type CsvOptions } from './csv.ts'
export type { EngineCounts } from './read-raw.ts'

const encoder = new TextEncoder()

/** Collects records from their bytes, as `collectBatches` does from parsed ones, and with the same result. */
export async function collectRaw(
  raw: RawRecords,
  { multi, joinsLater = false, keepsRecord = false, spool }: CollectHow,
): Promise<Collected & { readonly counts: EngineCounts }> {
  const engine = startEngine()
  const roots = makeRoots(engine, raw.filter, { joins: multi === 'joined', joinsLater, keepsRecord })
  const columns = makeColumns()
  const collector = makeRowCollector(columns, { multi, joinsLater })
  const nodeTable = makeNodeTable(engine, roots, columns)
  const output = makeOutput(engine, spool.append)
  const counts = await readRaw(engine, raw, {
    forms: roots.forms,
    output,
    add: async (record) => {
      collectRow(collector, record)
      if (keepsRecord) keepRecord(collector.cells, record)
      await output.put(encodeRow(collector.cells))
    },
    registerNames: nodeTable.registerNames,
  })
  nodeTable.readBack()
  return { columns, rowCount: engine.exports.taken.value + collector.row, spool, counts }
}

/** Writes records as lines, as `JSON.stringify` writes what the parser reads, and ends the last one; returns their number. */
export async function writeRaw(
  raw: RawRecords,
  { out, between }: { readonly out: Sink; readonly between: '\n' | ',\n' },
): Promise<{ readonly lines: number; readonly counts: EngineCounts }> {
  const engine = startEngine()
  const { exports } = engine
  const { forms } = makeRoots(engine, raw.filter, { isLines: true })
  exports.setBetween(between.charCodeAt(0) | (between.charCodeAt(1) << 8), between.length)
  let parsed = 0
  const output = makeOutput(engine, out)
  const counts = await readRaw(engine, raw, {
    forms,
    output,
    add: async (record) => {
      parsed++
      exports.beginLine()
      await output.put(encoder.encode(JSON.stringify(record)))
    },
  })
  const lines = exports.taken.value + parsed
  if (lines > 0) await out(encoder.encode('\n'))
  return { lines, counts }
}
