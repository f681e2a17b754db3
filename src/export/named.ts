import { isBare } from './chosen-columns.ts'
import { namesOf, type Collected } from './collected.ts'
import type { ColumnNames } from './column-names.ts'
import type { Column } from './columns.ts'
import type { HeaderStyle } from './format.ts'
import { redactedColumns, type Redaction, type RedactStyle } from './redact.ts'
import { conditionsOf } from './where/condition.ts'
import { matchingRows, type MatchingRows } from './where/matching-rows.ts'

/** What names columns, and the style of the header that is written, whose names come first. */
export type Naming = {
  /** Conditions that all have to hold. */
  readonly where?: readonly string[]
  readonly redactions?: readonly Redaction[]
  readonly headers: HeaderStyle
}

/** What conditions and redactions come to. */
export type Named = {
  /** The rows that match; undefined: all. */
  readonly matching: MatchingRows | undefined
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly told: ToldOfNames
}

/** What is to be told of names in conditions and redactions. */
export type ToldOfNames = {
  /** Conditions that no response holds. */
  readonly unmatched: readonly Unmatched[]
  /** By each name of a redaction the columns that it means, as the header has them. */
  readonly meant: ReadonlyMap<string, readonly string[]>
  /** Names that no column bears, since nobody was there, or nobody gave it. */
  readonly untold: readonly string[]
}

/** A condition that no response holds, and columns whose names differ from that of its own in capital letters only. */
type Unmatched = { readonly condition: string; readonly namesakes: readonly string[] }

/** What is meant by names, which are those of the header that is written, with its columns file. */
export async function namedIn(
  collected: Collected,
  { where = [], redactions = [], headers }: Naming,
): Promise<Named> {
  const { spool, rowCount } = collected
  const called = namesOf(collected, headers)
  const conditions = conditionsOf(where, called, isBare(collected))
  const matching = where.length === 0 ? undefined : await matchingRows(spool.blocks(), conditions)
  const { columns, named } = redactedColumns(redactions, called, isBare(collected))
  const names = [...conditions.map(({ name }) => name), ...named.keys()]
  return {
    matching,
    redacted: columns,
    told: {
      unmatched: rowCount === 0 ? [] : unmatchedOf(matching, called),
      meant: new Map([...named].map(([name, meant]) => [name, headed(meant, called)])),
      untold: names.filter((name) => !called.meaning(name) && called.bearing(name).length === 0),
    },
  }
}

const headed = (columns: readonly Column[], { header }: ColumnNames): readonly string[] =>
  columns.map((column) => header.get(column) ?? '')

const unmatchedOf = (matching: MatchingRows | undefined, called: ColumnNames): readonly Unmatched[] =>
  (matching?.unmatched ?? []).map(({ text, name }) => ({
    condition: text,
    namesakes: called.like(name).filter((other) => isNamesake(name, other)),
  }))

const isNamesake = (name: string, other: string): boolean =>
  name !== other && name.toLowerCase() === other.toLowerCase()
