import { nextPattern, patternPieces, patternTexts, statePatterns } from './layout'
import { plainEnd } from './scalars'

/** Makes the edge of a pattern that goes on at `from`, with these texts, each its place and the place after it; gives 0 where it has no room. */
@external('host', 'fill')
declare function fill(pattern: u32, from: u32, texts: u32): u32

/** Whether the host may be told of what is new: not while a record is only tried, or read by one of several threads. */
export let mayTell: bool = true
export function setTelling(may: bool): void {
  mayTell = may
}

const mostTexts: u32 = 4

/** The texts of a pattern that fits. */
const texts: u32 = <u32>memory.data(4 * 8)

/** Has an edge made that goes on in a state with what stands at `p`, where that is as others but for some texts; or gives 0. */
export function filledEdge(state: u32, p: u32, end: u32): u32 {
  if (!mayTell) return 0
  for (let pattern = load<u32>(state, statePatterns); pattern != 0; pattern = nextPattern(pattern))
    if (fits(pattern, p, end)) return fill(pattern, p, texts)
  return 0
}

function fits(pattern: u32, p: u32, end: u32): bool {
  const count = min(patternTexts(pattern), mostTexts)
  const pieces = pattern + patternPieces
  let piece = pieces + ((count + 1) << 2)
  let i: u32 = 0
  while (true) {
    const length = load<u32>(pieces + (i << 2))
    if (p + length > end || memory.compare(p, piece, length) != 0) return false
    if (i == count) return true
    p += length
    piece += length
    const stop = plainEnd(p, end)
    if (stop == 0 || load<u8>(stop) != 0x22) return false
    store<u32>(texts + (i << 3), p)
    store<u32>(texts + (i << 3), stop, 4)
    p = stop
    i++
  }
}
