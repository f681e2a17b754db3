import { type Choices, readChoices } from '../answers.ts'
import { isPart, isTick, type Column, type Columns, type Question } from '../columns.ts'
import { cachePerCell } from '../rows/cell-cache.ts'
import { addChoice, addChoices, inFormOrder, noOptions, type OptionTally } from '../option-tally.ts'
import { eachRow } from '../rows/remake-rows.ts'
import { kinds, type Table } from '../table.ts'

/** Counts for a codebook that tables do not show: the forms that ask a question, and the options of its answers. */
export type Answers = {
  /** The ids of the forms that asked a question, sorted. */
  readonly formsOf: (question: Question) => readonly string[]
  readonly of: (column: Column) => AnswersInColumn
}

type AnswersInColumn = {
  /** Responses with a value in it; for lists, with an option chosen. */
  readonly answered: number
  /** Whether some answers are lists of choices. */
  readonly hasLists: boolean
  /** How many responses chose each option; absent for columns without choices. */
  readonly options?: ReadonlyMap<string, number>
  /** Whether there were more options than are counted. */
  readonly isCut: boolean
}

/** The members that hold choices, by the answer shapes of version 2.0. */
const choiceMembers: ReadonlySet<string> = new Set(['selected', 'choices'])

/** Whether a column holds choices: whole, one option, or a row of a Matrix. */
export const isOfChoices = (column: Column): boolean =>
  column.holds.kind === 'answer' &&
  (choiceMembers.has(column.holds.member.name) || (isPart(column) && column.holds.member.name === 'rows'))

type Counting = {
  readonly question: Question
  readonly tally: OptionTally
  readonly hasOptions: boolean
  /** The form of the last row with a cell of it. */
  form?: string
}

/** Counts the answers in collected rows, whose lists of choices are JSON. Memory does not grow with the rows. */
export async function countAnswers(blocks: AsyncIterable<Uint8Array>, columns: Columns): Promise<Answers> {
  const counted = columns.all.map((column): Counting | undefined => {
    if (column.holds.kind !== 'answer') return undefined
    const { member } = column.holds
    const hasOptions = isOfChoices(column) && !isTick(column)
    return { question: member.question, tally: noOptions(), hasOptions }
  })
  const forms = new Map<Question, Set<string>>()
  const formId = columns.of('record', 'formId').number
  const read = cachePerCell(({ kind, text }) => ({
    text,
    choices: kind === kinds.json ? readChoices(text) : undefined,
  }))
  await eachRow(blocks, (row) => {
    const { cells } = row
    const formCell = cells.columns.indexOf(formId)
    const form =
      formCell >= 0 && formCell < cells.count && cells.kinds[formCell] === kinds.text
        ? read(row, formCell).text
        : undefined
    for (let i = 0; i < cells.count; i++) {
      const column = counted[cells.columns[i] ?? 0]
      if (column === undefined) continue
      if (form !== undefined && column.form !== form) {
        forms.set(column.question, (forms.get(column.question) ?? new Set()).add(form))
        column.form = form
      }
      if (cells.starts[i] === cells.ends[i]) continue
      const isRead = cells.kinds[i] === kinds.json || column.hasOptions
      if (isRead) countCell(column, read(row, i))
      else column.tally.choosers++
    }
  })
  return {
    formsOf: (question) => [...(forms.get(question) ?? [])].toSorted(),
    of: ({ number }) => answersIn(counted[number]),
  }
}

type Cell = { readonly text: string; readonly choices: Choices | undefined }

function countCell({ tally, hasOptions }: Counting, { text, choices }: Cell): void {
  if (choices) addChoices(tally, choices)
  else if (hasOptions) addChoice(tally, text)
  else tally.choosers++
}

const noAnswers: AnswersInColumn = { answered: 0, hasLists: false, isCut: false }

function answersIn(column: Counting | undefined): AnswersInColumn {
  if (!column) return noAnswers
  const { tally, hasOptions } = column
  const { choosers: answered, hasLists, isCut } = tally
  if (!hasOptions) return { answered, hasLists, isCut: false }
  // Single choices do not reveal the order of the form.
  const ordered = hasLists ? inFormOrder(tally) : [...tally.options.values()]
  return { answered, hasLists, isCut, options: new Map(ordered.map(({ name, count }) => [name, count])) }
}

export type CellCounts = {
  readonly answered: number
  /** Cells with a 1; the other answered cells of an option's column have a 0. */
  readonly ones: number
}

const one = 0x31

export async function countCells({
  columns,
  rows: batches,
}: Table): Promise<{ readonly rows: number; readonly columns: readonly CellCounts[] }> {
  const counts = columns.map(() => ({ answered: 0, ones: 0 }))
  let rows = 0
  for await (const { rows: count, kinds: kindOf, starts, ends, bytes } of batches()) {
    rows += count
    for (let cell = 0, column = 0; cell < count * columns.length; cell++, column++) {
      if (column === columns.length) column = 0
      const [start = 0, end = 0] = [starts[cell], ends[cell]]
      const counted = counts[column]
      if (!counted || kindOf[cell] === kinds.none || start === end) continue
      counted.answered++
      if (end - start === 1 && bytes[start] === one) counted.ones++
    }
  }
  return { rows, columns: counts }
}
