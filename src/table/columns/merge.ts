import { Failure } from '../../failure/failure.ts'
import { noteText, onOneLine, type NewestText } from '../answers.ts'
import type { Collected, Merge } from '../collect.ts'
import { type Column, type Columns, keepHeadline, type Member, type Question } from '../columns.ts'
import { mapFollowers, mergedOrder, mergeSeen, type Ordered } from '../order.ts'
import { beginRow, putCell, remakeRows, textOfCell } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'
import { holding } from './column-type.ts'
import { titleOf } from './header.ts'

export type KnownForm = {
  readonly id: string
  readonly name?: string
  /** When it was created, as an ISO time; absent: unknown. */
  readonly created?: string
  /** The questionnaire that it is a version or a row of; absent: it is one by itself. */
  readonly questionnaire?: string
  /** The questions that have a key in its spec. */
  readonly keys?: readonly { readonly key: string; readonly type: string; readonly headline: string }[]
}

/** Which questions are one. */
export type Merging = {
  /** Forms, the oldest first; those of unknown age come last. */
  readonly forms: readonly KnownForm[]
  /** Whether all forms count as one questionnaire. */
  readonly mergesAll: boolean
}

/**
 * Makes questions of several forms one, in columns and rows. Questions of one questionnaire are the same if they have the same key,
 * else the same headline and component type; where a form asks that several times, the first ones are the same, then the second.
 * `joined`: ids of questions that are one by hand, each with the id that stands for it. Adds the column `formName` where names
 * of forms are known. Throws a Failure for a response that answers two questions that are joined.
 */
export function mergeQuestions(
  collected: Collected,
  { forms, mergesAll }: Merging,
  joined: ReadonlyMap<string, string> = new Map(),
): Collected {
  const { columns } = collected
  const byHand = [...joined].map(([id, into]) => [columns.expect(into), columns.expect(id)])
  const { groups, alike } = sameQuestions([...columns.questions()], { forms, mergesAll })
  const intoOf = new Map<Question, Question>()
  const final = (question: Question): Question => {
    const into = intoOf.get(question)
    return into ? final(into) : question
  }
  for (const [first, ...others] of [...byHand, ...groups])
    for (const other of others)
      if (first && final(first) !== final(other)) intoOf.set(final(other), final(first))
  const targets = new Map<number, number>()
  for (const from of intoOf.keys()) mergeInto(columns, { from, into: final(from) }, targets)
  if (intoOf.size > 0) mapFollowers([...columns.questions()], final)
  const names = new Map(forms.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])))
  const formName = names.size > 0 ? columns.of('record', 'formName') : undefined
  if (formName && collected.rowCount > 0) formName.held |= holding.text
  const merged = Map.groupBy(intoOf.keys(), final)
  return mergedRows({
    ...collected,
    merge: {
      merged: Array.from(merged, ([into, from]) => ({
        question: titleOf(into),
        ids: [into.name, ...from.map(({ name }) => name)],
      })),
      alike: alike.flatMap((questions) =>
        questions.slice(0, 1).map((first) => ({
          headline: titleOf(first),
          types: [...new Set(questions.map(({ type }) => type.text))],
        })),
      ),
      startRemake: () => makeRemake(columns, { targets, names, formName: formName?.number }),
    },
  })
}

/** Collected rows with the cells of merged columns. */
export const mergedRows = (collected: Collected): Collected => {
  const { merge, spool } = collected
  return merge
    ? { ...collected, spool: { blocks: () => remakeRows(spool.blocks(), merge.startRemake()) } }
    : collected
}

/** The questionnaire that a form belongs to; undefined: it is one by itself. */
export const questionnaireOf = (
  { forms, mergesAll }: Merging,
  form: string | undefined,
): string | undefined => (mergesAll ? '' : forms.find(({ id }) => id === form)?.questionnaire)

/** A question, as far as it matters here. */
type Asked<Q> = Ordered<Q> & {
  readonly forms: ReadonlySet<string>
  readonly headline: NewestText
  readonly type: NewestText
}

/** `groups`: questions that are the same, the one of the oldest form first. `alike`: those that only have the same headline. */
type Same<Q> = Readonly<Record<'groups' | 'alike', readonly (readonly Q[])[]>>

/** Finds the questions that are the same. */
export function sameQuestions<Q extends Asked<Q>>(questions: readonly Q[], merging: Merging): Same<Q> {
  const { forms, mergesAll } = merging
  const known = new Map(forms.map((form, rank) => [form.id, { ...form, rank }]))
  // A version of the spec from before a question had its key asks the same by the same wording.
  const keyOf = new Map(
    forms.flatMap(({ questionnaire, keys = [] }) =>
      keys.map(({ key, type, headline }) => [
        JSON.stringify([mergesAll ? '' : questionnaire, type, onOneLine(headline)]),
        key,
      ]),
    ),
  )
  const same = new Map<string, Q[][]>()
  const byHeadline = new Map<string, Q[]>()
  for (const question of mergedOrder(questions)) {
    const asking = [...question.forms]
    const of = mergesAll
      ? ''
      : asking.map((form) => known.get(form)?.questionnaire).find((one) => one !== undefined)
    if (of === undefined) continue
    const [type, headline] = [question.type.text, onOneLine(question.headline.text)]
    const wording = JSON.stringify([of, type, headline])
    const key =
      asking
        .flatMap((form) => known.get(form)?.keys ?? [])
        .find((one) => one.type === type && onOneLine(one.headline) === headline)?.key ?? keyOf.get(wording)
    const groups = listOf(same, key === undefined ? wording : JSON.stringify([of, key]))
    // A form that asks it twice asks two questions.
    const group = groups.find((one) => one.every((other) => asking.every((form) => !other.forms.has(form))))
    if (group) group.push(question)
    else groups.push([question])
    if (headline !== '') listOf(byHeadline, JSON.stringify([of, headline])).push(question)
  }
  const rankOf = ({ forms: asking }: Q): number =>
    Math.min(...Array.from(asking, (form) => known.get(form)?.rank ?? forms.length))
  return {
    groups: [...same.values()]
      .flat()
      .map((group) => group.toSorted((a, b) => rankOf(a) - rankOf(b) || byGroupAndName(a, b))),
    alike: [...byHeadline.values()].filter(areAlike),
  }
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}

const byGroupAndName = (a: Ordered<unknown>, b: Ordered<unknown>): number =>
  a.group !== b.group ? (a.group < b.group ? -1 : 1) : a.name < b.name ? -1 : 1

/** Whether types differ and no form asks two of the questions. */
function areAlike(questions: readonly Asked<unknown>[]): boolean {
  const [first, ...others] = questions
  const isVersion = others.some(({ forms }) => !first || [...forms].every((form) => !first.forms.has(form)))
  return isVersion && others.some(({ type }) => type.text !== first?.type.text)
}

type Pair = { readonly from: Question; readonly into: Question }

/** Moves everything of a question into another one, and notes the column that each of its columns became. */
function mergeInto(columns: Columns, { from, into }: Pair, targets: Map<number, number>): void {
  for (const form of from.forms) into.forms.add(form)
  if (from.group !== '' && (into.group === '' || from.group < into.group)) into.group = from.group
  for (const headline of [from.headline.text, ...from.headlines.all])
    if (headline !== '' && headline !== into.headline.text) keepHeadline(into, headline)
  if (from.headline.text !== into.headline.text) {
    if (into.headline.text !== '') keepHeadline(into, into.headline.text)
    into.isRenamed = true
  }
  into.isRenamed ||= from.isRenamed
  into.mergedIds = [...into.mergedIds, from.name, ...from.mergedIds]
  noteText(into.headline, from.headline.text, from.headline.at)
  noteText(into.type, from.type.text, from.type.at)
  for (const type of from.types) into.types.add(type)
  mergeSeen(into, from)
  const mergeMembers = (members: ReadonlyMap<string, Member>, target: Columns['member']): void => {
    for (const member of members.values())
      mergeMember(columns, { from: member, into: target(into, member.name) }, targets)
    mapFollowers([...(members === from.members ? into.members : into.entryMembers).values()], (member) =>
      target(into, member.name),
    )
  }
  mergeMembers(from.members, columns.member)
  mergeMembers(from.entryMembers, columns.entryMember)
  columns.merge(from, into)
}

function mergeMember(
  columns: Columns,
  { from, into }: { readonly from: Member; readonly into: Member },
  targets: Map<number, number>,
): void {
  const mergeColumn = (one: Column, other: Column): void => {
    other.held |= one.held
    if (one.expected !== undefined) other.expected ??= one.expected
    targets.set(one.number, other.number)
  }
  mergeSeen(into, from)
  into.hasOpenLists ||= from.hasOpenLists === true
  if (from.column) mergeColumn(from.column, columns.whole(into))
  for (const option of from.options.values()) {
    const other = columns.option(into, option.name)
    mergeColumn(option.column, other.column)
    mergeSeen(other, option)
  }
  mapFollowers([...into.options.values()], (option) => columns.option(into, option.name))
}

type Remaking = {
  /** The column that each merged column became, by number. */
  readonly targets: ReadonlyMap<number, number>
  /** The names of forms, and the column that they are written to. */
  readonly names: ReadonlyMap<string, string>
  readonly formName: number | undefined
}

/** Makes a function that moves the cells of a row into merged columns, and adds the name of its form. */
function makeRemake(
  columns: Columns,
  { targets, names, formName }: Remaking,
): ReturnType<Merge['startRemake']> {
  const targetOf = Uint32Array.from(columns.all, ({ number }) => targets.get(number) ?? number)
  const formId = columns.of('record', 'formId').number
  const id = columns.of('record', 'id').number
  const encoded = new Map(Array.from(names, ([form, name]) => [form, encoder.encode(name)]))
  // The last row that had a cell of each column.
  const rows = new Float64Array(targetOf.length).fill(-1)
  return (row, into) => {
    const { cells, bytes, number } = row
    const name = formName === undefined ? undefined : encoded.get(textOfCell(row, formId) ?? '')
    beginRow(into, cells.count + (name ? 1 : 0))
    // First, since a kept record is the last cell.
    if (name) putCell(into, { column: formName ?? 0, kind: kinds.text, from: 0, to: name.length }, name)
    for (let i = 0; i < cells.count; i++) {
      const [from = 0, kind = 0] = [cells.columns[i], cells.kinds[i]]
      const column = targetOf[from] ?? from
      if (rows[column] === number)
        throw collision(columns, { column, response: textOfCell(row, id) ?? String(number + 1) })
      if (column < rows.length) rows[column] = number
      putCell(into, { column, kind, from: cells.starts[i] ?? 0, to: cells.ends[i] ?? 0 }, bytes)
    }
  }
}

const encoder = new TextEncoder()

function collision(
  columns: Columns,
  { column, response }: { readonly column: number; readonly response: string },
): Failure {
  const holds = columns.all[column]?.holds
  const question = holds?.kind === 'answer' ? titleOf(holds.member.question) : ''
  return Failure.of('questions-collide', { question, response })
}
