import { areColumnsUnknown, type ColumnNames, namesOf } from './columns/column-names.ts'
import { typeOf, isTimeColumn, type Column } from './columns.ts'
import { isChoiceType } from './questions.ts'
import { memberNames } from './columns/header.ts'
import {
  personalRank,
  isPersonal,
  meantBy,
  redactedColumns,
  type Redacted,
  type Redaction,
} from './redact.ts'
import {
  conditionsOf,
  withoutValues,
  type ResolvedComparison,
  matchingRows,
  uncomparedOf,
  unmatchedOf,
  type MatchingRows,
  type Uncompared,
  type Unmatched,
} from './where/matching-rows.ts'
import type { HeaderStyle, LayoutOptions } from './table.ts'
import type { Collected } from './collect.ts'

/** Conditions and redactions, which name columns, and the style of the written header, whose names take precedence. */
export type NameOptions = {
  /** Conditions; all must hold. */
  readonly where?: readonly string[]
  readonly redactions?: readonly Redaction[]
  readonly headers: HeaderStyle
}

/** The rows and columns that conditions and redactions mean. */
export type ResolvedNames = {
  /** The rows that match; undefined: all. */
  readonly matching: MatchingRows | undefined
  readonly redacted: Redacted
  readonly report: NamesReport
}

/** A report on the names in conditions, redactions and columns to show. */
export type NamesReport = {
  /** Conditions that no response meets. */
  readonly unmatched: readonly Unmatched[]
  /** Comparisons that cannot compare some values. */
  readonly uncompared: readonly Uncompared[]
  /** For each name in a redaction the names of its columns in the header. */
  readonly meant: ReadonlyMap<string, readonly string[]>
  /** Columns that identify a person, and that hold something and are left as they are although others are redacted. */
  readonly personal: readonly string[]
  /** Whether there were no responses, so that the columns are unknown. */
  readonly hasNoResponses: boolean
  /** Names without a column: no response has such a value. */
  readonly withoutColumn: readonly string[]
  /** The conditions, without values for redacted columns. */
  readonly where: readonly string[]
}

/** Resolves the names in conditions and redactions, and finds the matching rows. */
export async function resolveNames(
  collected: Collected,
  { where = [], redactions = [], headers }: NameOptions,
): Promise<ResolvedNames> {
  const { spool, rowCount } = collected
  const called = namesOf(collected, headers)
  const conditions = conditionsOf(where, {
    called,
    typeOf: comparedAs(collected),
    areColumnsUnknown: areColumnsUnknown(collected),
  })
  const matching = where.length === 0 ? undefined : await matchingRows(spool.blocks(), conditions)
  const redacted = redactedColumns(redactions, collected.columns, {
    called,
    areColumnsUnknown: areColumnsUnknown(collected),
  })
  const given = redactions.map(({ name }) => name)
  const names = [...conditions.flatMap(({ parts }) => parts.map(({ name }) => name)), ...given]
  const hidden = new Set(Array.from(redacted.columns.keys(), ({ number }) => number))
  const isHidden = (part: ResolvedComparison): boolean =>
    [...part.columns.keys()].some((column) => hidden.has(column))
  // Any value may repeat a redacted one.
  const isSecret = (part: ResolvedComparison): boolean =>
    redactions.length > 0 || [...part.columns.values()].some(({ column }) => isPersonal(column))
  return {
    matching,
    redacted,
    report: {
      hasNoResponses: rowCount === 0,
      where: conditions.map((condition) => withoutValues(condition, isHidden)),
      unmatched: rowCount === 0 || !matching ? [] : unmatchedOf(conditions, matching, isHidden),
      uncompared: matching ? uncomparedOf(matching, isSecret) : [],
      meant: new Map(given.map((name) => [name, headed(meantBy(name, redacted), called)])),
      personal: redactions.length === 0 ? [] : headed(leftPersonal(collected, redacted), called),
      withoutColumn: [...new Set(names)].filter(
        (name) => !called.columnsNamed(name) && (redacted.named.get(name) ?? []).length === 0,
      ),
    },
  }
}

/** The types that columns are compared by. The times of a response are times, even if a service wrote some in another way. */
const comparedAs =
  ({ typeOf: typeOfColumn = typeOf }: Collected) =>
  (column: Column) =>
    isTimeColumn(column) ? 'time' : isOption(column) ? 'text' : typeOfColumn(column)

/** Options are texts: whether a list of them counts as one depends on the layout. */
const isOption = ({ holds }: Column): boolean =>
  holds.kind === 'answer' && isChoiceType(holds.member.question.type.text)

/** Names and addresses to reach people at come first: only some of the columns are named on a terminal. */
const leftPersonal = ({ columns }: Collected, redacted: Redacted): readonly Column[] =>
  columns.all
    .filter((column) => isPersonal(column) && column.seenTypes !== 0 && !redacted.columns.has(column))
    .toSorted((a, b) => personalRank(a) - personalRank(b))

const headed = (columns: readonly Column[], { header }: ColumnNames): readonly string[] => [
  // A column that was merged into another one has no name of its own.
  ...new Set(columns.flatMap((column) => listNameOf(column) ?? header.get(column) ?? [])),
]

/** An option may be an answer, so its column is reported by the name of its list. The row of a Matrix is part of the question. */
const listNameOf = ({ holds }: Column): string | undefined =>
  holds.kind === 'answer' && holds.option !== undefined && holds.member.name !== 'rows'
    ? memberNames(holds.member)[0]
    : undefined

/** Adds the names of columns to show to a report; tables of answers have names of their own. */
export function withChosen(
  report: NamesReport,
  collected: Collected,
  { layout, columns = [], headers }: Pick<LayoutOptions, 'layout' | 'columns' | 'headers'>,
): NamesReport {
  if (columns.length === 0) return report
  const called = namesOf(collected, headers)
  const shown = new Set(
    headed(
      columns.flatMap((name) => called.columnsNamed(name)?.columns ?? []),
      called,
    ),
  )
  const missing = layout === 'wide' ? columns.filter((name) => !called.columnsNamed(name)) : []
  return {
    ...report,
    withoutColumn: [...new Set([...report.withoutColumn, ...missing])],
    personal: layout === 'wide' ? report.personal.filter((name) => shown.has(name)) : report.personal,
  }
}
