import { type Extension, wellKnownCall } from '../wire/wire.ts'
import { isSuccess, readRefusal, readAnnouncement, type Announcement } from '../wire/replies.ts'
import { Failure, ignoreFailure } from '../failure/failure.ts'
import { failureOf, replyOf, tryCall, urlOf, type Caller } from './caller.ts'

/** What a service announces, or why its reply announces nothing. */
export type Announced = Announcement | { readonly url: string; readonly unread: string }

/** Reads what a service can do beyond the contract. A reply that is no announcement is no failure. */
export async function readAnnounced(caller: Caller, call = wellKnownCall): Promise<Announced> {
  const { access } = caller
  const url = urlOf(access.baseUrl, wellKnownCall.path)
  return tryCall(caller, async (service) => {
    const reply = await service(call)
    if (isSuccess(reply))
      return readAnnouncement(reply, replyOf(access, wellKnownCall.path)).catch((error: unknown) => ({
        url,
        unread: noJson(error),
      }))
    const refusal = await readRefusal(reply)
    // A service that does not know the path announces nothing.
    if (refusal.status < 500 && refusal.status !== 408 && refusal.status !== 429)
      return { url, unread: `answers with status ${refusal.status}` }
    throw failureOf(refusal, { access, path: wellKnownCall.path })
  })
}

/** Whether a service announces an extension. */
export const announces = async (caller: Caller, extension: Extension): Promise<boolean> =>
  (await announcement(caller))?.extensions.includes(extension) ?? false

/** What a service announces. One that fails, or is slow to answer, announces nothing. */
export async function announcement(caller: Caller, call = wellKnownCall): Promise<Announcement | undefined> {
  const { patience } = caller
  const seconds = Math.min(patience.seconds ?? askingSeconds, askingSeconds)
  const read = await readAnnounced({ ...caller, patience: { ...patience, seconds } }, call).catch(
    ignoreFailure,
  )
  return read && 'extensions' in read ? read : undefined
}

// An optional answer is not worth a longer wait.
const askingSeconds = 15

// Some services answer every path with their web page.
function noJson(error: unknown): string {
  if (Failure.is(error, 'reply-unreadable')) return 'answers with something else'
  throw error
}
