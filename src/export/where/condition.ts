import { Failure } from '../../failure.ts'
import { isUngiven, type ColumnNames, type Meaning } from '../column-names.ts'
import type { Column, Member } from '../columns.ts'
import { isComparison } from './candidates.ts'
import { readCondition, type Fault, type Names, type Part, type Tree } from './expression.ts'
import { meantBy, notBehind } from './foreign-words.ts'
import { slipIn } from './slips.ts'
import { cellTest, nearlyTest, type CellTest, type CellValue } from './test-cell.ts'
import { nothingCompared } from './unfit.ts'

/** A comparison whose column is known. */
export type Comparing = {
  /** As it was given. */
  readonly text: string
  /** The name of its column. */
  readonly name: string
  readonly test: CellTest
  /** As it was read. */
  readonly read: Part
  /** Columns that hold what is tested, by their numbers, with the option that a 1 in it means. */
  readonly columns: ReadonlyMap<number, string | undefined>
  /** The columns of names that differ from its own in capital letters only. */
  readonly namesakes: ReadonlyMap<string, Comparing['columns']>
  /** Of values that are not those that are wanted, one that differs in capital letters and blanks only. */
  readonly nearly: (values: readonly CellValue[]) => string | undefined
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
export function checkCondition(text: string): void {
  if (/^\s*"/.test(text) && !/^\s*"(?:[^"]|"")*"(?!")/.test(text))
    throw misuse(
      `--where ${JSON.stringify(text)} opens a quote and does not close it. Write "…" around the whole name, and "" for a quote in it.`,
    )
  if (isComparison(text)) return
  const read = readCondition(text, anyNames)
  if ('fault' in read) throw faultIn(text, read.fault)
}

/** Where nothing tells what columns there are, a name goes to the first comparison, and holds no word that joins. */
const anyNames: Names = {
  has: (name) => !/^\(|(^|\s)(or|and)(\s|$)/i.test(name),
  prefers: 'shortest',
}

/** Conditions by what columns are called; where no response tells that, a name may be unknown. */
export function conditionsOf(
  texts: readonly string[],
  called: ColumnNames,
  isBare: boolean,
): readonly Condition[] {
  const isName = (name: string): boolean =>
    called.meaning(name) !== undefined || called.nowCalled(name).length > 0 || isUngiven(name, called)
  return texts.map((text) => {
    const known = readCondition(text, { has: isName, prefers: 'longest' })
    const read = 'fault' in known && isBare ? readCondition(text, anyNames) : known
    if ('fault' in read) throw faultIn(text, read.fault, called)
    return conditionOf(text, read.tree, called)
  })
}

function conditionOf(text: string, tree: Tree, called: ColumnNames): Condition {
  const parts = partsIn(tree)
  for (const part of parts) {
    const fault = earlierName(part, called) ?? slipIn(text, part, called)
    if (fault) throw faultIn(text, fault, called)
  }
  const comparing = new Map(parts.map((part) => [part, comparingOf(text, part, called)]))
  return {
    text,
    parts: [...comparing.values()],
    holds: (isTrue) =>
      holdsIn(tree, (part) => {
        const one = comparing.get(part)
        return one !== undefined && isTrue(one)
      }),
  }
}

/** A name that a column had by an earlier headline is known, so that all of it is read and told. */
const earlierName = ({ column, from }: Part, called: ColumnNames): Fault | undefined =>
  called.meaning(column) === undefined && called.nowCalled(column).length > 0
    ? { at: from, unknown: column }
    : undefined

/** A condition without the values that some of its comparisons compare with. */
export function withoutValues({ text, parts }: Condition, isHidden: (part: Comparing) => boolean): string {
  let left = text
  for (const part of parts.toReversed()) {
    const { valueAt, to } = part.read
    if (valueAt < to && isHidden(part)) left = `${left.slice(0, valueAt)}${hiddenValue}${left.slice(to)}`
  }
  return left
}

const hiddenValue = '•••'

const partsIn = (tree: Tree): readonly Part[] =>
  'any' in tree ? tree.any.flatMap(partsIn) : 'all' in tree ? tree.all.flatMap(partsIn) : [tree]

function holdsIn(tree: Tree, isTrue: (part: Part) => boolean): boolean {
  if ('any' in tree) return tree.any.some((one) => holdsIn(one, isTrue))
  return 'all' in tree ? tree.all.every((one) => holdsIn(one, isTrue)) : isTrue(tree)
}

function comparingOf(text: string, part: Part, called: ColumnNames): Comparing {
  const meaning = called.meaning(part.column)
  return {
    text: text.slice(part.from, part.to).trim(),
    name: part.column,
    read: part,
    test: cellTest(part),
    columns: meaning ? targetOf(meaning) : new Map(),
    namesakes: new Map(
      called.like(part.column).flatMap((name) => {
        const other = isNamesake(part.column, name) ? called.meaning(name) : undefined
        return other ? [[name, targetOf(other)] as const] : []
      }),
    ),
    nearly: nearlyTest(part),
  }
}

const isNamesake = (name: string, other: string): boolean =>
  name !== other && name.toLowerCase() === other.toLowerCase()

/** What to say of a fault. A text of one comparison needs no place to be told. */
function faultIn(text: string, fault: Fault, called?: Pick<ColumnNames, 'like' | 'nowCalled'>): Failure {
  const condition = `--where ${JSON.stringify(text)}`
  const place = `character ${Array.from(text.slice(0, fault.at)).length + 1}`
  if ('problem' in fault) {
    const isWhole = fault.problem === nothingCompared && text.slice(0, fault.at).trim() === ''
    const meant = isWhole ? meantBy(text) : undefined
    if (meant !== undefined) return misuse(`${condition} compares in words that are not known here. ${meant}`)
    return misuse(`${condition}${isWhole ? '' : `, ${place}:`} ${fault.problem}`)
  }
  const [name, like] = [fault.unknown, called?.like(fault.unknown) ?? []]
  const at = fault.at === 0 ? {} : { at: `${place} of ${condition}` }
  const now = called?.nowCalled(name) ?? []
  if (now.length > 0) return Failure.of('column-unknown', { unknown: [{ name, like: [], now, ...at }] })
  const said = notBehind(name, text.slice(fault.at).trimStart().slice(name.length)) ?? fault.hint
  const hint = said === undefined ? {} : { hint: said }
  return Failure.of('column-unknown', { unknown: [{ name, like, ...at, ...hint }] })
}

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

type Target = Comparing['columns']

/** A list that is named as a whole has a column an option. */
function targetOf({ columns, isWhole }: Meaning): Target {
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
