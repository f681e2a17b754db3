import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parse } from 'yaml'
import { expect } from 'vitest'
import type { ExportOptions } from './options.ts'
import { gridsOf, readOf, type Grids } from './oracle.ts'
import { shownOf } from './model-columns.ts'
import { readCells } from './read-cells.ts'
import { exportByReference } from './reference.ts'
import { env, filesIn, folderFor, type Export, type Outcome } from './run-pair.ts'
import { textsOf } from './texts.ts'
import { bodyOf, type Dataset } from './dataset.ts'

/** Holds what came of an export to the reference, to the model, and to what its options promise beside the table. */
export async function checkExport(exportCase: Export, outcome: Outcome, dataset: Dataset): Promise<void> {
  expect(outcome.stderr).not.toContain('error')
  expect(outcome.exit).toBe(exportCase.options.isChecked ? 1 : 0)
  if (exportCase.options.isChecked) {
    expect(outcome.files, 'is written by --check').toEqual({})
    return
  }
  await checkReference(exportCase, outcome, dataset)
  const grids = gridsOf(dataset.records, exportCase.options)
  await checkModel(exportCase, outcome, { dataset, grids })
  checkManifest(exportCase, outcome, grids)
  checkColumnsFile(exportCase, outcome, dataset)
  checkCodebook(exportCase, outcome, grids)
}

/** Whether the table goes to the standard output. */
const isPrinted = ({ argv }: Export): boolean => argv.join(' ').includes('--out -')

async function checkReference(
  exportCase: Export,
  { files, stdout }: Outcome,
  { records }: Dataset,
): Promise<void> {
  const { options, argv } = exportCase
  const sent = records.filter(
    ({ finished }) => finished || options.source !== 'service' || options.withPartials,
  )
  const cwd = folderFor(exportCase)
  const words = isPrinted(exportCase) ? argv : [...argv, '--force']
  const printed = await exportByReference(words, bodyOf(sent), { cwd, env })
  const wanted = filesIn(cwd, exportCase)
  rmSync(cwd, { recursive: true })
  const names = Object.keys(files).filter((name) => name !== 'manifest.json')
  expect(names).toEqual(Object.keys(wanted))
  for (const name of names)
    expect(wanted[name]?.equals(files[name] ?? Buffer.of()), `${name} is that of the reference`).toBe(true)
  // Of formats that are bytes, the text is not; it is compared as cells.
  if (options.format === 'xlsx' || options.format === 'parquet') return
  expect(stdout.toString() === printed, 'is what the reference prints').toBe(true)
}

type Modelled = { readonly dataset: Dataset; readonly grids: Grids }

async function checkModel(
  exportCase: Export,
  { files, stdout, cwd }: Outcome,
  { dataset, grids }: Modelled,
): Promise<void> {
  const { options } = exportCase
  const texts = textsOf(dataset.records, grids, options)
  if (texts === undefined) {
    const cells = await readCells(cwd, options, isPrinted(exportCase) ? stdout : undefined)
    expect(asShown(cells, options)).toEqual(asShown(grids, options))
    return
  }
  for (const [name, text] of Object.entries(texts)) {
    const written = (isPrinted(exportCase) && name === 'answers' ? stdout : files[name])?.toString() ?? ''
    const found = options.isExcel && options.delimiter === ';' ? withPoints(written) : written
    // Two texts of megabytes are compared first: their difference is reported only where there is one.
    if (found !== text) expect(found.split('\n')).toEqual(text.split('\n'))
  }
}

/** Decimal commas as points: the model does not know the types of columns. */
const withPoints = (table: string): string => table.replaceAll(/(?<=[;\n]-?\d+),(?=\d+[;\r\n])/g, '.')

/** Cells as formats have them: a database 1 for true and 0.1 for 0.10, a sheet the time of a place without its offset. */
function asShown(grids: Grids, { format }: ExportOptions): unknown {
  const text = JSON.stringify(grids)
  if (format === 'xlsx') return JSON.parse(text.replaceAll(/(T[\d:.]{12})[+-]\d\d:\d\d"/g, '$1Z"'))
  const digits = text.replaceAll(/"(-?\d+\.\d*[1-9])0+"/g, '"$1"')
  return JSON.parse(digits.replaceAll('"true"', '"1"').replaceAll('"false"', '"0"'))
}

function checkManifest(exportCase: Export, { files, stdout }: Outcome, grids: Grids): void {
  if (!exportCase.argv.includes('--manifest')) return
  const manifest = JSON.parse(String(files['manifest.json']))
  for (const { path, sha256, bytes } of manifest.files) {
    const written = (path === '-' ? stdout : files[path]) ?? Buffer.of()
    expect({ sha256, bytes }).toEqual({
      sha256: createHash('sha256').update(written).digest('hex'),
      bytes: written.length,
    })
  }
  const tables = Object.values(grids)
  if (exportCase.options.layout !== 'long') expect(manifest.counts.written).toBe((tables[0]?.length ?? 0) - 1)
}

function checkColumnsFile({ argv, options }: Export, { files }: Outcome, { records }: Dataset): void {
  const path = argv[argv.indexOf('--columns-file') + 1] ?? ''
  if (!argv.includes('--columns-file')) return
  const kept: { columns: readonly { name: string }[] } = parse(String(files[path]))
  const shown = shownOf(readOf(records, options), { ...options, columns: undefined })
  expect(kept.columns.map(({ name }) => name)).toEqual(shown.map(({ name }) => name))
}

function checkCodebook({ argv, options }: Export, { files }: Outcome, grids: Grids): void {
  if (!argv.includes('--codebook')) return
  const { resources } = JSON.parse(String(files['codebook.json']))
  const tables = Object.entries(grids)
  expect(resources).toHaveLength(tables.length)
  for (const [i, [name, [header = [], ...rows]]] of tables.entries()) {
    const { schema, path, dialect, ...resource } = resources[i]
    expect(resource).toMatchObject({ name, rows: rows.length, format: options.format })
    expect(files[path]?.length).toBeGreaterThan(0)
    expect(schema.fields.map((field: { name: string }) => field.name)).toEqual(header)
    const answered = header.map((_, column) => rows.filter((row) => row[column] !== '').length)
    expect(schema.fields.map((field: { counts: { answered: number } }) => field.counts.answered)).toEqual(
      answered,
    )
    if (options.format === 'csv')
      expect(dialect).toMatchObject({ delimiter: options.delimiter ?? ',', lineTerminator: options.lineEnd })
  }
}
