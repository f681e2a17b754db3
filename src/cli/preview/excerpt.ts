import type { ExcerptLine } from '../../server/preview/preview.ts'
import type { Range } from '../../authoring/authoring.ts'
import { plain } from '../terminal/plain.ts'

/** The line that a finding means, marked, with up to two lines around it; what can't be seen is made visible. */
export function excerptOf(range: Range, lines: readonly string[]): readonly ExcerptLine[] {
  const own = lines[range.line - 1] ?? ''
  if (own.trim() === '') return []
  const around = (from: number, to: number): readonly ExcerptLine[] =>
    lines.slice(Math.max(0, from - 1), to).map((line, i) => ({
      number: Math.max(1, from) + i,
      before: shown(line.slice(0, longest)),
      marked: '',
      after: '',
    }))
  return [
    ...around(range.line - 2, range.line - 1),
    marked(own, range),
    ...around(range.line + 1, range.line + 2),
  ]
}

/** The lines of a text, as findings count them. */
export const linesIn = (text: string): readonly string[] => text.split(/\r?\n/)

// A line may be a megabyte long; around the stretch that is meant, this much of it is shown.
const longest = 160

function marked(line: string, { line: number, column, endLine, endColumn }: Range): ExcerptLine {
  const from = column - 1
  const to = Math.max(from + 1, endLine > number ? line.length : endColumn - 1)
  return {
    number,
    before: shown(line.slice(Math.max(0, from - longest), from)),
    // At the end of a line there is nothing to mark but the place where something is missing.
    marked: shown(line.slice(from, Math.min(to, from + longest))) || ' ',
    after: shown(line.slice(to, to + longest)),
  }
}

// A cut may fall between the two halves of a character.
const shown = (text: string): string => plain(text.toWellFormed().replaceAll('\t', '    '))
