import { Failure } from '../../failure/failure.ts'
import { inQuotes } from '../../form/words.ts'
import { periodOf, spanOf, type Span } from '../../record/moment.ts'
import type { ColumnType } from '../table.ts'

/**
 * The language of `--where`:
 *
 *     condition  = all , { "or" , all } ;
 *     all        = one , { "and" , one } ;
 *     one        = "not" , one | "(" , condition , ")" | comparison ;
 *     comparison = name , ( sign , value
 *                         | [ "not" ] , ( "contains" | "starts" , "with" | "ends" , "with" ) , value
 *                         | [ "not" ] , "in" , "(" , value , { "," , value } , ")"
 *                         | "is" , [ "not" ] , "empty" ) ;
 *     sign       = "=" | "!=" | "<" | "<=" | ">" | ">=" ;
 *     name       = word | quoted ;
 *     value      = word | quoted ;
 *
 * A word is a run of characters without blanks, signs, parentheses and commas. In "…" or '…' every character is literal; a
 * quote is doubled. Keywords are case-insensitive, and literal in quotes.
 */

type ConditionValue = {
  readonly value: string
  /** Whether it was in quotes: then it is compared as text only. */
  readonly isQuoted: boolean
}

export type Comparison = {
  readonly column: string
  /** `=` is an `in` with one value; a negated comparison is wrapped in a `not`. */
  readonly kind: 'in' | 'contains' | 'starts with' | 'ends with' | 'empty' | '<' | '<=' | '>' | '>='
  /** Any number for `in`, none for `empty`, else one. */
  readonly values: readonly ConditionValue[]
  /** Where it begins and ends in the text, and where its values begin. */
  readonly from: number
  readonly to: number
  readonly valuesAt: number
}

export type Tree =
  | Comparison
  | { readonly all: readonly Tree[] }
  | { readonly any: readonly Tree[] }
  | { readonly not: Tree }

/** Parses a condition; throws a Failure that names the character of an error. */
export function parseCondition(text: string): Tree {
  const parser: Parser = { text, at: 0, end: 0, depth: 0 }
  const tree = condition(parser)
  if (next(parser).kind !== 'end') throw fault(parser, '"and", "or" or the end')
  return tree
}

/** The number of the character at an index of a text, from 1. */
export const characterAt = (text: string, at: number): number => Array.from(text.slice(0, at)).length + 1

type Parser = {
  readonly text: string
  /** Where the next token is searched, and where the last one ended. */
  at: number
  end: number
  depth: number
}

type Token = {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end'
  readonly at: number
  readonly text: string
  /** The value of a word or quoted text; a keyword in small letters. */
  readonly value: string
}

const tokens =
  /(?<quoted>"(?:[^"]|"")*"|'(?:[^']|'')*')|(?<sign>!=|<=|>=|[=<>(),])|(?<word>(?:[^\s"'=<>(),!]|!(?!=))(?:[^\s=<>(),!]|!(?!=))*)/y

const keywords = new Set(['and', 'or', 'not', 'in', 'is', 'contains', 'empty'])

/** Looks at the next token without consuming it. */
function next(parser: Parser): Token {
  const { text } = parser
  parser.at += text.slice(parser.at).search(/\S|$/)
  const { at } = parser
  if (at === text.length) return { kind: 'end', at, text: '', value: '' }
  tokens.lastIndex = at
  const { 0: found, groups = {} } = tokens.exec(text) ?? {}
  if (found === undefined)
    throw misuse(parser, at, 'a quote opens here and does not close. A quote within a text is doubled.')
  const quote = found.charAt(0)
  if (groups['quoted'] !== undefined)
    return { kind: 'quoted', at, text: found, value: found.slice(1, -1).replaceAll(quote + quote, quote) }
  if (groups['sign'] !== undefined) return { kind: 'sign', at, text: found, value: found }
  const small = found.toLowerCase()
  return {
    kind: keywords.has(small) ? 'sign' : 'word',
    at,
    text: found,
    value: keywords.has(small) ? small : found,
  }
}

/** Consumes the next token if it is one of these signs and keywords. */
function taken<Sign extends string>(parser: Parser, ...signs: readonly Sign[]): Sign | undefined {
  const token = next(parser)
  const sign = token.kind === 'sign' ? signs.find((sought) => sought === token.value) : undefined
  if (sign !== undefined) take(parser, token)
  return sign
}

function take(parser: Parser, { at, text }: Token): void {
  parser.end = parser.at = at + text.length
}

function condition(parser: Parser): Tree {
  const any = [all(parser)]
  while (taken(parser, 'or')) any.push(all(parser))
  return any.length > 1 ? { any } : (any[0] ?? { any })
}

function all(parser: Parser): Tree {
  const parts = [factor(parser)]
  while (taken(parser, 'and')) parts.push(factor(parser))
  return parts.length > 1 ? { all: parts } : (parts[0] ?? { all: parts })
}

// Limits recursion.
const maxDepth = 100

function factor(parser: Parser): Tree {
  const { at } = next(parser)
  const opening = taken(parser, 'not', '(')
  if (opening === undefined) return comparison(parser)
  if (++parser.depth > maxDepth)
    throw misuse(parser, at, `more than ${maxDepth} parentheses and "not" are open here.`)
  const tree = opening === 'not' ? { not: factor(parser) } : condition(parser)
  if (opening === '(' && !taken(parser, ')')) throw fault(parser, '"and", "or" or ")"')
  parser.depth--
  return tree
}

function comparison(parser: Parser): Tree {
  const name = textAt(parser, 'the name of a column, "not" or "("')
  const sign = taken(parser, '=', '!=', '<', '<=', '>', '>=', 'is')
  const mayNot = sign === undefined || sign === 'is'
  const isNot = mayNot ? taken(parser, 'not') !== undefined : sign === '!='
  const { kind, values, at } = sign === undefined ? worded(parser, isNot) : signed(parser, sign, isNot)
  const part = { column: name.value, kind, values, from: name.at, to: parser.end, valuesAt: at }
  return isNot ? { not: part } : part
}

type Behind = Pick<Comparison, 'kind' | 'values'> & { readonly at: number }

/** Parses what follows a sign or `is`. */
function signed(parser: Parser, sign: string, isNot: boolean): Behind {
  if (sign === 'is') {
    if (!taken(parser, 'empty')) throw fault(parser, isNot ? '"empty"' : '"empty" or "not empty"')
    return { kind: 'empty', values: [], at: parser.end }
  }
  const { at } = next(parser)
  if (sign === '=' || sign === '!=') return { kind: 'in', values: [wantedValue(parser, 'a value')], at }
  const value = wantedValue(parser, ordered)
  if (decimalOf(value.value) === undefined && periodOf(value.value) === undefined)
    throw fault({ ...parser, at }, ordered)
  // The other signs were handled above.
  return { kind: sign as '<' | '<=' | '>' | '>=', values: [value], at }
}

/** Parses what follows a name or `not`: `contains`, `starts with`, `ends with` or `in`. */
function worded(parser: Parser, isNot: boolean): Behind {
  const word = taken(parser, 'contains', 'in') ?? takenWith(parser)
  if (word === undefined)
    throw fault(
      parser,
      isNot ? tests.join(', ') + ' or "in"' : `=, !=, <, <=, >, >=, ${tests.join(', ')}, "in", "not" or "is"`,
    )
  const { at } = next(parser)
  if (word !== 'in') return { kind: word, values: [wantedValue(parser, 'a value')], at }
  if (!taken(parser, '(')) throw fault(parser, 'a list in parentheses')
  const values = [wantedValue(parser, 'a value')]
  while (taken(parser, ',')) values.push(wantedValue(parser, 'a value'))
  if (!taken(parser, ')')) throw fault(parser, '"," or ")"')
  return { kind: 'in', values, at }
}

const tests = ['"contains"', '"starts with"', '"ends with"']

/** Consumes `starts with` or `ends with`. Elsewhere these are ordinary words, as a column may be called `starts`. */
function takenWith(parser: Parser): 'starts with' | 'ends with' | undefined {
  const first = next(parser)
  const word = first.value.toLowerCase()
  if (first.kind !== 'word' || (word !== 'starts' && word !== 'ends')) return undefined
  take(parser, first)
  const second = next(parser)
  if (second.kind !== 'word' || second.value.toLowerCase() !== 'with') throw fault(parser, '"with"')
  take(parser, second)
  return `${word} with`
}

const ordered = 'a number or a time such as 2026-03-01'

function wantedValue(parser: Parser, what: string): ConditionValue {
  const { value, kind } = textAt(parser, what)
  return { value, isQuoted: kind === 'quoted' }
}

/** Consumes a name or a value. */
function textAt(parser: Parser, what: string): Token {
  const token = next(parser)
  if (token.kind !== 'word' && token.kind !== 'quoted') throw fault(parser, what)
  take(parser, token)
  return token
}

function fault(parser: Parser, expected: string): Failure {
  const { at, text, kind } = next(parser)
  const found =
    kind === 'end'
      ? 'and the text ends.'
      : `not ${inQuotes(text)}. Put names and values with blanks or symbols in quotes.`
  return misuse(parser, at, `expected ${expected}, ${found}`)
}

const misuse = ({ text }: Pick<Parser, 'text'>, at: number, problem: string): Failure =>
  Failure.of('usage', {
    problem: `--where ${inQuotes(text)}, character ${characterAt(text, at)}: ${problem}`,
  })

/** An exact decimal: `0.digits` × 10^`exponent`; without digits, zero. */
type Decimal = { readonly isNegative: boolean; readonly digits: string; readonly exponent: number }

/** Parses a decimal number as people and JSON write it; undefined for any other text, also for 007, which may be a post code. */
export function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(0|[1-9]\d*)?(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text.trim()) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  const written = whole + fraction
  const leading = written.length - written.replace(/^0+/, '').length
  const digits = written.replace(/^0+/, '').replace(/(?<!0)0+$/, '')
  if (digits === '') return { isNegative: false, digits, exponent: 0 }
  return { isNegative: sign === '-', digits, exponent: whole.length - leading + Number(power) }
}

/** Negative, zero or positive, as for `sort`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1
  return a.isNegative ? compareSizes(b, a) : compareSizes(a, b)
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '') return a.digits.length - b.digits.length
  if (a.exponent !== b.exponent) return a.exponent - b.exponent
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1
}

/** A value of a response, and the type of its column; a list has one for each chosen option, which is a text. */
export type CellValue = {
  readonly type: ColumnType
  readonly text: string
  /** Whether it is the name of "Other" beside what was typed. */
  readonly isOther?: boolean
}

/** Whether the values of a response meet a comparison. */
export type CellTest = (values: readonly CellValue[]) => boolean

/**
 * The test of a comparison. One matching option of a list is enough. `=` and `in` compare by the type of the column: numbers, times,
 * true and false by what they mean, everything else as text, and so is a wanted value in quotes. `<` and the like compare the
 * values of any column that are numbers or times.
 */
export function cellTest({ kind, values }: Pick<Comparison, 'kind' | 'values'>): CellTest {
  if (kind === 'in') return anyOf(values)
  if (kind === 'empty') return (cells) => cells.every(({ text }) => text === '')
  const [{ value } = { value: '' }] = values
  if (kind === 'contains' || kind === 'starts with' || kind === 'ends with') {
    const part = value.toLowerCase()
    const holds = holdsPart[kind]
    return (cells) => cells.some(({ text }) => holds(text.toLowerCase(), part))
  }
  const operand = operandOf(value)
  return (cells) => cells.some((cell) => isOnSide[kind](placeOf(cell, operand)))
}

const holdsPart = {
  contains: (text: string, part: string) => text.includes(part),
  'starts with': (text: string, part: string) => text.startsWith(part),
  'ends with': (text: string, part: string) => text.endsWith(part),
} as const

function anyOf(values: readonly ConditionValue[]): CellTest {
  // A set for exact texts: lists of ids can be long.
  const texts = new Set(values.map(({ value }) => value))
  const operands = values
    .filter(({ isQuoted }) => !isQuoted)
    .map(({ value }) => operandOf(value))
    .filter(({ decimal, span, flag }) => decimal ?? span ?? flag)
  return (cells) => cells.some((cell) => texts.has(cell.text) || operands.some((one) => equals(cell, one)))
}

/** Finds a value that differs from a wanted one only in case and surrounding blanks. */
export function nearlyTest({
  kind,
  values,
}: Pick<Comparison, 'kind' | 'values'>): (cells: readonly CellValue[]) => string | undefined {
  if (kind !== 'in') return () => undefined
  const wanted = new Set(values.map(({ value }) => plain(value)))
  return (cells) => cells.find(({ text }) => text.length < longestNear && wanted.has(plain(text)))?.text
}

const plain = (text: string): string => text.trim().toLowerCase()

// Longer texts are not misspelt values.
const longestNear = 200

/** The values that `<` and the like cannot compare; undefined for other comparisons. */
export function incomparableIn({
  kind,
  values,
}: Pick<Comparison, 'kind' | 'values'>): ((cells: readonly CellValue[]) => readonly CellValue[]) | undefined {
  const [wanted] = values
  if (!wanted || !(kind in isOnSide)) return undefined
  const operand = operandOf(wanted.value)
  const isSurelyNumber = ({ type }: CellValue): boolean => operand.decimal !== undefined && numeric.has(type)
  return (cells) =>
    cells
      .filter((cell) => cell.isOther !== true && cell.text !== '' && !isSurelyNumber(cell))
      .filter((cell) => Number.isNaN(placeOf(cell, operand)))
}

const numeric: ReadonlySet<ColumnType> = new Set(['integer', 'int64', 'number'])

/** A wanted value, parsed. */
type Operand = {
  readonly decimal: Decimal | undefined
  /** A day spans all its moments; so do a month and a year. */
  readonly span: Span | undefined
  /** `true` or `false`, also for yes and no. */
  readonly flag: string | undefined
}

const operandOf = (value: string): Operand => ({
  decimal: decimalOf(value),
  span: periodOf(value),
  flag: /^(true|yes)$/i.test(value) ? 'true' : /^(false|no)$/i.test(value) ? 'false' : undefined,
})

function equals({ type, text }: CellValue, { decimal, span, flag }: Operand): boolean {
  if (numeric.has(type)) return comparedAsNumbers(text, decimal) === 0
  if (type === 'date' || type === 'time') return comparedAsTimes(text, span) === 0
  return type === 'boolean' && text === flag
}

/** By the position of a cell: before, within or after the operand; NaN if they cannot be compared. */
const isOnSide = {
  '>': (place: number) => place > 0,
  '>=': (place: number) => place >= 0,
  '<': (place: number) => place < 0,
  '<=': (place: number) => place <= 0,
} as const

const placeOf = ({ text }: CellValue, { decimal, span }: Operand): number =>
  comparedAsNumbers(text, decimal) ?? comparedAsTimes(text, span)

function comparedAsNumbers(text: string, decimal: Decimal | undefined): number | undefined {
  const there = decimal && decimalOf(text)
  return decimal && there && compareDecimals(there, decimal)
}

function comparedAsTimes(text: string, span: Span | undefined): number {
  const there = span && spanOf(text)
  if (!there) return Number.NaN
  if (there.first !== span.last || span.first !== span.last)
    return there.first < span.first ? -1 : there.first > span.last ? 1 : 0
  return there.parts < span.parts ? -1 : there.parts > span.parts ? 1 : 0
}
