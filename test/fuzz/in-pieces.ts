import type { ByteReader } from '../../src/record/records.ts'
import { happens, many, oneOf, type Random } from '../support/random.ts'

/**
 * A reader that is given its chunks in pieces, down to single bytes: a stream puts small chunks together before it hands
 * them on. What a piece lay in is overwritten once it was taken.
 */
export function inPieces<Reader extends ByteReader>(reader: Reader, random: Random): Reader {
  return {
    ...reader,
    take: async (chunk, { at, base }) => {
      const room = new Uint8Array(chunk.length)
      let from = 0
      for (const to of endsOf(random, at, chunk.length)) {
        const piece = room.subarray(0, to - from)
        piece.set(chunk.subarray(from, to))
        const closedAt = await reader.take(piece, { at: Math.max(0, at - from), base: base + from })
        if (closedAt !== undefined) return from + closedAt
        piece.fill(0x22)
        from = to
      }
      return undefined
    },
  }
}

/** Where the pieces end of what begins at `at`. */
function endsOf(random: Random, at: number, length: number): readonly number[] {
  // A record is begun anew with each piece, so that of a large one there must not be many.
  const isLarge = length > 100_000
  const kind = random()
  if (kind < (isLarge ? 0.5 : 0.25)) return [length]
  const ends: number[] = []
  if (isLarge) {
    for (let end = at; end < length;) ends.push((end += many(random, length >> 5, length >> 2)))
  } else if (kind < 0.3) {
    // All in bytes, or in a few; of long chunks only the beginning.
    const most = many(random, 1, 4)
    for (let end = at; end < Math.min(length, at + 1500);) ends.push((end += many(random, 1, most)))
  } else if (kind < 0.6) {
    // A window of single bytes, wherever.
    const begin = many(random, at + 1, length)
    for (let end = begin; end < begin + 50; end++) ends.push(end)
  } else if (kind < 0.8) {
    const size = oneOf(random, [50, 300, 1000, 2000, 8000])
    for (let end = at + size; end < length; end += size) ends.push(end)
  } else
    for (let end = at; end < length;) ends.push((end += happens(random, 0.2) ? 1 : many(random, 1, 1500)))
  return [...ends.filter((end) => end > at && end < length), length]
}
