import { Composer, Lexer, Parser, type CST, type Document } from 'yaml'
import { limits } from '../limits.ts'
import { textFault, type TextFault } from '../faults.ts'

export type ParsedDocument = Pick<Document.Parsed, 'contents' | 'errors' | 'warnings'>

/** The syntax trees of a text, the trace of its lexemes, and the limit that stopped the parser. */
export type ParsedText = {
  readonly documents: readonly ParsedDocument[]
  readonly trace: Trace
  readonly limit?: TextFault
}

const options = {
  version: '1.2',
  schema: 'core',
  // A document that names another version or a binary tag gets plain values all the same.
  resolveKnownTags: false,
  prettyErrors: false,
  // `read.ts` finds duplicates: the library compares each key with each, 14 s for a file of 170,000 keys.
  uniqueKeys: false,
} as const

/** Parses a text lexeme by lexeme, so that a limit stops a hostile file before it costs anything. */
export function parseDocuments(text: string): ParsedText {
  const { stackTraceLimit } = Error
  // A megabyte may hold half a million errors; their stack traces would cost a second.
  Error.stackTraceLimit = 0
  try {
    return parseAll(text)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function parseAll(text: string): ParsedText {
  const [parser, composer, trace] = [new Parser(), new Composer(options), traceOf()]
  const documents: ParsedDocument[] = []
  for (const lexeme of new Lexer().lex(text)) {
    trace.take(lexeme, parser.offset)
    const limit = limitAt(trace.counts, parser.stack.length - 1, documents.length)
    if (limit) {
      const key = limit.isDeep ? deepKeyIn(parser.stack) : undefined
      const { offset, source } = key ?? { offset: parser.offset, source: lexeme }
      return { documents, trace, limit: textFault('yaml-limit', limit, [offset, offset + source.length]) }
    }
    let isStray = false
    for (const token of parser.next(lexeme)) {
      documents.push(...composer.next(token))
      isStray ||= !regular.has(token.type)
    }
    // After the first misplaced lexeme, every further one would be an error.
    if (isStray) break
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  documents.push(...composer.end(true, text.length))
  return { documents, trace }
}

/** The key that holds what is nested too deeply: the last one that may belong to a form. */
function deepKeyIn(
  stack: readonly CST.Token[],
): { readonly offset: number; readonly source: string } | undefined {
  const key = stack
    .slice(0, maxFormDepth)
    .map((token) => ('items' in token ? token.items.at(-1) : undefined))
    .findLast((item) => item?.key)?.key
  return key && 'source' in key && 'offset' in key ? key : undefined
}

// The document, and the levels around a key of an identity field.
const maxFormDepth = 10

function limitAt(
  { anchors, directives, pieces }: Trace['counts'],
  depth: number,
  documents: number,
): { problem: string; isDeep?: true } | undefined {
  const more = (count: number, what: string): { problem: string } => ({
    problem: `The file has more than ${count} ${what}`,
  })
  if (depth > limits.depth)
    return { problem: `The nesting is deeper than ${limits.depth} levels`, isDeep: true }
  if (anchors > limits.anchors) return more(limits.anchors, 'anchors')
  if (directives > limits.directives) return more(limits.directives, 'directives')
  if (documents > limits.forms) return more(limits.forms, 'documents')
  return pieces > limits.pieces ? more(limits.pieces, 'keys, values, punctuation and lines') : undefined
}

const regular = new Set<string>([
  'directive',
  'document',
  'byte-order-mark',
  'space',
  'comment',
  'newline',
  'doc-end',
])

/** The YAML library's lexeme before the text of a plain or block scalar. */
const scalarFollows = '\u001F'

/** The library's lexeme where brackets end by indentation. */
const flowBreaksOff = '\u0018'

/** Records quotes and brackets: the library reports where one breaks off, not where it began. */
export type Trace = {
  readonly take: (lexeme: string, offset: number) => void
  readonly counts: { readonly anchors: number; readonly directives: number; readonly pieces: number }
  /** Where the quoted text began that ends at an offset, unclosed or closed on a later line. */
  readonly quoteEndingAt: (offset: number) => number | undefined
  /** Where the first bracket stands that has no matching close. */
  readonly openBracket: () => number | undefined
}

const blank = new Set([' ', '\t', '', scalarFollows])
const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }

function traceOf(): Trace {
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

/** A comment with its `#`, and the offset where it begins. */
type Comment = { readonly text: string; readonly offset: number }

/** Every comment of a text, without parsing it. */
export function commentsIn(text: string): readonly Comment[] {
  const comments: Comment[] = []
  let [offset, isScalar] = [0, false]
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) comments.push({ text: lexeme, offset })
    if (isScalar || !markers.has(lexeme)) offset += lexeme.length
    isScalar = !isScalar && lexeme === scalarFollows
  }
  return comments
}

// Lexemes that mark a document, a scalar or the end of brackets, and are not part of the text.
const markers: ReadonlySet<string> = new Set(['\u0002', flowBreaksOff, scalarFollows])
