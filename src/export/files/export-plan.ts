import type { CommandQuery, ReadResult } from '../../responses/responses.ts'
import type { Hash, Redaction } from '../../table/choose-records.ts'
import type { MergeOptions, FormQuestion } from '../../table/questions.ts'
import type { HeaderStyle, LayoutOptions, MultiStyle } from '../../table/table.ts'
import type { TimeZone } from '../../table/time.ts'
import type { TableOptions } from '../format.ts'
import type { FormatName } from '../formats.ts'
import type { ExportSummary } from '../write-export.ts'
import type { OpenColumns } from './columns-file.ts'
import type { WrittenFile } from './data-files.ts'

export type ExportPlan = CommandQuery & {
  readonly format: FormatName
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly replace: boolean
  /** The paths of the manifest and the codebook; absent: none. */
  readonly manifest: string | undefined
  readonly codebook: string | undefined
  /** The path of the columns file; absent: none. */
  readonly columnsFile: string | undefined
  /** The requested styles; a columns file has its own. */
  readonly styles: { readonly headers: HeaderStyle | undefined; readonly multi: MultiStyle | undefined }
  readonly table: TablePlan
  /** `form`: each form has a file of its own, beside `out`; absent: one file. */
  readonly split?: 'form'
  /** Which questions of several forms are one; absent: each is one by itself. */
  readonly merging?: MergeOptions
  /** The questions of forms as their specs have them; absent: unknown. */
  readonly asked?: readonly FormQuestion[]
}

export type TablePlan = TableOptions &
  LayoutOptions & {
    readonly where: readonly string[]
    readonly redactions: readonly Redaction[]
    /** The path of the key for hashes. */
    readonly redactKeyFile?: string
    /** The zone that times are converted to; absent: unchanged. */
    readonly zone?: { readonly name: string; readonly timeZone: TimeZone }
  }

export type ExportJob = {
  readonly plan: ExportPlan
  readonly columns: OpenColumns | undefined
  /** Hashes redacted values, if there is a key. */
  readonly hash: Hash | undefined
}

export type Exported = Omit<ReadResult<ExportSummary>, 'result'> & {
  readonly job: ExportJob
  readonly summary: ExportSummary
  readonly files: readonly WrittenFile[]
}
