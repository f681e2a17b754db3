import type { Reading, ResponsesQuery } from '../../responses/responses.ts'
import type { TimeName } from '../../record/moment.ts'
import type { Hash, Redaction } from '../../table/choose-records.ts'
import type { HeaderStyle, LayoutOptions, MultiStyle } from '../../table/table.ts'
import type { TimeZone } from '../../table/time.ts'
import type { TableOptions } from '../format.ts'
import type { FormatName } from '../formats.ts'
import type { ExportSummary } from '../write-export.ts'
import type { OpenColumns } from './columns-file.ts'
import type { WrittenFile } from './data-files.ts'

/** What an export reads and writes. */
export type ExportPlan = ResponsesQuery & {
  /** Which time `since` and `until` mean. */
  readonly by: TimeName
  readonly format: FormatName
  /** Absent: the standard output. */
  readonly out: string | undefined
  /** Whether files that are there may be replaced. */
  readonly replace: boolean
  /** Where to write how the export came about, and where to describe its columns; absent: nowhere. */
  readonly manifest: string | undefined
  readonly codebook: string | undefined
  /** The file that keeps the columns from export to export; absent: they are not kept. */
  readonly columnsFile: string | undefined
  /** The styles that were asked for; a columns file has its own. */
  readonly styles: { readonly headers: HeaderStyle | undefined; readonly multi: MultiStyle | undefined }
  readonly table: TablePlan
}

/** What the tables of an export look like. */
export type TablePlan = TableOptions &
  LayoutOptions & {
    readonly where: readonly string[]
    readonly redactions: readonly Redaction[]
    /** The file of the key of hashes. */
    readonly redactKeyFile?: string
    /** The zone of times, by its name; absent: times stay as they came. */
    readonly zone?: { readonly name: string; readonly timeZone: TimeZone }
  }

/** An export that is to be made. */
export type ExportJob = {
  readonly plan: ExportPlan
  /** The columns file, where one is kept. */
  readonly columns: OpenColumns | undefined
  /** What hashes redacted values, where some are. */
  readonly hash: Hash | undefined
  /** Whether the engine may be used; what is written is the same. */
  readonly engine: boolean
}

/** An export that was made. */
export type Exported = Omit<Reading<ExportSummary>, 'result'> & {
  readonly job: ExportJob
  readonly summary: ExportSummary
  readonly files: readonly WrittenFile[]
}
