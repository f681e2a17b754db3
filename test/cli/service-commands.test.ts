import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { run as runOn } from '../../src/cli/run.ts'
import { Failure } from '../../src/failure/failure.ts'
import type { FirstEnvironment } from '../../src/server/provision.ts'
import { hashKey } from '../../src/server/keys.ts'
import type { Store } from '../../src/store/store.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { sampleSave } from '../support/samples.ts'
import { storeFile } from '../support/stored-files.ts'
import {
  deterministicBytes,
  runInProcess,
  temporaryFolder,
  testHost,
  type Ran,
} from '../support/test-host.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { holding, misuse, outcome, rows } from '../support/outcome.ts'

/** The forms of a new environment. */
const starters = Object.keys(starterStyles).length

let cwd: string
let first: FirstEnvironment
beforeEach(async () => {
  cwd = temporaryFolder()
  const opened = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
  first = opened.first
  await opened.close()
})

const run = (words: string): Promise<Ran> => runInProcess({ argv: `service ${words}`, cwd })

async function json(words: string): Promise<Record<string, unknown>> {
  const ran = await run(`${words} --output json`)
  expect(ran.exit).toBe(0)
  expect(ran.stdout).toMatch(/^\{"schema_version":1,.*\}\n$/)
  return JSON.parse(ran.stdout)
}

async function inStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const { store } = await openSqliteStore(join(cwd, 'formctl-data'), deterministicBytes())
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const anyId: unknown = expect.stringMatching(/^cl[0-9a-z]{23}$/)
const anyTime: unknown = expect.stringMatching(/^2026-03-01T/)

describe('service env', () => {
  test('create makes no two environments of one name', async () => {
    expect(await run('env create main')).toEqual(
      misuse(
        `There is an environment main already, with the id ${first.environmentId}: choose another name.`,
      ),
    )
    expect((await json('env list'))['environments']).toHaveLength(1)
  })

  test('list shows the environment of the first start', async () => {
    expect(await json('env list')).toEqual({
      schema_version: 1,
      environments: [{ id: first.environmentId, name: 'main', createdAt: anyTime }],
    })
    const { stdout } = await run('env list')
    expect(stdout).toMatch(
      new RegExp(`^environment\tname\tcreated\n${first.environmentId}\tmain\t2026-.*Z\n$`),
    )
  })

  test('create makes one with its own source forms, and says how to make its key', async () => {
    const made = await json('env create Staging')
    expect(made).toMatchObject({ environment: { id: anyId, name: 'Staging' }, sourceFormId: anyId })
    const { stdout, stderr } = await run('env create Third')
    expect(stdout).toMatch(/^environment\tname\tsource form\ncl\w+\tThird\tcl\w+\n$/)
    expect(stderr).toMatch(/^It has no API key yet\. To make one:\n {2}formctl .* --environment cl\w+\n$/)
    const names = (await inStore((store) => store.environments.list())).map(({ name }) => name)
    expect(names).toEqual(['main', 'Staging', 'Third'])
  })
})

describe('service key', () => {
  test('create prints the key alone on stdout, and the note on stderr', async () => {
    const { stdout, stderr, exit } = await run('key create ci')
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^fctl_[\w-]{43}\n$/)
    const stored = await inStore((store) => store.keys.byHash(hashKey(stdout.trim())))
    expect(stored).toMatchObject({ name: 'ci', environmentId: first.environmentId })
    expect(stderr).toBe(
      `This key of environment main is shown only now: keep it where no one else can read it. To revoke it:\n  formctl service key revoke ${stored?.id}\n`,
    )
  })

  test('create gives key and record as JSON, never the hash', async () => {
    const made = await json('key create')
    expect(made).toEqual({
      schema_version: 1,
      key: {
        id: anyId,
        name: 'unnamed',
        environmentId: first.environmentId,
        prefix: String(made['apiKey']).slice(0, 11),
        scopes: ['read', 'generate', 'manage'],
        createdAt: anyTime,
      },
      apiKey: expect.stringMatching(/^fctl_/),
    })
  })

  test.each([
    ['output-unwritable', 3],
    ['output-closed', 141],
  ] as const)('a key that could not be shown is revoked: %s', async (code, exit) => {
    for (const more of [[], ['-o', 'json']]) {
      const host = testHost({ argv: ['service', 'key', 'create', 'lost', ...more], cwd })
      const write = async (): Promise<void> => {
        throw code === 'output-closed'
          ? Failure.of(code, {})
          : Failure.of(code, { name: 'The standard output', reason: 'the disk is full' })
      }
      expect(await runOn({ ...host, stdout: { ...host.stdout, write } })).toBe(exit)
      const keys = await inStore((store) => store.keys.list(first.environmentId))
      const lost = keys.findLast(({ name }) => name === 'lost')
      expect(lost?.revokedAt).toBeDefined()
      expect(host.output().stderr).toContain(
        `The key ${lost?.id} of environment main could not be shown, so it was revoked.\n`,
      )
    }
  })

  test('create asks which environment where there are several', async () => {
    const { environment } = await json('env create Staging')
    const id = String((environment as { id: unknown }).id)
    expect(await run('key create')).toMatchObject(outcome(2, holding('name one with --environment'), ''))
    expect(await json(`key create --environment ${id}`)).toMatchObject({ key: { environmentId: id } })
  })

  test('list shows every key, revoked ones too, and neither key nor hash', async () => {
    const { key, apiKey } = await json('key create ci')
    const { id } = key as { id: string }
    await run(`key revoke ${id}`)
    const listed = await json('key list')
    expect(listed['keys']).toEqual([
      expect.objectContaining({ name: 'first start', prefix: first.apiKey?.slice(0, 11) }),
      { ...(key as object), revokedAt: anyTime },
    ])
    const text = JSON.stringify(listed) + (await run('key list')).stdout
    for (const secret of [String(apiKey), hashKey(String(apiKey)), first.apiKey ?? ''])
      expect(text).not.toContain(secret)
    expect(text).toContain('id\tname\tkey\tenvironment\tscopes\tcreated\texpires\trevoked\tlast use\n')
  })

  test('list names the environment to people only where there are several', async () => {
    const shown = async (): Promise<readonly string[]> => {
      const { stdout } = await runInProcess({ argv: 'service key list', cwd, isTerminal: true, columns: 120 })
      return stdout.split('\n', 1)[0]?.split(/ +/) ?? []
    }
    expect(await shown()).toEqual(['id', 'name', 'key', 'scopes', 'created'])
    await json('env create Staging')
    expect(await shown()).toEqual(['id', 'name', 'key', 'environment', 'scopes', 'created'])
  })

  test('list shows the keys of the environment that is named', async () => {
    const { environment } = await json('env create Staging')
    const id = String((environment as { id: unknown }).id)
    expect(await json(`key list --environment ${id}`)).toEqual({ schema_version: 1, keys: [] })
  })

  test('create gives a key the scopes and the end of its options', async () => {
    const made = await json("key create ci --scopes 'generate, read' --expires 90d")
    expect(made['key']).toMatchObject({
      scopes: ['read', 'generate'],
      expiresAt: expect.stringMatching(/^2026-05-30T09:/),
    })
    const dated = await json('key create ci --scopes read --expires 2027-01-31')
    expect(dated['key']).toMatchObject({ scopes: ['read'], expiresAt: '2027-01-31T00:00:00.000Z' })
    expect((await run('key list')).stdout).toContain('\tread\t2026-03-01T')
  })

  test('rotate makes a key with the same name and scopes, and the old one ends after the overlap', async () => {
    const { key } = await json('key create ci --scopes read')
    const { id } = key as { id: string }
    const made = await json(`key rotate ${id} --overlap 7d`)
    expect(made['key']).toMatchObject({ name: 'ci', scopes: ['read'], environmentId: first.environmentId })
    expect(made['apiKey']).toMatch(/^fctl_/)
    const { keys } = (await json('key list')) as { keys: { id: string; expiresAt?: string }[] }
    expect(keys).toHaveLength(3)
    expect(keys.find((one) => one.id === id)?.expiresAt).toMatch(/^2026-03-08T09:/)
    expect((made['key'] as { expiresAt?: string }).expiresAt).toBeUndefined()
    const { stdout, stderr } = await run(`key rotate ${(made['key'] as { id: string }).id}`)
    expect(stdout).toMatch(/^fctl_[\w-]{43}\n$/)
    expect(stderr).toMatch(/The old key \(fctl_.{6}…\) ends at 2026-03-02T09:[\d:.]+Z\.\n$/)
  })

  test('rotate replaces no key that ended, and a key with an end only by one whose end is said', async () => {
    const { key } = await json('key create ci --expires 90d')
    const { id, expiresAt } = key as { id: string; expiresAt: string }
    expect(await run(`key rotate ${id}`)).toMatchObject(
      outcome(
        2,
        `error[usage]: This key ends at ${expiresAt}: say when the new one ends, with --expires 90d or --expires never.\n`,
      ),
    )
    const next = await json(`key rotate ${id} --expires 30d`)
    expect(next['key']).toMatchObject({ expiresAt: expect.stringMatching(/^2026-03-31T/) })
    await run(`key revoke ${id}`)
    expect(await run(`key rotate ${id}`)).toMatchObject(
      outcome(2, /ended at 2026-03-01T.*: formctl service key create makes a new one\.\n$/),
    )
    expect((await json('key list'))['keys']).toHaveLength(3)
  })

  test('rotate leaves the old key as it is when the new one cannot be shown', async () => {
    const { key } = await json('key create ci')
    const { id } = key as { id: string }
    const host = testHost({ argv: ['service', 'key', 'rotate', id], cwd })
    const write = async (): Promise<void> => {
      throw Failure.of('output-closed', {})
    }
    await runOn({ ...host, stdout: { ...host.stdout, write } })
    const keys = await inStore((store) => store.keys.list(first.environmentId))
    expect(keys.find((one) => one.id === id)).not.toHaveProperty('expiresAt')
    expect(keys.at(-1)).toHaveProperty('revokedAt')
  })

  test.each(
    rows(`
      key create --scopes reed | --scopes: there is no scope "reed". Did you mean read?
      key create --scopes all | --scopes: there is no scope "all". Give one or more of read, generate, manage.
      key create --scopes , | --scopes names no scope.
      key create --expires soon | --expires soon is not a time: write a length such as 90d, or a date such as 2027-03-01.
      key create --expires 2026-02-31 | --expires 2026-02-31 is not a time: write a length such as 90d, or a date such as 2027-03-01.
      key create --expires 2020-01-01 | --expires 2020-01-01 is in the past: write a length such as 90d, or a date to come.
      key create --expires 0d | --expires 0d is in the past: write a length such as 90d, or a date to come.
      key rotate x --overlap 1 | Option '--overlap <time>' argument '1' is invalid. Give a number with h, d or w, such as 24h or 7d. See formctl service key rotate --help.
      key rotate x --overlap 0h | Option '--overlap <time>' argument '0h' is invalid. Give a number with h, d or w, such as 24h or 7d. See formctl service key rotate --help.
    `),
  )('%s is misuse', async (words = '', problem = '') => {
    expect(await run(words)).toEqual(misuse(problem))
  })

  test('revoke ends a key, and says when it was revoked before', async () => {
    const id = (await inStore((store) => store.keys.list(first.environmentId)))[0]?.id ?? ''
    const prefix = first.apiKey?.slice(0, 11)
    expect(await run(`key revoke ${id}`)).toEqual(
      outcome(0, `The key first start (${prefix}…) is revoked.\n`, ''),
    )
    const revoked = await inStore((store) => store.keys.byHash(hashKey(first.apiKey ?? '')))
    expect(revoked?.revokedAt).toBeDefined()
    expect(await run(`key revoke ${id}`)).toEqual(
      outcome(0, `The key first start (${prefix}…) was revoked before, at ${revoked?.revokedAt}.\n`, ''),
    )
    expect(await json(`key revoke ${id}`)).toMatchObject({ key: { id, revokedAt: revoked?.revokedAt } })
  })
})

describe('what is advised', () => {
  const elsewhere = 'a folder'

  test('names the folder that --data named', async () => {
    await (await openDataFolder(testHost({ argv: [], cwd }), elsewhere)).close()
    const { stdout, stderr } = await run(`env create staging --data '${elsewhere}'`)
    const id = /cl\w+/.exec(stdout)?.[0]
    expect(stderr).toContain(`service key create --data 'a folder' --environment ${id}\n`)
    expect((await run(`key create --data '${elsewhere}'`)).stderr).toContain(
      "service env list --data 'a folder' shows them.",
    )
    const key = await run(`key create --data '${elsewhere}' --environment ${id}`)
    expect(key.stderr).toMatch(/service key revoke cl\w+ --data 'a folder'\n$/)
  })

  test('names the settings that options chose', async () => {
    const { stderr } = await run('env create staging --base-url embedded:formctl-data')
    expect(stderr).toMatch(/service key create --base-url embedded:formctl-data --environment cl\w+\n$/)
  })
})

describe('service form', () => {
  test('list shows each form with its responses counted', async () => {
    const { environmentId, sourceFormId: formId } = first
    await inStore(async (store) => {
      const place = { environmentId, formId }
      await store.responses.save(sampleSave({ responseId: 'a', ...place, isFinished: true }))
      await store.responses.save(sampleSave({ responseId: 'b', ...place }))
    })
    const { forms } = await json('form list')
    expect(forms).toHaveLength(starters)
    expect((forms as unknown[])[0]).toEqual({
      id: formId,
      environmentId,
      name: 'Plain',
      url: `/s/${formId}`,
      createdAt: anyTime,
      complete: 1,
      partial: 1,
    })
    const { stdout } = await run('form list')
    expect(stdout.split('\n')[1]).toMatch(`${formId}\tPlain\t${environmentId}\t1\t1\t2026-`)
  })

  test('show has the whole form as JSON, and its components as a table', async () => {
    const form = await inStore((store) => store.forms.get(first.sourceFormId))
    expect(await json(`form show ${first.sourceFormId}`)).toEqual({ schema_version: 1, form })
    const { stdout, stderr } = await run(`form show ${first.sourceFormId}`)
    expect(stderr).toMatch(/^Plain, made 2026-.*, in environment cl\w+\n$/)
    expect(stdout.replaceAll(/\t[0-9a-z]{12}\t/g, '\t<id>\t')).toBe(
      [
        'step\tcomponent\tquestion\tasks',
        'Your visit\tHeader\t<id>\t',
        'Your visit\tRating\t<id>\tHow was your visit, all in all?',
        'Your visit\tMultipleOptionsQuestion\t<id>\tWould you come again?',
        'Your visit\tNextButton\t<id>\t',
        'In your words\tLongInput\t<id>\tWhat should we do better?',
        'In your words\tIdentityInfo\t<id>\t',
        'In your words\tDisclaimer\t<id>\t',
        'In your words\tNextButton\t<id>\t',
        '',
      ].join('\n'),
    )
  })

  test('delete takes a form out of the list and keeps it to be shown', async () => {
    const id = first.sourceFormId
    expect(await run(`form delete ${id} --yes`)).toEqual(
      outcome(0, 'The form Plain is deleted; its responses stay.\n', ''),
    )
    expect((await json('form list'))['forms']).toHaveLength(starters - 1)
    expect(await json(`form show ${id}`)).toMatchObject({ form: { id, deletedAt: anyTime } })
    const again = await run(`form delete ${id}`)
    expect(again).toMatchObject({ exit: 0, stderr: expect.stringContaining('was deleted before, at 2026-') })
    expect(await json(`form delete ${id}`)).toMatchObject({
      form: { id, name: 'Plain', deletedAt: anyTime },
    })
  })

  test('close lets a form take no more answers, once', async () => {
    const id = first.sourceFormId
    expect(await run(`form close ${id} --yes`)).toEqual(
      outcome(0, 'The form Plain is closed; its responses stay.\n', ''),
    )
    expect((await json('form list'))['forms']).toHaveLength(starters)
    expect((await run(`form show ${id}`)).stderr).toMatch(/^Plain, made 2026-.*, closed 2026-/)
    const again = await run(`form close ${id}`)
    expect(again).toMatchObject({ exit: 0, stderr: expect.stringContaining('was closed before, at 2026-') })
    expect(await json(`form close ${id}`)).toMatchObject({ form: { id, name: 'Plain', closedAt: anyTime } })
    await run(`form delete ${id} --yes`)
    const gone = await run(`form close ${id}`)
    expect(gone).toMatchObject({ exit: 0, stderr: expect.stringContaining('was deleted before, at 2026-') })
  })

  test('delete asks first, and where nobody can answer needs --yes', async () => {
    const argv = ['service', 'form', 'delete', first.sourceFormId]
    const question = `Delete the form "Plain" (${first.sourceFormId})?`
    expect(await runInProcess({ argv, cwd })).toEqual(
      outcome(2, `error[no-answer]: ${question} There is no terminal to ask on: give --yes.\n`, ''),
    )
    const no = await runInProcess({ argv, cwd, isTerminal: true, answers: ['n\n'] })
    expect([no.exit, no.stderr]).toEqual([1, expect.stringContaining('Nothing was deleted.')])
    expect(no.stderr).toContain(question)
    expect((await json('form list'))['forms']).toHaveLength(starters)
    expect((await runInProcess({ argv, cwd, isTerminal: true, answers: ['y\n'] })).exit).toBe(0)
    expect((await json('form list'))['forms']).toHaveLength(starters - 1)
  })
})

describe('service responses erase', () => {
  const saveAll = (): Promise<void> =>
    inStore(async (store) => {
      const place = { environmentId: first.environmentId, formId: first.sourceFormId }
      const email = (value: string) => [
        {
          questionId: 'question-a',
          response: { type: 'EmailForm', headline: '', componentShapeVersion: '2.0', value },
        },
      ]
      await store.responses.save(
        sampleSave({ responseId: 'a', ...place, answers: email('ada@example.com'), isFinished: true }),
      )
      await store.responses.save(sampleSave({ responseId: 'b', ...place, answers: email('bob@example.com') }))
      await store.responses.save(sampleSave({ responseId: 'c', ...place, answers: email('Ada@example.com') }))
    })
  const left = async (): Promise<number> => {
    const { forms } = (await json('form list')) as { forms: { complete: number; partial: number }[] }
    return forms.reduce((sum, { complete, partial }) => sum + complete + partial, 0)
  }

  test('erases by e-mail or by id, and says what was erased', async () => {
    await saveAll()
    const place = { formId: first.sourceFormId, environmentId: first.environmentId, uploads: 0, filesLeft: 0 }
    expect(await json('responses erase --email ADA@example.com --yes')).toEqual({
      schema_version: 1,
      erased: expect.arrayContaining([
        { id: 'a', ...place },
        { id: 'c', ...place },
      ]),
    })
    expect(await left()).toBe(1)
    expect(await run('responses erase --id b --yes')).toEqual(
      outcome(
        0,
        'Erased 1 response for good.\n',
        `response\tform\tenvironment\tuploads\nb\t${place.formId}\t${place.environmentId}\t0\n`,
      ),
    )
    expect(await left()).toBe(0)
    expect(await run('responses erase --email ada@example.com')).toMatchObject(
      outcome(0, 'No response holds that address, so nothing was erased.\n'),
    )
  })

  test('deletes the files that are here, and leaves those in a bucket to the server', async () => {
    const folder = join(cwd, 'formctl-data')
    const opened = await openSqliteStore(folder, deterministicBytes())
    for (const id of ['here', 'elsewhere', 'also'])
      await storeFile(
        opened,
        {
          id,
          environmentId: first.environmentId,
          formId: first.sourceFormId,
          responseId: id === 'also' ? 'b' : 'a',
        },
        'x',
      )
    for (const id of ['elsewhere', 'also']) await opened.blobs.remove(id)
    const due = async () =>
      (await opened.store.uploads.claim('2000-01-01T00:00:00.000Z', 10)).map(({ id }) => id).toSorted()
    expect((await json('responses erase --id a --yes'))['erased']).toMatchObject([
      { id: 'a', uploads: 2, filesLeft: 1 },
    ])
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    // The row of a file that was here stays for the sweep: the server may have another copy in its bucket.
    expect(await due()).toEqual(['elsewhere', 'here'])
    expect((await run('responses erase --id b --yes')).stderr).toBe(
      'Erased 1 response for good.\n1 file is deleted by the server within the hour.\n',
    )
    expect(await due()).toEqual(['also', 'elsewhere', 'here'])
    await opened.store.close()
  })

  test('asks first, and where nobody can answer needs --yes', async () => {
    await saveAll()
    const argv = ['service', 'responses', 'erase', '--id', 'a', '--id', 'b']
    const question = 'Erase 2 responses for good?'
    expect(await runInProcess({ argv, cwd })).toMatchObject(
      outcome(2, `error[no-answer]: ${question} There is no terminal to ask on: give --yes.\n`),
    )
    const no = await runInProcess({ argv, cwd, isTerminal: true, answers: ['n\n'] })
    expect([no.exit, no.stderr]).toEqual([1, expect.stringContaining('Nothing was erased.')])
    expect(await left()).toBe(3)
    expect((await runInProcess({ argv, cwd, isTerminal: true, answers: ['y\n'] })).exit).toBe(0)
    expect(await left()).toBe(1)
  })

  test('erases nothing where an id is unknown', async () => {
    await saveAll()
    expect(await run('responses erase --id a --id none --yes')).toEqual(
      outcome(5, 'error[thing-unknown]: There is no response none here.\n', ''),
    )
    expect(await left()).toBe(3)
  })
})

test.each([
  ['key rotate clnone', 'There is no API key clnone here.'],
  ['key revoke clnone', 'There is no API key clnone here.'],
  ['form show clnone', 'There is no form clnone here.'],
  ['form close clnone', 'There is no form clnone here.'],
  ['form delete clnone', 'There is no form clnone here.'],
  ['key create --environment clnone', 'There is no environment clnone here.'],
  ['key list --environment clnone', 'There is no environment clnone here.'],
  ['form list --environment clnone', 'There is no environment clnone here.'],
])('service %s names what is not there, and ends with 5', async (words, sentence) => {
  expect(await run(words)).toEqual(outcome(5, `error[thing-unknown]: ${sentence}\n`, ''))
})

test.each([
  'env create x',
  'env list',
  'key create',
  'key list',
  'key revoke x',
  'key rotate x',
  'form list',
  'form show x',
  'form close x',
  'form delete x',
  'responses erase --id x',
])('service %s works in the folder that --data names, and makes none', async (words) => {
  const ran = await run(`${words} --data other`)
  expect(ran).toEqual(
    outcome(
      3,
      'error[store-unusable]: The data folder other cannot be used: it holds no formctl.db; name the right folder with --data, or make one with formctl serve --data other.\n',
      '',
    ),
  )
  expect(readdirSync(cwd)).toEqual(['formctl-data'])
})

test('a service that --base-url names is no folder, so only --data says which one is meant', async () => {
  const argv = ['service', 'env', 'list', '--base-url', 'https://prod.example']
  expect(await runInProcess({ argv, cwd })).toEqual(
    misuse(
      'formctl service works on a data folder of this machine, and --base-url names no folder: name one with --data.',
    ),
  )
  expect(await runInProcess({ argv: [...argv, '--data', 'formctl-data'], cwd })).toMatchObject({ exit: 0 })
})

test('the folder stays the same whatever FORMCTL_BASE_URL says, as the service on it may have that address', async () => {
  const env = { FORMCTL_BASE_URL: 'http://127.0.0.1:8080' }
  expect(await runInProcess({ argv: ['service', 'env', 'list'], cwd, env })).toMatchObject({ exit: 0 })
})

test('a folder whose formctl.db is no database is refused with its reason', async () => {
  writeFileSync(join(cwd, 'formctl.db'), 'not a database')
  expect(await run('env list --data .')).toMatchObject(
    outcome(3, /cannot be used: formctl.db is not a database\.\n$/),
  )
})

test('the folder is closed after each command: nothing but the database stays in it', async () => {
  await run('form list')
  await run('form show clnone')
  expect(readdirSync(join(cwd, 'formctl-data'))).toEqual(['formctl.db'])
})

test.each([
  ['env create', ' ', 'An argument is empty. Give a value, or leave it out.'],
  [
    'env create',
    'x'.repeat(100_000),
    'The name of an environment is 100000 characters long. Give at most 200.',
  ],
  ['key create', '\t', 'An argument is empty. Give a value, or leave it out.'],
  ['key create', 'x'.repeat(201), 'The name of a key is 201 characters long. Give at most 200.'],
])('service %s takes no name that nobody could read', async (words, name, problem) => {
  const argv = ['service', ...words.split(' '), name]
  expect(await runInProcess({ argv, cwd })).toEqual(misuse(problem))
})

test('a name of 200 signs is taken, be they emoji', async () => {
  expect((await run(`env create ${'😀'.repeat(200)}`)).exit).toBe(0)
})

test('an environment that is misspelt, or given by its name, is suggested by its id', async () => {
  const { environmentId } = first
  for (const [given, meant] of [
    [environmentId.slice(0, -1), ` Did you mean ${environmentId}?`],
    ['mian', ` Did you mean ${environmentId}?`],
    ['elsewhere', ''],
  ] as const)
    expect(await run(`key list --environment ${given}`)).toEqual(
      outcome(5, `error[thing-unknown]: There is no environment ${given} here.${meant}\n`, ''),
    )
})

describe('a folder whose settings name a data folder', () => {
  const inFolder = (...words: readonly string[]): Promise<Ran> =>
    runInProcess({ argv: ['service', 'key', 'create', 'ci', ...words], cwd: settled })
  let settled: string
  beforeEach(() => {
    settled = temporaryFolder()
    writeFileSync(join(settled, 'formctl.yaml'), 'base_url: embedded:data\n')
  })

  test('has its keys made in that one, which is said', async () => {
    await (await openDataFolder(testHost({ argv: [], cwd: settled }), 'data')).close()
    const { exit, stderr } = await inFolder()
    expect(exit).toBe(0)
    expect(stderr).toContain(`The data folder is ${join(settled, 'data')}, from formctl.yaml.\n`)
    expect(readdirSync(settled)).toEqual(['data', 'formctl.yaml'])
  })

  test('also beside a ./formctl-data, and from a folder below', async () => {
    await (await openDataFolder(testHost({ argv: [], cwd: settled }), 'formctl-data')).close()
    await (await openDataFolder(testHost({ argv: [], cwd: settled }), 'data')).close()
    const below = join(settled, 'forms')
    mkdirSync(below)
    for (const [folder, settings] of [
      [settled, 'formctl.yaml'],
      [below, '../formctl.yaml'],
    ] as const)
      expect(await runInProcess({ argv: 'service key create ci', cwd: folder })).toMatchObject(
        outcome(0, holding(`The data folder is ${join(settled, 'data')}, from ${settings}.\n`)),
      )
  })

  test('but in the folder that --data names', async () => {
    await (await openDataFolder(testHost({ argv: [], cwd: settled }), 'formctl-data')).close()
    const { exit, stderr } = await inFolder('--data', 'formctl-data')
    expect(exit).toBe(0)
    expect(stderr).not.toContain('The data folder is')
  })

  test('is told of that one where neither is there', async () => {
    const { exit, stderr } = await inFolder()
    expect(exit).toBe(3)
    expect(stderr).toContain(
      `The data folder ${join(settled, 'data')} cannot be used: it holds no formctl.db`,
    )
  })
})
