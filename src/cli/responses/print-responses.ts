import type { FoundColumn } from '../../table/choose-records.ts'
import { type MergeOptions, onOneLine } from '../../table/questions.ts'
import { formatOf } from '../../export/formats.ts'
import { writeExport } from '../../export/write-export.ts'
import { recordsIn, type RawRecord } from '../../record/records.ts'
import type { Context, OutputFormat } from '../command.ts'
import { printerOf, plain } from '../terminal/plain.ts'
import { responsesTable, entriesIn, cellValue, readableEntriesOf } from './responses-table.ts'
import { makeSpools } from '../../export/files/spool.ts'
import type { LayoutOptions } from '../../table/table.ts'
import { cellText } from '../../table/cell-values.ts'
import { isMain, questionMembers, readableTexts, type Entry } from '../../table/answers.ts'
import { isTimeColumn } from '../../table/columns.ts'
import { fitted, widestOf, padded, widthOf, wrap, wrapWords } from '../terminal/display-width.ts'
import type { Paint } from '../terminal/terminal.ts'
import { count } from '../../failure/failure.ts'
import { momentOf } from '../../record/moment.ts'
import { dayWords } from '../../stats/stats.ts'

/** `withForm`: a column shows the form. `mayBeMore`: the service may hold more responses than these. */
type Printing = {
  readonly withForm: boolean
  readonly mayBeMore: boolean
  /** Only these columns; absent: all. */
  readonly found?: readonly FoundColumn[]
  /** Which questions of several forms are one in these columns. */
  readonly merging?: MergeOptions
}

/** Prints responses in the format of --output; without it, one below the other on a terminal, one per line in a pipe. */
export async function printResponses(
  records: readonly RawRecord[],
  context: Context,
  { withForm, mayBeMore, found, merging }: Printing,
): Promise<void> {
  const { host, terminal, globals } = context
  const output: OutputFormat = globals.output ?? 'table'
  if (output === 'yaml') return terminal.printYaml({ schema_version: 1, mayBeMore, data: records })
  if (output === 'json' || output === 'ndjson' || output === 'csv')
    return write(records, context, {
      format: output,
      members: { mayBeMore },
      merging,
      ...named(found),
    })
  const shown = found && merging ? withFormNames(records, merging) : records
  if (globals.output === undefined && host.stdout.isTerminal)
    return printCards(shown, context, { withForm, found })
  const { head, rows } = responsesTable(shown, {
    withForm,
    isFramed: host.stdout.isTerminal || globals.output === 'table',
    found,
  })
  return terminal.table(head, rows)
}

/** Records with what the column `formName` shows. */
function withFormNames(records: readonly RawRecord[], { forms }: MergeOptions): readonly RawRecord[] {
  const names = new Map<unknown, string | undefined>(forms.map(({ id, name }) => [id, name]))
  return records.map((record) => {
    const name = names.get(record['formId'])
    return name === undefined ? record : { ...record, formName: name }
  })
}

/** Longer lines are hard to read. */
const widest = 100

async function printCards(
  records: readonly RawRecord[],
  { host, terminal }: Context,
  showing: Pick<CardLook, 'withForm' | 'found'>,
): Promise<void> {
  const columns = Math.min(host.stdout.columns, widest)
  const look = { columns, paint: terminal.out, now: host.now(), ...showing }
  for (const [i, record] of records.entries()) {
    const lines = [...cardLines(record, { nth: i + 1, of: records.length }, look)]
    await terminal.print(`${i === 0 ? '' : '\n'}${lines.join('\n')}\n`)
  }
}

type Writing = {
  readonly format: 'json' | 'ndjson' | 'csv'
  readonly members: { readonly mayBeMore: boolean }
  readonly merging?: MergeOptions
} & Pick<LayoutOptions, 'columns' | 'areKnown'>

/** Keeps the columns of --columns even if none of the shown responses has a value there. */
const named = (found: readonly FoundColumn[] | undefined): Pick<Writing, 'columns' | 'areKnown'> =>
  found ? { columns: found.map(({ name }) => name), areKnown: true } : {}

/** Writes the same bytes as an export. */
async function write(
  records: readonly RawRecord[],
  { host }: Context,
  { format, ...writing }: Writing,
): Promise<void> {
  const spools = makeSpools(host.files)
  try {
    await writeExport(await formatOf(format), recordsIn(records), {
      sinkOf: () => printerOf(host.stdout),
      file: undefined,
      rewrite: undefined,
      lineEnd: '\n',
      headers: 'headline',
      layout: 'wide',
      bom: false,
      formulas: 'guard',
      ...writing,
      makeSpool: spools.make,
    })
  } finally {
    await spools.close()
  }
}

type CardLook = {
  readonly columns: number
  readonly paint: Paint
  readonly now: Date
  /** Whether each response shows its form: the list may have several. */
  readonly withForm: boolean
  /** Only these columns, in their order; absent: all. */
  readonly found?: readonly FoundColumn[]
}

/** A response for a terminal: id, status and times, then each question with its answer below it. */
function* cardLines(
  record: RawRecord,
  { nth, of }: { readonly nth: number; readonly of: number },
  look: CardLook,
): Iterable<string> {
  const { columns, paint } = look
  const end = of === 1 ? '' : ` ${nth} of ${of}`
  const id = plain(cellText(record['id']).slice(0, longestFact)) || 'no id'
  const title = `── ${fitted(id, columns - end.length - 6)} `
  yield paint.bold(`${title}${'─'.repeat(Math.max(0, columns - widthOf(title) - end.length))}${end}`)
  const facts = factsOf(record, look)
  const width = Math.min(Math.max(factWidth, widestOf(facts.map(([label]) => label)) + 2), columns >> 1)
  for (const [label, text] of facts)
    for (const [i, line] of wrap(plain(text.slice(0, longestFact)), columns - width).entries())
      yield paint.dim(padded(i === 0 ? fitted(label, width - 2) : '', width)) + line
  yield* answerLines(record, look)
}

const factWidth = 'created  '.length

// No time and no id is longer.
const longestFact = 300

type Fact = readonly [label: string, text: string]

function factsOf(record: RawRecord, { withForm, now, found }: CardLook): readonly Fact[] {
  if (found) return found.flatMap((one) => factIn(record, one, now))
  const { formId, finished, createdAt, dataUpdatedAt, updatedAt } = record
  const status = finished === true ? 'finished' : finished === false ? 'begun and not finished' : ''
  const changed = dataUpdatedAt ?? updatedAt
  const facts: readonly Fact[] = [
    ['form', withForm ? cellText(formId) : ''],
    ['status', status],
    ['created', timeWords(createdAt, now)],
    ['changed', changed === createdAt ? '' : timeWords(changed, now)],
  ]
  return facts.filter(([, text]) => text !== '')
}

/** The value of a column that is no answer; the id is in the title already. */
function factIn(record: RawRecord, { name, column }: FoundColumn, now: Date): readonly Fact[] {
  if (!column || column.holds.kind === 'answer') return []
  const { kind, name: member } = column.holds
  if (kind === 'record' && member === 'id') return []
  const value = cellValue(record, column)
  const text = isTimeColumn(column) ? timeWords(value, now) : cellText(value)
  return text === '' ? [] : [[plain(name), text]]
}

function* answerLines(record: RawRecord, { columns, paint, found }: CardLook): Iterable<string> {
  const shown = found?.flatMap(({ column }) => column ?? [])
  const entries = shown ? entriesIn(record, shown) : readableEntriesOf(record)
  const answered = entries.map((entry) => ({ entry, lines: linesOf(entry, columns - indent.length) }))
  for (const { entry, lines } of answered) {
    if (lines.length === 0) continue
    yield ''
    for (const line of wrap(plain(questionOf(entry)), columns)) yield paint.cyan(line)
    for (const line of lines) yield line === '' ? '' : `${indent}${line}`
  }
  const silent = answered.filter(({ lines }) => lines.length === 0).length
  const isAsked = !shown || shown.some(({ holds }) => holds.kind === 'answer')
  if (silent === entries.length && isAsked) yield* ['', paint.dim('no answers')]
}

const indent = '  '

/** Identity fields have labels and no headline; their type tells a person more than an id. */
const questionOf = ({ questionId, response }: Entry): string =>
  (onOneLine(cellText(response['headline'])) || cellText(response['type']) || questionId).slice(0, longest)

/** An answer in lines; none where nothing was answered. */
function linesOf({ response }: Entry, width: number): readonly string[] {
  const members = Object.entries(response).filter(([name]) => !questionMembers.includes(name))
  const main = members.filter(([name]) => isMain(name))
  const others = members
    .filter(([name]) => !isMain(name))
    .map(([name, value]) => ({
      label: plain(name.slice(0, longestFact)),
      texts: readableTexts(name, value, 'lines'),
    }))
    .filter(({ texts }) => texts.length > 0)
  const labelWidth = Math.min(widestOf(others.map(({ label }) => label)), Math.floor(width / 3))
  return [
    ...main.flatMap(([name, value]) => valueLines(value, readableTexts(name, value, 'lines'), width)),
    ...others.flatMap(({ label, texts }) => {
      const shown = fitted(label, labelWidth)
      const lines = texts.flatMap((text) => wrapped(text, width - labelWidth - 2))
      return lines.map((line, i) => `${padded(i === 0 ? shown : '', labelWidth)}  ${line}`)
    }),
  ]
}

/** A list gets one line per value. */
function valueLines(value: unknown, texts: readonly string[], width: number): readonly string[] {
  if (!Array.isArray(value)) return texts.flatMap((text) => wrapped(text, width))
  return texts.flatMap((text) =>
    wrapped(text, width - 2).map((line, i) => (i === 0 ? `• ${line}` : line === '' ? '' : `  ${line}`)),
  )
}

/** Longer texts are cut; --output json has them whole. */
const longest = 3000

/** A text of several lines in lines that fit; URLs and other words that are too wide stay whole. */
function wrapped(text: string, width: number): readonly string[] {
  const short =
    text.length <= longest
      ? text
      : `${text.slice(0, longest).toWellFormed()}…\n(${text.length} characters in all; -o json shows them)`
  return short
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .flatMap((line) => wrapWords(plain(line), width))
}

/** Such as 1 March 2026, 09:00 UTC, 3 days ago (2026-03-01T09:00:00.000Z). */
function timeWords(value: unknown, now: Date): string {
  const exact = cellText(value)
  const at = momentOf(value)
  if (Number.isNaN(at)) return exact
  const utc = new Date(at).toISOString()
  const ago = agoWords(now.getTime() - at)
  return `${dayWords(utc.slice(0, 10))}, ${utc.slice(11, 16)} UTC${ago === '' ? '' : `, ${ago}`} (${exact})`
}

const minute = 60_000
const units: readonly (readonly [string, number])[] = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** From this age on, only the date is shown. */
const longAgo = 60 * 24 * 60 * minute

function agoWords(milliseconds: number): string {
  if (milliseconds < 0 || milliseconds >= longAgo) return ''
  const [unit, length] = units.find((one) => milliseconds >= one[1]) ?? ['', 1]
  if (unit === '') return 'just now'
  return `${count(Math.floor(milliseconds / length), unit)} ago`
}
