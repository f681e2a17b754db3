import type { Column } from '../columns.ts'
import { titleOfColumn } from '../header.ts'
import type { ColumnType, Table, TableColumn } from '../table.ts'
import { toldOptions, type Describing } from './describing.ts'
import { isOfChoices, type ObservedColumn } from './observed.ts'
import { describeQuestions, type DescribedQuestion } from './questions.ts'
import { describeShown, memberWords, questionWords } from './words.ts'
import type { Tally, TalliedTable } from './tally.ts'

/** A table as a Frictionless Table Schema has it, with members of our own beside those of the standard. */
export type TableSchema = {
  readonly name: string
  /** The number of rows. */
  readonly rows: number
  readonly schema: {
    readonly fields: readonly unknown[]
    readonly missingValues: readonly string[]
    readonly primaryKey?: string
    readonly foreignKeys?: readonly unknown[]
  }
}

/** What an export is described as: its tables, and the questions whose answers are rows of these. */
export type Described = {
  readonly tables: readonly TableSchema[]
  readonly questions?: readonly DescribedQuestion[]
}

/** Describes tables that were written: what their columns hold, of which type, and how often. */
export async function describeTables(tallied: readonly TalliedTable[], how: Describing): Promise<Described> {
  const tables = tallied.map(({ table }) => table)
  const described: TableSchema[] = []
  for (const one of tallied) described.push(await describeTable(one, tables, how))
  const questions = tables.find(({ answers }) => answers !== undefined)?.answers
  return { tables: described, ...(questions && { questions: describeQuestions(questions, how) }) }
}

async function describeTable(
  { table, tally: tallyOf }: TalliedTable,
  tables: readonly Table[],
  { unlike = [], ...how }: Describing,
): Promise<TableSchema> {
  const { name, columns, references = [] } = table
  const { rows, tallies } = await tallyOf()
  const nameOf = (column: string, of: string = name): string =>
    unlike.find((one) => one.table === of && one.column === column)?.name ?? how.textInFile(column)
  const fields = columns.map((column, i) => {
    const tally = tallies[i] ?? { answered: 0, ones: 0 }
    return Object.assign({ name: nameOf(column.name) }, fieldOf(column, { tally, rows, how }))
  })
  const key = tables.flatMap(({ references: all = [] }) => all).find(({ of }) => of.table === name)
  const foreignKeys = references.map(({ column, of }) => ({
    fields: nameOf(column),
    reference: { resource: of.table, fields: nameOf(of.column, of.table) },
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

/** The types of the Table Schema. JSON may be a list in one row and an object in the next; times have milliseconds. */
const types: Readonly<Record<ColumnType, object>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  int64: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  time: { type: 'datetime', format: 'any' },
  json: { type: 'any' },
}

type Told = { readonly tally: Tally; readonly rows: number; readonly how: Omit<Describing, 'unlike'> }

function fieldOf({ type, source, shows }: TableColumn, { tally, rows, how }: Told): object {
  const { answered } = tally
  const common = { ...types[type], counts: { answered, missing: rows - answered } }
  if (!source) return { ...common, ...(shows && { description: describeShown[shows] }) }
  const { holds } = source
  const told = { ...common, title: titleOfColumn(source) }
  if (holds.kind !== 'answer') return { ...told, description: memberWords(holds), ...redaction(source, how) }
  return {
    ...told,
    description: questionWords(source, how),
    question: {
      id: holds.member.question.name,
      member: holds.member.name,
      ...(holds.option === undefined ? {} : { option: holds.option }),
      ...(how.tellsForms && { formIds: how.observed.formsOf(holds.member.question) }),
    },
    ...redaction(source, how),
    ...choicesOf(source, tally, how),
  }
}

const redaction = (source: Column, { redacted }: Told['how']): object => {
  const how = redacted.get(source)
  return how ? { redacted: how } : {}
}

/** The options of a column of choices, and all its values, where a cell holds one of them and not several. */
function choicesOf(
  source: Column,
  { answered, ones }: Tally,
  { observed, redacted, textInFile }: Told['how'],
): object {
  if (!isOfChoices(source) || redacted.has(source)) return {}
  if (source.holds.kind === 'answer' && source.holds.option !== undefined)
    return {
      constraints: { enum: [0, 1] },
      options: toldOptions(
        new Map([
          ['1', ones],
          ['0', answered - ones],
        ]),
      ),
    }
  const { options = new Map(), hasLists, isCut }: ObservedColumn = observed.of(source)
  const isOne = !hasLists && !isCut && options.size > 0
  return {
    ...(isOne && { constraints: { enum: [...options.keys()].map(textInFile) } }),
    options: toldOptions(options),
    ...(isCut && { optionsCut: true }),
  }
}
