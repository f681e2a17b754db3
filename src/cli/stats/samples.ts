import { textHash } from './text-hash.ts'

/** Some of many texts, each once: which ones hangs on the texts alone, not on when they came. */
export type Samples = {
  readonly add: (text: string, responseId: string) => void
  /** Those that came most first. */
  readonly kept: () => readonly Sample[]
}

/** A text, how often it came, and the least of the ids of its responses. */
export type Sample = { readonly text: string; readonly count: number; readonly responseId: string }

/** The most characters of a text that are kept. */
const longest = 1000

/** At most so many texts: those with the lowest hashes. */
export function makeSamples(most: number): Samples {
  const kept: { text: string; rank: number; count: number; responseId: string }[] = []
  return {
    add: (given, responseId) => {
      // Enough of it to tell texts apart, so that long ones cost no more.
      const rank = textHash(given.slice(0, 64)) ^ given.length
      const last = kept.at(-1)
      if (most === 0 || (kept.length === most && last !== undefined && rank > last.rank)) return
      const text = given.length > longest ? `${given.slice(0, longest).toWellFormed()}…` : given
      const at = kept.findIndex((other) => rank < other.rank || (rank === other.rank && text <= other.text))
      const there = kept[at]
      if (there !== undefined && there.rank === rank && there.text === text) {
        there.count++
        if (responseId < there.responseId) there.responseId = responseId
        return
      }
      kept.splice(at < 0 ? kept.length : at, 0, { text, rank, count: 1, responseId })
      if (kept.length > most) kept.pop()
    },
    kept: () =>
      kept
        .toSorted((a, b) => b.count - a.count || a.rank - b.rank || (a.text < b.text ? -1 : 1))
        .map(({ text, count, responseId }) => ({ text, count, responseId })),
  }
}
