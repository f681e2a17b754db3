import type { Records } from '../form/record-taker.ts'
import { collect } from './collect.ts'
import type { Collected } from './collected.ts'
import { describeTable, type TableSchema } from './codebook/describe.ts'
import { makeObserved } from './codebook/observed.ts'
import type { Contract } from './contract/contract.ts'
import { holdTo, type HeldColumns } from './contract/hold-to.ts'
import { orderBy } from './contract/order-by.ts'
import { isOneByte } from './delimited.ts'
import { writeDirectly, type DirectOptions, type Rereadable } from './direct.ts'
import { titleOf } from './header.ts'
import type { Table } from './table.ts'
import type { HeaderStyle, MultiStyle, Sink, Spool } from './format.ts'
import type { Format } from './formats.ts'
import type {
  FiledTables,
  RenamedColumn,
  StreamedTables,
  TableOptions,
  Tables,
  TablesWritten,
} from './table-format.ts'
import { wideTable } from './wide.ts'

/** How an export is to look. */
export type ExportOptions = TableOptions & {
  readonly headers: HeaderStyle
  readonly multi: MultiStyle
  /** Only these columns, in this order, by any of their names; absent: all. */
  readonly columns?: readonly string[]
  /** What the columns are held to; its styles are `headers` and `multi`. Absent: nothing. */
  readonly contract?: Contract
  /** Describes the table, too, whose rows are read once more then; a text stands in the file as this gives it. */
  readonly describe?: { readonly textInFile: (text: string) => string }
  /** Members of a JSON object beside `data`. */
  readonly members?: Readonly<Record<string, string | number | boolean>>
  readonly spool: Spool
}

/** What was written, for the person. */
export type ExportSummary = {
  readonly rows: number
  /** The names of the columns as they were written, of formats that have them. */
  readonly columns?: readonly string[]
  /** Cells that a spreadsheet would have run, and that were made text. */
  readonly guarded: number
  /** Columns whose names the format does not take. */
  readonly unlike?: readonly RenamedColumn[]
  /** Texts that were longer than a cell of the format holds, and were cut. */
  readonly cutCells?: number
  /** Questions whose headline changed, by the name that their columns bear. */
  readonly renamed: readonly string[]
  /** What became of the contract, where there is one. */
  readonly held?: HeldColumns
  /** The description of the table, where it was wanted. */
  readonly described?: TableSchema
}

/** Where an export goes. */
type Target = {
  readonly out: Sink
  /** Forgets what went to `out`; undefined where that cannot be taken back. */
  readonly restart: (() => Promise<void>) | undefined
  /** The path of a new file, for formats that a library writes; undefined where there is none. */
  readonly file: string | undefined
}

function writeTables(
  format: StreamedTables | FiledTables,
  tables: Tables,
  { out, file, ...options }: TableOptions & Omit<Target, 'restart'>,
): Promise<TablesWritten> {
  if (format.kind === 'stream') return format.write(tables, out, options)
  // The plan has seen to it that such a format has a file.
  if (file === undefined) throw new Error('there is no file to write into')
  return format.write(tables, file, options)
}

/** Writes records in a format, in memory that does not grow with their number. */
export async function writeExport(
  format: Format,
  records: Records,
  { out, file, restart, ...options }: ExportOptions & Target,
): Promise<ExportSummary> {
  if (format.kind === 'records')
    return { rows: await format.write(records, out, options.members ?? {}), guarded: 0, renamed: [] }
  const direct = directly(format, records, { ...options, restart })
  if (direct) {
    const written = await writeDirectly(direct.records, { ...options, ...direct.options, out })
    return { ...summaryOf(written.collected, written.table, written), renamed: renamedIn(written.collected) }
  }
  const observed = options.describe ? makeObserved() : undefined
  const all = await collect(records, { ...options, ...(observed && { observed }) })
  const { collected, held } = options.contract ? heldTo(all, options.contract) : { collected: all }
  const table = wideTable(collected, options)
  const written = await writeTables(format, [table], { out, file, ...options })
  return {
    ...summaryOf(collected, table, written),
    // A contract keeps names, and tells of another headline itself.
    renamed: held ? [] : renamedIn(collected),
    ...(held && { held }),
    ...(observed &&
      options.describe && {
        described: await describeTable(table, { observed, unlike: written.renamed, ...options.describe }),
      }),
  }
}

/** What lines are written with while records still come; undefined where they have to wait for the last record. */
function directly(
  format: StreamedTables | FiledTables,
  records: Records,
  {
    multi,
    restart,
    contract,
    describe,
    delimiter = delimiterOf(format),
  }: ExportOptions & Pick<Target, 'restart'>,
):
  | { readonly records: Rereadable; readonly options: Pick<DirectOptions, 'multi' | 'delimiter' | 'restart'> }
  | undefined {
  const { take, again } = records
  if (!take || !again || !restart || contract || describe || multi === 'columns') return undefined
  if (delimiter === undefined || !isOneByte(delimiter)) return undefined
  return { records: { ...records, take, again }, options: { multi, delimiter, restart } }
}

const delimiterOf = (format: StreamedTables | FiledTables): string | undefined =>
  format.kind === 'stream' ? format.delimiter : undefined

const summaryOf = (
  collected: Collected,
  table: Table,
  { guarded, renamed: unlike, cutCells }: TablesWritten,
): Omit<ExportSummary, 'renamed'> => ({
  rows: collected.rowCount,
  columns: table.columns.map(({ name }) => name),
  guarded,
  ...(unlike ? { unlike } : {}),
  ...(cutCells === undefined ? {} : { cutCells }),
})

/** What an export would make of the contract that it is held to; nothing is written. */
export async function tryContract(
  records: Records,
  options: Pick<ExportOptions, 'multi' | 'spool'> & { readonly contract: Contract },
): Promise<HeldColumns> {
  return heldTo(await collect(records, options), options.contract).held
}

/** Collected responses with their columns held to a contract. */
function heldTo(collected: Collected, contract: Contract): { collected: Collected; held: HeldColumns } {
  const ordered = orderBy(collected.columns, contract)
  const held = holdTo(collected.columns, ordered, collected)
  return { collected: { ...collected, ordered, retyped: held.types }, held }
}

const renamedIn = ({ columns }: Collected): readonly string[] =>
  [...columns.questions()].filter((question) => question.isRenamed).map(titleOf)
