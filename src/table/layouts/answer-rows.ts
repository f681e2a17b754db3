import {
  addCell,
  addNumber,
  clearCells,
  makeCells,
  makeSpan,
  putCells,
  reach,
  reachAll,
  type MadeCells,
  type Span,
} from '../rows/cell-buffer.ts'
import { runsOf, type Part, type Run } from './answer-runs.ts'
import type { Column, Question } from '../columns.ts'
import { mainMember } from '../main-member.ts'
import type { ItemsOf } from './list-items.ts'
import type { ReadRow, RowBlock } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'
import { viewOf } from '../bytes.ts'

/** How rows of answers are made. */
export type AnswerRows = {
  readonly parts: readonly Part[]
  /** Whose cells become rows, in this order. */
  readonly answers: readonly Column[]
  /** How questions are called. */
  readonly titles: ReadonlyMap<Question, string>
  /** The rows of a cell. */
  readonly itemsOf: ItemsOf
}

type Making = {
  readonly itemsOf: ItemsOf
  readonly runs: readonly Run[]
  /** By the number of a column of answers: its rank, from 1; the cells of each run that tell of its question. */
  readonly ranks: Uint32Array
  readonly told: readonly (readonly MadeCells[] | undefined)[]
  /** The places in a response of its answers, in their order. */
  order: Uint32Array
  /** The text that is being copied, and what the row that is being made tells of its answer. */
  readonly span: Span
  readonly value: Span
}

/** Makes rows of answers out of rows of responses. */
export function makeAnswerRows(rows: AnswerRows): (row: ReadRow, into: RowBlock) => void {
  const making = startMaking(rows)
  let responseNumber = 0
  return (row, into) => {
    responseNumber++
    for (const run of making.runs)
      if (run.of === 'response') fillResponse(run, row, { responseNumber, span: making.span })
    const answers = sortAnswers(making, row)
    for (let i = 0; i < answers; i++) addAnswer(making, { row, i: making.order[i] ?? 0 }, into)
  }
}

function startMaking({ parts, answers, titles, itemsOf }: AnswerRows): Making {
  const runs = runsOf(parts)
  const ranks = new Uint32Array(answers.reduce((most, { number }) => Math.max(most, number + 1), 0))
  const told: Making['told'][number][] = []
  for (const [i, column] of answers.entries()) {
    ranks[column.number] = i + 1
    told[column.number] = toldOf(column, runs, titles)
  }
  return { itemsOf, runs, ranks, told, order: new Uint32Array(64), span: makeSpan(), value: makeSpan() }
}

const encoder = new TextEncoder()
const no = viewOf(encoder.encode('false'))
const yes = viewOf(encoder.encode('true'))

/** What the rows of an answer tell of its question, the same in all of them. */
function toldOf(
  { holds }: Column,
  runs: readonly Run[],
  titles: AnswerRows['titles'],
): Making['told'][number] {
  if (holds.kind !== 'answer') return undefined
  const { member } = holds
  const { question } = member
  const texts: Readonly<Record<string, string>> = {
    questionId: question.name,
    question: titles.get(question) ?? question.name,
    type: question.type,
    member: mainMember(question) === member ? '' : member.name,
  }
  return runs.map(({ of, slots }) => {
    const [cells, span] = [makeCells(), makeSpan()]
    if (of !== 'question') return cells
    for (const { column, part } of slots) {
      const text = viewOf(encoder.encode(texts[part.holds] ?? ''))
      const isNone = part.holds === 'type' && text.byteLength === 0
      reachAll(span, text)
      if (!isNone) addCell(cells, column * 8 + kinds.text, span)
    }
    return cells
  })
}

function fillResponse(
  { slots, cells: made }: Run,
  row: ReadRow,
  { responseNumber, span }: { readonly responseNumber: number; readonly span: Span },
): void {
  clearCells(made)
  for (const { column, part } of slots) {
    if (part.holds !== 'response') {
      addNumber(made, column * 8 + kinds.number, responseNumber)
      continue
    }
    const i = placeIn(row.cells, part.column.number)
    if (i < 0) continue
    reach(span, row, i)
    addCell(made, column * 8 + (row.cells.kinds[i] ?? 0), span)
  }
}

function placeIn({ count, columns }: ReadRow['cells'], column: number): number {
  for (let i = 0; i < count; i++) if (columns[i] === column) return i
  return -1
}

/** Puts the cells that are answers in the order of their columns, in which nearly always they come; gives their number. */
function sortAnswers(making: Making, { cells: { count, columns } }: ReadRow): number {
  const { ranks } = making
  if (count > making.order.length) making.order = new Uint32Array(2 * count)
  const { order } = making
  let answers = 0
  for (let i = 0; i < count; i++) {
    const rank = ranks[columns[i] ?? 0] ?? 0
    if (rank === 0) continue
    let at = answers++
    for (; at > 0 && (ranks[columns[order[at - 1] ?? 0] ?? 0] ?? 0) > rank; at--)
      order[at] = order[at - 1] ?? 0
    order[at] = i
  }
  return answers
}

type Answer = { readonly row: ReadRow; readonly i: number }

function addAnswer(making: Making, { row, i }: Answer, into: RowBlock): void {
  const { runs, value } = making
  const { cells } = row
  const told = making.told[cells.columns[i] ?? 0]
  if (told === undefined) return
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (run?.of === 'question') run.cells = told[at] ?? run.cells
  }
  const items = making.itemsOf(row, i)
  if (items === undefined) {
    reach(value, row, i)
    addRow(making, { kind: cells.kinds[i] ?? 0, isChosen: false }, into)
  } else
    for (const item of items) {
      reachAll(value, item.text)
      addRow(making, item, into)
    }
}

type RowOfAnswer = { readonly kind: number; readonly isChosen: boolean }

/** Adds the row of an answer, or of an option, whose text is the `value`. */
function addRow({ runs, span, value }: Making, { kind, isChosen }: RowOfAnswer, into: RowBlock): void {
  for (const { of, slots, cells } of runs) {
    if (of !== 'row') continue
    clearCells(cells)
    for (const { column, part } of slots) {
      if (part.holds === 'chosen') {
        reachAll(span, isChosen ? yes : no)
        addCell(cells, column * 8 + kinds.boolean, span)
      } else if (part.holds === 'option') addCell(cells, column * 8 + kinds.text, value)
      else if (kind !== kinds.none) addCell(cells, column * 8 + kind, value)
    }
  }
  putCells(into, runs)
}
