import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parse } from 'yaml'
import { expect } from 'vitest'
import type { Look } from './look.ts'
import { gridsOf, readOf, type Grids } from './oracle.ts'
import { shownOf } from './model-columns.ts'
import { readCells } from './read-cells.ts'
import { exportByReference } from './reference.ts'
import { env, filesIn, folderFor, type Export, type Outcome } from './run-pair.ts'
import { textsOf } from './texts.ts'
import { bodyOf, type World } from './world.ts'

/** Holds what came of an export to the reference, to the model, and to what its options promise beside the table. */
export async function checkExport(one: Export, outcome: Outcome, world: World): Promise<void> {
  expect(outcome.stderr).not.toContain('error')
  expect(outcome.exit).toBe(one.look.isChecked ? 1 : 0)
  if (one.look.isChecked) {
    expect(outcome.files, 'is written by --check').toEqual({})
    return
  }
  await checkReference(one, outcome, world)
  const grids = gridsOf(world.records, one.look)
  await checkModel(one, outcome, { world, grids })
  checkManifest(one, outcome, grids)
  checkColumnsFile(one, outcome, world)
  checkCodebook(one, outcome, grids)
}

/** Whether the table goes to the standard output. */
const isPrinted = ({ argv }: Export): boolean => argv.join(' ').includes('--out -')

async function checkReference(one: Export, { files, stdout }: Outcome, { records }: World): Promise<void> {
  const { look, argv } = one
  const sent = records.filter(({ finished }) => finished || look.source !== 'service' || look.withPartials)
  const cwd = folderFor(one)
  const words = isPrinted(one) ? argv : [...argv, '--force']
  const printed = await exportByReference(words, bodyOf(sent), { cwd, env })
  const wanted = filesIn(cwd, one)
  rmSync(cwd, { recursive: true })
  const names = Object.keys(files).filter((name) => name !== 'manifest.json')
  expect(names).toEqual(Object.keys(wanted))
  for (const name of names)
    expect(wanted[name]?.equals(files[name] ?? Buffer.of()), `${name} is that of the reference`).toBe(true)
  // Of formats that are bytes, the text is not; it is compared as cells.
  if (look.format === 'xlsx' || look.format === 'parquet') return
  expect(stdout.toString() === printed, 'is what the reference prints').toBe(true)
}

type Modelled = { readonly world: World; readonly grids: Grids }

async function checkModel(
  one: Export,
  { files, stdout, cwd }: Outcome,
  { world, grids }: Modelled,
): Promise<void> {
  const { look } = one
  const texts = textsOf(world.records, grids, look)
  if (texts === undefined) {
    const cells = await readCells(cwd, look, isPrinted(one) ? stdout : undefined)
    expect(asShown(cells, look)).toEqual(asShown(grids, look))
    return
  }
  for (const [name, text] of Object.entries(texts)) {
    const written = (isPrinted(one) && name === 'answers' ? stdout : files[name])?.toString() ?? ''
    const found = look.isExcel && look.delimiter === ';' ? withPoints(written) : written
    // Two texts of megabytes are compared first: their difference is told only where there is one.
    if (found !== text) expect(found.split('\n')).toEqual(text.split('\n'))
  }
}

/** Decimal commas as points: the model does not know the types of columns. */
const withPoints = (table: string): string => table.replaceAll(/(?<=[;\n]-?\d+),(?=\d+[;\r\n])/g, '.')

/** Cells as formats have them: a database 1 for true and 0.1 for 0.10, a sheet the time of a place without its offset. */
function asShown(grids: Grids, { format }: Look): unknown {
  const text = JSON.stringify(grids)
  if (format === 'xlsx') return JSON.parse(text.replaceAll(/(T[\d:.]{12})[+-]\d\d:\d\d"/g, '$1Z"'))
  const digits = text.replaceAll(/"(-?\d+\.\d*[1-9])0+"/g, '"$1"')
  return JSON.parse(digits.replaceAll('"true"', '"1"').replaceAll('"false"', '"0"'))
}

function checkManifest(one: Export, { files, stdout }: Outcome, grids: Grids): void {
  if (!one.argv.includes('--manifest')) return
  const manifest = JSON.parse(String(files['manifest.json']))
  for (const { path, sha256, bytes } of manifest.files) {
    const written = (path === '-' ? stdout : files[path]) ?? Buffer.of()
    expect({ sha256, bytes }).toEqual({
      sha256: createHash('sha256').update(written).digest('hex'),
      bytes: written.length,
    })
  }
  const tables = Object.values(grids)
  if (one.look.layout !== 'long') expect(manifest.counts.written).toBe((tables[0]?.length ?? 0) - 1)
}

function checkColumnsFile({ argv, look }: Export, { files }: Outcome, { records }: World): void {
  const path = argv[argv.indexOf('--columns-file') + 1] ?? ''
  if (!argv.includes('--columns-file')) return
  const kept: { columns: readonly { name: string }[] } = parse(String(files[path]))
  const shown = shownOf(readOf(records, look), { ...look, columns: undefined })
  expect(kept.columns.map(({ name }) => name)).toEqual(shown.map(({ name }) => name))
}

function checkCodebook({ argv, look }: Export, { files }: Outcome, grids: Grids): void {
  if (!argv.includes('--codebook')) return
  const { resources } = JSON.parse(String(files['codebook.json']))
  const tables = Object.entries(grids)
  expect(resources).toHaveLength(tables.length)
  for (const [i, [name, [header = [], ...rows]]] of tables.entries()) {
    const { schema, path, dialect, ...resource } = resources[i]
    expect(resource).toMatchObject({ name, rows: rows.length, format: look.format })
    expect(files[path]?.length).toBeGreaterThan(0)
    expect(schema.fields.map((field: { name: string }) => field.name)).toEqual(header)
    const answered = header.map((_, column) => rows.filter((row) => row[column] !== '').length)
    expect(schema.fields.map((field: { counts: { answered: number } }) => field.counts.answered)).toEqual(
      answered,
    )
    if (look.format === 'csv')
      expect(dialect).toMatchObject({ delimiter: look.delimiter ?? ',', lineTerminator: look.lineEnd })
  }
}
