import { Failure, misuse } from '../failure/failure.ts'
import { isUngiven, similar, type ColumnNames, unknownColumns } from './columns/column-names.ts'
import {
  columnsOfMember,
  type Column,
  type Columns,
  type Member,
  type QuestionColumns,
  isFixed,
  type Kind,
} from './columns.ts'
import { isPersonalMember } from '../form/answer-facts.ts'
import { inQuotes } from '../form/words.ts'
import { questionTitle } from './columns/header.ts'
import {
  isMain,
  masked,
  questionMembers,
  isJsonObject,
  isEntry,
  isRow,
  type Entry,
  mainMembers,
  choseOther,
  splitParts,
  withOther,
} from './answers.ts'
import { cellText, choicesOf, listOf, redactedChoices, cellTypes } from './cell-values.ts'
import type { Batches, RawRecord } from '../record/records.ts'
import type { JsonObject } from '../form/value.ts'

/** How a column is redacted: left out, or each text replaced by a keyed hash or a mask. */
export type RedactStyle = 'drop' | 'hash' | 'mask'

/** A redaction: the name of a column or member, or a question's headline or id, and the style. */
export type Redaction = { readonly name: string; readonly how: RedactStyle }

/** A keyed hash: equal texts give equal hashes, which reveal nothing without the key. */
export type Hash = (text: string) => string

/** Strictest first: it wins if two redactions name a column. */
const strictness: readonly RedactStyle[] = ['drop', 'hash', 'mask']

const stricterOf = (one: RedactStyle, other: RedactStyle = one): RedactStyle =>
  strictness.indexOf(one) < strictness.indexOf(other) ? one : other

type Members = Map<string, RedactStyle>

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

/** The word for every column that identifies a person. */
const everybody = 'identity'

/**
 * Whether a column identifies a person: an identity, an address or number to reach them at, a file, a booking, the contact. It
 * does if its question had such a type in any response.
 */
export const isPersonal = ({ holds }: Column): boolean =>
  holds.kind === 'answer'
    ? [undefined, ...holds.member.question.types].some((type) => isPersonalMember(type, holds.member.name))
    : (holds.kind === 'meta' && holds.name === 'leadId') || (holds.kind === 'person' && holds.name === 'ip')

/** What identifies a person at once: names, e-mail addresses, phone numbers, then postal addresses; all else comes last. */
const personalParts = [
  /^(?:first|last|full)Name$/,
  /^(?:EmailForm|(?:work)?emailAddress)$/i,
  /^(?:Phone|phoneNumber)$/,
  /^(?:streetAddress|aptSuiteEtc)$/,
]

/** A lower number for what says more plainly who somebody is. */
export function personalRank({ holds }: Column): number {
  const words = holds.kind === 'answer' ? [holds.member.name, ...holds.member.question.types] : [holds.name]
  const rank = personalParts.findIndex((part) => words.some((word) => part.test(word)))
  return rank < 0 ? personalParts.length : rank
}

const nothingRedacted: Redacted = {
  columns: new Map(),
  lists: new Map(),
  named: new Map(),
  names: new Map(),
  namesInAnswers: new Map(),
}

/**
 * The redacted columns: every column that a name may mean in any header style. A question's headline or id means all its columns,
 * a member's name the columns of all questions, and `identity` every column that identifies a person. A name that may be misspelt throws a Failure, so that nothing gets through.
 */
export function redactedColumns(
  redactions: readonly Redaction[],
  columns: Columns,
  { called, areColumnsUnknown }: { readonly called: ColumnNames; readonly areColumnsUnknown: boolean },
): Redacted {
  if (redactions.length === 0) return nothingRedacted
  const named = new Map(
    redactions.map(({ name }) => {
      const personal = name === everybody ? columns.all.filter(isPersonal) : []
      return [name, [...new Set([...personal, ...called.columnsToRedact(name)])]]
    }),
  )
  const unknown = [...named.keys()].filter((name) => named.get(name)?.length === 0)
  const faulty = areColumnsUnknown
    ? []
    : unknown.filter((name) => name !== everybody && !isUngiven(name, called))
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
  const lists = areColumnsUnknown ? new Map<Member, Set<string>>() : listsInOneCell(columns, redacted, called)
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
    list.seenTypes |= cellTypes.text
    redacted.set(list, stricterOf(how, redacted.get(list)))
    for (const { column } of options) redacted.set(column, 'drop')
  }
  return lists
}

/** The strictest style of a question whose columns are all redacted; undefined for any other. */
function styleOfQuestion(
  { members, entryMembers }: QuestionColumns,
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
const namesOfQuestion = (question: QuestionColumns): readonly string[] =>
  [
    question.name,
    ...question.mergedIds,
    question.headline.text,
    questionTitle(question),
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
function redactText(how: RedactStyle, hash: Hash | undefined): ((text: string) => string) | undefined {
  if (how === 'drop') return undefined
  if (how === 'mask') return mask
  // An empty text hides nothing, and its hash would look like an answer.
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

type QuestionRules = {
  readonly members: Members
  readonly entryMembers: Members
  /** Options that are left out of the lists of a member, by its name. */
  readonly dropped: Map<string, ReadonlySet<string>>
  readonly rows: Members
  /** For entries that do not have the shape of answers. */
  strictest: RedactStyle
  /** Whether every member is dropped, and so the whole entry. */
  isDropped: boolean
}

type Names = ReadonlyMap<string, RedactStyle>

/** How each member of a record is redacted, by its place. */
type Rules = Pick<Redacted, 'names' | 'namesInAnswers'> & {
  readonly of: Readonly<Record<Kind, Members>>
  readonly questions: ReadonlyMap<string, QuestionRules>
  readonly redact: (how: RedactStyle, value: unknown) => unknown
}

/**
 * Makes a function that redacts a record: values of redacted columns; members of any shape that repeat a redacted answer under
 * the id or a headline of its question or a given name; and answers nested in other members. Everything else stays unchanged.
 */
export function recordRedactor(redacted: Redacted, hash: Hash | undefined): (record: RawRecord) => RawRecord {
  const rules = rulesOf(redacted, hash)
  return (record) =>
    changed(record, (name, value) => {
      if (name === 'data' && Array.isArray(value)) return entriesOf(value, rules)
      const kind = name === 'meta' ? 'meta' : name === 'personAttributes' ? 'person' : undefined
      if (kind === undefined || !isJsonObject(value)) return memberOf(rules.of.record.get(name), value, rules)
      return changed(value, (member, part) => memberOf(rules.of[kind].get(member), part, rules))
    })
}

export async function* mapBatches(batches: Batches, redact: (record: RawRecord) => RawRecord): Batches {
  for await (const batch of batches) yield batch.map(redact)
}

function rulesOf({ columns, lists, ...names }: Redacted, hash: Hash | undefined): Rules {
  const of = { record: new Map(), meta: new Map(), person: new Map() }
  const questions = new Map<string, QuestionRules>()
  for (const [{ holds }, how] of columns) {
    if (holds.kind !== 'answer') {
      of[holds.kind].set(holds.name, how)
      continue
    }
    const { member, option } = holds
    const { question, name } = member
    const isOfRow = option !== undefined && name === 'rows'
    // A single option has no member of its own in a record: only its column is left out.
    if (
      option !== undefined &&
      !isOfRow &&
      (lists.has(member) || columnsOfMember(member).some((one) => !columns.has(one)))
    )
      continue
    const asked = questions.get(question.name) ?? newRules(how)
    for (const id of [question.name, ...question.mergedIds]) questions.set(id, asked)
    const isOfEntry = question.entryMembers.get(name) === member
    if (isOfRow) asked.rows.set(option, how)
    else (isOfEntry ? asked.entryMembers : asked.members).set(name, how)
    asked.dropped.set(name, lists.get(member) ?? none)
    asked.strictest = stricterOf(how, asked.strictest)
    asked.isDropped = [...question.members.values(), ...question.entryMembers.values()]
      .flatMap(columnsOfMember)
      .every((column) => columns.get(column) === 'drop')
  }
  return { ...names, of, questions, redact: redactingBy(columns.values(), hash) }
}

const newRules = (how: RedactStyle): QuestionRules => ({
  members: new Map(),
  entryMembers: new Map(),
  dropped: new Map(),
  rows: new Map(),
  strictest: how,
  isDropped: false,
})

const none: ReadonlySet<string> = new Set()

/** Makes a function that redacts a value as its cell would show it, a list option by option; undefined: left out. */
function redactingBy(styles: Iterable<RedactStyle>, hash: Hash | undefined): Rules['redact'] {
  const redacts = new Map(Array.from(new Set(styles), (how) => [how, redactText(how, hash)]))
  return (how, value) => {
    const redact = redacts.get(how) ?? redactText(how, hash)
    if (!redact) return undefined
    if (value === null) return null
    const choices = Array.isArray(value) ? choicesOf(value) : undefined
    return choices ? listOf(redactedChoices(choices, redact)) : redact(cellText(value))
  }
}

type Change = (name: string, value: unknown) => unknown

/** Maps members in their order and removes those that become undefined; returns the same object if none changes. */
function changed(members: JsonObject, change: Change): JsonObject {
  const names = Object.keys(members)
  let left: Record<string, unknown> | undefined
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? ''
    const value = change(name, members[name])
    if (left === undefined) {
      if (value === members[name]) continue
      left = {}
      for (const before of names.slice(0, i)) put(left, before, members[before])
    }
    if (value !== undefined) put(left, name, value)
  }
  return left ?? members
}

function put(members: Record<string, unknown>, name: string, value: unknown): void {
  // An assignment would set the prototype.
  if (name === '__proto__') Object.defineProperty(members, name, { value, ...ordinary })
  else members[name] = value
}

const ordinary = { enumerable: true, configurable: true, writable: true }

const memberOf = (how: RedactStyle | undefined, value: unknown, rules: Rules): unknown =>
  how === undefined ? cleaned(value, rules, rules.names) : rules.redact(how, value)

function entriesOf(entries: readonly unknown[], rules: Rules): readonly unknown[] {
  const how = rules.of.record.get('data')
  return entries
    .map((entry) => (isEntry(entry) ? entryOf(entry, rules) : memberOf(how, entry, rules)))
    .filter((entry) => entry !== undefined)
}

function entryOf(entry: Entry, rules: Rules): JsonObject | undefined {
  const asked = rules.questions.get(entry.questionId)
  if (asked?.isDropped) return undefined
  return changed(entry, (name, value) => {
    if (name === 'questionId') return value
    if (name === 'response') return answerOf(entry.response, asked, rules)
    return memberOf(asked?.entryMembers.get(name) ?? rules.names.get(name), value, rules)
  })
}

function answerOf(given: JsonObject, asked: QuestionRules | undefined, rules: Rules): JsonObject {
  const isMasked = (name: string): boolean => asked?.members.get(name) === 'mask'
  const { selectedOther, other } = given
  // A mask of `selectedOther` does not say whether "Other" was chosen: without a text beside it, only its place among the options does.
  const needsPlace =
    isMasked('selectedOther') &&
    mainMembers.some(isMasked) &&
    choseOther(selectedOther) &&
    cellText(other) === '' &&
    mask(cellText(selectedOther)) === masked
  return changed(needsPlace ? withOther(given) : given, (name, value) => {
    if (typeof value === 'string' && questionMembers.includes(name)) return value
    const how = asked?.members.get(name) ?? rules.namesInAnswers.get(name)
    if (asked && asked.rows.size > 0 && splitParts(name, value)) return rowsOf(value, asked.rows, rules)
    if (how === undefined) return cleaned(value, rules, rules.namesInAnswers)
    const dropped = asked?.dropped.get(name) ?? none
    // A text is the one chosen option.
    if (typeof value === 'string' && dropped.has(value)) return undefined
    // A hash of false would count as an option that somebody typed, and one of true as another one than "Other".
    if (name === 'selectedOther' && typeof value === 'boolean' && how === 'hash')
      return value ? rules.redact(how, 'Other') : value
    return rules.redact(how, withoutOptions(value, dropped))
  })
}

/** The rows of a Matrix with redacted values. */
const rowsOf = (value: unknown, rows: Members, rules: Rules): unknown =>
  [value].flat().flatMap((entry) => {
    const how = isRow(entry) ? rows.get(entry.row) : undefined
    if (!isRow(entry) || how === undefined) return [cleaned(entry, rules, rules.namesInAnswers)]
    return how === 'drop' ? [] : [{ ...entry, value: rules.redact(how, entry['value']) }]
  })

const withoutOptions = (value: unknown, dropped: ReadonlySet<string>): unknown =>
  dropped.size === 0 || !Array.isArray(value)
    ? value
    : value.filter((option: unknown) => !dropped.has(String(isJsonObject(option) ? option['key'] : option)))

/** Redacts whatever repeats a redacted answer in a value of unknown shape. */
function cleaned(value: unknown, rules: Rules, names: Names): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const left = value.map((part) => cleaned(part, rules, names)).filter((part) => part !== undefined)
    return left.length === value.length && left.every((part, i) => part === value[i]) ? value : left
  }
  if (!isJsonObject(value)) return value
  const { questionId } = value
  const asked = typeof questionId === 'string' ? rules.questions.get(questionId) : undefined
  if (asked && isEntry(value)) return entryOf(value, rules)
  if (asked?.isDropped) return undefined
  return changed(value, (name, part) => {
    if (name === 'questionId' && asked) return part
    const how = asked?.strictest ?? names.get(name)
    return how === undefined ? cleaned(part, rules, names) : rules.redact(how, part)
  })
}
