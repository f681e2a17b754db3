import type { RawRecords } from '../record/records.ts'
import { startEngine } from './engine.ts'
import { makeOutput } from './output.ts'
import { readRaw, type Counts } from './read-raw.ts'
import { makeRoots } from './tree.ts'
import type { Sink } from '../table/bytes.ts'

const encoder = new TextEncoder()

/** Writes records as lines, as `JSON.stringify` writes what the parser reads, and ends the last one; gives their number. */
export async function writeRaw(
  raw: RawRecords,
  { out, between }: { readonly out: Sink; readonly between: '\n' | ',\n' },
): Promise<{ readonly lines: number; readonly counts: Counts }> {
  const engine = startEngine()
  const { exports } = engine
  const { forms } = makeRoots(engine, raw.choice, { isLines: true, joins: false })
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
