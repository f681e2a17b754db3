import { isBare, type NamedAgain } from './chosen-columns.ts'
import { namesOf, type Collected } from './collected.ts'
import type { ColumnNames } from './column-names.ts'
import type { Column } from './columns.ts'
import type { HeaderStyle } from './format.ts'
import { memberNames } from './header.ts'
import { namesRedacted, redactedColumns, type Redaction, type RedactStyle } from './redact.ts'
import { repeatingColumns, repeatsOneOf } from './redact-rules.ts'
import { conditionsOf, withoutValues, type Comparing } from './where/condition.ts'
import { matchingRows, unmatchedOf, type MatchingRows, type Unmatched } from './where/matching-rows.ts'

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
  /** Names of columns to show that others have named already; absent: columns were not chosen. */
  readonly again?: readonly NamedAgain[]
  /** The conditions, without the values of columns that are redacted. */
  readonly where: readonly string[]
}

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
  const given = { redacted: columns, names: namesRedacted(redactions) }
  const repeating = given.names.size === 0 ? none : repeatingColumns(collected.columns, given)
  const names = [...conditions.flatMap(({ parts }) => parts.map(({ name }) => name)), ...named.keys()]
  const redacted = new Map([...columns, ...repeating])
  const hidden = new Set([...redacted.keys()].map(({ number }) => number))
  const isHidden = (part: Comparing): boolean => [...part.columns.keys()].some((column) => hidden.has(column))
  return {
    matching,
    redacted,
    told: {
      where: conditions.map((condition) => withoutValues(condition, isHidden)),
      unmatched: rowCount === 0 || !matching ? [] : unmatchedOf(conditions, matching, isHidden),
      meant: new Map(
        [...named].map(([name, meant]) => {
          const more = [...repeating.keys()].filter((column) => repeatsOneOf(column, meant))
          return [name, headed([...meant, ...more], called)]
        }),
      ),
      untold: names.filter((name) => !called.meaning(name) && called.bearing(name).length === 0),
    },
  }
}

const none: ReadonlyMap<Column, RedactStyle> = new Map()

const headed = (columns: readonly Column[], { header }: ColumnNames): readonly string[] => [
  ...new Set(columns.map((column) => listNameOf(column) ?? header.get(column) ?? '')),
]

/** An option may be what somebody answered, so its column is called as its list is. */
const listNameOf = ({ holds }: Column): string | undefined =>
  holds.kind === 'answer' && holds.option !== undefined ? memberNames(holds.member)[0] : undefined
