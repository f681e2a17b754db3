/** Counts what somebody does within a time, so that one caller does not use up the service. */
export type Limits = {
  /**
   * Adds `amount` to what `name` did within the window of `seconds` that is under way, unless that would exceed `most`. Then it adds
   * nothing and gives the seconds after which to try again, at least 1. An amount of 0 asks whether anything is left.
   */
  readonly take: (name: string, amount: number, limit: Limit) => Promise<{ readonly retryAfter?: number }>
}

export type Limit = { readonly most: number; readonly seconds: number }

/** The most names that are counted at once, about 20 MB. Beyond that, the oldest windows end early. */
const mostNames = 100_000

type Count = { amount: number; readonly until: number }

/** Limits of this process. A window begins with a name's first amount. `now` is in milliseconds. */
export function memoryLimits(now: () => number, most = mostNames): Limits {
  // By the beginning of their windows.
  const counts = new Map<string, Count>()
  const dropOldest = (time: number): void => {
    for (const [name, { until }] of counts) {
      if (until > time && counts.size < most) return
      counts.delete(name)
    }
  }
  return {
    async take(name, amount, limit) {
      const time = now()
      const count = counts.get(name)
      const isUnderWay = count !== undefined && count.until > time
      const used = isUnderWay ? count.amount : 0
      if (used + Math.max(amount, 1) > limit.most)
        return {
          retryAfter: isUnderWay ? Math.max(1, Math.ceil((count.until - time) / 1000)) : limit.seconds,
        }
      if (amount === 0) return {}
      if (isUnderWay) count.amount += amount
      else {
        counts.delete(name)
        dropOldest(time)
        counts.set(name, { amount, until: time + limit.seconds * 1000 })
      }
      return {}
    },
  }
}

/** An address without its port. A person with one IPv6 address usually has the whole /64, so it counts as one. */
export function networkOf(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!bare.includes(':') || bare.includes('.')) return bare.slice(bare.lastIndexOf(':') + 1)
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
