/** What only reads a data folder or a database changes nothing in it, whoever wrote it. */
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { claimForServer, openSqliteStore, servedAt } from '../../src/store/open-store.ts'
import { specText } from '../support/applying.ts'
import { noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { sampleSave } from '../support/samples.ts'
import {
  deterministicBytes,
  runInProcess,
  temporaryFolder,
  testHost,
  type Ran,
} from '../support/test-host.ts'

const specFile = specText('Contact')

/** A project whose service is in its folder `data`, with one form and one response. */
async function project(): Promise<string> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'formctl.yaml'), 'base_url: embedded:data\n')
  writeFileSync(join(cwd, 'contact.yaml'), specFile)
  const { deps, first, close } = await openDataFolder(testHost({ argv: [], cwd }), 'data')
  const { environmentId, sourceFormId: formId } = first
  await deps.store.responses.save(
    sampleSave({ environmentId, formId, responseId: 'response-1', isFinished: true }),
  )
  await close()
  return cwd
}

const reading = [
  'forms list',
  'forms apply contact.yaml --dry-run',
  'responses get --all',
  'responses export --all --out - --format csv',
  'responses stats --all',
  'responses files --all --out files',
  'service check',
  'service env list',
  'service key list',
  'service form list',
]

const writing = [
  'forms apply contact.yaml',
  'forms generate contact.yaml',
  'service env create staging',
  'service key create ci',
  'serve --data data --port 0 --exec true',
]

/** These make a data folder where there is none. */
const making = writing.filter((words) => !words.startsWith('service'))

/** Every file of a folder with its content; what a link leads to. */
const contentOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const path = join(folder, name)
      const kind = lstatSync(path)
      return [
        name,
        kind.isSymbolicLink()
          ? `-> ${readlinkSync(path)}`
          : kind.isFile()
            ? readFileSync(path, 'latin1')
            : 'folder',
      ]
    }),
  )

test.each(reading)('%s does not change a data folder, even where every form was deleted', async (argv) => {
  const cwd = await project()
  const data = join(cwd, 'data')
  const { store } = await openSqliteStore(data, deterministicBytes())
  for (const { id } of await store.environments.list())
    for (const form of await store.forms.list(id)) await store.forms.delete(form.id, '2026-03-02T00:00:00Z')
  await store.close()
  writeFileSync(join(data, 'serve.url'), 'http://127.0.0.1:1')
  writeFileSync(join(data, 'serve.lock'), '')
  const before = contentOf(data)
  const ran = await runInProcess({ argv, cwd })
  expect(ran.stderr).not.toContain('cannot be used')
  expect(contentOf(data)).toEqual(before)
})

describe('a data folder of somebody else, with a link in the place of', () => {
  const journals = ['formctl.db-wal', 'formctl.db-shm', 'formctl.db-journal', 'serve.lock-journal']
  const names = ['serve.url', 'serve.lock', 'formctl.db', 'uploads', ...journals]
  const kinds = ['a file', 'a database', 'a folder', 'nothing'] as const

  async function linked(name: string, kind: (typeof kinds)[number]) {
    const cwd = await project()
    const outside = temporaryFolder()
    const victim = join(outside, 'victim')
    if (kind === 'a file') writeFileSync(victim, 'of the user')
    if (kind === 'a database') renameSync(join(await project(), 'data/formctl.db'), victim)
    if (kind === 'a folder')
      await (await openDataFolder(testHost({ argv: [], cwd: outside }), 'victim')).close()
    const path = join(cwd, 'data', name)
    rmSync(path, { force: true })
    symlinkSync(victim, path)
    return { cwd, outside }
  }

  test.each(names.flatMap((name) => kinds.map((kind) => [name, kind] as const)))(
    '%s, which leads to %s, is refused by every command, and nothing is changed',
    async (name, kind) => {
      const { cwd, outside } = await linked(name, kind)
      // To a reader, a folder without a database is no data folder.
      const isThere = name !== 'formctl.db' || kind !== 'nothing'
      const before = [contentOf(outside), contentOf(join(cwd, 'data'))]
      for (const argv of isThere ? [...reading, ...writing, 'service backup --out copy'] : making) {
        const ran = await runInProcess({ argv, cwd })
        expect([argv, ran.exit, ran.stderr]).toEqual([argv, 3, expect.stringContaining(`${name} in it is`)])
        expect([contentOf(outside), contentOf(join(cwd, 'data'))]).toEqual(before)
      }
      expect(existsSync(join(cwd, 'copy'))).toBe(false)
    },
  )

  test('serve.lock is not followed to learn the address of a server', async () => {
    const { cwd } = await linked('serve.lock', 'a database')
    expect(() => servedAt(join(cwd, 'data'))).toThrow('serve.lock in it is a symbolic link')
  })

  test('a rollback journal is refused, as SQLite deletes the file that it names', async () => {
    const cwd = await project()
    for (const name of ['formctl.db-journal', 'serve.lock-journal']) {
      writeFileSync(join(cwd, 'data', name), 'journal')
      const ran = await runInProcess({ argv: 'forms list', cwd })
      expect(ran.stderr).toContain(`${name} in it is not a file of formctl`)
      rmSync(join(cwd, 'data', name))
    }
  })

  test('a link in the folder of uploads is not read as an uploaded file', async () => {
    const cwd = await project()
    const { blobs, store } = await openSqliteStore(join(cwd, 'data'), deterministicBytes())
    const blob = await blobs.create()
    await blob.append(Buffer.from('mine'))
    await blob.keep('upload-1')
    writeFileSync(join(cwd, 'secret'), 'of the user')
    symlinkSync(join(cwd, 'secret'), join(cwd, 'data/uploads/upload-2'))
    expect(await blobs.read('upload-1')).toBeDefined()
    expect(await blobs.read('upload-2')).toBeUndefined()
    await blob.discard()
    await store.close()
  })
})

test('serve.url is replaced, not written to, so that no reader sees half of it', () => {
  const folder = temporaryFolder()
  const { announce, release } = claimForServer(folder, 7)
  const before = lstatSync(join(folder, 'serve.url')).ino
  announce('http://127.0.0.1:1')
  expect(lstatSync(join(folder, 'serve.url')).ino).not.toBe(before)
  expect(servedAt(folder)).toBe('http://127.0.0.1:1')
  release()
  expect(servedAt(folder)).toBeUndefined()
  expect(readFileSync(join(folder, 'serve.url'), 'utf8')).toBe('http://127.0.0.1:1')
})

describe('a data folder of an older version', () => {
  const layoutIn = (cwd: string): unknown => {
    const database = new DatabaseSync(join(cwd, 'data/formctl.db'))
    const row = database.prepare('pragma user_version').get()
    database.close()
    return row?.['user_version']
  }

  async function older(): Promise<string> {
    const cwd = await project()
    const old = new DatabaseSync(join(cwd, 'data/formctl.db'))
    old.exec(
      'drop table webhooks; drop table webhook_deliveries; drop index forms_by_address; alter table forms drop column label; alter table forms drop column address; pragma user_version = 8',
    )
    old.close()
    return cwd
  }

  test.each(reading)('is not changed by %s, which says what to do', async (argv) => {
    const cwd = await older()
    const before = contentOf(join(cwd, 'data'))
    const { exit, stderr } = await runInProcess({ argv, cwd })
    expect([exit, stderr]).toEqual([3, expect.stringMatching(/an older formctl .* formctl serve/)])
    expect(contentOf(join(cwd, 'data'))).toEqual(before)
  })

  test.each(writing)(
    'is brought up to date by %s, but not while a server of the older version uses it',
    async (argv) => {
      const cwd = await older()
      const { release } = claimForServer(join(cwd, 'data'), 4711)
      const { exit, stderr } = await runInProcess({ argv, cwd })
      expect([exit, stderr]).toEqual([3, expect.stringContaining('already served by process 4711')])
      expect(layoutIn(cwd)).toBe(8)
      release()
      expect(await runInProcess({ argv, cwd })).toMatchObject({ exit: 0 })
      expect(layoutIn(cwd)).toBe(10)
    },
  )

  test('can be backed up', async () => {
    const cwd = await older()
    const ran = await runInProcess({ argv: 'service backup --out copy', cwd })
    expect(ran.exit).toBe(0)
    expect(layoutIn(cwd)).toBe(8)
  })
})

const suite = noPostgres === undefined ? describe : describe.skip

suite(`a database${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const ran = (store: string, words: string): Promise<Ran> =>
    runInProcess({ argv: `${words} --store ${store}` })

  const contentIn = async (url: string): Promise<unknown> => {
    const found: unknown[] = []
    const names = await postgres.rows(
      url,
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    for (const { name } of names as readonly { name: string }[])
      found.push(name, await postgres.rows(url, `select * from ${name} order by 1`))
    return found
  }

  const readingThere = ['service env list', 'service key list', 'service form list']

  test('that has no tables gets none from a command that reads', async () => {
    const url = await postgres.database()
    for (const argv of readingThere) {
      const { exit, stderr } = await ran(url, argv)
      expect([exit, stderr]).toEqual([3, expect.stringContaining('it holds no data of formctl')])
    }
    expect(await contentIn(url)).toEqual([])
  })

  test('is not changed by commands that read, not even the changes without a number', async () => {
    const url = await postgres.database()
    expect(await ran(url, 'service env create main')).toMatchObject({ exit: 0 })
    await postgres.rows(url, `insert into pending_events values ('e', 1, 'f', '', 'form.created', '', 1)`)
    const before = await contentIn(url)
    for (const argv of readingThere) expect(await ran(url, argv)).toMatchObject({ exit: 0 })
    expect(await contentIn(url)).toEqual(before)
  })

  test('of an older version is not changed by commands that read, and is brought up to date by those that write', async () => {
    const url = await postgres.database()
    expect(await ran(url, 'service env create main')).toMatchObject({ exit: 0 })
    await postgres.rows(
      url,
      'update layout set version = version - 8; alter table forms drop column label, drop column address',
    )
    const before = await contentIn(url)
    for (const argv of readingThere) {
      const { exit, stderr } = await ran(url, argv)
      expect([exit, stderr]).toEqual([3, expect.stringMatching(/an older formctl .* formctl serve/)])
    }
    expect(await contentIn(url)).toEqual(before)
    expect(await ran(url, 'service key create')).toMatchObject({ exit: 0 })
    expect(JSON.stringify(await contentIn(url))).toContain('"address"')
  })
})
