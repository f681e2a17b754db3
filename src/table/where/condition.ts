import { Failure } from '../../failure/failure.ts'
import { isUngiven, type ColumnNames, type NamedColumns } from '../columns/column-names.ts'
import { inQuotes } from '../../form/words.ts'
import { otherOption } from '../answers.ts'
import { isTick, mainMember, type Column } from '../columns.ts'
import type { ColumnType } from '../table.ts'
import { characterAt, parseCondition, type Comparison, type Tree } from './parse-condition.ts'
import { cellTest, incomparableIn, nearlyTest, type CellTest, type CellValue } from './test-cell.ts'

/** A comparison with its columns resolved. */
export type Comparing = {
  readonly text: string
  readonly name: string
  readonly test: CellTest
  /** The tested columns by number. */
  readonly columns: ReadonlyMap<number, TargetColumn>
  /** Whether it stands under an odd number of `not`. */
  readonly isNegated: boolean
  /** A value that differs from the wanted ones only in case and surrounding blanks. */
  readonly nearly: (values: readonly CellValue[]) => string | undefined
  /** The values that it cannot compare; absent: it compares any. */
  readonly incomparable: ((values: readonly CellValue[]) => readonly CellValue[]) | undefined
  /** Where its values begin and end in the text of the condition. */
  readonly valuesAt: number
  readonly to: number
}

/** A condition with its columns resolved. */
export type Condition = {
  readonly text: string
  readonly parts: readonly Comparing[]
  /** Evaluates the condition, given the results of its comparisons. */
  readonly holds: (isTrue: (part: Comparing) => boolean) => boolean
}

/** Throws a Failure for a text that is no condition. */
export const checkCondition = (text: string): void => void parseCondition(text)

/** What the names in conditions mean. */
type Meaning = {
  readonly called: ColumnNames
  /** The types that columns are compared by. */
  readonly typeOf: (column: Column) => ColumnType
  /** Whether there are no responses, so that unknown names are no errors. */
  readonly isBare: boolean
}

/** Parses conditions and resolves their columns. */
export const conditionsOf = (
  texts: readonly string[],
  { called, typeOf, isBare }: Meaning,
): readonly Condition[] =>
  texts.map((text) => {
    const tree = parseCondition(text)
    const comparing = new Map<Comparison, Comparing>()
    for (const { part, isNegated } of partsIn(tree)) {
      if (!isBare) refuseUnknown(part, text, called)
      const named = called.columnsNamed(part.column)
      const columns = named ? targetOf(named, typeOf) : new Map<number, TargetColumn>()
      for (const { column, option } of named?.isWhole ? othersOf(named.columns) : [])
        if (!columns.has(column.number)) columns.set(column.number, { column, type: 'text', option })
      comparing.set(part, { ...comparingOf(text, part), columns, isNegated })
    }
    return {
      text,
      parts: [...comparing.values()],
      holds: (isTrue) =>
        holdsIn(tree, (part) => {
          const known = comparing.get(part)
          return known !== undefined && isTrue(known)
        }),
    }
  })

/** Throws a Failure for an unknown name, with similar names, or with the question's present name. */
function refuseUnknown({ column, from }: Comparison, text: string, called: ColumnNames): void {
  if (called.columnsNamed(column) !== undefined) return
  const now = called.currentNames(column)
  if (now.length === 0 && isUngiven(column, called)) return
  const place = `character ${characterAt(text, from)} of --where ${inQuotes(text)}`
  const at = from === 0 ? {} : { at: place }
  const unknown = now.length > 0 ? { like: [], now } : { like: called.suggestions(column) }
  throw Failure.of('column-unknown', { unknown: [{ name: column, ...unknown, ...at }] })
}

/** The text of a condition, with the values of hidden comparisons replaced. */
export function withoutValues({ text, parts }: Condition, isHidden: (part: Comparing) => boolean): string {
  let left = text
  for (const part of parts.toReversed())
    if (part.valuesAt < part.to && isHidden(part))
      left = `${left.slice(0, part.valuesAt)}${hiddenValue}${left.slice(part.to)}`
  return left
}

const hiddenValue = '•••'

type Part = { readonly part: Comparison; readonly isNegated: boolean }

function partsIn(tree: Tree, isNegated = false): readonly Part[] {
  if ('any' in tree) return tree.any.flatMap((one) => partsIn(one, isNegated))
  if ('all' in tree) return tree.all.flatMap((one) => partsIn(one, isNegated))
  return 'not' in tree ? partsIn(tree.not, !isNegated) : [{ part: tree, isNegated }]
}

function holdsIn(tree: Tree, isTrue: (part: Comparison) => boolean): boolean {
  if ('any' in tree) return tree.any.some((one) => holdsIn(one, isTrue))
  if ('all' in tree) return tree.all.every((one) => holdsIn(one, isTrue))
  return 'not' in tree ? !holdsIn(tree.not, isTrue) : isTrue(tree)
}

const comparingOf = (text: string, part: Comparison): Omit<Comparing, 'columns' | 'isNegated'> => ({
  text: text.slice(part.from, part.to),
  name: part.column,
  test: cellTest(part),
  nearly: nearlyTest(part),
  incomparable: incomparableIn(part),
  valuesAt: part.valuesAt,
  to: part.to,
})

/** A column whose values are compared, and the option that a 1 in it means. */
type TargetColumn = {
  readonly column: Column
  readonly type: ColumnType
  readonly option: string | undefined
}

export type Target = Comparing['columns']

/** The columns that say whether "Other" was chosen, and what was typed. */
function othersOf(columns: readonly Column[]): readonly Omit<TargetColumn, 'type'>[] {
  const questions = new Set(
    columns.flatMap(({ holds }) =>
      holds.kind === 'answer' && mainMember(holds.member.question) === holds.member
        ? [holds.member.question]
        : [],
    ),
  )
  return Array.from(questions, ({ members }) => {
    const [chosen, typed] = [members.get('selectedOther')?.column, members.get('other')?.column]
    if (chosen === undefined) return []
    return [{ column: chosen, option: otherOption }, ...(typed ? [{ column: typed, option: undefined }] : [])]
  }).flat()
}

/** The columns of a name; a 1 in the column of an option means that option if the list is named as a whole. */
export const targetOf = (
  { columns, isWhole }: NamedColumns,
  typeOf: Meaning['typeOf'],
): Map<number, TargetColumn> =>
  new Map(
    columns.map((column) => {
      const { holds, number } = column
      const option = isWhole && holds.kind === 'answer' && isTick(column) ? holds.option : undefined
      return [number, { column, type: typeOf(column), option }]
    }),
  )
