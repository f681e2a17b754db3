import type { Column, Question } from '../columns.ts'
import { isOfMain, memberNames, titleOf } from './header.ts'
import { stemsOf } from './name-stems.ts'

/** What columns were called by headlines that their questions had earlier. */
export type EarlierNames = {
  /** The columns that a name meant, as a question's title means all of its columns. */
  readonly bearing: (name: string) => readonly Column[]
  /** What these are called now. */
  readonly nowCalled: (name: string) => readonly string[]
}

const mostNamed = 3

/** Names that columns bore, beside those of the header that they have now. */
export function earlierNames(columns: readonly Column[], header: ReadonlyMap<Column, string>): EarlierNames {
  const renamed = columns.filter(
    ({ holds }) => holds.kind === 'answer' && holds.member.question.headlines.all.size > 0,
  )
  const bearing = (name: string): readonly Column[] => renamed.filter((column) => wasCalled(column, name))
  return {
    bearing,
    nowCalled: (name) => {
      const borne = bearing(name)
      const main = borne.filter(({ holds }) => holds.kind === 'answer' && isOfMain(holds.member))
      const named = (main.length > 0 ? main : borne).map(
        (column) => listName(column, name) ?? header.get(column) ?? '',
      )
      return [...new Set(named)].slice(0, mostNamed)
    },
  }
}

function wasCalled(column: Column, name: string): boolean {
  const { holds } = column
  if (holds.kind !== 'answer') return false
  const { question } = holds.member
  return [name, ...stemsOf(name, column).question].some((title) => wasTitle(question, title))
}

const wasTitle = (question: Question, title: string): boolean =>
  question.headlines.all.has(title) && title !== question.headline && title !== titleOf(question)

/** What the list is called that an option's column belongs to, where a name does not tell the option. */
const listName = ({ holds }: Column, name: string): string | undefined =>
  holds.kind === 'answer' && holds.option !== undefined && wasTitle(holds.member.question, name)
    ? memberNames(holds.member)[0]
    : undefined
