import type { FormatName } from '../../export/formats.ts'
import { Failure } from '../../failure/failure.ts'
import { flag, text, type Given } from '../command.ts'
import type { HeaderStyle, MultiStyle } from '../../table/table.ts'

/** The options of `responses export` by which its columns are kept and told of. */
export const contractOptions = {
  columnsFile: text(
    '--columns-file <file>',
    'keep the columns as this YAML file has them, and add new ones at its end; it is made when it is not there',
  ),
  check: flag(
    '--check',
    'write nothing; exit with 1 when columns would change, and tell what would, also with -o json (for CI)',
  ),
  codebook: text(
    '--codebook <file>',
    'also describe tables and columns, as a Frictionless data package in JSON: questions, types, options, counts',
  ),
}

/** How the columns of an export are kept and told of. */
export type ContractPlan = {
  /** Absent: columns are not kept. */
  readonly columnsFile: string | undefined
  readonly isCheck: boolean
  /** As they were asked for; a columns file has its own. */
  readonly styles: { readonly headers: HeaderStyle | undefined; readonly multi: MultiStyle | undefined }
  /** Where to describe the columns; absent: nowhere. */
  readonly codebook: string | undefined
}

/** Where a run notes the contract before its data is there: what it promised is known even if it is killed. */
export const nextPath = (path: string): string => `${path}.next`

type Options = Given<typeof contractOptions> & {
  readonly headers: HeaderStyle | undefined
  readonly multi: MultiStyle | undefined
  readonly layout: string | undefined
}

/** The plan of what is kept; misuse is a Failure. */
export function contractPlanOf(
  { columnsFile, check, codebook, layout, headers, multi }: Options,
  { format, out }: { readonly format: FormatName; readonly out: string | undefined },
): ContractPlan {
  const misuse = (problem: string): Failure => Failure.of('usage', { problem })
  if (check && columnsFile === undefined)
    throw misuse('--check looks whether a columns file would change: name it with --columns-file.')
  const named = columnsFile === undefined ? (codebook === undefined ? undefined : 'codebook') : 'columns-file'
  if (named !== undefined && (format === 'json' || format === 'ndjson'))
    throw misuse(`--${named} is for tables; ${format} holds whole records.`)
  if (columnsFile !== undefined && (layout ?? 'wide') !== 'wide')
    throw misuse(`--columns-file keeps the columns of --layout wide; those of ${layout} never change.`)
  if (columnsFile === '-') throw misuse('--columns-file is for a file, which the next export reads again.')
  if (codebook === '-')
    throw misuse('--codebook is for a file: the standard output is for the export itself.')
  if (codebook !== undefined && out === undefined)
    throw misuse('--codebook describes a file: say with --out where the export goes.')
  return { columnsFile, isCheck: check, styles: { headers, multi }, codebook }
}
