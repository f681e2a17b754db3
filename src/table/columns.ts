import { timeNames } from '../record/moment.ts'
import { orderOf, type PlainColumns } from './column-order.ts'
import { fixed, type Kind } from './fixed-columns.ts'
import type { Headlines } from './headlines.ts'
import type { Seen } from './order.ts'
import { newMember, newOption, newQuestion, noMembers, noOptions } from './new-nodes.ts'

/** A column of the wide table: what it holds, and where it stands. */
export type Column = {
  readonly holds:
    | { readonly kind: Kind; readonly name: string }
    | { readonly kind: 'answer'; readonly member: Member; readonly option?: string }
  /** Columns are numbered as they are met, from 0. */
  readonly number: number
  /** What its cells held so far, bits of `holding`. */
  held: number
}

/**
 * What a cell can hold, as bits. `integer`: a whole number of 15 digits at most; of more, within 64 bits, it is `whole` where
 * a double gives its digits back, else `long`. `number`: another one that a double holds; `digits`: one that none does.
 * `instant`: a time in UTC.
 */
export const holding = {
  text: 1,
  integer: 2,
  number: 4,
  digits: 8,
  boolean: 16,
  json: 32,
  instant: 64,
  // 128 is how the kernel marks numbers of which it asks its host.
  whole: 256,
  long: 512,
} as const

/** A question as the records show it. */
export type Question = {
  /** Its `questionId`. */
  readonly name: string
  readonly seen: Seen<Question>
  /** The least of the ids of the forms that ask it. */
  group: string
  /** The newest one that is not empty, and when it was shown. */
  headline: string
  headlineAt: string
  isRenamed: boolean
  readonly headlines: Headlines
  /** The newest `type` that is not empty, and when it was told. */
  type: string
  typeAt: string
  readonly members: Map<string, Member>
  /** Members beside `questionId` and `response`; the contract names none. */
  entryMembers: Map<string, Member>
  /** The last row that answered it. */
  row: number
}

/** A member of a question's answers. */
export type Member = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Member>
  readonly question: Question
  /** Absent while every value of it went to the columns of its options. */
  column?: Column
  options: Map<string, Option>
  /** Whether its lists name every option, ticked or not. */
  namesEveryOption: boolean
}

/** The columns of a member, and of its options. */
export const columnsOfMember = ({ column, options }: Member): readonly Column[] => [
  ...(column ? [column] : []),
  ...Array.from(options.values(), (option) => option.column),
]

/** An option of a member whose values are lists. */
export type Option = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Option>
  readonly column: Column
}

/** The columns met so far. */
export type Columns = {
  readonly of: (kind: Kind, name: string) => Column
  /** The column as `of` would give it, where there is one already. */
  readonly find: (kind: Kind, name: string) => Column | undefined
  readonly question: (id: string) => Question
  /** The same, but it is none of all questions until `question` gives it. */
  readonly expect: (id: string) => Question
  readonly member: (question: Question, name: string) => Member
  readonly entryMember: (question: Question, name: string) => Member
  readonly whole: (member: Member) => Column
  readonly option: (member: Member, name: string) => Option
  /** All columns by their numbers. */
  readonly all: readonly Column[]
  readonly questions: () => Iterator<Question> & Iterable<Question>
  /** All columns in the order that what was seen so far gives them. */
  readonly inOrder: () => readonly Column[]
}

/** Whether it holds one of the three times of a response. */
export const isTimeColumn = ({ holds }: Column): boolean => holds.kind === 'record' && times.has(holds.name)

const times: ReadonlySet<string> = new Set(timeNames)

/** The columns of a table before its first record, and how many headlines each question keeps, if not the usual. */
export function makeColumns(mostHeadlines?: number): Columns {
  const all: Column[] = []
  const add = (holds: Column['holds']): Column => {
    const column = { holds, number: all.length, held: 0 }
    all.push(column)
    return column
  }
  const plain: PlainColumns = { record: new Map(), meta: new Map(), person: new Map() }
  const questions = makeQuestions(mostHeadlines)
  const of = (kind: Kind, name: string): Column =>
    plain[kind].get(name) ?? kept(plain[kind], name, add({ kind, name }))
  const fixedColumns = fixed.map(([kind, name]) => of(kind, name))
  return {
    of,
    find: (kind, name) => plain[kind].get(name),
    ...questions,
    member: (question, name) => memberIn(question.members, question, name),
    entryMember: (question, name) => memberIn(entryMembersOf(question), question, name),
    whole: (member) => (member.column ??= add({ kind: 'answer', member })),
    option: (member, name) =>
      member.options.get(name) ??
      kept(optionsOf(member), name, newOption(name, add({ kind: 'answer', member, option: name }))),
    all,
    inOrder: () => orderOf({ fixed: fixedColumns, plain, questions: questions.questions() }),
  }
}

/** All questions, and those that are only expected. */
function makeQuestions(
  mostHeadlines: number | undefined,
): Pick<Columns, 'question' | 'expect' | 'questions'> {
  const questions = new Map<string, Question>()
  const expected = new Map<string, Question>()
  const made = (id: string): Question => newQuestion(id, mostHeadlines)
  return {
    question: (id) => questions.get(id) ?? kept(questions, id, taken(expected, id) ?? made(id)),
    expect: (id) => questions.get(id) ?? expected.get(id) ?? kept(expected, id, made(id)),
    questions: () => questions.values(),
  }
}

function kept<Value>(values: Map<string, Value>, name: string, value: Value): Value {
  values.set(name, value)
  return value
}

function taken<Value>(values: Map<string, Value>, name: string): Value | undefined {
  const value = values.get(name)
  values.delete(name)
  return value
}

/** The map of a question, or of a member, into which something is to be put. */
const entryMembersOf = (question: Question): Question['entryMembers'] =>
  question.entryMembers === noMembers ? (question.entryMembers = new Map()) : question.entryMembers
const optionsOf = (member: Member): Member['options'] =>
  member.options === noOptions ? (member.options = new Map()) : member.options

const memberIn = (members: Map<string, Member>, question: Question, name: string): Member =>
  members.get(name) ?? kept(members, name, newMember(question, name))
