import type { Limits } from '../../store/rate-limits.ts'
import { networkOf } from '../visitor.ts'
import { refusal } from './page-refusal.ts'

/** The most bytes in the requests that are being received, of all addresses. */
const mostUnderWay = 1024 * 1024 * 1024

/** The most bytes that one address may send in an hour, unless the operator says otherwise. */
export const usualUploadQuota = 200 * 1024 * 1024

/** What a body counts at least: even an empty one leaves a response. */
const leastCounted = 1024

const anHour = 3600

/** Decides whether a body is taken. It counts bytes under way as they come, and those of an address in an hour when they are announced. */
export type UploadGate = {
  /** Lets a body of at most `size` bytes begin, or rejects with a refusal. */
  readonly admit: (address: string, size: number) => Promise<Receiving>
}

export type Receiving = {
  /** Counts bytes that came, or throws a refusal. */
  readonly take: (bytes: number) => void
  /** Says that nothing of the body is held any more, and gives back what did not come. Safe to call twice. */
  readonly end: () => void
}

/** A gate that has received nothing yet. `kind` keeps its limits apart from those of other gates; `quota` is in bytes. */
export function uploadGate(limits: Limits, kind: string, quota: number): UploadGate {
  let underWay = 0
  const count = (bytes: number): void => {
    underWay += bytes
    if (underWay > mostUnderWay) throw refusal('busy', { retryAfter: 60 })
  }
  return {
    async admit(address, size) {
      count(0)
      const reserved = Math.max(size, leastCounted)
      const limit = { most: quota, seconds: anHour }
      const taken = await limits.take(`${kind} ${networkOf(address)}`, reserved, limit)
      if (taken.retryAfter !== undefined) throw refusal('quota-used', taken)
      let came = 0
      let isOver = false
      return {
        take(bytes) {
          came += bytes
          count(bytes)
        },
        end() {
          if (isOver) return
          isOver = true
          underWay -= came
          const rest = reserved - Math.max(came, leastCounted)
          if (rest > 0) void taken.giveBack(rest)
        },
      }
    },
  }
}
