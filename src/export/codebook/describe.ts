import { holding, type Column, type Member } from '../columns.ts'
import { titleOfColumn } from '../header.ts'
import type { ColumnType, Table, TableColumn } from '../table.ts'
import type { RenamedColumn } from '../table-format.ts'
import type { Observed } from './observed.ts'
import { choiceMember, tallyOf, type Tally } from './tally.ts'

/** A table as a Frictionless Table Schema has it, with members of our own beside those of the standard. */
export type TableSchema = {
  readonly name: string
  /** The number of rows. */
  readonly rows: number
  readonly schema: { readonly fields: readonly unknown[]; readonly missingValues: readonly string[] }
}

/** Describes the columns of a table: what they hold, of which type, and how often. It reads the rows once more. */
export async function describeTable(table: Table, { unlike = [], ...how }: Describing): Promise<TableSchema> {
  const { rows, tallies } = await tallyOf(table, how.observed)
  const names = new Map(unlike.map(({ column, name }) => [column, name]))
  const fields = table.columns.map((column, i) =>
    fieldOf({ column, tally: tallies[i] ?? { answered: 0, isCut: false }, rows, names, ...how }),
  )
  return { name: table.name, rows, schema: { fields, missingValues: [''] } }
}

type Describing = {
  readonly observed: Observed
  /** A text as it stands in the file. */
  readonly textInFile: (text: string) => string
  /** Columns that the format names otherwise. */
  readonly unlike?: readonly RenamedColumn[] | undefined
}

type Told = Pick<Describing, 'observed' | 'textInFile'> & {
  readonly column: TableColumn
  readonly tally: Tally
  readonly rows: number
  /** By the name of a column the one that it has in the file, where that is another. */
  readonly names: ReadonlyMap<string, string>
}

/** The types of the Table Schema. JSON may be a list in one row and an object in the next; times have milliseconds. */
const types: Readonly<Record<ColumnType, object>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  time: { type: 'datetime', format: 'any' },
  json: { type: 'any' },
}

function fieldOf({ column, tally, rows, names, observed, textInFile }: Told): unknown {
  const { name, type, source } = column
  const { answered, options, isCut } = tally
  const inFile = (value: string | number): string | number =>
    typeof value === 'string' ? textInFile(value) : value
  const told = options && [...options].map(([value, count]) => ({ value, count }))
  const values = source && enumOf(source, tally, observed)?.map(inFile)
  return {
    name: names.get(name) ?? textInFile(name),
    ...types[type],
    ...(source && { title: titleOfColumn(source), description: describe(source, observed) }),
    ...(values && { constraints: { enum: values } }),
    counts: { answered, missing: rows - answered },
    ...(source?.holds.kind === 'answer' && { question: questionOf(source.holds, observed) }),
    ...(told && { options: told, ...(isCut && { optionsCut: true }) }),
  }
}

/** All values of a column of choices, where a cell holds one of them and not several. */
function enumOf(
  source: Column,
  { options = new Map<string, number>(), isCut }: Tally,
  observed: Observed,
): readonly (string | number)[] | undefined {
  if (source.holds.kind !== 'answer') return undefined
  if (source.holds.option !== undefined) return [0, 1]
  const { member } = source.holds
  const isOne = !observed.hasLists(member) && !isCut && options.size > 0
  return isOne ? [...options.keys()] : undefined
}

type Answer = Extract<Column['holds'], { kind: 'answer' }>

const questionOf = ({ member, option }: Answer, observed: Observed): unknown => ({
  id: member.question.name,
  member: member.name,
  ...(option === undefined ? {} : { option }),
  formIds: observed.formsOf(member.question),
})

const owners = { record: 'the response', meta: 'its meta', person: 'its personAttributes' } as const

function describe(source: Column, observed: Observed): string {
  const { holds } = source
  if (holds.kind !== 'answer') return `Member ${holds.name} of ${owners[holds.kind]}.`
  const { member, option } = holds
  const forms = observed.formsOf(member.question)
  const asked = forms.length === 0 ? '' : ` of form ${forms.join(', ')}`
  const what = `Question ${member.question.name}${asked}, member ${member.name}.`
  if (option !== undefined) return `${what} 1: "${option}" was chosen; 0: it was not.`
  return choiceMember(source) && isJoined(source, member, observed)
    ? `${what} Several choices in one cell, with "; " between them; a ; or \\ in one of them stands behind a \\.`
    : what
}

const isJoined = ({ held }: Column, member: Member, observed: Observed): boolean =>
  observed.hasLists(member) && (held & holding.text) !== 0
