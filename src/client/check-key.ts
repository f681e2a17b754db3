import { Failure } from '../failure/failure.ts'
import { responsesCall } from '../wire/wire.ts'
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
export async function checkKey({ access, patience }: Caller): Promise<void> {
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
