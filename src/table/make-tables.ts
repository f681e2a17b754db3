import type { Spool } from '../record/bytes.ts'
import type { ExportDescription, DescribeOptions } from './codebook.ts'
import { collectAgain, collectBatches, type Collected, type MergeReport, type Source } from './collect.ts'
import {
  keptRecords,
  cachePerCell,
  beginRow,
  putCell,
  putRow,
  putRun,
  remakeRows,
  type ReadRow,
  type RowBlock,
} from './sparse-rows.ts'
import { onOneLine, type MergeOptions, type FormQuestion } from './questions.ts'
import { cellTypes, joinChosen, readChoices, withoutMark } from './cell-values.ts'
import { isTyped, typeOf, type Column, isTimeColumn } from './columns.ts'
import { mergedRows, mergeQuestions } from './merge-questions.ts'
import { addAsked, addColumnsOf, noteKeys, offeredOptions, withNo } from './spec-questions.ts'
import { Failure } from '../failure/failure.ts'
import { questionTitle } from './columns/header.ts'
import {
  findMisfits,
  type Misfit,
  applyContract,
  orderBy,
  typeUnder,
  type Contract,
  type ContractResult,
} from './contract.ts'
import {
  resolveNames,
  withChosen,
  type NamesReport,
  type NameOptions,
  type ResolvedNames,
} from './resolve-names.ts'
import { wideTable } from './layouts/wide.ts'
import { mapBatches, recordRedactor, type Hash, type Redacted } from './redact.ts'
import { type LayoutOptions, type MultiStyle, type Tables, kinds } from './table.ts'
import { type TimeZone, inZone } from './time.ts'
import type { MatchingRows } from './where/matching-rows.ts'

export { wideColumns } from './layouts/wide.ts'

/** How responses become tables. */
export type TableView = LayoutOptions &
  NameOptions & {
    readonly hash?: Hash
    readonly timeZone?: TimeZone
    /** The columns contract, whose styles `headers` and `multi` repeat; absent: none. */
    readonly contract?: Contract
    /** Which questions of several forms are one; absent: only those that the contract joins. */
    readonly merging?: MergeOptions
    /** The questions of forms as their specs have them; absent: unknown. */
    readonly asked?: readonly FormQuestion[]
    /** Whether `describe` will be called, which reads the rows once more. */
    readonly describes?: boolean
    /** Makes a place for rows to wait until all columns are known. */
    readonly makeSpool: () => Spool
  }

/** A question that several forms ask under one id. */
type SharedQuestion = {
  readonly id: string
  /** As in `renamedQuestions`. */
  readonly title: string
  readonly forms: readonly string[]
  readonly headlines: readonly string[]
}

/** What the command reports about responses in every layout. */
export type Remarks = {
  /** Questions whose headline changed, by the name in their columns; none if a contract keeps the names. */
  readonly renamedQuestions: readonly string[]
  /** Questions that several forms ask under one id, in different words or types. */
  readonly sharedQuestions: readonly SharedQuestion[]
  /** Whether there are records, but none has answers or a time of creation, as responses have. */
  readonly areNoResponses: boolean
}

/** Tables of responses, and what the command reports about them. */
export type MadeTables = Remarks & {
  readonly tables: Tables
  readonly rowCount: number
  readonly names: NamesReport
  /** How questions were merged; absent: none were. */
  readonly merge?: MergeReport
  /** Finds the columns that are text because of some of their values. Reads the rows once more. */
  readonly spoiled: () => Promise<readonly SpoiledColumn[]>
  /** The columns under the contract. */
  readonly contractResult?: ContractResult
  /** How many times were not converted to the zone because they are not instants; known after the rows were read. */
  readonly timesLeft?: () => number
  readonly describe: (how: Pick<DescribeOptions, 'textInFile'>) => Promise<ExportDescription>
}

/** Makes tables of responses. Memory does not grow with their number; rows are read when a table is written. */
export async function makeTables(source: Source, options: TableView): Promise<MadeTables> {
  const { layout, multi = 'joined', timeZone } = options
  const { collected, redacted, report, contractResult, ...view } = await viewed(source, options)
  const { columns, rowCount } = collected
  const tables = await tablesOf(collected, options)
  return {
    tables,
    rowCount,
    names: withChosen(report, collected, options),
    merge: collected.merge,
    spoiled: () => spoiledColumns(tables, collected, redacted.columns),
    ...remarksOn(collected),
    // A contract reports new headlines itself.
    ...(contractResult && { contractResult, renamedQuestions: [] }),
    ...(timeZone && { timesLeft: () => view.timesLeft(shownIn(tables)) }),
    describe: async (how) => {
      const { describeTables } = await import('./codebook.ts')
      return describeTables(tables, {
        ...how,
        asked: options.asked ?? [],
        rows: view.matching(),
        columns,
        redacted: redacted.columns,
        isJoined: layout === 'wide' && multi !== 'json',
        namesForms: !redacted.columns.has(columns.of('record', 'formId')),
      })
    },
  }
}

/** Collected responses with the order, names and types of a contract. */
const under = (ordered: ReturnType<typeof orderBy>, collected: Collected): Collected => ({
  ...collected,
  ordered,
  typeOf: (column) => typeUnder(ordered, column),
})

/** What an export would do to its columns contract. */
export async function tryContract(
  source: Source,
  options: TableView & { readonly contract: Contract },
): Promise<ContractResult> {
  const { contractResult } = await viewed(source, options)
  if (contractResult) return contractResult
  throw new Error('a contract was given, so `viewed` applies it')
}

export const remarksOn = ({ columns, rowCount }: Pick<Collected, 'columns' | 'rowCount'>): Remarks => {
  const questions = [...columns.questions()]
  return {
    renamedQuestions: questions.filter((question) => question.isRenamed).map(questionTitle),
    // Merged questions have ids of their own.
    sharedQuestions: questions
      .filter(({ forms, mergedIds }) => forms.size > 1 && mergedIds.length === 0)
      .filter(({ isRenamed, type }) => isRenamed || type.isMixed)
      .map((question) => ({
        id: question.name,
        title: questionTitle(question),
        forms: [...question.forms].toSorted(),
        headlines: [
          ...new Set([questionTitle(question), ...question.headlines.all].map(onOneLine)),
        ].toSorted(),
      })),
    areNoResponses:
      rowCount > 0 && columns.of('record', 'createdAt').seenTypes === 0 && questions.length === 0,
  }
}

type Viewed = View & {
  readonly redacted: Redacted
  readonly report: NamesReport
  readonly contractResult?: ContractResult
}

type RowPlan = {
  /** The style of lists in the rows of all records: JSON if something looks into them. */
  readonly first: MultiStyle
  /** Their style in the rows of the tables, which are collected again after redaction. */
  readonly last: MultiStyle
  /** Whether tables show lists joined, even if the rows have JSON. */
  readonly joinsLater: boolean
  /** Rows keep their records exactly if these are redacted afterwards. */
  readonly keeps: 'record' | 'cells and record' | undefined
}

function planRows({ layout, multi = 'joined', where = [], redactions = [], describes }: TableView): RowPlan {
  // Only JSON keeps everything in a list.
  const style = (looksInside: boolean): MultiStyle =>
    layout === 'wide' && (multi === 'columns' || !looksInside) ? multi : 'json'
  const isChoosing = where.length > 0
  const first = style(isChoosing || describes === true)
  const joinsLater = layout === 'wide' && multi === 'joined'
  if (redactions.length === 0) return { first, last: first, joinsLater, keeps: undefined }
  return {
    first,
    last: style(describes === true),
    joinsLater,
    keeps: isChoosing ? 'cells and record' : 'record',
  }
}

/**
 * Collects, chooses and redacts responses, and applies the contract to their columns. Each stage is the collection of the one before
 * with something added: collected → merged → offered → ordered → redacted → viewed.
 */
async function viewed(source: Source, options: TableView): Promise<Viewed> {
  const { contract, timeZone, asked = [], layout } = options
  const plan = planRows(options)
  const isRedacting = plan.keeps !== undefined
  const collected = await collectAll(source, plan, options.makeSpool())
  const putInOrder = addAsked(collected.columns, asked, { multi: plan.first, joinsLater: plan.joinsLater })
  const merged = mergedFor(collected, options)
  const offered = withNo(offering(merged, options), asked)
  putInOrder()
  noteKeys(offered.columns, asked, options.merging)
  const order = contract && orderBy(offered.columns, contract)
  const ordered = order ? under(order, offered) : offered
  const { report, redacted, matching } = await resolveNames(ordered, options)
  const hidden = isRedacting && (await redactedRows(offered, plan, { redacted, matching, ...options }))
  // Collecting again noted the sequences of records again.
  if (hidden) putInOrder()
  const rows = hidden ? withNo(hidden, asked, redacted.columns) : offered
  // Redaction may add columns, for lists in one cell.
  const newOrder = order && hidden ? { ...orderBy(offered.columns, contract), absent: order.absent } : order
  const view = viewOf(
    { ...rows, ...(newOrder && { ordered: newOrder }), ...(matching && { all: offered.spool }) },
    {
      matching: hidden ? undefined : matching,
      timeZone,
      untimed: redacted.columns,
      lists: layout === 'wide' && plan.last === 'json' ? (plan.joinsLater ? 'joined' : 'json') : undefined,
    },
  )
  const contractResult = newOrder && (await underContract(view.collected, newOrder, redacted))
  const typeOfShown: Collected['typeOf'] = contractResult
    ? (column) => contractResult.types.get(column) ?? 'text'
    : options.types === 'text'
      ? () => 'text'
      : view.collected.typeOf
  return { ...view, redacted, report, contractResult, collected: { ...view.collected, typeOf: typeOfShown } }
}

/** The columns of shown responses under a contract; throws a Failure for a value that the contract refuses. */
async function underContract(
  collected: Collected,
  ordered: ReturnType<typeof orderBy>,
  { columns: redacted }: Redacted,
): Promise<ContractResult> {
  const { columns } = collected
  const hidesTimes = redacted.has(columns.of('record', 'createdAt'))
  const contractResult = applyContract(columns, ordered, { ...collected, hidesTimes, redacted })
  const broken = new Map(Array.from(contractResult.broken, ([column, { type }]) => [column, type]))
  const misfits = await findMisfits(collected, broken)
  for (const [column, misfit] of misfits) {
    const entry = contractResult.broken.get(column)
    if (entry && !entry.onMismatch) throw Failure.of('column-type-broken', { column: entry.name, ...misfit })
  }
  return { ...contractResult, misfits }
}

/** Collected responses with the options that forms offer; each has a column where options have columns. */
function offering(collected: Collected, { layout, multi, asked = [] }: TableView): Collected {
  const offered = offeredOptions(collected.columns, asked)
  if (layout === 'wide' && multi === 'columns') addColumnsOf(offered, collected.columns)
  return { ...collected, offered }
}

const mergedFor = (
  collected: Collected,
  { merging, contract }: Pick<TableView, 'merging' | 'contract'>,
): Collected =>
  merging || contract?.joined
    ? mergeQuestions(collected, merging ?? { forms: [], mergesAll: false }, contract?.joined)
    : collected

function collectAll(
  { batches, collect }: Source,
  { first, joinsLater, keeps }: RowPlan,
  spool: Spool,
): Promise<Collected> {
  const isRedacting = keeps !== undefined
  if (collect && !isRedacting && first !== 'columns') return collect({ multi: first, joinsLater, spool })
  return collectBatches(batches(), { multi: first, joinsLater, spool, isRedacting, keeps })
}

/** The redacted rows of matching records, with the columns of all records; dropped columns are hidden. */
async function redactedRows(
  all: Collected,
  { last, joinsLater }: RowPlan,
  {
    redacted,
    matching,
    hash,
    makeSpool,
  }: Omit<ResolvedNames, 'report'> & Pick<TableView, 'hash' | 'makeSpool'>,
): Promise<Collected> {
  const { columns, spool } = all
  const records = keptRecords(spool.blocks(), (row) => matching?.has(row) !== false)
  for (const [column, how] of redacted.columns)
    if (how !== 'drop' && column.seenTypes !== 0) column.seenTypes = cellTypes.text
  const again = { multi: last, joinsLater, lists: redacted.lists, spool: makeSpool() }
  const rows = mergedRows(await collectAgain(mapBatches(records, recordRedactor(redacted, hash)), all, again))
  const hidden = columns.all.filter((column) => redacted.columns.get(column) === 'drop')
  return { ...rows, hidden: new Set(hidden), redacted: redacted.columns }
}

async function tablesOf(collected: Collected, { layout, multi, ...options }: LayoutOptions): Promise<Tables> {
  if (layout === 'wide') return [wideTable(collected, options)]
  // Only the wide table has columns of options; the others have rows of them.
  const ofLists = { ...options, ...(multi === undefined || multi === 'columns' ? {} : { multi }) }
  if (layout === 'long') return [(await import('./layouts/long.ts')).longTable(collected, ofLists)]
  return (await import('./layouts/relational.ts')).relationalTables(collected, ofLists)
}

/** A column that is text because of values such as this one. */
export type SpoiledColumn = Misfit & { readonly column: string }

/** Text columns where at least half of the values have another type, without redacted columns. */
async function spoiledColumns(
  tables: Tables,
  collected: Collected,
  redacted: ReadonlyMap<unknown, unknown>,
): Promise<readonly SpoiledColumn[]> {
  const names = new Map<Column, string>()
  for (const { name, type, source } of tables.flatMap(({ columns }) => columns))
    if (source && type === 'text' && typeOf(source) === 'text' && !redacted.has(source) && isTyped(source))
      names.set(source, name)
  const found = await findMisfits(
    collected,
    new Map(Array.from(names.keys(), (column) => [column, undefined])),
  )
  return Array.from(found, ([column, misfit]) => ({ column: names.get(column) ?? '', ...misfit }))
}

type ViewOptions = {
  /** The shown rows; undefined: all. */
  readonly matching: MatchingRows | undefined
  readonly timeZone?: TimeZone | undefined
  /** Columns whose times are not converted. */
  readonly untimed: Pick<ReadonlyMap<Column, unknown>, 'has'>
  /** How a wide table shows lists of choices that were collected as JSON; absent: they stay so. */
  readonly lists?: 'joined' | 'json' | undefined
}

/** Responses as tables show them. */
type View = {
  readonly collected: Collected
  /** How many times in these columns were not converted because they are not instants; known after the rows were read. */
  readonly timesLeft: (shown: ReadonlySet<Column>) => number
  /** The matching rows, unconverted. */
  readonly matching: () => AsyncIterable<Uint8Array>
}

/** Selects matching rows, converts their times to a zone and joins their lists. */
function viewOf(collected: Collected, { matching, ...options }: ViewOptions): View {
  const { columns, spool, rowCount } = collected
  const left = new Map<Column, number>()
  const remake = makeRemake(columns.all, options, (column) => {
    left.set(column, (left.get(column) ?? 0) + 1)
  })
  const rows = (put: (into: RowBlock, row: ReadRow) => void): AsyncIterable<Uint8Array> => {
    if (put === putRow && !matching) return spool.blocks()
    left.clear()
    return remakeRows(spool.blocks(), (row, into) => {
      if (matching?.has(row.number) !== false) put(into, row)
    })
  }
  return {
    collected: {
      ...collected,
      rowCount: matching?.count ?? rowCount,
      spool: { blocks: () => rows(remake ?? putRow) },
    },
    timesLeft: (shown) =>
      [...left].reduce((sum, [column, times]) => sum + (shown.has(column) ? times : 0), 0),
    matching: () => rows(putRow),
  }
}

/** The columns of responses that tables show. */
const shownIn = (tables: Tables): ReadonlySet<Column> =>
  new Set(tables.flatMap(({ columns }) => columns.flatMap(({ source }) => source ?? [])))

/** Makes a function that converts the times and lists of a row; undefined if nothing is to be converted. */
function makeRemake(
  columns: readonly Column[],
  { timeZone, untimed, lists }: Omit<ViewOptions, 'matching'>,
  noInstant: (column: Column) => void,
): ((into: RowBlock, row: ReadRow) => void) | undefined {
  const isTime = (column: Column): boolean => isTimeColumn(column) || typeOf(column) === 'time'
  const times = columns.filter((column) => timeZone && isTime(column) && !untimed.has(column))
  if (times.length === 0 && lists === undefined) return undefined
  const timed = new Map(times.map((column) => [column.number, column]))
  const zoned = timeZone && makeZoned(timeZone)
  const shown = cachePerCell(({ text }): Shown | undefined => {
    const choices = lists === 'joined' ? readChoices(text) : undefined
    const whole = choices ? { isText: true, text: joinChosen(choices) } : withoutMark(text)
    return whole && { bytes: encoder.encode(whole.text), kind: whole.isText ? kinds.text : kinds.json }
  })
  const remade = (row: ReadRow, i: number): Shown | undefined => {
    const [number = 0, kind] = [row.cells.columns[i], row.cells.kinds[i]]
    const column = timed.get(number)
    if (column === undefined)
      return lists && kind === kinds.json && columns[number]?.holds.kind === 'answer'
        ? shown(row, i)
        : undefined
    const bytes = kind === kinds.text ? zoned?.(row, i) : undefined
    if (bytes === undefined) noInstant(column)
    return bytes && { bytes, kind: kinds.text }
  }
  return (into, row) => {
    const { count, columns: numbers } = row.cells
    beginRow(into, count)
    let from = 0
    for (let i = 0; i < count; i++) {
      const cell = remade(row, i)
      if (cell === undefined) continue
      putRun(into, row, { from, to: i })
      putCell(into, { column: numbers[i] ?? 0, kind: cell.kind, from: 0, to: cell.bytes.length }, cell.bytes)
      from = i + 1
    }
    putRun(into, row, { from, to: count })
  }
}

type Shown = { readonly bytes: Uint8Array; readonly kind: number }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Converts the time of a cell to a zone; undefined if it is not an instant. */
function makeZoned(timeZone: TimeZone): (row: ReadRow, cell: number) => Uint8Array | undefined {
  // The times of a response are often equal.
  let last: { readonly text: string; readonly zoned: Uint8Array | undefined } | undefined
  return ({ cells, bytes }, cell) => {
    const text = decoder.decode(bytes.subarray(cells.starts[cell], cells.ends[cell]))
    if (last?.text === text) return last.zoned
    const zoned = inZone(text, timeZone)
    last = { text, zoned: zoned === undefined ? undefined : encoder.encode(zoned) }
    return last.zoned
  }
}
