import { brokenAt, type BodyFaults } from './body-faults.ts'
import { isSpace, mostLevels, byteText } from './json-checker.ts'
import type { ArrayPlace } from './records.ts'
import { isPlainNumber } from './exact-json.ts'

/** Whole records with the commas between them. */
export type Slice = {
  readonly bytes: Uint8Array
  /** The offset of its first byte in the body. */
  readonly offset: number
  /** Whether it has a number that a double would not give back digit by digit. */
  readonly hasOddNumber: boolean
  /** Whether it nests deeper than the limit. */
  readonly isTooDeep: boolean
}

/** Cuts the records of the array `data` into slices, wherever its chunks happen to end. */
export type RecordCutter = {
  /** The slices that a chunk completes. */
  readonly cut: (chunk: Uint8Array, from: From) => Iterable<Slice>
  /** Where in the last chunk the array's `]` stands; undefined while it is open. */
  readonly closedAt: () => number | undefined
  /** The bytes of a record that has not ended. */
  readonly rest: () => Slice
}

/** From index `at` of a chunk on, whose first byte is byte `base` of the body. */
export type From = { readonly at: number; readonly base: number }

/** What may come next, or where the cutter is. */
type CutterPlace = ArrayPlace | 'inside' | 'closed'

type Cutting = {
  readonly faults: BodyFaults
  readonly scan: RecordScan
  readonly held: GrowingBytes
  heldOffset: number
  place: CutterPlace
  /** The fault of a byte between records. It is thrown after the records before it are read, which may be at fault too. */
  fault: Error | undefined
}

// 100 MB parse in 0.27 s by 64 KiB, in 0.68 s by 1 MiB: the garbage must die young.
const sliceSize = 64 * 1024

/** The largest record that is read, in MiB; our own pages send a quarter of one at most. */
const largest = 16

/** A cutter that stands after the array's `[`. */
export function makeRecordCutter(faults: BodyFaults): RecordCutter {
  const cutting: Cutting = {
    faults,
    scan: startScan(),
    held: growingBytes(),
    heldOffset: 0,
    place: 'first',
    fault: undefined,
  }
  let closedAt: number | undefined
  return {
    *cut(chunk, from) {
      const at = cutting.place === 'inside' ? yield* finishHeld(cutting, chunk, from) : from.at
      const end = yield* cutChunk(cutting, chunk, { at, base: from.base })
      if (cutting.place === 'closed') closedAt = end
    },
    closedAt: () => closedAt,
    rest: () => sliceOf(cutting, cutting.held.view(), cutting.heldOffset),
  }
}

const sliceOf = ({ scan }: Cutting, bytes: Uint8Array, offset: number): Slice => ({
  bytes,
  offset,
  ...sliceMarks(scan),
})

export const sliceMarks = (scan: RecordScan): Pick<Slice, 'hasOddNumber' | 'isTooDeep'> => ({
  hasOddNumber: scan.hasOddNumber,
  isTooDeep: scan.deepest > mostLevels - levelsAround,
})

/** The fault of a record above the size limit; undefined for a smaller one. */
export const tooLarge = (faults: BodyFaults, size: number, offset: number): Error | undefined =>
  size > largest * 1024 * 1024
    ? faults.broken({
        before: 'the record at ',
        at: { byte: offset },
        after: ` is larger than ${largest} MiB`,
      })
    : undefined

type Misplaced = { readonly byte: number; readonly offset: number; readonly place: CutterPlace }

/** The fault of a byte that may not stand between records. */
export const misplaced = (faults: BodyFaults, { byte, offset, place }: Misplaced): Error =>
  brokenAt(faults, offset, `is ${byteText(byte)} where ${expected[place]} was expected`)

/** The body's object and the array `data`. */
const levelsAround = 2

function* finishHeld(cutting: Cutting, chunk: Uint8Array, { at }: From): Generator<Slice, number> {
  const { held, heldOffset, scan } = cutting
  const end = scanRecord(scan, chunk, at)
  held.add(chunk.subarray(at, end))
  const fault = tooLarge(cutting.faults, held.view().length, heldOffset)
  if (fault) throw fault
  if (scan.depth > 0) return end
  yield sliceOf(cutting, held.view(), heldOffset)
  held.clear()
  scan.hasOddNumber = false
  cutting.place = 'comma'
  return end
}

function* cutChunk(cutting: Cutting, chunk: Uint8Array, { at, base }: From): Generator<Slice, number> {
  const { scan } = cutting
  let start = -1
  let end = at
  let next = at
  while (next < chunk.length) {
    const begin = readGap(cutting, chunk, { at: next, base })
    next = begin
    if (cutting.place !== 'inside' || cutting.fault) break
    if (start < 0) start = begin
    next = scanRecord(scan, chunk, begin)
    if (scan.depth > 0) {
      cutting.held.add(chunk.subarray(begin))
      cutting.heldOffset = base + begin
      break
    }
    cutting.place = 'comma'
    end = next
    if (end - start < sliceSize) continue
    yield sliceOf(cutting, chunk.subarray(start, end), base + start)
    scan.hasOddNumber = false
    start = -1
  }
  if (start >= 0 && end > start) yield sliceOf(cutting, chunk.subarray(start, end), base + start)
  if (cutting.fault) throw cutting.fault
  if (cutting.place !== 'inside') scan.hasOddNumber = false
  return next
}

/** Goes to the next record's `{`, to the array's `]` or to the end of the chunk. */
function readGap(cutting: Cutting, chunk: Uint8Array, { at, base }: From): number {
  for (let next = at; next < chunk.length; next++) {
    const byte = chunk[next] ?? 0
    if (isSpace(byte)) continue
    const character = String.fromCharCode(byte)
    const { place } = cutting
    if (character === ',' && place === 'comma') cutting.place = 'record'
    else if (character === '{' && place !== 'comma') cutting.place = 'inside'
    else if (character === ']' && place !== 'record') cutting.place = 'closed'
    else cutting.fault = misplaced(cutting.faults, { byte, offset: base + next, place })
    if (cutting.place !== 'record' || cutting.fault) return next
  }
  return chunk.length
}

const expected: Readonly<Record<CutterPlace, string>> = {
  first: 'a record (an object) or ]',
  comma: 'a comma or ]',
  record: 'a record (an object)',
  inside: '',
  closed: '',
}

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
 * Reads on in a record; returns the index after its last byte, or the end of the bytes (then `depth` is not 0).
 * It knows strings, escapes and depth only: whether the record is JSON is for the parser to say.
 */
export function scanRecord(scan: RecordScan, bytes: Uint8Array, from: number): number {
  const length = bytes.length
  // `| 0` keeps indices integers: V8 may take them for doubles, and then scans half as fast.
  let at = (scan.inString ? scanString(scan, bytes, from) : from) | 0
  let { depth, deepest } = scan
  while (at < length) {
    // The index is in bounds, and `??` here costs a tenth of the whole scan.
    const kind = classes[bytes[at] as number]
    if (kind === plain) at++
    else if (kind === quotes) at = scanString(scan, bytes, at + 1) | 0
    else if (kind === numbers) at = scanNumber(scan, bytes, at) | 0
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
  let at = (scan.isEscaped ? from + 1 : from) | 0
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

/** Bytes that are put one after another into one array; a copy per doubling, not per chunk. */
type GrowingBytes = {
  readonly add: (bytes: Uint8Array) => void
  /** What was added; changes with the next `add` or `clear`. */
  readonly view: () => Uint8Array
  readonly clear: () => void
}

export function growingBytes(): GrowingBytes {
  let buffer = new Uint8Array(0)
  let length = 0
  return {
    add: (bytes) => {
      if (length + bytes.length > buffer.length) {
        const larger = new Uint8Array(Math.max(4096, 2 * (length + bytes.length)))
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(bytes, length)
      length += bytes.length
    },
    view: () => buffer.subarray(0, length),
    clear: () => {
      length = 0
      // One huge record must not hold its memory to the end.
      if (buffer.length > 1024 * 1024) buffer = new Uint8Array(0)
    },
  }
}
