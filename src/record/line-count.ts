import type { BodyFaults } from './body-faults.ts'

/** Counts the lines of a body while it is read, so that a fault can name its line. */
export type LineCount = {
  /** Takes the next chunk as it came, whose first byte is byte `base` of the body; `open` is that of the record it goes on. */
  readonly begin: (chunk: Uint8Array, base: number, open?: number) => void
  /** How many lines one byte stands above another. */
  readonly between: (from: number, to: number) => number
  /** The same faults, with the line of the byte that they name. */
  readonly placed: (faults: BodyFaults) => BodyFaults
}

/** A count before the first line. */
export function makeLineCount(): LineCount {
  const chunks: Counted[] = []
  let passed = 0
  const lineOf = (offset: number): number => {
    const at = chunks.findLastIndex(({ base }) => base <= offset)
    const { before, ends } = chunks[at] ?? { before: 0, ends: [] }
    if (ends) return before + ends.filter((end) => end < offset).length + 1
    // As a rule it is in a record that goes on in the next chunk, and so in the last line of its own.
    return (chunks[at + 1]?.before ?? 0) + 1
  }
  return {
    begin: (chunk, base, open = base) => {
      const ends = endsIn(chunk, base)
      chunks.push({ base, before: passed, ends })
      passed += ends.length
      if (chunks.length > mostChunks) chunks.shift()
      // Those of the record that is open are still asked for.
      for (const [i, counted] of chunks.entries())
        if ((chunks[i + 1]?.base ?? base + 1) <= open) delete counted.ends
    },
    between: (from, to) => lineOf(to) - lineOf(from),
    placed: ({ broken, cutOff }) => ({
      broken: (problem) =>
        broken(
          typeof problem === 'string'
            ? problem
            : { ...problem, at: { ...problem.at, line: lineOf(problem.at.byte) } },
        ),
      cutOff,
    }),
  }
}

/** A chunk: where it begins, the line ends before it, and those in it as long as they are kept. */
type Counted = { readonly base: number; readonly before: number; ends?: readonly number[] }

/** Those of the largest record, and more. */
const mostChunks = 100

function endsIn(chunk: Uint8Array, base: number): readonly number[] {
  const ends: number[] = []
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) ends.push(base + at)
  return ends
}
