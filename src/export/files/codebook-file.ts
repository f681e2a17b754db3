import { relative, sep } from 'node:path'
import type { TableSchema } from '../../table/make-tables.ts'
import { misuse } from '../../failure/failure.ts'
import type { Exported, ExportPlan } from './export-plan.ts'
import type { OutputFiles } from './put-in-place.ts'

type Paths = Pick<OutputFiles, 'resolve'>

/** The codebook of an export that is described: a Tabular Data Package, as JSON. */
export function codebookOf({ job, summary, files: written }: Exported, files: Paths): string | undefined {
  const { plan } = job
  if (summary.described === undefined) return undefined
  const { tables, questions } = summary.described
  const pathOf = (name: string): string | undefined => {
    const file = written.find((one) => one.tables.includes(name))
    return file && pathInCodebook({ ...plan, out: file.out }, files)
  }
  const shape = shapeOf(plan)
  const resources = tables.map(({ name, rows, schema }) =>
    Object.assign(
      { name, path: pathOf(name), profile: 'tabular-data-resource' },
      shape,
      placeOf(plan, tables, name),
      { rows, schema },
    ),
  )
  const book = { profile: 'tabular-data-package', resources, ...(questions && { questions }) }
  return `${JSON.stringify(book, null, 2)}\n`
}

/** Where in a file that holds several tables one of them is. */
function placeOf({ format }: ExportPlan, tables: readonly TableSchema[], name: string): object {
  if (tables.length === 1) return {}
  return format === 'xlsx' ? { sheet: name } : format === 'sqlite' ? { table: name } : {}
}

/** Where a file of the export is, from the folder of its codebook: a data package names no file that is not below it. */
export function pathInCodebook(
  { out = '', codebook = '' }: Pick<ExportPlan, 'out' | 'codebook'>,
  files: Paths,
): string {
  const path = relative(files.resolve(codebook, '..'), files.resolve(out)).split(sep).join('/')
  if (/^[./~]|\.\.|^[a-z]:/i.test(path))
    throw misuse(
      `--codebook ${codebook} cannot name ${out}: a data package names files beside or below it, without a dot at the beginning. Write both into one folder.`,
    )
  return path
}

const mediaTypes = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  sqlite: 'application/vnd.sqlite3',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
} as const

function shapeOf({ format, table: { delimiter, lineEnd } }: ExportPlan): object {
  const shape = { format, mediatype: mediaTypes[format] }
  if (format !== 'csv' && format !== 'tsv') return shape
  return {
    ...shape,
    encoding: 'utf-8',
    dialect: {
      delimiter: delimiter ?? (format === 'csv' ? ',' : '\t'),
      lineTerminator: lineEnd,
      quoteChar: '"',
      doubleQuote: true,
      skipInitialSpace: false,
      header: true,
    },
  }
}
