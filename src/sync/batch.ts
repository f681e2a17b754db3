/** A batch of responses as the rows of their tables. */
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { readBoolean, readInteger, readNumber, type ReadValue } from '../export/parse-cell.ts'
import { columnsText, parseColumns } from '../export/files/columns-file.ts'
import { sourceOf } from '../export/write-export.ts'
import type { Spool } from '../record/bytes.ts'
import { parseExactly } from '../record/exact-json.ts'
import { readRecordLines, replyFaults } from '../record/read-records.ts'
import type { Contract } from '../table/contract.ts'
import { makeTables, type TableView } from '../table/make-tables.ts'
import type { FormQuestion, MergeOptions } from '../table/questions.ts'
import { kinds, type ColumnType, type Table } from '../table/table.ts'
import { canonicalQuestions, type QuestionIds } from './question-ids.ts'
import { isOfOptions, labelsOf } from './labels.ts'
import {
  textColumns,
  type Choice,
  type Labels,
  type TableChange,
  type TargetColumn,
  type Value,
} from './target.ts'

/** A response as it came. */
export type SyncRecord = {
  readonly id: string
  readonly formId: string
  readonly hash: string
  readonly value: Readonly<Record<string, unknown>>
  readonly line: string
}

/** The records of JSON lines. One without an id cannot be kept up to date, and is left out. */
export function recordsOf(lines: string): readonly SyncRecord[] {
  return lines.split('\n').flatMap((line): readonly SyncRecord[] => {
    if (line.trim() === '') return []
    const value = parseExactly(line)
    const { id, formId } = Object(value)
    if (typeof id !== 'string' || id === '') return []
    // A line of the service is an object, or it has no id.
    const record = { id, formId: typeof formId === 'string' ? formId : '', line, value: Object(value) }
    return [{ ...record, hash: hash('sha256', line, 'base64url').slice(0, 22) }]
  })
}

/** A table of a sync: the forms whose responses are its rows, its columns so far, and which questions of its forms are one. */
export type SyncTable = {
  readonly name: string
  /** The spec that its forms were made of, or a form that has none. */
  readonly questionnaire: string
  readonly formIds: readonly string[]
  /** The columns contract, as the text of a columns file. */
  readonly columns?: string
  readonly labels?: Labels
  readonly questions: QuestionIds
}

/** What is known of the forms of a table from their specs. */
export type FormFacts = {
  readonly forms: MergeOptions['forms']
  readonly asked: readonly FormQuestion[]
}

export type MadeBatch = {
  readonly table: SyncTable
  readonly change: TableChange
  readonly choices: readonly Choice[]
}

/** The rows of records for their table, whose columns grow where they need it. */
export async function rowsOf(
  table: SyncTable,
  records: readonly SyncRecord[],
  { forms, asked }: FormFacts,
  view: Pick<TableView, 'where' | 'redactions' | 'hash'>,
): Promise<MadeBatch> {
  const questions = canonicalQuestions(table.questions, forms, asked)
  const text = records
    .map(({ value, line }) => {
      const rewritten = questions.rewrite(value)
      return `${rewritten === value ? line : JSON.stringify(rewritten)}\n`
    })
    .join('')
  const before = table.columns === undefined ? noColumns : parsed(table.columns)
  const contract: Contract = {
    ...before,
    columns: before.columns.map((column) => Object.assign({}, column, { onMismatch: 'text' })),
  }
  const source = () => sourceOf(readRecordLines(chunksOf(text), replyFaults('')))
  const options = {
    ...view,
    makeSpool,
    asked,
    merging: { forms: withoutQuestionnaires(forms), mergesAll: false },
  }
  const wide = await makeTables(source(), {
    ...options,
    asked: questions.withoutKnown(),
    layout: 'wide',
    headers: 'sql',
    contract,
  })
  const [rows] = wide.tables
  const { contractResult } = wide
  if (!contractResult) throw new Error('a contract was given')
  const broken = new Set(Array.from(contractResult.broken.values(), ({ name }) => name))
  const next: Contract = {
    ...contractResult.next,
    columns: contractResult.next.columns.map((column) =>
      Object.assign({}, column, { onMismatch: undefined }, broken.has(column.name) && { type: 'text' }),
    ),
  }
  const types = new Map(before.columns.map(({ name, type }) => [name, type]))
  const columns = next.columns.map(({ name, type }): TargetColumn => ({ name, type: type ?? 'text' }))
  const change = {
    name: table.name,
    columns,
    added: columns.filter(({ name }) => !types.has(name)),
    widened: columns.flatMap((column) => {
      const from = types.get(column.name) ?? (types.has(column.name) ? 'text' : undefined)
      return from === undefined || from === column.type ? [] : [{ ...column, from }]
    }),
    rows: await valuesOf(rows, columns),
  }
  // Without the names of forms, which only conditions and redactions may name, rows are not remade.
  const isPlain = [...(view.where ?? []), ...(view.redactions ?? [])].length === 0
  const relational = await makeTables(source(), {
    ...options,
    ...(isPlain && { merging: undefined }),
    layout: 'relational',
    headers: 'headline',
  })
  const columnOf = new Map(
    next.columns.flatMap(({ name, holds }) =>
      holds.kind === 'answer' && isOfOptions(holds) && holds.option === undefined
        ? [[holds.question, name]]
        : [],
    ),
  )
  const offered = await offeredIn(relational.tables[2], table.name, columnOf)
  const labels = labelsOf(table.labels, next, questions.aboutOf, offered)
  const isRelabelled = !isDeepStrictEqual(labels, table.labels)
  return {
    table: { ...table, columns: columnsText(next), labels, questions: questions.ids },
    change: { ...change, ...(isRelabelled && { labels }) },
    choices: offered.filter(({ isChosen }) => isChosen),
  }
}

/** In memory, which is enough for a batch. */
function makeSpool(): Spool {
  const kept: Uint8Array[] = []
  return {
    append: async (block) => void kept.push(block.slice()),
    async *blocks() {
      yield* kept
    },
  }
}

const noColumns: Contract = { headers: 'sql', multi: 'joined', columns: [], questions: [] }

const parsed = (text: string): Contract => parseColumns(new TextEncoder().encode(text), 'the target')

/** The ids of questions say already which of them are one. */
const withoutQuestionnaires = (forms: MergeOptions['forms']): MergeOptions['forms'] =>
  forms.map((form) => Object.assign({}, form, { questionnaire: undefined }))

async function* chunksOf(text: string): AsyncIterable<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text)
}

const numberReaders: Readonly<Partial<Record<ColumnType, ReadValue>>> = {
  integer: readInteger,
  int64: readInteger,
  number: readNumber,
  boolean: readBoolean,
}

/** The rows of a table, with a value for each of these columns. An empty text means no answer, as in an export to SQLite. */
async function valuesOf(
  { columns: from, rows }: Table,
  columns: readonly TargetColumn[],
): Promise<readonly (readonly Value[])[]> {
  const places = new Map(from.map(({ name }, i) => [name, i]))
  const cells = columns.map(({ name, type }) => ({
    place: places.get(name) ?? NaN,
    read: numberReaders[type],
  }))
  const values: Value[][] = []
  for await (const { rows: count, kinds: kindOf, starts, ends, bytes } of rows()) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let row = 0; row < count; row++)
      values.push(
        cells.map(({ place, read }) => {
          const cell = row * from.length + place
          const [start = 0, end = 0] = [starts[cell], ends[cell]]
          if (kindOf[cell] === kinds.none || start === end) return null
          return read?.(bytes, start, end) ?? buffer.toString('utf8', start, end)
        }),
      )
  }
  return values
}

/** The options of each answer, in the order of the form. */
async function offeredIn(
  table: Table | undefined,
  name: string,
  columnOf: ReadonlyMap<string, string>,
): Promise<readonly (Choice & { readonly isChosen: boolean })[]> {
  if (!table) return []
  const flag = { name: 'chosen', type: 'boolean' } as const
  const values = await valuesOf(table, [...textColumns('responseId', 'questionId', 'option'), flag])
  return values.flatMap(([responseId, questionId, option, chosen]) => {
    const column = columnOf.get(String(questionId))
    if (column === undefined) return []
    return [
      { responseId: String(responseId), table: name, column, option: String(option), isChosen: chosen === 1 },
    ]
  })
}
