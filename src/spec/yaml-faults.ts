import type { YAMLError } from 'yaml'
import type { SpecDocument } from './compose.ts'
import { textFault, type TextFault } from './text-fault.ts'
import type { Trace } from './trace.ts'

/** What the YAML of a document has wrong with it, and whether the rest of it can be relied on all the same. */
export type YamlFaults = { readonly faults: readonly TextFault[]; readonly isReliable: boolean }

/** The faults of a document's YAML, in the author's words: one for each cause, not one for each consequence. */
export function yamlFaults(document: SpecDocument, text: string, trace: Trace): YamlFaults {
  const warnings = document.warnings.slice(0, mostErrors).flatMap((warning) => warningOf(warning, text))
  const errors = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]).slice(0, mostErrors)
  const faults: TextFault[] = []
  for (const error of errors) {
    const local = localFault(error, text)
    faults.push(local ?? structuralFault(error, { text, trace, errors }))
    // Where the structure is broken, everything further on is a guess.
    if (!local) return { faults: [...warnings, ...faults], isReliable: false }
  }
  return { faults: [...warnings, ...faults], isReliable: true }
}

// Past that many, nobody reads on, and a file of one megabyte can hold half a million.
const mostErrors = 1000

function warningOf({ code, pos: [start, end] }: YAMLError, text: string): TextFault[] {
  const slice = text.slice(start, end)
  if (code === 'TAG_RESOLVE_FAILED') return [textFault('yaml-tag', { tag: slice }, [start, end])]
  if (code !== 'BAD_DIRECTIVE') return []
  const [directive = slice] = text.slice(start).split('\n', 1)
  return [textFault('yaml-directive', { directive }, [start, start + directive.length])]
}

/** A fault inside one scalar, which leaves the structure as it is. */
function localFault({ code, pos: [start] }: YAMLError, text: string): TextFault | undefined {
  if (code === 'BAD_SCALAR_START')
    return textFault('yaml-start', { character: text.charAt(start) }, [start, start + 1])
  if (code === 'BAD_DQ_ESCAPE')
    return textFault('yaml-escape', { escape: text.slice(start, start + 2) }, [start, start + 2])
  return undefined
}

type Surroundings = {
  readonly text: string
  readonly trace: Trace
  readonly errors: readonly YAMLError[]
}

function structuralFault(error: YAMLError, { text, trace, errors }: Surroundings): TextFault {
  const { code, message, pos } = error
  const [start, end] = pos
  const line = lineAround(text, start)
  const tab = line.indent.indexOf('\t')
  if (tab !== -1 && start <= line.start + line.indent.length)
    return textFault('yaml-tab', {}, [line.start + tab, line.start + line.indent.length])
  const quote = trace.quoteEndingAt(start)
  if (quote !== undefined) return textFault('yaml-quote', { quote: text.charAt(quote) }, [quote, quote + 1])
  const bracket = trace.openBracket()
  if (bracket !== undefined && bracket <= start)
    return textFault('yaml-bracket', { open: text.charAt(bracket) }, [bracket, bracket + 1])
  const dash = bareDash(text, start) ?? bareDash(text, Math.max(0, line.start - 1))
  if (dash !== undefined && code !== 'UNEXPECTED_TOKEN') return textFault('yaml-dash', {}, [dash, dash + 1])
  if (code === 'BAD_ALIAS')
    return textFault('yaml-start', { character: text.charAt(start) }, [start, start + 1])
  if (isIndentation(error)) return indentFault(text, start)
  const multiline = errors.find((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === start)
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return multiline
      ? indentFault(text, multiline.pos[1] - 1)
      : textFault('yaml-colon', { isNested: true }, firstLine(text, start))
  if (code === 'MULTILINE_IMPLICIT_KEY' || message.includes('followed by map values'))
    return textFault('yaml-colon', { isNested: false }, firstLine(text, start))
  const [from, to] = firstLine(text, start, end)
  return textFault(
    'yaml-syntax',
    { text: text.slice(from, Math.min(to, from + 40)), behind: text.charAt(start - 1) },
    [from, to],
  )
}

const isIndentation = ({ code, message }: YAMLError): boolean =>
  code === 'BAD_INDENT' ||
  message.startsWith('Sequence item without') ||
  message.startsWith('A block sequence may not')

function indentFault(text: string, offset: number): TextFault {
  const { start, indent } = lineAround(text, offset)
  return textFault('yaml-indent', {}, firstLine(text, start + indent.length))
}

/** The dash at the head of a line that lacks its space: `-name: x`. */
function bareDash(text: string, offset: number): number | undefined {
  const { start, indent } = lineAround(text, offset)
  const dash = start + indent.length
  return /^-[^\s-]/.test(text.slice(dash, dash + 2)) ? dash : undefined
}

function lineAround(text: string, offset: number): { start: number; indent: string } {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  let stop = start
  while (text.charAt(stop) === ' ' || text.charAt(stop) === '\t') stop++
  return { start, indent: text.slice(start, stop) }
}

function firstLine(text: string, start: number, end = text.length): [number, number] {
  const newline = text.indexOf('\n', start)
  const stop = newline === -1 ? end : Math.min(newline, end)
  return [start, start + text.slice(start, stop).trimEnd().length]
}
