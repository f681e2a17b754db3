import { isScalar, visit, type Scalar, type YAMLError } from 'yaml'
import { formSchema, type Schema } from '../../form/schema.ts'
import { groupedByKey, type Path } from '../../form/value.ts'
import { textFault, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import { shortened } from '../../form/words.ts'
import { lineAround } from './lines.ts'
import type { ParsedDocument, Trace } from './parse.ts'

/** The YAML faults of a document, and whether its tree can be relied on all the same. */
type YamlFaults = { readonly faults: readonly TextFault[]; readonly isReliable: boolean }

/** Turns the library's errors into the author's words: one fault for each cause, not one for each consequence. */
export function yamlFaults(document: ParsedDocument, text: string, trace: Trace): YamlFaults {
  const warnings = document.warnings.slice(0, maxErrors).flatMap((warning) => warningOf(warning, text))
  const errors = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]).slice(0, maxErrors)
  const faults: TextFault[] = []
  for (const error of errors) {
    const local = localFault(error, text)
    faults.push(
      local ?? spaceAbove(document, error.pos[0], text) ?? structuralFault(error, { text, trace, errors }),
    )
    // After a structural fault, everything further down is a guess.
    if (!local) return { faults: [...warnings, ...faults], isReliable: false }
  }
  return { faults: [...warnings, ...faults], isReliable: true }
}

// One more than is shown, so that the caller can see that there are more. A megabyte can hold half a million.
const maxErrors = limits.findings + 1

function warningOf({ code, pos: [start, end] }: YAMLError, text: string): TextFault[] {
  const slice = text.slice(start, end)
  if (code === 'TAG_RESOLVE_FAILED') return [textFault('yaml-tag', { tag: slice }, [start, end])]
  if (code !== 'BAD_DIRECTIVE') return []
  const [directive = slice] = text.slice(start).split('\n', 1)
  return [textFault('yaml-directive', { directive }, [start, start + directive.length])]
}

/** A fault inside one scalar, after which the structure still holds. */
function localFault({ code, pos: [start] }: YAMLError, text: string): TextFault | undefined {
  if (code === 'BAD_SCALAR_START')
    return textFault('yaml-start', { character: text.charAt(start) }, [start, start + 1])
  if (code === 'BAD_DQ_ESCAPE')
    return textFault('yaml-escape', { escape: text.slice(start, start + 2) }, [start, start + 2])
  return undefined
}

/** A key above an error that begins with an invisible space, so that it stands in another column than it seems to. */
function spaceAbove({ contents }: ParsedDocument, before: number, text: string): TextFault | undefined {
  let fault: TextFault | undefined
  if (contents && anyInvisible.test(text.slice(0, before)))
    visit(contents, {
      Pair(_, { key }) {
        const isAbove = isScalar(key) && (key.range?.[0] ?? 0) < before
        fault = isAbove ? keyFault(key, [], text) : undefined
        return fault?.code === 'yaml-space' ? visit.BREAK : undefined
      },
    })
  return fault?.code === 'yaml-space' ? fault : undefined
}

type Surroundings = {
  readonly text: string
  readonly trace: Trace
  readonly errors: readonly YAMLError[]
}

function structuralFault(error: YAMLError, surroundings: Surroundings): TextFault {
  for (const causeOf of causes) {
    const fault = causeOf(error, surroundings)
    if (fault) return withHash(fault, surroundings.text)
  }
  const [from, to] = firstLine(surroundings.text, ...error.pos)
  const text = surroundings.text.slice(from, Math.min(to, from + 40))
  return textFault('yaml-syntax', { text, behind: surroundings.text.charAt(from - 1) }, [from, to])
}

/** A `#` that cuts a text, in the line of a fault or above it, is often its cause. */
function withHash(fault: TextFault, text: string): TextFault {
  const { start, indent } = lineAround(text, fault.start)
  const isAbove = ['yaml-indent', 'yaml-comma'].includes(fault.code) && fault.start === start + indent.length
  const above = text.slice(Math.max(0, start - 1000), start).trimEnd()
  const line = isAbove ? above.slice(above.lastIndexOf('\n') + 1) : text.slice(...firstLine(text, start))
  const [before = ''] = /^[^#]*[^\s#[{,:-] #/.exec(line) ?? []
  const rest = line.slice(Math.max(0, before.length - 1))
  const [hash = ''] = /^#[^\s,\]}]*/.exec(rest) ?? []
  if (hash === '' || /(^|[:-]) *["'|>]/.test(before) || comment.test(rest)) return fault
  const isCause = {
    'yaml-bracket': /[\]}]/.test(rest),
    'yaml-colon': /:(\s|$)/.test(rest),
    'yaml-comma': isAbove && hash !== '#',
    'yaml-indent': hash !== '#' && indent.length > line.search(/\S/),
  }[fault.code]
  if (!isCause) return fault
  const help = `Put the ${fault.code === 'yaml-colon' ? 'key' : 'text'} with ${shortened(hash)} in quotes: a # after a space begins a comment, up to the end of the line.`
  return { ...fault, help }
}

type Cause = (error: YAMLError, surroundings: Surroundings) => TextFault | undefined

/** The surest causes first. The library often reports a cause late, and in another place. */
const causes: readonly Cause[] = [
  conflict,
  tab,
  quote,
  bracket,
  invisibleSpace,
  dash,
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
  // A line that is indented too far continues the text above it, and the error stands there.
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
  if (start === undefined || start > at) return undefined
  return textFault('yaml-bracket', { open: text.charAt(start) }, [start, start + 1])
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

/** A line indented by something that only looks like a space, within an error or right above it. */
function invisibleSpace({ pos: [start, end] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const above = lineAround(text, Math.max(0, lineAround(text, start).start - 1)).start
  return spaceInstead(text.slice(above, Math.min(firstLine(text, end)[1], start + 2000)), above)
}

/** Between brackets every error means a character too few or too many. */
function comma({ message, pos: [start] }: YAMLError, { text, errors }: Surroundings): TextFault | undefined {
  if (message.startsWith('Unexpected , in'))
    return textFault('yaml-comma', { missing: '', word: '' }, [start, start + 1])
  const missing = message === 'Missing , or : between flow map items' ? 'colon or comma' : 'comma'
  if (message.startsWith('Missing ,')) return missingBefore(start, missing, text)
  const block = errors.find(({ code, pos }) => code === 'BLOCK_IN_FLOW' && pos[0] === start)
  if (!block) return undefined
  // A value, a space and the next key: the library read all of it as one key.
  const slice = text.slice(start, Math.min(block.pos[1], start + 2000))
  const key = /[\s"'\]}]([^\s:"'\]}]+|"[^"]*"|'[^']*')\s*:(\s|$)/.exec(slice)
  return key ? missingBefore(start + key.index + 1, missing, text) : nested(text, start)
}

function missingBefore(at: number, missing: string, text: string): TextFault {
  const [word = ''] = /^("[^"\n]*"?|'[^'\n]*'?|[^\s,\]}:]+)/.exec(text.slice(at, at + 200)) ?? []
  return textFault('yaml-comma', { missing, word }, [at, at + word.length])
}

/** A text that begins with an asterisk, which YAML reads as an alias and something after it. */
function asterisk({ code, pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  if (code === 'BAD_ALIAS') return textFault('yaml-start', { character: text.charAt(at) }, [at, at + 1])
  const { start } = lineAround(text, at)
  // No key of a spec is indented more than this.
  const before = text.slice(Math.max(start, at - 1000), at)
  const alias = /(^|[:-]) +(\*[^\s,[\]{}]+) +$/.exec(before)
  if (!alias) return undefined
  const star = at - before.length + before.indexOf('*', alias.index)
  return textFault('yaml-start', { character: '*' }, [star, star + 1])
}

/** The first line of a block text that is not indented deeper than its key. */
function blockText({ pos: [at] }: YAMLError, { text }: Surroundings): TextFault | undefined {
  const line = lineAround(text, at)
  const head = headAbove(text, line.start)
  if (head === undefined || line.indent.length > lineAround(text, head).indent.length) return undefined
  return textFault('yaml-indent', { isBelowBlock: true }, firstLine(text, line.start + line.indent.length))
}

/** Where the last non-empty line above begins a block text: `text: |`. */
function headAbove(text: string, start: number): number | undefined {
  const above = text.slice(Math.max(0, start - 1000), start).trimEnd()
  const line = above.slice(above.lastIndexOf('\n') + 1)
  const isHead = /(^|[:-]) *[|>][-+\d]{0,2}( +#.*)?$/s.test(line)
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
  // The library reports it at the end of the line above, which may be empty.
  const blank = /^[^\S\n]*\n\s*/.exec(text.slice(lineAround(text, offset).start))?.[0].length ?? 0
  const { start, indent } = lineAround(text, lineAround(text, offset).start + blank)
  return textFault('yaml-indent', { isBelowBlock: false }, firstLine(text, start + indent.length))
}

// The dashes and bullets that phones and word processors insert.
const otherDash = /^([\u2010-\u2015\u2212\u2022\u00B7]) /

/** A dash at the head of a line without its space: `-name: x`. */
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

/** The fault of a plain key that was meant as a comment, as an entry, or as a text after a wrong space. */
export function keyFault({ type, range }: Scalar, place: Path, text: string): TextFault | undefined {
  if (type !== 'PLAIN') return undefined
  const start = range?.[0] ?? 0
  const source = text.slice(start, range?.[1])
  if (/^\w+$/.test(source)) return undefined
  const path = [...place]
  const space = invisibleIn(source, edges)
  if (space) return spaceFault(start + space.index, space.code, path)
  const [line = ''] = source.split('\n', 1)
  if (line.startsWith('//'))
    return textFault('yaml-comment', {}, [start, start + line.trimEnd().length, path])
  const end = range?.[1] ?? 0
  // Between brackets, YAML takes `name:x` for a key without a value.
  if (/^\w+:[^\s/]/.test(source) && text.charAt(end) !== ':')
    return textFault('yaml-colon', { isNested: false }, [start, end, path])
  return /^-[^\s\d-]/.test(line) ? textFault('yaml-dash', {}, [start, start + 1, path]) : undefined
}

/** A comment that was probably meant as the end of the text before it, or as the whole text: `Issue #1`, `#1`. */
export function hashFault({ type, range, value }: Scalar, path: Path, text: string): TextFault | undefined {
  const [start = 0, end = 0] = range ?? []
  const at = start === end ? start : end + 1
  // Two spaces before it show a comment.
  if (text.charAt(at) !== '#' || !/^[^ \t][ \t]$/.test(text.slice(at - 2, at)) || type !== 'PLAIN')
    return undefined
  if (!isText(path, start < end && typeof value !== 'string')) return undefined
  const [line = ''] = text.slice(at).split(/[\r\n]/, 1)
  // A comment may follow the text after all.
  let [rest = ''] = line.trimEnd().split(/(?<=\S)\s+#\s/, 1)
  const isQuestion = path.at(-1) === 'question' && rest.endsWith('?') && !/[.?!:]$/.test(String(value))
  const isCut = /^#(\s|$)/.test(rest) ? start < end && (rest === '#' || isQuestion) : !comment.test(rest)
  if (!isCut) return undefined
  // Between brackets, the text may end before the line does.
  const isOpen = /[\]}]|,$/.test(rest.replaceAll(/\[[^[\]]*\]|\{[^{}]*\}/g, ''))
  // At the head of a line where an object stands, it is a key.
  const isKey = !isText(path, true) && text.slice(lineAround(text, start).start, start).trim() === ''
  if (isOpen) rest = rest.split(/[,\]}]/, 1)[0] ?? rest
  else if (isKey) rest = rest.split(/:(?:\s|$)/, 1)[0] ?? rest
  const raw = text.slice(start, at + rest.length)
  const whole = /["\\]/.test(raw) ? `'${raw.replaceAll("'", "''")}'` : `"${raw}"`
  const fault = textFault('yaml-hash', { whole }, [at, at + rest.length, [...path]])
  if (isOpen) return fault
  const fix = { kind: 'replace-value', path: fault.path, to: raw } as const
  return { ...fault, fix, edits: [{ start, end: at + rest.length, text: whole }] }
}

// Lines and headings, notes to oneself, and keys that are commented out.
const comment = /^#([#!]|[-=*_~+]{2}|(todo|fixme|xxx|note|formctl-ignore)\b|[a-z][\w-]*:(\s|$))/i

/** Whether a path may hold a text, or with `mustBe` only a text (`24 #7`), and not a list, an object or one of a few words. */
function isText(path: Path, mustBe: boolean): boolean {
  const key = path.findLast((part) => typeof part === 'string') ?? ''
  const shapes = keyShapes.get(key)
  const isFree = ({ type = mustBe ? '' : 'string', $ref, pattern, enum: words }: Schema): boolean =>
    type === 'string' && ($ref ?? pattern ?? words) === undefined
  const isOpen = !mustBe || path.length === { vars: 2, translations: 3 }[String(path[0])]
  if (typeof path.at(-1) === 'number') return shapes?.some(({ items }) => items && isFree(items)) ?? isOpen
  return !['type', 'to'].includes(key) && (shapes?.some(isFree) ?? isOpen)
}

/** The shapes that each key has in the objects of a form. */
const keyShapes = groupedByKey(
  [formSchema, ...Object.values(formSchema.definitions ?? {})].flatMap(({ properties = {} }) =>
    Object.entries(properties),
  ),
)

/** An invisible character in the place of a space: at the head of a line, or after its dash or key. */
function spaceInstead(lines: string, start: number): TextFault | undefined {
  const space = invisibleIn(lines, behindSigns)
  return space && spaceFault(start + space.index, space.code, [])
}

// The spaces of Unicode other than the plain one, and zero-width characters.
const invisible = String.raw`\u00A0\u1680\u2000-\u200F\u2028-\u202F\u205F-\u2064\u3000\uFEFF`
const edges = new RegExp(`^-?[${invisible}]|[${invisible}]$`)
const anyInvisible = new RegExp(`[${invisible}]`)
const behindSigns = new RegExp(`^ *-?[${invisible}]|^[^:\n\r\u2028\u2029]*:[${invisible}]`, 'm')

function invisibleIn(text: string, where: RegExp): { index: number; code: string } | undefined {
  const found = where.exec(text)
  if (!found) return undefined
  const index = found.index + found[0].length - 1
  return { index, code: text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0') }
}

const spaceFault = (at: number, code: string, path: Path): TextFault =>
  textFault('yaml-space', { code }, [at, at + 1, path])
