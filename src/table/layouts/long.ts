import {
  answersOf,
  answerTable,
  inStyle,
  ofResponse,
  questionTitles,
  textColumns,
  type AnswerColumn,
  type AnswerOptions,
  chosenItems,
  joinedItems,
  wholeItems,
  type ItemsOf,
} from './answer-table.ts'
import { refuseUnknown, shownOf, type ColumnChoice, namesOf, shownColumns } from '../columns/column-names.ts'
import type { Column } from '../columns.ts'
import { fieldColumnName } from '../columns/header.ts'
import type { Table } from '../table.ts'
import { tableColumns } from './wide.ts'
import type { Collected } from '../collect.ts'

/**
 * The long table: a row for each answer, and for lists of choices a row for each chosen option. Responses are numbered from 1,
 * since their ids may be missing or repeated.
 */
export function longTable(collected: Collected, options: AnswerOptions): Table {
  const shown = shownColumns(collected)
  const own = ownColumns(collected, ofResponse(shown), options)
  const { columns, answers } =
    options.columns === undefined
      ? { columns: own.filter(isDefault), answers: answersOf(shown) }
      : chosen(own, collected, { ...options, names: options.columns })
  const table = answerTable(collected, columns, {
    name: 'answers',
    answers,
    titles: questionTitles(collected, options.headers),
    itemsOf: itemsFor(options.multi),
    indexes: [['responseNumber'], ['questionId']],
  })
  return inStyle(table, options.headers)
}

const itemsFor = (multi: AnswerOptions['multi']): (() => ItemsOf) =>
  multi === undefined ? chosenItems : multi === 'joined' ? joinedItems : wholeItems

/** All columns that the table can have. */
function ownColumns(
  collected: Collected,
  response: readonly Column[],
  { headers }: AnswerOptions,
): readonly AnswerColumn[] {
  const ofResponses = tableColumns(collected, response, headers).map((column, i): readonly AnswerColumn[] => {
    const responseColumn = response[i]
    if (responseColumn === undefined) return []
    const isId = responseColumn.holds.kind === 'record' && responseColumn.holds.name === 'id'
    const name = isId ? 'responseId' : column.name
    return [{ ...column, name, part: { holds: 'response', column: responseColumn } }]
  })
  return [
    { name: 'responseNumber', type: 'integer', part: { holds: 'responseNumber' } },
    ...ofResponses.flat(),
    ...textColumns('questionId', 'question', 'type', 'member', 'value'),
  ]
}

const usual: ReadonlySet<string> = new Set(['id', 'formId', 'createdAt', 'finished'])

const isDefault = ({ part }: AnswerColumn): boolean =>
  part.holds !== 'response' || (part.column.holds.kind === 'record' && usual.has(part.column.holds.name))

/**
 * The columns and answers that names choose. Names of the table's own columns choose these and their order; names of other
 * columns of responses replace the usual ones; names of answers leave out the rows of all other answers.
 */
function chosen(
  own: readonly AnswerColumn[],
  collected: Collected,
  { names, headers }: ColumnChoice,
): { readonly columns: readonly AnswerColumn[]; readonly answers: readonly Column[] } {
  const shown = shownColumns(collected)
  const isShown = new Set(shown)
  const called = namesOf(collected, headers)
  const ownNamed = new Map(
    own.flatMap((column) => [
      ...(column.part.holds === 'response' ? [] : [[fieldColumnName(column.name, 'sql'), column] as const]),
      [column.name, column] as const,
    ]),
  )
  refuseUnknown(
    names.filter((name) => !ownNamed.has(name)),
    { collected, called, own: own.map(({ name }) => name) },
  )
  const columns = new Set<AnswerColumn>()
  const answers = new Set<Column>()
  for (const name of names) {
    const named = ownNamed.get(name)
    if (named) columns.add(named)
    else
      for (const column of shownOf(name, called, isShown) ?? []) {
        const ownColumn = own.find(({ part }) => part.holds === 'response' && part.column === column)
        if (ownColumn) columns.add(ownColumn)
        else answers.add(column)
      }
  }
  return {
    columns: inPlace(own, [...columns]),
    answers: answers.size === 0 ? answersOf(shown) : [...answers],
  }
}

function inPlace(own: readonly AnswerColumn[], named: readonly AnswerColumn[]): readonly AnswerColumn[] {
  if (named.length === 0) return own.filter(isDefault)
  if (named.some(({ part }) => part.holds !== 'response')) return named
  const [first, ...others] = own.filter(({ part }) => part.holds !== 'response')
  return [...(first ? [first] : []), ...named, ...others]
}
