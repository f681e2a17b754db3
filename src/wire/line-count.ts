import type { BodyFaults } from './body-faults.ts'

/** Counts the lines of a body while it is read, so that a fault can name its line. */
export type LineCount = {
  /** Takes the next chunk as it came, whose first byte is byte `base` of the body. */
  readonly begin: (chunk: Uint8Array, base: number) => void
  /** The same faults, with the line of the byte that they name. */
  readonly placed: (faults: BodyFaults) => BodyFaults
}

/** A count before the first line. */
export function makeLineCount(): LineCount {
  /** Line ends before each chunk, and where it begins. */
  const chunks: { readonly base: number; readonly before: number }[] = []
  let ends: readonly number[] = []
  const lineOf = (offset: number): number => {
    const last = chunks.at(-1) ?? { base: 0, before: 0 }
    if (offset >= last.base) return last.before + ends.filter((end) => end < offset).length + 1
    // It is in a record that goes on in this chunk, and so in the last line of the one that it stands in.
    const next = chunks.find(({ base }) => base > offset)
    return (next?.before ?? 0) + 1
  }
  return {
    begin: (chunk, base) => {
      chunks.push({ base, before: (chunks.at(-1)?.before ?? 0) + ends.length })
      if (chunks.length > mostChunks) chunks.shift()
      ends = endsIn(chunk, base)
    },
    placed: ({ broken, cutOff }) => ({
      broken: (problem) =>
        broken(problem.replace(/byte (\d+)/, (words, at: string) => `${words} (line ${lineOf(Number(at))})`)),
      cutOff,
    }),
  }
}

/** Those of the largest record, and more. */
const mostChunks = 100

function endsIn(chunk: Uint8Array, base: number): readonly number[] {
  const ends: number[] = []
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) ends.push(base + at)
  return ends
}
