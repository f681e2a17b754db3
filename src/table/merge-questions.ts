import { mergeQuestion, sameQuestions, type MergeOptions } from './questions.ts'
import { Failure } from '../failure/failure.ts'
import { cellTypes } from './cell-values.ts'
import type { Collected, Merge } from './collect.ts'
import { type Column, type Columns, keepHeadline, type Member, type QuestionColumns } from './columns.ts'
import { mapFollowers, mergeSeen } from './order.ts'
import { beginRow, putCell, remakeRows, textOfCell } from './sparse-rows.ts'
import { kinds } from './table.ts'
import { questionTitle, questionTitleOrType } from './columns/header.ts'

/**
 * Makes questions of several forms one, in columns and rows. Questions of one questionnaire are the same if they have the same key,
 * else the same headline and component type; where a form asks that several times, the first ones are the same, then the second.
 * `joined`: ids of questions that are one by hand, each with the id that stands for it. Adds the column `formName` where names
 * of forms are known. Throws a Failure for a response that answers two questions that are joined.
 */
export function mergeQuestions(
  collected: Collected,
  { forms, mergesAll }: MergeOptions,
  joined: ReadonlyMap<string, string> = new Map(),
): Collected {
  const { columns } = collected
  const byHand = [...joined].map(([id, into]) => [columns.expect(into), columns.expect(id)])
  const { groups, alike } = sameQuestions([...columns.questions()], { forms, mergesAll })
  const intoOf = new Map<QuestionColumns, QuestionColumns>()
  const final = (question: QuestionColumns): QuestionColumns => {
    const into = intoOf.get(question)
    return into ? final(into) : question
  }
  for (const [first, ...others] of [...byHand, ...groups])
    for (const other of others)
      if (first && final(first) !== final(other)) intoOf.set(final(other), final(first))
  const targets = new Map<number, number>()
  for (const from of intoOf.keys()) mergeInto(columns, { from, into: final(from) }, targets)
  if (intoOf.size > 0) mapFollowers([...columns.questions()], final)
  const names = new Map(forms.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])))
  const formName = names.size > 0 ? columns.of('record', 'formName') : undefined
  if (formName && collected.rowCount > 0) formName.seenTypes |= cellTypes.text
  const merged = Map.groupBy(intoOf.keys(), final)
  return mergedRows({
    ...collected,
    merge: {
      merged: Array.from(merged, ([into, from]) => ({
        question: questionTitleOrType(into),
        ids: [into.name, ...from.map(({ name }) => name)],
      })),
      alike: alike.flatMap((questions) =>
        questions.slice(0, 1).map((first) => ({
          headline: questionTitleOrType(first),
          types: [...new Set(questions.map(({ type }) => type.text))],
        })),
      ),
      startRemake: () => makeRemake(columns, { targets, names, formName: formName?.number }),
    },
  })
}

/** Collected rows with the cells of merged columns. */
export const mergedRows = (collected: Collected): Collected => {
  const { merge, spool } = collected
  return merge
    ? { ...collected, spool: { blocks: () => remakeRows(spool.blocks(), merge.startRemake()) } }
    : collected
}

type Pair = { readonly from: QuestionColumns; readonly into: QuestionColumns }

/** Moves everything of a question into another one, and notes the column that each of its columns became. */
function mergeInto(columns: Columns, { from, into }: Pair, targets: Map<number, number>): void {
  for (const headline of [from.headline.text, ...from.headlines.all])
    if (headline !== '' && headline !== into.headline.text) keepHeadline(into, headline)
  if (from.headline.text !== into.headline.text) {
    if (into.headline.text !== '') keepHeadline(into, into.headline.text)
    into.isRenamed = true
  }
  into.isRenamed ||= from.isRenamed
  into.mergedIds = [...into.mergedIds, from.name, ...from.mergedIds]
  for (const type of from.types) into.types.add(type)
  mergeQuestion(into, from)
  const mergeMembers = (members: ReadonlyMap<string, Member>, target: Columns['member']): void => {
    for (const member of members.values())
      mergeMember(columns, { from: member, into: target(into, member.name) }, targets)
    mapFollowers([...(members === from.members ? into.members : into.entryMembers).values()], (member) =>
      target(into, member.name),
    )
  }
  mergeMembers(from.members, columns.member)
  mergeMembers(from.entryMembers, columns.entryMember)
  columns.merge(from, into)
}

function mergeMember(
  columns: Columns,
  { from, into }: { readonly from: Member; readonly into: Member },
  targets: Map<number, number>,
): void {
  const mergeColumn = (one: Column, other: Column): void => {
    other.seenTypes |= one.seenTypes
    if (one.expected !== undefined) other.expected ??= one.expected
    targets.set(one.number, other.number)
  }
  mergeSeen(into, from)
  into.hasOpenLists ||= from.hasOpenLists === true
  into.hasLists ||= from.hasLists === true
  if (from.column) mergeColumn(from.column, columns.whole(into))
  for (const option of from.options.values()) {
    const other = columns.option(into, option.name)
    mergeColumn(option.column, other.column)
    mergeSeen(other, option)
  }
  mapFollowers([...into.options.values()], (option) => columns.option(into, option.name))
}

type Remaking = {
  /** The column that each merged column became, by number. */
  readonly targets: ReadonlyMap<number, number>
  /** The names of forms, and the column that they are written to. */
  readonly names: ReadonlyMap<string, string>
  readonly formName: number | undefined
}

/** Makes a function that moves the cells of a row into merged columns, and adds the name of its form. */
function makeRemake(
  columns: Columns,
  { targets, names, formName }: Remaking,
): ReturnType<Merge['startRemake']> {
  const targetOf = Uint32Array.from(columns.all, ({ number }) => targets.get(number) ?? number)
  const formId = columns.of('record', 'formId').number
  const id = columns.of('record', 'id').number
  const encoded = new Map(Array.from(names, ([form, name]) => [form, encoder.encode(name)]))
  // The last row that had a cell of each column.
  const rows = new Float64Array(targetOf.length).fill(-1)
  return (row, into) => {
    const { cells, bytes, number } = row
    const name = formName === undefined ? undefined : encoded.get(textOfCell(row, formId) ?? '')
    beginRow(into, cells.count + (name ? 1 : 0))
    // First, since a kept record is the last cell.
    if (name) putCell(into, { column: formName ?? 0, kind: kinds.text, from: 0, to: name.length }, name)
    for (let i = 0; i < cells.count; i++) {
      const [from = 0, kind = 0] = [cells.columns[i], cells.kinds[i]]
      const column = targetOf[from] ?? from
      if (rows[column] === number)
        throw collision(columns, { column, response: textOfCell(row, id) ?? String(number + 1) })
      if (column < rows.length) rows[column] = number
      putCell(into, { column, kind, from: cells.starts[i] ?? 0, to: cells.ends[i] ?? 0 }, bytes)
    }
  }
}

const encoder = new TextEncoder()

function collision(
  columns: Columns,
  { column, response }: { readonly column: number; readonly response: string },
): Failure {
  const holds = columns.all[column]?.holds
  const question = holds?.kind === 'answer' ? questionTitle(holds.member.question) : ''
  return Failure.of('questions-collide', { question, response })
}
