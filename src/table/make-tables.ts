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

/** The responses that are shown, as they are to be, their columns held to the contract. */
async function viewed({ batches, collect }: Source, options: TableView): Promise<Viewed> {
  const { layout, multi = 'joined', where = [], redactions = [], makeSpool, contract, timeZone } = options
  const isRedacting = redactions.length > 0
  const style = collectingStyle(options, options.describes === true)
  const first = where.length > 0 ? collectingStyle(options, true) : style
  const isJoined = layout === 'wide' && multi === 'joined'
  const spool = makeSpool()
  const all =
    collect && style !== 'columns'
      ? await collect({ multi: style, spool })
      : await collectBatches(batches(), {
          multi: first,
          joinsLater: isJoined,
          spool,
          isRedacting,
          ...(isRedacting && { keeps: where.length > 0 ? 'cells and record' : 'record' }),
        })
  const met = contract && orderBy(all.columns, contract)
  const { matching, redacted, report } = await resolveNames({ ...all, ...(met && { ordered: met }) }, options)
  const rows = isRedacting
    ? await redactedRows(all, { ...options, redacted, matching, multi: style, joinsLater: isJoined })
    : all
  // Lists that stand in one cell have columns that were not there before.
  const ordered = met && isRedacting ? { ...orderBy(all.columns, contract), absent: met.absent } : met
  const view = viewOf(
    { ...rows, ...(ordered && { ordered }) },
    {
      matching: isRedacting ? undefined : matching,
      timeZone,
      untimed: redacted.columns,
      isJoining: isJoined && (isRedacting ? style : first) === 'json',
    },
  )
  if (!ordered) return { ...view, redacted, report }
  const { collected } = view
  const hidesTimes = redacted.columns.has(all.columns.of('record', 'createdAt'))
  const held = holdTo(all.columns, ordered, { ...collected, hidesTimes })
  return { ...view, redacted, report, collected: { ...collected, retyped: held.types }, held }
}

type Redacting = Pick<TableView, 'hash' | 'makeSpool'> &
  Pick<ResolvedNames, 'redacted' | 'matching'> & {
    readonly multi: MultiStyle
    readonly joinsLater: boolean
  }

/** The rows of records that match, redacted. Their columns are those of all records, but those that are dropped are hidden. */
async function redactedRows(
  collected: Collected,
  { redacted, matching, hash, makeSpool, multi, joinsLater }: Redacting,
): Promise<Collected> {
  const { columns, spool } = collected
  const records = keptRecords(spool.blocks(), (row) => matching?.has(row) !== false)
  const redact = recordRedactor(redacted, hash)
  for (const [column, how] of redacted.columns)
    if (how !== 'drop' && column.held !== 0) column.held = holding.text
  const { lists } = redacted
  const again = { multi, joinsLater, lists, spool: makeSpool() }
  const rows = await collectAgain(mapBatches(records, redact), collected, again)
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

/** How lists are collected for a layout, and whether something looks into them before they are written. */
function collectingStyle({ layout, multi = 'joined' }: LayoutOptions, looksInside: boolean): MultiStyle {
  if (layout === 'wide' && (multi === 'columns' || !looksInside)) return multi
  // Only its JSON says all that a list holds.
  return 'json'
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
