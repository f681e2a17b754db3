import type { YAMLError } from 'yaml'
import { spaceInstead } from './key-fault.ts'
import { lineAround } from './line-around.ts'
import { textFault, type TextFault } from './text-fault.ts'
import type { Trace } from './trace.ts'

/** What stands around an error of the structure. */
export type Surroundings = {
  readonly text: string
  readonly trace: Trace
  readonly errors: readonly YAMLError[]
}

/** The cause of an error after which the structure of a document can only be guessed. */
export function structuralFault(error: YAMLError, surroundings: Surroundings): TextFault {
  for (const causeOf of causes) {
    const fault = causeOf(error, surroundings)
    if (fault) return fault
  }
  const [from, to] = firstLine(surroundings.text, ...error.pos)
  const text = surroundings.text.slice(from, Math.min(to, from + 40))
  return textFault('yaml-syntax', { text, behind: surroundings.text.charAt(from - 1) }, [from, to])
}

type Cause = (error: YAMLError, surroundings: Surroundings) => TextFault | undefined

/** From the surest to the vaguest: what breaks a text early is seen by the library late, and elsewhere. */
const causes: readonly Cause[] = [
  conflict,
  tab,
  quote,
  bracket,
  dash,
  space,
  comma,
  asterisk,
  blockText,
  (error, { text }) => (isIndentation(error) ? indentFault(text, error.pos[0]) : undefined),
  colon,
]

function conflict({ pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const mark = /^<{7}( .*)?\r?$/m.exec(text)
  const isWhole = mark && /^={7}\r?$/m.test(text) && /^>{7}( |\r?$)/m.test(text)
  if (isWhole) return textFault('yaml-conflict', { isLeftOver: false }, firstLine(text, mark.index))
  const { start } = lineAround(text, at)
  const isMark = /^(<{7}|\|{7}|={7}|>{7})( .*)?\r?$/m.exec(text.slice(start, start + 1000))?.index === 0
  return isMark ? textFault('yaml-conflict', { isLeftOver: true }, firstLine(text, start)) : undefined
}

function tab({ code, pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const { start, indent } = lineAround(text, at)
  if (code === 'TAB_AS_INDENT' && at > start + indent.length) return textFault('yaml-tab', {}, [at, at + 1])
  // A line that is moved in too far is taken for more of the text above it, and the error stands there.
  const below = text.indexOf('\n', at) + 1
  return (
    (at <= start + indent.length ? tabIn(text, at) : undefined) ??
    (below > 0 ? tabIn(text, below) : undefined)
  )
}

function tabIn(text: string, offset: number): TextFault | undefined {
  const { start, indent } = lineAround(text, offset)
  const column = indent.indexOf('\t')
  return column === -1 ? undefined : textFault('yaml-tab', {}, [start + column, start + indent.length])
}

function quote({ pos: [at] }: YAMLError, { text, trace }: Surroundings): TextFault | undefined {
  const start = trace.quoteEndingAt(at)
  return start === undefined
    ? undefined
    : textFault('yaml-quote', { quote: text.charAt(start) }, [start, start + 1])
}

function bracket({ pos: [at] }: YAMLError, { text, trace }: Surroundings): TextFault | undefined {
  const start = trace.openBracket()
  return start === undefined || start > at
    ? undefined
    : textFault('yaml-bracket', { open: text.charAt(start) }, [start, start + 1])
}

function dash({ code, pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const { start: line, indent } = lineAround(text, at)
  const sign = otherDash.exec(text.slice(line + indent.length, line + indent.length + 2))?.[1]
  if (sign !== undefined) {
    const from = line + indent.length
    return textFault('yaml-dash', { sign }, [from, from + 1])
  }
  const start = bareDash(text, at) ?? bareDash(text, Math.max(0, lineAround(text, at).start - 1))
  return start === undefined || code === 'UNEXPECTED_TOKEN'
    ? undefined
    : textFault('yaml-dash', {}, [start, start + 1])
}

/** A line that is moved in by what only looks like a space, in what an error spans or right above it. */
function space({ pos: [start, end] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const above = lineAround(text, Math.max(0, lineAround(text, start).start - 1)).start
  return spaceInstead(text.slice(above, Math.min(firstLine(text, end)[1], start + 2000)), above)
}

/** Between brackets, where no error means anything but a sign too few or too many. */
function comma({ message, pos: [start] }: YAMLError, { text, errors }: Surroundings): TextFault | undefined {
  if (message.startsWith('Unexpected , in'))
    return textFault('yaml-comma', { missing: '', word: '' }, [start, start + 1])
  const missing = message === 'Missing , or : between flow map items' ? 'colon or comma' : 'comma'
  if (message.startsWith('Missing ,')) return missingBefore(start, { missing, text })
  const block = errors.find(({ code, pos }) => code === 'BLOCK_IN_FLOW' && pos[0] === start)
  if (!block) return undefined
  // A value, a space and the next key: all of it was read as a key that no bracket allows.
  const slice = text.slice(start, Math.min(block.pos[1], start + 2000))
  const key = /[\s"'\]}]([^\s:]+|"[^"]*"|'[^']*')\s*:(\s|$)/.exec(slice)
  return key ? missingBefore(start + key.index + 1, { missing, text }) : nested(text, start)
}

function missingBefore(at: number, { missing, text }: { missing: string; text: string }): TextFault {
  const [word = ''] = /^("[^"\n]*"?|'[^'\n]*'?|[^\s,\]}:]+)/.exec(text.slice(at, at + 200)) ?? []
  return textFault('yaml-comma', { missing, word }, [at, at + word.length])
}

/** A text that begins with an asterisk, which YAML reads as an alias and something behind it. */
function asterisk({ code, pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  if (code === 'BAD_ALIAS') return textFault('yaml-start', { character: text.charAt(at) }, [at, at + 1])
  const { start } = lineAround(text, at)
  // No line of a spec has its key further in than that.
  const before = text.slice(Math.max(start, at - 1000), at)
  const alias = /(^|[:-]) +(\*[^\s,[\]{}]+) +$/.exec(before)
  if (!alias) return undefined
  const star = at - before.length + before.indexOf('*', alias.index)
  return textFault('yaml-start', { character: '*' }, [star, star + 1])
}

/** The first line of a block text that is moved in no further than its key. */
function blockText({ pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const line = lineAround(text, at)
  const head = headAbove(text, line.start)
  if (head === undefined || line.indent.length > lineAround(text, head).indent.length) return undefined
  return textFault('yaml-indent', { isBelowBlock: true }, firstLine(text, line.start + line.indent.length))
}

/** Where the line above, but for empty ones, begins a block text: `text: |`. */
function headAbove(text: string, start: number): number | undefined {
  const above = text.slice(Math.max(0, start - 1000), start).trimEnd()
  const line = above.slice(above.lastIndexOf('\n') + 1)
  const isHead = /(^|[:-]) *[|>][-+\d]{0,2}( +#.*)?$/.test(line)
  return isHead ? Math.max(0, start - 1000) + above.lastIndexOf('\n') + 1 : undefined
}

function colon(
  { code, message, pos: [at] }: YAMLError,
  { text, errors }: Surroundings,
): TextFault | undefined {
  const multiline = errors.find((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === at)
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return multiline ? indentFault(text, multiline.pos[1] - 1) : nested(text, at)
  if (code !== 'MULTILINE_IMPLICIT_KEY' && !message.includes('followed by map values')) return undefined
  const line = firstLine(text, at)
  if (text.startsWith('//', at)) return textFault('yaml-comment', {}, line)
  return textFault('yaml-colon', { isNested: false }, line)
}

const nested = (text: string, at: number): TextFault =>
  textFault('yaml-colon', { isNested: true }, firstLine(text, at))

const isIndentation = ({ code, message }: YAMLError): boolean =>
  code === 'BAD_INDENT' ||
  message.startsWith('Sequence item without') ||
  message.startsWith('A block sequence may not')

function indentFault(text: string, offset: number): TextFault {
  // The library sees it where the line above it ends, which may be an empty one.
  const blank = /^[^\S\n]*\n\s*/.exec(text.slice(lineAround(text, offset).start))?.[0].length ?? 0
  const { start, indent } = lineAround(text, lineAround(text, offset).start + blank)
  return textFault('yaml-indent', { isBelowBlock: false }, firstLine(text, start + indent.length))
}

// What phones and word processors make of a dash, and what lists begin with there.
const otherDash = /^([\u2010-\u2015\u2212\u2022\u00B7]) /

/** The dash at the head of a line that lacks its space: `-name: x`. */
function bareDash(text: string, offset: number): number | undefined {
  const { start, indent } = lineAround(text, offset)
  const at = start + indent.length
  return /^-[^\s-]/.test(text.slice(at, at + 2)) ? at : undefined
}

function firstLine(text: string, start: number, end = text.length): [number, number] {
  const newline = text.indexOf('\n', start)
  const stop = newline === -1 ? end : Math.min(newline, end)
  return [start, start + text.slice(start, stop).trimEnd().length]
}
