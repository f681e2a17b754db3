/** Numbers from one on that stay below another, or one number, or such as are nearer to it than a double tells. */
export type Range = {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly isNear: boolean
}

type Counted = readonly (readonly [value: number, count: number])[]

/** Different numbers that are told one by one; more become about so many ranges. */
const [mostSingle, rangeCount] = [20, 10]

/** Each number by itself where they are few, else ranges of equal width; the numbers come in order. */
export const rangesOf = (values: Counted, isNear: (value: number) => boolean): readonly Range[] =>
  values.length <= mostSingle
    ? values.map(([value, count]) => ({ from: value, to: value, count, isNear: isNear(value) }))
    : wideRanges(values)

function wideRanges(values: Counted): readonly Range[] {
  const [least, greatest] = [values[0]?.[0] ?? 0, values.at(-1)?.[0] ?? 0]
  const edge = edgesOf(least, greatest)
  const width = edge(1)
  const nthOf = (value: number): number => {
    const nth = Math.floor(value / width)
    // A quotient is rounded: 0.3 / 0.1 is below 3.
    return value < edge(nth) ? nth - 1 : value >= edge(nth + 1) ? nth + 1 : nth
  }
  const first = nthOf(least)
  const counts = Array.from({ length: nthOf(greatest) - first + 1 }, () => 0)
  for (const [value, count] of values) {
    const nth = nthOf(value) - first
    counts[nth] = (counts[nth] ?? 0) + count
  }
  return counts.map((count, i) => ({ from: edge(first + i), to: edge(first + i + 1), count, isNear: false }))
}

/** Multiples of 1, 2 or 5 times a power of ten, each the double that is nearest to it. */
function edgesOf(least: number, greatest: number): (nth: number) => number {
  // Divided first: the way from one end of all doubles to the other is none of them.
  const width = greatest / rangeCount - least / rangeCount
  const power = Math.floor(Math.log10(width))
  const step = [1, 2, 5, 10].find((one) => one * 10 ** power >= width) ?? 10
  const parts = 10 ** Math.abs(power)
  return (nth) => (power < 0 ? (nth * step) / parts : nth * step * parts)
}
