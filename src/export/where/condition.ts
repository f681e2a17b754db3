import { Failure } from '../../failure.ts'
import { isUngiven, type ColumnNames, type Meaning } from '../column-names.ts'
import type { Column, Member } from '../columns.ts'
import { unknownColumns } from '../unknown-columns.ts'
import { readingsOf, type Reading } from './parse.ts'
import { slipIn } from './slips.ts'
import { cellTest, type CellTest } from './test-cell.ts'

/** A condition whose column is known. */
export type Condition = {
  /** As it was given. */
  readonly text: string
  /** The name of its column. */
  readonly name: string
  readonly test: CellTest
  /** Columns that hold what is tested, by their numbers, with the option that a 1 in it means. */
  readonly columns: ReadonlyMap<number, string | undefined>
}

/** Refuses a text that is no condition. */
export function checkCondition(text: string): void {
  const problem = unreadable(text)
  if (problem !== undefined) throw misuse(`--where ${JSON.stringify(text)} ${problem}`)
}

function unreadable(text: string): string | undefined {
  if (/^\s*"/.test(text) && !/^\s*"(?:[^"]|"")+"/.test(text))
    return 'opens a quote and does not close it. Write "…" around the whole name, and "" for a quote in it.'
  if (/^[^"]*\s<>/.test(text)) return 'has <>, which is no comparison. Write != instead.'
  if (readingsOf(text).length > 0) return undefined
  return 'compares nothing. Write column, comparison and value, as "Country is Germany", "Age at least 18", "createdAt < 2026-03-01" or "Comment is not empty"; only numbers and times are over or under others.'
}

/** Conditions by what columns are called; where no response tells that, a name may be unknown. */
export function conditionsOf(
  texts: readonly string[],
  called: ColumnNames,
  isBare: boolean,
): readonly Condition[] {
  return texts.map((text) => {
    const readings = readingsOf(text)
    const reading =
      readings.find(({ column }) => called.meaning(column)) ??
      readings.find(({ column }) => isUngiven(column, called)) ??
      (isBare ? readings.at(-1) : undefined)
    if (!reading) throw unknownColumns([readings.at(-1)?.column ?? text], called)
    const meaning = called.meaning(reading.column)
    refuseSlip(text, reading, called)
    return {
      text,
      name: reading.column,
      test: cellTest(reading),
      columns: meaning ? targetOf(meaning) : new Map(),
    }
  })
}

function refuseSlip(text: string, reading: Reading, called: ColumnNames): void {
  const slip = slipIn(reading, called)
  if (slip !== undefined) throw misuse(`--where ${JSON.stringify(text)}: ${slip}`)
}

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

type Target = Condition['columns']

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
