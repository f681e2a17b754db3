import { relative, sep } from 'node:path'
import { misuse } from '../../failure/failure.ts'
import { isObject } from '../../form/value.ts'
import { delimiterOf, type RecordFormat } from '../format.ts'
import { compressionByName, delimitedFormats, programByName, type Format } from '../formats.ts'
import type { Exported, ExportPlan } from './export-plan.ts'
import type { OutputFiles } from './data-files.ts'
import { syntaxFor } from './statistics-syntax.ts'

type Paths = Pick<OutputFiles, 'resolve'>

/** The codebook of a described export: a program that reads it, if its name says so, else a Tabular Data Package as JSON. */
export function codebookOf(
  { job, summary, files: written }: Exported,
  format: Format,
  files: Paths,
): string | undefined {
  const { plan } = job
  const { codebook = '', table } = plan
  if (summary.described === undefined || format.kind === 'records') return undefined
  const { tables, questions } = summary.described
  const pathOf = (name: string): string | undefined => {
    const file = written.find((one) => one.tables.includes(name))
    return file && pathInCodebook({ ...plan, out: file.out }, files)
  }
  const program = programByName(codebook)
  if (program)
    return syntaxFor(
      program,
      tables.map(({ name, widths, variables }) => ({
        name,
        path: pathOf(name) ?? '',
        delimiter: table.delimiter ?? delimiterOf(format) ?? ',',
        bom: table.bom,
        zone: table.zone?.name,
        isOnly: tables.length === 1,
        widths,
        variables,
      })),
    )
  const shape = shapeOf(plan, format)
  // Where in a file with several tables one of them is.
  const placeOf = (name: string): object =>
    tables.length === 1
      ? {}
      : format.holds === 'sheets'
        ? { sheet: name }
        : format.holds === 'tables'
          ? { table: name }
          : {}
  const resources = tables.map(({ name, rows, schema }) =>
    Object.assign({ name, path: pathOf(name), profile: 'tabular-data-resource' }, shape, placeOf(name), {
      rows,
      schema: table.excelNumbers === ',' ? withComma(schema) : schema,
    }),
  )
  const book = { profile: 'tabular-data-package', resources, questions }
  return `${JSON.stringify(book, null, 2)}\n`
}

/** The same columns, whose numbers have a decimal comma. */
const withComma = ({ fields, ...schema }: { readonly fields: readonly unknown[] }): object => ({
  fields: fields.map((field) =>
    isObject(field) && field['type'] === 'number' ? { ...field, decimalChar: ',' } : field,
  ),
  ...schema,
})

/** Throws a Failure if the codebook cannot describe the data file. */
export function refuseUnfitCodebook(plan: ExportPlan, files: Paths): void {
  const { codebook = '', format, out = '', table } = plan
  const isPlain = delimitedFormats.includes(format) && !compressionByName(out) && !table.excelNumbers
  if (programByName(codebook) && !isPlain)
    throw misuse(
      `--codebook ${codebook} reads CSV or TSV files that are neither packed nor made for Excel: name one with --out, and leave --for out.`,
    )
  const path = pathInCodebook(plan, files)
  if (programByName(codebook) === 'stata' && /["`$]/.test(path))
    throw misuse(
      `--codebook ${codebook} cannot name ${path}: Stata takes no ", \` or $ in a path. Rename the file.`,
    )
}

/** The path of a data file from the folder of its codebook. A data package may only name files below it. */
function pathInCodebook(
  { out = '', codebook = '' }: Pick<ExportPlan, 'out' | 'codebook'>,
  files: Paths,
): string {
  const path = relative(files.resolve(codebook, '..'), files.resolve(out)).split(sep).join('/')
  if (!programByName(codebook) && /^[./~]|\.\.|^[a-z]:/i.test(path))
    throw misuse(
      `--codebook ${codebook} cannot name ${out}: a data package names files beside or below it, without a dot at the beginning. Write both into one folder.`,
    )
  return path
}

/** The pattern "compression of resources" of data packages. */
const compressions = { gzip: 'gz', zstd: 'zst' } as const

function shapeOf(
  { format: name, out = '', table }: ExportPlan,
  format: Exclude<Format, RecordFormat>,
): object {
  const compression = compressionByName(out)
  const shape = {
    format: name,
    mediatype: format.mediaType,
    ...(compression && { compression: compressions[compression] }),
  }
  const delimiter = delimiterOf(format)
  if (delimiter === undefined) return shape
  return {
    ...shape,
    encoding: 'utf-8',
    dialect: {
      delimiter: table.delimiter ?? delimiter,
      lineTerminator: table.lineEnd,
      quoteChar: '"',
      doubleQuote: true,
      skipInitialSpace: false,
      header: true,
    },
  }
}
