import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import type { Call } from '../../../src/wire/wire.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { holding, outcome } from '../../support/outcome.ts'

const spec = (name: string, key = 'emailAddress'): string => `name: ${name}
steps:
  - name: A
    components:
      - { type: IdentityInfo, content: { fields: [{ key: "${key}", label: L }] } }
      - { type: NextButton, content: { label: Next } }
  - name: B
    components:
      - { type: Header, content: { title: Thanks } }
`

const table = 'customer,key\nAcme,emailAddress\n"Beta, Inc.",firstName\nGamma,city\n'
const made = (id: string): Turn => ({ body: { success: true, result: { form: { id, url: `/s/${id}` } } } })
const env = {
  FORMCTL_BASE_URL: 'https://forms.example',
  FORMCTL_API_KEY: 'fctl_canary_0123456789',
  FORMCTL_ENVIRONMENT_ID: 'env-1',
  FORMCTL_SOURCE_FORM_ID: 'settled',
}

type World = {
  readonly files?: Readonly<Record<string, string>>
  readonly turns?: readonly Turn[]
  readonly env?: Readonly<Record<string, string>>
  /** How the question whether to create the forms is met; absent: --yes is given. */
  readonly asks?: Partial<Pick<TestHostOptions, 'isTerminal' | 'answers'>>
}

const usual: Readonly<Record<string, string>> = {
  'a.yaml': spec('Survey for ${customer}', '${key}'),
  'rows.csv': table,
  'rows.yaml':
    '- { customer: Acme, key: emailAddress }\n- { customer: "Beta, Inc.", key: firstName }\n- { customer: Gamma, key: city }\n',
  'rows.json':
    '[{"customer": "Acme", "key": "emailAddress"}, {"customer": "Beta, Inc.", "key": "firstName"}, {"customer": "Gamma", "key": "city"}]',
}

async function generate(words: string, world: World = {}): Promise<Ran & { calls: readonly Call[] }> {
  const { service, calls } = scriptedService(...(world.turns ?? [made('f1'), made('f2'), made('f3')]))
  const cwd = temporaryFolder()
  for (const [name, text] of Object.entries({ ...usual, ...world.files }))
    writeFileSync(join(cwd, name), text)
  const argv = ['forms', 'generate', ...words.split(' '), ...(world.asks ? [] : ['--yes'])]
  const ran = await runInProcess({ cwd, ...world.asks, env: { ...env, ...world.env }, service, argv })
  return { ...ran, calls }
}

const namesOf = (calls: readonly Call[]): unknown[] =>
  calls.map(({ body }) => Object(JSON.parse(body ?? 'null')).name)

const plan = `3 forms from the rows of rows.csv:
  row 1: Survey for Acme
  row 2: Survey for Beta, Inc.
  row 3: Survey for Gamma
`

describe('a form is made of each row', () => {
  test('once the plan is said, and each is printed with its row', async () => {
    const { exit, stdout, stderr, calls } = await generate('a.yaml --each rows.csv')
    expect({ exit, stdout, stderr }).toEqual(
      outcome(
        0,
        `${plan}Created 3 forms.\n`,
        [
          'name\tid\turl\tfile\trow',
          'Survey for Acme\tf1\thttps://forms.example/s/f1\ta.yaml\t1',
          'Survey for Beta, Inc.\tf2\thttps://forms.example/s/f2\ta.yaml\t2',
          'Survey for Gamma\tf3\thttps://forms.example/s/f3\ta.yaml\t3',
          '',
        ].join('\n'),
      ),
    )
    expect(namesOf(calls)).toEqual(['Survey for Acme', 'Survey for Beta, Inc.', 'Survey for Gamma'])
  })

  test('once a person has agreed, or --yes says so', async () => {
    const words = 'a.yaml --each rows.csv --color never'
    const nobody = await generate(words, { asks: {} })
    expect([nobody.exit, nobody.calls]).toEqual([2, []])
    expect(nobody.stderr).toBe(
      `${plan}error[no-answer]: Create 3 forms? There is no terminal to ask on: give --yes.\n`,
    )
    const no = await generate(words, { asks: { isTerminal: true, answers: ['n\n'] } })
    expect([no.exit, no.calls, no.stderr]).toEqual([1, [], expect.stringContaining('Nothing was sent.')])
    const yes = await generate(words, { asks: { isTerminal: true, answers: ['y\n'] } })
    expect([yes.exit, yes.calls.length]).toEqual([0, 3])
    const files = { 'rows.csv': 'customer,key\nAcme,city\n' }
    expect(await generate(words, { files, asks: {} })).toMatchObject({ exit: 0 })
  })

  test.each(['rows.yaml', 'rows.json'])('of %s too', async (file) => {
    const { exit, calls } = await generate(`a.yaml --each ${file} --quiet`)
    expect([exit, namesOf(calls)]).toEqual([
      0,
      ['Survey for Acme', 'Survey for Beta, Inc.', 'Survey for Gamma'],
    ])
  })

  test('and of each spec, in the order of the specs', async () => {
    const files = {
      'b.yaml': spec('Offer for ${customer}'),
      'rows.csv': 'customer,key\nAcme,city\nBeta,city\n',
    }
    const turns = [made('f1'), made('f2'), made('f3'), made('f4')]
    const { stderr, calls } = await generate('a.yaml b.yaml --each rows.csv', { files, turns })
    expect(namesOf(calls)).toEqual(['Survey for Acme', 'Survey for Beta', 'Offer for Acme', 'Offer for Beta'])
    expect(stderr).toContain('  row 2: Survey for Beta (a.yaml)\n  row 1: Offer for Acme (b.yaml)\n')
  })

  test('which programs read with the number of the row', async () => {
    const { stdout, stderr } = await generate('a.yaml --each rows.csv -o json')
    expect(outputOf('forms-generate', stdout)).toMatchObject({
      forms: [
        { row: 1, name: 'Survey for Acme', id: 'f1' },
        { row: 2, name: 'Survey for Beta, Inc.', id: 'f2' },
        { row: 3, name: 'Survey for Gamma', id: 'f3' },
      ],
    })
    expect(stderr).toBe('')
  })

  test('and with --dry-run the plan is said and the bodies are printed, and nothing is sent', async () => {
    const { exit, stdout, stderr, calls } = await generate('a.yaml --each rows.csv --dry-run')
    expect([exit, calls]).toEqual([0, []])
    expect(stderr).toBe(
      '3 forms from the rows of rows.csv:\n  row 1: Survey for Acme\n  row 2: Survey for Beta, Inc.\n  row 3: Survey for Gamma\n',
    )
    expect(Array.from(stdout.matchAll(/^ {2}"name": (.*),$/gm), ([, name]) => name)).toEqual([
      '"Survey for Acme"',
      '"Survey for Beta, Inc."',
      '"Survey for Gamma"',
    ])
  })

  test('with an option before the row, and the row before all else', async () => {
    const files = { 'vars.yaml': 'customer: file\nkey: country\n', 'rows.csv': 'customer\nAcme\n' }
    const variables = { FORMCTL_VAR_CUSTOMER: 'environment' }
    const words = 'a.yaml --each rows.csv --var-file vars.yaml --quiet'
    const rows = await generate(words, { files, env: variables })
    expect(namesOf(rows.calls)).toEqual(['Survey for Acme'])
    const option = await generate(`${words} --var customer=option`, { files, env: variables })
    expect(namesOf(option.calls)).toEqual(['Survey for option'])
  })
})

describe('nothing is sent', () => {
  const faulty =
    'customer,key\nAcme,emailAddress\nBeta,emial\nGamma,city\nDelta,emial\nEta,emial\nTheta,emial\nIota,phone\n'
  const cases: readonly (readonly [string, string, World, number, readonly string[]])[] = [
    [
      'of any row when one has an error, and its lines are said',
      'a.yaml --each rows.csv',
      { files: { 'rows.csv': faulty } },
      1,
      [
        'error[not-one-of]: With lines 3, 5, 6 and 1 more of rows.csv: "emial" is not an identity key.\n --> a.yaml:5:58\n',
        'error[not-one-of]: With line 8 of rows.csv: "phone" is not an identity key.',
        'error[spec-findings]: 2 errors in 1 file: nothing was sent.',
      ],
    ],
    [
      'when a column is misspelt, which is said once, of the column',
      'a.yaml --each rows.csv',
      { files: { 'rows.csv': 'key,custmer\ncity,Acme\ncity,Beta\n' } },
      1,
      [
        'error[missing-variable]: The variable "customer" has no value in any row.\n --> rows.csv:1:5\n',
        'help: Did you mean customer? Rename the column, or write ${custmer} in the spec if that is what it needs.\nerror[spec-findings]: 1 error in 1 file',
      ],
    ],
    [
      'when a column is missing, and nothing is like it, which is said of the spec',
      'a.yaml --each rows.csv',
      { files: { 'rows.csv': 'firm,key\nAcme,city\nBeta,city\n' } },
      1,
      ['error[missing-variable]: The variable "customer" has no value.\n --> a.yaml:1:18\n'],
    ],
    [
      'when names of rows are misspelt or missing, each said at its row, in their order',
      'a.yaml --each rows.yaml',
      {
        files: {
          'rows.yaml':
            '- {customer: A, key: city}\n- {custmer: A, key: city}\n- {customer: B, key: city}\n- {kye: city}\n- {key: city}\n',
        },
      },
      1,
      [
        'error[missing-variable]: The variable "customer" has no value in this row.\n --> rows.yaml:2:4\n',
        'help: Did you mean customer? Write it in place of custmer.\n\nerror[missing-variable]: The variable "customer" has no value in this row.\n --> rows.yaml:4:3\n',
        'error[missing-variable]: The variable "key" has no value in this row.\n --> rows.yaml:4:4\n',
        'help: Did you mean key? Write it in place of kye.',
        '  = 1 more like it: 5:3.\nhelp: Write customer and its text in this row, as in the others.\n',
        'error[spec-findings]: 4 errors in 1 file',
      ],
    ],
    [
      'when every row misspells a name, which is said where it stands first',
      'a.yaml --each rows.json',
      { files: { 'rows.json': '[{"custmer": "A", "key": "city"}]' } },
      1,
      [
        'The variable "customer" has no value in any row.\n --> rows.json:1:3\n',
        'help: Did you mean customer? Rename custmer in every row, or write ${custmer} in the spec',
      ],
    ],
    [
      'when one row is broken and others lack a name, all in one run',
      'a.yaml --each rows.yaml',
      {
        files: {
          'rows.yaml':
            '- {customer: A, key: city}\n- {key: city}\n- {customer: [B], key: city}\n- {key: city}\n',
        },
      },
      1,
      [
        ' --> rows.yaml:2:3\n',
        '  = 1 more like it: 4:3.\n',
        'error[variable-value]',
        'error[spec-findings]: 3 errors in 1 file',
      ],
    ],
    [
      'when a row lacks a value, and its line is said',
      'a.yaml --each rows.yaml',
      { files: { 'rows.yaml': '- {customer: A, key: city}\n- {key: city}\n' } },
      1,
      ['error[missing-variable]: The variable "customer" has no value in this row.\n --> rows.yaml:2:3\n'],
    ],
    [
      'when the rows are broken, without what follows from it',
      'a.yaml --each rows.csv',
      { files: { 'rows.csv': 'customer,key\nAcme\n' } },
      1,
      [
        'error[csv-fields]',
        ' --> rows.csv:2:1\n',
        'error[spec-findings]: 1 error in 1 file: nothing was sent',
      ],
    ],
    [
      'when the spec is broken, which is said once',
      'a.yaml --each rows.csv',
      { files: { 'a.yaml': 'name: "x\n' } },
      1,
      ['error[yaml-quote]', 'error[spec-findings]: 1 error in 1 file'],
    ],
    [
      'when the table has a header only',
      'a.yaml --each rows.csv',
      { files: { 'rows.csv': 'customer,key\n' } },
      1,
      [
        'error[rows-shape]: The table has no row.\n --> rows.csv:1:1\n',
        'help: Write a text for each of the names in every further line.',
      ],
    ],
    [
      'when the table is empty',
      'a.yaml --each rows.csv',
      { files: { 'rows.csv': '' } },
      1,
      [
        'The table has no header and no row.',
        'help: Write the names of variables in the first line, and a text',
      ],
    ],
    ['when the file is not there', 'a.yaml --each nope.csv', {}, 3, ['nope.csv does not exist']],
    [
      'when its ending tells nothing',
      'a.yaml --each rows.txt',
      {},
      2,
      ['--each rows.txt: Its name must end in .csv, .tsv, .yaml, .yml or .json.'],
    ],
    [
      'when one name is given to many rows',
      'a.yaml --each rows.csv --name X',
      {},
      2,
      ['--name names one form, and 3 were read'],
    ],
    [
      'when the forms would be larger than is taken, in all',
      'a.yaml --each rows.csv',
      {
        files: {
          'a.yaml': spec('${customer}'.repeat(200), '${key}'),
          'rows.csv': `customer,key\n${`${'x'.repeat(900)},city\n`.repeat(100)}`,
        },
      },
      1,
      [
        'error[rows-limit]: The forms of all rows together are larger than 16 MiB, the most that one run takes.\n --> rows.csv:1:1\n',
      ],
    ],
    [
      'when a large spec would be too much for so many rows, whatever they hold',
      'a.yaml --each rows.csv',
      {
        files: {
          'a.yaml': spec('${customer}', 'x'.repeat(20_000)),
          'rows.csv': `customer\n${'x\n'.repeat(999)}\n`,
        },
      },
      1,
      [
        'error[rows-limit]: The forms of all rows together are larger than 16 MiB, the most that one run takes.\n --> rows.csv:1:1\n',
      ],
    ],
    [
      'when nothing differs from row to row: then it is said of no row',
      'a.yaml --each rows.csv',
      { files: { 'a.yaml': 'name: N\nsteps: []\n', 'rows.csv': `customer\n${'x\n'.repeat(999)}` } },
      1,
      ['error[too-few]: A form needs at least 2 steps, but has none.\n'],
    ],
    [
      'when more is found in the forms than is told, in all',
      'a.yaml --each rows.csv',
      {
        files: {
          'a.yaml': `name: \${customer}\nsteps:\n${'  - {}\n'.repeat(300)}`,
          'rows.csv': `customer\n${'x\n'.repeat(1000)}`,
        },
      },
      1,
      [
        'error[rows-limit]: The forms of all rows together have more than 20000 findings, the most that one run takes.\n --> rows.csv:1:1\n',
      ],
    ],
  ]
  test.each(cases)('%s', async (_, words, world, exit, sentences) => {
    const ran = await generate(words, world)
    const sent = ran.calls.filter(({ method }) => method === 'POST')
    expect([ran.exit, ran.stdout, sent]).toEqual([exit, '', []])
    for (const sentence of sentences) expect(ran.stderr).toContain(sentence)
  })
})

test('an empty cell takes the default of the spec, and is a finding where there is none', async () => {
  const files = {
    'a.yaml': `vars: { key: city, note: "" }\n${spec('Survey for ${customer}${note}', '${key}')}`,
    'rows.csv': 'customer,key,note\nAcme,,\n,city,x\n',
  }
  const { exit, stderr } = await generate('a.yaml --each rows.csv', { files })
  expect({ exit, stderr }).toEqual(
    outcome(
      1,
      holding('error[missing-variable]: The cell of "customer" in row 2 is empty.\n --> rows.csv:3:1\n'),
    ),
  )
  const filled = { ...files, 'rows.csv': 'customer,key,note\nAcme,,\nBeta,city,x\n' }
  expect(namesOf((await generate('a.yaml --each rows.csv --yes', { files: filled })).calls)).toEqual([
    'Survey for Acme',
    'Survey for Betax',
  ])
})

test('rows of the same name are warned of, and columns that no spec uses are told', async () => {
  const files = { 'rows.csv': 'id,customer,key,notes\n1,Acme,city,x\n2,Beta,city,y\n3,Acme,state,z\n' }
  const { exit, stderr } = await generate('a.yaml --each rows.csv', { files })
  expect(exit).toBe(0)
  expect(stderr).toContain('warning: 2 forms would have the name "Survey for Acme": rows 1 and 3.\n')
  expect(stderr).toContain('Unused columns of rows.csv: id, notes.\n')
  const json = await generate('a.yaml --each rows.csv -o json', { files })
  expect(json.stderr).toBe('')
})

test('a failure in the middle names its row, and those that were not sent', async () => {
  const url = 'https://forms.example/x'
  const lost: Turn = { fails: Failure.of('connection-lost', { url, reason: 'it ended' }) }
  const refused: Turn = {
    status: 400,
    body: { message: 'Invalid request body', errors: [{ message: 'No', path: ['name'] }] },
  }
  const ran = await generate('a.yaml --each rows.csv', { turns: [made('f1'), refused] })
  expect(ran.exit).toBe(8)
  expect(ran.stderr).toContain(
    'error[form-refused]: "Survey for Beta, Inc." (a.yaml, row 2) was not created.',
  )
  expect(ran.stderr).toContain('Not sent: "Survey for Gamma" (a.yaml, row 3).\n')
  const json = await generate('a.yaml --each rows.csv -o json', { turns: [made('f1'), lost] })
  expect(outputOf('forms-generate', json.stdout)).toMatchObject({
    forms: [{ row: 1 }],
    left: [
      { row: 2, name: 'Survey for Beta, Inc.' },
      { row: 3, code: 'not-sent' },
    ],
  })
})
