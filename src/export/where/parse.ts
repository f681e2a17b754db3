import { spanOf } from '../instant-text.ts'
import { decimalOf } from './decimal.ts'

/** How a cell and a value are compared. */
type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~' | 'in' | 'not in' | 'empty' | 'not empty'

/** A value to compare with. */
export type Wanted = {
  readonly value: string
  /** Whether it stood in quotes: then it is a text, letter by letter. */
  readonly isQuoted: boolean
}

/** A comparison as a text can be read: `<column> <comparison> <value>`. */
export type Reading = Wanted & {
  readonly column: string
  /** Without a value for `empty` and `not empty`. */
  readonly comparison: Comparison
  /** The values of `in` and `not in`. */
  readonly list?: readonly Wanted[]
}

/** The words and signs of comparisons; of those that begin alike, the longer ones come first. */
const comparisons: readonly (readonly [string, Comparison])[] = [
  ['is not empty', 'not empty'],
  ['is not one of', 'not in'],
  ['is not in', 'not in'],
  ['is empty', 'empty'],
  ['is one of', 'in'],
  ['is not', '!='],
  ["isn't empty", 'not empty'],
  ["isn't in", 'not in'],
  ["isn't", '!='],
  ['is in', 'in'],
  ['is', '='],
  ['not empty', 'not empty'],
  ['not in', 'not in'],
  ['does not contain', '!~'],
  ["doesn't contain", '!~'],
  ['not contains', '!~'],
  ['in', 'in'],
  ['contains', '~'],
  ['at least', '>='],
  ['at most', '<='],
  ['over', '>'],
  ['after', '>'],
  ['under', '<'],
  ['before', '<'],
  ['==', '='],
  ['!=', '!='],
  ['!~', '!~'],
  ['<>', '!='],
  ['≠', '!='],
  ['≥', '>='],
  ['≤', '<='],
  ['>=', '>='],
  ['<=', '<='],
  ['=', '='],
  ['>', '>'],
  ['<', '<'],
  ['~', '~'],
]

/** Where a comparison's value ends that begins at a place. */
export type ValueEnd = (start: number) => number

/** A reading, and where its value begins and ends in the text. */
export type ReadingAt = { readonly reading: Reading; readonly valueAt: number; readonly end: number }

/** A comparison, and where its value begins. */
export type ComparisonAt = { readonly comparison: Comparison; readonly start: number }

/** The comparison that stands at a place. */
export function comparisonAt(text: string, at: number): ComparisonAt | undefined {
  const found = comparisons.find(([name]) => standsAt(text, at, name))
  return found && { comparison: found[1], start: skipBlanks(text, at + found[0].length) }
}

/** The next place that is no blank. */
export const skipBlanks = (text: string, at: number): number => at + text.slice(at).search(/\S|$/)

/** How a comparison reads that stands at a place, behind the column. */
export function readingAt(
  text: string,
  at: number,
  { column, valueEnd }: { readonly column: string; readonly valueEnd: ValueEnd },
): ReadingAt | undefined {
  for (const [name, comparison] of comparisons) {
    if (!standsAt(text, at, name)) continue
    const start = at + name.length
    const end = valueEnd(start)
    const value = text.slice(start, end).trim()
    const list = comparison === 'in' || comparison === 'not in' ? listIn(value) : undefined
    if (!fits(comparison, value, list)) continue
    const reading = { column, comparison, ...wantedOf(value), ...(list && { list }) }
    return { reading, valueAt: skipBlanks(text, start), end }
  }
  return undefined
}

function standsAt(text: string, at: number, name: string): boolean {
  const there = text.slice(at, at + name.length).toLowerCase()
  // Editors turn an apostrophe.
  if (there.replaceAll('’', "'") !== name) return false
  if (!/^[a-z]/.test(name)) return true
  // No value follows these, but a parenthesis may close.
  const after = name.endsWith('empty') ? /^([\s()]|$)/ : /^([\s(]|$)/
  return /[\s"]/.test(text[at - 1] ?? '') && after.test(text.slice(at + name.length, at + name.length + 1))
}

/** Only numbers and times have an order. */
function fits(comparison: Comparison, value: string, list: readonly Wanted[] | undefined): boolean {
  if (comparison === 'empty' || comparison === 'not empty') return value === ''
  if (comparison === 'in' || comparison === 'not in') return list !== undefined
  if (comparison === '=' || comparison === '!=' || comparison === '~' || comparison === '!~')
    return value !== ''
  return isOrdered(wantedOf(value).value)
}

/** Whether a value is before or after others. */
export const isOrdered = (value: string): boolean =>
  decimalOf(value) !== undefined || spanOf(value) !== undefined

function wantedOf(value: string): Wanted {
  const inside = /^"((?:[^"]|"")*)"$/.exec(value)?.[1]?.replaceAll('""', '"')
  return { value: inside ?? value, isQuoted: inside !== undefined }
}

/** Whether a text is a list of values. */
export const isList = (text: string): boolean => listIn(text) !== undefined

/** The values of `(a, "b, c", d)`; undefined of all else. */
function listIn(value: string): readonly Wanted[] | undefined {
  if (!value.startsWith('(') || closingAt(value, 0) !== value.length - 1) return undefined
  const parts: string[] = ['']
  for (let at = 1; at < value.length - 1;) {
    const next = value[at] === '(' ? (closingAt(value, at) ?? at) + 1 : (quoteEnd(value, at) ?? at + 1)
    if (value[at] === ',') parts.push('')
    else parts.push((parts.pop() ?? '') + value.slice(at, next))
    at = next
  }
  const wanted = parts.map((part) => wantedOf(part.trim()))
  return wanted.every((one) => one.value !== '' || one.isQuoted) ? wanted : undefined
}

/** What is said of a parenthesis that does not close. */
export const unclosed = 'a ( opens here and is not closed. A name or a value with one in it may stand in "…".'

/** A parenthesis in a value that has no other one. */
export function unpairedIn(value: string): { readonly at: number; readonly problem: string } | undefined {
  for (let at = 0; at < value.length; at++) {
    const close = value[at] === '(' ? closingAt(value, at) : undefined
    if (value[at] === ')') return { at, problem: 'a ) closes nothing.' }
    if (value[at] === '(' && close === undefined) return { at, problem: 'a ( opens here and is not closed.' }
    at = close ?? at
  }
  return undefined
}

/** The place of the parenthesis that closes the one at a place, what stands in quotes aside. */
export function closingAt(text: string, at: number): number | undefined {
  let depth = 0
  for (let i = at; i < text.length; i = quoteEnd(text, i) ?? i + 1) {
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  }
  return undefined
}

/** The place after a value or name in quotes that begins at a place; a quote within a word is a letter of it. */
export function quoteEnd(text: string, at: number): number | undefined {
  if (text[at] !== '"' || !/^[\s(,=<>~]?$/.test(text[at - 1] ?? '')) return undefined
  const quoted = /"(?:[^"]|"")*"/y
  quoted.lastIndex = at
  return quoted.test(text) ? quoted.lastIndex : undefined
}
