import { onOneLine, otherOption } from '../answers.ts'
import { isPart, isTick, type Column, type Columns, type Question } from '../columns.ts'
import { titleOfColumn } from '../columns/header.ts'
import { askedBy, type AskedQuestion } from '../offered-options.ts'
import type { RedactStyle } from '../redact/redact.ts'
import type { ColumnType, Table, TableColumn } from '../table.ts'
import { countAnswers, countCells, isOfChoices, type Answers, type CellCounts } from './counts.ts'

/** A table in the shape of a Frictionless Table Schema, with additional members of our own. */
type TableSchema = {
  readonly name: string
  readonly rows: number
  readonly schema: {
    readonly fields: readonly unknown[]
    readonly missingValues: readonly string[]
    readonly primaryKey?: string
    readonly foreignKeys?: readonly unknown[]
  }
}

/** The description of an export: its tables, and for tables of answers the questions. */
export type Described = {
  readonly tables: readonly TableSchema[]
  readonly questions?: readonly DescribedQuestion[]
}

type DescribedQuestion = {
  readonly id: string
  readonly ids?: readonly string[]
  readonly title: string
  readonly type: string
  readonly formIds?: readonly string[]
  readonly members: readonly DescribedMember[]
}

type DescribedMember = {
  readonly member: string
  readonly counts: { readonly answered: number }
  readonly redacted?: RedactStyle
  readonly options?: unknown
  readonly optionsCut?: true
}

export type Describing = {
  /** The collected rows of the responses, and their columns. */
  readonly rows: AsyncIterable<Uint8Array>
  readonly columns: Columns
  /** How the format writes a text. */
  readonly textInFile: (text: string) => string
  /** Columns whose values the codebook must not show. */
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly asked: readonly AskedQuestion[]
  /** Whether lists of choices are joined in one cell. */
  readonly isJoined: boolean
  /** Whether the codebook may say which forms ask a question. */
  readonly namesForms: boolean
}

type How = Describing & { readonly answers: Answers; readonly askedOf: ReturnType<typeof askedBy> }

/** Describes tables: what their columns hold, their types, and how many cells are answered. */
export async function describeTables(tables: readonly Table[], describing: Describing): Promise<Described> {
  const { rows, columns, asked } = describing
  const how = { ...describing, answers: await countAnswers(rows, columns), askedOf: askedBy(asked) }
  const described: TableSchema[] = []
  for (const table of tables) described.push(await describeTable(table, tables, how))
  const questions = tables.find(({ answers }) => answers !== undefined)?.answers
  return { tables: described, ...(questions && { questions: describeQuestions(questions, how) }) }
}

async function describeTable(table: Table, tables: readonly Table[], how: How): Promise<TableSchema> {
  const { name, columns, references = [] } = table
  const { rows, columns: counts } = await countCells(table)
  const nameOf = how.textInFile
  const fields = columns.map((column, i) => {
    const { answered, ones } = counts[i] ?? { answered: 0, ones: 0 }
    return Object.assign({ name: nameOf(column.name) }, fieldOf(column, { answered, ones, rows }, how))
  })
  const key = tables.flatMap(({ references: all = [] }) => all).find(({ of }) => of.table === name)
  const foreignKeys = references.map(({ column, of }) => ({
    fields: nameOf(column),
    reference: { resource: of.table, fields: nameOf(of.column) },
  }))
  return {
    name,
    rows,
    schema: {
      fields,
      missingValues: [''],
      ...(key && { primaryKey: nameOf(key.of.column) }),
      ...(foreignKeys.length > 0 && { foreignKeys }),
    },
  }
}

/** The types of the Table Schema. `any`: JSON may be a list in one row and an object in the next. */
const types: Readonly<Record<ColumnType, object>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  int64: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  date: { type: 'date' },
  time: { type: 'datetime', format: 'any' },
  json: { type: 'any' },
}

type Counts = CellCounts & { readonly rows: number }

function fieldOf({ type, source, shows }: TableColumn, counts: Counts, how: How): object {
  const { answered, rows } = counts
  const common = { ...types[type], counts: { answered, missing: rows - answered } }
  if (!source) return { ...common, ...(shows && { description: shownWords[shows] }) }
  const { holds } = source
  const style = how.redacted.get(source)
  const redacted = style ? { redacted: style } : {}
  const titled = { ...common, title: titleOfColumn(source) }
  if (holds.kind !== 'answer') return { ...titled, description: memberWords(holds), ...redacted }
  return {
    ...titled,
    description: questionWords(source, how),
    question: {
      id: holds.member.question.name,
      headline: onOneLine(holds.member.question.headline.text),
      type: holds.member.question.type.text,
      ...how.askedOf(holds.member.question).at(-1)?.about,
      ...idsOf(holds.member.question),
      member: holds.member.name,
      option: holds.option,
      ...(how.namesForms && { formIds: how.answers.formsOf(holds.member.question) }),
    },
    ...redacted,
    ...choicesIn(source, counts, how),
  }
}

/** The options of a column of choices, and its set of values if cells hold single options. */
function choicesIn(source: Column, { answered, ones }: Counts, how: How): object {
  const { answers, redacted } = how
  if (!isOfChoices(source) || redacted.has(source)) return {}
  if (isTick(source))
    return {
      constraints: { enum: [0, 1] },
      options: [
        { value: '1', count: ones },
        { value: '0', count: answered - ones },
      ],
    }
  const { hasLists, isCut } = answers.of(source)
  const options = optionsOf(source, how)
  // Where somebody chose "Other", cells hold what was typed.
  const isOne = !hasLists && !isCut && options.size > 0 && !options.has(otherOption)
  return {
    ...(isOne && { constraints: { enum: [...options.keys()].map(how.textInFile) } }),
    options: optionCounts(options),
    ...(isCut && { optionsCut: true }),
  }
}

/** How many responses chose each option of a column of choices: first those that its forms are known to offer, then others. */
function optionsOf(source: Column, { answers, askedOf }: How): ReadonlyMap<string, number> {
  const { options = new Map<string, number>() } = answers.of(source)
  const { holds } = source
  const asked = holds.kind === 'answer' ? askedOf(holds.member.question) : []
  const offered = asked.flatMap((question) => question.options)
  return new Map([...offered, ...options.keys()].map((option) => [option, options.get(option) ?? 0]))
}

const optionCounts = (options: ReadonlyMap<string, number>): unknown =>
  Array.from(options, ([value, count]) => ({ value, count }))

/** Describes the questions of columns, which are given with the titles of their questions. */
function describeQuestions(columns: ReadonlyMap<Column, string>, how: How): readonly DescribedQuestion[] {
  const questions = new Map<Question, { readonly title: string; readonly members: DescribedMember[] }>()
  for (const [column, title] of columns) {
    if (column.holds.kind !== 'answer') continue
    const { question } = column.holds.member
    const known = questions.get(question) ?? { title, members: [] }
    const { member, option } = column.holds
    known.members.push(describeMember(column, option ?? member.name, how))
    questions.set(question, known)
  }
  return Array.from(questions, ([question, { title, members }]) => ({
    id: question.name,
    ...idsOf(question),
    title,
    type: question.type.text,
    ...how.askedOf(question).at(-1)?.about,
    ...(how.namesForms && { formIds: how.answers.formsOf(question) }),
    members,
  }))
}

function describeMember(column: Column, member: string, how: How): DescribedMember {
  const { answers, redacted } = how
  const { answered, options, isCut } = answers.of(column)
  const style = redacted.get(column)
  return {
    member,
    counts: { answered },
    redacted: style,
    ...(!style && options && { options: optionCounts(optionsOf(column, how)) }),
    ...(!style && isCut && { optionsCut: true as const }),
  }
}

/** The ids of the questions that were merged into one, its own first. */
const idsOf = ({ name, mergedIds }: Question): { readonly ids?: readonly string[] } =>
  mergedIds.length === 0 ? {} : { ids: [name, ...mergedIds] }

/** Descriptions of the columns that only tables of answers have. */
const shownWords: Readonly<Record<NonNullable<TableColumn['shows']>, string>> = {
  responseNumber: 'The response, numbered from 1 in the order of the export.',
  questionId: 'The id of the question, as in "questions".',
  question: 'What the question is called, as in "questions".',
  type: 'The type of the question.',
  member: 'The member of the answer that the row holds; empty where it is the one that was asked for.',
  value: 'What was answered.',
  option: 'An option of a list.',
  chosen: 'Whether it was chosen.',
}

const owners = { record: 'the response', meta: 'its meta', person: 'its personAttributes' } as const

/** Which member of a response a column holds. */
const memberWords = ({ kind, name }: Exclude<Column['holds'], { kind: 'answer' }>): string =>
  `Member ${name} of ${owners[kind]}.`

/** Which question's answers a column holds, and how a cell shows them. */
function questionWords(source: Column, { answers, isJoined, namesForms }: How): string {
  const { holds } = source
  if (holds.kind !== 'answer') return memberWords(holds)
  const { member, option } = holds
  const forms = namesForms ? answers.formsOf(member.question) : []
  const asked = forms.length === 0 ? '' : ` of form ${forms.join(', ')}`
  const what = `Question ${member.question.name}${asked}, member ${member.name}.`
  if (isPart(source))
    return member.name === 'rows'
      ? `${what} The option that was chosen for "${option}".`
      : `${what} The place of "${option}"; 1 is the first.`
  if (option !== undefined) return `${what} 1: "${option}" was chosen; 0: it was not.`
  return isOfChoices(source) && isJoined && answers.of(source).hasLists
    ? `${what} Several choices are in one cell with "; " between them, each in quotes if an option holds a ";"; a single choice is written as it is.`
    : what
}
