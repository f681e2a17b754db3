import { typeNamed } from '../form/components.ts'
import type { JsonObject } from '../form/value.ts'
import { isChoiceType, onOneLine } from './answers.ts'
import type { Spool } from './bytes.ts'
import { mainMember, type Column, type Columns, type Member, type Question } from './columns.ts'
import { holding } from './columns/column-type.ts'
import { noteSequence } from './order.ts'
import {
  beginRow,
  putCell,
  putRun,
  remakeRows,
  textOfCell,
  type ReadRow,
  type RowBlock,
} from './rows/remake-rows.ts'
import { kinds } from './table.ts'

/** A question as a spec has it. */
export type SpecQuestion = {
  readonly type: string
  readonly headline: string
  /** In the order of the form; none where anything can be answered. */
  readonly options: readonly string[]
  /** What else a codebook says: the ends of a scale and what they mean, bounds, the unit, the text of a consent. */
  readonly about: Readonly<Record<string, string | number>>
  /** Whether everybody who finishes the form was asked, since no condition hides or skips it. */
  readonly isForAll: boolean
  /** An answer to it, whose members have columns; absent: columns are those that responses show. */
  readonly sample?: JsonObject | undefined
}

/** A question that a form is known to ask. */
export type AskedQuestion = SpecQuestion & {
  readonly form: string
  /** Whether its form is asked for, and so has columns without responses. */
  readonly isNamed: boolean
}

/** By the member that holds the answers: the options that each form of a question offers, in its order. */
export type OfferedOptions = ReadonlyMap<Member, readonly (readonly string[])[]>

/** Finds a question in what forms ask, by type and headline. What a form asks twice stays unknown. */
export function askedBy(
  asked: readonly AskedQuestion[],
): (question: Pick<Question, 'forms' | 'type' | 'headline'>) => readonly AskedQuestion[] {
  const keyOf = (form: string, type: string, headline: string): string =>
    JSON.stringify([form, type, onOneLine(headline)])
  const byQuestion = Map.groupBy(asked, ({ form, type, headline }) => keyOf(form, type, headline))
  return ({ forms, type, headline }) =>
    [...forms]
      .toSorted()
      .map((form) => byQuestion.get(keyOf(form, type.text, headline.text)) ?? [])
      .flatMap((same) => (same.length === 1 ? same : []))
}

export function offeredOptions(columns: Columns, asked: readonly AskedQuestion[]): OfferedOptions {
  const offered = new Map<Member, readonly (readonly string[])[]>()
  if (asked.length === 0) return offered
  const askedOf = askedBy(asked)
  for (const question of columns.questions()) {
    const type = question.type.text
    const hasOptions = isChoiceType(type) || typeNamed(type)?.answerKind === 'ranking'
    const member = hasOptions ? mainMember(question) : undefined
    if (member)
      offered.set(
        member,
        askedOf(question).map(({ options }) => options),
      )
  }
  return offered
}

/** Gives each offered option a column. */
export function addColumnsOf(offered: OfferedOptions, columns: Columns): void {
  for (const [member, lists] of offered)
    for (const options of lists) {
      const added = options.map((name) => columns.option(member, name))
      for (const { column } of added) column.held |= holding.integer
      noteSequence(added)
    }
}

/** The member of answers to a type that is true, or missing: whoever does not agree, book or type anything gives no answer. */
export const trueMemberOf = (type: unknown): string | undefined => typeNamed(type)?.trueMember

/** Adds `false` to finished responses where no answer means no. `hidden`: columns that stay as they are. */
export function withNo<Rows extends { readonly columns: Columns; readonly spool: Pick<Spool, 'blocks'> }>(
  collected: Rows,
  asked: readonly AskedQuestion[],
  hidden: Pick<ReadonlyMap<Column, unknown>, 'has'> = new Map(),
): Rows {
  const { columns, spool } = collected
  const askedOf = askedBy(asked)
  const byForm = new Map<string, number[]>()
  for (const question of columns.questions()) {
    const column = question.members.get(trueMemberOf(question.type.text) ?? '')?.column
    if (!column || hidden.has(column)) continue
    for (const { form, isForAll } of askedOf(question))
      if (isForAll) byForm.set(form, [...(byForm.get(form) ?? []), column.number])
  }
  if (byForm.size === 0) return collected
  const [formId, finished] = [columns.of('record', 'formId').number, columns.of('record', 'finished').number]
  const remake = (row: ReadRow, into: RowBlock): void => {
    const isFinished = textOfCell(row, finished) === 'true'
    const asking = isFinished ? (byForm.get(textOfCell(row, formId) ?? '') ?? []) : []
    const missing = asking.filter((column) => textOfCell(row, column) === undefined)
    beginRow(into, row.cells.count + missing.length)
    // First, since a kept record is the last cell.
    for (const column of missing) putCell(into, { column, kind: kinds.boolean, from: 0, to: no.length }, no)
    putRun(into, row, { from: 0, to: row.cells.count })
  }
  return { ...collected, spool: { blocks: () => remakeRows(spool.blocks(), remake) } }
}

const no = new TextEncoder().encode('false')
