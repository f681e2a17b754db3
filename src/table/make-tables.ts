import type { Batches } from '../record/records.ts'
import type { Spool } from './bytes.ts'
import { describeTables, type Described, type Describing } from './codebook/codebook.ts'
import { collectAgain, collectBatches, keptRecords, type Collected } from './collect.ts'
import { holding, typeOf } from './columns/column-type.ts'
import { titleOf } from './columns/header.ts'
import {
  resolveNames,
  withChosen,
  type NamesReport,
  type Naming,
  type ResolvedNames,
} from './columns/resolve.ts'
import { holdTo, orderBy, type Contract, type HeldColumns } from './contract.ts'
import { longTable } from './layouts/long.ts'
import { relationalTables } from './layouts/relational.ts'
import { wideTable } from './layouts/wide.ts'

export type { TableSchema } from './codebook/codebook.ts'
export { wideColumns } from './layouts/wide.ts'
import { mapBatches, recordRedactor } from './redact/redact-record.ts'
import type { Hash, Redacted } from './redact/redact.ts'
import { shownIn, viewOf, type View } from './rows/view.ts'
import type { LayoutOptions, MultiStyle, Tables } from './table.ts'
import type { TimeZone } from './time.ts'

/** How responses become tables. */
export type TableView = LayoutOptions &
  Naming & {
    readonly hash?: Hash
    readonly timeZone?: TimeZone
    /** What the columns are held to; its styles are `headers` and `multi`. Absent: nothing. */
    readonly contract?: Contract
    /** Whether the tables will be described, too: their rows are read once more then. */
    readonly describes?: boolean
    /** Where rows wait until all columns are known. */
    readonly makeSpool: () => Spool
  }

/** Where responses come from. */
export type Source = {
  readonly batches: () => Batches
  /** A quicker way to collect, with the same result, for tables that need no look into records; undefined: there is none. */
  readonly collect?: Collect | undefined
}

type Collect = (how: {
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly spool: Spool
}) => Promise<Collected>

/** What is to be said of responses, whatever their tables look like. */
export type Remarks = {
  /** Questions whose headline changed, by the name that their columns bear; none where a contract keeps the names. */
  readonly renamedQuestions: readonly string[]
  /** Whether there are records, and none has what responses have: answers, or the time when it was begun. */
  readonly areNoResponses: boolean
}

/** Tables of responses, and what is to be said of them. */
export type MadeTables = Remarks & {
  readonly tables: Tables
  /** Responses that the tables show. */
  readonly rowCount: number
  readonly names: NamesReport
  /** Columns that are text since they hold several things. */
  readonly mixed: readonly MixedColumn[]
  /** The columns as the contract holds them. */
  readonly held?: HeldColumns
  /** Times that are no instants, and so are shown in no zone; known once the rows were read. */
  readonly timesLeft?: () => number
  /** Describes the tables for a codebook. */
  readonly describe: (how: Pick<Describing, 'textInFile' | 'renamedColumns'>) => Promise<Described>
}

/** Makes tables of responses, in memory that does not grow with their number. Rows are read when a table is written. */
export async function makeTables(source: Source, options: TableView): Promise<MadeTables> {
  const { layout, multi = 'joined', timeZone } = options
  const { collected, redacted, report, held, ...view } = await viewed(source, options)
  const { columns, rowCount } = collected
  const tables = tablesOf(collected, options)
  return {
    tables,
    rowCount,
    names: withChosen(report, collected, options),
    mixed: mixedColumns(tables, redacted.columns),
    ...remarksOn(collected),
    // A contract reports new headlines itself.
    ...(held && { held, renamedQuestions: [] }),
    ...(timeZone && { timesLeft: () => view.timesLeft(shownIn(tables)) }),
    describe: (how) =>
      describeTables(tables, {
        ...how,
        rows: view.matching(),
        columns,
        redacted: redacted.columns,
        isJoined: layout === 'wide' && multi !== 'json',
        namesForms: !redacted.columns.has(columns.of('record', 'formId')),
      }),
  }
}

/** What tables would make of the contract that their columns are held to. */
export async function tryContract(
  source: Source,
  options: TableView & { readonly contract: Contract },
): Promise<HeldColumns> {
  const { held } = await viewed(source, options)
  if (held) return held
  throw new Error('there is a contract, so columns are held to it')
}

/** Says of all responses, once they were collected, what no table says. */
export const remarksOn = ({ columns, rowCount }: Pick<Collected, 'columns' | 'rowCount'>): Remarks => {
  const questions = [...columns.questions()]
  return {
    renamedQuestions: questions.filter((question) => question.isRenamed).map(titleOf),
    areNoResponses: rowCount > 0 && columns.of('record', 'createdAt').held === 0 && questions.length === 0,
  }
}

type Viewed = View & {
  readonly redacted: Redacted
  readonly report: NamesReport
  readonly held?: HeldColumns
}

/** How rows are collected. */
type RowPlan = {
  /** How lists stand in the rows of all records: whole where something looks into them. */
  readonly first: MultiStyle
  /** How they stand in the rows that tables are made of, which are collected anew after redaction. */
  readonly last: MultiStyle
  /** Whether a list is one text in the tables, even if it is JSON in the rows. */
  readonly joinsLater: boolean
  /** Rows keep their records just when these are redacted afterwards. */
  readonly keeps: 'record' | 'cells and record' | undefined
}

function planRows({ layout, multi = 'joined', where = [], redactions = [], describes }: TableView): RowPlan {
  // Only its JSON says all that a list holds.
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

/** The responses that are shown: collected, chosen, redacted, and their columns held to the contract. */
async function viewed(source: Source, options: TableView): Promise<Viewed> {
  const { contract, timeZone } = options
  const plan = planRows(options)
  const all = await collectAll(source, plan, options.makeSpool())
  const met = contract && orderBy(all.columns, contract)
  const { report, ...named } = await resolveNames(met ? { ...all, ordered: met } : all, options)
  const { redacted, matching } = named
  const isRedacting = plan.keeps !== undefined
  const rows = isRedacting ? await redactedRows(all, plan, { ...named, ...options }) : all
  // Redaction may add columns: those of lists that stand in one cell.
  const ordered = met && isRedacting ? { ...orderBy(all.columns, contract), absent: met.absent } : met
  const view = viewOf(ordered ? { ...rows, ordered } : rows, {
    matching: isRedacting ? undefined : matching,
    timeZone,
    untimed: redacted.columns,
    isJoining: plan.joinsLater && plan.last === 'json',
  })
  if (!ordered) return { ...view, redacted, report }
  const hidesTimes = redacted.columns.has(all.columns.of('record', 'createdAt'))
  const held = holdTo(all.columns, ordered, { ...view.collected, hidesTimes })
  return { ...view, redacted, report, collected: { ...view.collected, retyped: held.types }, held }
}

/** The rows of all records. */
function collectAll(
  { batches, collect }: Source,
  { first, joinsLater, keeps }: RowPlan,
  spool: Spool,
): Promise<Collected> {
  if (collect && first !== 'columns') return collect({ multi: first, spool })
  const isRedacting = keeps !== undefined
  return collectBatches(batches(), { multi: first, joinsLater, spool, isRedacting, keeps })
}

/** The rows of records that match, redacted. Their columns are those of all records, but those that are dropped are hidden. */
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
    if (how !== 'drop' && column.held !== 0) column.held = holding.text
  const again = { multi: last, joinsLater, lists: redacted.lists, spool: makeSpool() }
  const rows = await collectAgain(mapBatches(records, recordRedactor(redacted, hash)), all, again)
  const hidden = columns.all.filter((column) => redacted.columns.get(column) === 'drop')
  return { ...rows, hidden: new Set(hidden) }
}

/** The tables of responses. */
function tablesOf(collected: Collected, { layout, multi, ...options }: LayoutOptions): Tables {
  if (layout === 'wide') return [wideTable(collected, options)]
  // Lists as columns are for the wide table; the others have rows of them.
  const ofLists = { ...options, ...(multi === undefined || multi === 'columns' ? {} : { multi }) }
  return layout === 'long' ? [longTable(collected, ofLists)] : relationalTables(collected, ofLists)
}

/** A column of a table that is text for what it holds beside texts, and what that is. */
type MixedColumn = { readonly column: string; readonly holds: readonly string[] }

/** The columns that are text so that all that they hold stays as it came, but for those that are redacted. */
const mixedColumns = (tables: Tables, redacted: ReadonlyMap<unknown, unknown>): readonly MixedColumn[] =>
  tables.flatMap(({ columns }) =>
    columns.flatMap(({ name, type, source }): readonly MixedColumn[] => {
      if (!source || type !== 'text' || typeOf(source) !== 'text' || redacted.has(source)) return []
      const holds = words.filter(([bits]) => (source.held & bits) !== 0)
      return holds.some(([, , isTyped]) => isTyped)
        ? [{ column: name, holds: holds.map(([, word]) => word) }]
        : []
    }),
  )

/** What cells can hold, in words, and whether it has a type that is lost in a column of text. */
const words: readonly (readonly [bits: number, word: string, isTyped: boolean])[] = [
  [holding.integer | holding.whole | holding.number, 'numbers', true],
  [holding.digits | holding.long, 'numbers that a double would change', true],
  [holding.boolean, 'true or false', true],
  [holding.instant, 'times', true],
  [holding.json, 'JSON', false],
  [holding.text, 'texts', false],
]
