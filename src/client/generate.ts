import { Failure } from '../failure.ts'
import { sourceFormMessage, type BodyFault, type GenerateBody } from '../wire/bodies.ts'
import { generateCall } from '../wire/calls.ts'
import { isSuccess, readRefusal, type Refusal } from '../wire/refusal.ts'
import { readCreated, type CreatedForm } from '../wire/replies.ts'
import type { Call, Reply, Service } from '../wire/service.ts'
import { environmentOf, keyOf, replyOf, usualSeconds, type Access, type Caller } from './caller.ts'
import { failureOf, reasonOf } from './refuse.ts'
import { generatePolicy, withRetry } from './retry.ts'

/** What became of a form: it exists, or the service found faults in it and where. */
export type Generated =
  | { readonly kind: 'created'; readonly form: CreatedForm }
  | { readonly kind: 'refused'; readonly faults: readonly BodyFault[] }

/**
 * Creates and publishes a form (contract, Endpoint 1), once: it is sent again only where nothing can have been created.
 * Where that is not known, it fails with `outcome-unknown`.
 */
export async function generateForm({ access, patience }: Caller, body: GenerateBody): Promise<Generated> {
  const call = generateCall(keyOf(access), environmentOf(access), body)
  const what = `the form "${body.name}"`
  const seconds = patience.seconds ?? usualSeconds
  return withRetry(access.service, (service) => attempt(service, call, { access, body, what }), {
    patience,
    policy: generatePolicy,
    seconds,
  })
}

type Attempted = { readonly access: Access; readonly body: GenerateBody; readonly what: string }

async function attempt(service: Service, call: Call, attempted: Attempted): Promise<Generated> {
  const { access, what } = attempted
  const reply = await unlessUnknown(what, () => service(call))
  if (isSuccess(reply)) return created(reply, call, attempted)
  const refusal = await readRefusal(reply)
  if (refusal.status === 400 && refusal.faults.length > 0) return { kind: 'refused', faults: refusal.faults }
  const reason = unknownAfter(refusal, access)
  if (reason !== undefined) throw Failure.of('outcome-unknown', { what, reason })
  throw failureOf(refusal, { access, path: call.path, notFound: (it) => sourceFormFailure(it, attempted) })
}

async function created(reply: Reply, call: Call, { access, what }: Attempted): Promise<Generated> {
  const form = await unlessUnknown(what, () => readCreated(reply, replyOf(access, call.path)))
  if (form) return { kind: 'created', form }
  const message = 'it says that the form was not created, and no more'
  throw Failure.of('service-refused', { status: reply.status, message })
}

/** Once the request may have arrived, every failure leaves it open whether the form exists. */
async function unlessUnknown<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = unknownReason(error)
    throw reason === undefined ? error : Failure.of('outcome-unknown', { what, reason })
  }
}

function unknownReason(error: unknown): string | undefined {
  if (Failure.is(error, 'connection-lost')) return error.args.reason
  if (Failure.is(error, 'too-late')) return `no whole answer came within ${error.args.seconds} s`
  if (Failure.is(error, 'cut-off')) return 'the reply was cut off'
  if (Failure.is(error, 'reply-unreadable')) return `the reply cannot be used: ${error.args.problem}`
  return undefined
}

/** Why it is open whether a form was created after an error reply; undefined where it was not. */
function unknownAfter(refusal: Refusal, access: Access): string | undefined {
  const { status, retryAfter } = refusal
  const isRefusedByRule = status === 503 && retryAfter !== undefined
  if (isRefusedByRule || (status < 500 && status !== 408)) return undefined
  return `the service answered with status ${status}: ${reasonOf(refusal, access)}`
}

const sourceFormFailure = ({ message }: Refusal, { body }: Attempted): Failure | undefined =>
  message === sourceFormMessage
    ? Failure.of('source-form-unknown', { sourceFormId: body.sourceFormId })
    : undefined
