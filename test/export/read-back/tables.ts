/** The tables that an export has to hold with `--headers id`, by the rules of docs/tables.md and without any code of the program. */
import { recordColumns } from '../../support/record-columns.ts'
import {
  isChoiceType,
  joined,
  readResponses,
  timeOf,
  valueOf,
  type Choice,
  type Part,
  type Value,
} from './answers.ts'

/** What the values of a column are, in a format whose columns have types. */
export type ColumnType = 'text' | 'whole' | 'number' | 'boolean' | 'day' | 'time' | 'json'

export type ExpectedTable = {
  readonly name: string
  /** The names of its columns, in any order, with their types. */
  readonly columns: ReadonlyMap<string, ColumnType>
  /** Rows by the names of columns; what is absent or null is an empty cell. */
  readonly rows: readonly ReadonlyMap<string, Value | null>[]
  /** Columns that tell a row from others of its response, where the order of these is not known. Absent: rows come in order. */
  readonly key?: readonly string[]
}

export const layoutNames = ['wide', 'long', 'relational'] as const
export type LayoutName = (typeof layoutNames)[number]

/** The tables of a reply; undefined where two columns want one name, which then depends on more than ids. */
export function expectedTables(
  records: readonly unknown[],
  layout: LayoutName,
): readonly ExpectedTable[] | undefined {
  const responses = readResponses(records)
  const columns = columnsOf(responses.flatMap(({ fields, answers }) => [...fields, ...answers]))
  const numbered = responses.map(({ fields, answers }, n): Numbered => {
    const number: Part = { column: 'number', name: 'responseNumber', value: numberOf(n + 1) }
    return { number, fields, answers: answers.filter(({ answer }) => answer?.isOther !== true) }
  })
  if (layout === 'long') return [longTable(numbered, columns)]
  const isWide = layout === 'wide'
  const rows = isWide
    ? responses.map(({ fields, answers }) => fields.concat(answers))
    : numbered.map(({ number, fields }) => [number].concat(fields))
  const table = responseTable(rows, new Map(columns).set('number', 'whole'))
  if (table === undefined || isWide) return table && [table]
  return [table, answerTable(numbered, columns), choiceTable(numbered, columns)]
}

type Numbered = { readonly number: Part; readonly fields: readonly Part[]; readonly answers: readonly Part[] }
type Columns = ReadonlyMap<string, ColumnType>
type Row = ReadonlyMap<string, Value | null>

const numberOf = (n: number): Value => ({ kind: 'number', text: String(n) })
const textOf = (text: string): Value => ({ kind: 'text', text })

/** Names of columns that no question takes. */
const reserved = new Set([...recordColumns, 'formName', 'data'].map((name) => name.toLowerCase()))

/** A row for each response. */
function responseTable(rows: readonly (readonly Part[])[], columns: Columns): ExpectedTable | undefined {
  const owners = new Map<string, string>()
  const types = new Map<string, ColumnType>(recordColumns.map((name) => [name, 'text']))
  for (const { name, column, answer } of rows.flat()) {
    const folded = name.toLowerCase()
    const isTaken = (owners.get(folded) ?? column) !== column || (answer && reserved.has(folded))
    if (isTaken === true) return undefined
    owners.set(folded, column)
    types.set(name, columns.get(column) ?? 'text')
  }
  return {
    name: 'responses',
    columns: types,
    rows: rows.map(
      (parts) => new Map(parts.map((part) => [part.name, typedValue(part.value, columns.get(part.column))])),
    ),
  }
}

const key = ['responseNumber', 'questionId', 'member']

/** A row for each answer, and each option that was chosen. */
function longTable(responses: readonly Numbered[], columns: Columns): ExpectedTable {
  const own = ['formId', 'createdAt', 'finished']
  return {
    name: 'answers',
    columns: new Map([
      ...answerColumns(columns),
      ...own.map((name) => [name, typeOfField(columns, name)] as const),
      ['value', 'text'],
    ]),
    rows: rowsOf(responses, (part, { fields }) => {
      const cells = own.map((name): Cell => [name, fieldNamed(fields, name)])
      return valuesOf(part, columns, 'each choice').map((value) => cells.concat([['value', value]]))
    }),
    key,
  }
}

/** A row for each answer. */
const answerTable = (responses: readonly Numbered[], columns: Columns): ExpectedTable => ({
  name: 'answers',
  columns: new Map([...answerColumns(columns), ['value', 'text']]),
  rows: rowsOf(responses, (part) =>
    valuesOf(part, columns, 'all choices').map((value) => [['value', value]]),
  ),
  key,
})

/** A row for each option that an answer was offered, if it chose any. */
function choiceTable(responses: readonly Numbered[], columns: Columns): ExpectedTable {
  const known = new Map<string, Set<string>>()
  for (const part of responses.flatMap(({ answers }) => answers)) {
    const names = known.get(part.column) ?? new Set()
    known.set(part.column, names)
    for (const { name } of optionsOf(part)) names.add(name)
  }
  return {
    name: 'choices',
    columns: new Map([...answerColumns(columns), ['option', 'text'], ['chosen', 'boolean']]),
    rows: rowsOf(responses, (part) => {
      const own = optionsOf(part)
      const chosen = new Set(own.filter(({ isChosen }) => isChosen).map(({ name }) => name))
      if (chosen.size === 0) return []
      const all = known.get(part.column) ?? new Set()
      const isOffered = (name: string): boolean => part.choices?.isComplete !== true || name === 'Other'
      const offered = all.size > 1000 ? [] : [...all].filter(isOffered)
      return Array.from(new Set([...offered, ...own.map(({ name }) => name)]), (name) => [
        ['option', textOf(name)],
        ['chosen', { kind: 'boolean', text: String(chosen.has(name)) }],
      ])
    }),
    key: [...key, 'option'],
  }
}

/** The options that an answer names; a text is one where it answers a question with options. */
function optionsOf({ value, choices, answer }: Part): readonly Pick<Choice, 'name' | 'isChosen'>[] {
  const isOne = value?.kind === 'text' && answer?.isMain === true && isChoiceType(answer.type)
  const list = choices?.list ?? (isOne ? [{ name: value.text, isChosen: true }] : [])
  return list.filter(({ name }) => name !== '')
}

type Cell = readonly [column: string, value: Value | null]

const answerColumns = (columns: Columns): readonly (readonly [string, ColumnType])[] => [
  ['responseNumber', 'whole'],
  ['responseId', typeOfField(columns, 'id')],
  ...['questionId', 'question', 'type', 'member'].map((name) => [name, 'text'] as const),
]

const columnOfField = (name: string): string => JSON.stringify(['record', name])
const typeOfField = (columns: Columns, name: string): ColumnType => columns.get(columnOfField(name)) ?? 'text'
const fieldNamed = (fields: readonly Part[], name: string): Value | null =>
  fields.find(({ column }) => column === columnOfField(name))?.value ?? null

/** The rows of all answers: each part makes as many as `cellsOf` gives. */
function rowsOf(
  responses: readonly Numbered[],
  cellsOf: (part: Part, response: Numbered) => readonly (readonly Cell[])[],
): readonly Row[] {
  return responses.flatMap((response) =>
    response.answers.flatMap((part) => {
      const { question = '', type, member = '' } = part.answer ?? {}
      const shared: readonly Cell[] = [
        ['responseNumber', response.number.value],
        ['responseId', fieldNamed(response.fields, 'id')],
        ['questionId', textOf(question)],
        ['question', textOf(question)],
        ['type', valueOf(type)],
        ['member', textOf(member)],
      ]
      return cellsOf(part, response).map((cells) => new Map([...shared, ...cells]))
    }),
  )
}

/**
 * The values of a part that are no empty text. In a column that all answers share, texts of digits are numbers where all answers
 * to the question are, but names of options stay texts.
 */
function valuesOf(
  { column, value, choices, answer }: Part,
  columns: Columns,
  inOneRow: 'each choice' | 'all choices',
): readonly Value[] {
  const type = columns.get(column)
  const isTyped = !isChoiceType(answer?.type) && (type === 'whole' || type === 'number' || type === 'boolean')
  const chosen = choices?.list.filter(({ isChosen }) => isChosen).map(({ text }) => text) ?? []
  const all = value?.kind === 'text' ? value : textOf(joined(chosen))
  const values = !choices
    ? [isTyped ? typedValue(value, type) : value]
    : inOneRow === 'all choices'
      ? [all]
      : chosen.map(textOf)
  return values.filter((one) => one !== null).filter(({ text }) => text !== '')
}

/** The type of each column: the one that all its values have. */
function columnsOf(parts: readonly Part[]): Columns {
  return new Map(
    Array.from(
      Map.groupBy(parts, ({ column }) => column),
      ([column, same]) => [column, typeOf(same)],
    ),
  )
}

/** The kind of a single value. `long`: a whole number that fits 64 bits and no double. `digits`: a number that fits neither. */
type Kind = ColumnType | 'long' | 'digits'

const numbers: ReadonlySet<Kind> = new Set<Kind>(['whole', 'long', 'number'])
/** Components that ask who somebody is: what looks like a number there is a code. */
const contacts = new Set(['IdentityInfo', 'EmailForm', 'PasswordInput', 'Phone', 'Address', 'FileUploader'])

function typeOf(parts: readonly Part[]): ColumnType {
  // An empty text is no answer, but a text of the record.
  const given = parts.filter(
    ({ value, answer }) => value !== null && (answer === undefined || value.text !== ''),
  )
  const kinds = new Set(given.map(kindOf))
  const { answer } = parts[0] ?? {}
  const component = answer?.isOption === true ? undefined : answer?.type
  const isSpelt =
    answer !== undefined && given.some((part) => part.value?.kind === 'text' && kindOf(part) !== 'text')
  if (isSpelt && contacts.has(component ?? '')) return 'text'
  const [only] = kinds
  if (only === undefined || !kinds.isSubsetOf(numbers))
    return kinds.size === 1 && only !== undefined && only !== 'long' && only !== 'digits' ? only : 'text'
  // As numbers, the options 1.1 and 1.10 would be one.
  if (kinds.has('number'))
    return kinds.has('long') || (isSpelt && isChoiceType(component)) ? 'text' : 'number'
  return component === 'Number' && !kinds.has('long') ? 'number' : 'whole'
}

const times = new Set(['createdAt', 'updatedAt', 'dataUpdatedAt'].map(columnOfField))
const isInstant = (text: string): boolean => timeOf(text)?.offset !== undefined

function kindOf({ column, value, answer }: Part): Kind {
  const { kind, text } = value ?? textOf('')
  if (kind === 'number') {
    const isKept = isSameNumber(String(Number(text)), text)
    return isInt64(text) ? (isKept ? 'whole' : 'long') : isKept ? 'number' : 'digits'
  }
  if (kind !== 'text') return kind
  if (answer === undefined) return times.has(column) && isInstant(text) ? 'time' : 'text'
  if (text === 'true' || text === 'false') return 'boolean'
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text !== '-0')
    return text.replaceAll(/\D/g, '').length > 15 ? 'text' : text.includes('.') ? 'number' : 'whole'
  return isInstant(text) ? 'time' : /^\d{4}-\d\d-\d\d$/.test(text) && timeOf(text) ? 'day' : 'text'
}

/** A value in a column of a type. */
function typedValue(value: Value | null, type: ColumnType = 'text'): Value | null {
  if (value === null || value.kind !== 'text') return value
  if (type === 'boolean') return { kind: 'boolean', text: value.text }
  return type === 'whole' || type === 'number' ? { kind: 'number', text: value.text } : value
}

/** Whether two numbers are the same to their last digit, however they are spelt. */
export const isSameNumber = (one: string, other: string): boolean => digitsOf(one) === digitsOf(other)

function digitsOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  const exponent = Number(power) - fraction.length + digits.length - significant.length
  return /\d/.test(number) ? (significant === '' ? '0' : `${sign}${significant}e${exponent}`) : number
}

/** Whether a number is a whole one of 64 bits, without point and exponent. */
export const isInt64 = (text: string): boolean =>
  /^-?(?:0|[1-9]\d{0,18})$/.test(text) && text !== '-0' && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
