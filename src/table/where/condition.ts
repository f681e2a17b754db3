import { Failure } from '../../failure/failure.ts'
import { isUngiven, type ColumnNames, type NamedColumns } from '../columns/column-names.ts'
import type { Column, Member } from '../columns.ts'
import { characterAt, parseCondition, type Comparison, type Tree } from './parse-condition.ts'
import { cellTest, nearlyTest, type CellTest, type CellValue } from './test-cell.ts'

/** A comparison whose column is known. */
export type Comparing = {
  /** As it was given. */
  readonly text: string
  /** The name of its column. */
  readonly name: string
  readonly test: CellTest
  /** Columns that hold what is tested, by their numbers, with the option that a 1 in it means. */
  readonly columns: ReadonlyMap<number, string | undefined>
  /** Whether the condition wants that it does not hold. */
  readonly isNegated: boolean
  /** Of values that are not those that are wanted, one that differs in capital letters and blanks only. */
  readonly nearly: (values: readonly CellValue[]) => string | undefined
  /** Where its values begin and end in the condition. */
  readonly valuesAt: number
  readonly to: number
}

/** A condition whose columns are known. */
export type Condition = {
  /** As it was given. */
  readonly text: string
  readonly parts: readonly Comparing[]
  /** Whether it holds where its comparisons hold that are said to. */
  readonly holds: (isTrue: (part: Comparing) => boolean) => boolean
}

/** Refuses a text that is no condition, whatever columns there are. */
export const checkCondition = (text: string): void => void parseCondition(text)

/** Conditions by what columns are called; where there is no response, a name may be unknown. */
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

/** Refuses a name that no column has, with names that are like it or that the question has now. */
function refuseUnknown({ column, from }: Comparison, text: string, called: ColumnNames): void {
  if (called.columnsNamed(column) !== undefined) return
  const now = called.currentNames(column)
  if (now.length === 0 && isUngiven(column, called)) return
  const place = `character ${characterAt(text, from)} of --where ${JSON.stringify(text)}`
  const at = from === 0 ? {} : { at: place }
  const unknown = now.length > 0 ? { like: [], now } : { like: called.suggestions(column) }
  throw Failure.of('column-unknown', { unknown: [{ name: column, ...unknown, ...at }] })
}

/** A condition without the values that some of its comparisons compare with. */
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

type Target = Comparing['columns']

/** A list that is named as a whole has a column an option. */
function targetOf({ columns, isWhole }: NamedColumns): Target {
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
