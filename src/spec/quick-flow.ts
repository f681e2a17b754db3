import { Alias, Pair, YAMLMap, YAMLSeq, YAMLWarning, type Node, type Scalar } from 'yaml'
import { limits } from './limits.ts'
import { blanksEnd, type Cursor } from './quick-lines.ts'
import { isQuote, plainEnd, plainScalar, quotedScalar, quoteEnd, unusual } from './quick-scalar.ts'

/** The value that begins at an offset and ends on its line. */
export function valueAt(cursor: Cursor, start: number): Node {
  const { text, end, warnings } = cursor
  const first = text.charAt(start)
  if (first === '[' || first === '{') return inBrackets(cursor, start, 0)
  if (first === '*') return aliasAt(cursor, start)
  if (first !== '!') return scalarAt(cursor, start, plainEnd(text, start, end))
  const tag = /^![A-Za-z][\w-]*(?= +[^ !&*[{|>#])/.exec(text.slice(start, end))?.[0]
  if (tag === undefined) throw unusual
  const at = blanksEnd(text, start + tag.length, end)
  const scalar = scalarAt(cursor, at, plainEnd(text, at, end))
  warnings.push(new YAMLWarning([start, start + tag.length], 'TAG_RESOLVE_FAILED', `Unresolved tag: ${tag}`))
  scalar.value = scalar.source
  scalar.tag = tag
  return scalar
}

/** A scalar; one without quotes ends before an offset. */
function scalarAt({ text, end, errors }: Cursor, start: number, stop: number): Scalar.Parsed {
  if (isQuote(text.charCodeAt(start))) return quotedScalar(text, [start, quoteEnd(text, start, end)], errors)
  if (text.charAt(stop) === ':') throw unusual
  return plainScalar(text, [start, stop], errors)
}

function aliasAt({ text, end }: Cursor, start: number): Alias.Parsed {
  const name = /^[^\s,[\]{}:*]+/.exec(text.slice(start + 1, end))?.[0]
  if (name === undefined) throw unusual
  const alias = new Alias(name) as Alias.Parsed
  const behind = start + 1 + name.length
  alias.range = [start, behind, behind]
  return alias
}

type Collection = YAMLMap.Parsed | YAMLSeq.Parsed

// No spec nests them further.
const mostBrackets = 4

/** A list or object in brackets, on one line. */
function inBrackets(cursor: Cursor, start: number, depth: number): Collection {
  const { text, end } = cursor
  if (depth > mostBrackets) throw unusual
  const isMap = text.charAt(start) === '{'
  const close = isMap ? '}' : ']'
  const [map, seq] = [new YAMLMap<Node, Node>(), new YAMLSeq<Node>()]
  let at = blanksEnd(text, start + 1, end)
  while (text.charAt(at) !== close) {
    cursor.pieces += 3
    if (cursor.pieces > limits.pieces) throw unusual
    const key = isMap ? scalarInside(cursor, at) : undefined
    const value = inside(cursor, key ? behindColon(cursor, endOf(key)) : at, depth)
    if (key) map.items.push(new Pair(key, value))
    else seq.items.push(value)
    at = blanksEnd(text, endOf(value), end)
    if (text.charAt(at) === ',') at = blanksEnd(text, at + 1, end)
    else if (text.charAt(at) !== close) throw unusual
  }
  // The library types the items of what is parsed narrower than those of what is made.
  const collection = (isMap ? map : seq) as Collection
  collection.flow = true
  collection.range = [start, at + 1, at + 1]
  return collection
}

const endOf = (node: Node): number => node.range?.[1] ?? 0

/** Where the value begins of a key between brackets that ends at an offset. */
function behindColon({ text, end }: Cursor, at: number): number {
  if (!text.startsWith(': ', at)) throw unusual
  return blanksEnd(text, at + 1, end)
}

function inside(cursor: Cursor, start: number, depth: number): Node {
  const first = cursor.text.charAt(start)
  if (first === '[' || first === '{') return inBrackets(cursor, start, depth + 1)
  return first === '*' ? aliasAt(cursor, start) : scalarInside(cursor, start)
}

const signs = new Set(',[]{}')

/** A scalar between brackets. */
function scalarInside(cursor: Cursor, start: number): Scalar.Parsed {
  const { text, end } = cursor
  let stop = start
  while (stop < end && !signs.has(text.charAt(stop))) stop++
  stop = plainEnd(text, start, stop)
  const scalar = isQuote(text.charCodeAt(start))
    ? quotedScalar(text, [start, quoteEnd(text, start, end)], cursor.errors)
    : plainScalar(text, [start, stop], cursor.errors)
  // A colon right before a comma or bracket is a key without a value, and not a part of the text.
  if (scalar.type === 'PLAIN' && scalar.source?.endsWith(':')) throw unusual
  return scalar
}
