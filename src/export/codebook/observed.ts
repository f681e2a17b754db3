import type { Choices } from '../cell-text.ts'
import type { Column, Columns, Question } from '../columns.ts'
import { makeKnownCells, type OfCell } from '../known-cells.ts'
import { chosenIn, readChoices } from '../lists.ts'
import { mergedOrder, noteSequence, unseen, type Seen } from '../merged-order.ts'
import { eachRow, type ReadRow } from '../row-blocks.ts'
import { kinds } from '../table.ts'

/** What a codebook tells that no cell of a table holds: which forms ask a question, and the options of its answers. */
export type Observed = {
  /** The ids of the forms that asked a question, sorted. */
  readonly formsOf: (question: Question) => readonly string[]
  readonly of: (column: Column) => ObservedColumn
}

/** What the answers in a column are. */
export type ObservedColumn = {
  /** Responses with something in it; in a list, with something chosen. */
  readonly answered: number
  /** Whether some of them are lists of choices. */
  readonly hasLists: boolean
  /** How many responses chose each option, in the order of the form; absent of columns that hold no choices. */
  readonly options?: ReadonlyMap<string, number>
  /** Whether there were more options than are kept. */
  readonly isCut: boolean
}

/** Most options of one question; a form has some dozens, and what people type in must not fill the memory. */
export const mostOptions = 1000

/** The longest text that is taken for an option. */
const longestOption = 1000

/** Looks through rows as they were collected, lists of choices as JSON, in memory that does not grow with them. */
export async function observeRows(blocks: AsyncIterable<Uint8Array>, columns: Columns): Promise<Observed> {
  const observing = startObserving(columns)
  await eachRow(blocks, (row) => observeRow(observing, row))
  const { answers, forms } = observing
  return {
    formsOf: (question) => [...(forms.get(question) ?? [])].toSorted(),
    of: ({ number }) => toldOf(answers[number]),
  }
}

type Option = { readonly name: string; readonly group: string; readonly seen: Seen<Option>; count: number }

/** An answer's column while rows are looked through. */
type Answer = {
  readonly question: Question
  readonly options: Map<string, Option> | undefined
  answered: number
  hasLists: boolean
  isCut: boolean
  /** The form of the last row that has it. */
  form?: string
}

type Observing = {
  /** By the numbers of columns. */
  readonly answers: readonly (Answer | undefined)[]
  readonly formId: number
  readonly forms: Map<Question, Set<string>>
  readonly read: OfCell<Read>
}

/** A cell, and what it tells of options where it is a list of these. */
type Read = { readonly text: string; readonly choices: Choices | undefined }

/** The members that hold what was chosen, by the answer shapes of version 2.0. */
const choiceMembers: ReadonlySet<string> = new Set(['selected', 'choices'])

/** Whether a column holds choices, in one cell or an option a column. */
export const isOfChoices = ({ holds }: Column): boolean =>
  holds.kind === 'answer' && choiceMembers.has(holds.member.name)

const startObserving = (columns: Columns): Observing => ({
  answers: columns.all.map((column): Answer | undefined => {
    if (column.holds.kind !== 'answer') return undefined
    const { member, option } = column.holds
    const options = isOfChoices(column) && option === undefined ? new Map<string, Option>() : undefined
    return { question: member.question, options, answered: 0, hasLists: false, isCut: false }
  }),
  formId: columns.of('record', 'formId').number,
  forms: new Map(),
  read: makeKnownCells(({ kind, text }) => ({
    text,
    choices: kind === kinds.json ? readChoices(text) : undefined,
  })),
})

function observeRow(observing: Observing, row: ReadRow): void {
  const { answers, formId, forms, read } = observing
  const { cells } = row
  let form: string | undefined
  for (let i = 0; i < cells.count; i++)
    if (cells.columns[i] === formId && cells.kinds[i] === kinds.text) form = read(row, i).text
  for (let i = 0; i < cells.count; i++) {
    const answer = answers[cells.columns[i] ?? 0]
    if (answer === undefined) continue
    if (form !== undefined && answer.form !== form) {
      forms.set(answer.question, (forms.get(answer.question) ?? new Set()).add(form))
      answer.form = form
    }
    if (cells.starts[i] === cells.ends[i]) continue
    const isJson = cells.kinds[i] === kinds.json
    if (isJson || answer.options) observeAnswer(answer, read(row, i))
    else answer.answered++
  }
}

function observeAnswer(answer: Answer, { text, choices }: Read): void {
  if (!choices) {
    answer.answered++
    count(answer, text)
    return
  }
  answer.hasLists = true
  noteSequence(choices.options.flatMap(({ name }) => optionOf(answer, name) ?? []))
  const chosen = chosenIn(choices)
  if (chosen.length > 0) answer.answered++
  // A response that names an option twice chose it once.
  for (const name of new Set(chosen)) count(answer, name)
}

function count(answer: Answer, name: string): void {
  const option = optionOf(answer, name)
  if (option) option.count++
}

function optionOf(answer: Answer, name: string): Option | undefined {
  const { options } = answer
  const known = options?.get(name)
  if (known || !options) return known
  if (options.size >= mostOptions || name.length > longestOption) {
    answer.isCut = true
    return undefined
  }
  const option: Option = { name, group: '', seen: unseen(), count: 0 }
  options.set(name, option)
  return option
}

const nothing: ObservedColumn = { answered: 0, hasLists: false, isCut: false }

function toldOf(answer: Answer | undefined): ObservedColumn {
  if (!answer) return nothing
  const { answered, hasLists, isCut, options } = answer
  // Single choices have no order but that in which they came; that of lists is the form's.
  const ordered = options && (hasLists ? mergedOrder([...options.values()]) : [...options.values()])
  return {
    answered,
    hasLists,
    isCut,
    ...(ordered && { options: new Map(ordered.map((option) => [option.name, option.count])) }),
  }
}
