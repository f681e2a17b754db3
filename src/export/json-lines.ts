import type { RawRecord } from '../form/raw-record.ts'
import type { RecordLines, Records } from '../form/record-taker.ts'
import type { RecordsTarget, Sink } from './format.ts'
import { copyLines } from './kernel/copy-lines.ts'
import { append, filled, makeRoom } from './room.ts'
import { makeTextBytes } from './text-bytes.ts'

type Lines = RecordsTarget & { readonly between: '\n' | ',\n' }

/** Records as they came, a line each, numbers to the last digit; gives their number. */
export async function writeLines(records: Records | RecordLines, lines: Lines): Promise<number> {
  if ('take' in records && records.take && records.isWhole) {
    const taker = await records.take((reader, choice) => copyLines(reader, choice, lines))
    return taker.end()
  }
  if (hasLines(records)) return writeChosen(records, lines)
  return writeBatches(records, lines)
}

const hasLines = (records: Records | RecordLines): records is RecordLines => records.lines !== undefined

/** The same of lines that were chosen. */
async function writeChosen(chosen: RecordLines, { out, between }: Omit<Lines, 'leaping'>): Promise<number> {
  if (between === '\n') return chosen.lines(out)
  const separated = separating(out)
  const rows = await chosen.lines(separated)
  if (rows > 0) await out(lineFeed)
  return rows
}

const newline = 0x0a
const lineFeed = Uint8Array.of(newline)
const commaBetween = Uint8Array.of(0x2c, newline)
const firstRoom = 128 * 1024

/** Puts a comma behind each line but the last, whose end is left to whoever knows that it is the last. */
function separating(out: Sink): Sink {
  const room = makeRoom(firstRoom)
  let isBegun = false
  return async (block) => {
    room.at = 0
    for (let at = 0, end = block.indexOf(newline); end >= 0; end = block.indexOf(newline, at)) {
      if (isBegun) append(room, commaBetween)
      append(room, block.subarray(at, end))
      isBegun = true
      at = end + 1
    }
    await out(filled(room))
  }
}

/** The same by the parser alone: the reference of what lines are. */
export async function writeBatches(
  batches: AsyncIterable<readonly RawRecord[]>,
  { out, between }: Lines,
): Promise<number> {
  const bytesOf = makeTextBytes()
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const lines = batch.map((record) => JSON.stringify(record)).join(between)
    await out(bytesOf(rows === 0 ? lines : between + lines))
    rows += batch.length
  }
  if (rows > 0) await out(bytesOf('\n'))
  return rows
}
