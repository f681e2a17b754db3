import { Failure } from '../failure/failure.ts'
import type { FormLabel } from '../form/form.ts'
import {
  sourceFormMessage,
  type BodyFault,
  type GenerateBody,
  type Call,
  type Reply,
  type Service,
  generateCall,
  withoutQuestionKeys,
} from '../wire/wire.ts'
import { isSuccess, readRefusal, type Refusal, readCreated, type CreatedForm } from '../wire/replies.ts'
import {
  announcesExtension,
  readAnnouncementOrReason,
  environmentOf,
  keyOf,
  replySuffix,
  tryCall,
  type Access,
  type Caller,
  failureOf,
  isFromOtherServer,
  reasonOf,
  generatePolicy,
  readPolicy,
  type Policy,
} from './caller.ts'
/** The result: the form, or the faults that the service found in it. */
export type GenerateResult =
  | { readonly kind: 'created'; readonly form: CreatedForm }
  | { readonly kind: 'refused'; readonly faults: readonly BodyFault[] }

/** The key that identifies the request, and whether an earlier run has sent it with this key. */
export type RequestKey = {
  readonly idempotencyKey: string
  readonly isAgain: boolean
  /** What the form is made of, for a service that announces `form-labels`: another run may be sending the same key. */
  readonly label?: FormLabel | undefined
}

/**
 * Creates and publishes a form (contract, Endpoint 1) exactly once. The request is repeated only if nothing can have been
 * created, or if the service announces that it recognises repeated requests by their key. Fails with `outcome-unknown`
 * if the form may or may not exist.
 */
export async function generateForm(
  caller: Caller,
  body: GenerateBody,
  { idempotencyKey, isAgain, label }: RequestKey,
): Promise<GenerateResult> {
  const { access } = caller
  const target = { apiKey: keyOf(access), environmentId: environmentOf(access), idempotencyKey, label }
  const attempted: GenerateAttempt = {
    access,
    body,
    what: `the form "${body.name}"`,
    call: generateCall(target, await knownTo(caller, body)),
    isKnownAgain: label !== undefined,
  }
  // The earlier run has asked what the service announces.
  if (isAgain) return sendKeyed(caller, attempted)
  try {
    return await send(caller, attempted, generatePolicy)
  } catch (error) {
    if (!Failure.is(error, 'outcome-unknown') || !(await knowsKeys(caller))) throw error
    await pauseFor(error, caller)
    return sendKeyed(caller, attempted, error.args.reason)
  }
}

/** The body as the service takes it. Fails, before anything is sent, where it cannot be asked whether it takes keys. */
async function knownTo(caller: Caller, body: GenerateBody): Promise<GenerateBody> {
  if (!body.steps.some(({ components }) => components.some(({ key }) => key !== undefined))) return body
  const announced = await readAnnouncementOrReason(caller)
  return 'extensions' in announced && announced.extensions.includes('question-keys')
    ? body
    : withoutQuestionKeys(body)
}

// If this question is interrupted, the unknown outcome is still what the user must be told.
async function knowsKeys(caller: Caller): Promise<boolean> {
  try {
    return await announcesExtension(caller, 'idempotency-key')
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

type GenerateAttempt = {
  readonly access: Access
  readonly body: GenerateBody
  readonly what: string
  readonly call: Call
  /** Whether the service recognises the request when it is repeated. */
  readonly isKnownAgain: boolean
}

const send = (caller: Caller, attempted: GenerateAttempt, policy: Policy): Promise<GenerateResult> =>
  tryCall(caller, (service) => attempt(service, attempted), { policy })

/** Repeats a request that may have created the form. Only a form, or the faults of one, settle the outcome. */
async function sendKeyed(
  caller: Caller,
  attempted: GenerateAttempt,
  reason?: string,
): Promise<GenerateResult> {
  try {
    return await send(caller, { ...attempted, isKnownAgain: true }, readPolicy)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const last = Failure.is(error, 'outcome-unknown') ? error.args.reason : error.message
    const whole = reason === undefined || reason === last ? last : `${reason}; sent again: ${last}`
    throw Failure.of('outcome-unknown', { what: attempted.what, reason: whole.replace(/\.$/, '') })
  }
}

/** Gives a service that broke off a moment. An interruption leaves the outcome unknown. */
async function pauseFor(failure: Failure, { retry }: Caller): Promise<void> {
  const pause = 500 + retry.random() * 500
  try {
    await retry.onPause?.(failure, pause)
    await retry.sleep(pause)
  } catch (error) {
    throw error instanceof Failure ? failure : error
  }
}

async function attempt(service: Service, attempted: GenerateAttempt): Promise<GenerateResult> {
  const { access, what, call } = attempted
  const reply = await unlessUnknown(what, () => service(call))
  if (isSuccess(reply)) return created(reply, call, attempted)
  const refusal = await readRefusal(reply)
  if (refusal.status === 400 && refusal.faults.length > 0) return { kind: 'refused', faults: refusal.faults }
  const reason = unknownAfter(refusal, attempted)
  if (reason !== undefined) throw Failure.of('outcome-unknown', { what, reason })
  throw failureOf(refusal, { access, path: call.path, notFound: (it) => sourceFormFailure(it, attempted) })
}

async function created(reply: Reply, call: Call, { access, what }: GenerateAttempt): Promise<GenerateResult> {
  const form = await unlessUnknown(what, () => readCreated(reply, replySuffix(access, call.path)))
  if (form) return { kind: 'created', form }
  const message = 'it says that the form was not created, and gives no reason'
  throw Failure.of('service-refused', { status: reply.status, message })
}

/** Once the request may have arrived, a failure means that the outcome is unknown. */
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
  if (Failure.is(error, 'reply-damaged')) return `the reply is damaged: ${error.args.problem}`
  if (Failure.is(error, 'reply-unreadable')) return `the reply cannot be used: ${error.args.problem}`
  return undefined
}

/** Why an error reply leaves the outcome unknown; undefined if no form was created. */
function unknownAfter(refusal: Refusal, { access, isKnownAgain }: GenerateAttempt): string | undefined {
  const { status, retryAfter } = refusal
  const isRefusedByRule = status === 503 && retryAfter !== undefined
  // A service that recognises repeated requests answers 409 while it still works on the first.
  const isOpen = status >= 500 || status === 408 || (isKnownAgain && status === 409)
  if (isRefusedByRule || !isOpen || isFromOtherServer(refusal)) return undefined
  return `the service answered with status ${status}: ${reasonOf(refusal, access)}`
}

const sourceFormFailure = ({ message }: Refusal, { body }: GenerateAttempt): Failure | undefined =>
  message === sourceFormMessage
    ? Failure.of('source-form-unknown', { sourceFormId: body.sourceFormId })
    : undefined
