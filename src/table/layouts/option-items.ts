import {
  type Choices,
  choiceOf,
  countedIn,
  isChoiceType,
  namedIn,
  otherOption,
  readChoices,
} from '../answers.ts'
import type { Collected } from '../collect.ts'
import { mainMember, type Column } from '../columns.ts'
import { mostOptions } from '../option-tally.ts'
import { mergedOrder, noteSequence, unseen, type Seen } from '../order.ts'
import { cachePerCell, type TextCell } from '../rows/cell-cache.ts'
import { eachRow } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'
import { itemOf, type ItemsOf, type MadeItem } from './items.ts'

/** An option of a question, and its rows. */
type Option = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Option>
  readonly chosen: MadeItem
  readonly left: MadeItem
}

/**
 * A row for each option of a question in each answer that chose any of them or "Other", whether it chose this one or not. The
 * options are those that the form is known to offer, and those that any answer names, shown or not; of a redacted question, only those of shown answers. Answers that are no
 * choices make no rows. Beyond 1000 options, an answer has a row for each that it names.
 */
export async function optionItems(
  collected: Pick<Collected, 'spool' | 'all' | 'isRedacting' | 'redacted' | 'offered'>,
  answers: readonly Column[],
): Promise<ItemsOf> {
  const { spool, all, isRedacting = false, redacted, offered } = collected
  const read = choicesReader(answers)
  const isRedacted = (column: Column): boolean => redacted?.has(column) === true
  const columns = new Map(answers.map((column) => [column.number, newColumn(isRedacted(column))]))
  const note = cachePerCell((cell) => {
    const [choices, column] = [read(cell), columns.get(cell.column)]
    // Beyond the limit, new options would be kept as followers of known ones.
    if (!choices || !column || column.options.size > mostOptions) return
    // An option that names a question may repeat its answer, which may be redacted.
    if (isRedacting && cell.text.includes('"questionId"')) return
    noteSequence(optionsIn(column, choices))
  })
  const noteAll = ({ blocks }: Collected['spool'], isNoted: (column: Column) => boolean): Promise<void> => {
    const numbers = new Set(answers.filter(isNoted).map(({ number }) => number))
    return eachRow(blocks(), (row) => {
      for (let i = 0; i < row.cells.count; i++) if (numbers.has(row.cells.columns[i] ?? 0)) note(row, i)
    })
  }
  for (const { number, holds } of answers.filter((column) => !isRedacted(column))) {
    const known = columns.get(number)
    const lists = holds.kind === 'answer' ? offered?.get(holds.member) : undefined
    if (known) for (const list of lists ?? []) noteSequence(list.map((name) => optionIn(known, name)))
  }
  await noteAll(spool, (column) => !all || isRedacted(column))
  if (all) await noteAll(all, (column) => !isRedacted(column))
  const listed = new Map(Array.from(columns, ([number, column]) => [number, offeredIn(column)]))
  return cachePerCell((cell): readonly MadeItem[] => {
    const [choices, column] = [read(cell), columns.get(cell.column)]
    if (!choices || !column || countedIn(choices).length === 0) return []
    return itemsOf(choices, column, listed.get(cell.column) ?? [])
  })
}

/** The options that answers of a column named. */
type OptionColumn = {
  readonly options: Map<string, Option>
  /** Whether they are redacted, so that different options may have become equal. */
  readonly mayRepeat: boolean
}

const newColumn = (mayRepeat: boolean): OptionColumn => ({ options: new Map(), mayRepeat })

const optionsIn = (column: OptionColumn, { options }: Choices): readonly Option[] =>
  options.map(({ name }) => optionIn(column, name))

function optionIn({ options: known }: OptionColumn, name: string): Option {
  const option = known.get(name) ?? newOption(name)
  if (known.size <= mostOptions) known.set(name, option)
  return option
}

const offeredIn = ({ options }: OptionColumn): readonly Option[] =>
  options.size > mostOptions ? [] : mergedOrder([...options.values()])

function itemsOf(choices: Choices, column: OptionColumn, offered: readonly Option[]): readonly MadeItem[] {
  const times = new Map<string, number>()
  for (const name of countedIn(choices)) times.set(name, (times.get(name) ?? 0) + 1)
  // A list of all options says which were offered; of "Other" no answer does.
  const isKnown = new Set(choices.isComplete ? choices.options.map(({ name }) => name) : [])
  const asked = offered.filter(({ name }) => !choices.isComplete || isKnown.has(name) || name === otherOption)
  return [
    ...new Map([...asked, ...optionsIn(column, choices)].map((one) => [one.name, one])).values(),
  ].flatMap(({ name, chosen, left }) => {
    const count = times.get(name) ?? 0
    return count === 0 ? [left] : Array.from({ length: column.mayRepeat ? count : 1 }, () => chosen)
  })
}

const newOption = (name: string): Option => ({
  name,
  group: '',
  seen: unseen(),
  chosen: itemOf(name, true),
  left: itemOf(name, false),
})

function namedChoices(json: string): Choices | undefined {
  const choices = readChoices(json)
  return choices && namedIn(choices)
}

/** Makes a function that reads the choices of a cell: of a list, or of a text that is the one answer to a question with options. */
function choicesReader(answers: readonly Column[]): (cell: TextCell) => Choices | undefined {
  const single = new Set(
    answers.flatMap(({ holds, number }) =>
      holds.kind === 'answer' &&
      isChoiceType(holds.member.question.type.text) &&
      mainMember(holds.member.question) === holds.member
        ? [number]
        : [],
    ),
  )
  return ({ column, kind, text }) =>
    kind === kinds.json
      ? namedChoices(text)
      : kind === kinds.text && single.has(column)
        ? choiceOf(text)
        : undefined
}
