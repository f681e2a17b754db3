import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from './measure.ts'

/** Where a peer reads and writes. */
export type Job = { readonly reply: string; readonly table: string; readonly out: string }

/** A program of others that does the same job; none of them is part of the project. */
export type Peer = {
  readonly name: string
  readonly version: string
  readonly command: (job: Job) => Command
}

/** A program that is not there, or that does not run on files of this size, and why. */
export type Missing = { readonly name: string; readonly why: string }

/** Programs that make a complete CSV of a saved reply; of some, files of this size are too much. */
export const csvPeers = (peers: string | undefined, megabytes: number): readonly (Peer | Missing)[] => [
  installed(peers, 'chdb', 'chdb.ts', ({ reply, out }) => [reply, out]),
  {
    name: 'JSON.parse of the whole, in Node',
    version: process.version,
    command: ({ reply, out }) => [process.execPath, script('json-parse.ts'), reply, out],
  },
  python(),
  installed(peers, '@duckdb/node-api', 'duckdb.ts', ({ reply, out }) => [reply, out]),
  // It took 0.8 GB and half a minute for 100 MB.
  megabytes > 200 ? { name: 'jq', why: 'is tried up to 200 MB only' } : jq(),
]

/** What writes XLSX, and what writes Parquet and a database, each from our CSV. */
export const filePeers = (
  peers: string | undefined,
): Readonly<Record<'xlsx' | 'duckdb', Peer | Missing>> => ({
  xlsx: installed(peers, 'exceljs', 'exceljs.ts', ({ table, out }) => [table, out]),
  duckdb: installed(peers, '@duckdb/node-api', 'duckdb-file.ts', ({ table, out }) => [table, out]),
})

const script = (name: string): string => join(import.meta.dirname, '../export-peers', name)

/** A package in a folder somewhere in the folder of peers. */
function installed(
  peers: string | undefined,
  name: string,
  ...[file, words]: readonly [file: string, words: (job: Job) => readonly string[]]
): Peer | Missing {
  if (peers === undefined) return { name, why: 'no folder of peers was named by --peers' }
  const home = readdirSync(peers)
    .map((folder) => join(peers, folder))
    .find((folder) => existsSync(join(folder, 'node_modules', name)))
  if (home === undefined) return { name, why: `is not installed in a folder of ${peers}` }
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'))
  return { name, version, command: (job) => [process.execPath, script(file), home, ...words(job)] }
}

/** The interpreter itself, since what stands for it on the path may be a script that looks for it. */
function python(): Peer | Missing {
  const name = "Python's json and csv"
  try {
    const told = said('python3', '-c', 'import sys; print(sys.executable, sys.version.split()[0])')
    const [executable = '', version = ''] = told.split(' ')
    return { name, version, command: ({ reply, out }) => [executable, script('flatten.py'), reply, out] }
  } catch {
    return { name, why: 'there is no python3' }
  }
}

function jq(): Peer | Missing {
  try {
    const version = said('jq', '--version')
    const filter = script('flatten.jq')
    return {
      name: 'jq',
      version,
      command: ({ reply, out }) => ['sh', '-c', `jq -r -f "$1" "$2" > "$3"`, 'sh', filter, reply, out],
    }
  } catch {
    return { name: 'jq', why: 'is not installed' }
  }
}

const said = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8' }).trim()
