import type { ColumnNames } from '../column-names.ts'
import { holding, isTimeColumn, type Column } from '../columns.ts'
import { spanOf } from '../instant-text.ts'
import { joinedIn, nameFrom } from './candidates.ts'
import { decimalOf } from './decimal.ts'
import type { Fault, Part } from './expression.ts'
import { betweenWords, orderIn } from './foreign-words.ts'
import { isOrdered, unpairedIn, type Wanted } from './parse.ts'
import { isFlag } from './test-cell.ts'

/**
 * What is wrong with a comparison that can be read, but hardly as it was meant: English that would be compared as a text,
 * and give no response or all of them. A value in quotes is meant as it stands.
 */
export function slipIn(text: string, part: Part, called: ColumnNames): Fault | undefined {
  const { column, comparison, valueAt: at, list } = part
  const columns = called.meaning(column)?.columns ?? []
  const isTime = columns.some(isTimeColumn)
  const timeless = (list ?? [part]).find(({ value, isQuoted }) => !isQuoted && spanOf(value) === undefined)
  const isCompared = !['~', '!~', 'empty', 'not empty'].includes(comparison)
  if (isTime && isCompared && timeless)
    return {
      at,
      problem: `${column} is a time, and ${timeless.value} is none. Write a day or a moment, as 2026-03-01 or 2026-03-01T09:00Z.`,
    }
  const flagless =
    isCompared && columns.some(isFlagColumn) ? (list ?? [part]).find((one) => !isFlag(one)) : undefined
  if (flagless)
    return {
      at,
      problem: `${column} is true or false, and ${flagless.value} is neither. Write ${column} is true, or ${column} is false.`,
    }
  if (list) return listSlip(list, at)
  if (isEqual(part) && part.isQuoted && part.value === '')
    return { at, problem: `nobody answers an empty text. Write ${emptyWords(part)}.` }
  const sign = part.isQuoted ? undefined : signSlip(part, called)
  if (sign) return sign
  if (part.isQuoted || (!isCompared && !isOfParts(part))) return undefined
  const problem = isEqual(part) ? slipOf(text, part) : undefined
  if (problem !== undefined) return { at, problem }
  return joinedSlip(text, part) ?? (isNot(part) ? unpairedSlip(part) : undefined)
}

/** Whether a column holds whether a response is finished, and nothing else. */
const isFlagColumn = ({ holds, held }: Column): boolean => holds.kind === 'record' && held === holding.boolean

const isOfParts = ({ comparison }: Part): boolean => comparison === '~' || comparison === '!~'

const isNot = ({ comparison }: Part): boolean => comparison.startsWith('!')

/** A parenthesis without its other one. A text may hold one, but what is compared with a slip by `is not` takes all. */
function unpairedSlip(part: Part): Fault | undefined {
  const unpaired = unpairedIn(part.value)
  return unpaired && { at: part.valueAt + unpaired.at, problem: `${unpaired.problem} ${asText(part)}` }
}

const isEqual = ({ comparison }: Part): boolean => comparison === '=' || comparison === '!='

const listSlip = (list: readonly Wanted[], at: number): Fault | undefined =>
  list.some(({ value, isQuoted }) => !isQuoted && oddQuotes.test(value))
    ? { at, problem: 'only "…" are quotes here, around a whole value of the list.' }
    : list.some(({ value, isQuoted }) => !isQuoted && isSeveral(value))
      ? { at, problem: 'commas stand between the values of a list.' }
      : undefined

/** `18 31`, `"a" "b"`: values with blanks between them. */
const isSeveral = (value: string): boolean =>
  /^".*"\s+".*"$/s.test(value) || (/\s/.test(value) && value.split(/\s+/).every((one) => decimalOf(one)))

const oddQuotes = /^'.*'$|^[‘“„«].*[’”“»]$/s

const asText = ({ column, comparison, value }: Part): string =>
  `Is this text meant, put it in quotes: ${column} ${inWords[comparison] ?? 'is'} "${value.replaceAll('"', '""')}".`

const inWords: Partial<Record<Part['comparison'], string>> = {
  '!=': 'is not',
  '~': 'contains',
  '!~': 'does not contain',
}

const emptyWords = (part: Part): string => `${part.column} is ${isNot(part) ? 'not ' : ''}empty`

function slipOf(text: string, part: Part): string | undefined {
  const { column, comparison, value, valueAt } = part
  const [, sign = '', compared = ''] = /^([<>=!~]+)\s*(\S.*)/s.exec(value) ?? []
  if (sign !== '') {
    // As => and =~ of other languages.
    const turned = text[valueAt - 1] === '=' ? turnedSigns[sign] : undefined
    const write = turned === undefined ? 'one of them' : `${column} ${turned} ${compared}`
    return `two comparisons follow each other. Write ${write}. ${asText(part)}`
  }
  const order = orderIn(value, isNot(part))
  if (order && isOrdered(order.with))
    return `two comparisons follow each other. Write ${column} ${order.words} ${order.with}. ${asText(part)}`
  const [, least, most = ''] = /^between\s+(.+?)\s+and\s+(.+)$/is.exec(value) ?? []
  if (least !== undefined)
    return `between compares with two values at once. Write ${betweenWords(column, { least, most, isNot: isNot(part) })}. ${asText(part)}`
  if (/^(one of|any of|either)\s/i.test(value))
    return `several values stand in a list. Write ${column} ${comparison === '=' ? '' : 'not '}in (${listed(value.replace(/^\w+( of)?\s+/i, ''))}). ${asText(part)}`
  if (/^(null|empty|blank)$/i.test(value))
    return `${value} is no answer of anybody. Write ${emptyWords(part)}. ${asText(part)}`
  if (oddQuotes.test(value))
    return `only "…" are quotes here. Write ${column} ${comparison} ${JSON.stringify(value.slice(1, -1))}. ${asText(part)}`
  if (value.startsWith('"'))
    return `a quote opens and does not close as one value. Write "" for a quote in it.`
  return undefined
}

const turnedSigns: Readonly<Record<string, string>> = { '>': '>=', '<': '<=', '~': '~' }

/** Values with commas, `or` or `and` between them, as a list has them. */
export const listed = (values: string): string =>
  values
    .replace(/^\((.*)\)$/s, '$1')
    .split(/\s*,\s*|\s+(?:or|and)\s+/i)
    .map((value) => (/[,()]/.test(value) ? JSON.stringify(value) : value))
    .join(', ')

const joiners: Readonly<Record<string, string>> = {
  '||': 'or',
  '&&': 'and',
  '|': 'or',
  '&': 'and',
  ',': 'and',
  ';': 'and, or give --where once for each',
}

/** `18 || Age is 17`: signs that join conditions elsewhere. */
function signSlip({ value, valueAt }: Part, called: ColumnNames): Fault | undefined {
  for (const { 0: whole, 1: sign = '', index } of value.matchAll(/\s*(\|\||&&|[;&|,])\s*/g)) {
    const name = nameFrom(value, index + whole.length)
    if (name === undefined || !called.meaning(name)) continue
    return {
      at: valueAt + index + whole.indexOf(sign),
      problem: `${sign} joins nothing here. Write ${joiners[sign]}.`,
    }
  }
  return undefined
}

/** `18 or 17`, `Germany and Agee is 17`: what follows is no condition by any column that there is. */
function joinedSlip(text: string, part: Part): Fault | undefined {
  const { column, comparison, value, valueAt } = part
  for (const { word, from, at: behind, rest, unknown } of joinedIn(value)) {
    const isOr = word.toLowerCase() === 'or'
    const at = valueAt + behind
    if (unknown !== undefined) return { at, unknown, hint: asText(part) }
    if (!isOr && rest !== '' && !(isOrdered(value.slice(0, from)) && isOrdered(rest))) continue
    const list = isOr && !isOfParts(part) && rest !== ''
    const write = list ? ` Write ${column} ${comparison === '!=' ? 'not in' : 'in'} (${listed(value)}).` : ''
    const missing = rest === '' ? 'a condition is missing' : `stands a condition, and ${rest} is none`
    return { at, problem: `after "${word}" ${missing}.${write} ${asText(part)}` }
  }
  return undefined
}
