import { type Column, type Member, type Question, isFixed, mainMember } from '../columns.ts'
import type { HeaderStyle } from '../table.ts'
import { onOneLine } from '../answers.ts'

/** Unique names for columns. Names in `given` stay, and members of the contract keep their plain names. */
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

// Well-formed first: files have U+FFFD for every lone surrogate, so such names may become equal.
const written = (column: Column, style: HeaderStyle): string => nameOf(column, style).toWellFormed()

/** A column's name: by headlines, by ids, or by both. */
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

/** The title of a question: its headline on one line, or its id. */
export const titleOf = (question: Question): string => headlineOf(question) || question.name

/** The same beside the id: a question without a headline, such as an identity, is called by its type. */
export const readableTitleOf = (question: Question): string =>
  headlineOf(question) || question.type.text || question.name

const headlineOf = ({ headline }: Question): string => onOneLine(headline.text)

/** Whether it is the member whose column is named like the question. */
export const isOfMain = (member: Member): boolean => mainMember(member.question) === member

const idOfColumn = (column: Column): string => nameOf(column, 'id')

/** The title of a column; it need not be unique. */
export const titleOfColumn = (column: Column): string => nameOf(column, 'headline')

type Answers = Omit<Extract<Column['holds'], { kind: 'answer' }>, 'kind'>

/** The names of a member: by headline, by ids, and by both. */
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

/** Makes names unique: repeated ones get a number. */
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

/** The parts of a column's name: the name of the list, for a column of an option, and the title of the question. */
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
