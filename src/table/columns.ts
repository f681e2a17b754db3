import { compareTexts } from '../form/words.ts'
import { timeNames } from '../record/moment.ts'
import { mainMembers, splitMembers } from './answers.ts'
import { cellTypes, typeOfAnswers, type ColumnType } from './cell-values.ts'
import { mergedOrder, unseen, type Seen } from './order.ts'
import { isChoiceType, newQuestion, noteText, onOneLine, type Question } from './questions.ts'
import { getOrMake } from '../form/value.ts'

export type Column = {
  readonly holds:
    | { readonly kind: Kind; readonly name: string }
    | { readonly kind: 'answer'; readonly member: Member; readonly option?: string }
  /** From 0, in the order of discovery. */
  readonly number: number
  /** The types of its cells so far, as bits of `cellTypes`. */
  seenTypes: number
  /** What the spec of its form lets them hold; absent: not known. */
  expected?: number
}

/** A question and the columns of its answers. */
export type QuestionColumns = Question & {
  readonly seen: Seen<QuestionColumns>
  /** The ids of questions that were merged into it. */
  mergedIds: readonly string[]
  isRenamed: boolean
  /** Its key in the spec; absent: it has none, or no spec is known. */
  key?: string
  readonly headlines: Headlines
  /** Every type that it has had. */
  readonly types: Set<string>
  readonly members: Map<string, Member>
  /** Members beside `questionId` and `response`; the contract names none. */
  readonly entryMembers: Map<string, Member>
}

export type Member = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Member>
  readonly question: QuestionColumns
  /** Absent while all its values are in the columns of its options. */
  column?: Column
  readonly options: Map<string, Option>
  /** Whether some of its lists name only what was chosen, and not all options that were offered. */
  hasOpenLists?: boolean
  /** Whether an answer is a list, or the spec lets it be one: several can be chosen. */
  hasLists?: boolean
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

/** By the member that holds the answers: the options that each form of a question offers, in its order. */
export type OfferedOptions = ReadonlyMap<Member, readonly (readonly string[])[]>

/** The columns seen so far. Its functions create what does not exist yet. */
export type Columns = {
  readonly of: (kind: Kind, name: string) => Column
  readonly question: (id: string) => QuestionColumns
  /** The same, but `questions` omits it until `question` is called for it: so far it has no answers of its own. */
  readonly expect: (id: string) => QuestionColumns
  readonly member: (question: QuestionColumns, name: string) => Member
  readonly entryMember: (question: QuestionColumns, name: string) => Member
  readonly whole: (member: Member) => Column
  readonly option: (member: Member, name: string) => Option
  /** All columns by their numbers. */
  readonly all: readonly Column[]
  readonly questions: () => Iterator<QuestionColumns> & Iterable<QuestionColumns>
  /** Makes an id mean another question from now on. */
  readonly merge: (from: QuestionColumns, into: QuestionColumns) => void
  /** All columns in the order of tables, as far as records have shown it. */
  readonly inOrder: () => readonly Column[]
}

/** Whether it holds one of the three times of a response. */
export const isTimeColumn = ({ holds }: Column): boolean => holds.kind === 'record' && times.has(holds.name)

const times: ReadonlySet<string> = new Set(timeNames)

/** No columns but the fixed ones. `maxHeadlines`: how many headlines each question keeps, if not the default. */
export function makeColumns(maxHeadlines?: number): Columns {
  const all: Column[] = []
  const add = (holds: Column['holds']): Column => {
    const column = { holds, number: all.length, seenTypes: 0 }
    all.push(column)
    return column
  }
  const plain: PlainColumns = { record: new Map(), meta: new Map(), person: new Map() }
  const questions = makeQuestions(maxHeadlines)
  const of = (kind: Kind, name: string): Column => getOrMake(plain[kind], name, () => add({ kind, name }))
  const fixed = fixedColumns.map(([kind, name]) => of(kind, name))
  return {
    of,
    ...questions,
    member: (question, name) => memberIn(question.members, question, name),
    entryMember: (question, name) => memberIn(question.entryMembers, question, name),
    whole: (member) => (member.column ??= add({ kind: 'answer', member })),
    option: (member, name) =>
      getOrMake(member.options, name, () => newOption(name, add({ kind: 'answer', member, option: name }))),
    all,
    inOrder: () => orderOf({ fixed, plain, questions: questions.questions() }),
  }
}

/** Questions, and those that were only mentioned so far. */
function makeQuestions(
  maxHeadlines: number | undefined,
): Pick<Columns, 'question' | 'expect' | 'questions' | 'merge'> {
  const questions = new Map<string, QuestionColumns>()
  const expected = new Map<string, QuestionColumns>()
  const merged = new Map<string, QuestionColumns>()
  const made = (id: string): QuestionColumns => newQuestionColumns(id, maxHeadlines)
  const known = (id: string): QuestionColumns | undefined => {
    const into = merged.get(id)
    // It may have been merged, too, since then.
    return questions.get(id) ?? (into && (known(into.name) ?? into))
  }
  return {
    question: (id) => known(id) ?? getOrMake(questions, id, () => taken(expected, id) ?? made(id)),
    expect: (id) => known(id) ?? getOrMake(expected, id, () => made(id)),
    questions: () => questions.values(),
    merge: (from, into) => {
      for (const id of [from.name, ...from.mergedIds]) {
        questions.delete(id)
        merged.set(id, into)
      }
    },
  }
}

function taken<Value>(values: Map<string, Value>, name: string): Value | undefined {
  const value = values.get(name)
  values.delete(name)
  return value
}

const memberIn = (members: Map<string, Member>, question: QuestionColumns, name: string): Member =>
  getOrMake(members, name, () => newMember(question, name))

/** Columns of the record itself, of its meta and of its person, by their names. */
type PlainColumns = Readonly<Record<Kind, Map<string, Column>>>

type ColumnGroups = {
  /** The columns that every table begins with. */
  readonly fixed: readonly Column[]
  readonly plain: PlainColumns
  readonly questions: Iterable<QuestionColumns>
}

function orderOf({ fixed, plain, questions }: ColumnGroups): readonly Column[] {
  const formName = plain.record.get('formName')
  const [id, formId, ...others] = fixed
  const first = [id, formId, formName, ...others].filter((column) => column !== undefined)
  const ordered = [...new Set([...first, ...inNameOrder(plain)])]
  mergedOrder([...questions]).forEach((question) => addColumnsOf(question, ordered))
  return ordered
}

const inNameOrder = ({ record, meta, person }: PlainColumns): readonly Column[] =>
  [record, meta, person]
    .flatMap((columns) => [...columns].toSorted(([a], [b]) => compareTexts(a, b)))
    .map(([, column]) => column)

function addColumnsOf(question: QuestionColumns, columns: Column[]): void {
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

const newQuestionColumns = (id: string, maxHeadlines: number | undefined): QuestionColumns => ({
  ...newQuestion(id),
  seen: unseen(),
  mergedIds: [],
  isRenamed: false,
  headlines: makeHeadlines(maxHeadlines),
  types: new Set(),
  members: new Map(),
  entryMembers: new Map(),
})

const newOption = (name: string, column: Column): Option => ({
  name,
  group: '',
  seen: unseen(),
  column,
})

const newMember = (question: QuestionColumns, name: string): Member => ({
  name,
  group: '',
  seen: unseen(),
  question,
  options: new Map(),
})

/** The object whose member a column holds: the record, its `meta` or its `personAttributes`. */
export type Kind = 'record' | 'meta' | 'person'

/** The members of a record that hold what such columns hold. */
export const owners = { meta: 'meta', person: 'personAttributes', answer: 'data' } as const

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
  readonly all: Set<string>
  readonly max: number
}

/** Questions have fewer headlines, unless these repeat earlier answers. */
const defaultMaxHeadlines = 1000

const makeHeadlines = (max = defaultMaxHeadlines): Headlines => ({ all: new Set(), max })

/** Keeps a headline of a question that has had several. */
export function keepHeadline({ headlines }: { readonly headlines: Headlines }, headline: string): void {
  if (headlines.all.size < headlines.max) headlines.all.add(headline).add(onOneLine(headline))
}

/** The member whose column is named like the question. */
export function mainMember({ members }: QuestionColumns): Member | undefined {
  // An index loop: called for thousands of columns before the JavaScript engine has optimised iterators.
  for (let i = 0; i < mainMembers.length; i++) {
    const member = members.get(mainMembers[i] ?? '')
    if (member) return member
  }
  return undefined
}

/**
 * The type of a column, the same for every format, the codebook, conditions and figures: what its component type says where all
 * cells fit that, else the narrowest type of all cells that are not empty; without such cells, the type that a spec or the contract expects.
 * Options that the spec knows to be texts, or several in a cell, are text whichever of them were chosen.
 */
export function typeOf(column: Pick<Column, 'holds' | 'seenTypes' | 'expected'>): ColumnType {
  const { holds, seenTypes } = column
  const expected = (holds.kind === 'answer' ? column.expected : ofContract.get(holds.name)) ?? 0
  const asked = holds.kind === 'answer' && holds.option === undefined ? holds.member.question.type.text : ''
  const areOptions = isChoiceType(asked) || (holds.kind === 'answer' && holds.member.name === 'rows')
  const bits = hasValues(column) ? seenTypes : expected
  return typeOfAnswers(areOptions ? bits | (expected & cellTypes.text) : bits, asked)
}

/** Members of a response that are not texts (contract, Response record). */
const ofContract: ReadonlyMap<string, number> = new Map([
  ...timeNames.map((name) => [name, cellTypes.instant] as const),
  ['finished', cellTypes.boolean],
  ['status', cellTypes.integer],
  ['visitedForm', cellTypes.integer],
  ['completedForm', cellTypes.integer],
])

/** Whether a column has cells that are not empty. */
export const hasValues = ({ seenTypes }: Pick<Column, 'seenTypes'>): boolean =>
  (seenTypes & ~cellTypes.empty) !== 0

/** Whether a column has values other than texts. */
export const isTyped = ({ seenTypes }: Pick<Column, 'seenTypes'>): boolean =>
  (seenTypes & ~(cellTypes.empty | cellTypes.spelt | cellTypes.text | cellTypes.json)) !== 0

/** Notes a headline. The newest one names the question, whatever order the records come in. */
export function noteHeadline(question: QuestionColumns, headline: unknown, at: string): void {
  if (typeof headline !== 'string' || headline === '') return
  const { text } = question.headline
  if (headline !== text && text !== '') {
    question.isRenamed = true
    keepHeadline(question, text)
    keepHeadline(question, headline)
  }
  noteText(question.headline, headline, at)
}
