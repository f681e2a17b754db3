import { copyRecord, isFull, to } from './canonical'
import { out, outEnd, setOut } from './out'

/** Where the last call stopped. */
export let lineAt: u32 = 0
/** How many records were copied. */
export let lines: u32 = 0

/** What may come: 0 a record or the end, 1 a comma or the end, 2 a record. */
export let linePlace: u32 = 0
/** What stands between two lines, of two bytes at most. */
let between: u32 = 0
let betweenLength: u32 = 0

export function setLinePlace(what: u32): void {
  linePlace = what
}
export function setBetween(bytes: u32, length: u32): void {
  between = bytes
  betweenLength = length
}

// What `copyLines` gives; the same as of `read` in records.ts.
const more: i32 = 0
const slow: i32 = 1
const gap: i32 = 2
const closed: i32 = 3
const full: i32 = 4

/**
 * Copies records from `p` on as lines, each as `JSON.stringify` writes it. Behind `end`, 32 zeros have to stand: no
 * value goes on with them, so that nothing else needs to look for the end.
 */
export function copyLines(p: u32, end: u32): i32 {
  while (true) {
    while (true) {
      lineAt = p
      if (p >= end) return more
      const byte = load<u8>(p)
      if (byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09) p++
      else if (byte == 0x2c && linePlace == 1) {
        linePlace = 2
        p++
      } else if (byte == 0x7b && linePlace != 1) break
      else return byte == 0x5d && linePlace != 2 ? closed : gap
    }
    store<u16>(out, between)
    p = copyRecord(p, linePlace == 2 ? out + betweenLength : out, outEnd)
    if (p == 0) return isFull ? full : slow
    setOut(to, outEnd)
    linePlace = 1
    lines++
  }
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
