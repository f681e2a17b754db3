import { Failure, misuse } from '../../failure/failure.ts'
import { isUngiven, similar, type ColumnNames, unknownColumns } from '../columns/column-names.ts'
import {
  columnsOfMember,
  type Column,
  type Columns,
  type Member,
  type Question,
  isFixed,
} from '../columns.ts'
import { isPersonalMember } from '../../form/components.ts'
import { inQuotes } from '../../form/words.ts'
import { titleOf } from '../columns/header.ts'
import { isMain, masked } from '../answers.ts'
import { holding } from '../columns/column-type.ts'

/** How a column is redacted: left out, or each text replaced by a keyed hash or a mask. */
export type RedactStyle = 'drop' | 'hash' | 'mask'

/** A redaction: the name of a column or member, or a question's headline or id, and the style. */
export type Redaction = { readonly name: string; readonly how: RedactStyle }

/** A keyed hash: equal texts give equal hashes, which reveal nothing without the key. */
export type Hash = (text: string) => string

/** Strictest first: it wins if two redactions name a column. */
const strictness: readonly RedactStyle[] = ['drop', 'hash', 'mask']

export const stricterOf = (one: RedactStyle, other: RedactStyle = one): RedactStyle =>
  strictness.indexOf(one) < strictness.indexOf(other) ? one : other

export type Members = Map<string, RedactStyle>

export type Redacted = {
  readonly columns: ReadonlyMap<Column, RedactStyle>
  /**
   * Hashed or masked lists of choices whose options have columns, with their dropped options. The names and order of such columns
   * would reveal the options, so these lists are written in one cell.
   */
  readonly lists: ReadonlyMap<Member, ReadonlySet<string>>
  /** The columns of each given name; none if no response has such a value. */
  readonly named: ReadonlyMap<string, readonly Column[]>
  /** Names of members outside of answers that may repeat a redacted answer: given names, ids and headlines of questions. */
  readonly names: ReadonlyMap<string, RedactStyle>
  /** The same for members of answers, whose names may equal any headline, such as a row of a matrix. */
  readonly namesInAnswers: ReadonlyMap<string, RedactStyle>
}

/** The word for every column that says who somebody is. */
const everybody = 'identity'

/**
 * Whether a column says who somebody is: an identity, an address or number to reach them at, a file, a booking, the contact. It
 * does if its question had such a type in any response.
 */
export const isPersonal = ({ holds }: Column): boolean =>
  holds.kind === 'answer'
    ? [undefined, ...holds.member.question.types].some((type) =>
        isPersonalMember({ type, member: holds.member.name }),
      )
    : (holds.kind === 'meta' && holds.name === 'leadId') || (holds.kind === 'person' && holds.name === 'ip')

const nothingRedacted: Redacted = {
  columns: new Map(),
  lists: new Map(),
  named: new Map(),
  names: new Map(),
  namesInAnswers: new Map(),
}

/**
 * The redacted columns: every column that a name may mean in any header style. A question's headline or id means all its columns,
 * a member's name the columns of all questions, and `identity` every column that says who somebody is. A name that may be misspelt throws a Failure, so that nothing gets through.
 */
export function redactedColumns(
  redactions: readonly Redaction[],
  columns: Columns,
  { called, isBare }: { readonly called: ColumnNames; readonly isBare: boolean },
): Redacted {
  if (redactions.length === 0) return nothingRedacted
  const named = new Map(
    redactions.map(({ name }) => {
      const personal = name === everybody ? columns.all.filter(isPersonal) : []
      return [name, [...new Set([...personal, ...called.columnsToRedact(name)])]]
    }),
  )
  const unknown = [...named.keys()].filter((name) => named.get(name)?.length === 0)
  const faulty = isBare ? [] : unknown.filter((name) => name !== everybody && !isUngiven(name, called))
  if (faulty.length > 0) {
    const suggestions = (name: string): readonly string[] => [
      ...similar(name, [everybody]),
      ...called.suggestions(name),
    ]
    throw unknownColumns(faulty, { ...called, suggestions })
  }
  const redacted = new Map<Column, RedactStyle>()
  for (const { name, how } of redactions)
    for (const column of named.get(name) ?? []) redacted.set(column, stricterOf(how, redacted.get(column)))
  // The answer shows what was typed as "Other", too.
  for (const [{ holds }, how] of redacted)
    if (how !== 'drop' && holds.kind === 'answer' && isMain(holds.member.name))
      for (const name of ['selectedOther', 'other']) {
        const column = holds.member.question.members.get(name)?.column
        if (column) redacted.set(column, stricterOf(how, redacted.get(column)))
      }
  const lists = isBare ? new Map<Member, Set<string>>() : listsInOneCell(columns, redacted, called)
  const names = new Map(redactions.map(({ name, how }) => [name, how]))
  const namesInAnswers = new Map(names)
  for (const question of columns.questions()) {
    const how = styleOfQuestion(question, redacted, lists)
    if (how === undefined) continue
    for (const name of namesOfQuestion(question)) names.set(name, stricterOf(how, names.get(name)))
    // Every question has a main member, so an id that equals its name would match all answers.
    if (!isMain(question.name))
      namesInAnswers.set(question.name, stricterOf(how, namesInAnswers.get(question.name)))
  }
  for (const column of columns.all) {
    const how = (isInAnswer(column) ? namesInAnswers : names).get(nameOf(column))
    if (how !== undefined && !redacted.has(column) && !isOfContract(column)) redacted.set(column, how)
  }
  return { columns: redacted, lists, named, names, namesInAnswers }
}

/** Moves redacted lists of choices into one cell, and drops the columns of their options. */
function listsInOneCell(
  columns: Columns,
  redacted: Map<Column, RedactStyle>,
  { header }: ColumnNames,
): Redacted['lists'] {
  const lists = new Map<Member, ReadonlySet<string>>()
  for (const [{ holds }, how] of redacted) {
    if (how === 'drop' || holds.kind !== 'answer' || holds.option === undefined || lists.has(holds.member))
      continue
    const { member } = holds
    // The rows of a Matrix say nothing of the answers.
    if (member.name === 'rows') continue
    const options = [...member.options.values()]
    const hidden = options.find(({ column }) => redacted.has(column))
    if (hidden && !options.every(({ column }) => redacted.has(column))) {
      const name = header.get(hidden.column) ?? ''
      throw misuse(
        `--redact names the one option ${inQuotes(name)}, but a list is hashed or masked as a whole. Name its question, or give "${name}=drop".`,
      )
    }
    const dropped = options.filter(({ column }) => redacted.get(column) === 'drop')
    lists.set(member, new Set(dropped.map(({ name }) => name)))
    const list = columns.whole(member)
    list.held |= holding.text
    redacted.set(list, stricterOf(how, redacted.get(list)))
    for (const { column } of options) redacted.set(column, 'drop')
  }
  return lists
}

/** The strictest style of a question whose columns are all redacted; undefined for any other. */
function styleOfQuestion(
  { members, entryMembers }: Question,
  redacted: ReadonlyMap<Column, RedactStyle>,
  lists: Redacted['lists'],
): RedactStyle | undefined {
  const columns = [...members.values(), ...entryMembers.values()].flatMap((member) =>
    member.column && lists.has(member) ? [member.column] : columnsOfMember(member),
  )
  const hows = columns.flatMap((column) => redacted.get(column) ?? [])
  return hows.length < columns.length ? undefined : hows.reduce(stricterOf, hows[0] ?? 'mask')
}

/** The names by which another member may repeat an answer. */
const namesOfQuestion = (question: Question): readonly string[] =>
  [
    question.name,
    ...question.mergedIds,
    question.headline.text,
    titleOf(question),
    ...question.headlines.all,
  ].filter((name) => name !== '')

const isOfContract = ({ holds }: Column): boolean =>
  holds.kind !== 'answer' && isFixed(holds.kind, holds.name)

const nameOf = ({ holds }: Column): string => (holds.kind === 'answer' ? holds.member.name : holds.name)

/** Whether a column holds a member of an answer, not of the entry around it. */
const isInAnswer = ({ holds }: Column): boolean =>
  holds.kind === 'answer' && holds.member.question.members.get(holds.member.name) === holds.member

/** The columns of a redaction's name, with those that repeat them. */
export function meantBy(name: string, { columns, named }: Redacted): readonly Column[] {
  const meant = named.get(name) ?? []
  const names = new Set(
    meant.flatMap(({ holds }) => (holds.kind === 'answer' ? namesOfQuestion(holds.member.question) : [])),
  )
  const isRepeated = (column: Column): boolean => names.has(nameOf(column)) && !isOfContract(column)
  return meant.length === 0 ? meant : [...new Set([...meant, ...[...columns.keys()].filter(isRepeated)])]
}

/** How a text is redacted; undefined for `drop`. Throws a Failure for `hash` without a key. */
export function redactText(how: RedactStyle, hash: Hash | undefined): ((text: string) => string) | undefined {
  if (how === 'drop') return undefined
  if (how === 'mask') return mask
  // An empty text is no secret, and its hash would look like an answer.
  if (hash) return (text) => (text === '' ? '' : hash(text))
  throw Failure.of('redact-key', { problem: 'A hash needs a key, and none was given.' })
}

/** At least six characters. Countries, yes and no, true and false are shorter. */
const leastShown = /^.{6}/su

/**
 * Masks a text. Its first letter stays, and whether it is an e-mail address: `j•••@•••`, `B•••`. Its length is hidden. Nothing
 * is shown of a text that does not begin with a letter, or is so short that the first letter nearly gives it away.
 */
export function mask(text: string): string {
  if (text === '') return ''
  if (!leastShown.test(text)) return masked
  const [, before = text] = /^([^@]+)@/.exec(text) ?? []
  const [, first = ''] = /^(\p{L})./su.exec(before) ?? []
  return `${first}${masked}${before === text ? '' : `@${masked}`}`
}
