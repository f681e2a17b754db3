import { writeRaw, collectRaw, writeCsv, type WayCounts } from '../engine/engine.ts'
import type { RawRecord, Records } from '../record/records.ts'
import type { Rewrite, Sink } from '../table/bytes.ts'
import { chooseRecords } from '../table/choose-records.ts'
import { guard, needsGuard } from '../table/formula.ts'
import {
  makeTables,
  remarksOn,
  tryContract,
  type MadeTables,
  type Source,
  type TableView,
} from '../table/make-tables.ts'
import type { Table, Tables } from '../table/table.ts'
import { delimitedHeader } from './delimited.ts'
import {
  delimiterOf,
  type FiledTables,
  type RecordFormat,
  type StreamedTables,
  type TableOptions,
  type TablesWritten,
} from './format.ts'
import type { Format } from './formats.ts'

export type { SplitTable, TableOptions } from './format.ts'

/** How an export is to look. */
export type ExportOptions = TableOptions &
  TableView & {
    /** Members of a JSON object beside `data`. */
    readonly members?: Readonly<Record<string, string | number | boolean>>
    /** Whether the engine may be used; absent: it may. What is written is the same. */
    readonly engine?: boolean
  }

/** What was written, for the person. */
export type ExportSummary = TablesWritten &
  // Of whole records there are no tables.
  Partial<Pick<MadeTables, 'names' | 'mixed' | 'held' | 'areNoResponses'>> & {
    readonly rows: number
    /** The tables as they were written, of formats that have them. */
    readonly tables?: readonly TableSummary[]
    /** Questions whose headline changed, by the name that their columns bear. */
    readonly renamedQuestions: readonly string[]
    /** Times that are no instants, and so are shown in no zone. */
    readonly timesLeft?: number
    /** What the tables are described as. */
    readonly described?: Awaited<ReturnType<MadeTables['describe']>>
    /** Why the engine read nothing, in words; absent: it read. */
    readonly plainBecause?: string
    /** What the engine read, and what it left to the plain way. */
    readonly counts?: WayCounts
  }

/** A table that was written. */
export type TableSummary = {
  readonly name: string
  /** Rows without the header. */
  readonly rows: number
  /** The names of the columns. */
  readonly columns: readonly string[]
}

/** Writes records in a format, in memory that does not grow with their number. */
export async function writeExport(
  format: Format,
  given: Records,
  options: ExportOptions & Target,
): Promise<ExportSummary> {
  const plainBecause = whyNotEngine(given, options)
  const records = plainBecause === undefined ? given : plainly(given)
  const summary =
    format.kind === 'records'
      ? await writeWhole(format, records, { ...options, out: options.sinkOf('responses') })
      : ((await writeDirectly(format, records, options)) ?? (await writeByTables(format, records, options)))
  return plainBecause === undefined ? summary : { ...summary, plainBecause }
}

/** Collects records, and writes the tables that are made of them. */
async function writeByTables(
  format: StreamedTables | FiledTables,
  records: Records,
  { sinkOf, file, ...options }: ExportOptions & Target,
): Promise<ExportSummary> {
  const engine: { counts?: WayCounts } = {}
  const made = await makeTables(sourceOf(records, engine), options)
  const { rowCount, names, mixed, renamedQuestions, timesLeft, held } = made
  const [first, ...others] = made.tables
  const [head, ...rest] = [countedTable(first), ...others.map(countedTable)] as const
  const tables: Tables = [head.table, ...rest.map(({ table }) => table)]
  const written = await writeTables(format, tables, { ...options, sinkOf, file })
  const described =
    options.describes && (await made.describe({ ...written, textInFile: textInFile(format, options) }))
  return {
    rows: rowCount,
    tables: [head, ...rest].map(({ summary }) => summary()),
    ...written,
    mixed,
    names,
    renamedQuestions,
    ...(timesLeft && { timesLeft: timesLeft() }),
    ...(held && { held }),
    areNoResponses: made.areNoResponses,
    ...(described && { described }),
    ...engine,
  }
}

/** What an export would make of the contract that it is held to; nothing is written. */
export const checkContract = (
  records: Records,
  options: Omit<ExportOptions, keyof TableOptions> & Required<Pick<ExportOptions, 'contract'>>,
): ReturnType<typeof tryContract> =>
  tryContract(sourceOf(whyNotEngine(records, options) === undefined ? records : plainly(records)), options)

/** Writes whole records, those that are wanted. */
async function writeWhole(
  format: RecordFormat,
  records: Records,
  { out, ...options }: ExportOptions & { readonly out: Sink },
): Promise<ExportSummary> {
  const { where = [], redactions = [], members = {} } = options
  const { raw } = records
  const engine: { counts?: WayCounts } = {}
  const areAll = where.length === 0 && redactions.length === 0
  const chosen = areAll
    ? undefined
    : await chooseRecords(records.batches(), { ...options, spool: options.makeSpool() })
  const rows = await format.write(
    async (between) => {
      if (!raw) return writeRecords(chosen?.texts ?? chosen?.batches ?? records.batches(), { out, between })
      const { lines, counts } = await writeRaw(raw, { out, between })
      engine.counts = counts
      return lines
    },
    out,
    members,
  )
  return { rows, guarded: 0, renamedQuestions: [], ...(chosen && { names: chosen.names }), ...engine }
}

/** Writes a plain wide table as lines while its records are read; undefined where that cannot be. */
async function writeDirectly(
  format: StreamedTables | FiledTables,
  { raw }: Records,
  { sinkOf, rewrite, ...options }: ExportOptions & Target,
): Promise<ExportSummary | undefined> {
  const { multi = 'joined', delimiter = delimiterOf(format) } = options
  if (!raw || !rewrite || !isUnchanged(options) || multi === 'columns') return undefined
  if (delimiter === undefined || !isEngineDelimiter(delimiter)) return undefined
  const { responses, columns, guarded, counts } = await writeCsv(raw, {
    ...options,
    multi,
    delimiter,
    rewrite,
    headerLine: (names) => delimitedHeader(names, { ...options, delimiter }),
    out: sinkOf('responses'),
  })
  const { rowCount } = responses
  return {
    rows: rowCount,
    tables: [{ name: 'responses', rows: rowCount, columns }],
    guarded,
    counts,
    ...remarksOn(responses),
    names: { unmatched: [], meant: new Map(), withoutColumn: [], repeated: [], where: [] },
  }
}

type Choosing = Pick<ExportOptions, 'engine' | 'where' | 'redactions' | 'describes' | 'layout' | 'multi'>

/** Why an export goes past the engine, in words; undefined: the engine reads it. The bytes that are written are the same. */
function whyNotEngine(
  { raw, plainBecause = 'responses do not come as bytes' }: Records,
  { engine = true, where = [], redactions = [], describes = false, layout, multi }: Choosing,
): string | undefined {
  if (!engine) return 'FORMCTL_NO_ENGINE is set'
  if (where.length > 0) return '--where looks into records'
  if (redactions.length > 0) return '--redact changes records'
  if (describes) return '--codebook counts what records hold'
  if (layout === 'wide' && multi === 'columns') return '--multi columns needs the options of all lists'
  return raw ? undefined : plainBecause
}

const plainly = ({ batches }: Records): Records => ({ batches })

/** Records for tables; `engine` hears what the engine read of them. */
const sourceOf = ({ batches, raw }: Records, engine: { counts?: WayCounts } = {}): Source => ({
  batches,
  collect:
    raw &&
    (async (how) => {
      const collected = await collectRaw(raw, how)
      engine.counts = collected.counts
      return collected
    }),
})

/** Whether the wide table is written as it was collected. */
const isUnchanged = ({ layout, columns, timeZone, contract }: ExportOptions): boolean =>
  layout === 'wide' && columns === undefined && timeZone === undefined && contract === undefined

/** Whether the engine writes lines with this delimiter: it takes one byte, and not the one that guards. */
const isEngineDelimiter = (delimiter: string): boolean => delimiter.charCodeAt(0) < 0x80 && delimiter !== "'"

/** How a text stands in a file: what a spreadsheet would run has a sign before it in lines of cells. */
const textInFile =
  (format: StreamedTables | FiledTables, { formulas }: TableOptions) =>
  (text: string): string =>
    delimiterOf(format) !== undefined && formulas === 'guard' && needsGuard(text) ? guard(text) : text

/** The same table, and what is to be said of it once it was written. */
function countedTable(table: Table): { readonly table: Table; readonly summary: () => TableSummary } {
  let rows = table.rowCount ?? 0
  const countRows = async function* (): ReturnType<Table['rows']> {
    rows = 0
    for await (const batch of table.rows()) {
      rows += batch.rows
      yield batch
    }
  }
  return {
    table: table.rowCount === undefined ? { ...table, rows: countRows } : table,
    summary: () => ({ name: table.name, rows, columns: table.columns.map(({ name }) => name) }),
  }
}

/** Where records go as lines, and what stands between two of them. */
type Lines = { readonly out: Sink; readonly between: '\n' | ',\n' }

/** Writes records, or their JSON, as they came, a line each, numbers to the last digit; gives their number. */
export async function writeRecords(
  batches: AsyncIterable<readonly (RawRecord | string)[]>,
  { out, between }: Lines,
): Promise<number> {
  const bytesOf = makeTextBytes()
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const lines = batch
      .map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
      .join(between)
    await out(bytesOf(rows === 0 ? lines : between + lines))
    rows += batch.length
  }
  if (rows > 0) await out(bytesOf('\n'))
  return rows
}

/** Text as UTF-8 in a buffer that is used again: what is given is good until the next text. */
type TextBytes = (text: string) => Uint8Array

// New bytes for every block would be garbage that is only looked for when memory is scarce: 40 MB of it for an export.
const buffer = 256 * 1024

/** A buffer for texts; a larger one gets a buffer of its own. */
function makeTextBytes(): TextBytes {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(buffer)
  return (text) => {
    // A UTF-16 code unit takes three bytes at most.
    if (text.length * 3 > buffer) return encoder.encode(text)
    return bytes.subarray(0, encoder.encodeInto(text, bytes).written)
  }
}

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
  if (format.holds !== 'one table') return format.write(tables, sinkOf(tables[0].name), options)
  let guarded = 0
  // Formats of one table a file take every name and cell as it is.
  for (const table of tables) guarded += (await format.write([table], sinkOf(table.name), options)).guarded
  return { guarded }
}
