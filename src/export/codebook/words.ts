import type { Column } from '../columns.ts'
import type { TableColumn } from '../table.ts'
import type { Describing } from './describing.ts'
import { isOfChoices } from './observed.ts'

/** What the columns of tables of answers hold that are no columns of the responses. */
export const describeShown: Readonly<Record<NonNullable<TableColumn['shows']>, string>> = {
  responseNumber: 'The response, numbered from 1 in the order of the export.',
  questionId: 'The id of the question, as in "questions".',
  question: 'What the question is called, as in "questions".',
  type: 'The type of the question.',
  member: 'The member of the answer that the row holds; empty where it is the one that was asked for.',
  value: 'What was answered.',
  option: 'An option of a list.',
  chosen: 'Whether it was chosen.',
}

type Holds = Column['holds']

const owners = { record: 'the response', meta: 'its meta', person: 'its personAttributes' } as const

/** Which member of a response a column holds. */
export const memberWords = ({ kind, name }: Exclude<Holds, { kind: 'answer' }>): string =>
  `Member ${name} of ${owners[kind]}.`

/** Which question's answers a column holds, and how they stand in a cell. */
export function questionWords(
  source: Column,
  { observed, isJoined, tellsForms }: Omit<Describing, 'unlike'>,
): string {
  const { holds } = source
  if (holds.kind !== 'answer') return memberWords(holds)
  const { member, option } = holds
  const forms = tellsForms ? observed.formsOf(member.question) : []
  const asked = forms.length === 0 ? '' : ` of form ${forms.join(', ')}`
  const what = `Question ${member.question.name}${asked}, member ${member.name}.`
  if (option !== undefined) return `${what} 1: "${option}" was chosen; 0: it was not.`
  return isOfChoices(source) && isJoined && observed.of(source).hasLists
    ? `${what} Several choices in one cell, with "; " between them; a ; or \\ in one of them stands behind a \\.`
    : what
}
