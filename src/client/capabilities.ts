import { type Extension, wellKnownCall } from '../wire/wire.ts'
import { isSuccess, readRefusal, readExtensions } from '../wire/replies.ts'
import { Failure, isOfSignal } from '../failure/failure.ts'
import { replyOf, urlOf, usualSeconds, type Caller } from './caller.ts'
import { failureOf } from './refuse.ts'
import { readPolicy, withRetry } from './retry.ts'

/** What the service can do beyond the contract: nothing, unless it announces it. */
export async function announcedExtensions(caller: Caller): Promise<readonly Extension[]> {
  const read = await readAnnounced(caller)
  return 'unread' in read ? [] : read.extensions
}

/** What the service announces, or how it answers where nothing can be read. */
export type Announced =
  | { readonly extensions: readonly Extension[] }
  | { readonly url: string; readonly unread: string }

/** Asks the service what it can do beyond the contract. */
export async function readAnnounced({ access, patience }: Caller): Promise<Announced> {
  const url = urlOf(access.baseUrl, wellKnownCall.path)
  const seconds = patience.seconds ?? usualSeconds
  return withRetry(
    access.service,
    async (service) => {
      const reply = await service(wellKnownCall)
      if (isSuccess(reply))
        return readExtensions(reply, replyOf(access, wellKnownCall.path)).then(
          (extensions) => ({ extensions }),
          (error: unknown) => ({ url, unread: noJson(error) }),
        )
      const refusal = await readRefusal(reply)
      // Whatever another service says to a path that it does not know, it announces nothing.
      if (refusal.status < 500 && refusal.status !== 408 && refusal.status !== 429)
        return { url, unread: `answers with status ${refusal.status}` }
      throw failureOf(refusal, { access, path: wellKnownCall.path })
    },
    { patience, policy: readPolicy, seconds },
  )
}

/** Whether the service announces that; what it cannot be asked in a short while, it does not announce. */
export async function announces(caller: Caller, extension: Extension): Promise<boolean> {
  const { patience } = caller
  const seconds = Math.min(patience.seconds ?? askingSeconds, askingSeconds)
  try {
    return (await announcedExtensions({ ...caller, patience: { ...patience, seconds } })).includes(extension)
  } catch (error) {
    if (error instanceof Failure && !isOfSignal(error)) return false
    throw error
  }
}

// Nobody must wait long for a service that is silent on what is only nice to know.
const askingSeconds = 15

// A service that answers every path with its web page announces nothing either.
function noJson(error: unknown): string {
  if (Failure.is(error, 'reply-unreadable')) return 'answers with something else'
  throw error
}
