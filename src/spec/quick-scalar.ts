import { Scalar, YAMLParseError } from 'yaml'

/** What stands for a reading given up: the text holds what is not read here. Made once, since its making costs. */
export const unusual = new Error('This YAML is not of the usual kind.')

/** What stands for a reading given up: the text holds more than a limit allows. */
export const crowded = new Error('This YAML holds too much.')

/** A scalar without line breaks, as the library makes it. */
export function scalarOf(source: string, { type, start, end }: Written): Scalar.Parsed {
  const value = type === 'PLAIN' ? plainValue(source) : source
  // The library types the value of what is parsed narrower than the values that it gives.
  const scalar = new Scalar(value) as Scalar.Parsed
  scalar.range = [start, end, end]
  scalar.source = source
  scalar.type = type
  return scalar
}

type Written = { readonly type: Scalar.Type; readonly start: number; readonly end: number }

/** Where a text without quotes ends: before a colon, a comment, or the end of its line. */
export function plainEnd(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === colon && (at + 1 >= end || text.charCodeAt(at + 1) === space)) return at
    if (code === hash && text.charCodeAt(at - 1) === space) return at
  }
  return end
}

/** A text without quotes; the blanks at its end are none of it. */
export function plainScalar(
  text: string,
  [start, stop]: readonly [number, number],
  errors: YAMLParseError[],
): Scalar.Parsed {
  let end = stop
  while (end > start && text.charCodeAt(end - 1) === space) end--
  const source = text.slice(start, end)
  if (/^[@`]/.test(source)) {
    const message = `Plain value cannot start with reserved character ${source.charAt(0)}`
    errors.push(new YAMLParseError([start, start + 1], 'BAD_SCALAR_START', message))
  } else if (/^(?:[?:,[\]{}#&*!|>%]|-(?:$|[\s,[\]{}])|$)/.test(source)) throw unusual
  return scalarOf(source, { type: 'PLAIN', start, end })
}

/** Whether a sign is a quote. */
export const isQuote = (code: number): boolean => code === doubleQuote || code === singleQuote

/** Behind which offset a quoted text of one line ends; its first sign is its quote. */
export function quoteEnd(text: string, start: number, lineEnd: number): number {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; at < lineEnd; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash && quote === doubleQuote) at++
    else if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(at + 1) !== quote) return at + 1
      at++
    }
  }
  throw unusual
}

/** A quoted text of one line; escapes that YAML does not know are told, and stay as they are. */
export function quotedScalar(
  text: string,
  [start, end]: readonly [number, number],
  errors: YAMLParseError[],
): Scalar.Parsed {
  const inside = text.slice(start + 1, end - 1)
  if (text.charCodeAt(start) !== doubleQuote)
    return scalarOf(inside.replaceAll("''", "'"), { type: 'QUOTE_SINGLE', start, end })
  const unescape = (escape: string, sign: string, at: number): string => {
    if (sign === 'x' || sign === 'u' || sign === 'U') throw unusual
    const meant = escapes[sign]
    if (meant === undefined) {
      const place = start + 1 + at
      const message = `Invalid escape sequence ${escape}`
      errors.push(new YAMLParseError([place, place + 1], 'BAD_DQ_ESCAPE', message))
    }
    return meant ?? escape
  }
  const source = inside.includes('\\') ? inside.replaceAll(/\\([^])/g, unescape) : inside
  return scalarOf(source, { type: 'QUOTE_DOUBLE', start, end })
}

const doubleQuote = 0x22
const singleQuote = 0x27
const backslash = 0x5c
const colon = 0x3a
const space = 0x20
const hash = 0x23
const carriageReturn = 0x0d

// YAML 1.2, chapter 5.7.
const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00A0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
}

/** What a plain scalar is in the core schema (YAML 1.2, chapter 10.3). */
function plainValue(source: string): string | number | boolean | null {
  if (source === '') return null
  if (!/^[-+.0-9tTfFnN~]/.test(source)) return source
  if (/^(?:[Tt]rue|TRUE)$/.test(source)) return true
  if (/^(?:[Ff]alse|FALSE)$/.test(source)) return false
  if (/^(?:~|[Nn]ull|NULL)$/.test(source)) return null
  if (/^[-+]?[0-9]+$/.test(source)) return Number.parseInt(source, 10)
  if (/^0o[0-7]+$/.test(source)) return Number.parseInt(source.slice(2), 8)
  if (/^0x[0-9a-fA-F]+$/.test(source)) return Number.parseInt(source.slice(2), 16)
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(source))
    return Number.parseFloat(source)
  if (/^\.(?:nan|NaN|NAN)$/.test(source)) return Number.NaN
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return source.startsWith('-') ? -Infinity : Infinity
  return source
}

type Block = {
  readonly header: string
  /** Where the line begins below the header, and where the document ends. */
  readonly from: number
  readonly stop: number
  /** The column of what holds the text; it is further in. */
  readonly parent: number
}

/** Text in a block below its key, `|` or `>`: the value, and where the last line of it ends. */
export function blockText(
  text: string,
  { header, from, stop: last, parent }: Block,
): { readonly value: string; readonly end: number } {
  const lines: string[] = []
  let [at, end, indent] = [from, from, -1]
  while (at < last) {
    const newline = text.indexOf('\n', at)
    const stop = newline === -1 ? last : newline
    let first = at
    while (first < stop && text.charCodeAt(first) === 0x20) first++
    if (first < stop) {
      if (first - at <= parent) break
      if (indent === -1) indent = first - at
      // A line less far in than the first is none of it; one further in is folded otherwise.
      if (text.charCodeAt(stop - 1) === carriageReturn) throw unusual
      if (first - at < indent || (header.startsWith('>') && first - at > indent)) throw unusual
      lines.push(text.slice(at + indent, stop))
      end = Math.min(stop + 1, last)
    } else {
      // Blanks on an empty line may be part of the text.
      if (first > at) throw unusual
      lines.push('')
    }
    at = stop + 1
  }
  while (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) throw unusual
  const value = header.startsWith('|') ? lines.join('\n') : folded(lines)
  return { value: header.endsWith('-') ? value : `${value}\n`, end }
}

/** A line break becomes a blank, and of several the first one goes. */
function folded(lines: readonly string[]): string {
  let [value, gap] = ['', '']
  for (const [i, line] of lines.entries()) {
    if (line === '') gap += '\n'
    else {
      value += i === 0 || gap.length === i ? gap + line : `${gap || ' '}${line}`
      gap = ''
    }
  }
  return value
}
