import { isChoiceType, onOneLine } from './answers.ts'
import { mainMember, type Columns, type Member, type Question } from './columns.ts'
import { holding } from './columns/column-type.ts'
import { noteSequence } from './order.ts'

/** The options of a question and what else is asked, as the spec of a form has them. */
export type AskedOptions = {
  readonly form: string
  readonly type: string
  readonly headline: string
  readonly options: readonly string[]
  /** What else a codebook says: the ends of a scale and what they mean, bounds, the unit, the text of a consent. */
  readonly about: Readonly<Record<string, string | number>>
}

/** By the member that holds the answers: the options that each form of a question offers, in its order. */
export type OfferedOptions = ReadonlyMap<Member, readonly (readonly string[])[]>

/** Finds a question in what forms ask, by type and headline. What a form asks twice stays unknown. */
export function askedBy(asked: readonly AskedOptions[]): (question: Question) => readonly AskedOptions[] {
  const keyOf = (form: string, type: string, headline: string): string =>
    JSON.stringify([form, type, onOneLine(headline)])
  const byQuestion = Map.groupBy(asked, ({ form, type, headline }) => keyOf(form, type, headline))
  return ({ forms, type, headline }) =>
    [...forms]
      .toSorted()
      .map((form) => byQuestion.get(keyOf(form, type.text, headline.text)) ?? [])
      .flatMap((same) => (same.length === 1 ? same : []))
}

export function offeredOptions(columns: Columns, asked: readonly AskedOptions[]): OfferedOptions {
  const offered = new Map<Member, readonly (readonly string[])[]>()
  if (asked.length === 0) return offered
  const askedOf = askedBy(asked)
  for (const question of columns.questions()) {
    const hasOptions = isChoiceType(question.type.text) || question.type.text === 'Ranking'
    const member = hasOptions ? mainMember(question) : undefined
    if (member)
      offered.set(
        member,
        askedOf(question).map(({ options }) => options),
      )
  }
  return offered
}

/** Gives each offered option a column. */
export function addColumnsOf(offered: OfferedOptions, columns: Columns): void {
  for (const [member, lists] of offered)
    for (const options of lists) {
      const added = options.map((name) => columns.option(member, name))
      for (const { column } of added) column.held |= holding.integer
      noteSequence(added)
    }
}
