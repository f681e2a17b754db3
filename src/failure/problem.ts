/** A place in a body: its byte from 0, and as far as they are known its line and column from 1. */
type BytePlace = {
  readonly byte: number
  readonly line?: number
  readonly column?: number
  /** So many lines above it its record begins. */
  readonly linesAbove?: number
}

/** What is wrong with a body; where that is at one byte, the words around it. */
export type Problem = string | { readonly before?: string; readonly at: BytePlace; readonly after?: string }

/** `line 10, column 7 (byte 111) is } where a value was expected`, as far as the place is known. */
export function sayProblem(problem: Problem): string {
  if (typeof problem === 'string') return problem
  const { before = '', at, after = '' } = problem
  return `${before}${sayPlace(at)}${after}${sayBegin(at)}`
}

function sayPlace({ byte, line, column }: BytePlace): string {
  if (line === undefined) return `byte ${byte}`
  return `line ${line}${column === undefined ? '' : `, column ${column}`} (byte ${byte})`
}

const sayBegin = ({ line = 0, linesAbove = 0 }: BytePlace): string =>
  linesAbove > 0 && line > linesAbove ? `, in the record that begins in line ${line - linesAbove}` : ''
