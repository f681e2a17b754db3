import { Alias, Pair, YAMLMap, YAMLSeq, YAMLWarning, type Node, type ParsedNode, type Scalar } from 'yaml'
import { limits } from './limits.ts'
import { blanksEnd, type Cursor } from './quick-lines.ts'
import { crowded, isQuote, plainEnd, plainScalar, quotedScalar, quoteEnd, unusual } from './quick-scalar.ts'

/** The value that begins at an offset and ends on its line. */
export function valueAt(cursor: Cursor, start: number): ParsedNode {
  const { text, end, warnings } = cursor
  const first = text.charAt(start)
  if (first === '[' || first === '{') return inBrackets(cursor, start, 0)
  if (first === '*') return aliasAt(cursor, start)
  if (first !== '!') return scalarAt(cursor, start, plainEnd(text, start, end))
  const tag = /^![A-Za-z][\w-]*(?= +[^ !&*[{|>#])/.exec(text.slice(start, end))?.[0]
  if (tag === undefined) throw unusual
  const at = blanksEnd(text, start + tag.length, end)
  const scalar = scalarAt(cursor, at, plainEnd(text, at, end))
  cursor.pieces++
  warnings.push(new YAMLWarning([start, start + tag.length], 'TAG_RESOLVE_FAILED', `Unresolved tag: ${tag}`))
  scalar.value = scalar.source
  scalar.tag = tag
  return scalar
}

/** A scalar; one without quotes ends before an offset. */
function scalarAt(cursor: Cursor, start: number, stop: number): Scalar.Parsed {
  const { text, end, errors } = cursor
  if (isQuote(text.charCodeAt(start))) {
    cursor.pieces++
    return quotedScalar(text, [start, quoteEnd(text, start, end)], errors)
  }
  if (text.charAt(stop) === ':') throw unusual
  return plainScalar(text, [start, stop], errors)
}

function aliasAt(cursor: Cursor, start: number): Alias.Parsed {
  const { text, end } = cursor
  const name = /^[^\s,[\]{}:*]+/.exec(text.slice(start + 1, end))?.[0]
  if (name === undefined) throw unusual
  cursor.pieces++
  const alias = new Alias(name) as Alias.Parsed
  const behind = start + 1 + name.length
  alias.range = [start, behind, behind]
  return alias
}

type Collection = YAMLMap.Parsed | YAMLSeq.Parsed

// A whole form as JSON nests them eight times.
const mostBrackets = 10

/** A list or object in brackets, on one line. */
function inBrackets(cursor: Cursor, start: number, depth: number): Collection {
  const { text, end } = cursor
  if (depth > mostBrackets) throw unusual
  const isMap = text.charAt(start) === '{'
  const close = isMap ? '}' : ']'
  const collection = isMap ? new YAMLMap<Node, Node>() : new YAMLSeq<Node>()
  cursor.pieces += 2
  let at = blanksEnd(text, start + 1, end)
  while (text.charAt(at) !== close) {
    if (cursor.pieces > limits.pieces) throw crowded
    at = takeInto(collection, { cursor, at, depth })
    if (text.charAt(at) === ',') {
      cursor.pieces++
      at = blanksEnd(text, at + 1, end)
    } else if (text.charAt(at) !== close) throw unusual
  }
  collection.flow = true
  collection.range = [start, at + 1, at + 1]
  // The library types the items of what is parsed narrower than those of what is made.
  return collection as Collection
}

type Inside = { readonly cursor: Cursor; readonly at: number; readonly depth: number }

/** Takes what begins at an offset into a collection; where it ends, without the blanks behind. */
function takeInto(collection: YAMLMap<Node, Node> | YAMLSeq<Node>, { cursor, at, depth }: Inside): number {
  const key = collection instanceof YAMLMap ? scalarInside(cursor, at) : undefined
  const value = inside(cursor, key ? behindColon(cursor, key) : at, depth)
  if (collection instanceof YAMLSeq) collection.items.push(value)
  else if (key) collection.items.push(new Pair(key, value))
  return blanksEnd(cursor.text, endOf(value), cursor.end)
}

const endOf = (node: Node): number => node.range?.[1] ?? 0

/** Where the value begins of a key between brackets. */
function behindColon(cursor: Cursor, key: Scalar.Parsed): number {
  const { text, end } = cursor
  const at = endOf(key)
  // Behind a key in quotes, as in JSON, no blank is needed.
  if (!text.startsWith(key.type === 'PLAIN' ? ': ' : ':', at)) throw unusual
  cursor.pieces++
  return blanksEnd(text, at + 1, end)
}

function inside(cursor: Cursor, start: number, depth: number): Node {
  const first = cursor.text.charAt(start)
  if (first === '[' || first === '{') return inBrackets(cursor, start, depth + 1)
  return first === '*' ? aliasAt(cursor, start) : scalarInside(cursor, start)
}

const signs = new Set(',[]{}')

function signAt(text: string, start: number, end: number): number {
  let at = start
  while (at < end && !signs.has(text.charAt(at))) at++
  return at
}

/** A scalar between brackets. */
function scalarInside(cursor: Cursor, start: number): Scalar.Parsed {
  const { text, end } = cursor
  if (isQuote(text.charCodeAt(start))) return scalarAt(cursor, start, end)
  const stop = plainEnd(text, start, signAt(text, start, end))
  const scalar = plainScalar(text, [start, stop], cursor.errors)
  // A colon right before a comma or bracket is a key without a value, and not a part of the text.
  if (scalar.source?.endsWith(':')) throw unusual
  return scalar
}
