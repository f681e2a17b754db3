const poolSize = 4096

/**
 * Makes a source of random bytes that asks the system for many at once: one question takes as long as the rest of an id. The
 * global `crypto` is used because node:crypto costs each start 3 ms.
 */
export function randomBytesSource(): (count: number) => Uint8Array {
  let pool = new Uint8Array(0)
  let at = 0
  return (count) => {
    if (count > poolSize) return crypto.getRandomValues(new Uint8Array(count))
    if (at + count > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(poolSize))
      at = 0
    }
    const bytes = pool.slice(at, at + count)
    // What was given away is a secret of others.
    pool.fill(0, at, at + count)
    at += count
    return bytes
  }
}
