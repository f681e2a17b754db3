import type { ColumnNames } from '../column-names.ts'
import { isTimeColumn } from '../columns.ts'
import { spanOf } from '../instant-text.ts'
import { decimalOf } from './decimal.ts'
import { readingsOf, type Reading } from './parse.ts'

/**
 * What is wrong with a condition that can be read, but hardly as it was meant: English that would be compared as a text,
 * and give no response or all of them. A value in quotes is meant as it stands.
 */
export function slipIn(reading: Reading, called: ColumnNames): string | undefined {
  const { column, comparison, value, isQuoted } = reading
  const isTime = called.meaning(column)?.columns.some(isTimeColumn) ?? false
  const isOrdered = !['=', '!=', '~', 'empty', 'not empty'].includes(comparison)
  if (isTime && (isOrdered || isEqual(reading)) && !isQuoted && spanOf(value) === undefined)
    return `${column} is a time, and ${value} is none. Write a day or a moment, as 2026-03-01 or 2026-03-01T09:00Z.`
  if (!isEqual(reading) || isQuoted) return undefined
  return slipOf(value, reading, called)
}

const isEqual = ({ comparison }: Reading): boolean => comparison === '=' || comparison === '!='

function slipOf(value: string, { column, comparison }: Reading, called: ColumnNames): string | undefined {
  const asText = `Is this text meant, put it in quotes: ${column} ${comparison === '=' ? 'is' : 'is not'} "${value.replaceAll('"', '""')}".`
  const [, sign] = /^([<>=!~]+)\s*\S/.exec(value) ?? []
  if (sign !== undefined) return `two comparisons follow each other. Write one of them. ${asText}`
  const [, words = '', rest = ''] = compared.exec(value) ?? []
  if (words !== '' && isValue(rest.trim())) {
    const known = orders[words.toLowerCase()] ?? words.toLowerCase()
    const meant = `${column} ${comparison === '=' ? known : (opposites[known] ?? known)} ${rest.trim()}`
    return `two comparisons follow each other. Write ${meant}. ${asText}`
  }
  if (/^(between|one of|any of|either)\s/i.test(value))
    return `a condition compares with one value. Write two with --where, as at least and at most; all of them have to hold. ${asText}`
  if (/^null$/i.test(value))
    return `null is no answer of anybody. Write ${column} is ${comparison === '=' ? '' : 'not '}empty. ${asText}`
  if (/^'.*'$|^[‘“„«].*[’”“»]$/s.test(value))
    return `only "…" are quotes here. Write ${column} ${comparison} ${JSON.stringify(value.slice(1, -1))}. ${asText}`
  if (value.startsWith('"'))
    return `a quote opens and does not close as one value. Write "" for a quote in it.`
  return joinedSlip(value, called, asText)
}

/** `18 or 17`, `Germany and Age is 17`. */
function joinedSlip(value: string, called: ColumnNames, asText: string): string | undefined {
  for (const { 0: word, index } of value.matchAll(/\s(or|and)\s/gi)) {
    const rest = value.slice(index + word.length).trim()
    const isTwoValues = isValue(value.slice(0, index).trim()) && isValue(rest)
    if (!isTwoValues && !readingsOf(rest).some((reading) => called.meaning(reading.column))) continue
    return word.trim().toLowerCase() === 'and'
      ? `a condition compares once. Give --where once for each; all of them have to hold. ${asText}`
      : `a condition compares with one value, and knows no "or". Export once for each, or all and choose there. ${asText}`
  }
  return undefined
}

const isValue = (text: string): boolean => decimalOf(text) !== undefined || spanOf(text) !== undefined

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
