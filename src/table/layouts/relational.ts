import {
  answersOf,
  answerTable,
  inStyle,
  ofResponse,
  questionTitles,
  textColumns,
  type AnswerColumn,
  type AnswerOptions,
} from './answer-table.ts'
import { joinedItems, wholeItems } from './items.ts'
import { chosenColumns } from '../columns/choose.ts'
import type { Column } from '../columns.ts'
import { denseRows } from '../rows/dense-rows.ts'
import { ownName } from '../columns/header.ts'
import {
  addCell,
  addNumber,
  clearCellBuffer,
  makeCellBuffer,
  putRowOf,
  spanCell,
} from '../rows/cell-buffer.ts'
import { makeTextSpan } from '../bytes.ts'
import { remakeRows, type ReadRow, type RowBlock } from '../rows/remake-rows.ts'
import { kinds, type Table, type HeaderStyle, type Tables } from '../table.ts'
import { tableColumns } from './wide.ts'
import type { Collected } from '../collect.ts'
import { optionItems } from './option-items.ts'
import { shownColumns } from '../columns/column-names.ts'

/**
 * Three tables: responses, answers, and the options of lists of choices. Their key is `responseNumber`, from 1 in the order of
 * the responses, since ids may be missing or repeated.
 */
export function relationalTables(collected: Collected, options: AnswerOptions): Tables {
  const all = shownColumns(collected)
  const names = options.columns?.filter((name) => name !== key && name !== ownName(key, 'sql'))
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
  // Column 0 of the new rows is the key; the others move up by one.
  const places = new Uint32Array(collected.columns.all.length + 1)
  places[0] = 1
  for (const [i, { number }] of response.entries()) places[number + 1] = i + 2
  const blocks = (): AsyncIterable<Uint8Array> => remakeRows(spool.blocks(), makeNumbered(places))
  return {
    name: 'responses',
    columns: [{ name: key, type: 'integer', shows: key }, ...ofResponses],
    rowCount,
    indexes: [[key], ['id'], ['formId']],
    rows: () => denseRows(blocks(), { width, places }),
  }
}

/** Makes rows that begin with their number, followed by the shown columns. */
function makeNumbered(places: Uint32Array): (row: ReadRow, into: RowBlock) => void {
  const made = makeCellBuffer()
  const span = makeTextSpan()
  const parts = [{ cells: made }]
  let number = 0
  return (row, into) => {
    const { cells } = row
    clearCellBuffer(made)
    addNumber(made, kinds.number, ++number)
    for (let i = 0; i < cells.count; i++) {
      const column = (cells.columns[i] ?? 0) + 1
      if ((places[column] ?? 0) === 0) continue
      spanCell(span, row, i)
      addCell(made, column * 8 + (cells.kinds[i] ?? 0), span)
    }
    putRowOf(into, parts)
  }
}
