import { Failure } from '../failure/failure.ts'
import type { FormSummary } from '../form/form.ts'
import { formsCall } from '../wire/wire.ts'
import { isSuccess, readRefusal, readForms } from '../wire/replies.ts'
import { readAnnounced } from './capabilities.ts'
import { environmentOf, keyOf, replyOf, usualSeconds, type Access, type Caller } from './caller.ts'
import { failureOf, type NotFound } from './refuse.ts'
import { readPolicy, withRetry } from './retry.ts'

/** The forms of the environment, where the service announces a list of them; the contract has none. */
export async function listForms(caller: Caller): Promise<readonly FormSummary[]> {
  const { access, patience } = caller
  const call = formsCall(keyOf(access), environmentOf(access))
  const announced = await readAnnounced(caller)
  if ('unread' in announced)
    throw Failure.of('capabilities-unread', { url: announced.url, reason: announced.unread })
  if (!announced.extensions.includes('forms-list'))
    throw Failure.of('not-supported', {
      what: 'a list of forms',
      remedy: 'Look at its dashboard, or at what formctl forms generate printed.',
    })
  const attempt = async (service: typeof access.service): Promise<readonly FormSummary[]> => {
    const reply = await service(call)
    if (isSuccess(reply)) return readForms(reply, replyOf(access, call.path))
    throw failureOf(await readRefusal(reply), {
      access,
      path: call.path,
      notFound: environmentUnknown(access),
    })
  }
  const seconds = patience.seconds ?? usualSeconds
  return withRetry(access.service, attempt, { patience, policy: readPolicy, seconds })
}

// The service announced the list, so what it does not know is the environment.
const environmentUnknown =
  (access: Access): NotFound =>
  () =>
    Failure.of('environment-unknown', { environmentId: environmentOf(access) })
