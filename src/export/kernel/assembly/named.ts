// Where members come in any order, none can be expected: the edge is found by the name that stands there, and by what
// stands before it.
import { agreement, edgeBehind, findEdge } from './edges'
import { edgeFlags, edgeLength, edgeTarget, eventCount, flagBare, flagDescribing, flagEnd, named, namedMask } from './layout'

/** Where the literal begins of the edge that was found last: edges before it, which mean nothing, were passed over. */
export let literalAt: u32 = 0

// What was found is kept in pairs of places, the newer one first, each of 16 bytes: its state, to which is added how many
// bytes stand before its literal; the edge, or 0 where several begin with the name; and what stands before the name, with
// 16 bits of the hash above.
const mostBefore: u32 = 6
const ownBits: u64 = 0xffffffffffff

/** Gives the edge that goes on after another one with what stands at `p`, or 0. */
export function edgeNamed(edge: u32, p: u32, end: u32): u32 {
  const quotes: u32 = quotesIn(p)
  if (<u32>ctz(quotes) > mostBefore) {
    literalAt = p
    return edgeBehind(edge, p, end)
  }
  const state = edgeTarget(edge)
  const lead = leadOf(p, quotes)
  const hash = nameHash(p, quotes, lead)
  const place = placeOf(state, lead, hash)
  let found = place
  if (place != 0 && load<u32>(place, 4) == 0) found = placeOf(state, lead, hash + textHash(endOf(p, quotes)))
  if (found != 0) {
    const at = p + (load<u32>(found) & 15)
    const known = load<u32>(found, 4)
    const length = edgeLength(known)
    if (agreement(at, known) >= length && !isClosed(at + length)) {
      literalAt = at
      return known
    }
  }
  return otherNamed(edge, p, end, place)
}

/** Whether what stands before is an empty list or object, which begins as one that is not. */
@inline
function isClosed(p: u32): bool {
  const bytes: u32 = load<u16>(p - 1)
  return bytes == 0x7d7b || bytes == 0x5d5b
}

@inline
function quotesIn(p: u32): u32 {
  const first: u32 = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x22)))
  const second: u32 = i8x16.bitmask(i8x16.eq(v128.load(p, 16), i8x16.splat(0x22)))
  return first | (second << 16)
}

/** Where the first text ends whose quotes these are, a name. */
@inline
function endOf(p: u32, quotes: u32): u32 {
  return p + <u32>ctz(quotes & (quotes - 1))
}

/** The bytes before it. */
@inline
function leadOf(p: u32, quotes: u32): u64 {
  return load<u64>(p) & (((<u64>1) << (<u64>ctz(quotes) << 3)) - 1)
}

/** A hash of the name and of what stands before it. */
@inline
function nameHash(p: u32, quotes: u32, lead: u64): u64 {
  return hashOf(p + <u32>ctz(quotes) + 1, endOf(p, quotes)) + lead * 0xd6e8feb86659fd93
}

/** A hash of the first and the last bytes of a text. */
@inline
function hashOf(text: u32, end: u32): u64 {
  const others = <u64>(64 - (min<u32>(end - text, 8) << 3))
  return (load<u64>(text) << others) * 0x9e3779b97f4a7c15 + (load<u64>(end - 8) >>> others) * 0xbf58476d1ce4e5b9
}

/** Where the value behind a name begins, of which a space at most stands before. */
@inline
function valueBehind(nameEnd: u32): u32 {
  return nameEnd + select<u32>(3, 2, load<u8>(nameEnd, 2) == 0x20)
}

/** The same of the text behind a name. */
@inline
function textHash(nameEnd: u32): u64 {
  const text = valueBehind(nameEnd) + 1
  return hashOf(text, text + <u32>ctz(quotesIn(text))) * 0x94d049bb133111eb
}

/** Where an edge with this hash is kept, or 0. */
@inline
function placeOf(state: u32, lead: u64, hash: u64): u32 {
  const place = placesOf(hash)
  const wanted = markOf(lead, hash)
  if (load<u64>(place, 8) == wanted && (load<u32>(place) & ~15) == state) return place
  return load<u64>(place, 24) == wanted && (load<u32>(place, 16) & ~15) == state ? place + 16 : 0
}

@inline
function placesOf(hash: u64): u32 {
  return named + (<u32>(hash >>> 47) & namedMask)
}

@inline
function markOf(lead: u64, hash: u64): u64 {
  return lead | ((hash << 12) & ~ownBits)
}

/** Finds the edge without what is kept, and keeps it; `place` is where one is kept that begins with the same name, or none. */
function otherNamed(before: u32, p: u32, end: u32, place: u32): u32 {
  const edge = searchEdge(before, p, end)
  // Nothing tells what stands behind a name that mostly has a text of its own.
  if (edge == 0 || (edgeFlags(edge) & flagDescribing) != 0 || isClosed(literalAt + edgeLength(edge))) return edge
  const state = edgeTarget(before)
  const quotes: u32 = quotesIn(p)
  const nameEnd = endOf(p, quotes)
  const lead = leadOf(p, quotes)
  let hash = nameHash(p, quotes, lead)
  if (place != 0 && load<u8>(valueBehind(nameEnd)) == 0x22) {
    store<u32>(place, 0, 4)
    hash += textHash(nameEnd)
  }
  const to = placesOf(hash)
  v128.store(to, v128.load(to), 16)
  store<u32>(to, state | (literalAt - p))
  store<u32>(to, edge, 4)
  store<u64>(to, markOf(lead, hash), 8)
  return edge
}

/** Goes from edge to edge up to one that means something or has the name. */
function searchEdge(before: u32, p: u32, end: u32): u32 {
  const quote = p + <u32>ctz(quotesIn(p))
  while (true) {
    const edge = findEdge(edgeTarget(before), p, end)
    literalAt = p
    if (edge == 0 || !isEmpty(edge) || p + edgeLength(edge) > quote) return edge
    p += edgeLength(edge)
    before = edge
  }
}

function isEmpty(edge: u32): bool {
  return (edgeFlags(edge) & (flagBare | flagEnd)) == flagBare && eventCount(edge) == 0
}
