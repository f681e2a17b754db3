import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Telling } from './compare.ts'
import type { ColumnType, Expected, ExpectedTable } from './expected.ts'
import type { Layout } from './layouts.ts'
import { deepest, type World } from './worlds.ts'

const plain: Telling = { hasNoNone: false, isGuarded: false }
const parquet = { text: 't', whole: 'i', number: 'n', boolean: 'b', day: 'y', time: 'd', json: 't' } as const
const sqlite = { text: 't', whole: 'i', number: 'n', boolean: 'i', day: 't', time: 't', json: 't' } as const

/** For what a spreadsheet has to take a value; it holds no more than 15 digits, and no days before 1901. */
function letterInSheet(type: ColumnType, { kind, text }: Expected): string | undefined {
  if (kind === 'boolean') return 'b'
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) && digitsIn(text) <= 15 ? 'n' : undefined
  return type !== 'day' && type !== 'time' ? 't' : text > '1901' ? 'd' : undefined
}

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length

/** The formats, and what they can tell. */
export const formats: Readonly<Record<string, Telling>> = {
  csv: { ...plain, hasNoNone: true, isGuarded: true },
  tsv: { ...plain, hasNoNone: true, isGuarded: true },
  // Flat ODS, in which LibreOffice says what it read, has no empty texts.
  xlsx: { ...plain, hasNoNone: true, letterOf: letterInSheet },
  parquet: { ...plain, letterOf: (type) => parquet[type], isWellFormed: true },
  sqlite: { ...plain, letterOf: (type) => sqlite[type] },
}

/** A file that was written, and the tables that it has to hold. */
export type ExportedFile = {
  readonly path: string
  readonly tables: readonly ExpectedTable[]
  /** The codebook, where columns have names for SQL. */
  readonly codebook?: string
}

/** A reply, and the tables that it has to give; undefined where two columns want one name. */
type Expecting = { readonly world: World; readonly tables: readonly ExpectedTable[] | undefined }

/** What became of replies: those that are nested too deep have to be refused, for that alone. */
type Exported = {
  readonly files: readonly ExportedFile[]
  readonly refused: number
  readonly unnamed: number
  /** What was refused and should not be, and the contrary. */
  readonly faults: readonly string[]
}

type Exporting = { readonly layout: Layout; readonly format: string; readonly folder: string }

const program = resolve('bin/formctl.js')

/** Exports replies in a layout and a format. */
export function exportWorlds(worlds: readonly Expecting[], { layout, format, folder }: Exporting): Exported {
  const exported = { files: new Array<ExportedFile>(), refused: 0, unnamed: 0, faults: new Array<string>() }
  for (const { world, tables } of worlds) {
    const { name, path, tooDeepAt, words } = world
    if (tables === undefined) {
      exported.unnamed++
      continue
    }
    const out = join(folder, `${name}.${format}`)
    const codebook = format === 'sqlite' ? join(folder, `${name}.codebook.json`) : undefined
    const names = codebook === undefined ? ['--headers', 'id'] : ['--codebook', codebook]
    const all = ['responses', 'export', '--from', path, '--out', out, '--quiet', '--force', ...words]
    const { status, stderr } = spawnSync(
      process.execPath,
      [program, ...all, '--layout', layout.name, ...names],
      { encoding: 'utf8' },
    )
    const fault = faultOf({ status, stderr, tooDeepAt, isLeft: existsSync(out) })
    if (fault !== undefined) exported.faults.push(`${name}: ${fault}`)
    else if (tooDeepAt === undefined)
      exported.files.push(
        ...(codebook === undefined ? filesOf(out, tables) : [{ path: out, tables, codebook }]),
      )
    else exported.refused++
  }
  return exported
}

type Ended = {
  readonly status: number | null
  readonly stderr: string
  readonly tooDeepAt: number | undefined
  readonly isLeft: boolean
}

/** What is wrong with how an export ended; undefined where nothing is. */
export function faultOf({ status, stderr, tooDeepAt, isLeft }: Ended): string | undefined {
  const [said = ''] = stderr.trim().split('\n')
  if (tooDeepAt === undefined) return status === 0 ? undefined : `was refused: ${said}`
  if (status === 0) return `was not refused, though byte ${tooDeepAt} opens more than ${deepest} levels`
  if (isLeft) return 'was refused, and a file is there'
  // A far column is left out, and the byte stands alone.
  return new RegExp(String.raw`byte ${tooDeepAt}\)? opens more than ${deepest} levels`).test(said)
    ? undefined
    : `was refused otherwise: ${said}`
}

/** Formats that hold one table a file have the further ones beside it. */
function filesOf(out: string, tables: readonly ExpectedTable[]): readonly ExportedFile[] {
  const split = tables.map((table, i) => ({
    path: i === 0 ? out : out.replace(/\.[^.]+$/, (ending) => `.${table.name}${ending}`),
    tables: [table],
  }))
  return split.length > 1 && split.every(({ path }) => existsSync(path)) ? split : [{ path: out, tables }]
}
