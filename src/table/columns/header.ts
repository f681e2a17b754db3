import {
  type Column,
  type Kind,
  type Member,
  type Question,
  fixedColumns,
  isFixed,
  mainMember,
} from '../columns.ts'
import type { HeaderStyle } from '../table.ts'
import { onOneLine } from '../answers.ts'

/**
 * Names of columns that no reader takes for one another: they stay apart without regard to case. `given` names stay, and so do
 * the fields of the record that the contract names; the column of a question that would take such a name carries its id. The
 * names depend on the columns alone, and not on the format of the file.
 */
export function headerOf(
  columns: readonly Column[],
  style: HeaderStyle,
  given: ReadonlyMap<Column, string> = new Map(),
): readonly string[] {
  const wanted = columns.map((column) => {
    const name = given.get(column)
    return name === undefined ? wantedName(column, style) : { names: [cleanName(name)], rank: ranks.given }
  })
  const names = wanted.map(({ names: [first = ''] }) => first)
  const moved = names.map(() => 0)
  const rankOf = (i: number): number => wanted[i]?.rank ?? ranks.answer
  // All columns that want one name move on together, so that no name depends on the order of columns.
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const group of Map.groupBy(names.keys(), (i) => foldedName(names[i] ?? '')).values()) {
      if (group.length === 1) continue
      const first = group.reduce((least, i) => Math.min(least, rankOf(i)), ranks.answer)
      const isAlone = group.filter((i) => rankOf(i) === first).length === 1
      for (const i of group) {
        const name = wanted[i]?.names[(moved[i] ?? 0) + 1]
        if (name === undefined || (isAlone && rankOf(i) === first)) continue
        names[i] = name
        moved[i] = (moved[i] ?? 0) + 1
        isMoving = true
      }
    }
  }
  return apart(names, rankOf)
}

/** Which column keeps a name that several want: the one of the lowest rank. */
const ranks = { given: 0, contract: 1, response: 2, answer: 3 }

/** The names that a column may have: the one to have if no other column wants it, and one that says more. */
type Wanted = { readonly names: readonly string[]; readonly rank: number }

function wantedName(column: Column, style: HeaderStyle): Wanted {
  const { holds } = column
  const name = cleanName(nameOf(column, style))
  if (holds.kind !== 'answer')
    return { names: [name], rank: isFixed(holds.kind, holds.name) ? ranks.contract : ranks.response }
  const full = cleanName(`${spoken(holds)} [${byId(holds)}]`)
  return { names: keptNames.has(foldedName(name)) ? [full] : [name, full], rank: ranks.answer }
}

/** The members of a record that hold fields of their own. */
const owners = { meta: 'meta', person: 'personAttributes' } as const

/** Names that no question takes: those of the fields of a record. */
const keptNames: ReadonlySet<string> = new Set(
  [...fixedColumns.map(([kind, name]) => pathOf({ kind, name })), 'formName', 'data'].map(foldedName),
)

/** A name as every format can write it: SQL ends at U+0000, and a lone surrogate has no UTF-8. */
export function cleanName(name: string): string {
  return name.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Equal for two names that some reader takes for one: databases ignore case. */
export function foldedName(name: string): string {
  return cleanName(name).toLowerCase()
}

/** The path of a field of the record, as the contract has it. */
function pathOf({ kind, name }: { readonly kind: Kind; readonly name: string }): string {
  return kind === 'record' ? name : `${owners[kind]}.${name}`
}

/** A column's name: by headlines, by ids, or by both. */
function nameOf({ holds }: Column, style: HeaderStyle): string {
  if (holds.kind !== 'answer') return pathOf(holds)
  if (style === 'headline') return spoken(holds)
  const id = byId(holds)
  const title = style === 'id' ? id : spoken(holds)
  return title === id ? id : `${title} [${id}]`
}

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

/** Tells equal names apart by numbers; of several columns, that of the lowest rank keeps the name. */
export function apart(names: readonly string[], rankOf: (i: number) => number = () => 0): readonly string[] {
  const taken = new Set<string>()
  const made = [...names]
  const inOrder = Array.from(names.keys()).toSorted((a, b) => rankOf(a) - rankOf(b) || a - b)
  const repeated = inOrder.filter((i) => taken.size === taken.add(foldedName(names[i] ?? '')).size)
  for (const i of repeated) {
    const name = names[i] ?? ''
    let n = 2
    while (taken.has(foldedName(`${name} (${n})`))) n++
    made[i] = `${name} (${n})`
    taken.add(foldedName(made[i]))
  }
  return made
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
