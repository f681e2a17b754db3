import { Failure } from '../../failure/failure.ts'
import { isUngiven, type ColumnNames, type NamedColumns } from '../columns/column-names.ts'
import { inQuotes } from '../../form/words.ts'
import type { Column, Member } from '../columns.ts'
import { characterAt, parseCondition, type Comparison, type Tree } from './parse-condition.ts'
import { cellTest, nearlyTest, type CellTest, type CellValue } from './test-cell.ts'

/** A comparison with its columns resolved. */
export type Comparing = {
  /** As it was given. */
  readonly text: string
  /** The name of its column. */
  readonly name: string
  readonly test: CellTest
  /** The tested columns by number; for a column of an option, the option that a 1 means. */
  readonly columns: ReadonlyMap<number, string | undefined>
  /** Whether it stands under an odd number of `not`. */
  readonly isNegated: boolean
  /** A value that differs from the wanted ones only in case and surrounding blanks. */
  readonly nearly: (values: readonly CellValue[]) => string | undefined
  /** Where its values begin and end in the text of the condition. */
  readonly valuesAt: number
  readonly to: number
}

/** A condition with its columns resolved. */
export type Condition = {
  /** As it was given. */
  readonly text: string
  readonly parts: readonly Comparing[]
  /** Evaluates the condition, given the results of its comparisons. */
  readonly holds: (isTrue: (part: Comparing) => boolean) => boolean
}

/** Throws a Failure for a text that is no condition. */
export const checkCondition = (text: string): void => void parseCondition(text)

/** Parses conditions and resolves their columns. `isBare`: there are no responses, so unknown names are no errors. */
export const conditionsOf = (
  texts: readonly string[],
  called: ColumnNames,
  isBare: boolean,
): readonly Condition[] =>
  texts.map((text) => {
    const tree = parseCondition(text)
    const comparing = new Map<Comparison, Comparing>()
    for (const { part, isNegated } of partsIn(tree)) {
      if (!isBare) refuseUnknown(part, text, called)
      comparing.set(part, { ...comparingOf(text, part, called), isNegated })
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

function comparingOf(text: string, part: Comparison, called: ColumnNames): Omit<Comparing, 'isNegated'> {
  const { column, from, to, valuesAt } = part
  const named = called.columnsNamed(column)
  return {
    text: text.slice(from, to),
    name: column,
    test: cellTest(part),
    columns: named ? targetOf(named) : new Map(),
    nearly: nearlyTest(part),
    valuesAt,
    to,
  }
}

export type Target = Comparing['columns']

/** The columns of a name; a list that is named as a whole includes those of its options. */
export function targetOf({ columns, isWhole }: NamedColumns): Target {
  return new Map(columns.flatMap((column) => [...partsOf(column, isWhole)]))
}

function partsOf({ holds, number }: Column, isWhole: boolean): Target {
  if (holds.kind !== 'answer') return new Map([[number, undefined]])
  if (holds.option === undefined) return wholeOf(holds.member)
  return new Map([[number, isWhole ? holds.option : undefined]])
}

function wholeOf({ column, options }: Member): Target {
  const ofOptions = [...options.values()].map((option) => [option.column.number, option.name] as const)
  return new Map<number, string | undefined>([
    ...(column ? [[column.number, undefined] as const] : []),
    ...ofOptions,
  ])
}
