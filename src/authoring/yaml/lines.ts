import type { Finding } from '../../form/finding.ts'

/** A range of a text. Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive. */
export type Range = {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A finding at its place in the author's text. */
export type PlacedFinding = Finding &
  Range & {
    /** The edits that its fix makes; present only together with `fix`. */
    readonly edits?: readonly Edit[]
  }

/** Orders findings by where they begin. */
export const byPlace = (a: Range, b: Range): number => a.line - b.line || a.column - b.column

export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** Maps offsets of a text to lines and columns, and line numbers to lines. */
export type Lines = {
  readonly rangeOf: (start: number, end: number) => Range
  /** From `start` to the end of its line, or to `end` if that comes first, without trailing spaces. */
  readonly firstLineOf: (start: number, end: number) => readonly [number, number]
  /** A line without its line break; the first is 1. */
  readonly line: (number: number) => string
}

/** The lines of a text; they are counted on first use. */
export function linesOf(text: string): Lines {
  let known: readonly number[] | undefined
  const starts = (): readonly number[] => (known ??= startsOf(text))
  return {
    rangeOf: (start, end) => {
      const [first, last] = [lineAt(starts(), start), lineAt(starts(), end)]
      return { line: first.line, column: first.column, endLine: last.line, endColumn: last.column }
    },
    firstLineOf: (start, end) => {
      // `split` with a limit: a line may be a megabyte long, and is asked for a hundred thousand times.
      const [line = ''] = text.slice(start, end).split('\n', 1)
      return [start, start + line.trimEnd().length]
    },
    line: (number) => {
      const [from, to] = [starts()[number - 1] ?? text.length, starts()[number] ?? text.length]
      return text.slice(from, to).replace(/\r?\n?$/, '')
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

/** The line around an offset: where it begins, and its indentation. */
export function lineAround(text: string, offset: number): { start: number; indent: string } {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  let stop = start
  while (text.charAt(stop) === ' ' || text.charAt(stop) === '\t') stop++
  return { start, indent: text.slice(start, stop) }
}

/** Applies edits that are in the order of the text and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return [...parts, text.slice(at)].join('')
}
