import { type Column, type Member, type Question, isFixed, mainMember } from '../columns.ts'
import type { HeaderStyle } from '../table.ts'
import { onOneLine } from '../answers.ts'

/**
 * The names of columns, every one different; those of `given` have them already, and the columns of the contract's own
 * members keep theirs.
 */
export function headerOf(
  columns: readonly Column[],
  style: HeaderStyle,
  given: ReadonlyMap<Column, string> = new Map(),
): readonly string[] {
  const names = columns.map((column) => given.get(column) ?? written(column, style))
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const taken = new Set(given.values())
  return columns.map((column, i) => {
    const name = names[i] ?? ''
    if (given.has(column)) return name
    const isShared = (counts.get(name) ?? 0) > 1 && column.holds.kind === 'answer'
    const own = free(isShared ? written(column, 'both') : name, taken)
    taken.add(own)
    return own
  })
}

// Two halves of signs are written as the same sign, and are no two names.
const written = (column: Column, style: HeaderStyle): string => nameOf(column, style).toWellFormed()

/** A column's name: as the form says it, by its ids, or both. */
function nameOf({ holds }: Column, style: HeaderStyle): string {
  if (holds.kind === 'record') return holds.name
  if (holds.kind !== 'answer')
    return isFixed(holds.kind, holds.name) ? holds.name : `${owners[holds.kind]}.${holds.name}`
  if (style === 'headline') return spoken(holds)
  const id = byId(holds)
  const title = style === 'id' ? id : spoken(holds)
  return title === id ? id : `${title} [${id}]`
}

const owners = { meta: 'meta', person: 'personAttributes' } as const

/** What people call a question: its headline on one line, or its id where it has none. */
export const titleOf = (question: Question): string => headlineOf(question) || question.name

/** The same where its id stands beside: its type rather than the id, where it has no headline, as an identity. */
export const readableTitleOf = (question: Question): string =>
  headlineOf(question) || question.type.text || question.name

const headlineOf = ({ headline }: Question): string => onOneLine(headline.text)

/** Whether it is the member whose column bears the question's own name. */
export const isOfMain = (member: Member): boolean => mainMember(member.question) === member

/** What ids call what an answer's column holds. */
const idOfColumn = (column: Column): string => nameOf(column, 'id')

/** What people call what a column holds; others may be called so, too. */
export const titleOfColumn = (column: Column): string => nameOf(column, 'headline')

type Answers = Omit<Extract<Column['holds'], { kind: 'answer' }>, 'kind'>

/** The names of a member: as the form says it, by its ids, and both. */
export const memberNames = (member: Member): readonly string[] => {
  const [title, id] = [spoken({ member }), byId({ member })]
  return [title, id, `${title} [${id}]`]
}

function spoken({ member, option }: Answers): string {
  const { question, name } = member
  const isMain = isOfMain(member)
  if (isMain && option === undefined) return titleOf(question)
  const parts = [isMain ? titleOf(question) : headlineOf(question), isMain ? '' : name, option ?? '']
  return parts.filter((part) => part !== '').join(': ')
}

function byId({ member, option }: Answers): string {
  const { question, name } = member
  const isMain = isOfMain(member)
  if (isMain && option === undefined) return question.name
  const parts = [question.name, isMain ? '' : name, option ?? '']
  return parts.filter((part) => part !== '').join('.')
}

/** The same names, but each one only once: a later one gets a number. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  for (const name of names) taken.add(free(name, taken))
  return [...taken]
}

function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let n = 2
  while (taken.has(`${name} (${n})`)) n++
  return `${name} (${n})`
}

/** What a name calls the list that the column of an option belongs to, and what it calls the question. */
export function partsOfName(
  name: string,
  column: Column,
): { readonly list: readonly string[]; readonly question: readonly string[] } {
  const { holds } = column
  if (holds.kind !== 'answer') return { list: [], question: [] }
  const { member, option } = holds
  const plain = without(name, [` [${idOfColumn(column)}]`]) ?? name
  const list = option === undefined ? plain : without(plain, [`: ${option}`, `.${option}`])
  const isMain = isOfMain(member)
  const title = list === undefined || isMain ? list : without(list, [`: ${member.name}`, `.${member.name}`])
  const some = (text: string | undefined): readonly string[] => (text ? [text] : [])
  return { list: option === undefined ? [] : some(list), question: some(title) }
}

function without(text: string, endings: readonly string[]): string | undefined {
  const ending = endings.find((one) => text.endsWith(one))
  return ending === undefined ? undefined : text.slice(0, -ending.length)
}
