import { candidatesAt, comparedAt, nameFrom, type Name } from './candidates.ts'
import {
  closingAt,
  comparisonAt,
  quoteEnd,
  readingAt,
  skipBlanks as skip,
  unclosed,
  type Reading,
  type ReadingAt,
} from './parse.ts'
import { nothingCompared, unfit } from './unfit.ts'

/** A comparison, and where it stands in its text. */
export type Part = Reading & { readonly from: number; readonly to: number; readonly valueAt: number }

/** Comparisons, of which all or any have to hold; `and` binds closer than `or`. */
export type Tree = Part | { readonly all: readonly Tree[] } | { readonly any: readonly Tree[] }

/** Why a text can't be read, and at which place of it: in a sentence, or since nothing bears that name. */
export type Fault = { readonly at: number } & (
  | { readonly problem: string }
  | { readonly unknown: string; readonly hint?: string }
)

/** Which names there are. Where a text can be read by several, the longest one counts, or the shortest. */
export type Names = { readonly has: (name: string) => boolean; readonly prefers: 'longest' | 'shortest' }

/**
 * Reads a condition: `a = 1 or (b in (2, 3) and c is empty)`. Names and values may hold words of the language, so these
 * count only where they can be meant: `or` and `and` before a comparison of a column that there is.
 */
export function readCondition(
  text: string,
  names: Names,
): { readonly tree: Tree } | { readonly fault: Fault } {
  const parsing: Parsing = { text, names, faults: [], depth: 0, compared: comparedAt(text) }
  const found = anyAt(parsing, skip(text, 0))
  const end = found && skip(text, found.end)
  if (found && end === text.length) return { tree: found.tree }
  if (end !== undefined) parsing.faults.push({ at: end, problem: strayWords(text, end) })
  const [fault = { at: 0, problem: nothingCompared }] = parsing.faults.toSorted((a, b) => b.at - a.at)
  return { fault }
}

const strayWords = (text: string, at: number): string =>
  text[at] === ')' ? 'a ) closes nothing.' : 'between two conditions stands "and" or "or".'

type Parsing = {
  readonly text: string
  readonly names: Names
  readonly faults: Fault[]
  /** Where comparisons stand in the text. */
  readonly compared: readonly number[]
  /** How many parentheses are open; the last one ends a value. */
  readonly depth: number
}

type Found<Kind = Tree> = { readonly tree: Kind; readonly end: number }

const anyAt = (parsing: Parsing, at: number): Found | undefined =>
  joined(parsing, at, { word: 'or', read: allAt, join: (any) => ({ any }) })

const allAt = (parsing: Parsing, at: number): Found | undefined =>
  joined(parsing, at, { word: 'and', read: oneAt, join: (all) => ({ all }) })

type Joining = {
  readonly word: 'or' | 'and'
  readonly read: (parsing: Parsing, at: number) => Found | undefined
  readonly join: (parts: readonly Tree[]) => Tree
}

function joined(parsing: Parsing, at: number, { word, read, join }: Joining): Found | undefined {
  const parts: Tree[] = []
  for (let next = at; ;) {
    const found = read(parsing, next)
    if (!found) return undefined
    parts.push(found.tree)
    const after = joinerAt(parsing.text, found.end)
    if (after?.word !== word) {
      const [only] = parts
      return { tree: only && parts.length === 1 ? only : join(parts), end: found.end }
    }
    next = after.end
  }
}

/** The word that joins two conditions, where one stands at a place. */
function joinerAt(text: string, at: number): { readonly word: string; readonly end: number } | undefined {
  const joiner = /\s*\b(or|and)(?:\s+|(?=\()|$)/iy
  joiner.lastIndex = at
  const word = joiner.exec(text)?.[1]?.toLowerCase()
  return word === undefined ? undefined : { word, end: joiner.lastIndex }
}

/** Nobody nests deeper, and the stack ends somewhere. */
const mostOpen = 100

function oneAt(parsing: Parsing, at: number): Found | undefined {
  const { text, faults, depth } = parsing
  if (at >= text.length && text.trim() !== '') {
    faults.push({ at, problem: 'a condition is missing here, at the end.' })
    return undefined
  }
  if (text[at] !== '(' || namesAt(parsing, at).length > 0) return partAt(parsing, at)
  const close = closingAt(text, at)
  if (close === undefined) {
    faults.push({ at, problem: unclosed })
    return undefined
  }
  if (depth === mostOpen) {
    faults.push({ at, problem: `more than ${mostOpen} parentheses are open here.` })
    return undefined
  }
  const inside = anyAt({ ...parsing, depth: depth + 1 }, skip(text, at + 1))
  if (!inside) return undefined
  const end = skip(text, inside.end)
  if (end === close) return { tree: inside.tree, end: close + 1 }
  faults.push({ at: end, problem: strayWords(text, end) })
  return undefined
}

/** The names that stand at a place, before a comparison, the preferred one first. */
function namesAt({ text, names, compared }: Parsing, at: number): readonly Name[] {
  const found = candidatesAt(text, at, compared).filter(({ column }) => names.has(column))
  return names.prefers === 'longest' ? found.toReversed() : found
}

function partAt(parsing: Parsing, at: number): Found<Part> | undefined {
  const { text, faults } = parsing
  const valueEnd = (start: number): number => valueEndAt(parsing, start)
  const names = namesAt(parsing, at)
  for (const { column, end } of names) {
    const found = readingAt(text, end, { column, valueEnd })
    if (found) return { tree: partOf(found, at), end: found.end }
  }
  const [first] = names
  const other = first ? undefined : nameFrom(text, at)
  faults.push(
    first
      ? unfitAt(parsing, first)
      : other === undefined
        ? { at, problem: nothingCompared }
        : { at, unknown: other },
  )
  return undefined
}

const partOf = ({ reading, valueAt, end }: ReadingAt, from: number): Part => ({
  ...reading,
  from,
  to: end,
  valueAt,
})

/** What is wrong with the comparison behind a name, whose value is none for it. */
function unfitAt(parsing: Parsing, { column, end: at }: Name): Fault {
  const { text } = parsing
  const { comparison = '=', start = at } = comparisonAt(text, at) ?? {}
  const value = text.slice(start, valueEndAt(parsing, start)).trim()
  return unfit(text, { column, comparison, start, value })
}

/** Where the value ends that begins at a place: with its quote, where a list closes, or before the next condition. */
function valueEndAt(parsing: Parsing, start: number): number {
  const { text, depth } = parsing
  const quoted = quoteEnd(text, skip(text, start))
  if (quoted !== undefined && isBoundary(parsing, quoted)) return quoted
  for (let at = start; at < text.length;) {
    const close = text[at] === '(' ? closingAt(text, at) : undefined
    if (close === undefined && text[at] === ')' && depth > 0) return at
    if (/\s/.test(text[at] ?? '') && isBoundary(parsing, at)) return at
    at = close === undefined ? at + 1 : close + 1
  }
  return text.length
}

/** Whether a condition can end at a place: another one follows, or a parenthesis closes, or it is the end. */
function isBoundary(parsing: Parsing, at: number): boolean {
  const { text, depth } = parsing
  const next = skip(text, at)
  if (next === text.length || (text[next] === ')' && depth > 0)) return true
  const joiner = joinerAt(text, at)
  return joiner !== undefined && beginsAt(parsing, joiner.end)
}

function beginsAt(parsing: Parsing, at: number): boolean {
  const { text } = parsing
  let next = at
  while (namesAt(parsing, next).length === 0) {
    if (text[next] !== '(') return false
    next = skip(text, next + 1)
  }
  return true
}
