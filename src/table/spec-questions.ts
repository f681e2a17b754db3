import {
  questionFinder,
  isChoiceType,
  trueMemberOf,
  type FormQuestion,
  type MergeOptions,
  noteForm,
  noteText,
  onOneLine,
} from './questions.ts'
import { answerFactsOf } from '../form/answer-facts.ts'
import { cellTypes } from './cell-values.ts'
import type { Spool } from '../record/bytes.ts'
import {
  mainMember,
  type Column,
  type Columns,
  type Member,
  type OfferedOptions,
  makeColumns,
  type QuestionColumns,
} from './columns.ts'
import { mapFollowers, noteSequence } from './order.ts'
import {
  beginRow,
  putCell,
  putRun,
  remakeRows,
  textOfCell,
  type ReadRow,
  type RowBlock,
} from './sparse-rows.ts'
import { kinds } from './table.ts'
import { collectRow, makeRowCollector } from './collect.ts'

export function offeredOptions(columns: Columns, asked: readonly FormQuestion[]): OfferedOptions {
  const offered = new Map<Member, readonly (readonly string[])[]>()
  if (asked.length === 0) return offered
  const askedOf = questionFinder(asked)
  for (const question of columns.questions()) {
    const type = question.type.text
    const hasOptions = isChoiceType(type) || answerFactsOf(type)?.answerKind === 'ranking'
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
      for (const { column } of added) column.seenTypes |= cellTypes.integer
      noteSequence(added)
    }
}

/** Adds `false` to finished responses where no answer means no. `hidden`: columns that stay as they are. */
export function withNo<Rows extends { readonly columns: Columns; readonly spool: Pick<Spool, 'blocks'> }>(
  collected: Rows,
  asked: readonly FormQuestion[],
  hidden: Pick<ReadonlyMap<Column, unknown>, 'has'> = new Map(),
): Rows {
  const { columns, spool } = collected
  const askedOf = questionFinder(asked)
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

type How = Parameters<typeof makeRowCollector>[1]

/**
 * Adds the columns of questions that nobody answered. The id of such a question is not known: its headline stands for it, also once
 * responses show the id, so that a columns file keeps its column. The result puts all columns in the order of the
 * specs, to be called once questions were merged; what the spec of its form does not know comes last.
 */
export function addAsked(columns: Columns, asked: readonly FormQuestion[], how: How): () => void {
  const answered = [...columns.questions()]
  const met = new Set(answered.flatMap(({ forms }) => [...forms]))
  const taken = new Set(answered.map(({ name }) => name))
  const sequences = Array.from(
    Map.groupBy(asked, ({ form }) => form),
    ([form, questions]) => {
      const free = new Set(answered.filter(({ forms }) => forms.has(form)))
      const sequence = questions.flatMap((one) => {
        const { type, headline, sample, isNamed } = one
        const title = onOneLine(headline)
        const isSame = (other: { readonly type: string; readonly headline: string }): boolean =>
          other.type === type && onOneLine(other.headline) === title
        const isAnswered = (other: QuestionColumns): boolean =>
          isSame({ type: other.type.text, headline: other.headline.text })
        // Which of two equal questions was answered is not known.
        const isUnclear = questions.filter(isSame).length > 1 && answered.some(isAnswered)
        if (!sample || isUnclear || (!isNamed && !met.has(form))) return []
        const real = [...free].find(isAnswered)
        let id = title || type
        while (taken.has(id)) id += ` [${form}]`
        taken.add(id)
        const question = columns.question(id)
        if (real) {
          free.delete(real)
          columns.merge(question, real)
        } else {
          noteForm(question, form)
          noteText(question.headline, headline, '')
          noteText(question.type, type, '')
          question.types.add(type)
        }
        addColumns(columns, real ?? question, one, how)
        return [{ id, headline }]
      })
      return { form, sequence }
    },
  )
  return () =>
    sequences.forEach(({ form, sequence }) => {
      const known = sequence.map(({ id, headline }) => {
        const question = columns.question(id)
        // Of several versions of a question, the spec has the newest wording.
        if (onOneLine(question.headline.text) !== onOneLine(headline)) question.headline.text = headline
        return question
      })
      putInOrder(columns, form, [...new Set(known)])
    })
}

/** Adds the columns of a sample answer, with the types of its values. */
function addColumns(
  columns: Columns,
  question: QuestionColumns,
  { sample, options: selected }: Pick<FormQuestion, 'sample' | 'options'>,
  how: How,
): void {
  const samples = makeColumns()
  const isTicked = how.multi === 'columns' && sample?.['selected'] !== undefined
  const response = { ...sample, ...(isTicked && { selected }) }
  collectRow(makeRowCollector(samples, how), { data: [{ questionId: question.name, response }] })
  const members = [...samples.question(question.name).members.values()].map((from) => {
    const into = columns.member(question, from.name)
    into.hasLists ||= Array.isArray(sample?.[from.name])
    if (from.column) expect(columns.whole(into), from.column)
    const options = Array.from(from.options.values(), ({ name, column }) => {
      const option = columns.option(into, name)
      expect(option.column, column)
      return option
    })
    if (from.name !== 'ranking') noteSequence(options)
    return into
  })
  noteSequence(members)
}

const expect = (column: Column, { seenTypes }: Column): void => void (column.expected = seenTypes)

/** Puts the questions of a form's spec in their order, and others that it asked after them. */
function putInOrder(columns: Columns, form: string, known: readonly QuestionColumns[]): void {
  const last = known.at(-1)
  if (!last) return
  const ranks = new Map(known.map((question, rank) => [question, rank]))
  const others = new Set([...columns.questions()].filter((one) => !ranks.has(one) && one.forms.has(form)))
  mapFollowers(known, (to, from) =>
    !others.has(to) && (ranks.get(to) ?? known.length) > (ranks.get(from) ?? 0) ? to : undefined,
  )
  mapFollowers(others, (to) => (ranks.has(to) ? undefined : to))
  noteSequence(known)
  last.seen.followers = new Set([...last.seen.followers, ...others])
}

/** Notes which key a question has in its spec, by what forms ask and by what the lock file remembers of them. */
export function noteKeys(columns: Columns, asked: readonly FormQuestion[], merging?: MergeOptions): void {
  const askedOf = questionFinder(asked)
  const keys = new Map((merging?.forms ?? []).map((form) => [form.id, form.keys ?? []]))
  for (const question of columns.questions()) {
    const { type, headline, forms } = question
    const locked = [...forms].flatMap((form) => keys.get(form) ?? [])
    const isSame = (other: (typeof locked)[number]): boolean =>
      other.type === type.text && onOneLine(other.headline) === onOneLine(headline.text)
    const key = askedOf(question).find((one) => one.key !== undefined)?.key ?? locked.find(isSame)?.key
    if (key !== undefined) question.key = key
  }
}
