import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../src/wire/wire.ts'
import { namesOf } from '../../support/applying.ts'
import { casesOf } from '../../support/case-files.ts'
import { env, lost, made } from '../../support/generating.ts'
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

type Setup = {
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

async function generate(words: string, setup: Setup = {}): Promise<Ran & { calls: readonly Call[] }> {
  const { service, calls } = scriptedService(...(setup.turns ?? [made('f1'), made('f2'), made('f3')]))
  const cwd = temporaryFolder()
  for (const [name, text] of Object.entries({ ...usual, ...setup.files }))
    writeFileSync(join(cwd, name), text)
  const argv = ['forms', 'generate', ...words.split(' '), ...(setup.asks ? [] : ['--yes'])]
  const ran = await runInProcess({ cwd, ...setup.asks, env: { ...env, ...setup.env }, service, argv })
  return { ...ran, calls }
}

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
    expect(stderr).toBe(plan)
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
  /** How a run ended that was to say these sentences; `unsaid`: those that it did not. */
  async function refusal(words: string, setup: Setup, says: readonly string[]) {
    const { exit, stdout, stderr, calls } = await generate(words, setup)
    const sent = calls.filter(({ method }) => method === 'POST')
    return { exit, stdout, sent, unsaid: says.filter((sentence) => !stderr.includes(sentence)) }
  }
  const refused = { exit: 1, stdout: '', sent: [], unsaid: [] }

  test.each(casesOf('each-refused.txt'))('$name', async ({ words = '', exit, says = '', ...parts }) => {
    const files = Object.fromEntries(Object.entries(parts).filter(([part]) => part.includes('.')))
    // A sentence that ends with … goes on in the output, so its line break is not compared.
    const sentences = says.split('\n...\n').map((text) => `${text}\n`.replace('…\n', ''))
    expect(await refusal(words, { files }, sentences)).toEqual({ ...refused, exit: Number(exit) })
  })

  const tooLarge = 'are larger than 16 MiB, the most that one run takes.'
  test.each<[string, string, string, string]>([
    [
      'the forms would be larger than is taken, in all',
      spec('${customer}'.repeat(200), '${key}'),
      `customer,key\n${`${'x'.repeat(900)},city\n`.repeat(100)}`,
      tooLarge,
    ],
    [
      'a large spec would be too much for so many rows, whatever they hold',
      spec('${customer}', 'x'.repeat(20_000)),
      `customer\n${'x\n'.repeat(999)}\n`,
      tooLarge,
    ],
    [
      'all forms together have too many findings',
      `name: \${customer}\nsteps:\n${'  - {}\n'.repeat(300)}`,
      `customer\n${'x\n'.repeat(1000)}`,
      'have more than 20000 findings, the most that one run takes.',
    ],
  ])('when %s', async (_, form, rows, says) => {
    const sentence = `error[rows-limit]: The forms of all rows together ${says}\n --> rows.csv:1:1\n`
    expect(
      await refusal('a.yaml --each rows.csv', { files: { 'a.yaml': form, 'rows.csv': rows } }, [sentence]),
    ).toEqual(refused)
  })

  test('when nothing differs from row to row: the finding names no row', async () => {
    const files = { 'a.yaml': 'name: N\nsteps: []\n', 'rows.csv': `customer\n${'x\n'.repeat(999)}` }
    const says = ['error[too-few]: A form needs at least 2 steps, but has none.\n']
    expect(await refusal('a.yaml --each rows.csv', { files }, says)).toEqual(refused)
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
  const refused: Turn = {
    status: 400,
    body: { message: 'Invalid request body', errors: [{ message: 'No', path: ['name'] }] },
  }
  const ran = await generate('a.yaml --each rows.csv', { turns: [made('f1'), refused] })
  expect(ran.exit).toBe(8)
  expect(ran.stderr).toContain(
    'error[form-refused]: The service refused the form "Survey for Beta, Inc." in a.yaml, row 2: 1 fault. It was not created; fix it and run again.\n',
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
