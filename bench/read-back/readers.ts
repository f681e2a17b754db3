import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
  | { readonly read: (paths: readonly string[], folder: string) => Iterable<ReadFile> }
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
    arrow(peers),
    office(python),
  ]
}

const script = (name: string): string => join(import.meta.dirname, name)

/** The folder of a peer that has a file. */
const peerWith = (peers: string | undefined, file: string): string | undefined =>
  (peers === undefined ? [] : readdirSync(peers))
    .map((folder) => join(peers ?? '', folder))
    .find((folder) => existsSync(join(folder, file)))

function duckdb(peers: string | undefined): Reader {
  const kind = { name: 'DuckDB', formats: ['csv', 'tsv', 'parquet'] }
  const home = peerWith(peers, 'node_modules/@duckdb/node-api')
  if (home === undefined) return { ...kind, missing: 'no folder in --peers has @duckdb/node-api' }
  const words = [process.execPath, script('read-duckdb.ts'), home]
  return { ...kind, read: (paths, folder) => told(words, paths, join(folder, 'duckdb')) }
}

function arrow(peers: string | undefined): Reader {
  const kind = { name: 'pyarrow', formats: ['parquet'] }
  const python = join(peerWith(peers, 'py/bin/python') ?? '', 'py/bin/python')
  if (!works([python, '-c', 'import pyarrow']))
    return { ...kind, missing: 'no folder in --peers has it in py' }
  return { ...kind, read: (paths, folder) => told([python, script('read.py')], paths, join(folder, 'arrow')) }
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
      execFileSync('soffice', words, { stdio: 'ignore', timeout: 600_000 })
      const sources = new Map(
        paths.map((path) => [join(flat, basename(path).replace(/\.xlsx$/, '.fods')), path]),
      )
      const read = told([python, script('read.py')], [...sources.keys()], join(folder, 'office'))
      return read.map(({ path, tables, problem }) => {
        rmSync(path, { force: true })
        return { path: sources.get(path) ?? path, tables, problem }
      })
    },
  }
}

/** What a reader tells of files, one after another. */
function told(words: readonly string[], paths: readonly string[], stem: string): IteratorObject<ReadFile> {
  const [list, out] = [`${stem}.files.json`, `${stem}.jsonl`]
  writeFileSync(list, JSON.stringify(paths))
  const [program = '', ...more] = words
  execFileSync(program, [...more, list, out], { stdio: ['ignore', 'ignore', 'inherit'] })
  return linesIn(out).map((line): ReadFile => JSON.parse(line))
}

/** The lines of a file that may be larger than a text can be. */
function* linesIn(path: string): Generator<string> {
  const [file, chunk] = [openSync(path, 'r'), Buffer.alloc(1 << 20)]
  let begun: Buffer[] = []
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      let from = 0
      for (let end = chunk.indexOf('\n'); end >= 0 && end < size; end = chunk.indexOf('\n', from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
        begun = []
        from = end + 1
      }
      begun.push(Buffer.from(chunk.subarray(from, size)))
    }
  } finally {
    closeSync(file)
  }
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
