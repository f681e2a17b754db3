import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import {
  openPostgresCopy,
  openPostgresStore,
  openSqliteCopy,
  openSqliteStore,
} from '../../src/store/open-store.ts'
import { move, type Copy } from '../../src/store/move.ts'
import type { PageQuery, Store } from '../../src/store/store.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleKey,
  sampleLabel,
  sampleReply,
  sampleSave,
  sampleTyped,
  sampleUpload,
  sampleWebhook,
} from '../support/samples.ts'
import { storeFile } from '../support/stored-files.ts'
import {
  deterministicBytes,
  runInProcess,
  temporaryFolder,
  testHost,
  type Ran,
} from '../support/test-host.ts'
import { holding, outcome } from '../support/outcome.ts'

const suite = noPostgres === undefined ? describe : describe.skip

const environments = ['environment-1', 'b', 'ä'] as const
const oddTexts = [
  '',
  ' ',
  'ünïcode 🙂',
  'a\0b',
  '\ufeff"\\\'{}',
  '\\u0000',
  '\ud800',
  'line\u2028\r\n',
  'NULL',
  '{a,"b"}',
]

let made: Promise<string> | undefined

/** A data folder `data` with some of everything, in a folder of the test's own. */
async function dataFolder(): Promise<string> {
  const cwd = temporaryFolder()
  cpSync(await (made ??= makeData()), cwd, { recursive: true })
  return cwd
}

async function makeData(): Promise<string> {
  const cwd = temporaryFolder()
  const opened = await openSqliteStore(join(cwd, 'data'), () => new Uint8Array(32).fill(7))
  const { store } = opened
  // Made at one moment, and not in the order of their ids.
  for (const id of environments)
    await store.environments.create(
      { ...sampleEnvironment(id), name: `name\0 of ${id}` },
      {
        keys: ['z', 'a', '🙂'].map((key) => sampleKey({ id: `${key}-${id}`, environmentId: id })),
        forms: ['form-9', 'form-1', 'form-5'].map((form) =>
          sampleForm({
            id: id === 'environment-1' ? form : `${form}-${id}`,
            environmentId: id,
            name: `${form} "\\`,
          }),
        ),
      },
    )
  await store.keys.revoke('z-b', at(5))
  await store.keys.expire('a-b', at(6))
  await store.keys.use('a-ä', at(7))
  for (const [i, text] of oddTexts.entries()) {
    const responseId = `odd-${i}`
    await store.responses.save(
      sampleSave({ responseId, at: at(i), answers: [sampleAnswer('question-a', text)] }),
    )
  }
  // More than one batch of a move.
  for (let n = 0; n < 100; n++)
    await store.responses.save(
      sampleSave({
        responseId: `response-${n}`,
        at: at(n % 7),
        isFinished: n % 3 === 0,
        ...(n % 5 === 0 && { typed: [sampleTyped('question-b', 'a\0da@')], writer: { page: 'p', seq: n } }),
        person: { ip: '::1', country: '', visitedForm: n },
      }),
    )
  await store.responses.save(sampleSave({ responseId: 'response-1', at: at(900), isFinished: true }))
  for (const [id, formId, responseId] of [
    ['upload-1', 'form-5', 'filed'],
    ['upload-2', 'form-1', 'response-4'],
  ] as const)
    await storeFile(opened, { id, formId, responseId, questionId: 'q', name: 'a\0.txt' }, 'x')
  await store.uploads.create([sampleUpload({ id: 'upload-3', responseId: 'filed' })], at(999))
  await store.responses.erase('environment-1', [{ formId: 'form-1', id: 'response-4' }], at(1000))
  for (const key of ['z', 'a'])
    await store.forms.create(sampleForm({ id: `made-${key}`, label: sampleLabel({ row: 'ä\0' }) }), {
      reply: sampleReply({ key, body: '"\\u0000ä' }),
      since: at(0),
    })
  await store.forms.close('form-5', at(1001))
  await store.forms.delete('made-a', at(1002))
  for (const id of ['webhook-2', 'webhook-1']) await store.webhooks.create(sampleWebhook({ id, position: 9 }))
  const webhook = { environmentId: 'environment-1', id: 'webhook-1' }
  await store.webhooks.replay(webhook, await store.events.after('environment-1', 0, 250), at(1003))
  await store.webhooks.rotate(webhook, 'whsec_bmV3', at(1004))
  await store.webhooks.disable(webhook, at(1005), 'ünïcode')
  await store.close()
  return cwd
}

/** What all reads of a store give. */
async function answersOf(store: Store): Promise<unknown> {
  const all: unknown[] = [await store.environments.list(), await store.webhooks.list()]
  for (const webhook of await store.webhooks.list()) all.push(await store.webhooks.log(webhook, 1000))
  for (const { id: environmentId } of await store.environments.list()) {
    const keys = await store.keys.list(environmentId)
    const events = await store.events.after(environmentId, 0, 10_000)
    const formIds = [...new Set(events.map(({ formId }) => formId))]
    const orders: readonly PageQuery['order'][] = [
      { by: 'creation' },
      { by: 'change', after: 0, until: 10_000 },
      { by: 'change', after: 20, until: 30 },
    ]
    for (const order of orders)
      for (const formId of [undefined, ...formIds])
        for (const withPartials of [true, false]) {
          const query = { environmentId, order, withPartials, limit: 400, separator: '\n' } as const
          const { body, ...page } = await store.responses.page(
            formId === undefined ? query : { ...query, formId },
          )
          all.push([Buffer.from(body).toString(), page])
        }
    for (const { formId, responseId: id } of events)
      all.push(await store.responses.get(environmentId, { formId, id }))
    for (const { hash } of keys.slice(0, 1)) all.push(await store.keys.byHash(hash))
    for (const id of formIds) all.push(await store.forms.get(id))
    for (const id of ['upload-1', 'upload-2']) all.push(await store.uploads.get(environmentId, id))
    for (const key of ['z', 'a', 'x']) all.push(await store.replies.get(environmentId, key, at(0)))
    all.push(keys, events, await store.events.last(environmentId), await store.forms.list(environmentId))
  }
  return all
}

/** PostgreSQL keeps the picture of NUL. */
const withoutNul = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'string' ? one.replaceAll('\0', '\u2400') : one,
  )

type Place = { readonly folder: string } | { readonly url: string }

async function inStore<Result>(
  place: Place,
  work: (store: Store, secret: Uint8Array) => Promise<Result>,
): Promise<Result> {
  const { store, secret } =
    'url' in place
      ? await openPostgresStore(place.url, deterministicBytes())
      : await openSqliteStore(place.folder, deterministicBytes())
  try {
    return await work(store, Buffer.from(secret))
  } finally {
    await store.close()
  }
}

const service = (cwd: string, words: string): Promise<Ran> =>
  runInProcess({ argv: `service ${words}`, cwd, env: {} })

suite(`service move${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const contentsOf = (place: Place): Promise<unknown> =>
    inStore(place, async (store, secret) => {
      // The last events of a process that has ended have no numbers yet.
      if ('url' in place) await allNumbered(place.url)
      return withoutNul([secret, await answersOf(store)])
    })

  /** What the refusal of a moved source advises. */
  async function useAgain(place: Place): Promise<void> {
    const sql = "delete from settings where name = 'moved'"
    if ('url' in place) return void (await postgres.rows(place.url, sql))
    const database = new DatabaseSync(join(place.folder, 'formctl.db'))
    database.exec(sql)
    database.close()
  }

  const shown = (text: string): string => text.replaceAll(/:\d+\/test_\d+/g, '/<database>')

  test('brings all that a store reads to PostgreSQL and back, and its sequence goes on', async () => {
    const cwd = await dataFolder()
    const url = await postgres.database()
    const [folder, back] = [join(cwd, 'data'), join(cwd, 'back')]
    const contents = await contentsOf({ folder })
    const there = await service(cwd, `move --data data --to ${url}`)
    expect([there.exit, shown(there.stderr)]).toEqual([
      0,
      'No server may run on postgres://tester@127.0.0.1/<database> or data until this is done.\n' +
        'Moved 111 responses and all else. Uploaded files were not moved: the service looks for them in data/uploads. To run it:\n' +
        '  formctl serve --store postgres://tester@127.0.0.1/<database> --data data\n',
    ])
    expect(there.stdout).toMatch(/^responses\t111\t111\t(\w{16})\t\1$/m)
    expect(await contentsOf({ url })).toEqual(contents)
    expect(await postgres.rows(url, 'select id, unheld_at from uploads order by id')).toEqual([
      { id: 'upload-1', unheld_at: null },
      { id: 'upload-2', unheld_at: '' },
      { id: 'upload-3', unheld_at: at(999) },
    ])

    const again = await service(cwd, `move --from ${url} --data back`)
    expect([again.exit, again.stderr]).toEqual([0, expect.stringContaining('formctl serve --data back\n')])
    expect(await contentsOf({ folder: back })).toEqual(contents)
    expect(problemsOf(await service(cwd, 'check --data back -o json'))).toEqual(['upload-missing'])

    await useAgain({ url })
    for (const place of [{ url }, { folder: back }])
      await inStore(place, async (store) => {
        const last = await store.events.last('environment-1')
        await store.responses.save(sampleSave({ responseId: 'response-2', at: at(2000), isFinished: true }))
        await expect
          .poll(() => store.events.after('environment-1', last, 10))
          .toMatchObject([{ seq: last + 1, responseId: 'response-2', type: 'response.finished', version: 2 }])
        expect(await store.events.last('environment-1')).toBe(last + 1)
      })
  })

  test('leaves a source that nothing opens, in both directions; its uploads can still be used', async () => {
    const cwd = await dataFolder()
    const [url, other] = [await postgres.database(), await postgres.database()]
    await service(cwd, 'backup --data data --out before')
    const there = `move --data data --to ${url}`
    const back = `move --from ${url} --data back`
    expect((await service(cwd, there)).exit).toBe(0)
    const moved = (path: string, to: string): string =>
      `cannot be used: its data was moved to ${to}; use that, or run "delete from settings where name = 'moved'" in ${path} to use the old data again.\n`
    const toDatabase = moved('formctl.db', shown(url))
    for (const words of [
      'serve --port 0 --exec x --data data',
      'service backup --data data --out after',
      'service key list --data data',
      'service check --data data',
      // Another target, and the way back into the same folder.
      `service move --data data --to ${other}`,
      `service move --from ${url} --data data`,
    ]) {
      const { exit, stderr } = await runInProcess({ argv: words, cwd, env: {} })
      expect([words, exit, shown(stderr)]).toEqual([words, 3, expect.stringContaining(toDatabase)])
    }
    expect(existsSync(join(cwd, 'after'))).toBe(false)
    const host = testHost({
      argv: `serve --port 0 --store ${url} --data data --exec x`,
      cwd,
      ran: async () => 0,
    })
    expect(await run(host)).toBe(0)

    expect((await service(cwd, back)).exit).toBe(0)
    const ofDatabase = await service(cwd, `key list --store ${url}`)
    expect(ofDatabase).toMatchObject(outcome(3, holding(moved('it', join(cwd, 'back')))))
    expect((await service(cwd, back)).exit).toBe(0)
    await service(cwd, 'restore --from before --data restored')
    for (const data of ['back', 'restored'])
      expect((await service(cwd, `backup --data ${data} --out of-${data}`)).exit).toBe(0)
  })

  const problemsOf = ({ stdout }: Ran): readonly string[] =>
    JSON.parse(stdout).problems.map(({ code }: { code: string }) => code)

  test('that is stopped after any step and done again is the same as one run; until then nothing opens its target', async () => {
    const cwd = await dataFolder()
    const data = join(cwd, 'data')
    const contents = await contentsOf({ folder: data })
    const random = deterministicBytes()
    const url = await postgres.database()
    expect((await service(cwd, `move --data data --to ${url}`)).exit).toBe(0)
    for (let steps = 1; ; steps++) {
      const [database, folder] = [await postgres.database(), join(cwd, `back-${steps}`)]
      for (const source of [{ folder: data }, { url }]) await useAgain(source)
      const isThrough = await movedUpTo(
        steps,
        () => openSqliteCopy(data, random),
        () => openPostgresCopy(database, random),
      )
      await movedUpTo(
        steps,
        () => openPostgresCopy(url, random),
        () => openSqliteCopy(folder, random),
      )
      if (isThrough) break
      for (const words of [`--store ${database}`, `--data ${folder}`]) {
        const { exit, stderr } = await service(cwd, `env list ${words}`)
        expect([exit, stderr]).toEqual([3, expect.stringContaining('a move into it is not finished')])
      }
      expect((await service(cwd, `move --data data --to ${database}`)).exit).toBe(0)
      expect((await service(cwd, `move --from ${url} --data ${folder}`)).exit).toBe(0)
      expect(await contentsOf({ url: database })).toEqual(contents)
      expect(await contentsOf({ folder })).toEqual(contents)
    }
  })

  /** Moves until so many writes were made, as a killed run does; true if that was all. */
  async function movedUpTo(
    steps: number,
    openSource: () => Promise<Copy>,
    openTarget: () => Promise<Copy>,
  ): Promise<boolean> {
    let left = steps
    const stop = (): void => {
      if (left-- === 0) throw new Error('stopped')
    }
    const stopping = (target: Copy): Copy => ({
      ...target,
      put: async (...given) => {
        stop()
        await target.put(...given)
      },
      finish: async () => {
        stop()
        await target.finish()
      },
    })
    const end = await move(openSource, async () => stopping(await openTarget())).then(
      () => 'through',
      (error: Error) => error.message,
    )
    expect(end).toMatch(/^(?:through|stopped)$/)
    return end === 'through'
  }

  test('that is finished is only compared by another run, which names the tables that have changed since', async () => {
    const cwd = await dataFolder()
    const url = await postgres.database()
    await service(cwd, `move --data data --to ${url}`)
    const json = await service(cwd, `move --data data --to ${url} -o json`)
    expect(json.exit).toBe(0)
    const { tables } = JSON.parse(json.stdout)
    expect(tables).toHaveLength(10)
    expect(tables[0]).toEqual({
      name: 'environments',
      source: { rows: 3, sha256: expect.any(String) },
      target: tables[0].source,
      isSame: true,
    })
    await postgres.rows(url, `update responses set record = record || ' ' where id = 'response-7'`)
    const contents = await contentsOf({ url })
    const ran = await service(cwd, `move --data data --to ${url}`)
    expect(ran).toMatchObject(outcome(1, holding('The target differs from its source in responses: ')))
    expect(await contentsOf({ url })).toEqual(contents)
  })

  test('to a target with other data is refused, and changes nothing', async () => {
    const cwd = await dataFolder()
    const [url, other] = [await postgres.database(), await postgres.database()]
    await service(cwd, `move --data data --to ${url}`)
    await runInProcess({ argv: ['service', 'env', 'create', 'mine', '--store', other], cwd })
    const mine = await contentsOf({ url: other })
    const full = await service(cwd, `move --data data --to ${other}`)
    expect([full.exit, full.stdout, shown(full.stderr).split('\n')[1]]).toEqual([
      3,
      '',
      'error[store-unusable]: The database postgres://tester@127.0.0.1/<database> cannot be used: it holds data that is not from this source; name an empty target.',
    ])
    expect(await contentsOf({ url: other })).toEqual(mine)
    await service(cwd, `move --from ${other} --data mine`)
    const folder = join(cwd, 'mine')
    expect((await service(cwd, `move --from ${url} --data mine`)).exit).toBe(3)
    expect(await contentsOf({ folder })).toEqual(mine)
  })

  test('needs a source and a target that no server has', async () => {
    const cwd = await dataFolder()
    const url = await postgres.database()
    const lock = new DatabaseSync(join(cwd, 'data/serve.lock'))
    lock.exec('pragma user_version = 7; begin immediate')
    const served = await service(cwd, `move --data data --to ${url}`)
    expect(served).toMatchObject(outcome(3, /^error\[folder-served\]: .* by process 7\./))
    expect((await service(cwd, `move --from ${url} --data data`)).exit).toBe(3)
    lock.close()
    expect((await service(cwd, `move --data data --to ${url}`)).exit).toBe(0)
    await inStore({ url }, async (store) => {
      await store.responses.save(sampleSave({ responseId: 'new' }))
      await expect.poll(() => store.events.last('environment-1')).toBeGreaterThan(120)
      const ran = await service(cwd, `move --from ${url} --data back`)
      expect(ran).toMatchObject(outcome(3, holding('a server is running on it; stop all its servers')))
    })
  })

  test('numbers the changes of a database that have no number yet', async () => {
    const cwd = await dataFolder()
    const url = await postgres.database()
    await service(cwd, `move --data data --to ${url}`)
    await postgres.rows(
      url,
      `insert into pending_events values ('b', 7, 'form-1-b', '', 'form.closed', '${at(9)}', 2)`,
    )
    await service(cwd, `move --from ${url} --data back`)
    const last = await inStore({ folder: join(cwd, 'back') }, (store) => store.events.after('b', 3, 10))
    expect(last).toMatchObject([{ seq: 4, formId: 'form-1-b', type: 'form.closed' }])
  })
})

describe('service move', () => {
  test.each([
    ['--data data --to forms', 2, 'The store is not a valid URL of PostgreSQL'],
    ['--data new --from mysql://h/a', 2, 'The store is not a valid URL of PostgreSQL'],
    ['--data none --to postgres://h/a', 3, 'it holds no formctl.db'],
    [
      '--data new --from postgres://u:secret@127.0.0.1:1/a',
      3,
      'postgres://u@127.0.0.1:1/a cannot be used: it does not answer',
    ],
  ])('needs a folder and a database: %s', async (words, exit, sentence) => {
    const cwd = await dataFolder()
    const ran = await service(cwd, `move ${words}`)
    expect([ran.exit, ran.stdout, ran.stderr]).toEqual([exit, '', expect.stringContaining(sentence)])
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(existsSync(join(cwd, 'none'))).toBe(false)
    expect(readdirSync(cwd)).toEqual(['data'])
  })
})
