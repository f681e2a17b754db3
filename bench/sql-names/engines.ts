import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { openDuckdb } from '../export-peers/open-duckdb.ts'

/** A database of its own for this run. */
export type Engine = {
  readonly name: string
  /** Runs statements, and then asks for rows of short texts. Rejects where the engine refuses one. */
  readonly ask: (statements: readonly string[], query: string) => Promise<readonly Row[]>
  readonly close: () => Promise<void>
}

type Row = readonly unknown[]

/** Why an engine can't be tried. */
export type Missing = { readonly name: string; readonly missing: string }

/** The SQLite of this Node. */
export function sqlite(): Engine {
  const database = new DatabaseSync(':memory:')
  const version = database.prepare('select sqlite_version() as version').get()?.['version']
  return {
    name: `SQLite ${String(version)}`,
    ask: (statements, query) =>
      Promise.try(() => {
        for (const statement of statements) database.exec(statement)
        return database
          .prepare(query)
          .all()
          .map((row) => Object.values(row))
      }),
    close: () => Promise.resolve(database.close()),
  }
}

/** The DuckDB that npm installed in a folder of the folder of peers. */
export async function duckdb(peers: string | undefined): Promise<Engine | Missing> {
  const folders = peers === undefined ? [] : readdirSync(peers).map((folder) => join(peers, folder))
  const home = folders.find((folder) => existsSync(join(folder, 'node_modules/@duckdb/node-api')))
  if (home === undefined) return { name: 'DuckDB', missing: 'no folder in --peers has @duckdb/node-api' }
  const { run, read, close } = await openDuckdb(home)
  const [[version] = []] = await read('select version()')
  return {
    name: `DuckDB ${version}`,
    ask: async (statements, query) => {
      for (const statement of statements) await run(statement)
      return await read(query)
    },
    close: () => Promise.resolve(close()),
  }
}

/** A PostgreSQL cluster in a folder, which nobody else reaches: it listens on a socket there alone. */
export async function postgres(folder: string): Promise<Engine | Missing> {
  const name = 'PostgreSQL'
  const bin = binaries()
  if (bin === undefined) return { name, missing: 'there is no initdb' }
  mkdirSync(folder)
  const user: Owner | undefined = process.getuid?.() === 0 ? owner('postgres') : {}
  if (user === undefined) return { name, missing: 'root may not start it, and there is no user postgres' }
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...words: readonly string[]): string =>
    execFileSync(join(bin, program), words, { ...user, encoding: 'utf8', stdio: 'pipe', cwd: folder })
  const data = join(folder, 'data')
  run('initdb', '-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const words = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const server = spawn(join(bin, 'postgres'), words, { ...user, stdio: 'ignore', cwd: folder })
  const ended = once(server, 'exit')
  const psql = (...commands: readonly string[]): string => {
    const asked = commands.flatMap((command) => ['-c', command])
    return run('psql', '-h', folder, '-U', 'bench', '-XqAt', '-v', 'ON_ERROR_STOP=1', 'postgres', ...asked)
  }
  const close = async (): Promise<void> => {
    server.kill('SIGINT')
    await ended
  }
  for (let tries = 100; ; tries--) {
    try {
      const version = psql('show server_version').trim()
      const ask: Engine['ask'] = (statements, query) =>
        Promise.try(() =>
          psql(...statements, query)
            .trimEnd()
            .split('\n')
            .map((row) => row.split('|')),
        )
      return { name: `${name} ${version}`, ask, close }
    } catch (error) {
      if (tries > 0 && server.exitCode === null) await setTimeout(100)
      else {
        await close()
        throw error
      }
    }
  }
}

/** The folder of the programs, newest first: Debian has them outside the path. */
function binaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

type Owner = { readonly uid?: number; readonly gid?: number }

function owner(name: string): Required<Owner> | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((which) =>
      Number(execFileSync('id', [which, name], { encoding: 'utf8', stdio: 'pipe' })),
    )
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}
