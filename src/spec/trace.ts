/** The lexeme of the YAML library before the text of a value or key without quotes, or of a block. */
export const scalarFollows = '\u001F'

/** The lexeme where brackets end by indentation. */
export const flowBreaksOff = '\u0018'

/** What goes by while a text is read: the YAML library says where a quote or bracket breaks off, not where it began. */
export type Trace = {
  readonly take: (lexeme: string, offset: number) => void
  readonly counts: { readonly anchors: number; readonly directives: number; readonly pieces: number }
  /** Where the quoted text began that ends at an offset unclosed, or closed on a later line. */
  readonly quoteEndingAt: (offset: number) => number | undefined
  /** Where the first bracket stands that is closed by nothing of its kind. */
  readonly openBracket: () => number | undefined
}

const blank = new Set([' ', '\t', '', scalarFollows])
const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }

/** A trace of a text that is about to be read. */
export function traceOf(): Trace {
  const quotes = new Map<number, number>()
  let open: { bracket: string; offset: number }[] = []
  let broken: number | undefined
  const counts = { anchors: 0, directives: 0, pieces: 0 }
  let isScalar = false
  const close = (bracket: string): void => {
    const last = open.pop()
    if (last && closing[last.bracket] !== bracket) broken ??= last.offset
  }
  const takeSign = (lexeme: string, offset: number): void => {
    const first = lexeme.charAt(0)
    if (!blank.has(first)) counts.pieces++
    if (first === '&') counts.anchors++
    else if (first === '%') counts.directives++
    else if (first === '"' || first === "'") {
      const isPlain = lexeme.length > 1 && lexeme.endsWith(first) && !lexeme.includes('\n')
      if (!isPlain) quotes.set(offset + lexeme.length, offset)
    } else if (first === '[' || first === '{') open.push({ bracket: first, offset })
    else if (first === ']' || first === '}') close(first)
    else if (lexeme === flowBreaksOff) {
      broken ??= open[0]?.offset
      open = []
    }
  }
  return {
    take: (lexeme, offset) => {
      if (!isScalar) takeSign(lexeme, offset)
      isScalar = !isScalar && lexeme === scalarFollows
    },
    counts,
    quoteEndingAt: (offset) => quotes.get(offset),
    openBracket: () => broken ?? open[0]?.offset,
  }
}
