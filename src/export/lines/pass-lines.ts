import type { RawRecord } from '../../form/raw-record.ts'
import type { RecordReader, Records, TakeLines } from '../../form/record-taker.ts'
import { copyLines } from '../kernel/copy-lines.ts'
import { append, filled, makeRoom } from '../room.ts'
import { makeReadMembers } from './read-members.ts'
import { splitLines } from './split-lines.ts'

/** How lines are chosen, and where they go. */
export type PassingLines = {
  /** The members of a record that `choose` of the records looks at. */
  readonly judgedBy: readonly string[]
  readonly to: TakeLines
  readonly begin?: ((reader: RecordReader) => void) | undefined
}

// What was chosen is handed on in parts of about this size.
const enough = 64 * 1024
const lineFeed = Uint8Array.of(0x0a)

/**
 * Hands on records as lines, as `JSON.stringify` writes them, of which most are never parsed: each is chosen by some of its
 * members. Gives their number.
 */
export async function passLines(
  take: NonNullable<Records['take']>,
  { judgedBy, to, begin }: PassingLines,
): Promise<number> {
  const room = makeRoom(2 * enough)
  const readMembers = makeReadMembers(judgedBy)
  let count = 0
  const handOn = async (least: number): Promise<void> => {
    if (room.at <= least) return
    await to(filled(room))
    room.at = 0
  }
  const copying = await take((reader, { choose }) => {
    begin?.(reader)
    const split = splitLines((bytes, line) => {
      if (choose(readMembers(bytes, line.from)) === undefined) return
      count++
      append(room, bytes.subarray(line.from, line.to))
      append(room, lineFeed)
    })
    return copyLines(reader, everyLine, {
      between: '\n',
      out: async (block) => {
        split(block)
        await handOn(enough)
      },
    })
  })
  await copying.end()
  await handOn(0)
  return count
}

/** All are copied; which are wanted is asked of their lines. */
const everyLine = { choose: (record: RawRecord) => record, told: () => undefined }
