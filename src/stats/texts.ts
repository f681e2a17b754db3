/** Texts: how many, and a few of the different ones. */
export type TextTally = {
  count: number
  /** A bottom-k sample: the different texts whose hashes are least, in that order. It depends on the texts alone, not on their order. */
  readonly sampled: (Sample & { readonly hash: number })[]
}

/** A text, how often it came, and the least of the ids of its responses. */
export type Sample = { readonly text: string; count: number; responseId: string }

/** The most characters of a text that are kept. */
const longest = 1000

export const noTexts = (): TextTally => ({ count: 0, sampled: [] })

/** Counts a text of a response, and keeps it if it is among the `most` that are sampled. */
export function addText(tally: TextTally, given: string, from: { responseId: string; most: number }): void {
  const { sampled } = tally
  const { responseId, most } = from
  tally.count++
  const hash = hashOf(given)
  const last = sampled.at(-1)
  if (most === 0 || (sampled.length === most && last !== undefined && hash > last.hash)) return
  const text = given.length > longest ? `${given.slice(0, longest).toWellFormed()}…` : given
  const sample = { text, hash, count: 1, responseId }
  const at = sampled.findIndex((other) => bySample(sample, other) <= 0)
  const there = sampled[at]
  if (there?.text === text) {
    there.count++
    if (responseId < there.responseId) there.responseId = responseId
    return
  }
  sampled.splice(at < 0 ? sampled.length : at, 0, sample)
  if (sampled.length > most) sampled.pop()
}

/** The samples of two tallies without a common text, the most frequent first. */
export const samplesOf = (tallies: readonly TextTally[], most: number): readonly Sample[] =>
  tallies
    .flatMap(({ sampled }) => sampled)
    .toSorted(bySample)
    .slice(0, most)
    .toSorted((a, b) => b.count - a.count)
    .map(({ text, count, responseId }) => ({ text, count, responseId }))

type Ranked = { readonly hash: number; readonly text: string }

const bySample = (a: Ranked, b: Ranked): number =>
  a.hash - b.hash || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)

/** FNV-1a, its bits then mixed as in MurmurHash3: by itself it keeps like texts together. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  // Few texts agree so far, and long ones cost no more.
  const end = Math.min(text.length, 64)
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) ^ text.length
}
