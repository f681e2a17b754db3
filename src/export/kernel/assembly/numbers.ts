import { cellColumn, cellHeld, cellLength, cellText, held } from './layout'

/** What the column of a number holds then, as bits, where its signs do not tell: see `numberHeld`. */
@external('host', 'heldBy')
declare function heldBy(text: u32, length: u32): u32

/** What the column of the last number holds then, as bits: an integer, or another number that a double holds. */
export let numberHeld: u32 = 0

const heldInteger: u32 = 2
const heldNumber: u32 = 4
/** Only the host can say. */
const heldUnknown: u32 = 128

/** Gives the place after the number at `p`, or 0 where there is none as JSON has it. */
export function scanNumber(p: u32, end: u32): u32 {
  const isNegative = load<u8>(p) == 0x2d
  if (isNegative) p++
  const first = p
  if (load<u8>(p) == 0x30) p++
  else {
    p = afterDigits(p)
    if (p == first) return 0
  }
  const whole = p - first
  if (load<u8>(p) == 0x2e) {
    const fraction = p + 1
    p = afterDigits(fraction)
    if (p == fraction) return 0
    numberHeld = heldByFraction(load<u8>(first) == 0x30 ? 0 : whole, fraction, p)
  } else if (whole > 15) numberHeld = heldUnknown
  else numberHeld = isNegative && load<u8>(first) == 0x30 ? heldNumber : heldInteger
  if ((load<u8>(p) | 0x20) == 0x65) {
    p++
    const sign = load<u8>(p)
    if (sign == 0x2b || sign == 0x2d) p++
    const exponent = p
    p = afterDigits(p)
    if (p == exponent) return 0
    // With one of two digits, it stays far from the least and the greatest double.
    numberHeld = numberHeld == heldUnknown || p - exponent > 2 ? heldUnknown : heldNumber
  }
  return p > end ? 0 : p
}

/** A double holds 15 digits; zeros before and behind them only tell their place. */
function heldByFraction(whole: u32, p: u32, end: u32): u32 {
  while (load<u8>(end - 1) == 0x30) end--
  if (whole == 0) {
    const first = p
    while (p < end && load<u8>(p) == 0x30) p++
    if (p - first > 100) return heldUnknown
  }
  return whole + (end - p) > 15 ? heldUnknown : heldNumber
}

/** Whether a double surely gives back the very digits of the number that was scanned last, from `p` to `end`. */
export function isPlainNumber(p: u32, end: u32): bool {
  if (numberHeld == heldInteger) return true
  if (numberHeld != heldNumber || load<u8>(end - 1) == 0x30) return false
  if (load<u8>(p) == 0x2d) p++
  // 0.000000: what is less than a millionth is written with an exponent.
  if (load<u64>(p) == 0x3030303030302e30) return false
  while (p < end) if ((load<u8>(p++) | 0x20) == 0x65) return false
  return true
}

function afterDigits(p: u32): u32 {
  while (<u32>load<u8>(p) - 0x30 <= 9) p++
  return p
}

/** Notes what a cell's column holds; to note the same cell again does nothing. */
@inline
export function noteHeld(cell: u32): void {
  let what = cellHeld(cell)
  const seen = held + (cellColumn(cell) << 2)
  const before = load<u32>(seen)
  if (what == heldUnknown) what = before & 8 ? 8 : heldBy(cellText(cell), cellLength(cell))
  store<u32>(seen, before | what)
}
