/** Numbers in [0, 1) that a seed decides. */
export type Random = () => number

/** A sequence of random numbers (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of a list, each as likely. */
export const oneOf = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

/** A number from `least` to `most`. */
export const many = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))

/** True with a chance. */
export const happens = (random: Random, chance: number): boolean => random() < chance

/** So many of what is made. */
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Puts a list into another order. */
export function shuffle<T>(random: Random, list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const one = list[i] as T
    list[i] = list[j] as T
    list[j] = one
  }
  return list
}
