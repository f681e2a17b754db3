import { makeAnswerRows, type AnswerRows } from './answer-rows.ts'
import type { Part } from './answer-runs.ts'
import type { Collected } from '../collected.ts'
import type { Column, Question } from '../columns.ts'
import { denseRows } from '../rows/dense-rows.ts'
import type { HeaderStyle } from '../../export/format.ts'
import { readableTitleOf } from '../columns/header.ts'
import { remakeRows } from '../rows/remake-rows.ts'
import type { Table, TableColumn } from '../table.ts'

/** A column of a table of answers: its name and type, and what it holds. */
export type AnswerColumn = TableColumn & { readonly part: Part }

/** A table with a row an answer, or an option. */
export function answerTable(
  { spool }: Collected,
  columns: readonly AnswerColumn[],
  { name, ...rows }: Omit<AnswerRows, 'parts'> & Pick<Table, 'name' | 'indexes' | 'references'>,
): Table {
  const { indexes, references, ...making } = rows
  const width = columns.length
  const places = Uint32Array.from(columns, (_, i) => i + 1)
  const blocks = (): AsyncIterable<Uint8Array> =>
    remakeRows(spool.blocks(), makeAnswerRows({ ...making, parts: columns.map(({ part }) => part) }))
  return {
    name,
    columns: columns.map(({ part, ...column }) => ({
      ...column,
      ...(part.holds === 'response' ? { source: part.column } : { shows: part.holds }),
    })),
    answers: calledOf(rows),
    ...(indexes && { indexes }),
    ...(references && { references }),
    rows: () => denseRows(blocks(), { width, places }),
    sparse: { blocks, width, places },
  }
}

/** What the questions of columns are called. */
const calledOf = ({ answers, titles }: Pick<AnswerRows, 'answers' | 'titles'>): ReadonlyMap<Column, string> =>
  new Map(
    answers.flatMap((column) =>
      column.holds.kind === 'answer' ? [[column, titles.get(column.holds.member.question) ?? '']] : [],
    ),
  )

/** The columns of answers. */
export const answersOf = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ holds }) => holds.kind === 'answer')

/** The columns of what responses hold beside answers. */
export const ofResponse = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ holds }) => holds.kind !== 'answer')

/** What questions are called, each by a name of its own. */
export function questionTitles({ columns }: Collected, headers: HeaderStyle): ReadonlyMap<Question, string> {
  const questions = [...columns.questions()]
  const withId = (question: Question): string => {
    const title = readableTitleOf(question)
    return title === question.name ? title : `${title} [${question.name}]`
  }
  const names =
    headers === 'headline' ? apart(questions.map(readableTitleOf), questions.map(withId)) : undefined
  return new Map(
    questions.map((question, i) => [
      question,
      names?.[i] ?? (headers === 'id' ? question.name : withId(question)),
    ]),
  )
}

/** Names; those that are there more than once in their long form. */
function apart(names: readonly string[], long: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const [i, name] of names.entries())
    for (const form of new Set([name, long[i] ?? name])) counts.set(form, (counts.get(form) ?? 0) + 1)
  return names.map((name, i) => (counts.get(name) === 1 ? name : (long[i] ?? name)))
}
