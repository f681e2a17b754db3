import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import type { Service } from '../../../src/wire/wire.ts'

const answer = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { type: 'X', headline, ...members },
})

/** A response of the nth minute; the later ones answer less. */
const response = (nth: number): object => ({
  id: `r${nth}`,
  formId: nth % 2 === 0 ? 'f' : 'g',
  createdAt: `2026-03-01T09:${String(nth).padStart(2, '0')}:00.000Z`,
  finished: true,
  personAttributes: { ip: `192.0.2.${nth}` },
  data: [
    answer('age', 'Age', { value: 20 + nth }),
    ...(nth < 3 ? [answer('lang', 'Languages', { selected: ['French', 'German'] })] : []),
  ],
})

const all = Array.from({ length: 30 }, (_, i) => response(29 - i))
const stdin = JSON.stringify({ data: all })

const get = (words: readonly string[], options: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({ stdin, ...options, argv: ['responses', 'get', ...words] })

const saved = (...words: readonly string[]): Promise<Ran> => get(['--from', '-', ...words])
const inLine = (json: string): string => `${json.replaceAll('\n', '')}\n`
const idsOf = (ndjson: string): readonly string[] =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => Object(JSON.parse(line)).id)

/** A service that gives ten of a form, as the contract says, and all of an environment. */
const service: Service = async ({ query }) =>
  replyOf({
    body: {
      data:
        query['formId'] === undefined
          ? all
          : all.filter((one) => Object(one).formId === query['formId']).slice(0, 10),
    },
  })
const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

test('columns may be named as what each object has', async () => {
  const names = ['toString', '__proto__', 'constructor']
  const given = (value: string): string => names.map((name) => `"${name}":"${value}"`).join()
  const first = `{"id":"a",${given('1')},"meta":{${given('2')}},"data":[{"questionId":"q","response":{"headline":"Q",${given('3')}}}]}`
  const second = '{"id":"b","meta":{"x":1},"data":[{"questionId":"q","response":{"headline":"Q","value":4}}]}'
  const columns = [
    ...names,
    ...names.map((name) => `meta.${name}`),
    ...names.map((name) => `Q: ${name}`),
    'Q',
  ]
  const words = ['responses', 'get', '--from', '-', '--columns', ['id', ...columns].join()]
  const { stdout, stderr } = await runInProcess({
    stdin: `{"data":[${first},${second}]}`,
    argv: words,
  })
  expect(stderr).toBe('')
  const rows = stdout.trimEnd().split('\n').slice(-2)
  expect(rows.map((row) => row.trim().split(/\s+/))).toEqual(['a 1 1 1 2 2 2 3 3 3'.split(' '), ['b', '4']])
})

test('an answer of true or false is yes or no in a table, a flag beside one its name', async () => {
  const booleans = [
    answer('a', 'A', { value: true }),
    answer('b', 'B', { value: false }),
    answer('c', 'C', {}),
    answer('d', 'D', { accepted: true }),
    answer('e', 'E', { value: 'x', selectedOther: false }),
  ]
  const record = { id: 'r', formId: 'f', createdAt: '2026-03-01T09:00:00.000Z', data: booleans }
  const input = { stdin: JSON.stringify({ data: [record] }) }
  const { stdout } = await get(['--from', '-'], input)
  expect(stdout.split('\n')[1]?.split('\t').slice(-5)).toEqual(['yes', 'no', '', 'accepted', 'x'])
  expect((await get(['--from', '-', '-o', 'table'], input)).stdout).toContain('│ yes │ no │ accepted │ x │\n')
})

test('a form of which a saved reply holds no response is told', async () => {
  const { exit, stderr } = await saved('--form', 'nope')
  expect([exit, stderr]).toEqual([
    0,
    expect.stringContaining('warning: None of the 30 responses of the saved reply is of form nope.'),
  ])
})

describe('a saved reply', () => {
  test('is read out of a file or the standard input, of all forms or one', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'reply.json'), stdin)
    const [file, input] = await Promise.all([
      get(['--from', 'reply.json', '-o', 'json'], { cwd }),
      saved('-o', 'json'),
    ])
    expect(file).toEqual(input)
    expect([file.exit, file.stderr]).toEqual([0, ''])
    expect(outputOf('responses-get', inLine(file.stdout))).toEqual({
      schema_version: 1,
      mayBeMore: false,
      data: all,
    })
    const { stdout } = await saved('--form', 'g', '-o', 'ndjson')
    expect(idsOf(stdout)).toHaveLength(15)
  })

  test('shows ten on a terminal, the newest, and says how many there are', async () => {
    const { stdout, stderr } = await get(['--from', '-'], { isTerminal: true })
    expect(stdout.match(/^── \S+/gm)).toEqual(Array.from({ length: 10 }, (_, i) => `── r${29 - i}`))
    expect(stderr.replaceAll('\n', ' ')).toBe(
      'The 10 newest of 30 responses are shown: give the same input again with --limit to see more, or to formctl responses export --from -, which writes all. ',
    )
  })

  test('gives the one of an id', async () => {
    expect(idsOf((await saved('r3', '-o', 'ndjson')).stdout)).toEqual(['r3'])
    const none = await saved('r99')
    expect([none.exit, none.stderr]).toEqual([
      5,
      'error[response-unknown]: There is no response r99 among the 30 responses of the saved reply.\n',
    ])
  })

  test('that is none ends with what is wrong', async () => {
    const ran = await get(['--from', '-'], { stdin: stdin.slice(0, -5) })
    expect([ran.exit, ran.stdout]).toEqual([3, ''])
  })
})

describe('--limit', () => {
  test('takes the newest, in the order in which they came', async () => {
    const mixed = JSON.stringify({ data: [4, 9, 1, 30, 7].map(response) })
    const { stdout, stderr } = await get(['--from', '-', '--limit', '3', '-o', 'ndjson'], { stdin: mixed })
    expect(idsOf(stdout)).toEqual(['r9', 'r30', 'r7'])
    expect(stderr).toMatch(/^The 3 newest of 5 responses are shown:/)
  })

  test('is told in JSON as more that there may be', async () => {
    const some = outputOf('responses-get', inLine((await saved('--limit', '29', '-o', 'json')).stdout))
    expect(some).toMatchObject({ mayBeMore: true, data: all.slice(0, 29) })
    const every = outputOf('responses-get', inLine((await saved('--limit', '30', '-o', 'json')).stdout))
    expect(every).toMatchObject({ mayBeMore: false, data: all })
  })

  test('beyond ten reads all responses of a form', async () => {
    const of = async (...words: readonly string[]): Promise<readonly string[]> =>
      idsOf((await get(['--form', 'f', '-o', 'ndjson', ...words], { service, env })).stdout)
    expect(await of()).toHaveLength(10)
    expect(await of('--limit', '2')).toEqual(['r28', 'r26'])
    expect(await of('--limit', '12')).toHaveLength(12)
    expect(await of('--limit', '100')).toHaveLength(15)
  })
})

describe('a choice is that of an export', () => {
  test.each([
    [
      ['--where', 'Age > 45'],
      ['r29', 'r28', 'r27', 'r26'],
    ],
    [
      ['--where', 'Age > 45', '--limit', '2'],
      ['r29', 'r28'],
    ],
    [
      ['--where', 'Languages = French', '--where', 'Age < 22'],
      ['r1', 'r0'],
    ],
    [
      ['--since', '2026-03-01T09:28Z', '--by', 'createdAt'],
      ['r29', 'r28'],
    ],
    [['--until', '2026-03-01T09:00Z'], ['r0']],
    [['--form', 'g', '--until', '2026-03-01T09:01Z'], ['r1']],
  ])('%j', async (words, ids) => {
    expect(idsOf((await saved(...words, '-o', 'ndjson')).stdout)).toEqual(ids)
  })

  test('among all responses of a form, not its ten newest alone', async () => {
    const words = ['--form', 'f', '--where', 'Age < 23', '-o', 'ndjson']
    const { stdout, stderr } = await get(words, { service, env })
    expect([idsOf(stdout), stderr]).toEqual([['r2', 'r0'], ''])
  })

  test('that nothing matches says so, and names what no response holds', async () => {
    const { exit, stdout, stderr } = await saved('--where', 'Languages = french')
    expect([exit, stdout.split('\n').length]).toEqual([0, 2])
    expect(stderr).toContain('No response matched: 30 others did not.\n')
    expect(stderr).toContain('No response matches --where "Languages = french".')
    const unknown = await saved('--where', 'Agee = 3')
    expect([unknown.exit, unknown.stderr]).toEqual([2, expect.stringContaining('There is no column "Agee"')])
  })
})

describe('--redact', () => {
  test('is that of an export, in all outputs', async () => {
    const words = ['--redact', 'ip=drop', '--redact', 'Age=mask', '--limit', '1']
    for (const output of ['json', 'ndjson', 'yaml', 'csv', 'table']) {
      const { exit, stdout, stderr } = await saved(...words, '-o', output)
      expect([exit, /192\.0|\b49\b/.test(stdout)]).toEqual([0, false])
      expect(stdout).toContain('•••')
      expect(stderr).toContain('Redacted: ip (drop) in column "personAttributes.ip", Age (mask).')
    }
    const cards = await get(['--from', '-', ...words], { isTerminal: true })
    expect(cards.stdout).toMatch(/Age\n {2}•••/)
  })

  test('of the time of creation still leaves the newest', async () => {
    const { stdout } = await saved('--redact', 'createdAt=drop', '--limit', '2', '-o', 'ndjson')
    expect(idsOf(stdout)).toEqual(['r29', 'r28'])
    expect(stdout).not.toContain('createdAt')
  })
})

describe('--columns', () => {
  test('chooses and orders what a terminal shows, by any of their names', async () => {
    const words = ['--from', '-', '--columns', 'lang,ip,createdAt,Age', '--where', 'Age = 22']
    const { stdout } = await get(words, { isTerminal: true })
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

  test('is the header and the cells of a pipe and of CSV, also where the ones shown gave nothing', async () => {
    const words = ['--columns', 'id,Languages,Age', '--limit', '1']
    expect((await saved(...words)).stdout).toBe('id\tLanguages\tAge\nr29\t\t49\n')
    expect((await saved(...words, '-o', 'csv')).stdout).toBe('id,Languages,Age\nr29,,49\n')
    const whole = await saved('--columns', 'Languages,id', '--where', 'Age = 20', '-o', 'csv')
    expect(whole.stdout).toBe('Languages,id\nFrench; German,r0\n')
  })

  test('that no response has are refused, with what was perhaps meant', async () => {
    const { exit, stderr } = await saved('--columns', 'Agee')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('There is no column "Agee"')])
    expect((await saved('--columns', 'Age,age')).stderr).toContain(
      'names one column twice, by "Age" and "age";',
    )
  })

  test.each(['id,', 'id,,Age', 'id, ,Age'])('with an empty name are refused: %s', async (names) => {
    expect(await saved('--columns', names)).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error[usage]: --columns has an empty name after "id". Take the comma out, or write the name; one that is empty is "".\n',
    })
  })
})

test.each([
  ['r3 --form f', 'There is no response r3 among the 15 responses of form f in the saved reply.'],
  ['r3 --form nope', 'There is no response r3 among the 0 responses of form nope in the saved reply.'],
])('get %s tells among which it was looked for', async (words, sentence) => {
  expect((await saved(...words.split(' '))).stderr).toBe(`error[response-unknown]: ${sentence}\n`)
})
