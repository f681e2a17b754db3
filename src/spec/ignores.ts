import { Lexer } from 'yaml'
import { linesOf } from './lines.ts'
import { flowBreaksOff, scalarFollows } from './trace.ts'

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
  const next = nextLines(text, lines)
  return commentsIn(text).flatMap(({ lexeme: comment, offset }) => {
    const named = namedIn(comment)
    if (named === undefined) return []
    const { line } = lines.rangeOf(offset, offset)
    const isAlone = lines.line(line).trimStart().startsWith('#')
    const meant = isAlone ? next(offset) : line
    return named.map(({ code, at }) => ({
      code,
      start: offset + at,
      end: offset + at + (code === '' ? comment.trimEnd().length : code.length),
      line: meant,
    }))
  })
}

const word = 'formctl-ignore'

type Comment = { readonly lexeme: string; readonly offset: number }

function commentsIn(text: string): readonly Comment[] {
  const comments: Comment[] = []
  let [offset, isScalar] = [0, false]
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) comments.push({ lexeme, offset })
    if (isScalar || !markers.has(lexeme)) offset += lexeme.length
    isScalar = !isScalar && lexeme === scalarFollows
  }
  return comments
}

// The lexer says where a document, a plain value or the end of brackets is by a sign that is not in the text.
const markers: ReadonlySet<string> = new Set(['\u0002', flowBreaksOff, scalarFollows])

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

/** Finds the next line that says something, for offsets in the order of the text. */
function nextLines(text: string, lines: ReturnType<typeof linesOf>): (offset: number) => number | undefined {
  let at = -1
  return (offset) => {
    // Of a block of comments, all mean the same line: to look for it again for each would cost the square of them.
    if (at < offset) {
      const next = /\n[ \t]*(?![ \t\r\n#])[^\n]/g
      next.lastIndex = offset
      at = next.exec(text)?.index ?? Infinity
    }
    return at === Infinity ? undefined : lines.rangeOf(at + 1, at + 1).line
  }
}
