import type { RawRecord } from '../form/raw-record.ts'
import { everyRecord } from '../form/record-choice.ts'
import type { MakeTaker, Records, RecordTaker, SeekableBytes } from '../form/record-taker.ts'
import { replyFaults, type BodyFaults } from './body-faults.ts'
import { makeEnvelope, type Envelope } from './envelope.ts'
import { flowing } from './flowing.ts'
import { makeRecordCutter } from './record-cutter.ts'
import { faultIn, parseSlice, readerOf } from './record-parser.ts'

/**
 * The records of a body `{"data": […]}` (contract, Endpoints 2 and 3) in batches, as they come, in constant memory.
 *
 * Accepts what JSON accepts, once its top level is an object that holds `data` once, an array of objects; a byte order
 * mark before it is skipped, other members are checked and skipped. Numbers keep their digits (`NumberText`). Refuses
 * everything else with a Failure that names the byte: bad UTF-8, more than 512 levels, a record above 16 MiB, text after
 * the end. A body that ends too early is known only at its end, after the batches before it.
 *
 * `from` is said after "The reply" (empty, or as in " to GET /api/v1/responses"), or gives the faults of another source.
 */
export function readRecords(
  body: AsyncIterable<Uint8Array> | SeekableBytes,
  from: string | BodyFaults,
  { size, gather = gatheredSize }: Gathering = {},
): Records {
  const faults = typeof from === 'string' ? replyFaults(from) : from
  const source = 'from' in body ? body : undefined
  const chunks = 'from' in body ? body.from(0) : body
  const known = source?.size ?? size
  return {
    isWhole: true,
    ...(known !== undefined && { size: known }),
    [Symbol.asyncIterator]: () => readBatches(chunks, faults),
    take: (makeTaker) => takeRecords({ chunks, source, size: known, gather }, faults, makeTaker),
  }
}

/** What is known of a body that comes in chunks. */
export type Gathering = {
  /** How many bytes it has; absent: nobody knows. */
  readonly size?: number | undefined
  /** Chunks are put together to so many bytes for who takes them; absent: as many as proved good. */
  readonly gather?: number
}

async function* readBatches(
  body: AsyncIterable<Uint8Array>,
  faults: BodyFaults,
): AsyncGenerator<readonly RawRecord[]> {
  const envelope = makeEnvelope(faults)
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

// Each chunk ends in a record that has to be begun anew, and over HTTP there are thousands of small ones.
const gatheredSize = 256 * 1024

type Body = {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly source: SeekableBytes | undefined
  readonly size: number | undefined
  readonly gather: number
}

/** Gives the bytes of the array `data` to a taker; what is accepted and what is refused is the same. */
async function takeRecords<Taker extends RecordTaker>(
  { chunks, source, size, gather }: Body,
  faults: BodyFaults,
  makeTaker: MakeTaker<Taker>,
): Promise<Taker> {
  const envelope = makeEnvelope(faults)
  const taker = makeTaker(readerOf(faults), everyRecord)
  if (size !== undefined) taker.expect?.({ size })
  let next: number | undefined = 0
  for (let body = chunks; next !== undefined;) {
    const flow = flowing(body, { size, gather: source ? undefined : gather })
    const taken = await takeFrom(next, { flow, envelope, taker, source })
    if (!envelope.isWhole() && taken.next === undefined)
      throw faultIn(taker.rest(), faults) ?? faults.cutOff(taken.end)
    next = taken.next
    if (source && next !== undefined) body = source.from(next)
  }
  return taker
}

type Taking = {
  readonly flow: ReturnType<typeof flowing>
  readonly envelope: Envelope
  readonly taker: RecordTaker
  readonly source: SeekableBytes | undefined
}

/** Takes what comes from a byte on, to the end, or up to where the taker leaps ahead to `next`. */
async function takeFrom(
  from: number,
  { flow, envelope, taker, source }: Taking,
): Promise<{ readonly end: number; readonly next: number | undefined }> {
  let base = from
  try {
    for (let chunk = await flow.next(); chunk; chunk = await flow.next()) {
      let at = envelope.isInData() ? 0 : envelope.read(chunk, { at: 0, base })
      if (envelope.isInData()) {
        at = (await taker.take(chunk, { at, base })) ?? chunk.length
        if (at < chunk.length) {
          envelope.leaveData()
          envelope.read(chunk, { at, base })
        } else {
          const next = await taker.leap?.(source ?? flow)
          if (next !== undefined && source) return { end: next, next }
          if (next !== undefined) {
            base = next
            continue
          }
        }
      }
      base += chunk.length
    }
  } finally {
    await flow.close()
  }
  return { end: base, next: undefined }
}
