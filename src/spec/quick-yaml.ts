import { isAlias, Pair, YAMLMap, YAMLSeq, type Node } from 'yaml'
import type { SpecDocument } from './compose.ts'
import { limits } from './limits.ts'
import { anchorAt, colonAt, inlineValue, keyBefore } from './quick-inline.ts'
import { blanksEnd, cursorIn, isDash, isOver, nextLine, type Cursor } from './quick-lines.ts'
import { crowded, scalarOf, unusual } from './quick-scalar.ts'

/** Why a text was not read: something unusual stands in it, or more than a limit allows. */
export type Unread = 'unusual' | 'crowded'

/**
 * The documents of a text as the library gives them, in a fifth of the time, where it is written as most specs are:
 * objects and lists by indentation or, as JSON, in brackets on one line, with values of one line or blocks of text.
 */
export function quickDocuments(text: string): readonly SpecDocument[] | Unread {
  if (text.includes('\t') || text.includes('\uFEFF')) return 'unusual'
  try {
    const documents: SpecDocument[] = []
    const total = { pieces: 0, anchors: 0 }
    for (const stretch of stretchesOf(text)) {
      const cursor = cursorIn(text, stretch)
      // Nothing but comments stands before the first line that divides.
      if (cursor.column === -1 && stretch[0] === 0 && stretch[1] < text.length) continue
      documents.push(documentAt(cursor))
      if (documents.length > limits.forms) return 'unusual'
      total.pieces += cursor.pieces
      total.anchors += cursor.anchors
    }
    if (total.pieces >= limits.pieces) return 'crowded'
    return total.anchors < limits.anchors && documents.length < limits.forms ? documents : 'unusual'
  } catch (error) {
    if (error === unusual) return 'unusual'
    if (error === crowded) return 'crowded'
    throw error
  }
}

/** From line to line of three dashes. */
function stretchesOf(text: string): readonly [number, number][] {
  const stretches: [number, number][] = []
  let start = 0
  for (const { 0: mark, index } of text.matchAll(/^(?:---|\.\.\.)(?=\s|$)[^\n]*(?:\n|$)/gm)) {
    if (!/^--- *\r?\n?$/.test(mark)) throw unusual
    if (index > 0) stretches.push([start, index])
    start = index + mark.length
  }
  stretches.push([start, text.length])
  return stretches
}

const isBracket = (sign: string): boolean => sign === '[' || sign === '{'

function documentAt(cursor: Cursor): SpecDocument {
  if (columnOf(cursor) !== 0) throw unusual
  const contents = isBracket(cursor.text.charAt(cursor.at)) ? inlineValue(cursor, cursor.at) : block(cursor)
  if (columnOf(cursor) !== -1) throw unusual
  const { errors, warnings } = cursor
  return { contents, errors, warnings }
}

// To read on moves the cursor, which the compiler does not see.
const columnOf = ({ column }: Cursor): number => column

// The library's own limit is told at its place; so deep a text is none of the usual ones.
const mostLevels = 20

/** The object or list that begins at the cursor; then the cursor is on the line behind it. */
function block(cursor: Cursor): Collection {
  if (++cursor.depth > mostLevels) throw unusual
  const collection = isDash(cursor, cursor.at) ? list(cursor) : object(cursor)
  cursor.depth--
  return collection
}

type Collection = YAMLMap.Parsed | YAMLSeq.Parsed

function list(cursor: Cursor): YAMLSeq.Parsed {
  const { at: start, column } = cursor
  const seq = new YAMLSeq<Node>()
  while (cursor.column === column && isDash(cursor, cursor.at)) {
    cursor.pieces++
    seq.items.push(entry(cursor, column))
  }
  if (cursor.column > column) throw unusual
  return spanning(seq as YAMLSeq.Parsed, start, seq.items.at(-1))
}

/** What stands behind a dash. */
function entry(cursor: Cursor, column: number): Node {
  const { text, at, end } = cursor
  const start = blanksEnd(text, at + 1, end)
  if (isOver(cursor, at + 1)) return below(cursor, { start, column, isDashEnough: false })
  if (isBracket(text.charAt(start))) return inlineValue(cursor, start)
  if (!isDash(cursor, start) && colonAt(cursor, start) === -1) return inlineValue(cursor, start)
  cursor.at = start
  cursor.column = column + start - at
  return block(cursor)
}

function object(cursor: Cursor): YAMLMap.Parsed {
  const { at: start, column } = cursor
  const map = new YAMLMap<Node, Node>()
  while (cursor.column === column) {
    const colon = colonAt(cursor, cursor.at)
    if (colon === -1) throw unusual
    const key = keyBefore(cursor, colon)
    map.items.push(new Pair(key, valueBehind(cursor, colon, column)))
  }
  if (cursor.column > column) throw unusual
  return spanning(map as YAMLMap.Parsed, start, map.items.at(-1)?.value)
}

/** The value of a key whose colon stands at an offset. */
function valueBehind(cursor: Cursor, colon: number, column: number): Node {
  const start = blanksEnd(cursor.text, colon + 1, cursor.end)
  if (isOver(cursor, colon + 1)) return below(cursor, { start, column, isDashEnough: true })
  const anchor = anchorAt(cursor, start)
  if (anchor === undefined) return inlineValue(cursor, start)
  const behind = blanksEnd(cursor.text, anchor.end, cursor.end)
  const node = isOver(cursor, anchor.end)
    ? below(cursor, { start: -1, column, isDashEnough: false })
    : inlineValue(cursor, behind)
  if (isAlias(node)) throw unusual
  node.anchor = anchor.name
  cursor.pieces++
  if (++cursor.anchors > limits.anchors) throw unusual
  return node
}

type Missing = {
  /** Where nothing stands, if nothing follows further in. */
  readonly start: number
  readonly column: number
  /** Whether a list may begin right below its key. */
  readonly isDashEnough: boolean
}

/** What stands on the lines below a key or a dash; nothing is a value, too. */
function below(cursor: Cursor, { start, column, isDashEnough }: Missing): Node {
  const isBare = start === cursor.end
  // A comment may follow.
  if (!isBare) cursor.pieces++
  nextLine(cursor)
  const isList = isDashEnough && cursor.column === column && isDash(cursor, cursor.at)
  if (cursor.column > column || isList) return block(cursor)
  // Comments are part of the nothing that they stand in.
  if (!isBare || cursor.isBelowComment) throw unusual
  return scalarOf('', { type: 'PLAIN', start, end: start })
}

/** A collection from its first sign to the end of its last value. */
function spanning<Of extends Collection>(collection: Of, start: number, last: Node | null | undefined): Of {
  const end = last?.range?.[2] ?? start
  collection.range = [start, end, end]
  return collection
}
