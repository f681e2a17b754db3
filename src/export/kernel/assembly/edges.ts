import {
  edgeAfter, edgeEarlier, edgeFlags, edgeLength, edgeLiteral, edgeNext, edgeTarget, flagPart, mostQuotes, nextEdge, stateCounts, stateOwn,
  stateShort, stateUnordered,
} from './layout'
import { findPair, putPair } from './pairs'
import { filledEdge } from './patterns'

/** Gives the edge that goes on after another one with what stands at `p`, or 0. */
@inline
export function edgeBehind(before: u32, p: u32, end: u32): u32 {
  const last = load<u32>(before, edgeAfter)
  const same: u32 = last == 0 ? 0 : agreement(p, last)
  return last != 0 && same >= edgeLength(last) ? last : otherBehind(before, p, end, same)
}

/** How often neither of the last two edges went on, and how often only a part of longer ones was found. */
export let searches: u32 = 0
export let parts: u32 = 0

function otherBehind(before: u32, p: u32, end: u32, same: u32): u32 {
  let edge = turnBehind(before, p, same)
  if (edge == 0) {
    edge = findEdge(edgeTarget(before), p, end)
    if (edge == 0 || (edgeFlags(edge) & flagPart) != 0) {
      const filled = filledEdge(edgeTarget(before), p, end)
      if (filled != 0) edge = filled
    }
    if (edge == 0) return 0
    if ((edgeFlags(edge) & flagPart) != 0) {
      searches++
      parts++
      return edge
    }
    store<u32>(turn, before)
    store<u32>(turn, edge, 4)
  }
  if (edge != load<u32>(before, edgeEarlier)) searches++
  store<u32>(before, load<u32>(before, edgeAfter), edgeEarlier)
  store<u32>(before, edge, edgeAfter)
  return edge
}

/** Where another edge came than was expected: in each place the edge before and the one that came, found by where the two differ. */
const turns: u32 = <u32>memory.data(4096 * 8)
/** The place where the last search for a turn ended. */
let turn: u32 = 0

/**
 * Gives the edge that came after another one when what stood there left the expected one as it does now, behind `same`
 * bytes; or where it leaves that one in turn. 0 where none is known.
 */
@inline
function turnBehind(before: u32, p: u32, same: u32): u32 {
  while (true) {
    // Two bytes that differ, and up to six before.
    const from = max<u32>(same, 6) - 6
    const bytes = load<u64>(p + from) << ((6 + from - same) << 3)
    const hash = (bytes ^ ((<u64>before << 28) | same)) * 0x9e3779b97f4a7c15
    turn = turns + (<u32>(hash >>> 52) << 3)
    if (load<u32>(turn) != before) return 0
    const edge = load<u32>(turn, 4)
    const more = agreement(p, edge)
    if (more >= edgeLength(edge)) return edge
    if (more <= same) return 0
    same = more
  }
}

/** Whether the bytes at `p` begin with an edge's literal. */
@inline
function begins(p: u32, edge: u32): bool {
  return agreement(p, edge) >= edgeLength(edge)
}

/** How many bytes at `p` are as in an edge's literal; as many as that has, or more, where all are. Reads up to 31 bytes behind both. */
export function agreement(p: u32, edge: u32): u32 {
  const literal = edgeLiteral(edge)
  const length = edgeLength(edge)
  let i: u32 = 0
  do {
    const first: u32 = i8x16.bitmask(i8x16.eq(v128.load(p + i), v128.load(literal + i)))
    const second: u32 = i8x16.bitmask(i8x16.eq(v128.load(p + i, 16), v128.load(literal + i, 16)))
    const same = first | (second << 16)
    if (same != u32.MAX_VALUE) return i + ctz(~same)
    i += 32
  } while (i < length)
  return i
}

/** Finds the edge whose literal stands at `p`, the one with most quotes first. */
export function findEdge(state: u32, p: u32, end: u32): u32 {
  const counts = stateCounts(state)
  if (counts != 0) {
    const found = hashQuotes(p, end, counts)
    let left = counts & ((<u32>2 << found) - 1)
    while (left != 0) {
      const count: u32 = 31 - clz(left)
      left ^= <u32>1 << count
      const edge = inChain(findPair(state, load<u32>(hashes + (count << 2))), p)
      if (edge != 0) return edge
    }
  }
  return inChain(load<u32>(state, stateShort), p)
}

function inChain(edge: u32, p: u32): u32 {
  while (edge != 0 && !begins(p, edge)) edge = nextEdge(edge)
  return edge
}

/** How many quotes the literal has that was hashed last. */
let literalQuotes: u32 = 0

/** The hash of a literal up to its last quote that counts. */
function hashLiteral(p: u32, length: u32): u32 {
  literalQuotes = hashQuotes(p, p + length, u32.MAX_VALUE)
  return load<u32>(hashes + (literalQuotes << 2))
}

/** The edge of a state whose literal stands at `p` and is so long, or 0. */
export function findLiteral(state: u32, p: u32, length: u32): u32 {
  const hash = hashLiteral(p, length)
  let edge = literalQuotes == 0 ? load<u32>(state, stateShort) : findPair(state, hash)
  while (edge != 0 && !(edgeLength(edge) == length && begins(p, edge))) edge = nextEdge(edge)
  return edge
}

/** Makes an edge findable from its state; the host made room for a pair. */
export function linkEdge(state: u32, edge: u32, isLong: bool): void {
  const length = edgeLength(edge)
  const hash = hashLiteral(edgeLiteral(edge), length)
  const first = literalQuotes == 0 ? load<u32>(state, stateShort) : findPair(state, hash)
  let before: u32 = 0
  let next = first
  while (next != 0 && edgeLength(next) >= length) {
    before = next
    next = nextEdge(next)
  }
  store<u32>(edge, next, edgeNext)
  if (before != 0) store<u32>(before, edge, edgeNext)
  else if (literalQuotes == 0) store<u32>(state, edge, stateShort)
  else putPair(state, hash, edge)
  const bit: u32 = literalQuotes == 0 ? 0 : 1 << literalQuotes
  store<u32>(state, stateCounts(state) | bit)
  if (!isLong) store<u32>(state, load<u32>(state, stateOwn) | bit, stateOwn)
}

/** Finds no edges of a state any longer that are made of others. */
export function forgetLong(state: u32): void {
  store<u32>(state, load<u32>(state, stateOwn))
  store<u32>(state, 1, stateUnordered)
}

const longestHashed: u32 = 4096

/** By number of quotes the hash of what stands up to the last of them. */
const hashes: u32 = <u32>memory.data(31 * 4)

/** Hashes what stands at `p` up to each quote that is wanted, and gives the number of quotes that there are, up to the highest wanted. */
function hashQuotes(p: u32, end: u32, wanted: u32): u32 {
  const limit = min(end, p + longestHashed)
  const most = min<u32>(mostQuotes, 31 - clz(wanted))
  let hash: u64 = 0x9e3779b97f4a7c15
  let from = p
  let count: u32 = 0
  for (; p < limit; p += 16) {
    let quotes: u32 = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x22)))
    while (quotes != 0) {
      const after = p + ctz(quotes) + 1
      if (after > limit) return count
      quotes &= quotes - 1
      hash = mixed(hash, from, after - from)
      from = after
      count++
      store<u32>(hashes + (count << 2), <u32>(hash >>> 32))
      if (count == most) return count
    }
  }
  return count
}

/** The hash with some more bytes, at least one. Reads up to 7 bytes behind them. */
function mixed(hash: u64, p: u32, length: u32): u64 {
  while (length > 8) {
    hash = (hash ^ load<u64>(p)) * 0x9e3779b97f4a7c15
    hash ^= hash >>> 29
    p += 8
    length -= 8
  }
  hash = (hash ^ (load<u64>(p) & (u64.MAX_VALUE >>> (64 - (length << 3))))) * 0xbf58476d1ce4e5b9
  return hash ^ (hash >>> 32)
}
