import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDataFolder } from '../../../src/cli/settings/open-data-folder.ts'
import { Failure } from '../../../src/failure/failure.ts'
import type { Call } from '../../../src/wire/wire.ts'
import { lost, made } from '../../support/generating.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import {
  runInProcess,
  temporaryFolder,
  testHost,
  type Ran,
  type TestHostOptions,
} from '../../support/test-host.ts'
import { startTestService } from '../../support/test-service.ts'
import { outcome, rows } from '../../support/outcome.ts'

const spec = (name: string, more = ''): string => `name: ${name}
${more}steps:
  - name: One
    components:
      - type: ShortInput
        content: { question: "Who?" }
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - type: LongInput
        content: { question: "Why?" }
`

const steps = [
  {
    name: 'One',
    components: [
      { type: 'ShortInput', content: { question: 'Who?' } },
      { type: 'NextButton', content: {} },
    ],
  },
  { name: 'Two', components: [{ type: 'LongInput', content: { question: 'Why?' } }] },
]

const env = {
  FORMCTL_BASE_URL: 'https://forms.example/base',
  FORMCTL_API_KEY: 'fctl_canary_0123456789',
  FORMCTL_ENVIRONMENT_ID: 'env-1',
  FORMCTL_SOURCE_FORM_ID: 'settled',
}

type Files = Readonly<Record<string, string>>

function folderWith(files: Files): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

type Setup = { readonly files: Files; readonly turns?: readonly Turn[] } & Partial<TestHostOptions>

async function generate(words: string, setup: Setup): Promise<Ran & { calls: readonly Call[] }> {
  const { service, calls } = scriptedService(...(setup.turns ?? [made('f1'), made('f2'), made('f3')]))
  const argv = ['forms', 'generate', ...words.split(' ').filter((word) => word !== '')]
  const { files, turns: _turns, ...options } = setup
  const ran = await runInProcess({ cwd: folderWith(files), env, service, ...options, argv })
  return { ...ran, calls }
}

const bodiesOf = (calls: readonly Call[]): unknown[] => calls.map(({ body }) => JSON.parse(body ?? 'null'))

describe('a spec without errors', () => {
  test('becomes a form, and its id and whole address are printed', async () => {
    const { exit, stdout, stderr, calls } = await generate('a.yaml', { files: { 'a.yaml': spec('A') } })
    expect({ exit, stdout, stderr }).toEqual(
      outcome(0, 'Created 1 form.\n', 'name\tid\turl\tfile\nA\tf1\thttps://forms.example/s/f1\ta.yaml\n'),
    )
    expect(calls.map(({ path }) => path)).toEqual(['/api/v1/environments/env-1/forms/generate'])
    expect(bodiesOf(calls)).toEqual([{ sourceFormId: 'settled', name: 'A', steps }])
  })

  test('is a line of JSON in the shape of its schema', async () => {
    const files = { 'forms/a.yaml': spec('A'), 'forms/b.yml': `${spec('B')}---\n${spec('C')}` }
    const { stdout, stderr } = await generate('forms -o json', { files })
    const form = (file: string, name: string, id: string): unknown => {
      const url = `/s/${id}`
      return { file, name, id, url, absoluteUrl: `https://forms.example${url}` }
    }
    expect(outputOf('forms-generate', stdout)).toEqual({
      schema_version: 1,
      forms: [
        form('forms/a.yaml', 'A', 'f1'),
        form('forms/b.yml', 'B', 'f2'),
        form('forms/b.yml', 'C', 'f3'),
      ],
    })
    expect(stderr).toBe('')
  })

  test('comes from the standard input, too', async () => {
    const { stdout } = await generate('-', { files: {}, stdin: spec('A') })
    expect(stdout).toContain('A\tf1\thttps://forms.example/s/f1\t<stdin>\n')
  })

  test('is sent with its warnings said on stderr, and without keys that have no effect', async () => {
    const files = { 'a.yaml': spec('A', 'extra: 1\n') }
    const { exit, stderr, calls } = await generate('a.yaml', { files })
    expect({ exit, stderr }).toEqual(outcome(0, /^warning\[ignored-key\].*\n +--> a\.yaml:2:1\n/))
    expect(bodiesOf(calls)).toEqual([{ sourceFormId: 'settled', name: 'A', steps }])
  })

  test.each([
    ['the option', 'a.yaml --source-form option', 'option'],
    ['then the spec', 'a.yaml', 'spec'],
    ['then the settings', 'b.yaml', 'settled'],
  ])('takes its look from %s', async (_, words, expected) => {
    const files = { 'a.yaml': spec('A', 'sourceFormId: spec\n'), 'b.yaml': spec('B') }
    const { calls } = await generate(words, { files })
    expect(bodiesOf(calls)).toMatchObject([{ sourceFormId: expected }])
  })

  test('may be named by an option', async () => {
    const { calls } = await generate('a.yaml --name Other', { files: { 'a.yaml': spec('A') } })
    expect(bodiesOf(calls)).toMatchObject([{ name: 'Other' }])
  })
})

describe('nothing is sent', () => {
  const ok = spec('A')
  const bad = spec('B').replace('ShortInput', 'Dropdown')
  const mixed = { 'a.yaml': ok, 'b.yaml': spec('B'), 'bad.yaml': bad, 'extra.yaml': spec('A', 'extra: 1\n') }
  test.each(
    rows(String.raw`
      of any spec when one has an error | a.yaml bad.yaml | 1 | --> bad\.yaml:6:9\n[^]*error\[spec-findings\]: 1 error in 1 file: nothing was sent
      when --strict counts a warning as an error | extra.yaml --strict | 1 | error\[spec-findings\]: 1 error in 1 file
      when a file is missing | a.yaml nowhere.yaml | 3 | ^error\[file-not-found\]: nowhere\.yaml does not exist
      without a file |  | 2 | No file is named
      when one name is given to two forms | a.yaml b.yaml --name X | 2 | --name names one form, and 2 were read
      when the name is empty | a.yaml --name= | 2 | --name is empty
      when the source form is empty | a.yaml --source-form= | 2 | --source-form is empty
      without a source form | a.yaml | 3 | No source form is set\. Give --source-form | FORMCTL_SOURCE_FORM_ID
      without a key | a.yaml | 4 | No API key is set | FORMCTL_API_KEY
      without an environment | a.yaml | 3 | No environment is set | FORMCTL_ENVIRONMENT_ID
    `),
  )('%s', async (_, words = '', exit, sentence = '', unset = 'NONE') => {
    const { calls, ...ran } = await generate(words, { files: mixed, env: { ...env, [unset]: '' } })
    expect(calls).toEqual([])
    expect(ran).toEqual(outcome(Number(exit), new RegExp(sentence), ''))
  })

  test('of a form that the service refuses, whatever was silenced or set', async () => {
    const files = {
      'formctl.yaml': 'rules: { too-few: off, ignored-key: off }\n',
      'a.yaml': 'name: 7 # formctl-ignore wrong-type\nextra: 1\nsteps: []\n',
    }
    const { exit, stderr, calls } = await generate('a.yaml', { files })
    expect({ exit, calls }).toEqual({ exit: 1, calls: [] })
    expect(Array.from(stderr.matchAll(/^(?:error|warning).*|help: .*/gm), ([line]) => line)).toEqual([
      'error[wrong-type]: "name" must be a string, but is the number 7.',
      'help: Put it in quotes: "7". It is silenced, but the service refuses it.',
      'error[too-few]: A form needs at least 2 steps, but has none.',
      'help: Add a step; the last one may just say thanks. formctl.yaml makes less of it, but the service refuses it.',
      'error[spec-findings]: 2 errors in 1 file: nothing was sent. Fix them and run again.',
    ])
  })

  test('and programs get findings and failure as lines of JSON', async () => {
    const { stderr } = await generate('b.yaml -o json', { files: { 'b.yaml': bad } })
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toMatchObject([
      { files: [{ file: 'b.yaml', findings: [{ severity: 'error', line: 6 }] }] },
      { error: { code: 'spec-findings', exit: 1 } },
    ])
  })

  test('under --dry-run, which prints the bodies and needs neither key nor service', async () => {
    const files = { 'a.yaml': spec('A'), 'b.yaml': spec('B', 'sourceFormId: own\n') }
    const { exit, stdout, calls } = await generate('a.yaml b.yaml --dry-run --source-form s', {
      files,
      env: {},
    })
    const bodies = ['A', 'B'].map(
      (name) => `${JSON.stringify({ sourceFormId: 's', name, steps }, null, 2)}\n`,
    )
    expect([exit, stdout, calls]).toEqual([0, bodies.join(''), []])
  })

  test('under --dry-run -o json, which prints one document however many forms there are', async () => {
    const files = {
      'a.yaml': `${spec('A')}---\n${spec('B')}`,
      'c.yaml': spec('C ${who}'),
      'r.csv': 'who\nme\n',
    }
    const both = await generate('a.yaml --dry-run -o json', { files })
    const request = { sourceFormId: 'settled', steps }
    expect(outputOf('forms-generate-dry-run', both.stdout)).toEqual({
      schema_version: 1,
      forms: ['A', 'B'].map((name) => ({ file: 'a.yaml', name, request: { ...request, name } })),
    })
    const row = await generate('c.yaml --each r.csv --dry-run -o json', { files, env: {} })
    expect(outputOf('forms-generate-dry-run', row.stdout)).toEqual({
      schema_version: 1,
      forms: [{ file: 'c.yaml', row: 1, name: 'C me', request: { name: 'C me', steps } }],
    })
    expect([both.stderr, row.stderr]).toEqual(['', ''])
  })

  test('under --dry-run also without a source form, which is said to be left out', async () => {
    const files = { 'a.yaml': spec('A for ${who}'), 'rows.csv': 'who\nme\nyou\n' }
    const { exit, stdout, stderr } = await generate('a.yaml --each rows.csv --dry-run', { files, env: {} })
    const bodies = ['me', 'you'].map((who) => `${JSON.stringify({ name: `A for ${who}`, steps }, null, 2)}\n`)
    expect([exit, stdout]).toEqual([0, bodies.join('')])
    expect(stderr).toBe(
      '2 forms from the rows of rows.csv:\n  row 1: A for me\n  row 2: A for you\nNo source form is named, so sourceFormId is left out here; to send them, give --source-form or run formctl init.\n',
    )
  })
})

describe('a failure in the middle', () => {
  const files = { 'a.yaml': spec('A'), 'b.yaml': spec('B'), 'c.yaml': spec('C') }
  const refused: Turn = { status: 401 }

  test('leaves what was created printed, and names what was not', async () => {
    const { exit, stdout, stderr, calls } = await generate('a.yaml b.yaml c.yaml', {
      files,
      turns: [made('f1'), refused],
    })
    expect([exit, stdout, calls.length]).toEqual([
      8,
      'name\tid\turl\tfile\nA\tf1\thttps://forms.example/s/f1\ta.yaml\n',
      2,
    ])
    expect(stderr).toBe(
      [
        'error[key-refused]: "B" (b.yaml) was not created. The service refused the API key from FORMCTL_API_KEY. Correct FORMCTL_API_KEY, or unset it.',
        'Not sent: "C" (c.yaml).',
        'error[partly-done]: 1 done, 2 not; the output names which.\n',
      ].join('\n'),
    )
  })

  test('tells programs the same', async () => {
    const { stdout, stderr } = await generate('a.yaml b.yaml c.yaml -o json', {
      files,
      turns: [made('f1'), refused],
    })
    expect(outputOf('forms-generate', stdout)).toMatchObject({
      forms: [{ name: 'A' }],
      left: [
        { file: 'b.yaml', name: 'B', code: 'key-refused' },
        { file: 'c.yaml', name: 'C', code: 'not-sent' },
      ],
    })
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toMatchObject([
      { error: { code: 'key-refused', exit: 4 } },
      { error: { code: 'partly-done', exit: 8 } },
    ])
  })

  test('ends with its own code when nothing was created', async () => {
    const { exit, stdout, stderr } = await generate('a.yaml b.yaml', { files, turns: [refused] })
    expect([exit, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(
      /^Not sent: "B" \(b\.yaml\)\.\nerror\[key-refused\]: The service refused the API key/,
    )
  })

  test('that leaves it open whether a form was created ends with 9, whatever was created before', async () => {
    const { exit, stdout, stderr, calls } = await generate('a.yaml b.yaml c.yaml', {
      files,
      turns: [made('f1'), lost, { status: 404 }],
    })
    const posted = calls.filter(({ method }) => method === 'POST')
    expect([exit, stdout, posted.length]).toEqual([9, expect.stringContaining('A\tf1'), 2])
    expect(stderr).toMatch(
      /^Not sent: "C" \(c\.yaml\)\.\nerror\[outcome-unknown\]: It is not known whether the form "B" was created: it ended/,
    )
  })

  test("of the service shows its faults at the author's own lines", async () => {
    const errors = [
      { message: 'Question is too rude', path: ['steps', 1, 'components', 0, 'content', 'question'] },
    ]
    const turns: readonly Turn[] = [{ status: 400, body: { message: 'Invalid request body', errors } }]
    const { exit, stderr } = await generate('a.yaml', { files, turns })
    expect(exit).toBe(6)
    expect(stderr).toMatch(/^error\[refused\]: Question is too rude\n +--> a\.yaml:11:30\n/)
    expect(stderr).toContain('\nerror[form-refused]: The service refused the form "A" in a.yaml: 1 fault.')
  })
})

test('an interruption while a form is on its way leaves it open whether it was created', async () => {
  const controller = new AbortController()
  const url = 'https://forms.example/x'
  const service = async (): Promise<never> => {
    controller.abort(Failure.of('interrupted', {}))
    throw Failure.of('connection-lost', { url, reason: 'formctl was interrupted' })
  }
  const files = { 'a.yaml': spec('A') }
  const { exit, stderr } = await generate('a.yaml', { files, service, signal: controller.signal })
  expect([exit, stderr]).toEqual([9, expect.stringContaining('was created: formctl was interrupted.')])
})

test('an interruption while specs are read ends at once', async () => {
  const signal = AbortSignal.abort(Failure.of('interrupted', {}))
  const { exit, calls } = await generate('a.yaml', { files: { 'a.yaml': spec('A') }, signal })
  expect([exit, calls]).toEqual([130, []])
})

test('a service in a folder creates the form, and it is said how to reach it', async () => {
  const cwd = folderWith({ 'a.yaml': spec('A') })
  const run = (...argv: readonly string[]): Promise<Ran> =>
    runInProcess({ cwd, argv: [...argv, '--base-url', 'embedded:data'] })
  const { exit, stdout, stderr } = await run('forms', 'generate', 'a.yaml')
  expect({ exit, stderr }).toEqual(
    outcome(0, /^Created 1 form\.\nTo fill it in, run formctl serve --data \S+data\.\n$/),
  )
  expect(stdout).toMatch(/^name\tid\turl\tfile\nA\t(\S+)\t\/s\/\1\ta\.yaml\n$/)
  const listed = outputOf('forms-list', (await run('forms', 'list', '-o', 'json')).stdout)
  expect(listed).toMatchObject({
    forms: expect.arrayContaining([expect.objectContaining({ name: 'A', absoluteUrl: null })]),
  })
})

test('the source form of a service in a folder is known without calling it', async () => {
  const cwd = folderWith({ 'a.yaml': spec('A') })
  const dryRun = (): Promise<Ran> =>
    runInProcess({ cwd, argv: 'forms generate a.yaml --dry-run --base-url embedded:data' })
  expect(JSON.parse((await dryRun()).stdout)).not.toHaveProperty('sourceFormId')
  await (await openDataFolder(testHost({ argv: [], cwd }), 'data')).close()
  expect(JSON.parse((await dryRun()).stdout)).toMatchObject({
    sourceFormId: expect.stringMatching(/./),
    name: 'A',
  })
})

describe('the list of forms', () => {
  const list = async (words: readonly string[] = []): Promise<Ran> => {
    const { service, ours, close } = await startTestService()
    const variables = { ...env, FORMCTL_API_KEY: ours.apiKey, FORMCTL_ENVIRONMENT_ID: ours.environmentId }
    const ran = await runInProcess({ argv: ['forms', 'list', ...words], env: variables, service })
    await close()
    return ran
  }
  const created = '2026-03-01T09:00:00.000Z'

  test('is a table with whole addresses', async () => {
    expect(await list()).toEqual(
      outcome(
        0,
        '',
        `id\tname\tcomplete\tpartial\tcreated\turl\nsource-1\tSource source-1\t0\t0\t${created}\thttps://forms.example/s/source-1\n`,
      ),
    )
  })

  const form = {
    id: 'source-1',
    name: 'Source source-1',
    url: '/s/source-1',
    absoluteUrl: 'https://forms.example/s/source-1',
    createdAt: created,
    isFormer: false,
    complete: 0,
    partial: 0,
  }

  test('is JSON in the shape of its schema, or a line a form', async () => {
    expect(outputOf('forms-list', (await list(['-o', 'json'])).stdout)).toEqual({
      schema_version: 1,
      forms: [form],
    })
    expect(JSON.parse((await list(['-o', 'ndjson'])).stdout)).toEqual(form)
  })

  test('has no numbers of responses where the service gives none, as to a key that may not read', async () => {
    const { complete: _complete, partial: _partial, absoluteUrl: _whole, isFormer: _former, ...listed } = form
    const withOutput = async (...more: string[]): Promise<string> => {
      const { service } = scriptedService(
        { body: { extensions: ['forms-list'] } },
        { body: { data: [listed] } },
      )
      return (await runInProcess({ argv: ['forms', 'list', ...more], env, service })).stdout
    }
    expect(await withOutput()).toContain(`source-1\tSource source-1\t\t\t${created}\t`)
    const { forms } = outputOf('forms-list', await withOutput('-o', 'json')) as {
      readonly forms: readonly object[]
    }
    expect(Object.keys(forms[0] ?? {}).toSorted()).toEqual([
      'absoluteUrl',
      'createdAt',
      'id',
      'isFormer',
      'name',
      'url',
    ])
  })

  test('says what to do where the service has none', async () => {
    const { service } = scriptedService({ body: { extensions: [] } })
    const { exit, stderr } = await runInProcess({ argv: ['forms', 'list'], env, service })
    expect({ exit, stderr }).toEqual(outcome(6, /does not announce a list of forms\. Look at its dashboard/))
  })
})
