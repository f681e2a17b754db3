import { choicesOf } from '../cell-text.ts'
import type { Column, Member } from '../columns.ts'
import { kinds, type RowBatch, type Table, type TableColumn } from '../table.ts'
import { longestOption, mostOptions, type Observed } from './observed.ts'
import { splitList } from './split-list.ts'

/** What the cells of a column hold, counted. */
export type Tally = {
  /** Cells with something in them. */
  answered: number
  /** How often each option was chosen; absent of columns that hold no choice. */
  readonly options?: Map<string, number>
  /** Whether there were more options than are kept. */
  isCut: boolean
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Counts the rows of a table and what stands in its columns, in memory that does not grow with the rows. */
export async function tallyOf(
  table: Table,
  observed: Observed,
): Promise<{ readonly rows: number; readonly tallies: readonly Tally[] }> {
  const readers = table.columns.map((column) => readerOf(column, observed))
  let rows = 0
  for await (const batch of table.rows()) {
    rows += batch.rows
    countCells(batch, readers)
  }
  return { rows, tallies: readers.map(({ tally }) => tally) }
}

type Reader = {
  readonly tally: Tally
  readonly optionsIn?: (text: string, kind: number) => readonly string[]
}

function countCells(
  { rows, kinds: ofKinds, starts, ends, bytes }: RowBatch,
  readers: readonly Reader[],
): void {
  let i = 0
  for (let row = 0; row < rows; row++)
    for (const { tally, optionsIn } of readers) {
      const [kind = kinds.none, start = 0, end = 0] = [ofKinds[i], starts[i], ends[i]]
      i++
      if (kind === kinds.none || start === end) continue
      tally.answered++
      if (optionsIn)
        for (const option of optionsIn(decoder.decode(bytes.subarray(start, end)), kind)) count(tally, option)
    }
}

function count(tally: Tally, option: string): void {
  const before = tally.options?.get(option)
  const isKept =
    before !== undefined || ((tally.options?.size ?? 0) < mostOptions && option.length <= longestOption)
  if (isKept) tally.options?.set(option, (before ?? 0) + 1)
  else tally.isCut = true
}

/** The members that hold what was chosen, by the answer shapes of version 2.0. */
const choiceMembers: ReadonlySet<string> = new Set(['selected', 'choices'])

/** The member whose choices a column holds, in one cell or an option a column. */
export function choiceMember({ holds }: Column): Member | undefined {
  return holds.kind === 'answer' && choiceMembers.has(holds.member.name) ? holds.member : undefined
}

function readerOf({ source }: TableColumn, observed: Observed): Reader {
  const member = source && choiceMember(source)
  if (source === undefined || member === undefined) return { tally: { answered: 0, isCut: false } }
  const isOption = source.holds.kind === 'answer' && source.holds.option !== undefined
  // Those that nobody chose are options, too.
  const names = isOption ? ['1', '0'] : observed.optionsOf(member)
  const tally = {
    answered: 0,
    options: new Map(names.map((name) => [name, 0])),
    isCut: !isOption && observed.isCut(member),
  }
  const isJoined = !isOption && observed.hasLists(member)
  return {
    tally,
    optionsIn: (text, kind) =>
      kind === kinds.json ? chosenIn(text) : isJoined && kind === kinds.text ? splitList(text) : [text],
  }
}

function chosenIn(json: string): readonly string[] {
  const value: unknown = JSON.parse(json)
  const choices = Array.isArray(value) ? choicesOf(value) : undefined
  return choices?.options.filter(({ isChosen }) => isChosen).map(({ name }) => name) ?? []
}
