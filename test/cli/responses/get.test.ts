import { parse } from 'yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import type { Service } from '../../../src/wire/wire.ts'
import { outputOf } from '../../support/output-schema.ts'
import { answerTo, folderWith, replyWith, responseOf, responses } from '../../support/responses.ts'
import { sampleForm, sampleSave } from '../../support/samples.ts'
import { replyOf, scriptedService, type Turn } from '../../support/scripted-service.ts'
import type { Ran, TestHostOptions } from '../../support/test-host.ts'
import { startTestService } from '../../support/test-service.ts'

const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

const answersOf = (answers: Readonly<Record<string, unknown>>): readonly object[] =>
  Object.entries(answers).map(([question, given]) => answerTo(question, given, 'X'))

const choices = (ticks: Readonly<Record<string, boolean>>): object => ({
  choices: Object.entries(ticks).map(([key, value], index) => ({ key, value, index })),
  selectedOther: false,
})
const ada = responseOf(
  {},
  {
    formId: 'f',
    finished: true,
    data: answersOf({
      'q1=Name': { firstName: 'Ada', lastName: 'Lovelace' },
      'q2=Colours': choices({ Red: true, Blue: false, 'Green; light': true }),
    }),
  },
)
const ben = responseOf(
  {},
  {
    id: 'r2',
    createdAt: '2026-03-01T08:00:00.000Z',
    finished: false,
    formId: 'f',
    data: answersOf({
      'q1=Your name': 'Ben\tTab',
      'q3=': { files: [{ name: 'cv.pdf', size: 3 }], extra: null },
      'q4=Booked': { booked: true },
    }),
  },
)
const benOfG = { ...ben, formId: 'g' }

/** Gets from a service that plays these turns; first it is asked what it announces, where partials of all forms are. */
async function get(
  line: string,
  turn: Turn,
  { announced = { status: 404 }, ...options }: { announced?: Turn } & Partial<TestHostOptions> = {},
) {
  const { service, calls } = scriptedService(
    ...(line.includes('--all --partials') ? [announced, turn] : [turn]),
  )
  const ran = await responses(`get ${line}`, { service, ...options, env })
  return { ...ran, queries: calls.map(({ query }) => query) }
}

const replying = (...records: readonly object[]): Turn => ({ body: { data: records } })
const inLine = (json: string): unknown => outputOf('responses-get', `${json.replaceAll('\n', '')}\n`)
const rows = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) => line.split('\t'))

describe('responses', () => {
  test('have the questions in the order of the form, whichever of them the newest one answered', async () => {
    const answered = (id: string, ...names: readonly string[]): object => ({
      id,
      formId: 'f',
      data: answersOf(Object.fromEntries(names.map((name) => [name, 1]))),
    })
    const { stdout } = await get(
      '--form f',
      replying(answered('new', 'c'), answered('older', 'b', 'c'), answered('old', 'a', 'b')),
    )
    expect(rows(stdout)[0]).toEqual(['id', 'created', 'finished', 'a', 'b', 'c'])
  })

  test('of a form are a table, a question a column under its newest headline', async () => {
    const { exit, stdout, stderr, queries } = await get('--form f', replying(ben, ada))
    expect([exit, stderr, queries]).toEqual([0, '', [{ formId: 'f' }]])
    expect(rows(stdout)).toEqual([
      ['id', 'created', 'finished', 'Name', 'Colours', 'X', 'Booked'],
      ['r2', '2026-03-01T08:00:00.000Z', 'no', expect.stringMatching(/^Ben.*Tab$/), '', 'cv.pdf', 'booked'],
      ['r1', '2026-03-01T09:00:00.000Z', 'yes', 'Ada, Lovelace', 'Red; "Green; light"', '', ''],
      [''],
    ])
  })

  test('of all forms say which form', async () => {
    const { stdout, queries } = await get('--all --partials', replying(ada, benOfG))
    expect(stdout).toMatch(/^id\tform\tcreated\tfinished\t.*\nr1\tf\t.*\nr2\tg\t/)
    expect(queries).toEqual([{}, { returnPartials: 'true' }])
  })

  test.each([true, false])(
    'as a table fit their stream, with short times (terminal: %s)',
    async (isTerminal) => {
      const { stdout } = await get('--form f -o table', replying(ada), { isTerminal, columns: 70 })
      expect(stdout).toContain('\nr1  2026-03-01 09:00  yes ')
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(70)
    },
  )

  test('on a terminal stand one under the other, each answer under its question', async () => {
    const first = { ...ada, dataUpdatedAt: '2026-03-01T09:01:30.000Z' }
    const { stdout } = await get('--all --partials', replying(first, benOfG), {
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
      const data = answersOf({
        [`q1=${wide}`]: `${wide}\n${hostile}`,
        [`q2=${hostile}`]: { selected: [wide, hostile], [wide]: wide },
        'q3=': 'x '.repeat(500_000),
        'q4=Nothing': { value: '', selectedOther: false },
      })
      const full = { ...ada, id: wide, formId: hostile, data }
      const { stdout } = await get('--all', replying(full), { isTerminal: true, columns })
      expect(Math.max(...stdout.split('\n').map(widthOf))).toBeLessThanOrEqual(Math.min(columns, 100))
      for (const text of ['\u001b', '\u202e', '\u0007', 'Nothing']) expect(stdout).not.toContain(text)
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('(1000000 characters in all; -o json shows them)')
    },
  )

  test('have URLs in one piece on a terminal, however long, and say so where they have no answer', async () => {
    const url = `https://files.example.com/${'uploads/'.repeat(10)}cv.pdf`
    const data = answersOf({ 'q1=X': { files: [{ name: 'my cv.pdf', url }] } })
    const shown = async (more: object): Promise<string> =>
      (await get('--form f', replying({ id: 'r1', formId: 'f', ...more }), { isTerminal: true })).stdout
    expect(await shown({ data })).toContain(`  • my cv.pdf\n    (${url})\n`)
    expect(await shown({})).toBe(`── r1 ${'─'.repeat(74)}\n\nno answers\n`)
  })

  test('as JSON, NDJSON and YAML are the records as they came, to the digit', async () => {
    const records = [
      '{"id":"r1","formId":"f","odd":0.10,"text":"yes"}',
      '{"id":"r2","formId":"f","big":12345678901234567890}',
    ]
    const body = `{"data":[${records.join()}]}`
    const out = async (format: string): Promise<string> =>
      (await get(`--form f -o ${format}`, { body })).stdout
    const [json, yaml] = [await out('json'), await out('yaml')]
    for (const value of [JSON.parse(json), parse(yaml)])
      expect(value).toEqual({ schema_version: 1, mayBeMore: false, ...JSON.parse(body) })
    expect(json).toContain('"odd":0.10')
    expect(await out('ndjson')).toBe(records.map((record) => `${record}\n`).join(''))
    expect(yaml).toContain('odd: 0.10\n')
    expect(yaml).toContain('big: 12345678901234567890\n')
  })

  test('as JSON keep the shape of their schema, none included', async () => {
    const { stdout } = await get('--form f -o json', replying())
    expect(inLine(stdout)).toEqual({ schema_version: 1, mayBeMore: false, data: [] })
  })

  test('of true or false are yes or no in a table, a flag beside an answer its name', async () => {
    const data = answersOf({
      a: true,
      b: false,
      c: {},
      d: { accepted: true },
      e: { value: 'x', selectedOther: false },
    })
    const { stdout } = await get('--form f', replying({ ...ada, data }))
    expect(rows(stdout)[1]?.slice(-5)).toEqual(['yes', 'no', '', 'accepted', 'x'])
    expect((await get('--form f -o table', replying({ ...ada, data }))).stdout).toMatch(
      /  yes {2,}no {2,}accepted {2,}x\n/,
    )
  })

  test('do not repeat their question, as the text of a consent does; all else stays', async () => {
    const data = answersOf({
      'q1=I agree': { value: true, text: 'I agree' },
      'q2=Red': { value: 'Red', note: 'Red' },
      'q3=Terms': { value: true, text: 'I agree' },
    })
    const { stdout } = await get('--form f', replying({ ...ada, data }))
    expect(rows(stdout)[1]?.slice(-3)).toEqual(['yes', 'Red, Red', 'yes, I agree'])
    const cards = await get('--all', replying({ ...ada, data }), { isTerminal: true })
    expect(cards.stdout).toContain(
      'I agree\n  yes\n\nRed\n  Red\n  note  Red\n\nTerms\n  yes\n  text  I agree\n',
    )
  })
})

describe('what may be missing is said on stderr', () => {
  const many = (n: number): Turn =>
    replying(...Array.from({ length: n }, (_, i) => ({ ...ada, id: `r${i}` })))
  const doubt = /^warning: The service does not say whether its read .* every partial response/

  test.each<[string, Turn, RegExp, Turn?]>([
    ['--form f', many(10), /^These are the 10 newest; formctl responses export --form f writes all\.\n$/],
    // The advice keeps the options for the service.
    ['--form f --environment site-2', many(10), / export --form f --environment site-2 writes all\.\n$/],
    ['--form f', many(9), /^$/],
    ['--all', many(10), /^$/],
    ['--form f', many(0), /^No responses yet\.\n$/],
    ['--all --partials', replying(ada), doubt],
    ['--all --partials', replying(ada), /^$/, { body: { extensions: ['returnPartials-all'] } }],
  ])('%s', async (line, turn, said, announced) => {
    expect((await get(line, turn, announced ? { announced } : {})).stderr).toMatch(said)
  })
})

describe('one response', () => {
  test('is found by its id', async () => {
    const { stdout, stderr } = await get('r2 --form f -o ndjson', replying(ada, ben))
    expect([JSON.parse(stdout), stderr]).toEqual([ben, ''])
  })

  test.each([
    ['--form f', 'the 2 newest finished responses of form f. --all and --partials would search more.'],
    ['--form f --partials', 'the 2 newest responses of form f. --all would search more.'],
    ['--all', 'the 2 finished responses of the environment. --partials would search more.'],
    ['--all --partials', 'the 2 responses of the environment.'],
  ])('that did not come with %s is not found, and it is said among which', async (line, among) => {
    const stderr = `error[response-unknown]: There is no response r9 among ${among}\n`
    expect(await get(`r9 ${line}`, replying(ada, ben))).toMatchObject({ exit: 5, stdout: '', stderr })
  })

  test('is meant by an id, so --limit is refused before any call', async () => {
    const stderr = 'error[usage]: An id means one response, and --limit several: leave one of them out.\n'
    expect(await get('r1 --all --limit 1', replying())).toMatchObject({ exit: 2, stderr, queries: [] })
  })
})

test('the responses of our own server come as it keeps them', async () => {
  const { service, store, ours, close } = await startTestService()
  onTestFinished(close)
  await store.forms.create(sampleForm({ id: 'form-1', environmentId: ours.environmentId }))
  await store.responses.save(sampleSave({ responseId: 'r1', isFinished: true }))
  await store.responses.save(sampleSave({ responseId: 'r2' }))
  const run = (line: string): Promise<Ran> =>
    responses(`get ${line}`, { env: { ...env, FORMCTL_API_KEY: ours.apiKey }, service })
  const created = '2026-03-01T09:00:00.000Z'
  expect((await run('--form form-1')).stdout).toBe(
    `id\tcreated\tfinished\tWho?\nr1\t${created}\tyes\thello\n`,
  )
  expect((await run('--all --partials')).stdout).toContain(`r2\tform-1\t${created}\tno\thello\n`)
  const stderr = expect.stringContaining('The service knows no form nowhere')
  expect(await run('--form nowhere')).toMatchObject({ exit: 5, stderr })
})

/** A response of the nth minute; the later ones answer less. */
const nthResponse = (nth: number): object =>
  responseOf(
    { 'age=Age': 20 + nth, ...(nth < 3 && { 'lang=Languages': ['French', 'German'] }) },
    {
      id: `r${nth}`,
      formId: nth % 2 === 0 ? 'f' : 'g',
      createdAt: `2026-03-01T09:${String(nth).padStart(2, '0')}:00.000Z`,
      finished: true,
      personAttributes: { ip: `192.0.2.${nth}` },
    },
  )
const all = Array.from({ length: 30 }, (_, i) => nthResponse(29 - i))
const stdin = replyWith(all)

const saved = (line: string, options: Partial<TestHostOptions> = {}): Promise<Ran> =>
  responses(`get --from - ${line}`, { stdin, ...options })
const idsOf = (ndjson: string): readonly string[] =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
const idsIn = async (line: string, options?: Partial<TestHostOptions>): Promise<readonly string[]> =>
  idsOf((await saved(`${line} -o ndjson`, options)).stdout)

/** Gets from a service that gives ten of a form, as the contract says, and all of an environment. */
const served = async (line: string): Promise<Ran> => {
  const service: Service = async ({ query: { formId } }) => {
    const ofForm = all.filter((one) => Object(one).formId === formId).slice(0, 10)
    return replyOf({ body: { data: formId === undefined ? all : ofForm } })
  }
  return responses(`get ${line} -o ndjson`, { service, env })
}

test('columns may be named as what each object has', async () => {
  const names = ['toString', '__proto__', 'constructor']
  const given = (value: string): string => names.map((name) => `"${name}":"${value}"`).join()
  const first = `{"id":"a",${given('1')},"meta":{${given('2')}},"data":[{"questionId":"q","response":{"headline":"Q",${given('3')}}}]}`
  const second = '{"id":"b","meta":{"x":1},"data":[{"questionId":"q","response":{"headline":"Q","value":4}}]}'
  const columns = ['', 'meta.', 'Q: '].flatMap((start) => names.map((name) => start + name))
  const { stdout, stderr } = await saved(`--columns 'id,${columns.join()},Q'`, {
    stdin: `{"data":[${first},${second}]}`,
  })
  expect(stderr).toBe('')
  const cells = stdout.trimEnd().split('\n').slice(-2)
  expect(cells.map((row) => row.trim().split(/\s+/))).toEqual(['a 1 1 1 2 2 2 3 3 3'.split(' '), ['b', '4']])
})

describe('a saved reply', () => {
  test('is read out of a file or the standard input, of all forms or one', async () => {
    const cwd = folderWith({ 'reply.json': stdin })
    const [file, input] = [await responses('get --from reply.json -o json', { cwd }), await saved('-o json')]
    expect(file).toEqual(input)
    expect([file.exit, file.stderr]).toEqual([0, ''])
    expect(inLine(file.stdout)).toEqual({ schema_version: 1, mayBeMore: false, data: all })
    expect(await idsIn('--form g')).toHaveLength(15)
  })

  test('shows ten on a terminal, the newest, and says how many there are', async () => {
    const { stdout, stderr } = await saved('', { isTerminal: true })
    expect(stdout.match(/^── \S+/gm)).toEqual(Array.from({ length: 10 }, (_, i) => `── r${29 - i}`))
    expect(stderr.replaceAll('\n', ' ')).toBe(
      'The 10 newest of 30 responses are shown: give the same input again with --limit to see more, or to formctl responses export --from -, which writes all. ',
    )
  })

  test('gives the one of an id', async () => {
    expect(await idsIn('r3')).toEqual(['r3'])
  })

  test.each([
    ['r99', 'the 30 responses of the saved reply.'],
    ['r3 --form f', 'the 15 responses of form f in the saved reply.'],
    ['r3 --form nope', 'the 0 responses of form nope in the saved reply.'],
  ])('without the response %s says so', async (line, among) => {
    const stderr = `error[response-unknown]: There is no response ${line.replace(/ .*/, '')} among ${among}\n`
    expect(await saved(line)).toMatchObject({ exit: 5, stderr })
  })

  test('says what is wrong with an invalid one, and warns of a form without responses in it', async () => {
    expect(await saved('', { stdin: stdin.slice(0, -5) })).toMatchObject({ exit: 3, stdout: '' })
    const stderr = expect.stringContaining(
      'warning: None of the 30 responses of the saved reply is of form nope.',
    )
    expect(await saved('--form nope')).toMatchObject({ exit: 0, stderr })
  })
})

describe('--limit', () => {
  test('takes the newest, in the order in which they came', async () => {
    const mixed = { stdin: replyWith([4, 9, 1, 30, 7].map(nthResponse)) }
    const { stdout, stderr } = await saved('--limit 3 -o ndjson', mixed)
    expect(idsOf(stdout)).toEqual(['r9', 'r30', 'r7'])
    expect(stderr).toMatch(/^The 3 newest of 5 responses are shown:/)
  })

  test.each([
    [29, true],
    [30, false],
  ])('%d in JSON: there may be more is %s', async (limit, mayBeMore) => {
    const { stdout } = await saved(`--limit ${limit} -o json`)
    expect(inLine(stdout)).toMatchObject({ mayBeMore, data: all.slice(0, limit) })
  })

  test.each([
    ['', 10],
    ['--limit 2', 2],
    ['--limit 12', 12],
    ['--limit 100', 15],
  ])('beyond ten reads all responses of a form: "%s"', async (line, count) => {
    const ids = Array.from({ length: count }, (_, i) => `r${28 - 2 * i}`)
    expect(idsOf((await served(`--form f ${line}`)).stdout)).toEqual(ids)
  })
})

describe('a choice is that of an export', () => {
  test.each([
    ["--where 'Age > 45'", 'r29 r28 r27 r26'],
    ["--where 'Age > 45' --limit 2", 'r29 r28'],
    ["--where 'Languages = French' --where 'Age < 22'", 'r1 r0'],
    ['--since 2026-03-01T09:28Z --by createdAt', 'r29 r28'],
    ['--until 2026-03-01T09:00Z', 'r0'],
    ['--form g --until 2026-03-01T09:01Z', 'r1'],
  ])('%s', async (line, ids) => {
    expect((await idsIn(line)).join(' ')).toBe(ids)
  })

  test('among all responses of a form, not its ten newest alone', async () => {
    const { stdout, stderr } = await served("--form f --where 'Age < 23'")
    expect([idsOf(stdout), stderr]).toEqual([['r2', 'r0'], ''])
  })

  test('that nothing matches says so, and names what no response holds', async () => {
    const { exit, stdout, stderr } = await saved("--where 'Languages = french'")
    expect([exit, stdout.split('\n').length]).toEqual([0, 2])
    expect(stderr).toContain('No response matched: 30 others did not.\n')
    expect(stderr).toContain('No response matches "Languages = french".')
    const unknown = { exit: 2, stderr: expect.stringContaining('There is no column "Agee"') }
    expect(await saved("--where 'Agee = 3'")).toMatchObject(unknown)
  })
})

describe('--redact', () => {
  const line = '--redact ip=drop --redact Age=mask --limit 1'

  test.each(['json', 'ndjson', 'yaml', 'csv', 'table'])('is that of an export, as %s', async (output) => {
    const { exit, stdout, stderr } = await saved(`${line} -o ${output}`)
    expect([exit, /192\.0|\b49\b/.test(stdout)]).toEqual([0, false])
    expect(stdout).toContain('•••')
    expect(stderr).toContain('Redacted: ip (drop) in column "personAttributes.ip", Age (mask).')
  })

  test('is that of an export on a terminal, and of the time of creation still leaves the newest', async () => {
    expect((await saved(line, { isTerminal: true })).stdout).toMatch(/Age\n {2}•••/)
    const { stdout } = await saved('--redact createdAt=drop --limit 2 -o ndjson')
    expect(idsOf(stdout)).toEqual(['r29', 'r28'])
    expect(stdout).not.toContain('createdAt')
  })
})

describe('--columns', () => {
  test('chooses and orders what a terminal shows, by any of their names', async () => {
    const { stdout } = await saved("--columns lang,ip,createdAt,Age --where 'Age = 22'", { isTerminal: true })
    expect(stdout).toBe(`── r2 ${'─'.repeat(74)}
personAttributes.ip  192.0.2.2
createdAt            1 March 2026, 09:02 UTC (2026-03-01T09:02:00.000Z)

Languages
  • French
  • German

Age
  22
`)
  })

  test.each([
    ['id,Languages,Age --limit 1', 'id\tLanguages\tAge\nr29\t\t49\n'],
    ['id,Languages,Age --limit 1 -o csv', 'id,Languages,Age\nr29,,49\n'],
    ["Languages,id --where 'Age = 20' -o csv", 'Languages,id\nFrench; German,r0\n'],
  ])('is the header and the cells of a pipe and of CSV: %s', async (line, stdout) => {
    expect(await saved(`--columns ${line}`)).toMatchObject({ exit: 0, stdout })
  })

  test.each([
    ['Agee', 2, 'There is no column "Agee"'],
    ["'id, ,Age'", 2, 'error[usage]: --columns has an empty name after "id".'],
  ])('%s is refused as by an export', async (names, exit, sentence) => {
    const stderr = expect.stringContaining(sentence)
    expect(await saved(`--columns ${names}`)).toMatchObject({ exit, stderr })
  })
})
