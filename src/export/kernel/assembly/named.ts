// Where members come in any order, none can be expected: the edge is found by the name that stands there, and by what
// stands before it.
import { agreement, edgeBehind, findEdge } from './edges'
import {
  edgeFlags, edgeLength, edgeTarget, eventCount, flagBare, flagDescribing, flagEnd, named, namedMask, ownTexts,
} from './layout'

// What was found is kept in places of 64 bytes, two beside each other for a hash, so that one look tells all: its state, to
// which is added how many bytes stand before its literal; the edge; as 48 bits which of as many bytes have to stand there,
// and above how many have to in all; and these bytes.
const placeSize: u32 = 64
const placeWanted: u32 = 8
const placeLength: u32 = 14
const placeText: u32 = 16
const mostText: u32 = 48

/** As many bytes may stand before a name. */
const mostBefore: u32 = 6

/** Gives the edge that goes on after another one with what stands at `p`, or 0; and, 32 bits above, where its literal ends. */
@inline
export function edgeNamed(edge: u32, p: u32, end: u32): u64 {
  const first = v128.load(p)
  const second = v128.load(p, 16)
  const third = v128.load(p, 32)
  const quotes = quotesIn(first, second, third)
  if (<u32>ctz(quotes) > mostBefore) return withEnd(edgeBehind(edge, p, end), p)
  const state = edgeTarget(edge)
  const hash = nameHash(state, p, quotes)
  // Whether the name has a text of its own nobody can foresee: both places are looked at.
  const own = placeOf(hash + textHash(p, quotes))
  const other = placeOf(hash)
  const isOwn = (load<u32>(own) ^ state) <= mostBefore
  let place = select<u32>(own, other, isOwn)
  let length: u32 = select<u32>(load<u16>(own, placeLength), load<u16>(other, placeLength), isOwn)
  if (!stands(place, state, first, second, third)) {
    place = otherPlace(own, other, state, p)
    if (place == 0) return otherNamed(edge, p, end)
    length = load<u16>(place, placeLength)
  }
  const known = load<u32>(place, 4)
  if (length > mostText && agreement(p + (load<u32>(place) ^ state), known) < edgeLength(known)) return otherNamed(edge, p, end)
  return isClosed(p + length) ? otherNamed(edge, p, end) : known | (<u64>(p + length) << 32)
}

@inline
function withEnd(edge: u32, p: u32): u64 {
  return edge | (<u64>(p + edgeLength(edge)) << 32)
}

/** Whether what stands before is an empty list or object, which begins as one that is not. */
@inline
function isClosed(p: u32): bool {
  const bytes: u32 = load<u16>(p - 1)
  return bytes == 0x7d7b || bytes == 0x5d5b
}

/** Whether an edge of this state is kept in a place, and stands at `p` as far as its place has it. */
@inline
function stands(place: u32, state: u32, first: v128, second: v128, third: v128): bool {
  const same: u64 =
    <u64>sameIn(first, v128.load(place, placeText)) |
    (<u64>sameIn(second, v128.load(place, placeText + 16)) << 16) |
    (<u64>sameIn(third, v128.load(place, placeText + 32)) << 32)
  return (load<u64>(place, placeWanted) & ~(same | 0xffff000000000000)) == 0 && (load<u32>(place) ^ state) <= mostBefore
}

@inline
function sameIn(one: v128, other: v128): u32 {
  return i8x16.bitmask(i8x16.eq(one, other))
}

// From memory, as the compiler makes a constant of 16 bytes anew wherever it is needed.
const quote: u32 = <u32>memory.data<u8>([34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34])

/** Of the 48 bytes that are looked at, those that are quotes, as bits; four stand behind them, so that there are as many. */
@inline
function quotesIn(first: v128, second: v128, third: v128): u64 {
  const sign = v128.load(quote)
  return <u64>(sameIn(first, sign) | (sameIn(second, sign) << 16)) | (<u64>sameIn(third, sign) << 32) | (<u64>15 << 48)
}

@inline
function quotesAt(p: u32): u64 {
  return quotesIn(v128.load(p), v128.load(p, 16), v128.load(p, 32))
}

@inline
function withoutLowest(bits: u64): u64 {
  return bits & (bits - 1)
}

/** A hash of a state and of what stands up to the end of a name: of the first and the last 8 bytes, and how many they are. */
@inline
function nameHash(state: u32, p: u32, quotes: u64): u64 {
  const length = <u32>ctz(withoutLowest(quotes)) + 1
  const others = <u64>(64 - (min<u32>(length, 8) << 3))
  const first = ((load<u64>(p) << others) ^ (<u64>state << 8) ^ length) * 0x9e3779b97f4a7c15
  return first + (load<u64>(p + length - 8) >>> others) * 0xbf58476d1ce4e5b9
}

/** A hash of the last 16 bytes of the text behind the name. */
@inline
function textHash(p: u32, quotes: u64): u64 {
  const end = p + <u32>ctz(withoutLowest(withoutLowest(withoutLowest(quotes))))
  return load<u64>(end - 8) * 0x94d049bb133111eb + load<u64>(max<u32>(end - 16, p)) * 0xff51afd7ed558ccd
}

/** The place, beside those two or of them, of an edge that stands at `p`; 0 where there is none. */
function otherPlace(own: u32, other: u32, state: u32, p: u32): u32 {
  if (standsAt(own ^ placeSize, state, p)) return own ^ placeSize
  if (standsAt(other, state, p)) return other
  return standsAt(other ^ placeSize, state, p) ? other ^ placeSize : 0
}

@inline
function standsAt(place: u32, state: u32, p: u32): bool {
  return stands(place, state, v128.load(p), v128.load(p, 16), v128.load(p, 32))
}

/** Whether the value behind the name is a text. */
@inline
function isText(p: u32, quotes: u64): bool {
  const behind = p + <u32>ctz(withoutLowest(quotes))
  return load<u8>(behind + select<u32>(3, 2, load<u8>(behind, 2) == 0x20)) == 0x22
}

/** Where an edge with this hash is kept first. */
@inline
function placeOf(hash: u64): u32 {
  return named + (<u32>(hash >>> 46) & namedMask)
}

/** Finds the edge without what is kept, and keeps it. */
function otherNamed(before: u32, p: u32, end: u32): u64 {
  const edge = searchEdge(before, p, end)
  const found = withEnd(edge, literalAt)
  // Nothing tells what stands behind a name that mostly has a text of its own.
  if (edge == 0 || (edgeFlags(edge) & flagDescribing) != 0 || isClosed(<u32>(found >>> 32))) return found
  const state = edgeTarget(before)
  const quotes = quotesAt(p)
  const hash = nameHash(state, p, quotes)
  if (isText(p, quotes) && (isKept(placeOf(hash), state, hash) || isKept(placeOf(hash) ^ placeSize, state, hash)))
    store<u8>(ownTexts + <u32>(hash >>> 50), 1)
  const hasOwn = load<u8>(ownTexts + <u32>(hash >>> 50)) != 0
  let place = placeOf(hasOwn ? hash + textHash(p, quotes) : hash)
  if (load<u32>(place) != 0 && load<u32>(place ^ placeSize) == 0) place ^= placeSize
  const length = <u32>(found >>> 32) - p
  store<u32>(place, state | (literalAt - p))
  store<u32>(place, edge, 4)
  store<u64>(place, (<u64>length << 48) | (((<u64>1) << min<u32>(length, mostText)) - 1), placeWanted)
  memory.copy(place + placeText, p, mostText)
  return found
}

/** Whether an edge of this state whose name has this hash is kept in a place. */
function isKept(place: u32, state: u32, hash: u64): bool {
  const text = place + placeText
  return (load<u32>(place) ^ state) <= mostBefore && nameHash(state, text, quotesAt(text)) == hash
}

/** Where the literal begins of the edge that was searched last: edges before it, which mean nothing, were passed over. */
let literalAt: u32 = 0

/** Goes from edge to edge up to one that means something or has the name. */
function searchEdge(before: u32, p: u32, end: u32): u32 {
  const name = p + <u32>ctz(quotesAt(p))
  while (true) {
    const edge = findEdge(edgeTarget(before), p, end)
    literalAt = p
    if (edge == 0 || !isEmpty(edge) || p + edgeLength(edge) > name) return edge
    p += edgeLength(edge)
    before = edge
  }
}

function isEmpty(edge: u32): bool {
  return (edgeFlags(edge) & (flagBare | flagEnd)) == flagBare && eventCount(edge) == 0
}
