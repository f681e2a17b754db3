import { misuse } from '../../failure/failure.ts'
import {
  isUngiven,
  type ColumnNames,
  namesOf,
  shownColumns,
  similar,
  unknownColumns,
} from './column-names.ts'
import type { Column } from '../columns.ts'
import type { HeaderStyle } from '../table.ts'
import type { Collected } from '../collect.ts'

/** What is to be shown, by the names of columns. */
export type Choosing = {
  readonly names: readonly string[]
  readonly headers: HeaderStyle
  /** Whether names without a column were found elsewhere, so that they are no slips. */
  readonly areKnown?: boolean
}

/**
 * The columns that were asked for by any of their names, each once and in that order; a name that several share means
 * all of them. A name that no column has is a Failure, but stays a name where that is no fault.
 */
export function chosenColumns(
  collected: Collected,
  { names, headers, areKnown = false }: Choosing,
): readonly (Column | string)[] {
  const called = namesOf(collected, headers)
  const shown = new Set(shownColumns(collected))
  if (!areKnown) refuseUnknown(names, { collected, called })
  const chosen = names.flatMap((name): readonly (Column | string)[] => shownOf(name, called, shown) ?? [name])
  return [...new Set(chosen)]
}

/** Whose columns are named, with names that a table has beside them. */
type Known = {
  readonly collected: Collected
  readonly called: ColumnNames
  readonly own?: readonly string[]
}

/** Refuses names that no column has, where that is a fault. */
export function refuseUnknown(names: readonly string[], { collected, called, own = [] }: Known): void {
  if (isBare(collected)) return
  const unknown = names.filter((name) => !called.columnsNamed(name) && !isUngiven(name, called))
  if (unknown.length === 0) return
  const cut = cutNames(names, called)
  const whole = (name: string): string | undefined => cut.find(({ parts }) => parts.includes(name))?.name
  // A name that was cut at its commas is reported once, with its first part.
  const reported = unknown.filter((name, i) => {
    const of = whole(name)
    return of === undefined || unknown.findIndex((other) => whole(other) === of) === i
  })
  const like = (name: string): readonly string[] => {
    const of = whole(name)
    return of === undefined
      ? [...new Set([...similar(name, own), ...called.suggestions(name)])].slice(0, 3)
      : [of]
  }
  throw unknownColumns(
    reported,
    { ...called, suggestions: like },
    (name) => separated(name, called) ?? quoted(like(name)),
  )
}

/** More commas than a headline has. */
const mostParts = 8

/** Names of columns that hold commas and stand in no quotes, and what they were cut into. */
function cutNames(
  names: readonly string[],
  { columnsNamed }: Pick<ColumnNames, 'columnsNamed'>,
): readonly { readonly name: string; readonly parts: readonly string[] }[] {
  return names.flatMap((_, from) =>
    Array.from({ length: mostParts - 1 }, (__, i) => names.slice(from, from + i + 2)).flatMap((parts) =>
      [parts.join(','), parts.join(', ')].flatMap((name) =>
        parts.length > 1 && columnsNamed(name) ? [{ name, parts }] : [],
      ),
    ),
  )
}

/** How to write names that hold a comma. */
function quoted(names: readonly string[]): string | undefined {
  const name = names.find((one) => one.includes(','))
  return name === undefined
    ? undefined
    : `Quotes go round a name that holds a comma: --columns '"${name.replaceAll('"', '""')}"'.`
}

/** What to say of names that stand with another sign between them, or in half a quote, and of a sign for all. */
function separated(name: string, { columnsNamed }: Pick<ColumnNames, 'columnsNamed'>): string | undefined {
  if (name.startsWith('"')) return 'A quote opens and does not close.'
  if (name === '*' || name === 'all') return 'All columns are shown where --columns is left out.'
  const words = name.split(/\s+/)
  const areNames = words.length > 1 && words.every((word) => columnsNamed(word))
  return areNames || /[;|\t]/.test(name) ? 'Commas stand between names.' : undefined
}

/** What is shown of the columns that a name means; undefined: it means none. */
export function shownOf(
  name: string,
  called: ColumnNames,
  shown: ReadonlySet<Column>,
): readonly Column[] | undefined {
  const meant = called.columnsNamed(name)?.columns
  const left = meant?.filter((column) => shown.has(column))
  if (left?.length !== 0) return left
  throw misuse(`--columns names "${name}", and --redact drops it. Leave it out of one of them.`)
}

/** Whether there was no response at all, so that nobody knows what columns there are. */
export const isBare = ({ rowCount, columns }: Pick<Collected, 'rowCount' | 'columns'>): boolean =>
  rowCount === 0 && columns.all.every(({ held }) => held === 0)
