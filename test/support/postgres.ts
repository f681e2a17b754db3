import { execFileSync, spawn, type ExecFileSyncOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgresStore } from '../../src/store/open-store.ts'
import { hangGuard } from './hang-guard.ts'
import { deterministicBytes } from './test-host.ts'

const programs = [
  ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ...(process.env['PATH'] ?? '').split(':'),
].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const user = isRoot ? userNamed('postgres') : undefined

/** Why the tests with PostgreSQL can't run here; undefined when they can. */
export const noPostgres: string | undefined =
  programs === undefined
    ? 'no PostgreSQL is installed'
    : isRoot && user === undefined
      ? 'PostgreSQL does not run as root, and there is no user postgres'
      : undefined

if (noPostgres !== undefined && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error(`FORMCTL_REQUIRE_ALL=1, but ${noPostgres}.`)

function userNamed(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
  const [, , uid, gid] = row?.split(':') ?? []
  return row === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

type Opening = Parameters<typeof openPostgresStore>[2]

export type TestPostgres = {
  readonly port: number
  /** Makes an empty database, and gives its URL. */
  readonly database: (options?: string) => Promise<string>
  /** Makes a database with the tables of an empty store, and gives its URL: a store that makes them takes most of a test's time. */
  readonly emptyStore: (options?: string, opening?: Opening) => Promise<string>
  /** Makes a tablespace in a new folder. */
  readonly tablespace: (name: string, folder: string) => Promise<void>
  readonly url: (database: string) => string
  /** Rows of a statement in a database. */
  readonly rows: (url: string, sql: string) => Promise<readonly Record<string, unknown>[]>
  /** Ends at once, as in a power cut, and starts again; `meanwhile` is done in between. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Starts a PostgreSQL of its own on a free port of this machine; it sorts texts as people do, not by their bytes, where a table does
 * not say otherwise. `home`: where its data folder is made; it is durable then from the start.
 */
export async function startPostgres(home?: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(home ?? tmpdir(), 'formctl-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const own = (path: string): void => user && chownSync(path, user.uid, user.gid)
  for (const each of [folder, data]) own(each)
  const run = { ...user, cwd: folder, env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' } }
  fillData(data, run)
  if (home !== undefined) execFileSync('sync', ['-f', data])
  // PostgreSQL 15 and later copy a database page by page through the log unless told this, which takes half the time; earlier ones always do it.
  const strategy = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8')) < 15 ? '' : 'strategy file_copy'
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // It would look at one database after the other, and tests make hundreds.
    'autovacuum=off',
  ]
  const start = async (on: number) => {
    const child = spawn(
      join(programs ?? '', 'postgres'),
      ['-D', data, '-p', String(on), ...settings.flatMap((setting) => ['-c', setting])],
      { ...run, stdio: 'ignore' },
    )
    return (await untilReady(on, data, () => child.exitCode === null)) ? child : undefined
  }
  let port = await freePort()
  let server = await start(port)
  // Somebody else may have taken the port in between.
  for (let tries = 1; server === undefined; tries++) {
    if (tries === 10) throw new Error(`${join(programs ?? '', 'postgres')} ends at once`)
    server = await start((port = await freePort()))
  }
  const end = async (): Promise<void> => {
    // Without its disk it may have ended by itself.
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }
  const url = (database: string): string => `postgres://tester@127.0.0.1:${port}/${database}`
  const rows: TestPostgres['rows'] = (place, sql) =>
    connected(place, async (client) => (await client.query(sql)).rows)
  let count = 0
  const database: TestPostgres['database'] = async (options = '') => {
    const name = `test_${++count}`
    await rows(url('postgres'), `create database ${name} ${strategy} ${options}`)
    return url(name)
  }
  const templates = new Map<string, string>()
  return {
    port,
    url,
    rows,
    database,
    emptyStore: async (options = '', opening = {}) => {
      const key = JSON.stringify([options, opening])
      if (!templates.has(key)) {
        const place = await database(options)
        await (await openPostgresStore(place, deterministicBytes(), opening)).store.close()
        templates.set(key, new URL(place).pathname.slice(1))
      }
      return database(`template ${templates.get(key)}`)
    },
    tablespace: async (name, place) => {
      mkdirSync(place)
      own(place)
      await rows(url('postgres'), `create tablespace ${name} location '${place}'`)
    },
    restart: async (meanwhile) => {
      await end()
      await meanwhile?.()
      server = await start(port)
    },
    close: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills a data folder as `initdb` does, which is run once for all tests: to copy what it made takes a tenth of the time. */
function fillData(data: string, run: ExecFileSyncOptions): void {
  const made = join(import.meta.dirname, '../../node_modules/.cache/formctl-postgres', programs ?? '')
  if (!existsSync(made)) {
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en']
    const words = ['-D', data, '-U', 'tester', '-A', 'trust', '--no-sync', ...locale]
    execFileSync(join(programs ?? '', 'initdb'), words, { ...run, stdio: 'ignore' })
    mkdirSync(dirname(made), { recursive: true })
    const part = mkdtempSync(`${made}.part`)
    execFileSync('cp', ['-a', `${data}/.`, part])
    try {
      renameSync(part, made)
    } catch (error) {
      // Another process was first.
      rmSync(part, { recursive: true })
      if (!existsSync(join(made, 'PG_VERSION'))) throw error
    }
  } else execFileSync('cp', ['-a', `${made}/.`, data])
}

/** Resolves when the server of a data folder answers; with false when it ended before, or another server has the port. */
async function untilReady(port: number, data: string, isRunning: () => boolean): Promise<boolean> {
  const end = performance.now() + hangGuard
  while (isRunning()) {
    const client = new Client(`postgres://tester@127.0.0.1:${port}/postgres`)
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query('show data_directory')
      await client.end()
      return rows[0]?.data_directory === data
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(50)
    }
  }
  return false
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address and a port.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when every change of a database has its number. */
export async function allNumbered(url: string): Promise<void> {
  const end = performance.now() + hangGuard
  await connected(url, async (client) => {
    while ((await client.query('select 1 from pending_events limit 1')).rowCount !== 0) {
      if (performance.now() > end) throw new Error('nobody numbers the changes')
      await sleep(5)
    }
  })
}

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
