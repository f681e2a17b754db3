/** Texts: how many, and the newest of the different ones. */
export type TextTally = {
  count: number
  /** The newest first; it depends on the responses alone, not on their order. */
  readonly newest: Dated[]
}

/** A text of a response, and when that was created, in milliseconds since 1970. */
type Dated = { readonly text: string; readonly at: number; readonly responseId: string }

/** A text, the newest response that gave it, and when that was created; null: not known. */
export type Sample = { readonly text: string; readonly createdAt: string | null; readonly responseId: string }

/** The most characters of a text that are kept. */
const longest = 1000

export const noTexts = (): TextTally => ({ count: 0, newest: [] })

/** Counts a text of a response, and keeps it if it is among the `most` newest. */
export function addText(
  tally: TextTally,
  given: string,
  { most, at, responseId }: { readonly most: number; readonly at: number; readonly responseId: string },
): void {
  const last = tally.newest.at(-1)
  tally.count++
  if (most === 0 || (tally.newest.length >= most && last !== undefined && at < last.at)) return
  const text = given.length > longest ? `${given.slice(0, longest).toWellFormed()}…` : given
  keep(tally, { text, at, responseId }, most)
}

/** Adds the texts of another tally. */
export function mergeTexts(tally: TextTally, { count, newest }: TextTally, most: number): void {
  tally.count += count
  for (const dated of newest) keep(tally, dated, most)
}

function keep({ newest }: TextTally, dated: Dated, most: number): void {
  const same = newest.findIndex(({ text }) => text === dated.text)
  const there = newest[same]
  if (there !== undefined) {
    if (byNewest(there, dated) <= 0) return
    newest.splice(same, 1)
  }
  const place = newest.findIndex((other) => byNewest(dated, other) < 0)
  newest.splice(place < 0 ? newest.length : place, 0, dated)
  if (newest.length > most) newest.pop()
}

/** The newest texts of two tallies without a common text. */
export const samplesOf = (tallies: readonly TextTally[], most: number): readonly Sample[] =>
  tallies
    .flatMap(({ newest }) => newest)
    .toSorted(byNewest)
    .slice(0, most)
    .map(({ text, at, responseId }) => ({
      text,
      createdAt: at === -Infinity ? null : new Date(at).toISOString(),
      responseId,
    }))

function byNewest(a: Dated, b: Dated): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1
  if (a.responseId !== b.responseId) return a.responseId > b.responseId ? -1 : 1
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}
