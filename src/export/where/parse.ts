import { spanOf } from '../instant-text.ts'
import { decimalOf } from './decimal.ts'

/** How a cell and a value are compared. */
type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | 'empty' | 'not empty'

/** A condition as a text can be read. */
export type Reading = {
  readonly column: string
  readonly comparison: Comparison
  /** Empty for `empty` and `not empty`. */
  readonly value: string
  /** Whether the value stood in quotes: then it is a text, letter by letter. */
  readonly isQuoted: boolean
}

/** The words and signs of comparisons; of those that begin alike, the longer ones come first. */
const comparisons: readonly (readonly [string, Comparison])[] = [
  ['is not empty', 'not empty'],
  ['is empty', 'empty'],
  ['is not', '!='],
  ['is', '='],
  ['contains', '~'],
  ['at least', '>='],
  ['at most', '<='],
  ['over', '>'],
  ['after', '>'],
  ['under', '<'],
  ['before', '<'],
  ['==', '='],
  ['!=', '!='],
  ['>=', '>='],
  ['<=', '<='],
  ['=', '='],
  ['>', '>'],
  ['<', '<'],
  ['~', '~'],
]

/**
 * Every way to read a condition, `<column> <comparison> <value>`. Columns may have words and signs of comparisons in
 * their names, so which way is meant shows only when the columns are known: the one with the longest name that there is,
 * and so these come first.
 */
export function readingsOf(condition: string): readonly Reading[] {
  const text = condition.trim()
  const [whole, quoted] = /^"((?:[^"]|"")+)"\s*/.exec(text) ?? []
  if (whole !== undefined && quoted !== undefined) {
    const reading = readingAt(text, whole.length)
    return reading ? [{ ...reading, column: quoted.replaceAll('""', '"') }] : []
  }
  const readings: Reading[] = []
  for (let at = text.length - 1; at > 0; at--) {
    const reading = readingAt(text, at)
    if (reading) readings.push(reading)
  }
  return readings
}

/** How a condition reads whose comparison stands at a place. */
function readingAt(text: string, at: number): Reading | undefined {
  for (const [name, comparison] of comparisons) {
    if (!standsAt(text, at, name)) continue
    const value = text.slice(at + name.length).trim()
    if (!fits(comparison, value)) continue
    const inside = quotedIn(value)
    return {
      column: text.slice(0, at).trim(),
      comparison,
      value: inside ?? value,
      isQuoted: inside !== undefined,
    }
  }
  return undefined
}

function standsAt(text: string, at: number, name: string): boolean {
  if (text.slice(at, at + name.length).toLowerCase() !== name) return false
  return (
    !/^[a-z]/.test(name) || (/[\s"]/.test(text[at - 1] ?? '') && /^(\s|$)/.test(text.slice(at + name.length)))
  )
}

/** Only numbers and times have an order. */
function fits(comparison: Comparison, value: string): boolean {
  if (comparison === 'empty' || comparison === 'not empty') return value === ''
  if (comparison === '=' || comparison === '!=' || comparison === '~') return value !== ''
  const plain = quotedIn(value) ?? value
  return decimalOf(plain) !== undefined || spanOf(plain) !== undefined
}

const quotedIn = (value: string): string | undefined =>
  /^"((?:[^"]|"")*)"$/.exec(value)?.[1]?.replaceAll('""', '"')
