import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ReadTable } from './compare.ts'

/** What a reader made of a file. */
export type ReadFile = {
  readonly path: string
  readonly tables: readonly ReadTable[]
  readonly problem?: string | undefined
}

/** A program that reads files of some formats, or why it can't be tried. */
export type Reader = {
  readonly name: string
  readonly formats: readonly string[]
  /** Texts of which it drops something that is in the file. */
  readonly dropped?: RegExp
} & (
  | { readonly read: (paths: readonly string[], folder: string) => readonly ReadFile[] }
  | { readonly missing: string }
)

/** All readers; npm has installed DuckDB in a folder of the folder of peers. */
export const readersIn = (peers: string | undefined): readonly Reader[] => {
  const python = pythonHere()
  return [
    python === undefined
      ? { name: 'Python', formats: ['csv', 'tsv', 'xlsx', 'sqlite'], missing: 'there is no python3' }
      : {
          name: 'Python',
          formats: ['csv', 'tsv', 'xlsx', 'sqlite'],
          read: (paths, folder) => told([python, script('read.py')], paths, join(folder, 'python')),
        },
    duckdb(peers),
    office(python),
  ]
}

const script = (name: string): string => join(import.meta.dirname, name)

function duckdb(peers: string | undefined): Reader {
  const kind = { name: 'DuckDB', formats: ['csv', 'tsv', 'parquet'] }
  const home = (peers === undefined ? [] : readdirSync(peers))
    .map((folder) => join(peers ?? '', folder))
    .find((folder) => existsSync(join(folder, 'node_modules/@duckdb/node-api')))
  if (home === undefined) return { ...kind, missing: 'no folder in --peers has @duckdb/node-api' }
  const words = [process.execPath, script('read-duckdb.ts'), home]
  return { ...kind, read: (paths, folder) => told(words, paths, join(folder, 'duckdb')) }
}

/** LibreOffice reads XLSX and writes it as flat ODS, in which Python finds the cells. */
function office(python: string | undefined): Reader {
  // XML holds no control characters, and tabs in a text of several lines are lost.
  const kind = {
    name: 'LibreOffice',
    formats: ['xlsx'],
    dropped: /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\n.*\t|\t.*\n/su,
  }
  if (python === undefined) return { ...kind, missing: 'there is no python3' }
  if (!works(['soffice', '--version'])) return { ...kind, missing: 'there is no soffice' }
  return {
    ...kind,
    read: (paths, folder) => {
      const flat = join(folder, 'flat')
      mkdirSync(flat, { recursive: true })
      const profile = `-env:UserInstallation=file://${join(folder, 'office')}`
      const words = [profile, '--headless', '--convert-to', 'fods', '--outdir', flat, ...paths]
      execFileSync('soffice', words, { stdio: 'ignore', timeout: 300_000 })
      const converted = paths.map((path) => join(flat, basename(path).replace(/\.xlsx$/, '.fods')))
      const read = told([python, script('read.py')], converted, join(folder, 'office'))
      return read.map(({ tables, problem }, i) => ({ path: paths[i] ?? '', tables, problem }))
    },
  }
}

/** What a reader tells of files. */
function told(words: readonly string[], paths: readonly string[], stem: string): readonly ReadFile[] {
  const [list, out] = [`${stem}.files.json`, `${stem}.jsonl`]
  writeFileSync(list, JSON.stringify(paths))
  const [program = '', ...more] = words
  execFileSync(program, [...more, list, out], { stdio: ['ignore', 'ignore', 'inherit'] })
  return readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line): ReadFile => JSON.parse(line))
}

/** The interpreter itself; what stands for it on the path may be a script. */
function pythonHere(): string | undefined {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

function works([program = '', ...words]: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
