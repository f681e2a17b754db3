import { once } from 'node:events'
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { builtProgram } from '../support/built-program.ts'
import { sampleAnswer, sampleEnvironment, sampleForm, sampleSave } from '../support/samples.ts'
import { startBucket } from '../support/bucket.ts'
import { makeDisk, noDisk } from '../support/test-disk.ts'
import { startWriter } from '../support/store-children.ts'
import { storeFile } from '../support/stored-files.ts'
import { storedRecords } from '../support/stored-records.ts'
import { deterministicBytes, runInProcess, temporaryFolder } from '../support/test-host.ts'
import { holding, misuse, outcome } from '../support/outcome.ts'

/** A data folder `data` with a form, two responses and an uploaded file, in a folder of the test's own. */
async function dataFolder(): Promise<string> {
  const cwd = temporaryFolder()
  const { store, blobs } = await openSqliteStore(join(cwd, 'data'), deterministicBytes())
  await store.environments.create(sampleEnvironment('environment-1'), {
    keys: [],
    forms: [sampleForm({ id: 'form-1' })],
  })
  await storeFile({ store, blobs }, { id: 'upload-1', questionId: 'q', name: 'a.txt' }, 'x')
  await store.responses.save(
    sampleSave({ responseId: 'response-2', answers: [sampleAnswer('question-a', 'Ada')] }),
  )
  await store.close()
  return cwd
}

const service = (cwd: string, words: string) =>
  runInProcess({ argv: ['service', ...words.split(' ')], cwd, env: {} })

async function inStore<Result>(folder: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const { store } = await openSqliteStore(folder, deterministicBytes())
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const recordsIn = (folder: string) =>
  inStore(folder, (store) => storedRecords(store, { environmentId: 'environment-1', withPartials: true }))

/** Changes a database behind the program's back. */
function tamper(folder: string, sql: string): void {
  const database = new DatabaseSync(join(folder, 'formctl.db'))
  database.exec(sql)
  database.close()
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('a backup', () => {
  test('holds the whole database, the uploads that it names and when it was made, for its owner only', async () => {
    const cwd = await dataFolder()
    // Uploaded after the database was copied: in a restored folder nobody would ever remove it.
    writeFileSync(join(cwd, 'data/uploads/later'), 'bytes')
    const ran = await service(cwd, 'backup --data data --out backups/monday')
    expect(ran).toEqual(
      outcome(0, /^Copied data to backups\/monday: a database of 0\.\d MB and 1 uploaded file\.\n$/, ''),
    )
    const out = join(cwd, 'backups/monday')
    expect(readdirSync(join(cwd, 'backups'))).toEqual(['monday'])
    expect(readdirSync(out)).toEqual(['backup.json', 'formctl.db', 'uploads'])
    expect(readdirSync(join(out, 'uploads'))).toEqual(['upload-1'])
    expect(readFileSync(join(out, 'uploads/upload-1'))).toEqual(
      readFileSync(join(cwd, 'data/uploads/upload-1')),
    )
    expect(JSON.parse(readFileSync(join(out, 'backup.json'), 'utf8'))).toMatchObject({
      schema_version: 1,
      created_at: expect.stringMatching(/^2026-03-01T/),
    })
    expect([out, join(out, 'formctl.db')].map(modeOf)).toEqual(['700', '600'])
    expect(await recordsIn(out)).toEqual(await recordsIn(join(cwd, 'data')))
  })

  test('that is made while others write holds every response acknowledged before it', async () => {
    const cwd = await dataFolder()
    const writer = startWriter(join(cwd, 'data'))
    const before = await writer.acknowledged(200)
    expect((await service(cwd, 'backup --data data --out copy')).exit).toBe(0)
    await writer.kill()
    const ids = new Set((await recordsIn(join(cwd, 'copy'))).map(({ id }) => id))
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    expect(await service(cwd, 'check --data copy')).toMatchObject({ exit: 0 })
  })

  test('replaces another one only with --force, and nothing else ever', async () => {
    const cwd = await dataFolder()
    await service(cwd, 'backup --data data --out copy')
    expect(await service(cwd, 'backup --data data --out copy')).toEqual(
      outcome(
        3,
        `error[file-exists]: ${join(cwd, 'copy')} exists already. Choose another name, or add --force to replace it.\n`,
        '',
      ),
    )
    tamper(join(cwd, 'data'), `update environments set name = 'new'`)
    expect((await service(cwd, 'backup --data data --out copy --force')).exit).toBe(0)
    const environments = await inStore(join(cwd, 'copy'), (store) => store.environments.list())
    expect(environments).toMatchObject([{ name: 'new' }])
    mkdirSync(join(cwd, 'mine'))
    writeFileSync(join(cwd, 'mine/thesis.txt'), 'x')
    expect(await service(cwd, 'backup --data data --out mine --force')).toMatchObject(
      outcome(2, holding('--force replaces only a backup')),
    )
    expect(readdirSync(cwd).toSorted()).toEqual(['copy', 'data', 'mine'])
  })

  test.each(['data', 'data/copy', 'link', 'link/copy'])('is not made in its data folder: %s', async (out) => {
    const cwd = await dataFolder()
    symlinkSync(join(cwd, 'data'), join(cwd, 'link'))
    expect(await service(cwd, `backup --data data --out ${out} --force`)).toEqual(
      misuse(`--out ${join(cwd, out)} is the data folder or a part of it: name a folder elsewhere.`),
    )
    expect(readdirSync(join(cwd, 'data'))).toEqual(['formctl.db', 'uploads'])
  })

  test.each([
    ['backup --data none --out copy', 3, 'it holds no formctl.db'],
    ['backup --data data --out data/formctl.db/copy', 3, 'a part of its path is not a folder'],
    ['restore --from data --data data/formctl.db/new', 3, 'a part of its path is not a folder'],
    ['restore --from data/formctl.db --data new', 3, 'a part of its path is not a folder'],
    [`restore --from data --data ${'n'.repeat(300)}`, 3, 'its name is too long'],
  ])('needs to know from where to where: %s', async (words, exit, sentence) => {
    const cwd = await dataFolder()
    const ran = await service(cwd, words)
    expect([ran.exit, ran.stderr]).toEqual([exit, expect.stringContaining(sentence)])
    expect(readdirSync(cwd)).toEqual(['data'])
  })

  test('that a killed run began is swept away by the next one', async () => {
    const cwd = await dataFolder()
    const files = JSON.stringify(join(import.meta.dirname, '../../src/files/files.ts'))
    const script = `import { partOf } from ${files}; console.log(partOf(${JSON.stringify(join(cwd, 'copy'))}))`
    const words = ['--input-type=module', '-e', script]
    const left = execFileSync(process.execPath, words, { encoding: 'utf8' }).trimEnd()
    mkdirSync(left)
    writeFileSync(join(left, 'formctl.db'), 'half of it')
    expect((await service(cwd, 'backup --data data --out copy')).exit).toBe(0)
    expect(readdirSync(cwd)).toEqual(['copy', 'data'])
  })

  test('of a damaged database is refused, and leaves nothing behind', async () => {
    const cwd = await dataFolder()
    const file = join(cwd, 'data/formctl.db')
    const bytes = readFileSync(file)
    // Some pages after the first.
    writeFileSync(file, bytes.fill(0x55, 8192, 40_000))
    const ran = await service(cwd, 'backup --data data --out copy')
    expect(ran).toMatchObject(
      outcome(3, /^error\[store-unusable\]: The data folder \S+\/data cannot be used: .*damaged/),
    )
    expect(readdirSync(cwd)).toEqual(['data'])
  })
})

describe('a restore', () => {
  const backedUp = async (): Promise<string> => {
    const cwd = await dataFolder()
    expect((await service(cwd, 'backup --data data --out copy')).exit).toBe(0)
    return cwd
  }

  test('makes a data folder that is as the first one was', async () => {
    const cwd = await backedUp()
    for (const folder of ['new/data', 'empty']) {
      if (folder === 'empty') mkdirSync(join(cwd, folder))
      expect(await service(cwd, `restore --from copy --data ${folder}`)).toEqual(
        outcome(0, `Restored copy to ${folder}. To run it:\n  formctl serve --data ${folder}\n`, ''),
      )
      expect(readdirSync(join(cwd, folder))).toEqual(['formctl.db', 'uploads'])
      const files = ['data', folder].map((each) => readFileSync(join(cwd, each, 'uploads/upload-1'), 'utf8'))
      expect(files[1]).toBe(files[0])
      expect(await recordsIn(join(cwd, folder))).toEqual(await recordsIn(join(cwd, 'data')))
    }
  })

  test.skipIf(noDisk !== undefined)(
    `works from a disk that can only be read${noDisk === undefined ? '' : ` (skipped: ${noDisk})`}`,
    async () => {
      const cwd = await backedUp()
      const disk = await makeDisk(16)
      onTestFinished(disk.close)
      // A name that a URL cannot hold as it is.
      const copy = join(disk.folder, 'a#b?c%20')
      cpSync(join(cwd, 'copy'), copy, { recursive: true })
      disk.makeReadOnly()
      const ran = await runInProcess({ argv: ['service', 'restore', '--from', copy, '--data', 'new'], cwd })
      expect([ran.exit, ran.stderr]).toEqual([0, expect.stringContaining('Restored ')])
      expect(await recordsIn(join(cwd, 'new'))).toEqual(await recordsIn(join(cwd, 'data')))
    },
  )

  test('that finds a write-ahead log beside the database reads it, too', async () => {
    const cwd = await dataFolder()
    const { store } = await openSqliteStore(join(cwd, 'data'), deterministicBytes())
    await store.responses.save(sampleSave({ responseId: 'response-3' }))
    cpSync(join(cwd, 'data'), join(cwd, 'copy'), { recursive: true })
    await store.close()
    expect(readdirSync(join(cwd, 'copy'))).toContain('formctl.db-wal')
    expect((await service(cwd, 'restore --from copy --data new')).exit).toBe(0)
    expect(await recordsIn(join(cwd, 'new'))).toEqual(await recordsIn(join(cwd, 'data')))
  })

  test('into a folder that holds anything is refused, and one that is served stays as it is', async () => {
    const cwd = await backedUp()
    const child = spawn(
      process.execPath,
      [builtProgram, 'serve', '--port', '0', '--data', 'data', '-o', 'json'],
      { cwd, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    expect(await service(cwd, 'restore --from copy --data data')).toEqual(
      outcome(
        3,
        `error[folder-in-use]: The folder ${join(cwd, 'data')} is not empty. Choose another with --data.\n`,
        '',
      ),
    )
    expect((await fetch(`${JSON.parse(line.toString()).url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test.each<[string, (backup: string) => void, string]>([
    ['no backup', (backup) => chmodSync(backup, 0o700), 'none/formctl.db does not exist'],
    [
      'no database',
      (backup) => writeFileSync(join(backup, 'formctl.db'), 'a text'.repeat(1000)),
      'is not a database',
    ],
    [
      'the database of another program',
      (backup) => tamper(backup, 'pragma application_id = 7'),
      'belongs to another program',
    ],
    [
      'a database of a newer formctl',
      (backup) => tamper(backup, 'pragma user_version = 99'),
      'a newer formctl',
    ],
    [
      'a damaged database',
      (backup) => {
        const file = join(backup, 'formctl.db')
        writeFileSync(file, readFileSync(file).fill(0x55, 8192, 40_000))
      },
      'damaged',
    ],
  ])('of %s is refused, and makes no folder', async (name, spoil, sentence) => {
    const cwd = await backedUp()
    spoil(join(cwd, 'copy'))
    const ran = await service(cwd, `restore --from ${name === 'no backup' ? 'none' : 'copy'} --data new/data`)
    expect([ran.exit, ran.stderr]).toEqual([3, expect.stringContaining(sentence)])
    expect(existsSync(join(cwd, 'new'))).toBe(false)
  })
})

describe('a check', () => {
  test('of a whole folder finds nothing', async () => {
    const cwd = await dataFolder()
    expect(await service(cwd, 'check --data data')).toEqual(outcome(0, 'No problem was found in data.\n', ''))
    const { exit, stdout } = await service(cwd, 'check --data data -o json')
    expect([exit, JSON.parse(stdout)]).toEqual([0, { schema_version: 1, problems: [] }])
  })

  test.each([
    [
      'a gap in the sequence',
      'delete from events where seq = 2',
      ['sequence-gap', 'event-missing'],
      'there are 2, the highest number is 3, and the last one given is 3',
    ],
    [
      'a sequence without its end',
      'update environments set last_seq = 9',
      ['sequence-gap'],
      'the last one given is 9',
    ],
    [
      'a response whose last event is of another one',
      `update responses set seq = 1 where id = 'response-2'`,
      ['event-missing'],
      'The last event of response response-2 of form form-1, number 1 of environment environment-1, is missing.',
    ],
    [
      'a file that is gone',
      'delete from uploads',
      ['upload-missing'],
      'The file a.txt of response response-1 of form form-1 is missing or cut short.',
    ],
  ])('finds %s', async (_, sql, codes, sentence) => {
    const cwd = await dataFolder()
    tamper(join(cwd, 'data'), sql)
    const { exit, stdout, stderr } = await service(cwd, 'check --data data')
    expect([exit, stderr]).toEqual([1, ''])
    expect(stdout).toContain(sentence)
    const json = await service(cwd, 'check --data data -o json')
    expect(json.exit).toBe(1)
    expect(JSON.parse(json.stdout).problems.map((problem: { code: string }) => problem.code)).toEqual(codes)
  })

  test('looks for files in the bucket of --uploads', async () => {
    const cwd = await dataFolder()
    rmSync(join(cwd, 'data/uploads'), { recursive: true })
    const bucket = await startBucket()
    const { endpoint, accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = bucket.place
    const env = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
    const check = async (words: readonly string[], more = {}) =>
      (
        await runInProcess({
          argv: ['service', 'check', '--data', 'data', ...words],
          cwd,
          env: { ...env, ...more },
        })
      ).exit
    bucket.objects.set('upload-1', Buffer.from('x'))
    expect(await check([])).toBe(1)
    expect(await check(['--uploads', endpoint])).toBe(0)
    expect(await check([], { FORMCTL_SERVE_UPLOADS: endpoint })).toBe(0)
    bucket.objects.set('upload-1', Buffer.from(''))
    expect(await check(['--uploads', endpoint])).toBe(1)
    bucket.empty()
    expect(await check(['--uploads', endpoint])).toBe(1)
    bucket.close()
  })

  test('finds a damaged database', async () => {
    const cwd = await dataFolder()
    const file = join(cwd, 'data/formctl.db')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x55, bytes.length - 21_288, bytes.length - 17_288))
    const { exit, stdout } = await service(cwd, 'check --data data')
    expect([exit, stdout]).toEqual([1, expect.stringMatching(/^database-damaged\tThe /m)])
  })
})
