/** A sum of doubles that is rounded once, at the end: so it is the same in whatever order they come. */
export type ExactSum = {
  readonly add: (value: number) => void
  readonly value: () => number
  /** The same sum, to which other numbers are added. */
  readonly copy: () => ExactSum
}

/** An empty sum (Shewchuk's: parts that do not overlap hold it without loss). */
export const makeExactSum = (): ExactSum => sumOf([])

function sumOf(parts: number[]): ExactSum {
  return {
    add: (value) => {
      let [sum, kept] = [value, 0]
      for (const part of parts) {
        const [large, small] = Math.abs(sum) < Math.abs(part) ? [part, sum] : [sum, part]
        sum = large + small
        const lost = small - (sum - large)
        if (lost !== 0) parts[kept++] = lost
      }
      parts.length = kept
      parts.push(sum)
    },
    value: () => rounded(parts),
    copy: () => sumOf([...parts]),
  }
}

/** The parts from the largest on until one no longer fits; halves go where the rest points. */
function rounded(parts: readonly number[]): number {
  let at = parts.length - 1
  let [sum, lost] = [parts[at] ?? 0, 0]
  while (at > 0 && lost === 0) {
    const [before, part] = [sum, parts[--at] ?? 0]
    sum = before + part
    lost = part - (sum - before)
  }
  const rest = parts[at - 1] ?? 0
  if (lost === 0 || rest === 0 || lost < 0 !== rest < 0) return sum
  const doubled = lost * 2
  return sum + doubled - sum === doubled ? sum + doubled : sum
}
