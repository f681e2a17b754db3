import { Composer, Lexer, Parser, type Document } from 'yaml'
import { limits } from './limits.ts'
import { textFault, type TextFault } from './text-fault.ts'
import { traceOf, type Trace } from './trace.ts'

/** A YAML document of a text. */
export type SpecDocument = Pick<Document.Parsed, 'contents' | 'errors' | 'warnings'>

/** The documents of a text, what is known of quotes and brackets for the sentences, and the limit that ended it. */
export type Composed = {
  readonly documents: readonly SpecDocument[]
  readonly trace: Trace
  readonly limit?: TextFault
}

const options = {
  version: '1.2',
  schema: 'core',
  // A document that names another version or a binary tag gets plain values all the same.
  resolveKnownTags: false,
  prettyErrors: false,
  // Looked for by us: the library compares each key with each, 14 s for a file of 170,000 keys.
  uniqueKeys: false,
} as const

/** Reads the documents of a text piece by piece, so that a limit ends it before it costs anything. */
export function compose(text: string): Composed {
  const { stackTraceLimit } = Error
  // A text of a megabyte may hold half a million faults, each an error of the library: their traces cost a second.
  Error.stackTraceLimit = 0
  try {
    return composed(text)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function composed(text: string): Composed {
  const [parser, composer, trace] = [new Parser(), new Composer(options), traceOf()]
  const documents: SpecDocument[] = []
  for (const lexeme of new Lexer().lex(text)) {
    trace.take(lexeme, parser.offset)
    const limit = limitAt(trace.counts, { depth: parser.stack.length - 1, documents: documents.length })
    if (limit) {
      const { offset } = parser
      return { documents, trace, limit: textFault('yaml-limit', limit, [offset, offset + lexeme.length]) }
    }
    let isStray = false
    for (const token of parser.next(lexeme)) {
      documents.push(...composer.next(token))
      isStray ||= !regular.has(token.type)
    }
    // Behind the first piece that fits nowhere there would be an error for each further one.
    if (isStray) break
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  documents.push(...composer.end(true, text.length))
  return { documents, trace }
}

function limitAt(
  { anchors, directives, pieces }: Trace['counts'],
  { depth, documents }: { depth: number; documents: number },
): { problem: string } | undefined {
  const more = (count: number, what: string): { problem: string } => ({
    problem: `The file has more than ${count} ${what}`,
  })
  if (depth > limits.depth) return { problem: `The nesting is deeper than ${limits.depth} levels` }
  if (anchors > limits.anchors) return more(limits.anchors, 'anchors')
  if (directives > limits.directives) return more(limits.directives, 'directives')
  if (documents > limits.forms) return more(limits.forms, 'documents')
  return pieces > limits.pieces ? more(limits.pieces, 'keys, values, signs and lines') : undefined
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
