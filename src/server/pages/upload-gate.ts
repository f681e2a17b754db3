import { networkOf } from '../rate-limits.ts'
import { refusal } from './page-refusal.ts'

/** The most bytes in the requests that are being received, of all addresses. */
const mostUnderWay = 1024 * 1024 * 1024

/** The most bytes that one address may send in an hour, unless the operator says otherwise. */
export const usualUploadQuota = 200 * 1024 * 1024

const window = 60 * 60 * 1000

/** Decides whether a body is taken. It counts bytes as they come: those under way, and those of each address in an hour. */
export type UploadGate = {
  /** Lets a body of `announced` bytes begin, or throws a refusal. */
  readonly admit: (address: string, announced: number) => Receiving
}

export type Receiving = {
  /** Counts bytes that came, or throws a refusal. */
  readonly take: (bytes: number) => void
  /** Says that nothing of the body is held any more. Safe to call twice. */
  readonly end: () => void
}

/** What one address sent, in bytes, and when its hour ends. */
type Sent = { bytes: number; readonly until: number }

/** A gate that has counted nothing yet. `now` is in milliseconds; `slack` is what a quota may be passed by. */
export function uploadGate({
  now,
  quota,
  slack,
}: {
  readonly now: () => number
  readonly quota: number
  readonly slack: number
}): UploadGate {
  const addresses = new Map<string, Sent>()
  let underWay = 0
  const check = ({ bytes, until }: Sent, most: number): void => {
    if (bytes > most)
      throw refusal('quota-used', { retryAfter: Math.max(1, Math.ceil((until - now()) / 1000)) })
    if (underWay > mostUnderWay) throw refusal('busy', { retryAfter: 60 })
  }
  const receive = (sent: Sent): Receiving => {
    let came = 0
    return {
      take(bytes) {
        sent.bytes += bytes
        came += bytes
        underWay += bytes
        // People who began at the same time may all end: only the next one is refused.
        check(sent, quota + slack)
      },
      end() {
        underWay -= came
        came = 0
      },
    }
  }
  return {
    admit(address, announced) {
      const sent = sentBy(networkOf(address), { addresses, time: now() })
      check(sent, quota - announced)
      return receive(sent)
    },
  }
}

function sentBy(name: string, { addresses, time }: { addresses: Map<string, Sent>; time: number }): Sent {
  // The oldest stand first.
  for (const [other, { until }] of addresses) {
    if (until > time) break
    addresses.delete(other)
  }
  const sent = addresses.get(name) ?? { bytes: 0, until: time + window }
  addresses.set(name, sent)
  return sent
}
