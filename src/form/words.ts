/** What a value is, in the contract's words: `a string`, `an array`. */
export function sayKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A word of the author's in quotes; a long one is cut, since a sentence is no place for a page. */
export function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null) return sayKind(value)
  const text = String(value)
  return `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`
}

/** A sentence's beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "a", "a and b", "a, b and c". */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
