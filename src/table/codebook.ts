import { onOneLine, questionFinder, type FormQuestion } from './questions.ts'
import { otherOption, type Choices, readChoices } from './cell-values.ts'
import { isPart, isTick, type Column, type Columns, type QuestionColumns } from './columns.ts'
import { columnTitle } from './columns/header.ts'
import { variablesOf } from './statistics-variables.ts'
import type { RedactStyle } from './redact.ts'
import { type ColumnType, type Table, type TableColumn, type Variable, kinds } from './table.ts'
import { cachePerCell, eachRow } from './sparse-rows.ts'
import { addChoice, addChoices, inFormOrder, noOptions, type OptionTally } from './option-tally.ts'
import { getOrMake } from '../form/value.ts'

/** A table in the shape of a Frictionless Table Schema, with additional members of our own. */
type TableSchema = {
  readonly name: string
  readonly rows: number
  readonly schema: { readonly fields: readonly object[]; readonly [member: string]: unknown }
  /** The most bytes that a cell of each column has. */
  readonly widths: readonly number[]
  readonly variables: readonly Variable[]
}

/** The description of an export, as JSON: its tables, and for tables of answers the questions. */
export type ExportDescription = {
  readonly tables: readonly TableSchema[]
  readonly questions?: readonly object[]
}

export type DescribeOptions = {
  /** The collected rows of the responses, and their columns. */
  readonly rows: AsyncIterable<Uint8Array>
  readonly columns: Columns
  /** How the format writes a text. */
  readonly textInFile: (text: string) => string
  /** Columns whose values the codebook must not show. */
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly asked: readonly FormQuestion[]
  /** Whether lists of choices are joined in one cell. */
  readonly isJoined: boolean
  /** Whether the codebook may say which forms ask a question. */
  readonly namesForms: boolean
}

type How = DescribeOptions & {
  readonly answers: Answers
  readonly askedOf: ReturnType<typeof questionFinder>
}

/** Describes tables: what their columns hold, their types, and how many cells are answered. */
export async function describeTables(
  tables: readonly Table[],
  questionMembers: DescribeOptions,
): Promise<ExportDescription> {
  const { rows, columns, asked } = questionMembers
  const how = {
    ...questionMembers,
    answers: await countAnswers(rows, columns),
    askedOf: questionFinder(asked),
  }
  const described = await Array.fromAsync(tables, (table) => describeTable(table, tables, how))
  const questions = tables.find(({ answers }) => answers !== undefined)?.answers
  return { tables: described, ...(questions && { questions: describeQuestions(questions, how) }) }
}

async function describeTable(table: Table, tables: readonly Table[], how: How): Promise<TableSchema> {
  const { name, columns, references = [] } = table
  const { rows, columns: counts } = await countCells(table)
  const nameOf = how.textInFile
  const fields = columns.map((column, i) => {
    const { answered = 0, ones = 0 } = counts[i] ?? {}
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
    widths: counts.map(({ width }) => width),
    variables: variablesOf(columns, {
      labelOf: ({ source, shows, name: header }) =>
        source ? columnTitle(source) : shows ? shownWords[shows] : header,
      isText: (at) => counts[at]?.areCommon === false,
      optionsOf: (source) => {
        const { hasLists, isCut } = how.answers.of(source)
        return hasLists || isCut || !isOfChoices(source) ? [] : [...optionsOf(source, how).keys()]
      },
      ...how,
    }),
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

type Counts = Pick<CellCounts, 'answered' | 'ones'> & { readonly rows: number }

function fieldOf({ type, source, shows }: TableColumn, counts: Counts, how: How): object {
  const { answered, rows } = counts
  const common = { ...types[type], counts: { answered, missing: rows - answered } }
  if (!source) return { ...common, ...(shows && { description: shownWords[shows] }) }
  const { holds } = source
  const style = how.redacted.get(source)
  const redacted = style ? { redacted: style } : {}
  const titled = { ...common, title: columnTitle(source) }
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
function describeQuestions(columns: ReadonlyMap<Column, string>, how: How): readonly object[] {
  const questions = new Map<QuestionColumns, { readonly title: string; readonly members: object[] }>()
  for (const [column, title] of columns) {
    if (column.holds.kind !== 'answer') continue
    const { question } = column.holds.member
    const { member, option } = column.holds
    const { members } = getOrMake(questions, question, () => ({ title, members: [] }))
    members.push(describeMember(column, option ?? member.name, how))
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

function describeMember(column: Column, member: string, how: How): object {
  const { answers, redacted } = how
  const { answered, options, isCut } = answers.of(column)
  const style = redacted.get(column)
  return {
    member,
    counts: { answered },
    redacted: style,
    ...(!style && options && { options: optionCounts(optionsOf(column, how)) }),
    ...(!style && isCut && { optionsCut: true }),
  }
}

/** The ids of the questions that were merged into one, its own first. */
const idsOf = ({ name, mergedIds }: QuestionColumns): { readonly ids?: readonly string[] } =>
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

/** Counts for a codebook that tables do not show: the forms that ask a question, and the options of its answers. */
type Answers = {
  /** The ids of the forms that asked a question, sorted. */
  readonly formsOf: (question: QuestionColumns) => readonly string[]
  readonly of: (column: Column) => AnswersInColumn
}

type AnswersInColumn = {
  /** Responses with a value in it; for lists, with an option chosen. */
  readonly answered: number
  /** Whether some answers are lists of choices. */
  readonly hasLists: boolean
  /** How many responses chose each option; absent for columns without choices. */
  readonly options?: ReadonlyMap<string, number>
  /** Whether there were more options than are counted. */
  readonly isCut: boolean
}

/** The members that hold choices, by the answer shapes of version 2.0. */
const choiceMembers: ReadonlySet<string> = new Set(['selected', 'choices'])

/** Whether a column holds choices: whole, one option, or a row of a Matrix. */
const isOfChoices = (column: Column): boolean =>
  column.holds.kind === 'answer' &&
  (choiceMembers.has(column.holds.member.name) || (isPart(column) && column.holds.member.name === 'rows'))

type QuestionCounts = {
  readonly question: QuestionColumns
  readonly tally: OptionTally
  readonly hasOptions: boolean
  /** The form of the last row with a cell of it. */
  form?: string
}

/** Counts the answers in collected rows, whose lists of choices are JSON. Memory does not grow with the rows. */
async function countAnswers(blocks: AsyncIterable<Uint8Array>, columns: Columns): Promise<Answers> {
  const counted = columns.all.map((column): QuestionCounts | undefined => {
    if (column.holds.kind !== 'answer') return undefined
    const { member } = column.holds
    const hasOptions = isOfChoices(column) && !isTick(column)
    return { question: member.question, tally: noOptions(), hasOptions }
  })
  const forms = new Map<QuestionColumns, Set<string>>()
  const formId = columns.of('record', 'formId').number
  const read = cachePerCell(({ kind, text }) => ({
    text,
    choices: kind === kinds.json ? readChoices(text) : undefined,
  }))
  await eachRow(blocks, (row) => {
    const { cells } = row
    const formCell = cells.columns.indexOf(formId)
    const form =
      formCell >= 0 && formCell < cells.count && cells.kinds[formCell] === kinds.text
        ? read(row, formCell).text
        : undefined
    for (let i = 0; i < cells.count; i++) {
      const column = counted[cells.columns[i] ?? 0]
      if (column === undefined) continue
      if (form !== undefined && column.form !== form) {
        forms.set(column.question, (forms.get(column.question) ?? new Set()).add(form))
        column.form = form
      }
      if (cells.starts[i] === cells.ends[i]) continue
      const isRead = cells.kinds[i] === kinds.json || column.hasOptions
      if (isRead) countCell(column, read(row, i))
      else column.tally.choosers++
    }
  })
  return {
    formsOf: (question) => [...(forms.get(question) ?? [])].toSorted(),
    of: ({ number }) => answersIn(counted[number]),
  }
}

type Cell = { readonly text: string; readonly choices: Choices | undefined }

function countCell({ tally, hasOptions }: QuestionCounts, { text, choices }: Cell): void {
  if (choices) addChoices(tally, choices)
  else if (hasOptions) addChoice(tally, text)
  else tally.choosers++
}

const noAnswers: AnswersInColumn = { answered: 0, hasLists: false, isCut: false }

function answersIn(column: QuestionCounts | undefined): AnswersInColumn {
  if (!column) return noAnswers
  const { tally, hasOptions } = column
  const { choosers: answered, hasLists, isCut } = tally
  if (!hasOptions) return { answered, hasLists, isCut: false }
  // Single choices do not reveal the order of the form.
  const ordered = hasLists ? inFormOrder(tally) : [...tally.options.values()]
  return { answered, hasLists, isCut, options: new Map(ordered.map(({ name, count }) => [name, count])) }
}

type CellCounts = {
  readonly answered: number
  /** Cells with a 1; the other answered cells of an option's column have a 0. */
  readonly ones: number
  /** The most bytes of a cell. */
  readonly width: number
  /** Whether times are as nearly all services write them: to the second at least, with `Z` or `+01:00`. */
  readonly areCommon: boolean
}

const one = 0x31
const commonTime = /^.{10}T..:..:..(?:\.\d+)?(?:Z|[+-]..:..)$/
const decoder = new TextDecoder()

async function countCells({
  columns,
  rows: batches,
}: Table): Promise<{ readonly rows: number; readonly columns: readonly CellCounts[] }> {
  const counts = columns.map(() => ({ answered: 0, ones: 0, width: 0, areCommon: true }))
  let rows = 0
  for await (const { rows: count, kinds: kindOf, starts, ends, bytes } of batches()) {
    rows += count
    for (let cell = 0, column = 0; cell < count * columns.length; cell++, column++) {
      if (column === columns.length) column = 0
      const [start = 0, end = 0] = [starts[cell], ends[cell]]
      const counted = counts[column]
      if (!counted || kindOf[cell] === kinds.none || start === end) continue
      counted.answered++
      counted.width = Math.max(counted.width, end - start)
      if (columns[column]?.type === 'time')
        counted.areCommon &&= commonTime.test(decoder.decode(bytes.subarray(start, end)))
      if (end - start === 1 && bytes[start] === one) counted.ones++
    }
  }
  return { rows, columns: counts }
}
