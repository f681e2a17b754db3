import type { Column } from '../columns.ts'
import { idOfColumn, isOfMain } from './header.ts'

/** What a name calls the list that the column of an option belongs to, and what it calls the question. */
export function stemsOf(
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
