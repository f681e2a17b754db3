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

export type Choosing = {
  readonly names: readonly string[]
  readonly headers: HeaderStyle
  /** Whether unknown names are no errors, since other forms have such columns. */
  readonly areKnown?: boolean
}

/**
 * The named columns, each once and in the order of the names; a name that several columns share means all of them. An unknown
 * name throws a Failure, or is returned as it is where unknown names are allowed.
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

/** The columns that names refer to; `own`: further names, of a table's own columns. */
type Known = {
  readonly collected: Collected
  readonly called: ColumnNames
  readonly own?: readonly string[]
}

/** Throws a Failure for names that no column has, unless there were no responses. */
export function refuseUnknown(names: readonly string[], { collected, called, own = [] }: Known): void {
  if (isBare(collected)) return
  const unknown = names.filter((name) => !called.columnsNamed(name) && !isUngiven(name, called))
  if (unknown.length === 0) return
  const cut = cutNames(names, called)
  const whole = (name: string): string | undefined => cut.find(({ parts }) => parts.includes(name))?.name
  // A name that was split at its commas is reported once, at its first part.
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

/** Headlines have fewer commas. */
const mostParts = 8

/** Column names with commas that were given without quotes, with the parts they were split into. */
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

/** A hint how to quote a name with a comma. */
function quoted(names: readonly string[]): string | undefined {
  const name = names.find((one) => one.includes(','))
  return name === undefined
    ? undefined
    : `Quotes go round a name that holds a comma: --columns '"${name.replaceAll('"', '""')}"'.`
}

/** A hint for names with a wrong separator or an unclosed quote, and for `*`. */
function separated(name: string, { columnsNamed }: Pick<ColumnNames, 'columnsNamed'>): string | undefined {
  if (name.startsWith('"')) return 'A quote opens and does not close.'
  if (name === '*' || name === 'all') return 'All columns are shown where --columns is left out.'
  const words = name.split(/\s+/)
  const areNames = words.length > 1 && words.every((word) => columnsNamed(word))
  return areNames || /[;|\t]/.test(name) ? 'Separate names with commas.' : undefined
}

/** The columns of a name that may be shown; undefined for an unknown name. Throws a Failure if all of them are dropped. */
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

/** Whether there were no responses, so that the columns are unknown. */
export const isBare = ({ rowCount, columns }: Pick<Collected, 'rowCount' | 'columns'>): boolean =>
  rowCount === 0 && columns.all.every(({ held, expected }) => held === 0 && expected === undefined)
