import type { ParsedNode, Scalar } from 'yaml'
import { valueAt } from './quick-flow.ts'
import { isOver, nextLine, type Cursor } from './quick-lines.ts'
import {
  blockText,
  isQuote,
  plainEnd,
  plainScalar,
  quotedScalar,
  quoteEnd,
  scalarOf,
  unusual,
} from './quick-scalar.ts'

/** Where the colon of the key stands that begins at an offset; -1 where no key does. */
export function colonAt({ text, end }: Cursor, start: number): number {
  const at = isQuote(text.charCodeAt(start)) ? quoteEnd(text, start, end) : plainEnd(text, start, end)
  const isColon = text.charAt(at) === ':' && (at + 1 >= end || text.charAt(at + 1) === ' ')
  return isColon ? at : -1
}

/** The key from the cursor to its colon. */
export function keyBefore(cursor: Cursor, colon: number): Scalar.Parsed {
  const { text, at, errors } = cursor
  // A longer one is a fault (YAML 1.2, chapter 7.4.2).
  if (colon - at > 1000) throw unusual
  const isQuoted = isQuote(text.charCodeAt(at))
  cursor.pieces += isQuoted ? 2 : 1
  return isQuoted ? quotedScalar(text, [at, colon], errors) : plainScalar(text, [at, colon], errors)
}

/** The anchor at an offset: its name, and where it ends. */
export function anchorAt(
  { text, end }: Cursor,
  start: number,
): { readonly name: string; readonly end: number } | undefined {
  if (text.charAt(start) !== '&') return undefined
  const name = /^[\w-]+/.exec(text.slice(start + 1, end))?.[0]
  const after = start + 1 + (name?.length ?? 0)
  if (name === undefined || (after < end && text.charAt(after) !== ' ')) throw unusual
  return { name, end: after }
}

/** The value that begins at an offset and ends with its line or block; then the cursor is on the line behind it. */
export function inlineValue(cursor: Cursor, start: number): ParsedNode {
  const first = cursor.text.charAt(start)
  if (first === '|' || first === '>') return textBelow(cursor, start)
  const node = valueAt(cursor, start)
  const [from, end] = node.range
  if (!isOver(cursor, end)) throw unusual
  // A comment may follow.
  if (end < cursor.end) cursor.pieces++
  node.range = [from, end, cursor.next]
  nextLine(cursor)
  return node
}

/** A text of several lines below its key. */
function textBelow(cursor: Cursor, start: number): Scalar.Parsed {
  const { text, end, next, column, stop } = cursor
  const header = text.slice(start, end)
  if (!/^[|>]-?$/.test(header)) throw unusual
  const block = blockText(text, { header, from: next, stop, parent: column })
  const type = header.startsWith('|') ? 'BLOCK_LITERAL' : 'BLOCK_FOLDED'
  cursor.pieces++
  cursor.next = block.end
  nextLine(cursor)
  return scalarOf(block.value, { type, start, end: block.end })
}
