import { replyFaults, type BodyFaults } from './body-faults.ts'
import { makeEnvelope } from './envelope.ts'
import { gathered } from './gathered.ts'
import { makeRecordCutter } from './record-cutter.ts'
import { faultIn, parserOf, parseSlice } from './record-parser.ts'
import { everyRecord, type Batches, type ByteReader, type Records } from './records.ts'

/**
 * The records of a body `{"data": […]}` (contract, Endpoints 2 and 3), as they come, in constant memory.
 *
 * Accepts what JSON accepts, once its top level is an object that holds `data` once, an array of objects; a byte order
 * mark before it is skipped, other members are checked and skipped. Numbers keep their digits (`NumberText`). Refuses
 * everything else with a Failure that names the byte: bad UTF-8, more than 512 levels, a record above 16 MiB, text after
 * the end. A body that ends too early is known only at its end, after the batches before it.
 *
 * `from` is said after "The reply" (empty, or as in " to GET /api/v1/responses"), or gives the faults of another source.
 */
export function readRecords(body: AsyncIterable<Uint8Array>, from: string | BodyFaults): Records {
  const faults = typeof from === 'string' ? replyFaults(from) : from
  return {
    batches: () => readBatches(body, faults),
    raw: {
      choice: everyRecord,
      parser: parserOf(faults),
      read: (reader) => readRaw(body, faults, reader),
    },
  }
}

async function* readBatches(body: AsyncIterable<Uint8Array>, faults: BodyFaults): Batches {
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

/** Gives the bytes of the array `data` to a reader; it accepts and refuses the same bodies as `readBatches`. */
async function readRaw(
  body: AsyncIterable<Uint8Array>,
  faults: BodyFaults,
  reader: ByteReader,
): Promise<void> {
  const envelope = makeEnvelope(faults)
  let base = 0
  for await (const chunk of gathered(body)) {
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
