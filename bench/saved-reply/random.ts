/** Numbers in [0, 1). */
export type Random = () => number

/** Such numbers, the same in every run. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
