import { Failure, misuse } from '../../failure/failure.ts'
import { isUngiven, type ColumnNames, unknownColumns } from '../columns/column-names.ts'
import {
  columnsOfMember,
  type Column,
  type Columns,
  type Member,
  type Question,
  isFixed,
} from '../columns.ts'
import { titleOf } from '../columns/header.ts'
import { isMain } from '../answers.ts'
import { holding } from '../columns/column-type.ts'

/** How a column is made safe: left out, or each of its texts replaced by a keyed hash or by a mask. */
export type RedactStyle = 'drop' | 'hash' | 'mask'

/** What is to be redacted, by the name of a column, a question's headline or id, or the name of a member. */
export type Redaction = { readonly name: string; readonly how: RedactStyle }

/** Gives equal texts for equal texts, from which nobody without the key learns these. */
export type Hash = (text: string) => string

/** The strictest first: it wins where two redactions name a column. */
const strictness: readonly RedactStyle[] = ['drop', 'hash', 'mask']

/** The stricter of two. */
export const stricterOf = (one: RedactStyle, other: RedactStyle = one): RedactStyle =>
  strictness.indexOf(one) < strictness.indexOf(other) ? one : other

/** What becomes of members, by their names. */
export type Members = Map<string, RedactStyle>

/** What is redacted, and what the names of redactions mean. */
export type Redacted = {
  readonly columns: ReadonlyMap<Column, RedactStyle>
  /**
   * Lists of choices whose options have columns, and which are hashed or masked. These columns would reveal the options by
   * their names and their order, so such a list stands in one cell, without these options, which are dropped.
   */
  readonly lists: ReadonlyMap<Member, ReadonlySet<string>>
  /** By each name the columns that it means; none where nobody gave it. */
  readonly named: ReadonlyMap<string, readonly Column[]>
  /** Names of members outside of answers that repeat a redacted answer: the names given, ids and headlines of questions. */
  readonly names: ReadonlyMap<string, RedactStyle>
  /** The same for members of answers, which may be called like any headline, as a row of a matrix. */
  readonly namesInAnswers: ReadonlyMap<string, RedactStyle>
}

/** Nothing is redacted. */
const nothingRedacted: Redacted = {
  columns: new Map(),
  lists: new Map(),
  named: new Map(),
  names: new Map(),
  namesInAnswers: new Map(),
}

/**
 * Which columns are redacted, and how: every one that a name may mean, by the header that is written or any other. A
 * question's headline or id means all of its columns, a member's name the columns of all questions. A name that no
 * column has is a Failure where it may be a slip, since a slip must not let anything through.
 */
export function redactedColumns(
  redactions: readonly Redaction[],
  columns: Columns,
  { called, isBare }: { readonly called: ColumnNames; readonly isBare: boolean },
): Redacted {
  if (redactions.length === 0) return nothingRedacted
  const named = new Map(redactions.map(({ name }) => [name, called.columnsToRedact(name)]))
  const unknown = [...named.keys()].filter((name) => named.get(name)?.length === 0)
  const faulty = isBare ? [] : unknown.filter((name) => !isUngiven(name, called))
  if (faulty.length > 0) throw unknownColumns(faulty, { ...called, suggestions: called.suggestionsToRedact })
  const redacted = new Map<Column, RedactStyle>()
  for (const { name, how } of redactions)
    for (const column of named.get(name) ?? []) redacted.set(column, stricterOf(how, redacted.get(column)))
  const lists = isBare ? new Map<Member, Set<string>>() : listsInOneCell(columns, redacted, called)
  const names = new Map(redactions.map(({ name, how }) => [name, how]))
  const namesInAnswers = new Map(names)
  for (const question of columns.questions()) {
    const how = styleOfQuestion(question, redacted, lists)
    if (how === undefined) continue
    for (const name of namesOfQuestion(question)) names.set(name, stricterOf(how, names.get(name)))
    // Every question has such a member, whatever a question of this id is called.
    if (!isMain(question.name))
      namesInAnswers.set(question.name, stricterOf(how, namesInAnswers.get(question.name)))
  }
  for (const column of columns.all) {
    const how = (isInAnswer(column) ? namesInAnswers : names).get(nameOf(column))
    if (how !== undefined && !redacted.has(column) && !isOfContract(column)) redacted.set(column, how)
  }
  return { columns: redacted, lists, named, names, namesInAnswers }
}

/** The redacted lists of choices that are to stand in one cell; their options' columns are dropped. */
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
    const options = [...member.options.values()]
    const hidden = options.find(({ column }) => redacted.has(column))
    if (hidden && !options.every(({ column }) => redacted.has(column))) {
      const name = header.get(hidden.column) ?? ''
      throw misuse(
        `--redact names the one option ${JSON.stringify(name)}, and a list is hashed or masked as a whole: name its question, or give "${name}=drop".`,
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

/** How a question is redacted whose columns all are; undefined for any other. */
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
  [question.name, question.headline.text, titleOf(question), ...question.headlines.all].filter(
    (name) => name !== '',
  )

const isOfContract = ({ holds }: Column): boolean =>
  holds.kind !== 'answer' && isFixed(holds.kind, holds.name)

const nameOf = ({ holds }: Column): string => (holds.kind === 'answer' ? holds.member.name : holds.name)

/** Whether a column holds a member of answers themselves, and not one beside them. */
const isInAnswer = ({ holds }: Column): boolean =>
  holds.kind === 'answer' && holds.member.question.members.get(holds.member.name) === holds.member

/** The columns that a name of a redaction means, with those that repeat what it means. */
export function meantBy(name: string, { columns, named }: Redacted): readonly Column[] {
  const meant = named.get(name) ?? []
  const names = new Set(
    meant.flatMap(({ holds }) => (holds.kind === 'answer' ? namesOfQuestion(holds.member.question) : [])),
  )
  const isRepeated = (column: Column): boolean => names.has(nameOf(column)) && !isOfContract(column)
  return meant.length === 0 ? meant : [...new Set([...meant, ...[...columns.keys()].filter(isRepeated)])]
}

/** What becomes of a text; undefined for `drop`, which leaves none. */
export function redactText(how: RedactStyle, hash: Hash | undefined): ((text: string) => string) | undefined {
  if (how === 'drop') return undefined
  if (how === 'mask') return mask
  // That nothing was answered is no secret, and a hash of it would look like an answer.
  if (hash) return (text) => (text === '' ? '' : hash(text))
  // Without it the texts would go out as they are.
  throw Failure.of('redact-key', { problem: 'A hash needs a key, and none was given.' })
}

const dots = '•••'

/**
 * A text of which no more can be read than its first letter and whether it is an address of e-mail: `j•••@•••`,
 * `B•••`. It hides its length, and all of a text that begins with a digit, is one letter long, or is true or false.
 */
export function mask(text: string): string {
  if (text === '') return ''
  // A first letter would tell which.
  if (text === 'true' || text === 'false') return dots
  const [, before = text] = /^([^@]+)@/.exec(text) ?? []
  const [, first = ''] = /^(\p{L})./su.exec(before) ?? []
  return `${first}${dots}${before === text ? '' : `@${dots}`}`
}
