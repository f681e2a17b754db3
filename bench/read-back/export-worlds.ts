import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Telling } from './compare.ts'
import type { ExpectedTable } from './expected.ts'
import { layouts } from './layouts.ts'
import type { World } from './worlds.ts'

const plain: Telling = { hasNoNone: false, isGuarded: false }

/** The formats, and what they can tell. */
export const formats: Readonly<Record<string, Telling>> = {
  csv: { ...plain, hasNoNone: true, isGuarded: true },
  tsv: { ...plain, hasNoNone: true, isGuarded: true },
  // Flat ODS, in which LibreOffice says what it read, has no empty texts.
  xlsx: { ...plain, hasNoNone: true },
  parquet: plain,
  sqlite: plain,
}

/** A file that was written, and the tables that it has to hold. */
export type ExportedFile = { readonly path: string; readonly tables: readonly ExpectedTable[] }

const program = resolve('bin/formctl.js')

/** Exports replies in a layout and a format. Those are left out of which two columns want one name. */
export function exportWorlds(
  folder: string,
  worlds: readonly World[],
  { layout, format }: { readonly layout: string; readonly format: string },
): { readonly files: readonly ExportedFile[]; readonly refusals: readonly string[] } {
  const files: ExportedFile[] = []
  const refusals: string[] = []
  for (const { name, path, records } of worlds) {
    const tables = layouts[layout]?.tablesOf(records)
    if (tables === undefined) continue
    const out = join(folder, `${name}.${layout}.${format}`)
    const words = ['responses', 'export', '--from', path, '--out', out, '--quiet', '--force']
    const { status, stderr } = spawnSync(
      process.execPath,
      [program, ...words, ...(layouts[layout]?.words ?? [])],
      {
        encoding: 'utf8',
      },
    )
    if (status === 0) files.push(...filesOf(out, tables))
    else refusals.push(`${name} was refused: ${stderr.trim().split('\n')[0]}`)
  }
  return { files, refusals }
}

/** Formats that hold one table a file have the further ones beside it. */
function filesOf(out: string, tables: readonly ExpectedTable[]): readonly ExportedFile[] {
  const split = tables.map((table, i) => ({
    path: i === 0 ? out : out.replace(/\.[^.]+$/, (ending) => `.${table.name}${ending}`),
    tables: [table],
  }))
  return split.length > 1 && split.every(({ path }) => existsSync(path)) ? split : [{ path: out, tables }]
}
