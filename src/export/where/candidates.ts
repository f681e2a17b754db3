import { closingAt, comparisonAt, quoteEnd, readingAt, skipBlanks, type ValueEnd } from './parse.ts'

/** What may be the name of a column, and where the comparison behind it stands. */
export type Name = { readonly column: string; readonly end: number }

// A longer name can be told by its id.
const longestName = 4096

/** The places of a text where comparisons stand. */
export const comparedAt = (text: string): readonly number[] =>
  Array.from({ length: text.length }, (_, at) => at).filter((at) => comparisonAt(text, at) !== undefined)

/** All that may be a name at a place, the shortest first; in quotes, what stands in them. */
export function candidatesAt(
  text: string,
  at: number,
  compared: readonly number[] = comparedAt(text),
): readonly Name[] {
  const quoted = quoteEnd(text, at)
  if (quoted !== undefined) {
    const column = text.slice(at + 1, quoted - 1).replaceAll('""', '"')
    const end = skipBlanks(text, quoted)
    if (comparisonAt(text, end)) return [{ column, end }]
  }
  return compared
    .filter((end) => end > at && end < at + longestName)
    .map((end) => ({ column: text.slice(at, end).trim(), end }))
}

/** Whether the comparison behind a name has a value that fits it. */
const readsIn = (text: string, { column, end }: Name, valueEnd: ValueEnd): boolean =>
  readingAt(text, end, { column, valueEnd }) !== undefined

/** Whether all of a text is one comparison, by whatever name. */
export const isComparison = (text: string): boolean =>
  candidatesAt(text, skipBlanks(text, 0)).some((name) => readsIn(text, name, () => text.length))

/** What would be the column of a comparison that begins at a place. */
export const nameFrom = (text: string, at: number): string | undefined =>
  candidatesAt(text, at).find((name) => readsIn(text, name, (start) => endBefore(text, start)))?.column

/** Where a value ends that begins at a place, were any `or`, `and` or `)` behind it to end it. */
function endBefore(text: string, start: number): number {
  const list = skipBlanks(text, start)
  if (text[list] === '(') return (closingAt(text, list) ?? list) + 1
  const length = text.slice(list).search(/\s(?:or|and)[\s(]|\)|$/i)
  return list + length
}

/** What stands behind an `or` or `and` in a value: nothing, a comparison by a name that there is not, or what is none. */
export type Joined = {
  readonly word: string
  /** Where `word` stands, and where what is behind it does. */
  readonly from: number
  readonly at: number
  readonly rest: string
  readonly unknown: string | undefined
}

/** What stands behind each `or` and `and` of a text. */
export const joinedIn = (text: string): readonly Joined[] =>
  Array.from(text.matchAll(/\s+(or|and)(?=[\s(]|$)[\s(]*/gi), ({ 0: whole, 1: word = '', index }) => {
    const at = index + whole.length
    const rest = text.slice(at)
    return { word, from: index, at, rest, unknown: nameFrom(rest, 0) }
  })
