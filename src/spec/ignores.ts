import { Lexer } from 'yaml'
import { linesOf } from './lines.ts'

/** A code that a comment `# formctl-ignore <code>, <code>` names, where it stands, and the line that it speaks of. */
export type Ignore = {
  readonly code: string
  /** The stretch of the code; of a comment without one, the comment. */
  readonly start: number
  readonly end: number
  /** From 1; undefined where nothing follows the comment. */
  readonly line: number | undefined
}

/** What the comments of a text ask to leave unsaid: at the end of a line there, alone on a line about the next one. */
export function ignoresIn(text: string): readonly Ignore[] {
  // Hardly a file has one, and to find comments costs a second reading.
  if (!text.includes(word)) return []
  const lines = linesOf(text)
  return Array.from(commentsIn(text)).flatMap(({ comment, offset }) => {
    const named = namedIn(comment)
    if (named === undefined) return []
    const { line } = lines.rangeOf(offset, offset)
    const isAlone = lines.line(line).trimStart().startsWith('#')
    const meant = isAlone ? nextLine(text, offset, lines) : line
    return named.map(({ code, at }) => ({
      code,
      start: offset + at,
      end: offset + at + (code === '' ? comment.trimEnd().length : code.length),
      line: meant,
    }))
  })
}

const word = 'formctl-ignore'

function* commentsIn(text: string): Iterable<{ readonly comment: string; readonly offset: number }> {
  let [offset, isScalar] = [0, false]
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) yield { comment: lexeme, offset }
    // What tells of the structure stands for no text.
    if (isScalar || !structure.has(lexeme)) offset += lexeme.length
    isScalar = !isScalar && lexeme === scalarFollows
  }
}

const scalarFollows = '\u001F'
const structure = new Set(['\u0002', '\u0018', scalarFollows])

/** The codes of a comment, or one empty code; undefined where it is another comment. */
function namedIn(comment: string): readonly { readonly code: string; readonly at: number }[] | undefined {
  const head = /^#+[ \t]*formctl-ignore(?![\w-]):?/.exec(comment)?.[0]
  if (head === undefined) return undefined
  // What follows two dashes is the author's reason.
  const [listed = ''] = comment.slice(head.length).split(/(?:^|\s)--(?=\s|$)/, 1)
  const named = Array.from(listed.matchAll(/[^\s,]+/g), ({ 0: code, index }) => ({
    code,
    at: head.length + index,
  }))
  return named.length === 0 ? [{ code: '', at: 0 }] : named
}

/** The next line that says something. */
function nextLine(text: string, offset: number, lines: ReturnType<typeof linesOf>): number | undefined {
  const next = /\n[ \t]*(?![ \t\r\n#])[^\n]/g
  next.lastIndex = offset
  const found = next.exec(text)
  return found ? lines.rangeOf(found.index + 1, found.index + 1).line : undefined
}
