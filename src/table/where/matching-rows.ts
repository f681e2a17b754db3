import { cachePerCell, type TextCell, eachRow, type ReadRow } from '../sparse-rows.ts'
import { masked } from '../answers.ts'
import { otherOption, readChoices } from '../cell-values.ts'
import { inQuotes } from '../../form/words.ts'
import { kinds, type ColumnType } from '../table.ts'
import {
  type CellValue,
  characterAt,
  parseCondition,
  type Comparison,
  type Tree,
  cellTest,
  incomparableIn,
  nearlyTest,
  type CellTest,
} from './parse-condition.ts'
import { Failure } from '../../failure/failure.ts'
import { isUngiven, type ColumnNames, type NamedColumns } from '../columns/column-names.ts'
import { isTick, mainMember, type Column } from '../columns.ts'
import { memoized } from '../../form/value.ts'

export type MatchingRows = {
  readonly count: number
  readonly has: (row: number) => boolean
  /** Comparisons, and whole conditions, that no row matches, regardless of the other conditions. */
  readonly unmatched: {
    readonly parts: ReadonlyMap<ResolvedComparison, Missed>
    readonly whole: ReadonlySet<Condition>
  }
  /** Comparisons that cannot compare some values, in any row: how many, and the first one. */
  readonly uncompared: ReadonlyMap<ResolvedComparison, { readonly count: number; readonly example: string }>
}

type Missed = { near: string | undefined }

export async function matchingRows(
  blocks: AsyncIterable<Uint8Array>,
  conditions: readonly Condition[],
): Promise<MatchingRows> {
  const valuesIn = makeValuesIn()
  let [bits, count] = [new Uint8Array(1024), 0]
  const whole = new Set(conditions)
  const comparings = conditions.flatMap((condition) => condition.parts)
  const uncompared = makeUncompared(comparings)
  const wanted = comparings.filter(({ isNegated }) => !isNegated)
  const parts = new Map(wanted.map((part): [ResolvedComparison, Missed] => [part, { near: undefined }]))
  const isTrueOf = (row: ReadRow) => (part: ResolvedComparison) => {
    const isTrue = part.test(valuesIn(row, part.columns))
    if (isTrue) parts.delete(part)
    return isTrue
  }
  await eachRow(blocks, (row) => {
    const { number } = row
    if (number >> 3 >= bits.length) bits = twice(bits)
    const isTrue = isTrueOf(row)
    let isAll = true
    uncompared.note(({ columns }) => valuesIn(row, columns))
    // Conditions without a match so far are evaluated in any case, so that those without any can be reported.
    for (const condition of conditions) {
      if (!isAll && !whole.has(condition)) continue
      if (condition.holds(isTrue)) whole.delete(condition)
      else isAll = false
    }
    for (const [part, missed] of parts)
      if (!isTrue(part)) missed.near ??= part.nearly(valuesIn(row, part.columns))
    if (!isAll) return
    bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7))
    count++
  })
  return {
    count,
    has: (row) => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0,
    unmatched: { parts, whole },
    uncompared: uncompared.found,
  }
}

/** Counts the values that comparisons cannot compare. */
function makeUncompared(comparings: readonly ResolvedComparison[]) {
  const ordering = comparings.filter(({ incomparable }) => incomparable)
  const found = new Map<ResolvedComparison, { count: number; readonly example: string }>()
  return {
    found,
    note: (valuesOf: (part: ResolvedComparison) => readonly CellValue[]): void => {
      for (const part of ordering)
        for (const { text } of part.incomparable?.(valuesOf(part)) ?? []) {
          const known = found.get(part)
          if (known) known.count++
          else found.set(part, { count: 1, example: text })
        }
    },
  }
}

/** The values of each wanted row in these columns, as `--where` compares them. Equal ones are often the same list. */
export async function valuesOfRows(
  blocks: AsyncIterable<Uint8Array>,
  columns: Target,
  isWanted: (row: number) => boolean,
): Promise<readonly (readonly string[])[]> {
  const valuesIn = makeValuesIn()
  const textsOf = memoized((values: readonly CellValue[]) => values.map(({ text }) => text))
  const ofRows: (readonly string[])[] = []
  await eachRow(blocks, (row) => {
    if (!isWanted(row.number)) return
    const values = valuesIn(row, columns)
    ofRows.push(textsOf(values))
  })
  return ofRows
}

function twice(bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * bits.length)
  more.set(bits)
  return more
}

/** A condition that no response meets, or a part of it, and a hint. */
export type Unmatched = {
  readonly condition: string
  readonly part?: string | undefined
  readonly hint?: string | undefined
}

/**
 * The comparisons that no row matches; where each matches some row, the whole condition if no row does. Values of hidden columns
 * are not shown.
 */
export const unmatchedOf = (
  conditions: readonly Condition[],
  { unmatched }: MatchingRows,
  isHidden: (part: ResolvedComparison) => boolean,
): readonly Unmatched[] =>
  conditions.flatMap((condition): readonly Unmatched[] => {
    const { text, parts } = condition
    const left = parts.filter((part) => unmatched.parts.has(part))
    if (left.length === 0) return unmatched.whole.has(condition) ? [{ condition: text }] : []
    return left.map((part) => {
      const near = unmatched.parts.get(part)?.near
      const holds = near === undefined || isHidden(part) ? 'it otherwise' : inQuotes(near)
      return {
        condition: text,
        part: parts.length === 1 ? undefined : part.text,
        hint:
          near === undefined ? undefined : `${part.name} holds ${holds}: letter case and spaces must match.`,
      }
    })
  })

/** How many values a comparison cannot compare, and the first one, if it may be shown. */
export type Uncompared = {
  readonly part: string
  readonly name: string
  readonly count: number
  readonly example?: string
}

/** The comparisons that cannot compare some values. */
export const uncomparedOf = (
  { uncompared }: MatchingRows,
  isSecret: (part: ResolvedComparison) => boolean,
): readonly Uncompared[] =>
  Array.from(uncompared, ([part, { count, example }]) => ({
    part: part.text,
    name: part.name,
    count,
    ...(!isSecret(part) && { example }),
  }))

/** The values of a row in the columns of a comparison. */
type ValuesIn = (row: ReadRow, columns: Target) => readonly CellValue[]

/** Caches values by the columns of each comparison. */
function makeValuesIn(): ValuesIn {
  const valuesFor = memoized((columns: Target) => cachePerCell(valuesOfCell(columns)))
  return (row, columns) => {
    const known = valuesFor(columns)
    let values: readonly CellValue[] = none
    for (let i = 0; i < row.cells.count; i++) {
      if (!columns.has(row.cells.columns[i] ?? 0)) continue
      const more = known(row, i)
      values = values.length === 0 ? more : [...values, ...more]
    }
    return values
  }
}

const none: readonly CellValue[] = []

const valuesOfCell =
  (columns: Target) =>
  ({ column, kind, text }: TextCell): readonly CellValue[] => {
    const choices = kind === kinds.json ? readChoices(text) : undefined
    if (choices)
      return choices.options
        .filter(({ isChosen }) => isChosen)
        .map(({ name, text: typed = name }) => ({ type: 'text', text: name, isOther: typed !== name }))
    const { type = 'text', option } = columns.get(column) ?? {}
    if (option === undefined) return [{ type, text }]
    // What was typed as "Other".
    if (kind === kinds.text && text !== '')
      return [option, text].map((one) => ({ type, text: one, isOther: one === option }))
    return text === '1' || text === 'true'
      ? [{ type: 'text', text: option, isOther: option === otherOption }]
      : none
  }

/** A comparison with its columns resolved. */
export type ResolvedComparison = {
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
  readonly parts: readonly ResolvedComparison[]
  /** Evaluates the condition, given the results of its comparisons. */
  readonly holds: (isTrue: (part: ResolvedComparison) => boolean) => boolean
}

/** Throws a Failure for a text that is not a condition. */
export const checkCondition = (text: string): void => void parseCondition(text)

/** What the names in conditions mean. */
type ColumnLookup = {
  readonly called: ColumnNames
  /** The types that columns are compared by. */
  readonly typeOf: (column: Column) => ColumnType
  /** Whether there are no responses, so that unknown names are not errors. */
  readonly areColumnsUnknown: boolean
}

/** Parses conditions and resolves their columns. */
export const conditionsOf = (
  texts: readonly string[],
  { called, typeOf, areColumnsUnknown }: ColumnLookup,
): readonly Condition[] =>
  texts.map((text) => {
    const tree = parseCondition(text)
    const comparing = new Map<Comparison, ResolvedComparison>()
    for (const { part, isNegated } of partsIn(tree)) {
      if (!areColumnsUnknown) refuseUnknown(part, text, called)
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
export function withoutValues(
  { text, parts }: Condition,
  isHidden: (part: ResolvedComparison) => boolean,
): string {
  let left = text
  for (const part of parts.toReversed())
    if (part.valuesAt < part.to && isHidden(part))
      left = `${left.slice(0, part.valuesAt)}${masked}${left.slice(part.to)}`
  return left
}

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

const comparingOf = (text: string, part: Comparison): Omit<ResolvedComparison, 'columns' | 'isNegated'> => ({
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

export type Target = ResolvedComparison['columns']

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
  typeOf: ColumnLookup['typeOf'],
): Map<number, TargetColumn> =>
  new Map(
    columns.map((column) => {
      const { holds, number } = column
      const option = isWhole && holds.kind === 'answer' && isTick(column) ? holds.option : undefined
      return [number, { column, type: typeOf(column), option }]
    }),
  )
