import { refusal } from './pages/refusals.ts'

/** The most bytes of files in the requests that are being received, of all addresses. */
const mostInFlight = 1024 * 1024 * 1024

/** The most bytes that one address may send to forms that take files in an hour, unless the operator says otherwise. */
export const usualUploadQuota = 200 * 1024 * 1024

const window = 60 * 60 * 1000

/** Decides whether an upload may begin. It counts the bytes under way, and those of each address in an hour. */
export type UploadGate = {
  /** Reserves bytes, or throws a refusal. Call what it gives once, with the bytes that came; the rest is given back. */
  readonly admit: (address: string, bytes: number) => (came: number) => void
}

/** A gate that lets nothing in yet counted. `now` is in milliseconds. */
export function uploadGate({
  now,
  quota,
}: {
  readonly now: () => number
  readonly quota: number
}): UploadGate {
  let inFlight = 0
  const addresses = new Map<string, { bytes: number; readonly until: number }>()
  return {
    admit(address, bytes) {
      const time = now()
      // The oldest stand first.
      for (const [name, { until }] of addresses) {
        if (until > time) break
        addresses.delete(name)
      }
      const name = networkOf(address)
      const sent = addresses.get(name) ?? { bytes: 0, until: time + window }
      if (sent.bytes + bytes > quota)
        throw refusal('quota-used', { retryAfter: Math.ceil((sent.until - time) / 1000) })
      if (inFlight + bytes > mostInFlight) throw refusal('busy', { retryAfter: 60 })
      addresses.set(name, sent)
      sent.bytes += bytes
      inFlight += bytes
      return (came) => {
        sent.bytes -= bytes - came
        inFlight -= bytes
      }
    },
  }
}

/** Whoever has one IPv6 address has the 2^64 beside it, so those count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
