import type { ColumnNames } from '../column-names.ts'
import { isTimeColumn } from '../columns.ts'
import { spanOf } from '../instant-text.ts'
import { joinedIn, nameFrom } from './candidates.ts'
import type { Fault, Part } from './expression.ts'
import { isOrdered, type Wanted } from './parse.ts'

/**
 * What is wrong with a comparison that can be read, but hardly as it was meant: English that would be compared as a text,
 * and give no response or all of them. A value in quotes is meant as it stands.
 */
export function slipIn(text: string, part: Part, called: ColumnNames): Fault | undefined {
  const { column, comparison, valueAt: at, list } = part
  const isTime = called.meaning(column)?.columns.some(isTimeColumn) ?? false
  const timeless = (list ?? [part]).find(({ value, isQuoted }) => !isQuoted && spanOf(value) === undefined)
  const isCompared = !['~', 'empty', 'not empty'].includes(comparison)
  if (isTime && isCompared && timeless)
    return {
      at,
      problem: `${column} is a time, and ${timeless.value} is none. Write a day or a moment, as 2026-03-01 or 2026-03-01T09:00Z.`,
    }
  if (list) return listSlip(list, at)
  const sign = part.isQuoted ? undefined : signSlip(part, called)
  if (sign) return sign
  if (part.isQuoted || !isCompared)
    return comparison === '~' && !part.isQuoted ? joinedSlip(text, part) : undefined
  const problem = isEqual(part) ? slipOf(part) : undefined
  return problem === undefined ? joinedSlip(text, part) : { at, problem }
}

const isEqual = ({ comparison }: Part): boolean => comparison === '=' || comparison === '!='

const listSlip = (list: readonly Wanted[], at: number): Fault | undefined =>
  list.some(({ value, isQuoted }) => !isQuoted && oddQuotes.test(value))
    ? { at, problem: 'only "…" are quotes here, around a whole value of the list.' }
    : undefined

const oddQuotes = /^'.*'$|^[‘“„«].*[’”“»]$/s

const asText = ({ column, comparison, value }: Part): string =>
  `Is this text meant, put it in quotes: ${column} ${comparison === '=' ? 'is' : comparison === '!=' ? 'is not' : 'contains'} "${value.replaceAll('"', '""')}".`

function slipOf(part: Part): string | undefined {
  const { column, comparison, value } = part
  const [, sign] = /^([<>=!~]+)\s*\S/.exec(value) ?? []
  if (sign !== undefined) return `two comparisons follow each other. Write one of them. ${asText(part)}`
  const [, words = '', rest = ''] = compared.exec(value) ?? []
  if (words !== '' && isOrdered(rest.trim())) {
    const known = orders[words.toLowerCase()] ?? words.toLowerCase()
    const meant = `${column} ${comparison === '=' ? known : (opposites[known] ?? known)} ${rest.trim()}`
    return `two comparisons follow each other. Write ${meant}. ${asText(part)}`
  }
  if (/^between\s/i.test(value))
    return `between compares with two values at once. Write ${column} at least 1 and ${column} at most 5. ${asText(part)}`
  if (/^(one of|any of|either)\s/i.test(value))
    return `several values stand in a list. Write ${column} ${comparison === '=' ? '' : 'not '}in (${listed(value.replace(/^\w+( of)?\s+/i, ''))}). ${asText(part)}`
  if (/^(null|empty|blank)$/i.test(value))
    return `${value} is no answer of anybody. Write ${column} is ${comparison === '=' ? '' : 'not '}empty. ${asText(part)}`
  if (oddQuotes.test(value))
    return `only "…" are quotes here. Write ${column} ${comparison} ${JSON.stringify(value.slice(1, -1))}. ${asText(part)}`
  if (value.startsWith('"'))
    return `a quote opens and does not close as one value. Write "" for a quote in it.`
  return undefined
}

const listed = (values: string): string =>
  values
    .replace(/^\((.*)\)$/s, '$1')
    .split(/\s*,\s*|\s+(?:or|and)\s+/i)
    .map((value) => (/[,()]/.test(value) ? JSON.stringify(value) : value))
    .join(', ')

const joiners: Readonly<Record<string, string>> = {
  '||': 'or',
  '&&': 'and',
  ';': 'and, or give --where once for each',
}

/** `18 || Age is 17`: signs that join conditions elsewhere. */
function signSlip({ value, valueAt }: Part, called: ColumnNames): Fault | undefined {
  for (const { 0: whole, 1: sign = '', index } of value.matchAll(/\s*(\|\||&&|;)\s*/g)) {
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
    const list = isOr && comparison !== '~' && rest !== ''
    const write = list ? ` Write ${column} ${comparison === '!=' ? 'not in' : 'in'} (${listed(value)}).` : ''
    const missing = rest === '' ? 'a condition is missing' : `stands a condition, and ${rest} is none`
    return { at, problem: `after "${word}" ${missing}.${write} ${asText(part)}` }
  }
  return undefined
}

const compared =
  /^(at least|at most|more than|less than|greater than|over|under|above|below|after|before|since|until)\s+(.*)$/is

/** Words that are no comparisons, with the ones that are. */
const orders: Readonly<Record<string, string>> = {
  'more than': 'over',
  'greater than': 'over',
  above: 'over',
  'less than': 'under',
  below: 'under',
  since: 'at least',
  until: 'at most',
}

const opposites: Readonly<Record<string, string>> = {
  over: 'at most',
  after: 'at most',
  under: 'at least',
  before: 'at least',
  'at least': 'under',
  'at most': 'over',
}
