import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'

const spec = (name: string, max = '5', vars = ''): string =>
  `${vars}name: ${name}\nsteps:\n  - name: A\n    components:\n      - type: Number\n        content:\n          question: How many?\n          max: ${max}\n      - type: NextButton\n        content:\n          buttonText: Next\n  - name: B\n    components:\n      - type: Header\n        content:\n          title: Thanks\n`

const project = `project: acme
base_url: embedded:.formctl
forms:
  - forms
  - path: survey.yaml
    each: customers.csv
    row_key: customer
    var_file: common.yaml
    vars: {limit: 3}
  - path: other.yaml
    each: people.csv
ignore: [forms/drafts, "**/*.tmp.yaml"]
profiles:
  staging: {vars: {limit: 1}}
`

const files = {
  'formctl.yaml': project,
  'forms/plain.yaml': spec('Plain'),
  'forms/drafts/d.yaml': spec('Draft', 'nope'),
  'forms/x.tmp.yaml': spec('Temporary', 'nope'),
  'survey.yaml': spec('${greeting} ${customer}', '${limit}', 'vars: {limit: 9}\n'),
  'other.yaml': spec('Other ${who}'),
  'common.yaml': 'greeting: Hello\nlimit: 2\n',
  'customers.csv': 'id,customer\n1,Acme\n2,Globex\n',
  'people.csv': 'who\nAnn\nBob\n',
}

const both =
  'line 4: forms[1] cannot be used: survey.yaml is listed in line 3, too, with another table or other variables. Keep one.'

type Files = Readonly<Record<string, string>>

function folderOf(changed: Files = {}) {
  const cwd = temporaryFolder()
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  for (const [name, text] of Object.entries({ ...files, ...changed })) put(name, text)
  mkdirSync(join(cwd, 'sub'), { recursive: true })
  const formctl = (argv: string, options: Partial<TestHostOptions> = {}): Promise<Ran> =>
    runInProcess({ cwd, argv, ...options })
  return { cwd, put, formctl }
}

/** The name and the limit of each form that generate would send. */
async function bodies(
  formctl: (argv: string, options?: Partial<TestHostOptions>) => Promise<Ran>,
  argv: string,
  options = {},
) {
  const { stdout } = await formctl(`forms generate --dry-run --source-form s -o json ${argv}`, options)
  const { forms } = JSON.parse(stdout) as {
    forms: { request: { name: string; steps: { components: { content: { max: unknown } }[] }[] } }[]
  }
  return forms.map(({ request }) => [request.name, request.steps[0]?.components[0]?.content.max])
}

const planned = [
  'forms/plain.yaml',
  'survey.yaml, row Acme',
  'survey.yaml, row Globex',
  'other.yaml, row Ann',
  'other.yaml, row Bob',
]

describe('without arguments', () => {
  test('validate and apply do the whole project, from any of its folders', async () => {
    const { cwd, formctl } = folderOf()
    expect((await formctl('forms validate')).stderr).toContain('5 forms in 3 files: no problems found.')
    expect((await formctl('-C sub forms validate --strict')).stderr).toContain('5 forms in 3 files')
    const applied = JSON.parse((await formctl('forms apply --yes -o json')).stdout)
    const named = ({ spec: file, row }: { spec: string; row?: string }): string =>
      row === undefined ? file : `${file}, row ${row}`
    expect(applied.forms.map(named)).toEqual(planned)
    const again = JSON.parse((await formctl('forms apply --yes -o json --cwd sub')).stdout)
    expect(again).toMatchObject({ toDo: 0, lockFile: '../formctl.lock.json' })
    expect(JSON.parse(readFileSync(join(cwd, 'formctl.lock.json'), 'utf8')).forms).toHaveLength(5)
  })

  test('what was removed is reported: a spec, a row, and a file that is not listed any more', async () => {
    const { cwd, put, formctl } = folderOf()
    await formctl('forms apply --yes')
    rmSync(join(cwd, 'forms/plain.yaml'))
    rmSync(join(cwd, 'other.yaml'))
    put('forms/new.yaml', spec('New'))
    put('customers.csv', 'id,customer\n2,Globex\n')
    put('formctl.yaml', project.replace('  - path: other.yaml\n    each: people.csv\n', ''))
    const { removed } = JSON.parse((await formctl('forms apply --dry-run -o json')).stdout)
    expect(removed.map((one: { spec: string; row?: string }) => [one.spec, one.row])).toEqual([
      ['forms/plain.yaml', undefined],
      ['other.yaml', 'Ann'],
      ['other.yaml', 'Bob'],
      ['survey.yaml', 'Acme'],
    ])
  })

  test('paths are shown from where one stands', async () => {
    const { formctl } = folderOf({ 'forms/plain.yaml': spec('Plain', 'many'), 'sub/formctl.txt': '' })
    expect((await formctl('-C sub forms validate')).stdout).toContain(' --> ../forms/plain.yaml:8:16\n')
    expect((await formctl('-C forms forms validate')).stdout).toContain(' --> plain.yaml:8:16\n')
  })

  test('a project that lists none says where', async () => {
    for (const [words, list, says] of [
      ['forms validate', '', 'Or list them under forms: in formctl.yaml.'],
      ['forms apply', 'forms: []\n', 'forms: in formctl.yaml is empty. No file is named.'],
    ] as const) {
      const { formctl } = folderOf({ 'formctl.yaml': `base_url: embedded:.formctl\n${list}` })
      expect(await formctl(words)).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(says),
      })
    }
  })

  test('list shows every form of the service, those of the project with their specs', async () => {
    const { formctl } = folderOf()
    await formctl('forms apply --yes')
    const { stdout } = await formctl('-C sub forms list')
    const [head, ...rows] = stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'))
    expect(head).toEqual(['id', 'name', 'complete', 'partial', 'created', 'url', 'spec'])
    expect(rows.map((row) => row.at(-1) ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '../forms/plain.yaml',
      '../other.yaml',
      '../other.yaml',
      '../survey.yaml',
      '../survey.yaml',
    ])
  })
})

describe('a file that the project lists', () => {
  test('takes its table, its file of variables and its vars, wherever it is named', async () => {
    const { formctl } = folderOf()
    expect(await bodies(formctl, 'survey.yaml')).toEqual([
      ['Hello Acme', 3],
      ['Hello Globex', 3],
    ])
    expect(await bodies(formctl, '../survey.yaml -C sub')).toEqual([
      ['Hello Acme', 3],
      ['Hello Globex', 3],
    ])
    expect((await formctl('forms validate survey.yaml')).stderr).toContain(
      '2 forms in 1 file: no problems found.',
    )
    await formctl('forms apply --yes')
    expect((await formctl('forms apply survey.yaml --dry-run')).stderr).toContain('Nothing to do.')
  })

  test.each([
    ['vars of the entry before its file', '', {}, 3],
    ['vars of the profile before those', '--profile staging', {}, 1],
    ['the environment before those', '--profile staging', { FORMCTL_VAR_LIMIT: '4' }, 4],
    ['a file before that', '--var-file six.yaml', { FORMCTL_VAR_LIMIT: '4' }, 6],
    ['an option before all', '--var limit=7 --var-file six.yaml', {}, 7],
  ])('%s', async (_, words, env, expected) => {
    const { formctl } = folderOf({ 'six.yaml': 'limit: 6\n' })
    expect((await bodies(formctl, `survey.yaml ${words}`, { env }))[0]).toEqual(['Hello Acme', expected])
  })

  test('takes another table in its place, but keeps the rest', async () => {
    const { formctl } = folderOf({ 'one.csv': 'customer\nInitech\n' })
    expect(await bodies(formctl, 'survey.yaml --each one.csv')).toEqual([['Hello Initech', 3]])
  })

  test('by its name beats a folder or pattern that finds it', async () => {
    const { formctl } = folderOf({
      'formctl.yaml': project
        .replace('  - forms\n', '  - "*.yaml"\n')
        .replace('ignore: [', 'ignore: [common.yaml, '),
    })
    expect((await formctl('forms validate')).stderr).toContain('4 forms in 2 files')
  })

  test('is ignored only where it is found', async () => {
    const { formctl } = folderOf()
    expect((await formctl('forms validate forms')).stderr).toContain('1 form in 1 file')
    expect((await formctl('forms validate forms/drafts/d.yaml')).exit).toBe(1)
  })

  test('warns of vars that no spec uses, only when all of the project is done', async () => {
    const { formctl } = folderOf({ 'formctl.yaml': project.replace('{limit: 3}', '{limit: 3, greting: Hi}') })
    const warning = 'No spec uses the variable greting of formctl.yaml. Did you mean greeting?'
    expect((await formctl('forms validate')).stderr).toContain(warning)
    expect((await formctl('forms validate survey.yaml')).stderr).not.toContain(warning)
  })

  test('keeps the texts of vars as they are written', async () => {
    const { formctl } = folderOf({
      'formctl.yaml': 'forms: [{path: a.yaml, vars: {code: 007, n: 4}}]\n',
      'a.yaml': spec('Of ${code}', '${n}'),
    })
    expect(await bodies(formctl, 'a.yaml')).toEqual([['Of 007', 4]])
  })
})

describe('one sentence, with its line, says', () => {
  const forms = (text: string): string => `base_url: embedded:.formctl\nforms:\n${text}`
  test.each([
    [
      'a key that is misspelt',
      forms('  - path: survey.yaml\n    eech: customers.csv\n'),
      'line 4: "eech" has no meaning in forms[0]. Did you mean each?',
    ],
    [
      'a table that is not there',
      forms('  - path: survey.yaml\n    each: custmers.csv\n'),
      'line 3: forms[0] cannot be used: custmers.csv does not exist.',
    ],
    [
      'a folder for a table',
      forms('  - path: survey.yaml\n    each: forms\n'),
      'line 3: forms[0] cannot be used: forms is not a table of rows. Its name must end in .csv,',
    ],
    [
      'a column that is not there',
      forms('  - path: survey.yaml\n    each: customers.csv\n    row_key: custmer\n'),
      'line 3: forms[0] cannot be used: customers.csv has no column custmer for the row key. It has id, customer.',
    ],
    [
      'a number for a path',
      forms('  - 7\n'),
      'line 3: forms[0] names no file. Write a path, a folder or a pattern, or an entry with path:.',
    ],
    [
      'vars that are a list',
      forms('  - path: survey.yaml\n    vars: [limit]\n'),
      'line 4: forms[0].vars needs names and values.',
    ],
    [
      'an ignored folder',
      `${forms('  - forms\n')}ignore: forms\n`,
      'line 3: forms[0] cannot be used: forms contains no specs',
    ],
    [
      'variables that are not there',
      forms('  - path: survey.yaml\n    var_file: [common.yaml, nope.yaml]\n'),
      'line 3: forms[0] cannot be used: nope.yaml does not exist.',
    ],
    [
      'a pattern that finds nothing',
      forms('  - forms\n  - "nothing/*.yaml"\n'),
      'line 4: forms[1] cannot be used: ',
    ],
    ['a file that is not there', forms('  - nope.yaml\n'), 'line 3: forms[0] cannot be used: '],
    [
      'one file with two tables',
      forms(
        '  - {path: survey.yaml, each: customers.csv, vars: {greeting: x}}\n  - {path: survey.yaml, each: people.csv}\n',
      ),
      both,
    ],
    ...[
      ['s*.yaml, each: customers.csv', '"*y.yaml", each: customers.csv, row_key: customer'],
      ['survey.yaml', 'survey.yaml, var_file: common.yaml'],
      ['survey.yaml, vars: {a: 1, b: 2}', 'survey.yaml, vars: {a: 1}'],
    ].map(([first, second]): [string, string, string] => [
      `one file with {${first}} and {${second}}`,
      forms(`  - {path: ${first}}\n  - {path: ${second}}\n`),
      both,
    ]),
    ['half of an entry', forms('  - path: survey.yaml\n    each:\n'), 'line 4: '],
    ['half of a list', forms('  - [survey.yaml\n'), 'line 3: '],
    ['no list', 'forms: survey.yaml\n', 'line 1: forms is not a list. Write it as in forms: [forms].'],
    ['an entry without a path', forms('  - each: customers.csv\n'), 'line 3: '],
    [
      'a path that leads out',
      forms('  - ../other\n'),
      'line 3: forms[0] cannot be used: ../other leads out of the project. Name what is in its folder.',
    ],
    [
      'a table that leads out',
      forms('  - {path: survey.yaml, each: ../../etc/x.csv}\n'),
      'line 3: forms[0] cannot be used: ../../etc/x.csv leads out of the project.',
    ],
    [
      'a pattern that leads out',
      forms('  - "../*/x.yaml"\n'),
      'line 3: forms[0] cannot be used: ../*/x.yaml leads out of the project.',
    ],
  ])('%s', async (_, text, says) => {
    const { exit, stderr } = await folderOf({ 'formctl.yaml': text }).formctl('forms validate')
    expect(stderr).toContain(`error[config-invalid]: formctl.yaml cannot be used: ${says}`)
    expect(exit).toBe(3)
  })

  test('a value of vars that is an object', async () => {
    const text = forms(
      '  - path: survey.yaml\n    each: customers.csv\n    vars:\n      greeting:\n        a: b\n',
    )
    const { exit, stdout } = await folderOf({ 'formctl.yaml': text }).formctl('forms validate')
    expect(stdout).toContain('and "greeting" is an object.\n --> formctl.yaml:7:9\n')
    expect((await folderOf({ 'formctl.yaml': text }).formctl('forms validate survey.yaml')).stdout).toBe(
      stdout,
    )
    expect(exit).toBe(1)
  })
})

test("a user's own file has no forms", async () => {
  const { formctl } = folderOf({ 'formctl.yaml': '', '.config/formctl/config.yaml': 'forms: [forms]\n' })
  expect((await formctl('status')).stderr).toContain(
    'line 1: Only a project can have forms. Move it to the formctl.yaml of one.',
  )
})

describe('the folder', () => {
  test('of a spec decides its project', async () => {
    const { formctl } = folderOf({
      'sub/shop/formctl.yaml': 'base_url: embedded:.formctl\n',
      'sub/shop/s.yaml': spec('S'),
    })
    const said =
      'sub/shop/s.yaml belongs to the project of sub/shop/formctl.yaml, and the settings in force are those of formctl.yaml. Run formctl -C sub/shop … instead.'
    for (const words of [
      'forms apply sub/shop/s.yaml --dry-run',
      'forms apply sub --yes',
      'forms generate sub/shop/s.yaml --dry-run',
    ])
      expect(await formctl(words)).toMatchObject({ exit: 2, stderr: expect.stringContaining(said) })
    expect(await formctl('forms apply s.yaml --dry-run -C sub/shop')).toMatchObject({ exit: 0 })
  })

  test('is the same by every path that leads to it', async () => {
    const { cwd, formctl } = folderOf()
    symlinkSync(cwd, `${cwd}-link`)
    expect(await formctl(`forms generate ${cwd}-link/survey.yaml --dry-run`)).toMatchObject({ exit: 1 })
    const { stderr } = await formctl(`forms generate ${cwd}-link/forms/plain.yaml --dry-run`)
    rmSync(`${cwd}-link`)
    expect(stderr).not.toContain('belongs to the project')
  })

  test('without a project is no place for a spec of one', async () => {
    const { cwd, formctl } = folderOf({ 'sub/formctl.yaml': '', 'sub/s.yaml': spec('S') })
    rmSync(join(cwd, 'formctl.yaml'))
    expect((await formctl('forms apply sub/s.yaml --dry-run --base-url embedded:d')).stderr).toContain(
      'no project is in force here',
    )
  })

  test('of the lock file is that of the project, and a nearer one is an error', async () => {
    const { put, formctl } = folderOf()
    put('sub/formctl.lock.json', '{"version":1,"forms":[]}\n')
    expect((await formctl('-C sub forms apply --dry-run')).stderr).toContain(
      'formctl.lock.json cannot be used: the project is that of ../formctl.yaml, whose lock file is ../formctl.lock.json. Move',
    )
    expect(await formctl('forms apply --dry-run')).toMatchObject({ exit: 0 })
  })

  test('of the lock file without a project is the nearest above that has one', async () => {
    const { cwd, formctl } = folderOf({ 's.yaml': spec('S'), 'sub/t.yaml': spec('T') })
    rmSync(join(cwd, 'formctl.yaml'))
    const to = `--base-url embedded:${cwd}/data --yes -o json`
    expect(JSON.parse((await formctl(`forms apply s.yaml ${to}`)).stdout).lockFile).toBe('formctl.lock.json')
    expect(JSON.parse((await formctl(`-C sub forms apply t.yaml ${to}`)).stdout)).toMatchObject({
      lockFile: '../formctl.lock.json',
      forms: [{ spec: 'sub/t.yaml' }],
    })
  })

  test.each([
    ['-C nope status', 3, 'error[file-not-found]: nope does not exist.'],
    ['-C survey.yaml status', 2, 'error[usage]: --cwd survey.yaml is a file. Name the folder to run in.'],
    ["status --cwd ''", 2, 'error[usage]: --cwd is empty.'],
  ])('%s is refused', async (words, exit, says) => {
    expect(await folderOf().formctl(words)).toMatchObject({ exit, stderr: expect.stringContaining(says) })
  })
})

test('init writes the name of the project', async () => {
  const { formctl, cwd } = folderOf()
  await formctl('init --force --base-url embedded:.formctl')
  expect(readFileSync(join(cwd, 'formctl.yaml'), 'utf8')).toMatch(/^project: formctl-test-/m)
})

describe('what apply would refuse, validate reports at its line, without a service:', () => {
  const addressed = (address: string): string => `address: ${address}\n${spec('A ${customer}')}`
  const table = 'forms:\n  - {path: s.yaml, each: t.csv}\n'
  const keys = 'customer\nAcme\n'
  test.each<[string, string, Files, readonly string[]]>([
    ['keys that differ', '', { 't.csv': `${keys}acme\n` }, []],
    ['a key that another row has', '', { 't.csv': `${keys} Acme \n` }, ['t.csv:3:1 row-key']],
    ['an empty key cell', '', { 't.csv': `id,customer\n1,A\n,B\n` }, ['t.csv:3:1 row-key']],
    ['an empty key cell of a variable', '', { 't.csv': `customer,id\nA,1\n,2\n` }, ['t.csv:3:1 row-key']],
    ['a blank key', '', { 't.csv': 'customer\n"  "\n' }, ['t.csv:2:1 row-key']],
    [
      'a key that a list lacks',
      '--each t.json',
      { 't.json': '[{"id": 1, "customer": "A"},\n{"customer": "B"}]' },
      ['t.json:2:1 row-key'],
    ],
    ['equal keys of --each', 's.yaml --each t.csv', { 't.csv': `${keys}Acme\n` }, ['t.csv:3:1 row-key']],
    [
      'another column with --row-key',
      '--each t.csv --row-key id',
      { 't.csv': 'customer,id\nA,1\nA,2\n' },
      [],
    ],
    [
      'one address in all rows',
      '',
      { 's.yaml': addressed('x'), 't.csv': `${keys}B\nC\n` },
      ['s.yaml:1:10 duplicate-address'],
    ],
    [
      'an address that two rows make',
      '',
      { 's.yaml': addressed('${team}'), 't.csv': 'customer,team\nA,x\nB,y\nC,x\n' },
      ['s.yaml:1:10 duplicate-address'],
    ],
    ['an address of each row', '', { 's.yaml': addressed('${id}'), 't.csv': 'id,customer\na,A\nb,B\n' }, []],
    [
      'one address of two specs',
      'p.yaml q.yaml --var customer=A',
      { 'p.yaml': addressed('x'), 'q.yaml': addressed('x') },
      ['q.yaml:1:10 duplicate-address'],
    ],
    [
      'one address of two specs, one checked',
      'q.yaml --var customer=A',
      { 'p.yaml': addressed('x'), 'q.yaml': addressed('x') },
      [],
    ],
  ])('%s', async (_, words, changed, expected) => {
    const { formctl } = folderOf({
      'formctl.yaml': table,
      's.yaml': spec('A ${customer}'),
      't.csv': keys,
      ...changed,
    })
    const { exit, stdout } = await formctl(`forms validate ${words} -o json`.replace('  ', ' '))
    const { files: reports } = JSON.parse(stdout) as {
      files: { file: string; findings: { line: number; column: number; code: string }[] }[]
    }
    const found = reports.flatMap(({ file, findings }) =>
      findings.map(({ line, column, code }) => `${file}:${line}:${column} ${code}`),
    )
    expect([exit, found]).toEqual([expected.length > 0 ? 1 : 0, expected])
  })

  test('while generate needs no keys', async () => {
    const { formctl } = folderOf({ 't.csv': `${keys}Acme\n` })
    expect(await bodies(formctl, 'survey.yaml --each t.csv --var greeting=Hi')).toHaveLength(2)
  })
})

describe('the profile in force', () => {
  test.each<[string, string, Record<string, string>, Files, number, string]>([
    ['of an option that does not exist', '--profile stagging', {}, {}, 3, 'Did you mean staging?'],
    ['of a variable that does not exist', '', { FORMCTL_PROFILE: 'x' }, {}, 3, 'named by FORMCTL_PROFILE'],
    [
      'of the project that does not exist',
      '',
      {},
      { 'formctl.yaml': `profile: x\n${project}` },
      3,
      'named by formctl.yaml',
    ],
    [
      'that exists, while another setting is broken',
      '--profile staging',
      { FORMCTL_EXPECT_BASE_URL: 'https://a.example' },
      {},
      0,
      '2 forms in 1 file: no problems found.',
    ],
    [
      'that exists, while the file of the user is broken',
      '--profile staging',
      {},
      { '.config/formctl/config.yaml': 'nope: 1\n' },
      0,
      '2 forms in 1 file: no problems found.',
    ],
    [
      'that only that file may have',
      '--profile mine',
      {},
      { '.config/formctl/config.yaml': 'nope: 1\n' },
      0,
      '2 forms in 1 file: no problems found.',
    ],
  ])('%s', async (_, words, env, changed, exit, said) => {
    const ran = await folderOf(changed).formctl(`forms validate survey.yaml ${words}`.trim(), { env })
    expect([ran.exit, ran.stderr]).toEqual([exit, expect.stringContaining(said)])
  })

  test('is named where a value of its vars has the wrong type', async () => {
    const { formctl } = folderOf({ 'formctl.yaml': project.replace('limit: 1', 'limit: many') })
    const { stdout } = await formctl('forms validate survey.yaml --profile staging')
    expect(stdout).toContain('The variable "limit" is a number, and the project gives it "many".')
  })

  test('gives its vars, whatever else is broken', async () => {
    const { formctl } = folderOf({ 'formctl.yaml': project.replace('limit: 1', 'limit: nope') })
    const ran = await formctl('forms validate survey.yaml --profile staging', {
      env: { FORMCTL_EXPECT_BASE_URL: 'https://a.example' },
    })
    expect(ran.stdout).toContain('error[')
  })
})
