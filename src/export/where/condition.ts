import { Failure } from '../../failure.ts'
import { columnsByName, columnUnknown } from '../column-names.ts'
import type { Column, Member } from '../columns.ts'
import { memberNames } from '../header.ts'
import { readingsOf } from './parse.ts'
import { cellTest, type CellTest } from './test-cell.ts'

/** A condition whose column is known. */
export type Condition = {
  readonly test: CellTest
  /** Columns that hold what is tested, by their numbers, with the option that a 1 in it means. */
  readonly columns: ReadonlyMap<number, string | undefined>
}

/** Refuses a text that is no condition. */
export function checkCondition(text: string): void {
  if (readingsOf(text).length > 0) return
  const problem = `--where ${JSON.stringify(text)} compares nothing. Write column, comparison and value, as "Country is Germany", "Age at least 18", "createdAt < 2026-03-01" or "Comment is not empty"; only numbers and times are over or under others.`
  throw Failure.of('usage', { problem })
}

/** Conditions by the columns that there are, each by any of its names. */
export function conditionsOf(texts: readonly string[], columns: readonly Column[]): readonly Condition[] {
  const targets = targetsOf(columns)
  return texts.map((text) => {
    const readings = readingsOf(text)
    const reading = readings.find(({ column }) => targets.has(column))
    if (!reading) throw columnUnknown(readings.at(-1)?.column ?? text, targets.keys())
    return {
      test: cellTest(reading.comparison, reading.value),
      columns: targets.get(reading.column) ?? new Map(),
    }
  })
}

type Target = Map<number, string | undefined>

function targetsOf(columns: readonly Column[]): ReadonlyMap<string, Condition['columns']> {
  const targets = new Map<string, Target>()
  const members = new Set(columns.flatMap(({ holds }) => (holds.kind === 'answer' ? [holds.member] : [])))
  // A headline that several questions share means all of them; and a list with a column an option, the whole of it.
  for (const member of members)
    for (const name of new Set(memberNames(member))) {
      const named: Target = targets.get(name) ?? new Map()
      for (const [number, option] of wholeOf(member)) named.set(number, option)
      targets.set(name, named)
    }
  for (const [name, column] of columnsByName(columns)) targets.set(name, targetOf(column))
  return targets
}

function targetOf({ holds, number }: Column): Target {
  const isList = holds.kind === 'answer' && holds.option === undefined && holds.member.options.size > 0
  return isList ? wholeOf(holds.member) : new Map([[number, undefined]])
}

function wholeOf({ column, options }: Member): Target {
  const ofOptions = [...options.values()].map((option) => [option.column.number, option.name] as const)
  return new Map<number, string | undefined>([
    ...(column ? [[column.number, undefined] as const] : []),
    ...ofOptions,
  ])
}
