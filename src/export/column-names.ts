import { Failure } from '../failure.ts'
import { nearest } from '../form/nearest.ts'
import type { Column } from './columns.ts'
import { headerOf } from './header.ts'

/** Columns by every name that they bear in one header or another. */
export function columnsByName(
  columns: readonly Column[],
  given: ReadonlyMap<Column, string> = new Map(),
): ReadonlyMap<string, Column> {
  const byName = new Map<string, Column>()
  for (const style of ['both', 'id', 'headline'] as const) {
    const header = headerOf(columns, style)
    // Set last, so first in rank: the name that a person sees.
    columns.forEach((column, i) => byName.set(header[i] ?? '', column))
  }
  for (const [column, name] of given) if (columns.includes(column)) byName.set(name, column)
  return byName
}

/** What to say of a name that no column bears, with those that were perhaps meant. */
export const columnUnknown = (name: string, known: Iterable<string>): Failure =>
  Failure.of('column-unknown', { name, like: similar(name, [...known]) })

const mostNamed = 3

/** Names like one: the same in other letters, one that it is a part of, or one that is only a slip away. */
function similar(name: string, known: readonly string[]): readonly string[] {
  const plain = name.toLowerCase()
  const containing = known
    .filter((other) => plain !== '' && other.toLowerCase().includes(plain))
    .toSorted((a, b) => a.length - b.length)
  const slip = nearest(name, known)
  return [...new Set([...containing, ...(slip ? [slip.word] : [])])].slice(0, mostNamed)
}
