import { isPlainNumber } from './exact-json.ts'

/** Where a scan stands in the record that it is in; the record may go on in the next chunk. */
export type RecordScan = {
  /** Open objects and arrays; 0 before the record and after it. */
  depth: number
  deepest: number
  inString: boolean
  /** The last byte was a backslash in a string. */
  isEscaped: boolean
  /** Whether a number was seen that a double would not give back digit by digit. */
  hasOddNumber: boolean
}

/** A scan before its first record. */
export const startScan = (): RecordScan => ({
  depth: 0,
  deepest: 0,
  inString: false,
  isEscaped: false,
  hasOddNumber: false,
})

const [quote, backslash, minus, zero] = [0x22, 0x5c, 0x2d, 0x30] as const
const plain = 0
const opens = 1
const closes = 2
const quotes = 3
const numbers = 4
const classes = new Uint8Array(256)
for (const character of '{[') classes[character.charCodeAt(0)] = opens
for (const character of '}]') classes[character.charCodeAt(0)] = closes
for (const character of '-0123456789') classes[character.charCodeAt(0)] = numbers
classes[quote] = quotes

/**
 * Reads on in a record; gives the index after its last byte, or after the last byte there is (`depth` then tells).
 * It knows strings, escapes and depth only: whether the record is JSON is for the parser to say.
 */
export function scanRecord(scan: RecordScan, bytes: Uint8Array, from: number): number {
  const length = bytes.length
  let at = scan.inString ? scanString(scan, bytes, from) : from
  let { depth, deepest } = scan
  while (at < length) {
    // The index is in bounds, and `??` here costs a tenth of the whole scan.
    const kind = classes[bytes[at] as number]
    if (kind === plain) at++
    else if (kind === quotes) at = scanString(scan, bytes, at + 1)
    else if (kind === numbers) at = scanNumber(scan, bytes, at)
    else if (kind === opens) {
      at++
      if (++depth > deepest) deepest = depth
    } else {
      at++
      if (--depth === 0) break
    }
  }
  scan.depth = depth
  scan.deepest = deepest
  return at
}

function scanString(scan: RecordScan, bytes: Uint8Array, from: number): number {
  const length = bytes.length
  let at = scan.isEscaped ? from + 1 : from
  scan.isEscaped = false
  while (at < length) {
    const byte = bytes[at]
    if (byte === quote) {
      scan.inString = false
      return at + 1
    }
    at += byte === backslash ? 2 : 1
  }
  scan.inString = true
  scan.isEscaped = at > length
  return length
}

function scanNumber(scan: RecordScan, bytes: Uint8Array, from: number): number {
  let at = from + 1
  let isInteger = bytes[from] !== minus || bytes[at] !== zero
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte >= zero && byte <= 0x39) continue
    if (!isNumberByte(byte)) break
    isInteger = false
  }
  // A number that the chunk's end cuts may turn out odd: its slice is then parsed with care for nothing.
  if (at === bytes.length) scan.hasOddNumber = true
  else if (at - from > 25) scan.hasOddNumber = true
  else if (!isInteger || at - from > 15)
    scan.hasOddNumber ||= !isPlainNumber(String.fromCharCode(...bytes.subarray(from, at)))
  return at
}

/** Of `+ - . e E`. */
const isNumberByte = (byte: number): boolean =>
  byte === 0x2e || byte === 0x65 || byte === 0x45 || byte === 0x2b || byte === minus
