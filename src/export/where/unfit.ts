import { joinedIn, nameFrom } from './candidates.ts'
import type { Fault } from './expression.ts'
import { closingAt, isList, skipBlanks, unclosed, type ComparisonAt } from './parse.ts'

/** What to write where nothing is compared. */
export const nothingCompared =
  'compares nothing. Write column, comparison and value, as "Country is Germany", "Age at least 18", "createdAt < 2026-03-01", "Country in (Germany, France)" or "Comment is not empty"; only numbers and times are over or under others.'

/** A comparison whose value is none for it. */
type Unfit = ComparisonAt & { readonly column: string; readonly value: string }

/** What is wrong with it. */
export function unfit(text: string, { column, comparison, start, value }: Unfit): Fault {
  if (comparison === 'in' || comparison === 'not in') return unlisted(text, { column, comparison, start })
  if (value === '') return { at: start, problem: nothingCompared }
  const [joiner] = joinedIn(value)
  if (joiner?.unknown !== undefined) return { at: start + joiner.at, unknown: joiner.unknown }
  if (joiner?.rest === '') return { at: start + joiner.at, problem: missingAfter(joiner.word) }
  if (/^[<>=!~]/.test(value))
    return { at: start, problem: 'two comparisons follow each other. Write one of them.' }
  if (/^\d+[-./]\d+[-./]\d+/.test(value))
    return {
      at: start,
      problem: `${value} is no day that there is. Write it as 2026-03-01 or 2026-03-01T09:00Z.`,
    }
  const isJoined = joiner ? ` After "${joiner.word}" stands a whole condition, with its column.` : ''
  return {
    at: start,
    problem: `${value} is no number and no time, and only these are over or under others.${isJoined}`,
  }
}

/** What is said of a word that joins a condition with nothing. */
const missingAfter = (word: string): string => `after "${word}" a condition is missing.`

/** What is wrong where a list has to be. */
function unlisted(text: string, { column, comparison, start: at }: Omit<Unfit, 'value'>): Fault {
  const close = text[at] === '(' ? closingAt(text, at) : undefined
  if (text[at] === '(' && close === undefined) return { at, problem: unclosed }
  if (close === undefined || !isList(text.slice(at, close + 1)))
    return { at, problem: `in needs a list. Write ${column} ${comparison} (${valuesIn(text.slice(at))}).` }
  const after = skipBlanks(text, close + 1)
  const [, word, rest = ''] = /^(or|and)(?:\s+(.*))?$/is.exec(text.slice(after)) ?? []
  const behind = text.length - rest.length
  if (word !== undefined && rest === '') return { at: behind, problem: missingAfter(word) }
  const unknown = word === undefined ? undefined : nameFrom(text, behind)
  if (unknown !== undefined) return { at: behind, unknown }
  if (word !== undefined)
    return { at: behind, problem: `after "${word}" stands a condition, and ${rest} is none.` }
  return {
    at: after,
    problem: `behind this list stands what is no condition: ${text.slice(after).trim()}. Join conditions by "and" or "or", each with its column.`,
  }
}

/** What would stand in a list; an example where there is nothing. */
const valuesIn = (text: string): string =>
  text
    .trim()
    .replace(/^[([{]?\s*(.*?)\s*[)\]}]?$/s, '$1')
    // A comma too many, which is perhaps what is wrong.
    .replaceAll(/^[\s,]+|[\s,]+$|,(?=\s*,)/g, '')
    .trim() || 'Germany, "Korea, South"'
