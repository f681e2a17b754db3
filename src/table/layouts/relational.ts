import {
  answersOf,
  answerTable,
  inStyle,
  ofResponse,
  questionTitles,
  textColumns,
  type AnswerColumn,
  type AnswerOptions,
  joinedItems,
  wholeItems,
  itemOf,
  type ItemsOf,
  type MadeItem,
} from './answer-table.ts'
import { chosenColumns, shownColumns } from '../columns/column-names.ts'
import { type Column, mainMember } from '../columns.ts'
import {
  denseRows,
  beginRow,
  putCell,
  putRun,
  remakeRows,
  type ReadRow,
  type RowBlock,
  eachRow,
  cachePerCell,
  type TextCell,
} from '../sparse-rows.ts'
import { fieldColumnName } from '../columns/header.ts'
import { kinds, type Table, type HeaderStyle, type Tables } from '../table.ts'
import { tableColumns } from './wide.ts'
import type { Collected } from '../collect.ts'
import { type Choices, choiceOf, countedIn, namedIn, otherOption, readChoices } from '../cell-values.ts'
import { isChoiceType } from '../questions.ts'
import { inFormOrder, maxOptions, noOptions, noteOptions } from '../option-tally.ts'

/**
 * Three tables: responses, answers, and the options of lists of choices. Their key is `responseNumber`, from 1 in the order of
 * the responses, since ids may be missing or repeated.
 */
export function relationalTables(collected: Collected, options: AnswerOptions): Tables {
  const all = shownColumns(collected)
  const names = options.columns?.filter((name) => name !== key && name !== fieldColumnName(key, 'sql'))
  const chosen = names && chosenColumns(collected, { names, headers: options.headers })
  const shown = chosen?.filter((column) => typeof column !== 'string') ?? all
  const [response, answers] = [ofResponse, answersOf].map((part) => {
    const named = part(shown)
    return named.length > 0 ? named : part(all)
  })
  const titles = questionTitles(collected, options.headers)
  const making = { answers: answers ?? [], titles, indexes, references: [reference] }
  const id = idColumn(collected, response ?? [])
  const itemsOf = options.multi === 'json' ? wholeItems : joinedItems
  const [responses, ...others] = [
    responsesTable(collected, response ?? [], options.headers),
    answerTable(collected, [...id, ...ofQuestion, ...textColumns('value')], {
      ...making,
      name: 'answers',
      itemsOf,
    }),
    answerTable(collected, [...id, ...ofQuestion, ...textColumns('option'), isChosen], {
      ...making,
      name: 'choices',
      itemsOf: () => optionItems(collected, making.answers),
    }),
  ] as const
  return [inStyle(responses, options.headers), ...others.map((table) => inStyle(table, options.headers))]
}

const key = 'responseNumber'
const indexes = [[key], ['questionId']]
const reference = { column: key, of: { table: 'responses', column: key } }

const ofQuestion = textColumns('questionId', 'question', 'type', 'member')
const isChosen: AnswerColumn = { name: 'chosen', type: 'boolean', part: { holds: 'chosen' } }

/** The key, and the id of the response if that is shown. */
function idColumn(collected: Collected, response: readonly Column[]): readonly AnswerColumn[] {
  const id = response.find(({ holds }) => holds.kind === 'record' && holds.name === 'id')
  const ofId = id ? tableColumns(collected, [id], 'id') : []
  return [
    { name: key, type: 'integer', part: { holds: key } },
    ...ofId.flatMap(({ type }): readonly AnswerColumn[] =>
      id ? [{ name: 'responseId', type, part: { holds: 'response', column: id } }] : [],
    ),
  ]
}

function responsesTable(collected: Collected, response: readonly Column[], headers: HeaderStyle): Table {
  const { spool, rowCount } = collected
  const ofResponses = tableColumns(collected, response, headers)
  const width = ofResponses.length + 1
  // The key has a number that no column has.
  const keyNumber = collected.columns.all.length
  const places = new Uint32Array(keyNumber + 1)
  places[keyNumber] = 1
  for (const [i, { number }] of response.entries()) places[number] = i + 2
  const blocks = (): AsyncIterable<Uint8Array> => remakeRows(spool.blocks(), makeNumbered(keyNumber))
  return {
    name: 'responses',
    columns: [{ name: key, type: 'integer', shows: key }, ...ofResponses],
    rowCount,
    indexes: [[key], ['id'], ['formId']],
    rows: () => denseRows(blocks(), { width, places }),
  }
}

/** Adds the number of each row as a cell of this column. */
function makeNumbered(column: number): (row: ReadRow, into: RowBlock) => void {
  let number = 0
  return (row, into) => {
    const text = encoder.encode(String(++number))
    beginRow(into, row.cells.count + 1)
    putRun(into, row, { from: 0, to: row.cells.count })
    putCell(into, { column, kind: kinds.number, from: 0, to: text.length }, text)
  }
}

const encoder = new TextEncoder()

/**
 * A row for each option of a question in each answer that chose any of them or "Other", whether it chose this one or not. The
 * options are those that the form is known to offer, and those that any answer names, shown or not; of a redacted question, only those of shown answers. Answers that are no
 * choices make no rows. Beyond 1000 options, an answer has a row for each that it names.
 */
async function optionItems(
  collected: Pick<Collected, 'spool' | 'all' | 'isRedacting' | 'redacted' | 'offered'>,
  answers: readonly Column[],
): Promise<ItemsOf> {
  const { spool, all, isRedacting = false, redacted, offered } = collected
  const read = choicesReader(answers)
  const isRedacted = (column: Column): boolean => redacted?.has(column) === true
  const tallies = new Map(answers.map(({ number }) => [number, noOptions()]))
  const note = cachePerCell((cell) => {
    const [choices, tally] = [read(cell), tallies.get(cell.column)]
    if (!choices || !tally) return
    // An option that names a question may repeat its answer, which may be redacted.
    if (isRedacting && cell.text.includes('"questionId"')) return
    noteOptions(tally, namesOf(choices))
  })
  const noteAll = ({ blocks }: Collected['spool'], isNoted: (column: Column) => boolean): Promise<void> => {
    const numbers = new Set(answers.filter(isNoted).map(({ number }) => number))
    return eachRow(blocks(), (row) => {
      for (let i = 0; i < row.cells.count; i++) if (numbers.has(row.cells.columns[i] ?? 0)) note(row, i)
    })
  }
  for (const { number, holds } of answers.filter((column) => !isRedacted(column))) {
    const tally = tallies.get(number)
    const lists = holds.kind === 'answer' ? offered?.get(holds.member) : undefined
    if (tally) for (const list of lists ?? []) noteOptions(tally, list)
  }
  await noteAll(spool, (column) => !all || isRedacted(column))
  if (all) await noteAll(all, (column) => !isRedacted(column))
  const listed = new Map(
    Array.from(tallies, ([number, tally]) => [
      number,
      tally.isCut && tally.options.size >= maxOptions ? [] : inFormOrder(tally).map(({ name }) => name),
    ]),
  )
  // Different options that are redacted may have become equal.
  const mayRepeat = new Set(answers.filter(isRedacted).map(({ number }) => number))
  return cachePerCell((cell): readonly MadeItem[] => {
    const choices = read(cell)
    if (!choices || countedIn(choices).length === 0) return []
    return optionRows(choices, listed.get(cell.column) ?? [], mayRepeat.has(cell.column))
  })
}

const namesOf = ({ options }: Choices): readonly string[] => options.map(({ name }) => name)

function optionRows(choices: Choices, offered: readonly string[], mayRepeat: boolean): readonly MadeItem[] {
  const times = new Map<string, number>()
  for (const name of countedIn(choices)) times.set(name, (times.get(name) ?? 0) + 1)
  // A list of all options shows which were offered. No answer shows whether "Other" was.
  const named = new Set(namesOf(choices))
  const asked = offered.filter((name) => !choices.isComplete || named.has(name) || name === otherOption)
  return [...new Set([...asked, ...named])].flatMap((name) => {
    const count = times.get(name) ?? 0
    const item = itemOf(name, count > 0)
    return Array.from({ length: mayRepeat && count > 0 ? count : 1 }, () => item)
  })
}

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
