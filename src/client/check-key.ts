import { Failure, isOfSignal } from '../failure/failure.ts'
import { responsesCall, type Service } from '../wire/wire.ts'
import { readList, isSuccess, readRefusal } from '../wire/replies.ts'
import { keyOf, replyOf, urlOf, usualSeconds, type Access, type Caller } from './caller.ts'
import { failureOf } from './refuse.ts'
import { readPolicy, withRetry } from './retry.ts'

/**
 * Proves that the service takes the key; fails with `key-refused` where it does not, with `key-unproven` where its
 * replies tell nothing. It reads the responses of a form that nobody has: at most ten records on any service, here none.
 * The contract shows one reply that speaks for a key, `{ data: [ … ] }` (Endpoint 2, rule 1). "No such form" speaks for
 * it only where a made-up key is refused by the same path: any web server says so of a path that it does not know.
 */
async function checkKey({ access, patience }: Caller): Promise<void> {
  const apiKey = keyOf(access)
  const attempt = async (service: Access['service']): Promise<void> => {
    const reply = await service(callWith(apiKey))
    if (isSuccess(reply)) return readList(reply, replyOf(access, path))
    const refusal = await readRefusal(reply)
    if (refusal.status !== 404 || !refusal.isInShape) throw failureOf(refusal, { access, path })
    await proveByContrast({ ...access, service })
  }
  const seconds = patience.seconds ?? usualSeconds
  await withRetry(access.service, attempt, { patience, policy: readPolicy, seconds })
}

async function proveByContrast(access: Access): Promise<void> {
  const contrast = await readRefusal(await access.service(callWith(madeUpKey)))
  const { status } = contrast
  if (status === 401 || status === 403) return
  if (status === 429 || status >= 500) throw failureOf(contrast, { access, path })
  throw Failure.of('key-unproven', { url: urlOf(access.baseUrl, path), status })
}

const madeUpKey = 'formctl-login-no-key'
const callWith = (apiKey: string): ReturnType<typeof responsesCall> =>
  responsesCall(apiKey, { formId: 'formctl-login', withPartials: false })
const { path } = callWith(madeUpKey)

/** Fails unless the service takes the key. Fails with `base-url-too-long` where the base URL ends in the path of an operation. */
export async function proveKey(
  caller: Caller,
  serviceFor: (baseUrl: string) => Promise<Service>,
): Promise<void> {
  try {
    await checkKey(caller)
  } catch (error) {
    const { baseUrl } = caller.access
    const meant = withoutOperation(baseUrl)
    if (meant === undefined || !(error instanceof Failure) || !isAnswer(error)) throw error
    const access = { ...caller.access, service: await serviceFor(meant), baseUrl: meant }
    if (await takesKey({ ...caller, access })) throw Failure.of('base-url-too-long', { baseUrl, meant })
    throw error
  }
}

/** Whether something answered, though not as it should. */
const isAnswer = ({ exit }: Failure): boolean => exit === 4 || exit === 5 || exit === 6

/** An address without the path that the operations of the contract begin with; undefined: it has none. */
const withoutOperation = (baseUrl: string): string | undefined =>
  /^(https?:\/\/[^/]+(?:\/.+?)??)\/api(?:\/v1(?:\/.*)?)?\/*$/.exec(baseUrl)?.[1]

async function takesKey(caller: Caller): Promise<boolean> {
  try {
    await checkKey(caller)
    return true
  } catch (error) {
    if (error instanceof Failure && !isOfSignal(error)) return false
    throw error
  }
}
