import type { YAMLParseError, YAMLWarning } from 'yaml'
import { limits } from './limits.ts'
import { crowded, unusual } from './quick-scalar.ts'

/** Where the reading of a document is: at the first sign of a line that says something. */
export type Cursor = {
  readonly text: string
  /** Where the document ends. */
  readonly stop: number
  at: number
  /** From 0; -1 at the end of the document. */
  column: number
  /** Where the line ends without its line break, and where the next one begins. */
  end: number
  next: number
  /** Whether a comment stands alone on a line right above. */
  isBelowComment: boolean
  depth: number
  /** Lines, comments, signs and texts in quotes; no fewer than the library counts, and hardly more. */
  pieces: number
  anchors: number
  readonly errors: YAMLParseError[]
  readonly warnings: YAMLWarning[]
}

/** The first line of a document that says something. */
export function cursorIn(text: string, [start, stop]: readonly [number, number]): Cursor {
  const [at, column, end] = [start, -1, start]
  // What a document begins with: its line of dashes, and a sign of the library's own.
  const counts = { depth: 0, pieces: 3, anchors: 0 }
  const cursor = { text, stop, at, column, end, next: start, isBelowComment: false, ...counts }
  const whole: Cursor = { ...cursor, errors: [], warnings: [] }
  nextLine(whole)
  return whole
}

/** Goes on to the next line that says something. */
export function nextLine(cursor: Cursor): void {
  const { text, stop } = cursor
  let deepest = -1
  cursor.column = -1
  while (cursor.next < stop) {
    const start = cursor.next
    if (++cursor.pieces > limits.pieces) throw crowded
    const newline = text.indexOf('\n', start)
    cursor.next = newline === -1 ? stop : newline + 1
    cursor.end = newline === -1 ? stop : newline
    if (cursor.end > start && text.charCodeAt(cursor.end - 1) === carriageReturn) cursor.end--
    cursor.at = blanksEnd(text, start, cursor.end)
    if (cursor.at === cursor.end) continue
    if (text.charCodeAt(cursor.at) === hash) {
      cursor.pieces++
      deepest = Math.max(deepest, cursor.at - start)
      continue
    }
    cursor.column = cursor.at - start
    break
  }
  // A comment further in than what follows belongs to what stands above, and makes it longer.
  if (deepest > Math.max(0, cursor.column)) throw unusual
  cursor.isBelowComment = deepest !== -1
}

/** The offset behind the blanks at an offset. */
export function blanksEnd(text: string, start: number, end: number): number {
  let at = start
  while (at < end && text.charCodeAt(at) === space) at++
  return at
}

/** Whether a line says nothing more from an offset on, but for a comment. */
export function isOver({ text, end }: Cursor, at: number): boolean {
  const next = blanksEnd(text, at, end)
  return next === end || (next > at && text.charCodeAt(next) === hash)
}

/** Whether a dash with a blank or nothing behind it stands at an offset. */
export const isDash = ({ text, end }: Cursor, at: number): boolean =>
  text.charCodeAt(at) === dash && (at + 1 === end || text.charCodeAt(at + 1) === space)

const space = 0x20
const hash = 0x23
const dash = 0x2d
const carriageReturn = 0x0d
