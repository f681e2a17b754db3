import { writeCsv, type WrittenCsv } from '../engine/csv.ts'
import { writeRaw } from '../engine/lines.ts'
import { collectRaw } from '../engine/rows.ts'
import type { RawRecords, Records, Batches } from '../record/records.ts'
import { describeTables, type Described } from '../table/codebook/codebook.ts'
import { toldColumns } from '../table/columns/choose.ts'
import { chooseRecords } from '../table/choose-records.ts'
import { carriedRecords, collectAgain, collectBatches, type Collected } from '../table/collect.ts'
import { type Contract, orderBy, holdTo, type HeldColumns } from '../table/contract.ts'
import type { RecordFormat, FiledTables, StreamedTables, TableOptions, TablesWritten } from './format.ts'
import type { Format } from './formats.ts'
import { collectingStyle, tablesOf } from '../table/layouts.ts'
import { namedIn, type Named, type Naming, type ToldOfNames } from '../table/columns/resolve.ts'
import { mixedColumns, type MixedColumn } from '../table/mixed-columns.ts'
import type { Hash, Redacted } from '../table/redact/redact.ts'
import { eachOf, recordRedactor } from '../table/redact/redact-record.ts'
import type { TimeZone } from '../table/time.ts'
import { shownIn, viewOf, type View } from '../table/rows/view.ts'
import type { Sink, Spool, Rewrite } from '../table/bytes.ts'
import type { MultiStyle, RenamedColumn, Tables, LayoutOptions, Table } from '../table/table.ts'
import { holding } from '../table/column-type.ts'
import { areNoResponses, renamedIn } from '../table/columns/names.ts'

/** How an export is to look. */
export type ExportOptions = TableOptions &
  LayoutOptions &
  Naming & {
    readonly hash?: Hash
    readonly timeZone?: TimeZone
    /** What the columns are held to; its styles are `headers` and `multi`. Absent: nothing. */
    readonly contract?: Contract
    /** Describes the tables, too, whose rows are read once more then; a text stands in the file as this gives it. */
    readonly describe?: { readonly textInFile: (text: string) => string }
    /** Members of a JSON object beside `data`. */
    readonly members?: Readonly<Record<string, string | number | boolean>>
    readonly makeSpool: () => Spool
  }

/** What was written, for the person. */
export type ExportSummary = Omit<TablesWritten, 'renamed'> & {
  /** Responses. */
  readonly rows: number
  /** The tables as they were written, of formats that have them. */
  readonly tables?: readonly TableSummary[]
  /** Columns whose names the format does not take. */
  readonly unlike?: readonly RenamedColumn[]
  /** Columns that are text since they hold several things, where types show. */
  readonly mixed?: readonly MixedColumn[]
  /** Questions whose headline changed, by the name that their columns bear. */
  readonly renamed: readonly string[]
  /** What is to be told of the names in conditions, redactions and columns to show. */
  readonly names?: ToldOfNames
  /** Times that are no instants, and so were told in no zone. */
  readonly timesLeft?: number
  /** The columns as the contract holds them. */
  readonly held?: HeldColumns
  /** Whether nothing tells that the records are responses; of tables. */
  readonly areNoResponses?: boolean
  /** What the tables are described as. */
  readonly described?: Described
}

/** Writes records in a format, in memory that does not grow with their number. */
export async function writeExport(
  format: Format,
  records: Records,
  { sinkOf, file, rewrite, ...options }: ExportOptions & Target,
): Promise<ExportSummary> {
  if (format.kind === 'records') return writeWhole(format, records, { ...options, out: sinkOf('responses') })
  const direct = await writeDirectly(format, records, { ...options, sinkOf, rewrite })
  if (direct) return direct
  const { held, ...view } = await seen(records, options)
  const { collected, timesLeft } = view
  const shown = tablesOf(collected, options)
  const [first, ...others] = shown
  const [head, ...rest] = [countedTable(first), ...others.map(countedTable)] as const
  const tables: Tables = [head.table, ...rest.map(({ table }) => table)]
  const target = { ...options, sinkOf, file }
  const { renamed, ...written } = await writeTables(format, tables, target)
  const described = await describedAs(shown, view, { ...options, unlike: renamed })
  return {
    rows: collected.rowCount,
    tables: [head, ...rest].map(({ summary }) => summary()),
    ...written,
    ...(renamed && { unlike: renamed }),
    mixed: mixedColumns(shown, view.redacted.columns),
    names: toldOf(view, options),
    // A contract keeps names, and tells of another headline itself.
    renamed: held ? [] : renamedIn(collected),
    ...(options.timeZone && { timesLeft: timesLeft(shownIn(tables)) }),
    ...(held && { held }),
    areNoResponses: areNoResponses(collected),
    ...(described && { described }),
  }
}

function toldOf({ told, collected }: Seen, options: LayoutOptions): ToldOfNames {
  const { untold, again } = toldColumns(collected, options)
  return { ...told, untold: [...new Set([...told.untold, ...untold])], again }
}

/** Writes whole records, those that are wanted. */
async function writeWhole(
  format: RecordFormat,
  records: Records,
  { out, ...options }: ExportOptions & { readonly out: Sink },
): Promise<ExportSummary> {
  const { where = [], redactions = [], members = {} } = options
  const raw = forEngine(records, options)
  const isPlain = where.length === 0 && redactions.length === 0
  const chosen = isPlain
    ? undefined
    : await chooseRecords(records.batches(), { ...options, spool: options.makeSpool() })
  const rows = await format.write(
    async (between) =>
      raw
        ? (await writeRaw(raw, { out, between })).lines
        : writeRecords(chosen?.batches ?? records.batches(), { out, between }),
    out,
    members,
  )
  return { rows, guarded: 0, renamed: [], ...(chosen && { names: chosen.told }) }
}

/** Writes a plain wide table as lines while its records are read; undefined where that cannot be. */
async function writeDirectly(
  format: StreamedTables | FiledTables,
  records: Records,
  { sinkOf, rewrite, ...options }: ExportOptions & Pick<Target, 'sinkOf' | 'rewrite'>,
): Promise<ExportSummary | undefined> {
  const raw = forEngine(records, options)
  const { multi = 'joined', delimiter = delimiterOf(format) } = options
  if (!raw || !rewrite || !isUnchanged(options) || multi === 'columns') return undefined
  if (delimiter === undefined || !isEngineDelimiter(delimiter)) return undefined
  const written = await writeCsv(raw, { ...options, multi, delimiter, rewrite, out: sinkOf('responses') })
  const told = toldColumns(written.collected, options)
  return { ...summaryOf(written), names: { unmatched: [], meant: new Map(), where: [], ...told } }
}

/** What is to be told of lines that were written while records still came. */
function summaryOf({ collected, table, guarded }: WrittenCsv): ExportSummary {
  const { rowCount: rows } = collected
  const columns = table.columns.map(({ name }) => name)
  return {
    rows,
    tables: [{ name: table.name, rows, columns }],
    guarded,
    renamed: renamedIn(collected),
    areNoResponses: areNoResponses(collected),
  }
}

/**
 * The bytes of a plain export, which the engine reads. Whatever looks into records goes the plain way: conditions,
 * redactions, an option a column, the codebook. Records that are chosen by another time than that of creation have no bytes.
 */
function forEngine(
  { raw }: Records,
  { engine = true, where = [], redactions = [], describe, layout, multi }: ForEngine,
): RawRecords | undefined {
  const looksInside =
    where.length > 0 || redactions.length > 0 || describe || (layout === 'wide' && multi === 'columns')
  return engine && !looksInside ? raw : undefined
}

type ForEngine = Pick<ExportOptions, 'engine' | 'where' | 'redactions' | 'describe' | 'layout' | 'multi'>

/** Whether the wide table is written as it was collected. */
const isUnchanged = ({ layout, columns, timeZone, contract }: ExportOptions): boolean =>
  layout === 'wide' && columns === undefined && timeZone === undefined && contract === undefined

/** Whether the engine writes lines with this delimiter: it takes one byte, and not the one that guards. */
const isEngineDelimiter = (delimiter: string): boolean => delimiter.charCodeAt(0) < 0x80 && delimiter !== "'"

/** The usual delimiter of a format; undefined where it has none. */
const delimiterOf = (format: StreamedTables | FiledTables): string | undefined =>
  format.kind === 'stream' ? format.delimiter : undefined

type Seen = View & {
  readonly redacted: Redacted
  readonly told: ToldOfNames
  readonly held?: HeldColumns
}

type SeenOptions = Omit<ExportOptions, Exclude<keyof TableOptions, 'engine'>>

/** The responses that are to be seen, as they are to be, their columns held to the contract. */
async function seen(records: Records, options: SeenOptions): Promise<Seen> {
  const { layout, multi = 'joined', where = [], redactions = [], makeSpool, contract, timeZone } = options
  const isRedacting = redactions.length > 0
  const style = collectingStyle(options, options.describe === undefined)
  const first = where.length > 0 ? collectingStyle(options, false) : style
  const isJoined = layout === 'wide' && multi === 'joined'
  const carries = where.length > 0 ? 'cells and record' : 'record'
  const raw = forEngine(records, options)
  const spool = makeSpool()
  const all =
    raw && style !== 'columns'
      ? await collectRaw(raw, { multi: style, spool })
      : await collectBatches(records.batches(), {
          multi: first,
          joinsLater: isJoined,
          spool,
          isRedacting,
          ...(isRedacting && { carries }),
        })
  const met = contract && orderBy(all.columns, contract)
  const { matching, redacted, told } = await namedIn({ ...all, ...(met && { ordered: met }) }, options)
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
  if (!ordered) return { ...view, redacted, told }
  const { collected } = view
  const hidesTimes = redacted.columns.has(all.columns.of('record', 'createdAt'))
  const held = holdTo(all.columns, ordered, { ...collected, hidesTimes })
  return { ...view, redacted, told, collected: { ...collected, retyped: held.types }, held }
}

type Redacting = Pick<ExportOptions, 'hash' | 'makeSpool'> &
  Pick<Named, 'redacted' | 'matching'> & {
    readonly multi: MultiStyle
    readonly joinsLater: boolean
  }

/** The rows of records that match, redacted. Their columns are those of all records, but those that are dropped are hidden. */
async function redactedRows(
  collected: Collected,
  { redacted, matching, hash, makeSpool, multi, joinsLater }: Redacting,
): Promise<Collected> {
  const { columns, spool } = collected
  const records = carriedRecords(spool.blocks(), (row) => matching?.has(row) !== false)
  const redact = recordRedactor(redacted, hash)
  for (const [column, how] of redacted.columns)
    if (how !== 'drop' && column.held !== 0) column.held = holding.text
  const { lists } = redacted
  const again = { multi, joinsLater, lists, spool: makeSpool() }
  const rows = await collectAgain(eachOf(records, redact), collected, again)
  const hidden = columns.all.filter((column) => redacted.columns.get(column) === 'drop')
  return { ...rows, hidden: new Set(hidden) }
}

type DescribedAs = Pick<ExportOptions, 'describe' | 'layout' | 'multi'> & {
  readonly unlike: readonly RenamedColumn[] | undefined
}

/** What tables are described as, where that is wanted. */
async function describedAs(
  tables: Tables,
  { matching, redacted, collected: { columns } }: Seen,
  { describe, layout, multi = 'joined', unlike }: DescribedAs,
): Promise<Described | undefined> {
  if (!describe) return undefined
  return describeTables(tables, {
    ...describe,
    rows: matching(),
    columns,
    unlike,
    redacted: redacted.columns,
    isJoined: layout === 'wide' && multi !== 'json',
    tellsForms: !redacted.columns.has(columns.of('record', 'formId')),
  })
}

/** What an export would make of the contract that it is held to; nothing is written. */
export async function tryContract(
  records: Records,
  options: SeenOptions & { readonly contract: Contract },
): Promise<HeldColumns> {
  const { held } = await seen(records, options)
  if (held) return held
  throw new Error('there is a contract, so columns are held to it')
}

/** Where records go as lines, and what stands between two of them. */
type Lines = { readonly out: Sink; readonly between: '\n' | ',\n' }

/** Writes records as they came, a line each, numbers to the last digit; gives their number. */
export async function writeRecords(batches: Batches, { out, between }: Lines): Promise<number> {
  const bytesOf = makeTextBytes()
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const lines = batch.map((record) => JSON.stringify(record)).join(between)
    await out(bytesOf(rows === 0 ? lines : between + lines))
    rows += batch.length
  }
  if (rows > 0) await out(bytesOf('\n'))
  return rows
}

/** Text as UTF-8 in room that is used again: what is given is good until the next text. */
type TextBytes = (text: string) => Uint8Array

// New bytes for every block would be garbage that is only looked for when memory is scarce: 40 MB of it for an export.
const room = 256 * 1024

/** Room for texts; a larger one gets room of its own. */
function makeTextBytes(): TextBytes {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(room)
  return (text) => {
    // A UTF-16 code unit takes three bytes at most.
    if (text.length * 3 > room) return encoder.encode(text)
    return bytes.subarray(0, encoder.encodeInto(text, bytes).written)
  }
}

/** A table that was written. */
export type TableSummary = {
  readonly name: string
  /** Rows without the header. */
  readonly rows: number
  /** The names of the columns. */
  readonly columns: readonly string[]
}

/** The same table, and what is to be told of it once it was written. */
function countedTable(table: Table): { readonly table: Table; readonly summary: () => TableSummary } {
  const { name, columns, sparse, rowCount } = table
  const counted = (rows: number): TableSummary => ({ name, rows, columns: columns.map((it) => it.name) })
  if (rowCount !== undefined) return { table, summary: () => counted(rowCount) }
  let rows = 0
  const countedRows: Table = {
    ...table,
    async *rows() {
      rows = 0
      for await (const batch of table.rows()) {
        rows += batch.rows
        yield batch
      }
    },
    sparse: {
      ...sparse,
      async *blocks() {
        rows = 0
        for await (const block of sparse.blocks()) {
          rows += rowsIn(block)
          yield block
        }
      },
    },
  }
  return { table: countedRows, summary: () => counted(rows) }
}

/** How many sparse rows a block has. */
function rowsIn(block: Uint8Array): number {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  let rows = 0
  for (let at = 0; at < block.length; rows++) {
    const count = view.getUint32(at, true)
    let end = at + 4 + 8 * count
    for (let cell = at + 8; cell < at + 8 + 8 * count; cell += 8) end += view.getUint32(cell, true)
    at = end
  }
  return rows
}

/** Where an export goes. */
type Target = {
  /** By the name of a table where its bytes go: a place for each, where the format holds one a file. */
  readonly sinkOf: (table: string) => Sink
  /** Undefined where what was written cannot be taken back. */
  readonly rewrite: Rewrite | undefined
  /** The path of a new file, for formats that a library writes; undefined where there is none. */
  readonly file: string | undefined
}

/** Writes tables in a format, each to its place. */
async function writeTables(
  format: StreamedTables | FiledTables,
  tables: Tables,
  { sinkOf, file, ...options }: TableOptions & Omit<Target, 'rewrite'>,
): Promise<TablesWritten> {
  if (format.kind === 'file') {
    // The plan has seen to it that such a format has a file.
    if (file === undefined) throw new Error('there is no file to write into')
    return format.write(tables, file, options)
  }
  if (format.holds === 'several tables') return format.write(tables, sinkOf(tables[0].name), options)
  let guarded = 0
  // Formats of one table a file take every name and cell as it is.
  for (const table of tables) guarded += (await format.write([table], sinkOf(table.name), options)).guarded
  return { guarded }
}
