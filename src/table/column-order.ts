import type { Column, Member, Question } from './columns.ts'
import type { Kind } from './fixed-columns.ts'
import { mainMember } from './main-member.ts'
import { mergedOrder } from './order.ts'

/** Columns of the record itself, of its meta and of its person, by their names. */
export type PlainColumns = Readonly<Record<Kind, Map<string, Column>>>

type Ordering = {
  /** Those that every table begins with. */
  readonly fixed: readonly Column[]
  readonly plain: PlainColumns
  readonly questions: Iterable<Question>
}

/** All columns in the order that what was seen so far gives them. */
export function orderOf({ fixed, plain, questions }: Ordering): readonly Column[] {
  const ordered = [...new Set([...fixed, ...inNameOrder(plain)])]
  mergedOrder([...questions]).forEach((question) => addColumnsOf(question, ordered))
  return ordered
}

const inNameOrder = ({ record, meta, person }: PlainColumns): readonly Column[] =>
  [record, meta, person].flatMap((columns) => [...columns].toSorted(byName).map(([, column]) => column))

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0

function addColumnsOf(question: Question, columns: Column[]): void {
  const { members, entryMembers } = question
  const main = mainMember(question)
  if (main) addColumnsOfMember(main, columns)
  // Most questions have no other members.
  if (members.size > (main ? 1 : 0))
    for (const member of mergedOrder([...members.values()]))
      if (member !== main) addColumnsOfMember(member, columns)
  if (entryMembers.size > 0)
    for (const member of mergedOrder([...entryMembers.values()])) addColumnsOfMember(member, columns)
}

function addColumnsOfMember({ column, options }: Member, columns: Column[]): void {
  if (column) columns.push(column)
  if (options.size > 0) for (const option of mergedOrder([...options.values()])) columns.push(option.column)
}
