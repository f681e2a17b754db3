import { brokenAt, type BodyFaults } from './body-faults.ts'
import { joinChunks } from './chunks.ts'
import { isSpace, byteText } from './json-checker.ts'
import {
  makeRecordCutter,
  scanRecord,
  startScan,
  type RecordScan,
  faultIn,
  parserOf,
  parseSlice,
} from './record-cutter.ts'
import { everyRecord, type Batches, type Records } from './records.ts'

/**
 * The records of JSON lines, a record a line, as `readRecords` gives those of a body. White space may stand wherever JSON
 * has it, so a record may also take several lines; between two there is some. A fault names the byte.
 */
export function readRecordLines(body: AsyncIterable<Uint8Array>, faults: BodyFaults): Records {
  const parts = (): AsyncGenerator<Part> => separated(body, faults)
  return {
    batches: () => readBatches(parts(), faults),
    raw: {
      filter: everyRecord,
      parser: parserOf(faults),
      read: async (reader) => {
        for await (const { bytes, base, fault } of parts()) {
          if (bytes.length > 0) await reader.take(bytes, { at: 0, base })
          if (fault) throw faultIn(reader.rest(), faults) ?? fault
        }
      },
    },
  }
}

async function* readBatches(parts: AsyncIterable<Part>, faults: BodyFaults): Batches {
  const cutter = makeRecordCutter(faults)
  for await (const { bytes, base, fault } of parts) {
    for (const slice of cutter.cut(bytes, { at: 0, base })) yield parseSlice(slice, faults)
    if (fault) throw faultIn(cutter.rest(), faults) ?? fault
  }
}

/** Bytes of records with commas between them; a fault is thrown after the bytes before it were read. */
type Part = { readonly bytes: Uint8Array; readonly base: number; readonly fault?: Error }

const encoder = new TextEncoder()

/** The same bytes as the rest of an array: the last white space between two records becomes a comma, and `]` ends it. */
async function* separated(body: AsyncIterable<Uint8Array>, faults: BodyFaults): AsyncGenerator<Part> {
  const separator: Separator = {
    scan: startScan(),
    isInside: false,
    isAfter: false,
    hasSpace: false,
    base: 0,
  }
  let buffer = new Uint8Array(0)
  for await (const whole of joinChunks(body)) {
    const { base } = separator
    // A copy, since commas are written into it.
    if (whole.length > buffer.length) buffer = new Uint8Array(whole.length)
    buffer.set(whole)
    const chunk = buffer.subarray(0, whole.length)
    const at = base === 0 && mark.every((byte, i) => chunk[i] === byte) ? mark.length : 0
    chunk.fill(space, 0, at)
    if (separator.hasSpace && chunk[0] === brace) yield { bytes: comma, base: base - 1 }
    const wrong = separate(separator, chunk, at)
    if (wrong === undefined) yield { bytes: chunk, base }
    else {
      const expected =
        separator.isAfter && !separator.hasSpace ? 'the end of the line' : 'a record (an object)'
      const problem = `is ${byteText(chunk[wrong] ?? 0)} where ${expected} was expected`
      yield { bytes: chunk.subarray(0, wrong), base, fault: brokenAt(faults, base + wrong, problem) }
    }
    separator.base = base + chunk.length
  }
  const { base } = separator
  if (separator.isInside)
    yield {
      bytes: new Uint8Array(),
      base,
      fault: faults.broken({ before: 'it ends within a record, at ', at: { byte: base } }),
    }
  else yield { bytes: closing, base }
}

const [space, brace] = [0x20, 0x7b]
const [comma, closing] = [encoder.encode(','), encoder.encode(']')]
const mark = encoder.encode('\uFEFF')

/** The state of `separate` in a body: inside a record, after one, or after the white space behind it. */
type Separator = {
  readonly scan: RecordScan
  isInside: boolean
  isAfter: boolean
  hasSpace: boolean
  /** The byte of the body at which the chunk begins. */
  base: number
}

/** Puts commas between records; returns the index of an unexpected byte. */
function separate(separator: Separator, chunk: Uint8Array, from: number): number | undefined {
  const { scan } = separator
  for (let at = from; at < chunk.length; at++) {
    if (!separator.isInside) {
      const byte = chunk[at] ?? 0
      if (isSpace(byte)) {
        separator.hasSpace = separator.isAfter
        continue
      }
      if (byte !== brace || (separator.isAfter && !separator.hasSpace)) return at
      if (separator.isAfter && at > 0) chunk[at - 1] = 0x2c
      Object.assign(separator, { isInside: true, hasSpace: false })
    }
    at = scanRecord(scan, chunk, at) - 1
    if (scan.depth > 0) return undefined
    Object.assign(separator, { isInside: false, isAfter: true, hasSpace: false })
  }
  return undefined
}
