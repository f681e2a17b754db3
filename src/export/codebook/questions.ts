import type { Column, Question } from '../columns.ts'
import type { RedactStyle } from '../redact.ts'
import { toldOptions, type Describing } from './describing.ts'

/** A question whose answers are rows of a table. */
export type DescribedQuestion = {
  readonly id: string
  /** What it is called in the table. */
  readonly title: string
  readonly type: string
  readonly formIds?: readonly string[]
  readonly members: readonly DescribedMember[]
}

/** A member of its answers. */
type DescribedMember = {
  readonly member: string
  readonly counts: { readonly answered: number }
  readonly redacted?: RedactStyle
  readonly options?: unknown
  readonly optionsCut?: true
}

/** Describes the questions that columns are of, which are called so. */
export function describeQuestions(
  answers: ReadonlyMap<Column, string>,
  how: Pick<Describing, 'observed' | 'redacted' | 'tellsForms'>,
): readonly DescribedQuestion[] {
  const questions = new Map<Question, { readonly title: string; readonly members: DescribedMember[] }>()
  for (const [column, title] of answers) {
    if (column.holds.kind !== 'answer') continue
    const { question } = column.holds.member
    const known = questions.get(question) ?? { title, members: [] }
    known.members.push(describeMember(column, column.holds.member.name, how))
    questions.set(question, known)
  }
  return Array.from(questions, ([question, { title, members }]) => ({
    id: question.name,
    title,
    type: question.type,
    ...(how.tellsForms && { formIds: how.observed.formsOf(question) }),
    members,
  }))
}

function describeMember(
  column: Column,
  member: string,
  { observed, redacted }: Pick<Describing, 'observed' | 'redacted'>,
): DescribedMember {
  const { answered, options, isCut } = observed.of(column)
  const how = redacted.get(column)
  return {
    member,
    counts: { answered },
    ...(how && { redacted: how }),
    ...(!how && options && { options: toldOptions(options) }),
    ...(!how && isCut && { optionsCut: true as const }),
  }
}
