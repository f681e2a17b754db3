import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../src/wire/wire.ts'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import { outputOf } from '../../support/output-schema.ts'
import { sampleForm, sampleSave } from '../../support/samples.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { startTestService } from '../../support/test-service.ts'

const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

const answerOf = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { type: 'X', headline, componentShapeVersion: '2.0', ...members },
})

const ada = {
  id: 'r1',
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  formId: 'f',
  data: [
    answerOf('q1', 'Name', { firstName: 'Ada', lastName: 'Lovelace' }),
    answerOf('q2', 'Colours', {
      choices: [
        { key: 'Red', value: true, index: 0 },
        { key: 'Blue', value: false, index: 1 },
        { key: 'Green; light', value: true, index: 2 },
      ],
      selectedOther: false,
    }),
  ],
}
const ben = {
  id: 'r2',
  createdAt: '2026-03-01T08:00:00.000Z',
  finished: false,
  formId: 'f',
  data: [
    answerOf('q1', 'Your name', { value: 'Ben\tTab' }),
    answerOf('q3', '', { files: [{ name: 'cv.pdf', size: 3 }], extra: null }),
    answerOf('q4', 'Booked', { booked: true }),
  ],
}
const benOfG = { ...ben, formId: 'g' }

type World = { readonly turns: readonly Turn[] } & Partial<TestHostOptions>

async function get(words: string, { turns, ...options }: World): Promise<Ran & { calls: readonly Call[] }> {
  const { service, calls } = scriptedService(...turns)
  const argv = ['responses', 'get', ...words.split(' ').filter((word) => word !== '')]
  return { ...(await runInProcess({ env, service, ...options, argv })), calls }
}

/** What is asked of the service first where partial responses of all forms are. */
const turnsOf = (words: string, reply: Turn): readonly Turn[] =>
  words.includes('--all --partials') ? [{ status: 404 }, reply] : [reply]

const replyWith = (...records: readonly object[]): Turn => ({ body: { data: records } })

describe('responses', () => {
  test('have the questions in the order of the form, whichever of them the newest one answered', async () => {
    const answered = (id: string, ...names: readonly string[]): object => ({
      id,
      formId: 'f',
      data: names.map((name) => answerOf(name, name.toUpperCase(), { value: 1 })),
    })
    const turns = [replyWith(answered('new', 'c'), answered('older', 'b', 'c'), answered('old', 'a', 'b'))]
    const { stdout } = await get('--form f', { turns })
    expect(stdout.split('\n')[0]?.trim().split(/\s+/)).toEqual(['id', 'created', 'finished', 'A', 'B', 'C'])
  })

  test('of a form are a table, a question a column under its newest headline', async () => {
    const { exit, stdout, stderr, calls } = await get('--form f', { turns: [replyWith(ben, ada)] })
    expect([exit, stderr, calls.map(({ query }) => query)]).toEqual([0, '', [{ formId: 'f' }]])
    expect(stdout.split('\n').map((line) => line.split('\t'))).toEqual([
      ['id', 'created', 'finished', 'Name', 'Colours', 'X', 'Booked'],
      ['r2', ben.createdAt, 'no', expect.stringMatching(/^Ben.*Tab$/), '', 'cv.pdf', 'booked'],
      ['r1', ada.createdAt, 'yes', 'Ada, Lovelace', 'Red; "Green; light"', '', ''],
      [''],
    ])
  })

  test('of all forms say which form', async () => {
    const { stdout, calls } = await get('--all --partials', {
      turns: [{ status: 404 }, replyWith(ada, benOfG)],
    })
    expect(stdout).toMatch(/^id\tform\tcreated\tfinished\t.*\nr1\tf\t.*\nr2\tg\t/)
    expect(calls.map(({ query }) => query)).toEqual([{}, { returnPartials: 'true' }])
  })

  test.each([true, false])(
    'as a table fit their stream, with short times (terminal: %s)',
    async (isTerminal) => {
      const { stdout } = await get('--form f -o table', { turns: [replyWith(ada)], isTerminal, columns: 70 })
      expect(stdout).toContain('│ r1 │ 2026-03-01 09:00 │ yes ')
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(70)
    },
  )

  test('on a terminal stand one under the other, each answer under its question', async () => {
    const changed = '2026-03-01T09:01:30.000Z'
    const first = { ...ada, dataUpdatedAt: changed }
    const { stdout } = await get('--all --partials', {
      turns: [{ status: 404 }, replyWith(first, benOfG)],
      isTerminal: true,
      columns: 60,
    })
    expect(stdout).toBe(`── r1 ${'─'.repeat(47)} 1 of 2
form     f
status   finished
created  1 March 2026, 09:00 UTC, just now
         (2026-03-01T09:00:00.000Z)
changed  1 March 2026, 09:01 UTC (2026-03-01T09:01:30.000Z)

Name
  firstName  Ada
  lastName   Lovelace

Colours
  • Red
  • Green; light

── r2 ${'─'.repeat(47)} 2 of 2
form     g
status   begun and not finished
created  1 March 2026, 08:00 UTC, 1 hour ago
         (2026-03-01T08:00:00.000Z)

Your name
  Ben\\tTab

X
  • cv.pdf

Booked
  booked  yes
`)
  })

  test.each([24, 80, 200])(
    'on a terminal of %d columns stay within it, whatever they hold',
    async (columns) => {
      const wide = '広い文字で書かれた長い答え'.repeat(40)
      const hostile = '\u001b[2J\u202e\u0007 a \n\n b'
      const full = {
        ...ada,
        id: wide,
        formId: hostile,
        data: [
          answerOf('q1', wide, { value: `${wide}\n${hostile}` }),
          answerOf('q2', hostile, { selected: [wide, hostile], [wide]: wide }),
          answerOf('q3', '', { value: 'x '.repeat(500_000) }),
          answerOf('q4', 'Nothing', { value: '', selectedOther: false }),
        ],
      }
      const { stdout } = await get('--all', { turns: [replyWith(full)], isTerminal: true, columns })
      const lines = stdout.split('\n')
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(Math.min(columns, 100))
      for (const control of ['\u001b', '\u202e', '\u0007']) expect(stdout).not.toContain(control)
      expect(stdout).not.toContain('Nothing')
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('(1000000 characters in all; -o json shows them)')
    },
  )

  test('have URLs in one piece on a terminal, however long', async () => {
    const url = `https://files.example.com/${'uploads/'.repeat(10)}cv.pdf`
    const data = [answerOf('q1', 'X', { files: [{ name: 'my cv.pdf', url }] })]
    const { stdout } = await get('--form f', {
      turns: [replyWith({ id: 'r1', formId: 'f', data })],
      isTerminal: true,
      columns: 60,
    })
    expect(stdout).toContain(`  • my cv.pdf\n    (${url})\n`)
  })

  test('without an answer say so on a terminal', async () => {
    const { stdout } = await get('--form f', {
      turns: [replyWith({ id: 'r1', formId: 'f' })],
      isTerminal: true,
    })
    expect(stdout).toBe(`── r1 ${'─'.repeat(74)}\n\nno answers\n`)
  })

  test('as JSON, NDJSON and YAML are the records as they came, to the digit', async () => {
    const body =
      '{"data":[{"id":"r1","formId":"f","odd":0.10,"text":"yes"},{"id":"r2","formId":"f","big":12345678901234567890}]}'
    const out = async (format: string): Promise<string> =>
      (await get(`--form f -o ${format}`, { turns: [{ body }] })).stdout
    const json = await out('json')
    expect(JSON.parse(json)).toEqual({ schema_version: 1, mayBeMore: false, ...JSON.parse(body) })
    expect(json).toContain('"odd":0.10')
    expect(await out('ndjson')).toBe(
      '{"id":"r1","formId":"f","odd":0.10,"text":"yes"}\n{"id":"r2","formId":"f","big":12345678901234567890}\n',
    )
    const yaml = await out('yaml')
    expect(parse(yaml)).toEqual({ schema_version: 1, mayBeMore: false, ...JSON.parse(body) })
    expect(yaml).toContain('odd: 0.10\n')
    expect(yaml).toContain('big: 12345678901234567890\n')
  })

  test('as CSV are the table that an export writes', async () => {
    const { stdout } = await get('--form f -o csv', { turns: [replyWith(ada)] })
    expect(stdout).toMatch(/^id,.*\n?/)
    expect(stdout).toContain('Ada')
  })

  test('as JSON keep the shape of their schema, none included', async () => {
    const { stdout } = await get('--form f -o json', { turns: [replyWith()] })
    expect(outputOf('responses-get', stdout.replaceAll('\n', '') + '\n')).toEqual({
      schema_version: 1,
      mayBeMore: false,
      data: [],
    })
  })
})

describe('what may be missing is said on stderr', () => {
  const many = (n: number): Turn =>
    replyWith(...Array.from({ length: n }, (_, i) => ({ ...ada, id: `r${i}` })))

  test.each([
    [
      'ten of a form',
      '--form f',
      many(10),
      /^These are the 10 newest; formctl responses export --form f writes all\.\n$/,
    ],
    ['nine of a form', '--form f', many(9), /^$/],
    ['ten of all', '--all', many(10), /^$/],
    ['none', '--form f', many(0), /^No responses yet\.\n$/],
  ])('%s', async (_, words, turn, said) => {
    expect((await get(words, { turns: [turn] })).stderr).toMatch(said)
  })

  test('with an advice that keeps the options for the service', async () => {
    const { stderr } = await get('--form f --environment site-2', { turns: [many(10)] })
    expect(stderr).toContain(' formctl responses export --form f --environment site-2 writes all.\n')
  })

  test('that no partial came where the service does not promise them', async () => {
    const { stderr } = await get('--all --partials', { turns: [{ status: 404 }, replyWith(ada)] })
    expect(stderr).toMatch(/^warning: The service does not say whether its read .* every partial response/)
  })

  test('but not where it does', async () => {
    const announced = { body: { extensions: ['returnPartials-all'] } }
    expect((await get('--all --partials', { turns: [announced, replyWith(ada)] })).stderr).toBe('')
  })
})

describe('one response', () => {
  test('is found by its id', async () => {
    const { stdout, stderr } = await get('r2 --form f -o ndjson', { turns: [replyWith(ada, ben)] })
    expect([JSON.parse(stdout), stderr]).toEqual([ben, ''])
  })

  test.each([
    ['--form f', 'the 2 newest finished responses of form f. --all and --partials would search more.'],
    ['--form f --partials', 'the 2 newest responses of form f. --all would search more.'],
    ['--all', 'the 2 finished responses of the environment. --partials would search more.'],
    ['--all --partials', 'the 2 responses of the environment.'],
  ])('that did not come with %s is not found, and it is said among which', async (words, among) => {
    const { exit, stdout, stderr } = await get(`r9 ${words}`, { turns: turnsOf(words, replyWith(ada, ben)) })
    expect([exit, stdout, stderr]).toEqual([
      5,
      '',
      `error[response-unknown]: There is no response r9 among ${among}\n`,
    ])
  })
})

test('an id means one response, so --limit is refused before any call', async () => {
  const { exit, stderr, calls } = await get('r1 --all --limit 1', { turns: [replyWith()] })
  const sentence = 'An id means one response, and --limit several: leave one of them out.'
  expect([exit, stderr, calls]).toEqual([2, `error[usage]: ${sentence}\n`, []])
})

test('the responses of our own server come as it keeps them', async () => {
  const { service, store, ours, close } = await startTestService()
  await store.forms.create(sampleForm({ id: 'form-1', environmentId: ours.environmentId }))
  await store.responses.save(sampleSave({ responseId: 'r1', isFinished: true }))
  await store.responses.save(sampleSave({ responseId: 'r2' }))
  const run = (...words: readonly string[]): Promise<Ran> =>
    runInProcess({
      argv: ['responses', 'get', ...words],
      env: { ...env, FORMCTL_API_KEY: ours.apiKey },
      service,
    })
  const created = '2026-03-01T09:00:00.000Z'
  expect((await run('--form', 'form-1')).stdout).toBe(
    `id\tcreated\tfinished\tWho?\nr1\t${created}\tyes\thello\n`,
  )
  expect((await run('--all', '--partials')).stdout).toContain(`r2\tform-1\t${created}\tno\thello\n`)
  const unknown = await run('--form', 'nowhere')
  expect([unknown.exit, unknown.stderr]).toEqual([
    5,
    expect.stringContaining('The service knows no form nowhere'),
  ])
  await close()
})
