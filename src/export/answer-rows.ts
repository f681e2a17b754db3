import { mainMember, type Column, type Question } from './columns.ts'
import type { MadeItem } from './list-items.ts'
import { beginRow, putCell, type ReadRow, type RowBlock } from './row-blocks.ts'
import { kinds, type Shown } from './table.ts'
import { makeTextBytes, type TextBytes } from './text-bytes.ts'

/** What a column of a table of answers holds: something of the response, of the question, or of the answer. */
export type Part = { readonly holds: 'response'; readonly column: Column } | { readonly holds: Shown }

type QuestionPart = 'questionId' | 'question' | 'type' | 'member'

/** How rows of answers are made. */
export type AnswerRows = {
  readonly parts: readonly Part[]
  /** Whose cells become rows, in this order. */
  readonly answers: readonly Column[]
  /** How questions are called. */
  readonly titles: ReadonlyMap<Question, string>
  /** The rows of a cell; undefined: one, with the cell as it is. */
  readonly itemsOf: (kind: number, text: Uint8Array) => readonly MadeItem[] | undefined
}

/** A cell of the row that is being made; it stands in the column of its number. */
type Slot = { readonly column: number; kind: number; bytes: Uint8Array; from: number; to: number }

type Making = {
  readonly rows: AnswerRows
  readonly slots: readonly Slot[]
  readonly bytesOf: TextBytes
  /** Of each part that is asked for, its slot. */
  readonly of: Readonly<Partial<Record<Exclude<Part['holds'], 'response'>, Slot>>>
  /** By the number of a column: the slot of a response's column; the rank of an answer's, from 1, and its question. */
  readonly responseSlots: readonly (Slot | undefined)[]
  readonly ranks: Uint32Array
  readonly told: readonly (Readonly<Record<QuestionPart, Uint8Array>> | undefined)[]
}

const encoder = new TextEncoder()
const [no, yes] = [encoder.encode('false'), encoder.encode('true')]

/** Makes rows of answers out of rows of responses. */
export function makeAnswerRows(rows: AnswerRows): (row: ReadRow, into: RowBlock) => void {
  const making = startMaking(rows)
  const order: number[] = []
  let responseNumber = 0
  return (row, into) => {
    responseNumber++
    fillResponse(making, row, responseNumber)
    sortAnswers(making, row, order)
    for (const i of order) addAnswer(making, { row, i }, into)
  }
}

function startMaking(rows: AnswerRows): Making {
  const { parts, answers, titles } = rows
  const bytes = new Uint8Array(0)
  const slots = parts.map((_, column): Slot => ({ column, kind: kinds.none, bytes, from: 0, to: 0 }))
  const of: Partial<Record<Part['holds'], Slot>> = {}
  const responseSlots: Slot[] = []
  for (const [i, part] of parts.entries()) {
    const slot = slots[i]
    if (slot && part.holds === 'response') responseSlots[part.column.number] = slot
    else if (slot) of[part.holds] = slot
  }
  const ranks = new Uint32Array(answers.reduce((most, { number }) => Math.max(most, number + 1), 0))
  const told: Making['told'][number][] = []
  for (const [i, column] of answers.entries()) {
    ranks[column.number] = i + 1
    told[column.number] = toldOf(column, titles)
  }
  return { rows, slots, bytesOf: makeTextBytes(), of, responseSlots, ranks, told }
}

function toldOf({ holds }: Column, titles: AnswerRows['titles']): Making['told'][number] {
  if (holds.kind !== 'answer') return undefined
  const { member } = holds
  const { question } = member
  return {
    questionId: encoder.encode(question.name),
    question: encoder.encode(titles.get(question) ?? question.name),
    type: encoder.encode(question.type),
    member: encoder.encode(mainMember(question) === member ? '' : member.name),
  }
}

function fill(slot: Slot | undefined, kind: number, bytes: Uint8Array): void {
  if (!slot) return
  slot.kind = kind
  slot.bytes = bytes
  slot.from = 0
  slot.to = bytes.length
}

function fillResponse(
  { of, responseSlots, bytesOf }: Making,
  { cells, bytes }: ReadRow,
  number: number,
): void {
  fill(of.responseNumber, kinds.number, bytesOf(String(number)))
  // Cells of the response before must not stay.
  responseSlots.forEach((slot) => {
    if (slot) slot.kind = kinds.none
  })
  for (let i = 0; i < cells.count; i++) {
    const slot = responseSlots[cells.columns[i] ?? 0]
    if (slot === undefined) continue
    slot.kind = cells.kinds[i] ?? 0
    slot.bytes = bytes
    slot.from = cells.starts[i] ?? 0
    slot.to = cells.ends[i] ?? 0
  }
}

/** The cells that are answers, in the order of their columns; nearly always they come so. */
function sortAnswers({ ranks }: Making, { cells }: ReadRow, order: number[]): void {
  order.length = 0
  const rankOf = (i: number | undefined): number => ranks[cells.columns[i ?? 0] ?? 0] ?? 0
  for (let i = 0; i < cells.count; i++) {
    const rank = rankOf(i)
    if (rank === 0) continue
    let at = order.length
    while (at > 0 && rankOf(order[at - 1]) > rank) at--
    order.splice(at, 0, i)
  }
}

type Answer = { readonly row: ReadRow; readonly i: number }

function addAnswer(making: Making, { row: { cells, bytes }, i }: Answer, into: RowBlock): void {
  const { of, told, rows } = making
  const question = told[cells.columns[i] ?? 0]
  if (question === undefined) return
  const kind = cells.kinds[i] ?? 0
  const text = bytes.subarray(cells.starts[i], cells.ends[i])
  const items = rows.itemsOf(kind, text)
  if (items?.length === 0) return
  fill(of.questionId, kinds.text, question.questionId)
  fill(of.question, kinds.text, question.question)
  fill(of.type, question.type.length > 0 ? kinds.text : kinds.none, question.type)
  fill(of.member, kinds.text, question.member)
  if (items === undefined) {
    fill(of.value, kind, text)
    addRow(making, into)
  } else
    for (const item of items) {
      fill(of.value, item.kind, item.text)
      fill(of.option, kinds.text, item.text)
      fill(of.chosen, kinds.boolean, item.isChosen ? yes : no)
      addRow(making, into)
    }
}

function addRow({ slots }: Making, into: RowBlock): void {
  let count = 0
  for (const { kind } of slots) if (kind !== kinds.none) count++
  beginRow(into, count)
  for (const slot of slots) if (slot.kind !== kinds.none) putCell(into, slot, slot.bytes)
}
