import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { openDatabase, storeFailure } from '../../src/store/sqlite/database.ts'
import { migrations } from '../../src/store/sqlite/layout.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleKey,
  sampleLabel,
  sampleSave,
  sampleFileSave,
  sampleTyped,
  sampleUpload,
} from '../support/samples.ts'
import { giveToOrdinaryUser, openedByOrdinaryUser, startWriter } from '../support/store-children.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'
import { storedBytes } from '../support/stored-files.ts'
import { storedRecords } from '../support/stored-records.ts'
import { storeSuite } from './store-suite.ts'

storeSuite('SQLite', async () => {
  const { store } = await openSqliteStore(temporaryFolder(), deterministicBytes())
  return store
})

storeSuite('SQLite, served', async () => {
  const { store } = await openSqliteStore(temporaryFolder(), deterministicBytes(), { isServed: true })
  return store
})

const open = (folder: string): ReturnType<typeof openSqliteStore> =>
  openSqliteStore(folder, deterministicBytes())

const unusable = async (folder: string): Promise<string> => {
  const failure = await open(folder).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof Failure) || failure.code !== 'store-unusable') throw failure
  return failure.message.replaceAll(folder, '<folder>')
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('a folder that is missing is made, for its owner only', async () => {
  const folder = join(temporaryFolder(), 'new', 'store')
  const { store } = await open(folder)
  expect(modeOf(folder)).toBe('700')
  expect(readdirSync(folder)).toEqual(['formctl.db', 'formctl.db-shm', 'formctl.db-wal'])
  for (const name of readdirSync(folder)) expect(modeOf(join(folder, name))).toBe('600')
  await store.close()
  expect(readdirSync(folder)).toEqual(['formctl.db'])
})

test('what was erased is nowhere in the files of a closed folder', async () => {
  const folder = temporaryFolder()
  const { store } = await open(folder)
  const key = { formId: 'form-1', id: 'response-1' }
  await store.environments.create(sampleEnvironment('environment-1'), {
    keys: [],
    forms: [sampleForm({ id: 'form-1' })],
  })
  const secret = 'ada@example.com wrote this'
  for (let i = 1; i < 50; i += 1) {
    // Ever longer, so that what was there before is left in other pages.
    const answers = [sampleAnswer('question-a', secret.repeat(i * 20))]
    await store.responses.save(sampleSave({ responseId: 'response-1', at: at(i), answers }))
  }
  const upload = sampleUpload({ id: 'upload-1', name: secret.repeat(1000) })
  await store.uploads.create([upload], at(50))
  await store.responses.save(sampleFileSave(upload))
  await store.responses.erase('environment-1', [key], at(60))
  await store.close()
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name)).includes('ada@example')).toBe(false)
})

test('what a start that was killed left behind is gone with the next one, and nothing else', async () => {
  const folder = temporaryFolder()
  const partFile = JSON.stringify(join(import.meta.dirname, '../../src/files/files.ts'))
  const script = `import { partOf } from ${partFile}; console.log(partOf(${JSON.stringify(join(folder, 'formctl.db'))}))`
  const left = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).trimEnd()
  for (const name of [left, `${left}-wal`, `${left}-shm`, join(folder, '.notes.part')])
    writeFileSync(name, 'x')
  await (await open(folder)).store.close()
  expect(readdirSync(folder)).toEqual(['.notes.part', 'formctl.db'])
})

test('closing twice is closing once', async () => {
  const { store } = await open(temporaryFolder())
  await store.close()
  await expect(store.close()).resolves.toBeUndefined()
})

test('reopening keeps all: environment, key, form, response, upload and the secret', async () => {
  const folder = temporaryFolder()
  const first = await open(folder)
  await fill(first.store)
  const upload = sampleUpload({ id: 'upload-1', name: 'a.txt', responseId: 'response-2' })
  await first.store.uploads.create([upload], at(0))
  await first.store.responses.save(sampleFileSave(upload))
  await first.store.close()
  const again = await openSqliteStore(folder, () => Uint8Array.of(9))
  expect(Buffer.from(again.secret)).toEqual(Buffer.from(first.secret))
  expect(again.secret).toHaveLength(32)
  expect(await again.store.environments.list()).toEqual([sampleEnvironment('environment-1')])
  expect(await again.store.keys.byHash('hash of key-1')).toEqual(sampleKey({ id: 'key-1' }))
  expect(await again.store.forms.get('form-1')).toEqual(sampleForm({ id: 'form-1' }))
  expect(
    await again.store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' }),
  ).toMatchObject({ finished: true })
  expect(await again.store.uploads.get('environment-1', 'upload-1')).toMatchObject({ name: 'a.txt' })
  await again.store.close()
})

test('eight that open one new folder at once share one store with one secret', async () => {
  const folder = join(temporaryFolder(), 'store')
  let n = 0
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => {
      n++
      return openSqliteStore(folder, (count) => new Uint8Array(count).fill(n))
    }),
  )
  expect(new Set(opened.map(({ secret }) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  const made = await Promise.all(
    opened.map(({ store }, i) =>
      store.environments.createFirst(sampleEnvironment(`environment-${i}`), { keys: [], forms: [] }),
    ),
  )
  expect(made.filter((isFirst) => isFirst)).toHaveLength(1)
  for (const { store } of opened) {
    expect(await store.environments.list()).toHaveLength(1)
    await store.close()
  }
  expect(readdirSync(folder)).toEqual(['formctl.db'])
})

test('two processes on one folder see each other’s writes at once', async () => {
  const folder = temporaryFolder()
  const { store } = await open(folder)
  await fill(store)
  const writer = startWriter(folder)
  const acknowledged = await writer.acknowledged(50)
  for (const id of acknowledged)
    expect(await store.responses.get('environment-1', { formId: 'form-1', id: id })).toBeDefined()
  const saved = await store.responses.save(sampleSave({ responseId: 'response-2' }))
  expect(saved.outcome).toBe('saved')
  await writer.kill()
  await store.close()
})

test('a lock that another process holds for too long fails the writes that wait for it, and no later ones', async () => {
  const folder = temporaryFolder()
  const { store: first } = await open(folder)
  await fill(first)
  await first.close()
  const file = join(folder, 'formctl.db')
  const store = sqliteStore(openDatabase(file, folder, 20), { file, folder, isServed: false })
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  await expect(store.responses.save(sampleSave({ responseId: 'response-2' }))).rejects.toMatchObject({
    code: 'store-busy',
  })
  other.exec('rollback')
  other.close()
  await expect(store.ping()).resolves.toBeUndefined()
  expect((await store.responses.save(sampleSave({ responseId: 'response-2' }))).outcome).toBe('saved')
  await store.close()
})

test('a writer killed at any moment loses no save that it acknowledged', async () => {
  const folder = temporaryFolder()
  const { store } = await open(folder)
  await fill(store)
  await store.close()
  for (const least of [1, 40, 133]) {
    const writer = startWriter(folder)
    await writer.acknowledged(least)
    const acknowledged = await writer.kill()
    expect(acknowledged.length).toBeGreaterThanOrEqual(least)
    const { store: after } = await open(folder)
    for (const id of acknowledged)
      expect(await after.responses.get('environment-1', { formId: 'form-1', id: id })).toMatchObject({
        finished: true,
      })
    await after.close()
  }
})

test('a process killed at any moment leaves a form with its kept reply, or neither', async () => {
  const folder = temporaryFolder()
  const { store } = await open(folder)
  await fill(store)
  for (const least of [1, 40, 133]) {
    const writer = startWriter(folder, 'form-writer.ts')
    await writer.acknowledged(least)
    const acknowledged = await writer.kill()
    expect(acknowledged.length).toBeGreaterThanOrEqual(least)
    for (const id of acknowledged) expect(await store.forms.get(id)).toBeDefined()
  }
  const database = new DatabaseSync(join(folder, 'formctl.db'), { readOnly: true })
  const unpaired = database.prepare(`
    select id from forms where id <> 'form-1' and id not in (select body from kept_replies)
    union all select body from kept_replies where body not in (select id from forms)`)
  expect(unpaired.all()).toEqual([])
  database.close()
  await store.close()
})

describe('a store of an earlier layout is brought to the present one, with all that it holds:', () => {
  test('layout 5, which counted responses each time', async () => {
    const folder = temporaryFolder()
    const { store } = await open(folder)
    await store.environments.create(sampleEnvironment('environment-1'))
    await store.forms.create(sampleForm({ id: 'form-1' }))
    for (const [n, isFinished] of [true, true, false].entries())
      await store.responses.save(sampleSave({ responseId: `response-${n}`, isFinished }))
    await store.close()
    const old = new DatabaseSync(join(folder, 'formctl.db'))
    old.exec(
      'pragma user_version = 5; drop table webhooks; drop table webhook_deliveries; drop index forms_by_address; alter table forms drop column address; alter table forms drop column label; drop table style_files; alter table responses drop column draft; drop table response_counts; drop trigger response_added; drop trigger response_changed',
    )
    old.close()
    const { store: now } = await open(folder)
    await now.responses.save(sampleSave({ responseId: 'response-2', isFinished: true }))
    expect(await now.forms.list('environment-1')).toMatchObject([{ complete: 3, partial: 0 }])
    await now.close()
  })

  test('layout 6, which kept nothing beside the records', async () => {
    const folder = temporaryFolder()
    const { store } = await open(folder)
    await store.environments.create(sampleEnvironment('environment-1'))
    await store.forms.create(sampleForm({ id: 'form-1' }))
    await store.responses.save(sampleSave({ responseId: 'response-1' }))
    await store.close()
    const old = new DatabaseSync(join(folder, 'formctl.db'))
    old.exec(
      'pragma user_version = 6; drop table webhooks; drop table webhook_deliveries; drop index forms_by_address; alter table forms drop column address; alter table forms drop column label; drop table style_files; alter table responses drop column draft',
    )
    old.close()
    const { store: now } = await open(folder)
    const key = { formId: 'form-1', id: 'response-1' }
    expect(await now.responses.getBegun('environment-1', key)).toMatchObject({
      record: { id: 'response-1' },
      draft: [],
    })
    const typed = [sampleTyped('question-b', 'ada@')]
    await now.responses.save(sampleSave({ responseId: 'response-1', typed }))
    expect((await now.responses.getBegun('environment-1', key))?.draft).toHaveLength(1)
    await now.close()
  })

  test('layout 8, which did not know what forms were made of', async () => {
    const folder = temporaryFolder()
    const old = new DatabaseSync(join(folder, 'formctl.db'))
    old.exec('pragma application_id = 1717793900; pragma user_version = 8')
    for (const step of migrations.slice(0, 8)) old.exec(step)
    const { environmentId, name, createdAt } = sampleForm({ id: 'form-1' })
    old.exec(`insert into settings values ('secret', x'07');
      insert into environments values ('${environmentId}', '', '', 0);
      insert into forms values ('${environmentId}', 'form-1', '${name}', '${createdAt}', null, null, 1, '{}')`)
    old.close()
    const { store } = await open(folder)
    await store.forms.create(sampleForm({ id: 'form-2', label: sampleLabel() }))
    expect((await store.forms.list(environmentId)).map(({ label }) => label)).toEqual([
      undefined,
      sampleLabel(),
    ])
    await store.close()
  })

  test('layout 4, whose uploads all count as held', async () => {
    const folder = temporaryFolder()
    const old = new DatabaseSync(join(folder, 'formctl.db'))
    old.exec('pragma application_id = 1717793900; pragma user_version = 4')
    for (const step of migrations.slice(0, 4)) old.exec(step)
    old.exec(`insert into settings values ('secret', x'07');
      insert into uploads values ('environment-1', 'upload-1', 'form-1', 'response-1', 'question-a', 'a.txt', '', 2, '', null)`)
    old.close()
    const { store } = await open(folder)
    expect(await store.uploads.get('environment-1', 'upload-1')).toMatchObject({ name: 'a.txt' })
    expect(await store.uploads.claim(at(1e6), 10)).toEqual([])
    await store.close()
  })

  test.each([1, 2, 3])('layout %i', async (version) => {
    const folder = temporaryFolder()
    await (await open(folder)).store.close()
    const file = join(folder, 'formctl.db')
    const record = (id: string, finished: boolean): string =>
      JSON.stringify({ id, createdAt: at(2), updatedAt: at(4), finished, data: [] })
    const { createdAt, environmentId, ...form } = sampleForm({ id: 'form-1' })
    const secret = readSecret(file)
    rmSync(file)
    const old = new DatabaseSync(file)
    old.exec(`pragma application_id = 1717793900; pragma user_version = ${version}`)
    for (const step of migrations.slice(0, version)) old.exec(step)
    const insert = (table: string, row: Readonly<Record<string, string | number | Uint8Array | null>>) =>
      old
        .prepare(
          `insert into ${table} (${Object.keys(row).join()}) values (${Array.from(Object.keys(row), () => '?').join()})`,
        )
        .run(...Object.values(row))
    insert('settings', { name: 'secret', value: secret })
    insert('environments', { id: environmentId, name: 'Environment environment-1', created_at: at(0) })
    insert('environments', { id: 'environment-2', name: 'Environment environment-2', created_at: at(0) })
    insert('keys', {
      id: 'key-1',
      environment_id: environmentId,
      name: 'ci',
      hash: 'hash of key-1',
      prefix: 'fctl_abcdef',
      created_at: at(0),
    })
    const kept = JSON.stringify({ createdAt, environmentId, ...form })
    for (const [id, deleted_at] of [
      ['form-1', null],
      ['form-2', at(9)],
    ] as const)
      insert('forms', {
        id,
        environment_id: environmentId,
        name: form.name,
        created_at: at(1),
        deleted_at,
        form: kept.replace('"form-1"', JSON.stringify(id)),
      })
    for (const [id, finished] of [
      ['response-1', true],
      ['response-2', false],
    ] as const)
      insert('responses', {
        form_id: 'form-1',
        id,
        environment_id: environmentId,
        created_at: at(2),
        finished: Number(finished),
        ...(version < 3 && { seq: 1 }),
        record: record(id, finished),
      })
    insert('uploads', {
      id: 'upload-1',
      form_id: 'form-1',
      response_id: 'response-1',
      question_id: 'question-a',
      name: 'a.txt',
      content_type: 'text/plain',
      bytes: Uint8Array.of(1, 2),
    })
    if (version > 1)
      insert('kept_replies', {
        environment_id: environmentId,
        key: 'key',
        request_hash: 'hash',
        body: '{}',
        at: at(1),
      })
    old.close()

    const { store, blobs } = await open(folder)
    expect((await store.environments.list()).map(({ id }) => id)).toEqual([environmentId, 'environment-2'])
    expect(await store.keys.byHash('hash of key-1')).toEqual(sampleKey({ id: 'key-1' }))
    expect(await store.forms.get('form-1')).toEqual(sampleForm({ id: 'form-1' }))
    expect(await store.forms.get('form-2')).toMatchObject({ deletedAt: at(9) })
    const all = { environmentId, withPartials: true }
    expect((await storedRecords(store, all)).map(({ id }) => id)).toEqual(['response-2', 'response-1'])
    expect(await store.uploads.get(environmentId, 'upload-1')).toMatchObject({
      name: 'a.txt',
      size: 2,
      sha256: createHash('sha256').update(Uint8Array.of(1, 2)).digest('hex'),
    })
    expect(await storedBytes(blobs, 'upload-1')).toEqual(Buffer.of(1, 2))
    const reply = await store.replies.get(environmentId, 'key', '')
    expect(reply?.body).toBe(version > 1 ? '{}' : undefined)
    const events = await store.events.after(environmentId, 0, 100)
    expect(
      events.map(({ seq, type, formId, responseId, version: nth }) =>
        [seq, type, formId, responseId, nth].join(' '),
      ),
    ).toEqual([
      '1 form.created form-1  1',
      '2 form.created form-2  1',
      '3 response.started form-1 response-1 1',
      '4 response.started form-1 response-2 1',
      '5 response.finished form-1 response-1 2',
      '6 form.deleted form-2  2',
    ])
    expect(await store.events.last('environment-2')).toBe(0)
    await store.responses.save(sampleSave({ responseId: 'response-2', at: at(20) }))
    expect(await store.events.after(environmentId, 6, 9)).toMatchObject([
      { seq: 7, type: 'response.updated', version: 2 },
    ])
    await store.close()
  })

  const readSecret = (file: string): Uint8Array => {
    const database = new DatabaseSync(file)
    const row = database.prepare("select value from settings where name = 'secret'").get()
    database.close()
    return row?.['value'] as Uint8Array
  }
})

describe('what cannot be used is refused with a reason, and nothing is left behind:', () => {
  test('a folder that is a file', async () => {
    const file = join(temporaryFolder(), 'store')
    writeFileSync(file, 'mine')
    expect(await unusable(file)).toBe('The data folder <folder> cannot be used: it is a file, not a folder.')
    expect(await unusable(join(file, 'deeper'))).toBe(
      'The data folder <folder> cannot be used: a part of its path is not a folder.',
    )
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test.for([
    ['text', 'not a database at all, '.repeat(100)],
    ['a short text', 'hello'],
  ])('a formctl.db that is %s', async ([, content]) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'formctl.db'), content ?? '')
    expect(await unusable(folder)).toBe(
      'The data folder <folder> cannot be used: formctl.db is not a database.',
    )
    expect(readdirSync(folder)).toEqual(['formctl.db'])
    expect(readFileSync(join(folder, 'formctl.db'), 'utf8')).toBe(content)
  })

  test('a formctl.db of another program, which stays as it is', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'formctl.db')
    const other = new DatabaseSync(path)
    other.exec('create table notes (text); pragma user_version = 7')
    other.close()
    const before = readFileSync(path)
    expect(await unusable(folder)).toBe(
      'The data folder <folder> cannot be used: its formctl.db belongs to another program.',
    )
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['formctl.db'])
  })

  test('a formctl.db that is a folder', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'formctl.db'))
    expect(await unusable(folder)).toBe(
      'The data folder <folder> cannot be used: formctl.db in it is not a file of formctl; remove it, or put the file itself in its place.',
    )
  })

  test('a store that a newer formctl has written', async () => {
    const folder = temporaryFolder()
    const { store } = await open(folder)
    await store.close()
    const newer = new DatabaseSync(join(folder, 'formctl.db'))
    newer.exec('pragma user_version = 99')
    newer.close()
    expect(await unusable(folder)).toBe(
      'The data folder <folder> cannot be used: a newer formctl has written to it (layout 99; this one knows up to 10), so use that one.',
    )
  })

  test('a folder that may only be read', async () => {
    const parent = temporaryFolder()
    const [empty, full, other] = [join(parent, 'empty'), join(parent, 'full'), join(parent, 'other')]
    mkdirSync(empty)
    for (const folder of [full, other]) await (await open(folder)).store.close()
    giveToOrdinaryUser([parent, empty, full, other, join(full, 'formctl.db'), join(other, 'formctl.db')])
    for (const path of [empty, full, parent]) chmodSync(path, 0o500)
    chmodSync(join(other, 'formctl.db'), 0o400)
    const told = openedByOrdinaryUser([empty, full, other, join(parent, 'new', 'store')])
    expect(told).toEqual(
      Array.from({ length: 4 }, () => 'The data folder <folder> cannot be used: permission is denied.'),
    )
    expect(readdirSync(parent)).toEqual(['empty', 'full', 'other'])
    expect(readdirSync(empty)).toEqual([])
    for (const folder of [full, other]) expect(readdirSync(folder)).toEqual(['formctl.db'])
  })

  test.for([
    ['longer than SQLite can open', ['x'.repeat(250), 'y'.repeat(250)], 'formctl.db cannot be opened'],
    ['with too long a name in it', ['x', 'y'.repeat(300)], 'its name is too long'],
  ] as const)('a path %s', async ([, parts, reason]) => {
    const parent = temporaryFolder()
    expect(await unusable(join(parent, ...parts))).toBe(`The data folder <folder> cannot be used: ${reason}.`)
    expect(readdirSync(parent)).toEqual([])
  })
})

test.for([
  [8 | (1 << 8), 'formctl.db cannot be written'],
  [10 | (4 << 8), 'formctl.db cannot be read or written, as the disk reports an error', { isLasting: true }],
  [11, 'formctl.db is damaged; put back a copy of it'],
] as const)('SQLite’s error %i is said as: %s', ([errcode, reason, lasting]) => {
  const error = storeFailure('forms', Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode }))
  expect(error).toEqual(Failure.of('store-unusable', { path: 'forms', reason, ...lasting }))
})

test.each([
  Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  Object.assign(new Error('no'), { code: 'ENOSPC' }),
])('a full disk is a failure of its own', (error) => {
  expect(storeFailure('forms', error)).toEqual(Failure.of('disk-full', { path: 'forms' }))
})

test('an error that no folder causes is not blamed on the folder', async () => {
  const { store } = await open(temporaryFolder())
  await fill(store)
  const again = store.forms.create(sampleForm({ id: 'form-1' }))
  await expect(again).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' })
  await store.close()
})

async function fill(store: Store): Promise<void> {
  await store.environments.create(sampleEnvironment('environment-1'))
  await store.keys.create(sampleKey({ id: 'key-1' }))
  await store.forms.create(sampleForm({ id: 'form-1' }))
  await store.responses.save(sampleSave({ responseId: 'response-1', isFinished: true }))
}
