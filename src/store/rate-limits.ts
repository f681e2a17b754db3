import { getOrMake } from '../form/value.ts'
/** Counts what somebody does within a time, so that one caller does not use up the service. */
export type Limits = {
  /**
   * Adds `amount` to what `name` did within the window of `seconds` that is under way, unless that would exceed `most`: then it adds
   * nothing. A window begins with a name's first amount.
   */
  readonly take: (name: string, amount: number, limit: Limit) => Promise<TakeResult>
}

export type Limit = { readonly most: number; readonly seconds: number }

export type TakeResult =
  | {
      readonly retryAfter?: undefined
      /** Gives back a part of the amount. In a later window it does nothing. Never fails: then the amount stays counted. */
      readonly giveBack: (amount: number) => Promise<void>
    }
  /** Nothing was added; the seconds after which to try again, at least 1. */
  | { readonly retryAfter: number }

/** The most names that are counted at once for windows of one length, about 20 MB. Beyond that, the oldest windows end early. */
const maxNames = 100_000

type Count = { amount: number; readonly until: number }

/** Limits of this process. `now` is in milliseconds. */
export function memoryLimits(now: () => number, most = maxNames): Limits {
  // By the length of the windows, and of one length by their beginning.
  const lengths = new Map<number, Map<string, Count>>()
  return {
    async take(name, amount, limit) {
      const time = now()
      const counts = getOrMake(lengths, limit.seconds, () => new Map<string, Count>())
      const found = counts.get(name)
      const until = time + limit.seconds * 1000
      // A window that ends later than one that begins now is from before the clock was set back.
      const count = found && found.until > time && found.until <= until ? found : { amount: 0, until }
      if (count.amount + amount > limit.most) return { retryAfter: secondsIn(count.until - time) }
      if (count !== found) {
        counts.delete(name)
        for (const [other, oldest] of counts) {
          if (oldest.until > time && counts.size < most) break
          counts.delete(other)
        }
        counts.set(name, count)
      }
      count.amount += amount
      return { giveBack: async (rest) => void (count.amount -= rest) }
    },
  }
}

/** For `retryAfter`. */
export const secondsIn = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))
