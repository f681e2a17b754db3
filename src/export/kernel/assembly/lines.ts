import { copyRecord } from './canonical'
import { to } from './copying'
import { out, outEnd, setOut } from './out'

/** Whether records are copied as lines, as nothing was learned of them. */
export let isCopying: bool = false
/** What stands between two lines, of two bytes at most. */
let between: u32 = 0
let betweenLength: u32 = 0

export function setBetween(bytes: u32, length: u32): void {
  isCopying = length != 0
  between = bytes
  betweenLength = length
}

/**
 * Copies the record at `p` as a line, as `JSON.stringify` writes it, the first one without what stands between two. Gives
 * the place after it; 0 where it has no room, or is for the host. Behind the input, 32 zeros have to stand: no value goes
 * on with them, so that nothing else needs to look for the end.
 */
export function copyLine(p: u32, isFirst: bool): u32 {
  store<u16>(out, between)
  const after = copyRecord(p, isFirst ? out : out + betweenLength, outEnd)
  if (after == 0) return 0
  setOut(to, outEnd)
  return after
}

/** Where the last scan stopped; behind the end by one byte where an escape goes on there. */
export let scanAt: u32 = 0
let scanDepth: u32 = 0
let isInString: bool = false

/** Goes on with the scan at another place, to which the record was moved. */
export function moveScan(p: u32): void {
  scanAt = p
}

export function beginScan(p: u32): void {
  scanAt = p
  scanDepth = 0
  isInString = false
}

/** Gives the place after the record of which `beginScan` told; 0 where it goes on after `end`. Knows strings and depth only. */
export function findEnd(end: u32): u32 {
  let p = scanAt
  if (p >= end) return 0
  while (p < end) {
    const block = v128.load(p)
    // Both brackets and both braces, whose difference is this bit.
    const low = v128.or(block, i8x16.splat(0x20))
    const stops = i8x16.bitmask(
      isInString
        ? v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c)))
        : v128.or(
            i8x16.eq(block, i8x16.splat(0x22)),
            v128.or(i8x16.eq(low, i8x16.splat(0x7b)), i8x16.eq(low, i8x16.splat(0x7d))),
          ),
    )
    if (stops == 0) {
      p = min(p + 16, end)
      continue
    }
    p += ctz(stops)
    if (p >= end) {
      p = end
      break
    }
    const byte: u32 = load<u8>(p++)
    if (byte == 0x22) isInString = !isInString
    else if (byte == 0x5c) {
      if (++p > end) break
    } else if ((byte | 0x20) == 0x7b) scanDepth++
    else if (--scanDepth == 0) {
      scanAt = p
      return p
    }
  }
  scanAt = p
  return 0
}
