import { writeRaw, collectRaw, writeCsv, type EngineCounts } from '../engine/engine.ts'
import { type RawRecord, type Records } from '../record/records.ts'
import type { Rewrite, Sink } from '../record/bytes.ts'
import { chooseRecords } from '../table/choose-records.ts'
import type { Source } from '../table/collect.ts'
import { guard, needsGuard } from '../table/formula.ts'
import {
  makeTables,
  remarksOn,
  tryContract,
  type MadeTables,
  type SpoiledColumn,
  type TableView,
} from '../table/make-tables.ts'
import type { Table, Tables } from '../table/table.ts'
import { delimitedHeader } from './delimited.ts'
import {
  delimiterOf,
  type FiledTables,
  type ChangedColumn,
  type RecordFormat,
  type StreamedTables,
  type TableOptions,
  type TablesWritten,
} from './format.ts'
import type { Format } from './formats.ts'

export type { TableOptions } from './format.ts'
export type { SpoiledColumn } from '../table/make-tables.ts'

export type ExportOptions = TableOptions &
  TableView & {
    /** Members beside `data`, for JSON. */
    readonly members?: Readonly<Record<string, string | number | boolean>>
  }

export type ExportSummary = TablesWritten &
  // Absent for formats of whole records; `names` also where no option names columns.
  Partial<Pick<MadeTables, 'names' | 'merge' | 'contractResult' | 'areNoResponses' | 'sharedQuestions'>> & {
    /** Columns that some values made text; absent for formats without types. */
    readonly spoiled?: readonly SpoiledColumn[]
    readonly rows: number
    /** The written tables; absent for formats of whole records. */
    readonly tables?: readonly TableSummary[]
    /** Questions whose headline changed, by the name in their columns. */
    readonly renamedQuestions: readonly string[]
    /** How many times were not converted to the zone, because they are not instants. */
    readonly timesLeft?: number
    /** The descriptions of the tables, for a codebook. */
    readonly described?: Awaited<ReturnType<MadeTables['describe']>>
    /** How many records the engine read, and how many were parsed; absent: it was not used. */
    readonly counts?: EngineCounts
  }

export type TableSummary = {
  readonly name: string
  /** Rows without the header. */
  readonly rows: number
  readonly columns: readonly string[]
}

/** Writes records in a format. Memory does not grow with their number. */
export async function writeExport(
  format: Format,
  records: Records,
  options: ExportOptions & Target,
): Promise<ExportSummary> {
  return format.kind === 'records'
    ? writeWhole(format, records, { ...options, out: options.sinkOf('responses') })
    : ((await writeDirectly(format, records, options)) ?? writeByTables(format, records, options))
}

async function writeByTables(
  format: StreamedTables | FiledTables,
  records: Records,
  { sinkOf, file, ...options }: ExportOptions & Target,
): Promise<ExportSummary> {
  const engine: { counts?: EngineCounts } = {}
  const made = await makeTables(sourceOf(records, engine), options)
  const { rowCount, names, renamedQuestions, sharedQuestions, timesLeft, contractResult } = made
  const [first, ...others] = made.tables
  const [head, ...rest] = [countedTable(first), ...others.map(countedTable)] as const
  const tables: Tables = [head.table, ...rest.map(({ table }) => table)]
  const written = await writeTables(format, tables, {
    ...options,
    isInUtc: options.timeZone === undefined,
    sinkOf,
    file,
  })
  const isTyped = delimiterOf(format) === undefined || options.describes === true
  const described = options.describes && (await made.describe({ textInFile: textInFile(format, options) }))
  return {
    rows: rowCount,
    tables: [head, ...rest].map(({ summary }) => summary()),
    ...written,
    ...(isTyped && { spoiled: await made.spoiled() }),
    names,
    merge: made.merge,
    renamedQuestions,
    sharedQuestions,
    ...(timesLeft && { timesLeft: timesLeft() }),
    contractResult,
    areNoResponses: made.areNoResponses,
    ...(described && { described }),
    ...engine,
  }
}

/** What an export would do to its columns contract; nothing is written. */
export const checkContract = (
  records: Records,
  options: Omit<ExportOptions, keyof TableOptions> & Required<Pick<ExportOptions, 'contract'>>,
): ReturnType<typeof tryContract> => tryContract(sourceOf(records), options)

/** Writes the wanted records unchanged, apart from redaction. */
async function writeWhole(
  format: RecordFormat,
  records: Records,
  { out, ...options }: ExportOptions & { readonly out: Sink },
): Promise<ExportSummary> {
  const { where = [], redactions = [], members = {} } = options
  const { raw } = records
  const engine: { counts?: EngineCounts } = {}
  const areAll = where.length === 0 && redactions.length === 0
  const chosen = areAll
    ? undefined
    : await chooseRecords(sourceOf(records, engine), { ...options, spool: options.makeSpool() })
  const rows = await format.write(
    async (between) => {
      if (chosen || !raw)
        return writeRecords(chosen?.texts ?? chosen?.batches ?? records.batches(), { out, between })
      const { lines, counts } = await writeRaw(raw, { out, between })
      engine.counts = counts
      return lines
    },
    out,
    members,
  )
  return { rows, guarded: 0, renamedQuestions: [], names: chosen?.names, ...engine }
}

/** Writes a plain wide table as lines while its records are read; undefined if that is not possible. */
async function writeDirectly(
  format: StreamedTables | FiledTables,
  { raw }: Records,
  { sinkOf, rewrite, ...options }: ExportOptions & Target,
): Promise<ExportSummary | undefined> {
  const { multi = 'joined', delimiter = delimiterOf(format) } = options
  if (!raw || !rewrite || !isUnchanged(options) || multi !== 'joined') return undefined
  // The engine supports any of them but `'`, which guards.
  if (delimiter === undefined || delimiter === "'") return undefined
  const { responses, columns, guarded, counts } = await writeCsv(raw, {
    ...options,
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
  }
}

/** Records to collect, by the engine where they come as bytes; its counts are stored in `engine`. */
export const sourceOf = ({ batches, raw }: Records, engine: { counts?: EngineCounts } = {}): Source => ({
  batches,
  collect:
    raw &&
    (async (how) => {
      const collected = await collectRaw(raw, how)
      engine.counts = collected.counts
      return collected
    }),
})

/** Whether the wide table shows all rows and columns unchanged, and nothing more is asked of the rows. */
const isUnchanged = ({
  layout,
  where = [],
  redactions = [],
  describes = false,
  columns,
  timeZone,
  contract,
  merging,
  excelNumbers,
  asked = [],
}: ExportOptions): boolean =>
  layout === 'wide' &&
  where.length === 0 &&
  redactions.length === 0 &&
  !describes &&
  asked.length === 0 &&
  !(columns ?? timeZone ?? contract ?? merging ?? excelNumbers)

/** How a text is written: guarded in lines of cells if a spreadsheet would run it. */
const textInFile =
  (format: StreamedTables | FiledTables, { formulas }: TableOptions) =>
  (text: string): string =>
    delimiterOf(format) !== undefined && formulas === 'guard' && needsGuard(text) ? guard(text) : text

/** The same table, and its summary after it was written. */
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

/** Writes records, or their JSON, one a line, with exact numbers; returns their number. */
export async function writeRecords(
  batches: AsyncIterable<readonly (RawRecord | string)[]>,
  { out, between }: { readonly out: Sink; readonly between: '\n' | ',\n' },
): Promise<number> {
  const encoder = new TextEncoder()
  // Reused: a new array for every block would leave up to 40 MB of garbage, which is collected late.
  const buffer = new Uint8Array(bufferSize)
  const write = (text: string): Promise<void> =>
    // A UTF-16 code unit takes three bytes at most.
    out(
      text.length * 3 > bufferSize
        ? encoder.encode(text)
        : buffer.subarray(0, encoder.encodeInto(text, buffer).written),
    )
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const lines = batch
      .map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
      .join(between)
    await write(rows === 0 ? lines : between + lines)
    rows += batch.length
  }
  if (rows > 0) await write('\n')
  return rows
}

const bufferSize = 256 * 1024

type Target = {
  readonly sinkOf: (table: string) => Sink
  /** Undefined if the output cannot be rewritten. */
  readonly rewrite: Rewrite | undefined
  /** The path of a new file, for formats that a library writes; undefined for standard output. */
  readonly file: string | undefined
}

/** Writes tables in a format, to one file or each to its own. */
async function writeTables(
  format: StreamedTables | FiledTables,
  tables: Tables,
  { sinkOf, file, ...options }: TableOptions & Omit<Target, 'rewrite'>,
): Promise<TablesWritten> {
  if (format.kind === 'file') {
    // The command line requires a file for such formats.
    if (file === undefined) throw new Error('there is no file to write into')
    return format.write(tables, file, options)
  }
  if (format.holds !== 'one table') return format.write(tables, sinkOf(tables[0].name), options)
  let [guarded, textNumbers, unbroken] = [0, 0, 0]
  const changedByExcel: ChangedColumn[] = []
  // Formats with one table per file report nothing but these.
  for (const table of tables) {
    const written = await format.write([table], sinkOf(table.name), options)
    guarded += written.guarded
    textNumbers += written.textNumbers ?? 0
    unbroken += written.unbroken ?? 0
    changedByExcel.push(...(written.changedByExcel ?? []))
  }
  return { guarded, textNumbers, unbroken, changedByExcel }
}
