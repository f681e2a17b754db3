import { responsesCall } from '../wire/calls.ts'
import { isSuccess, readRefusal } from '../wire/refusal.ts'
import { readJson } from '../wire/read-json.ts'
import { keyOf, replyOf, usualSeconds, type Caller } from './caller.ts'
import { failureOf } from './refuse.ts'
import { readPolicy, withRetry } from './retry.ts'

/**
 * Asks the service whether it takes the key; fails with `key-refused` when it does not.
 * It reads the responses of a form that nobody has: at most ten records on any service, here none at all. A service
 * looks at the key first, so "no such form" says that the key is good; no call of the contract asks just that.
 */
export async function checkKey({ access, patience }: Caller): Promise<void> {
  const call = responsesCall(keyOf(access), { formId: nobodysForm, withPartials: false })
  const attempt = async (service: typeof access.service): Promise<void> => {
    const reply = await service(call)
    // A page of some website is a success too, and says nothing of the key.
    if (isSuccess(reply)) return void (await readJson(reply.body, { where: replyOf(access, call.path) }))
    const refusal = await readRefusal(reply)
    if (refusal.status === 404 && refusal.isInShape) return
    throw failureOf(refusal, { access, path: call.path })
  }
  const seconds = patience.seconds ?? usualSeconds
  await withRetry(access.service, attempt, { patience, policy: readPolicy, seconds })
}

const nobodysForm = 'formctl-login'
