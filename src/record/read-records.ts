import { replyFaults, type BodyFaults, brokenAt } from './body-faults.ts'
import { joinChunks } from './chunks.ts'
import { makeRecordCutter, type ChunkStart, faultIn, parserOf, parseSlice } from './record-cutter.ts'
import { everyRecord, type Batches, type ByteReader, type Records } from './records.ts'
import { isSpace, makeJsonChecker, byteText, type JsonChecker } from './json-checker.ts'

export { placeOfByte, replyFaults, type BodyFaults, type TextPlace } from './body-faults.ts'
export { readRecordLines } from './record-lines.ts'

/**
 * The records of a body `{"data": […]}` (contract, Endpoints 2 and 3), as they come, in constant memory.
 *
 * Accepts what JSON accepts, once its top level is an object that holds `data` once, an array of objects; a byte order
 * mark before it is skipped, other members are checked and skipped. Numbers keep their digits (`NumberText`). Refuses
 * everything else with a Failure that names the byte: bad UTF-8, more than 512 levels, a record above 16 MiB, text after
 * the end. A body that ends too early is known only at its end, after the batches before it.
 *
 * `from` follows "The reply" in messages (empty, or as in " to GET /api/v1/responses"), or makes the faults of another
 * source. `onEnd` is called after the last record with the body as text, in which `data` is empty, if that is short enough.
 */
export function readRecords(
  body: AsyncIterable<Uint8Array>,
  from: string | BodyFaults,
  onEnd?: OnEnd,
): Records {
  const faults = typeof from === 'string' ? replyFaults(from) : from
  const envelope = (): Envelope => makeEnvelope(faults, onEnd)
  return {
    batches: () => readBatches(body, faults, envelope()),
    raw: {
      filter: everyRecord,
      parser: parserOf(faults),
      read: (reader) => readBytes(body, faults, envelope(), reader),
    },
  }
}

type OnEnd = (envelope: string) => void

async function* readBatches(
  body: AsyncIterable<Uint8Array>,
  faults: BodyFaults,
  envelope: Envelope,
): Batches {
  const cutter = makeRecordCutter(faults)
  let base = 0
  for await (const chunk of body) {
    let at = envelope.isInData() ? 0 : envelope.read(chunk, { at: 0, base })
    if (envelope.isInData()) {
      for (const slice of cutter.cut(chunk, { at, base })) yield parseSlice(slice, faults)
      at = cutter.closedAt() ?? chunk.length
      if (at < chunk.length) {
        envelope.leaveData()
        envelope.read(chunk, { at, base })
      }
    }
    base += chunk.length
  }
  if (!envelope.isWhole()) throw faultIn(cutter.rest(), faults) ?? faults.cutOff(base)
}

/** Passes the bytes of the array `data` to a reader; it accepts and refuses the same bodies as `readBatches`. */
async function readBytes(
  body: AsyncIterable<Uint8Array>,
  faults: BodyFaults,
  envelope: Envelope,
  reader: ByteReader,
): Promise<void> {
  let base = 0
  for await (const chunk of joinChunks(body)) {
    let at = envelope.isInData() ? 0 : envelope.read(chunk, { at: 0, base })
    if (envelope.isInData()) {
      at = (await reader.take(chunk, { at, base })) ?? chunk.length
      if (at < chunk.length) {
        envelope.leaveData()
        envelope.read(chunk, { at, base })
      }
    }
    base += chunk.length
  }
  if (!envelope.isWhole()) throw faultIn(reader.rest(), faults) ?? faults.cutOff(base)
}

/** Reads a body's top level around the array `data`: checks every byte of it. */
type Envelope = {
  /** Reads from `at` on; returns the index after the `[` of `data`, or the end of the chunk. */
  readonly read: (chunk: Uint8Array, from: ChunkStart) => number
  /** Whether what comes next belongs to the array `data`. */
  readonly isInData: () => boolean
  /** The array's `]` is what `read` gets next. */
  readonly leaveData: () => void
  /** Whether the body may end here; then `onEnd` is called. */
  readonly isWhole: () => boolean
}

type EnvelopeState = {
  readonly faults: BodyFaults
  readonly checker: JsonChecker
  /** The first bytes of the top-level key that is being read, or was read last. */
  key: number[]
  isInKey: boolean
  /** All of its bytes, while these are few. */
  readonly bytes: number[]
  data: 'unseen' | 'inside' | 'seen'
  /** Bytes of the byte order mark. */
  mark: number
}

/** An envelope before its first byte. */
function makeEnvelope(faults: BodyFaults, onEnd: OnEnd | undefined): Envelope {
  const state: EnvelopeState = {
    faults,
    checker: makeJsonChecker('text'),
    key: [],
    isInKey: false,
    bytes: [],
    data: 'unseen',
    mark: 0,
  }
  return {
    read: (chunk, { at, base }) => {
      for (let next = at; next < chunk.length; next++) {
        const byte = chunk[next] ?? 0
        if (isMark(state, byte, base + next)) continue
        readByte(state, byte, base + next)
        if (state.data === 'inside') return next + 1
      }
      return chunk.length
    },
    isInData: () => state.data === 'inside',
    leaveData: () => (state.data = 'seen'),
    isWhole: () => {
      const isWhole = state.checker.place() === 'whole'
      if (isWhole && state.bytes.length <= maxEnvelope)
        onEnd?.(new TextDecoder().decode(Uint8Array.from(state.bytes)))
      return isWhole
    },
  }
}

// Windows programs put the byte order mark of UTF-8 before what they save; RFC 8259 allows to ignore it.
const mark = [0xef, 0xbb, 0xbf]

function isMark(state: EnvelopeState, byte: number, offset: number): boolean {
  const isNext = offset === state.mark && byte === mark[offset]
  if (isNext) state.mark++
  else if (offset === state.mark && offset > 0 && offset < mark.length)
    throw brokenAt(state.faults, offset, 'is not UTF-8 text')
  return isNext
}

function readByte(state: EnvelopeState, byte: number, offset: number): void {
  const { checker } = state
  const [place, depth] = [checker.place(), checker.depth()]
  if (!checker.take(byte)) throw brokenAt(state.faults, offset, checker.refusal(byte))
  const opened = place === 'value' && !isSpace(byte) ? String.fromCharCode(byte) : undefined
  const expect = (character: string, words: string): void => {
    if (opened !== character)
      throw brokenAt(state.faults, offset, `is ${byteText(byte)} where ${words} was expected`)
  }
  if (state.bytes.length <= maxEnvelope) state.bytes.push(byte)
  if (depth === 0 && opened !== undefined) expect('{', 'an object with the array "data"')
  if (depth !== 1) return
  if (checker.depth() === 0 && state.data === 'unseen')
    throw brokenAt(state.faults, offset, 'ends it, and it has no "data"')
  if (place === 'key' || checker.place() === 'key') readKey(state, byte, offset)
  else if (opened !== undefined && isData(state.key)) {
    expect('[', 'the array "data"')
    state.data = 'inside'
  }
}

/** In bytes. Longer envelopes are checked, but not kept. */
const maxEnvelope = 64 * 1024

function readKey(state: EnvelopeState, byte: number, offset: number): void {
  const place = state.checker.place()
  const isFirst = place === 'key' && !state.isInKey
  state.isInKey = place === 'key'
  // The key includes its quotes, so that it is a JSON text.
  if (isFirst) state.key = []
  if (state.key.length <= maxKey) state.key.push(byte)
  if (place === 'colon' && isData(state.key) && state.data === 'seen')
    throw brokenAt(state.faults, offset, 'ends a second "data"')
}

/** `"data"` with every letter as an escape, and one byte more to distinguish it from longer keys. */
const maxKey = 26

const isData = (key: readonly number[]): boolean =>
  key.length <= maxKey && JSON.parse(String.fromCharCode(...key)) === 'data'
