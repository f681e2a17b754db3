import { everyRecord } from '../../form/record-choice.ts'
import type { MakeTaker, RecordLines, RecordTaker, TakeLines } from '../../form/record-taker.ts'

/** Lets a taker have the bytes of lines, all of which are wanted; `also` gets the lines, too. */
export async function takeFromLines<Taker extends RecordTaker>(
  { lines }: RecordLines,
  makeTaker: MakeTaker<Taker>,
  also?: TakeLines,
): Promise<Taker> {
  let taker: Taker | undefined
  let feed: TakeLines | undefined
  await lines(
    async (block) => {
      await also?.(block)
      await feed?.(block)
    },
    (reader) => {
      taker = makeTaker(reader, everyRecord)
      feed = feeding(taker)
    },
  )
  if (taker) return taker
  throw new Error('lines begin with what reads them')
}

const [lineFeed, comma] = [0x0a, 0x2c]

/** Gives lines to a taker: their ends become what stands between records. */
function feeding({ take }: RecordTaker): TakeLines {
  let base = 0
  return async (lines) => {
    for (let at = lines.indexOf(lineFeed); at >= 0; at = lines.indexOf(lineFeed, at + 1)) lines[at] = comma
    await take(lines, { at: 0, base })
    base += lines.length
  }
}
