import {
  answersOf,
  answerTable,
  ofResponse,
  questionTitles,
  type AnswerColumn,
  chosenItems,
  joinedItems,
  wholeItems,
  type ItemsOf,
} from './answer-table.ts'
import { refuseUnknown, shownOf, type Choosing } from '../columns/choose.ts'
import type { Column } from '../columns.ts'
import { uniqueNames } from '../columns/header.ts'
import type { Table, HeaderStyle } from '../table.ts'
import { tableColumns } from './wide.ts'
import type { Collected } from '../collect.ts'
import { namesOf, shownColumns } from '../columns/column-names.ts'

/** How a long table is to look. */
export type LongOptions = {
  readonly headers: HeaderStyle
  readonly columns?: readonly string[]
  /** Lists: a row an option that was chosen where this is absent. */
  readonly multi?: 'joined' | 'json'
}

/**
 * The long table: a row an answer, and of lists of choices a row an option that was chosen. Responses are numbered from
 * 1, since their ids may be missing or there twice.
 */
export function longTable(collected: Collected, options: LongOptions): Table {
  const shown = shownColumns(collected)
  const own = ownColumns(collected, ofResponse(shown), options)
  const { columns, answers } =
    options.columns === undefined
      ? { columns: own.filter(isUsual), answers: answersOf(shown) }
      : chosen(own, collected, { ...options, names: options.columns })
  const names = uniqueNames(columns.map(({ name }) => name))
  return answerTable(
    collected,
    columns.map(({ type, part }, i) => ({ name: names[i] ?? '', type, part })),
    {
      name: 'answers',
      answers,
      titles: questionTitles(collected, options.headers),
      itemsOf: itemsFor(options.multi),
      indexes: [['responseNumber'], ['questionId']],
    },
  )
}

const itemsFor = (multi: LongOptions['multi']): ItemsOf =>
  multi === undefined ? chosenItems() : multi === 'joined' ? joinedItems() : wholeItems()

/** All columns that the table could have. */
function ownColumns(
  collected: Collected,
  response: readonly Column[],
  { headers }: LongOptions,
): readonly AnswerColumn[] {
  const ofResponses = tableColumns(collected, response, headers).map((column, i): readonly AnswerColumn[] => {
    const held = response[i]
    if (held === undefined) return []
    const name = held.holds.kind === 'record' && column.name === 'id' ? 'responseId' : column.name
    return [{ ...column, name, part: { holds: 'response', column: held } }]
  })
  return [
    { name: 'responseNumber', type: 'integer', part: { holds: 'responseNumber' } },
    ...ofResponses.flat(),
    ...(['questionId', 'question', 'type', 'member', 'value'] as const).map((holds): AnswerColumn => ({
      name: holds,
      type: 'text',
      part: { holds },
    })),
  ]
}

const usual: ReadonlySet<string> = new Set(['id', 'formId', 'createdAt', 'finished'])

const isUsual = ({ part }: AnswerColumn): boolean =>
  part.holds !== 'response' || (part.column.holds.kind === 'record' && usual.has(part.column.holds.name))

/**
 * What names choose. Names of the table's own columns choose these and their order; names of what responses hold add
 * it, in the place of the usual; names of answers leave out the rows of all others.
 */
function chosen(
  own: readonly AnswerColumn[],
  collected: Collected,
  { names, headers }: Choosing,
): { readonly columns: readonly AnswerColumn[]; readonly answers: readonly Column[] } {
  const shown = shownColumns(collected)
  const isShown = new Set(shown)
  const called = namesOf(collected, headers)
  const ownNamed = new Map(own.map((column) => [column.name, column]))
  refuseUnknown(
    names.filter((name) => !ownNamed.has(name)),
    { collected, called, own: [...ownNamed.keys()] },
  )
  const columns = new Set<AnswerColumn>()
  const answers = new Set<Column>()
  for (const name of names) {
    const named = ownNamed.get(name)
    if (named) columns.add(named)
    else
      for (const column of shownOf(name, called, isShown) ?? []) {
        const held = own.find(({ part }) => part.holds === 'response' && part.column === column)
        if (held) columns.add(held)
        else answers.add(column)
      }
  }
  return {
    columns: inPlace(own, [...columns]),
    answers: answers.size === 0 ? answersOf(shown) : [...answers],
  }
}

function inPlace(own: readonly AnswerColumn[], named: readonly AnswerColumn[]): readonly AnswerColumn[] {
  if (named.length === 0) return own.filter(isUsual)
  if (named.some(({ part }) => part.holds !== 'response')) return named
  const [first, ...others] = own.filter(({ part }) => part.holds !== 'response')
  return [...(first ? [first] : []), ...named, ...others]
}
