import { timeNames } from '../record/moment.ts'
import { type Seen, mergedOrder, unseen } from './order.ts'
import { mainMembers, noText, onOneLine, splitMembers, type NewestText } from './answers.ts'

export type Column = {
  readonly holds:
    | { readonly kind: Kind; readonly name: string }
    | { readonly kind: 'answer'; readonly member: Member; readonly option?: string }
  /** From 0, in the order of discovery. */
  readonly number: number
  /** What its cells have held so far, as bits of `holding`. */
  held: number
  /** What the spec of its form lets them hold; absent: not known. */
  expected?: number
}

/** A question as seen in the records. */
export type Question = {
  /** Its `questionId`. */
  readonly name: string
  readonly seen: Seen<Question>
  /** The smallest id of the forms that ask it. */
  group: string
  /** The forms that ask it; written by `noteForm`. */
  readonly forms: Set<string>
  /** The ids of questions that were merged into it. */
  mergedIds: readonly string[]
  readonly headline: NewestText
  isRenamed: boolean
  readonly headlines: Headlines
  readonly type: NewestText
  /** Every type that it has had. */
  readonly types: Set<string>
  readonly members: Map<string, Member>
  /** Members beside `questionId` and `response`; the contract names none. */
  entryMembers: Map<string, Member>
  /** The last row that answered it. */
  row: number
}

export type Member = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Member>
  readonly question: Question
  /** Absent while all its values are in the columns of its options. */
  column?: Column
  options: Map<string, Option>
  /** Whether some of its lists name only what was chosen, and not all options that were offered. */
  hasOpenLists?: boolean
}

/** The columns of a member and of its options. */
export const columnsOfMember = ({ column, options }: Member): readonly Column[] => [
  ...(column ? [column] : []),
  ...Array.from(options.values(), (option) => option.column),
]

/** Whether it holds a row of a Matrix, or the place of an option. */
export const isPart = ({ holds }: Pick<Column, 'holds'>): boolean =>
  holds.kind === 'answer' && holds.option !== undefined && splitMembers.includes(holds.member.name)

/** Whether it holds whether an option was chosen. */
export const isTick = ({ holds }: Pick<Column, 'holds'>): boolean =>
  holds.kind === 'answer' && holds.option !== undefined && !splitMembers.includes(holds.member.name)

/** An option of a member whose values are lists. */
type Option = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Option>
  readonly column: Column
}

/** The columns seen so far. Its functions create what does not exist yet. */
export type Columns = {
  readonly of: (kind: Kind, name: string) => Column
  readonly question: (id: string) => Question
  /** The same, but `questions` omits it until `question` is called for it: so far it has no answers of its own. */
  readonly expect: (id: string) => Question
  readonly member: (question: Question, name: string) => Member
  readonly entryMember: (question: Question, name: string) => Member
  readonly whole: (member: Member) => Column
  readonly option: (member: Member, name: string) => Option
  /** All columns by their numbers. */
  readonly all: readonly Column[]
  readonly questions: () => Iterator<Question> & Iterable<Question>
  /** Makes an id mean another question from now on. */
  readonly merge: (from: Question, into: Question) => void
  /** All columns in the order of tables, as far as records have shown it. */
  readonly inOrder: () => readonly Column[]
}

/** Whether it holds one of the three times of a response. */
export const isTimeColumn = ({ holds }: Column): boolean => holds.kind === 'record' && times.has(holds.name)

const times: ReadonlySet<string> = new Set(timeNames)

/** No columns but the fixed ones. `mostHeadlines`: how many headlines each question keeps, if not the default. */
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
  const fixed = fixedColumns.map(([kind, name]) => of(kind, name))
  return {
    of,
    ...questions,
    member: (question, name) => memberIn(question.members, question, name),
    entryMember: (question, name) => memberIn(entryMembersOf(question), question, name),
    whole: (member) => (member.column ??= add({ kind: 'answer', member })),
    option: (member, name) =>
      member.options.get(name) ??
      kept(optionsOf(member), name, newOption(name, add({ kind: 'answer', member, option: name }))),
    all,
    inOrder: () => orderOf({ fixed, plain, questions: questions.questions() }),
  }
}

/** Questions, and those that were only mentioned so far. */
function makeQuestions(
  mostHeadlines: number | undefined,
): Pick<Columns, 'question' | 'expect' | 'questions' | 'merge'> {
  const questions = new Map<string, Question>()
  const expected = new Map<string, Question>()
  const merged = new Map<string, Question>()
  const made = (id: string): Question => newQuestion(id, mostHeadlines)
  const known = (id: string): Question | undefined => {
    const into = merged.get(id)
    // It may have been merged, too, since then.
    return questions.get(id) ?? (into && (known(into.name) ?? into))
  }
  return {
    question: (id) => known(id) ?? kept(questions, id, taken(expected, id) ?? made(id)),
    expect: (id) => known(id) ?? expected.get(id) ?? kept(expected, id, made(id)),
    questions: () => questions.values(),
    merge: (from, into) => {
      for (const id of [from.name, ...from.mergedIds]) {
        questions.delete(id)
        merged.set(id, into)
      }
    },
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

/** The map of a question or member, to write to: it replaces the shared empty one. */
const entryMembersOf = (question: Question): Question['entryMembers'] =>
  question.entryMembers === noMembers ? (question.entryMembers = new Map()) : question.entryMembers
const optionsOf = (member: Member): Member['options'] =>
  member.options === noOptions ? (member.options = new Map()) : member.options

const memberIn = (members: Map<string, Member>, question: Question, name: string): Member =>
  members.get(name) ?? kept(members, name, newMember(question, name))

/** Columns of the record itself, of its meta and of its person, by their names. */
type PlainColumns = Readonly<Record<Kind, Map<string, Column>>>

type Ordering = {
  /** The columns that every table begins with. */
  readonly fixed: readonly Column[]
  readonly plain: PlainColumns
  readonly questions: Iterable<Question>
}

function orderOf({ fixed, plain, questions }: Ordering): readonly Column[] {
  const formName = plain.record.get('formName')
  const [id, formId, ...others] = fixed
  const first = [id, formId, formName, ...others].filter((column) => column !== undefined)
  const ordered = [...new Set([...first, ...inNameOrder(plain)])]
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

/** Shared empty maps, to spare most questions and members one of their own. They are never written to. */
const noMembers: Question['entryMembers'] = new Map()
const noOptions: Member['options'] = new Map()

const newQuestion = (id: string, mostHeadlines: number | undefined): Question => ({
  name: id,
  group: '',
  forms: new Set(),
  mergedIds: [],
  seen: unseen(),
  headline: noText(),
  isRenamed: false,
  headlines: makeHeadlines(mostHeadlines),
  type: noText(),
  types: new Set(),
  members: new Map(),
  entryMembers: noMembers,
  row: -1,
})

const newOption = (name: string, column: Column): Option => ({
  name,
  group: '',
  seen: unseen(),
  column,
})

const newMember = (question: Question, name: string): Member => ({
  name,
  group: '',
  seen: unseen(),
  question,
  options: noOptions,
})

/** The object whose member a column holds: the record, its `meta` or its `personAttributes`. */
export type Kind = 'record' | 'meta' | 'person'

export function noteForm(question: Question, form: string): void {
  if (question.group === '' || form < question.group) question.group = form
  question.forms.add(form)
}

/** The members that the contract names, in its order: every table has them. */
export const fixedColumns: readonly (readonly [Kind, string])[] = [
  ['record', 'id'],
  ['record', 'formId'],
  ['record', 'createdAt'],
  ['record', 'updatedAt'],
  ['record', 'dataUpdatedAt'],
  ['record', 'finished'],
  ['record', 'status'],
  ['record', 'version'],
  ['meta', 'leadId'],
  ['person', 'ip'],
  ['person', 'country'],
  ['person', 'visitedForm'],
  ['person', 'completedForm'],
]

/** Whether the contract names the member. */
export const isFixed = (kind: Kind, name: string): boolean =>
  fixedColumns.some((entry) => entry[0] === kind && entry[1] === name)

/** The headlines that a question has had. */
type Headlines = {
  /** Once there were several: all of them, as they came and on one line, as in column names. Written by `keepHeadline` only. */
  all: ReadonlySet<string>
  readonly most: number
}

/** Questions have fewer headlines, unless these repeat earlier answers. */
const usualMost = 1000

/** Most questions never have several. */
const none: ReadonlySet<string> = new Set()

const makeHeadlines = (most = usualMost): Headlines => ({ all: none, most })

/** Keeps a headline of a question that has had several. */
export function keepHeadline({ headlines }: { readonly headlines: Headlines }, headline: string): void {
  if (headlines.all.size >= headlines.most || headlines.all.has(headline)) return
  if (headlines.all === none) headlines.all = new Set<string>()
  // It is the set that was made here.
  ;(headlines.all as Set<string>).add(headline).add(onOneLine(headline))
}

/** The member whose column is named like the question. */
export function mainMember({ members }: Question): Member | undefined {
  // An index loop: called for thousands of columns before the JavaScript engine has optimised iterators.
  for (let i = 0; i < mainMembers.length; i++) {
    const member = members.get(mainMembers[i] ?? '')
    if (member) return member
  }
  return undefined
}
