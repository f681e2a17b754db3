/** A whole number with separators: 12,345. */
export const thousands = (n: number | string): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** "1 error", "2,000 errors". */
export const count = (n: number, noun: string): string => `${thousands(n)} ${noun}${n === 1 ? '' : 's'}`

/** A message from outside, with a full stop if it has no closing mark. */
export const closed = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)

/** A place in a body: the byte counts from 0; line and column, where known, from 1. */
type BytePlace = {
  readonly byte: number
  readonly line?: number
  readonly column?: number
  /** The record begins this many lines above. */
  readonly linesAbove?: number
}

/** What is wrong with a body: a sentence, or the words around a place. */
export type Problem = string | { readonly before?: string; readonly at: BytePlace; readonly after?: string }

/** `line 10, column 7 (byte 111) is } where a value was expected`, as far as the place is known. */
export function problemText(problem: Problem): string {
  if (typeof problem === 'string') return problem
  const { before = '', at, after = '' } = problem
  return `${before}${placeText(at)}${after}${beginText(at)}`
}

function placeText({ byte, line, column }: BytePlace): string {
  if (line === undefined) return `byte ${byte}`
  return `line ${line}${column === undefined ? '' : `, column ${column}`} (byte ${byte})`
}

const beginText = ({ line = 0, linesAbove = 0 }: BytePlace): string =>
  linesAbove > 0 && line > linesAbove ? `, in the record that begins in line ${line - linesAbove}` : ''
