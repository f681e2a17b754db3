import { cellColumn, cellHeld, cellLength, cellText, held } from './layout'

/** Whether a double gives back the digits of a number: its `held` bit, of a number that is no plain integer. */
@external('host', 'heldBy')
declare function heldBy(text: u32, length: u32): u32

/** What the column of the last number holds then, as bits: an integer, another number, digits that a double would not give back. */
export let numberHeld: u32 = 0

const heldInteger: u32 = 2
const heldNumber: u32 = 4
const heldDigits: u32 = 8
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
  else numberHeld = isNegative && load<u8>(first) == 0x30 ? heldDigits : heldInteger
  if ((load<u8>(p) | 0x20) == 0x65) {
    numberHeld = heldUnknown
    p++
    const sign = load<u8>(p)
    if (sign == 0x2b || sign == 0x2d) p++
    const exponent = p
    p = afterDigits(p)
    if (p == exponent) return 0
  }
  return p > end ? 0 : p
}

/** A double gives back 15 digits, but no zeros behind them, and writes what is less than a millionth with an exponent. */
function heldByFraction(whole: u32, p: u32, end: u32): u32 {
  if (load<u8>(end - 1) == 0x30) return heldDigits
  if (whole == 0) {
    const first = p
    while (load<u8>(p) == 0x30) p++
    if (p - first > 5) return heldDigits
  }
  return whole + (end - p) > 15 ? heldUnknown : heldNumber
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
