import { guard, needsGuard } from './formula.ts'

/** Writes cells as RFC 4180 has them, and counts those that it guarded. */
export type CellWriter = {
  readonly delimiter: string
  readonly write: (text: string) => string
  readonly guarded: () => number
}

/** A writer of cells between delimiters, each a single character. */
export function makeCellWriter(delimiter: string, formulas: 'guard' | 'raw'): CellWriter {
  const special = new RegExp(`[${delimiter.replace(/[\]\\^-]/, '\\$&')}"\\r\\n]`)
  const quoted = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  let guarded = 0
  return {
    delimiter,
    write:
      formulas === 'raw'
        ? quoted
        : (text) => {
            if (!needsGuard(text)) return quoted(text)
            guarded++
            return quoted(guard(text))
          },
    guarded: () => guarded,
  }
}
