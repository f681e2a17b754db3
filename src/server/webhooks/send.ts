/** One attempt to deliver a webhook: a POST to a checked address, without redirects, bounded in time and bytes. */
import { once } from 'node:events'
import request from 'undici/lib/api/api-request.js'
import Client from 'undici/lib/dispatcher/client.js'
import { codeOf, reasonOf } from '../../failure/reason.ts'
import { checkedAddresses, lookupAll, type AddressRules, type Lookup } from './addresses.ts'

type WebhookRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How an attempt ended: the status of the reply, or why there was none. */
export type Attempt =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly problem: string }

/** Never rejects. A signal ends the attempt. */
export type Send = (request: WebhookRequest, signal: AbortSignal) => Promise<Attempt>

export type SendOptions = AddressRules & {
  readonly lookup?: Lookup
  /** For the whole attempt. Default: 10,000. */
  readonly milliseconds?: number
}

/** The most bytes of a reply that are read: nobody needs them, but some receivers fail when a connection ends early. */
const maxReplyBytes = 16 * 1024

/** The settings of proxies do not apply: through a proxy nobody could tell which address is reached. */
export function makeSend({ lookup = lookupAll, milliseconds = 10_000, ...rules }: SendOptions): Send {
  return async ({ url, headers, body }, stop) => {
    const late = AbortSignal.timeout(milliseconds)
    const signal = AbortSignal.any([stop, late])
    const target = new URL(url)
    let client: Client | undefined
    try {
      const checked = await Promise.race([checkedAddresses(target, rules, lookup), rejectedBy(signal)])
      if ('problem' in checked) return checked
      client = new Client(target.origin, {
        allowH2: false,
        connect: {
          lookup: pinned(checked.addresses),
          // Ends a connection while it is made, which the signal of the request does not.
          signal,
          timeout: milliseconds,
        } as Client.Options['connect'],
      })
      const reply = await request.call(client, {
        origin: target.origin,
        method: 'POST',
        path: `${target.pathname}${target.search}`,
        headers: { 'user-agent': 'formctl', 'content-type': 'application/json', ...headers },
        body,
        signal,
        reset: true,
      })
      await readSome(reply.body)
      const retryAfter = reply.headers['retry-after']?.toString()
      return { status: reply.statusCode, retryAfter }
    } catch (error) {
      return { problem: late.aborted ? `no reply within ${milliseconds / 1000} s` : problemOf(error) }
    } finally {
      void client?.destroy().catch(() => undefined)
    }
  }
}

/** Answers lookups of a connection with addresses that were checked. Node asks for all of them, or for one. */
const pinned =
  (addresses: readonly string[]) =>
  (
    _host: string,
    { all }: { readonly all?: boolean },
    done: (error: null, address: unknown, family?: number) => void,
  ): void => {
    const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (all) done(null, entries)
    else done(null, entries[0]?.address, entries[0]?.family)
  }

/** What comes after the status decides nothing: a body that is too long, too slow or cut off is left. */
async function readSome(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of body) if ((bytes += chunk.length) > maxReplyBytes) return
  } catch {
    // The connection is closed in any case.
  }
}

async function rejectedBy(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

const problemOf = (error: unknown): string => problems[codeOf(error)] ?? reasonOf(error)

const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host is not known at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'its network cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
}
