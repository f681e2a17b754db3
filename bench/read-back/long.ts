import { isChoiceType, typesOf } from './answers.ts'
import { membersOf } from './exact-json.ts'
import {
  cellOf,
  chosenOf,
  joined,
  optionsOf,
  type ColumnType,
  type Expected,
  type ExpectedTable,
} from './expected.ts'
import { cellOfPart, isOfAnswer, mainsOf, nameOf, partsOf, sourceOf, type Part } from './parts.ts'
import { inType, typed, typeOf, type Source } from './types.ts'
import { fixed } from './wide.ts'

type Cells = ReadonlyMap<string, Expected | null>

const text = (value: string): Expected => ({ kind: 'text', text: value })
const number = (n: number): Expected => ({ kind: 'number', text: String(n + 1) })
const sortedBy = ['responseNumber', 'questionId', 'member']
const ofAnswers = ['responseNumber', 'responseId', 'questionId', 'question', 'type', 'member']

/** What the long table of a reply has to hold with `--headers id`: a row an answer, or an option that was chosen. */
export function longOf(records: readonly unknown[]): readonly ExpectedTable[] {
  const typedCell = typing(records)
  const rows = answerRows(records, ({ part, other }) => {
    const chosen = chosenIn(part, other)
    if (chosen !== undefined) return valuesOf(chosen.map(text))
    return valuesOf(other === undefined ? [typedCell(part)] : [cellOf(part.value), text(other)])
  })
  const own = ['formId', 'createdAt', 'finished']
  const whole = rows.map(({ record, cells }) => {
    const members = membersOf(record)
    return new Map([...cells, ...own.map((name) => [name, cellOf(members?.get(name))] as const)])
  })
  return [tableOf({ name: 'answers', own: [...own, 'value'], rows: whole, sortedBy }, records)]
}

/** What the three tables of a reply have to hold with `--headers id`; undefined where two columns want one name. */
export function relationalOf(records: readonly unknown[]): readonly ExpectedTable[] | undefined {
  const responses = responsesOf(records)
  if (responses === undefined) return undefined
  const typedCell = typing(records)
  const answers = answerRows(records, ({ part, other }) => {
    const chosen = chosenIn(part, other)
    if (chosen !== undefined) return valuesOf([text(joined(chosen))])
    return valuesOf(other === undefined ? [typedCell(part)] : [cellOf(part.value), text(other)])
  })
  return [
    responses,
    tableOf({ name: 'answers', own: ['value'], rows: cellsOf(answers), sortedBy }, records),
    tableOf(
      {
        name: 'choices',
        own: ['option', 'chosen'],
        rows: cellsOf(choiceRows(records)),
        sortedBy: [...sortedBy, 'option', 'chosen'],
      },
      records,
    ),
  ]
}

/** How values become cells where all answers share a column: numbers and yes or no as such, but names of options as texts. */
function typing(records: readonly unknown[]): (part: Part) => Expected | null {
  const types = typesOf(records)
  const parts = Map.groupBy(records.flatMap(partsOf).filter(isOfAnswer), ({ path }) => path.join('\0'))
  const ofColumns = new Map(
    Array.from(parts, ([key, [first, ...others]]): readonly [string, ColumnType] => {
      const component = types.get(first?.path[1] ?? '')
      const cells = [first, ...others].map((part) => (part === undefined ? null : cellOfPart(part)))
      const type = typeOf(
        cells.filter((cell) => cell !== null),
        { of: 'answer', component },
      )
      const isTyped =
        !isChoiceType(component) && (type === 'whole' || type === 'number' || type === 'boolean')
      return [key, isTyped ? type : 'text']
    }),
  )
  return (part) => {
    const cell = cellOf(part.value)
    return cell?.text === '' ? cell : inType(cell, ofColumns.get(part.path.join('\0')))
  }
}

/** A row for each value; an empty text is none. */
const valuesOf = (values: readonly (Expected | null)[]): readonly Cells[] =>
  values.flatMap((value) => (value === null || value.text === '' ? [] : [new Map([['value', value]])]))

type Rows = readonly { readonly record: unknown; readonly cells: Cells }[]

const cellsOf = (rows: Rows): readonly Cells[] => rows.map(({ cells }) => cells)

/** A table of answers. Its columns of the record have the type that all responses decide, also those without answers. */
function tableOf(
  table: Omit<ExpectedTable, 'types' | 'columns'> & { readonly own: readonly string[] },
  records: readonly unknown[],
): ExpectedTable {
  const { own, ...rest } = table
  const ofRecord = (name: string): ColumnType => {
    const cells = records.map((record) => cellOf(membersOf(record)?.get(name)))
    return typeOf(
      cells.filter((cell) => cell !== null),
      { of: 'record', isTime: name === 'createdAt' },
    )
  }
  const types = new Map<string, ColumnType>([
    ['responseNumber', 'whole'],
    ['responseId', ofRecord('id')],
    ['chosen', 'boolean'],
    ...['formId', 'createdAt', 'finished'].map((name) => [name, ofRecord(name)] as const),
  ])
  return { ...rest, columns: new Set([...ofAnswers, ...own]), types }
}

/** A row for each option that any answer to the question names, where one was chosen. */
function choiceRows(records: readonly unknown[]): Rows {
  const types = typesOf(records)
  const named = ({ part: { path, value }, isMain }: OfAnswer): ReadonlyMap<string, boolean> => {
    if (Array.isArray(value)) return new Map([...optionsOf(value)].filter(([name]) => name !== ''))
    const isOne =
      typeof value === 'string' && value !== '' && isMain && isChoiceType(types.get(path[1] ?? ''))
    return new Map(isOne ? [[value, true]] : [])
  }
  const known = new Map<string, Set<string>>()
  answerRows(records, (answer) => {
    const key = answer.part.path.join('\0')
    known.set(key, new Set([...(known.get(key) ?? []), ...named(answer).keys()]))
    return []
  })
  return answerRows(records, (answer) => {
    const own = named(answer)
    const all = known.get(answer.part.path.join('\0')) ?? new Set()
    const { other, part } = answer
    const isChoice = Array.isArray(part.value)
      ? chosenOf(part.value) !== undefined
      : typeof part.value === 'string'
    if (!isChoice || (other === undefined && ![...own.values()].includes(true))) return []
    const offered = all.size > 1000 ? [] : [...all]
    return [...new Set([...offered, ...own.keys()])].map((option) => {
      const chosen: Expected = { kind: 'boolean', text: String(own.get(option) ?? false) }
      return new Map([
        ['option', text(option)],
        ['chosen', chosen],
      ])
    })
  })
}

/** A value of an answer, and what was typed as "Other" beside it. */
type OfAnswer = { readonly part: Part; readonly isMain: boolean; readonly other: string | undefined }

/** What was chosen, with what was typed as "Other" in place of the option of that name; undefined where nothing is an option. */
function chosenIn({ value }: Part, other: string | undefined): readonly string[] | undefined {
  const isOne = other !== undefined && (typeof value === 'string' || value === null)
  const chosen = Array.isArray(value)
    ? chosenOf(value)
    : isOne
      ? [value ?? ''].filter((one) => one !== '')
      : undefined
  if (chosen === undefined || other === undefined) return chosen
  const folded = chosen.map((one) => one.toWellFormed().toLowerCase())
  if (folded.includes(other.toWellFormed().toLowerCase())) return chosen
  const at = folded.indexOf('other')
  return at < 0 ? [...chosen, other] : chosen.with(at, other)
}

/** The rows of all answers. `rowsOf` says how many rows an answer makes; an empty answer makes none. */
function answerRows(records: readonly unknown[], rowsOf: (answer: OfAnswer) => readonly Cells[]): Rows {
  const parts = records.map((record) => partsOf(record).filter(isOfAnswer))
  const [mains, types] = [mainsOf(parts.flat()), typesOf(records)]
  return records.flatMap((record, n) =>
    withOthers(parts[n] ?? [], mains).flatMap((answer) => {
      const [, question = '', member = ''] = answer.part.path
      const type = types.get(question)
      const shared = [
        ['responseNumber', number(n)],
        ['responseId', cellOf(membersOf(record)?.get('id'))],
        ['questionId', text(question)],
        ['question', text(question)],
        ['type', type === undefined ? null : text(type)],
        ['member', text(answer.isMain ? '' : member)],
      ] as const
      return rowsOf(answer).map((cells) => ({ record, cells: new Map([...shared, ...cells]) }))
    }),
  )
}

/** The answers of a record. What was typed as "Other" is no answer of its own, but stands with the one that it explains. */
function withOthers(parts: readonly Part[], mains: ReadonlyMap<string, string>): readonly OfAnswer[] {
  const given = parts.filter(({ value }) => value !== null)
  const isMain = ({ path: [of, question = '', member] }: Part): boolean =>
    of === 'answer' && mains.get(question) === member
  const isOther = ({ path: [of, question = '', member] }: Part): boolean =>
    of === 'answer' && member === 'selectedOther' && mains.has(question)
  const others = new Map(
    given.filter(isOther).flatMap(({ path: [, question = ''], value }) => {
      const typedText = value === true ? 'Other' : value === false ? '' : (cellOf(value)?.text ?? '')
      return typedText === '' ? [] : [[question, typedText] as const]
    }),
  )
  const explained = new Set(given.filter(isMain).map(({ path: [, question = ''] }) => question))
  return given.flatMap((part): readonly OfAnswer[] => {
    const [, question = ''] = part.path
    const other = others.get(question)
    if (!isOther(part)) return [{ part, isMain: isMain(part), other: isMain(part) ? other : undefined }]
    if (other === undefined || explained.has(question)) return []
    return [{ part: { ...part, value: null }, isMain: true, other }]
  })
}

function responsesOf(records: readonly unknown[]): ExpectedTable | undefined {
  const owners = new Map<string, string>()
  const names = new Set(['responseNumber', ...fixed])
  const sources = new Map<string, Source>([['responseNumber', { of: 'record', isTime: false }]])
  const rows: Map<string, Expected | null>[] = []
  for (const [n, record] of records.entries()) {
    const cells = new Map<string, Expected | null>([['responseNumber', number(n)]])
    for (const part of partsOf(record).filter((one) => !isOfAnswer(one))) {
      const [name, owner] = [nameOf(part, new Map()), part.path.join('\0')]
      if ((owners.get(name.toLowerCase()) ?? owner) !== owner) return undefined
      owners.set(name.toLowerCase(), owner)
      names.add(name)
      sources.set(name, sourceOf(part, new Map()))
      cells.set(name, cellOfPart(part))
    }
    rows.push(cells)
  }
  return typed({ name: 'responses', columns: names, rows }, sources)
}
