import type { Range } from './placed.ts'

/** The lines of a text: from offsets to lines and columns, and back to what a line says. */
export type Lines = {
  readonly rangeOf: (start: number, end: number) => Range
  /** The stretch from an offset to the end of its line or to `end`, whichever comes first, without trailing spaces. */
  readonly firstLineOf: (start: number, end: number) => readonly [number, number]
  /** A line without its line break, counted from 1. */
  readonly line: (number: number) => string
}

/** The lines of a text; nothing is counted before it is asked for. */
export function linesOf(text: string): Lines {
  let known: readonly number[] | undefined
  const starts = (): readonly number[] => (known ??= startsOf(text))
  return {
    rangeOf: (start, end) => {
      const [first, last] = [lineAt(starts(), start), lineAt(starts(), end)]
      return { line: first.line, column: first.column, endLine: last.line, endColumn: last.column }
    },
    firstLineOf: (start, end) => {
      // Not over the whole text: a line may be a megabyte long, and be asked for a hundred thousand times.
      const [line = ''] = text.slice(start, end).split('\n', 1)
      return [start, start + line.trimEnd().length]
    },
    line: (number) => {
      const [from, to] = [starts()[number - 1] ?? text.length, starts()[number] ?? text.length]
      return text.slice(from, to).replace(/[\r\n]+$/, '')
    },
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0]
  if (text.includes('\r'))
    for (const { index, 0: lineEnd } of text.matchAll(/\r\n?|\n/g)) starts.push(index + lineEnd.length)
  else for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAt(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
