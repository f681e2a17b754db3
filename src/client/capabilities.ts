import { type Extension, wellKnownCall } from '../wire/wire.ts'
import { isSuccess, readRefusal, readExtensions } from '../wire/replies.ts'
import { Failure, isOfSignal } from '../failure/failure.ts'
import { failureOf, replyOf, tryCall, urlOf, type Caller } from './caller.ts'

/** The extensions that a service announces, or why its reply announces none. */
export type Announced =
  | { readonly extensions: readonly Extension[] }
  | { readonly url: string; readonly unread: string }

/** Reads what a service can do beyond the contract. A reply that is no announcement is no failure. */
export async function readAnnounced(caller: Caller): Promise<Announced> {
  const { access } = caller
  const url = urlOf(access.baseUrl, wellKnownCall.path)
  return tryCall(caller, async (service) => {
    const reply = await service(wellKnownCall)
    if (isSuccess(reply))
      return readExtensions(reply, replyOf(access, wellKnownCall.path)).then(
        (extensions) => ({ extensions }),
        (error: unknown) => ({ url, unread: noJson(error) }),
      )
    const refusal = await readRefusal(reply)
    // A service that does not know the path announces nothing.
    if (refusal.status < 500 && refusal.status !== 408 && refusal.status !== 429)
      return { url, unread: `answers with status ${refusal.status}` }
    throw failureOf(refusal, { access, path: wellKnownCall.path })
  })
}

/** Whether a service announces an extension. A service that fails, or is slow to answer, does not. */
export async function announces(caller: Caller, extension: Extension): Promise<boolean> {
  const { patience } = caller
  const seconds = Math.min(patience.seconds ?? askingSeconds, askingSeconds)
  try {
    const read = await readAnnounced({ ...caller, patience: { ...patience, seconds } })
    return 'extensions' in read && read.extensions.includes(extension)
  } catch (error) {
    if (error instanceof Failure && !isOfSignal(error)) return false
    throw error
  }
}

// An optional answer is not worth a longer wait.
const askingSeconds = 15

// Some services answer every path with their web page.
function noJson(error: unknown): string {
  if (Failure.is(error, 'reply-unreadable')) return 'answers with something else'
  throw error
}
