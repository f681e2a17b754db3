import { Failure } from '../failure/failure.ts'
import type { RawRecord, Records } from '../record/records.ts'
import { responsesCall, type ResponsesWanted, type Service } from '../wire/wire.ts'
import { readRecords } from '../record/record-stream.ts'
import { isSuccess, readRefusal } from '../wire/replies.ts'
import { keyOf, replyOf, usualSeconds, type Caller } from './caller.ts'
import { failureOf, type NotFound } from './refuse.ts'
import { readPolicy, withRetry } from './retry.ts'

/** The most responses that a read of one form returns (contract, Limits). When so many come, there may be more. */
export const mostOfForm = 10

/** A read of every response may be long: the service says nothing of how large it gets. */
const patientSeconds = 15 * 60

/** Takes in one whole reading. When the reading breaks off it is forgotten, and another begins from the start. */
export type Collect<T> = (records: Records) => Promise<T>

/** A form's newest responses, at most ten (contract, Endpoint 2). */
export const newestResponses = (
  caller: Caller,
  wanted: Required<ResponsesWanted>,
): Promise<readonly RawRecord[]> =>
  read(caller, wanted, { collect: gather, seconds: usualSeconds, isGathered: true })

/** Every response of the environment (contract, Endpoint 3), collected; in constant memory if `collect` is. */
export const everyResponse = <T>(
  caller: Caller,
  wanted: Pick<ResponsesWanted, 'withPartials'>,
  collect: Collect<T>,
): Promise<T> => read(caller, wanted, { collect, seconds: patientSeconds, isGathered: false })

/** Collects the records of a reading in a list; more than fit well into memory are refused. */
export const gather: Collect<readonly RawRecord[]> = async ({ batches }) => {
  const records: RawRecord[] = []
  for await (const batch of batches()) {
    if (records.length + batch.length > mostGathered) throw tooMany()
    for (const record of batch) records.push(record)
  }
  return records
}

/** The most records that are kept in memory, and the most bytes of their body. */
const mostGathered = 500_000
const mostBytes = 256 * 1024 * 1024

const tooMany = (): Failure =>
  Failure.of('reply-too-large', { limit: `${mostGathered} responses or ${mostBytes / 1024 / 1024} MiB` })

async function* gatherable(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) throw tooMany()
    yield chunk
  }
}

type Reading<T> = {
  readonly collect: Collect<T>
  readonly seconds: number
  /** Whether what is read is kept in memory. */
  readonly isGathered: boolean
}

function read<T>(
  caller: Caller,
  wanted: ResponsesWanted,
  { collect, seconds, isGathered }: Reading<T>,
): Promise<T> {
  const { access, patience } = caller
  const call = responsesCall(keyOf(access), wanted)
  const attempt = async (service: Service): Promise<T> => {
    const reply = await service(call)
    const body = isGathered ? gatherable(reply.body) : reply.body
    if (isSuccess(reply)) return collect(readRecords(body, replyOf(access, call.path)))
    throw failureOf(await readRefusal(reply), {
      access,
      path: call.path,
      notFound: formUnknown(wanted.formId),
    })
  }
  return withRetry(access.service, attempt, {
    patience,
    policy: readPolicy,
    seconds: patience.seconds ?? seconds,
  })
}

// The contract leaves the errors of reads open; a message that speaks of no form is of something else, such as a path
// that the service does not know.
const formUnknown = (formId: string | undefined): NotFound | undefined =>
  formId === undefined
    ? undefined
    : ({ message }) => (/\bform\b/i.test(message) ? Failure.of('form-unknown', { formId }) : undefined)
