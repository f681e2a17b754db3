import { pairMask, pairs } from './layout'

/** How many pairs there are. */
export let usedPairs: u32 = 0

/** The value of a pair, or 0. */
export function findPair(first: u32, second: u32): u32 {
  let slot = hashPair(first, second) & pairMask
  while (true) {
    const at = pairs + slot * 12
    const value = load<u32>(at, 8)
    if (value == 0) return 0
    if (load<u32>(at) == first && load<u32>(at, 4) == second) return value
    slot = (slot + 1) & pairMask
  }
}

/** Where a pair begins to look for its place. */
function hashPair(first: u32, second: u32): u32 {
  let hash = (first * 0x9e3779b1) ^ second
  hash = (hash ^ (hash >>> 15)) * 0x85ebca6b
  return hash ^ (hash >>> 13)
}

/** Puts a pair where the host made room for it. */
export function putPair(first: u32, second: u32, value: u32): void {
  let slot = hashPair(first, second) & pairMask
  while (true) {
    const at = pairs + slot * 12
    const isFree = load<u32>(at, 8) == 0
    if (isFree || (load<u32>(at) == first && load<u32>(at, 4) == second)) {
      if (isFree) usedPairs++
      store<u32>(at, first)
      store<u32>(at, second, 4)
      store<u32>(at, value, 8)
      return
    }
    slot = (slot + 1) & pairMask
  }
}

/** Puts all pairs of a table that was smaller. */
export function movePairs(from: u32, to: u32): void {
  usedPairs = 0
  for (; from < to; from += 12)
    if (load<u32>(from, 8) != 0) putPair(load<u32>(from), load<u32>(from, 4), load<u32>(from, 8))
}
