import type { RecordLines } from '../../form/record-taker.ts'
import type { PartRedactor } from '../redact-record.ts'
import { append, filled, makeRoom } from '../room.ts'
import { makeRedactLine } from './redact-line.ts'
import { splitLines } from './split-lines.ts'

/** Which lines are wanted, by their numbers from 0, and what becomes of their records. */
type Wanting = {
  readonly isWanted: (row: number) => boolean
  /** Undefined: they stay as they are. */
  readonly redactor: PartRedactor | undefined
}

const firstRoom = 256 * 1024
const lineFeed = Uint8Array.of(0x0a)

/** Lines that wait in a spool, those of them that are wanted; each is parsed only where something may become of it. */
export const waitingLines = (
  blocks: () => AsyncIterable<Uint8Array>,
  { isWanted, redactor }: Wanting,
): RecordLines => ({
  lines: async (to) => {
    const room = makeRoom(firstRoom)
    const redact = redactor && makeRedactLine(redactor)
    let [row, count] = [0, 0]
    const split = splitLines((bytes, line) => {
      if (!isWanted(row++)) return
      count++
      if (redact) redact(room, bytes, line)
      else append(room, bytes.subarray(line.from, line.to))
      append(room, lineFeed)
    })
    for await (const block of blocks()) {
      room.at = 0
      split(block)
      if (room.at > 0) await to(filled(room))
    }
    return count
  },
})
