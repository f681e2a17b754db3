import type { BodyFaults } from './body-faults.ts'
import { parsePlainly, parseWithDigits } from './exact-json.ts'
import { makeJsonChecker } from './json-checker.ts'
import { misplaced, sliceMarks, tooLarge, type Slice, scanRecord, startScan } from './record-cutter.ts'
import type { RawRecord, RecordParser } from './records.ts'

/** The parser of the records of a source, which makes its faults. */
export const parserOf = (faults: BodyFaults): RecordParser => ({
  parse: (bytes, offset) => {
    const scan = startScan()
    scanRecord(scan, bytes, 0)
    const [record] = parseSlice({ bytes, offset, ...sliceMarks(scan) }, faults)
    // The bytes begin with a brace, so there is a record.
    return record as RawRecord
  },
  misplaced: (byte, offset, place) => misplaced(faults, { byte, offset, place }),
  tooLarge: (size, offset) => tooLarge(faults, size, offset),
})

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseSlice(slice: Slice, faults: BodyFaults): readonly RawRecord[] {
  // The fault may be in the next record, whose end has not come yet.
  const tooDeep = slice.isTooDeep ? faultIn(slice, faults) : undefined
  if (tooDeep) throw tooDeep
  try {
    const text = `[${decoder.decode(slice.bytes)}]`
    // The cutter saw that every element begins with a brace, so each is an object.
    return (slice.hasOddNumber ? parseWithDigits(text) : parsePlainly(text)) as readonly RawRecord[]
  } catch (error) {
    throw faultIn(slice, faults) ?? error
  }
}

const lineEnd = 0x0a

/** The first fault of a slice that the parser or decoder refused; their own messages name no byte. */
export function faultIn(slice: Pick<Slice, 'bytes' | 'offset'>, faults: BodyFaults): Error | undefined {
  const checker = makeJsonChecker('records')
  const outside = checker.depth()
  let linesAbove = 0
  const index = slice.bytes.findIndex((byte) => {
    if (!checker.take(byte)) return true
    if (checker.depth() === outside) linesAbove = 0
    else if (byte === lineEnd) linesAbove++
    return false
  })
  if (index < 0) return undefined
  const at = { byte: slice.offset + index, linesAbove }
  return faults.broken({ at, after: ` ${checker.refusal(slice.bytes[index] ?? 0)}` })
}
