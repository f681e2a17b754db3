import type { Grids } from './oracle.ts'
import type { ExportOptions } from './options.ts'
import { recordsOf } from './records.ts'
import type { DatasetRecord } from './dataset.ts'

/** Texts of the dataset that a spreadsheet would run, or that look as if they were guarded. */
const runs: readonly string[] = ['=1+1', "'=2"]

/** A table as lines, by the plain rules of RFC 4180; the datasets make no other cells that have to be guarded. */
function linesOf(
  grid: readonly (readonly string[])[],
  { format, bom, guards, lineEnd, isExcel, ...options }: ExportOptions,
): string {
  const delimiter = options.delimiter ?? (format === 'tsv' ? '\t' : ',')
  const cellOf = (text: string): string => {
    // The datasets have no numbers of more than 15 digits that are not whole.
    if (isExcel && /^-?\d{15,}[1-9]0*$/.test(text)) return `'${text}`
    const guarded = guards && runs.some((one) => text.startsWith(one)) ? `'${text}` : text
    return /["\r\n]/.test(guarded) || guarded.includes(delimiter)
      ? `"${guarded.replaceAll('"', '""')}"`
      : guarded
  }
  return (bom ? '\uFEFF' : '') + grid.map((row) => row.map(cellOf).join(delimiter) + lineEnd).join('')
}

/** The files of an export that is text, by their names; undefined of other formats. */
export function textsOf(
  records: readonly DatasetRecord[],
  grids: Grids,
  options: ExportOptions,
): Readonly<Record<string, string>> | undefined {
  const { format, layout } = options
  if (format === 'json' || format === 'ndjson') {
    const lines = recordsOf(records, options).map((record) => JSON.stringify(record))
    const end = lines.length === 0 ? '' : '\n'
    if (format === 'ndjson') return { answers: lines.join('\n') + end }
    return { answers: `{"schema_version":1,"data":[\n${lines.join(',\n')}${end}]}\n` }
  }
  if (format !== 'csv' && format !== 'tsv') return undefined
  const tables = Object.entries(grids)
  return Object.fromEntries(
    tables.map(([name, grid], i) => [
      layout === 'relational' && i > 0 ? `answers.${name}` : 'answers',
      linesOf(grid, options),
    ]),
  )
}
