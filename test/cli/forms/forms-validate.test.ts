import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import schema from '../../../schemas/validate-output.schema.json' with { type: 'json' }
import { canaryKey } from '../../support/canary.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { outcome, rows } from '../../support/outcome.ts'

const step =
  '  - name: A\n    components:\n      - {type: Header, content: {title: A}}\n      - {type: NextButton, content: {}}\n'
const good = `name: Survey\nsteps:\n${step}${step}`
const cwd = temporaryFolder()
writeFileSync(join(cwd, 'good.yaml'), good)
writeFileSync(join(cwd, 'bad.yaml'), good.replace('name: Survey', 'name: 7'))
writeFileSync(join(cwd, 'warned.yaml'), `theme: dark\n${good}`)
writeFileSync(
  join(cwd, 'noted.yaml'),
  good.replace('{type: Header, content: {title: A}}', '{type: Scheduler, content: {url: https://a.example}}'),
)
mkdirSync(join(cwd, 'empty'))

const validate = (words: readonly string[], options: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({ argv: ['forms', 'validate', ...words], cwd, ...options })

test.each(
  rows(`
    nothing wrong | good.yaml | 0 | 1 form in 1 file: no problems found.
    an error | bad.yaml good.yaml | 1 | 1 error in 1 of 2 files.
    a warning | warned.yaml | 0 | 1 warning in 1 file.
    a warning, strictly | warned.yaml --strict | 1 | 1 error in 1 file.
    a note, strictly | noted.yaml --strict | 0 | 1 note in 1 file.
    nothing named |  | 2 | error[usage]: No file is named. Name specs, folders (. is this one) or patterns, or - for the standard input. Or list them under forms: in formctl.yaml.
    a folder without specs | empty | 3 | error[no-specs]: empty contains no specs (.yaml or .yml files). Name the spec, or another folder.
    an output that is none | good.yaml -o csv | 2 | error[usage]: formctl forms validate cannot print "csv". Use table or json.
  `),
)('%s: exit code and what is said', async (_, words = '', exit, said) => {
  expect(await validate(words.split(' ').filter(Boolean))).toMatchObject(outcome(Number(exit), `${said}\n`))
})

test('the sum does not say that all is well where a path cannot be read', async () => {
  expect(await validate(['good.yaml', 'nope.yaml'])).toMatchObject(
    outcome(
      3,
      'No problems in 1 form in 1 file; 1 path failed:\nerror[file-not-found]: nope.yaml does not exist. Check the name and the folder.\n',
    ),
  )
})

test('findings are data, on stdout; the sum is said to the person, and not under --quiet', async () => {
  const ran = await validate(['bad.yaml', '--quiet'])
  expect(ran).toMatchObject({ exit: 1, stderr: '', stdout: expect.stringContaining('error[wrong-type]') })
})

test('a link that leads nowhere is said to be one, and where it points', async () => {
  const folder = temporaryFolder()
  symlinkSync('../gone/far.yaml', join(folder, 'link.yaml'))
  for (const word of ['.', 'link.yaml', '*.yaml'])
    expect(await runInProcess({ argv: `forms validate ${word}`, cwd: folder })).toMatchObject(
      outcome(
        3,
        'error[file-not-found]: link.yaml is a link to ../gone/far.yaml, which does not exist. Fix or remove the link.\n',
      ),
    )
})

const utf16 = Buffer.from(good, 'utf16le')
const turned = Buffer.from(utf16).swap16()
test.each([
  ['UTF-16 LE, not UTF-8', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'iconv -f UTF-16 -t UTF-8'],
  ['UTF-16 BE, not UTF-8', Buffer.concat([Buffer.from([0xfe, 0xff]), turned]), 'iconv -f UTF-16 -t UTF-8'],
  ['UTF-16 LE, not UTF-8', utf16, 'iconv -f UTF-16LE -t UTF-8'],
  ['UTF-16 BE, not UTF-8', turned, 'iconv -f UTF-16BE -t UTF-8'],
  ['UTF-32 LE, not UTF-8', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'iconv -f UTF-32 -t UTF-8'],
  ['binary: the byte 0x8D at offset 4', Buffer.from([0x15, 0, 0x1f, 3, 0x8d, 0x9c]), 'right file?'],
  ['The control character U+0003', Buffer.from('PK\u0003\u0004ab\0cd\0\0xyz'), 'right file?'],
])('of a file that is no UTF-8 no line is shown: %s', async (says, bytes, remedy) => {
  const { exit, stdout } = await validate(['-'], { stdin: bytes })
  expect(exit).toBe(1)
  const [sentence, place, help, ...more] = stdout.split('\n')
  expect(sentence).toContain(says)
  expect(place).toMatch(/^ --> <stdin>:1:\d+$/)
  expect(help).toMatch(/^help: /)
  expect(help).toContain(remedy)
  expect(more).toEqual([''])
})

test('of a single byte that is no UTF-8 the line is shown, and Windows-1252 thought of', async () => {
  const { stdout } = await validate(['-'], { stdin: Buffer.from('name: Caf\u00E9\n', 'latin1') })
  expect(stdout).toContain('1 | name: Caf\uFFFD')
  expect(stdout).toContain('iconv -f WINDOWS-1252 -t UTF-8')
})

test('a file that is too large is one failure with its size and the limit, and hides nothing of the others', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.yaml'), 'x'.repeat(1_234_567))
  writeFileSync(join(folder, 'bad.yaml'), good.replace('name: Survey', 'name: 7'))
  for (const command of ['validate', 'generate'])
    expect(await runInProcess({ argv: `forms ${command} .`, cwd: folder })).toSatisfy(
      ({ exit, stdout, stderr }: Ran) =>
        exit === 3 &&
        `${stdout}${stderr}`.includes('error[wrong-type]') &&
        stderr.endsWith(
          'error[file-too-large]: a.yaml has 1,234,567 bytes, and 1 MiB is the most that is read. Is it the right file?\n',
        ),
    )
})

test('files that cannot be read hide no finding, and each is named', async () => {
  const ran = await validate(['nope.yaml', 'bad.yaml', 'no-*.yaml'])
  expect(ran.exit).toBe(3)
  expect(ran.stdout).toContain('bad.yaml:1:7')
  expect(ran.stderr).toBe(
    '1 error in 1 file.\nerror[file-not-found]: nope.yaml does not exist. Check the name and the folder.\nerror[no-match]: no-*.yaml matches no file. Check the pattern and the folder.\n',
  )
})

test('the standard input is a file without a name', async () => {
  const ran = await validate(['-'], { stdin: 'name: 7\nsteps: []\n' })
  expect(ran).toMatchObject({ exit: 1, stdout: expect.stringContaining(' --> <stdin>:1:7\n') })
})

test.each([[['-o', 'json']], [['--reporter', 'json']], [['--reporter', 'json', '-o', 'table']]])(
  '%j prints one JSON value, of every file, and nothing else',
  async (words) => {
    const ran = await validate(['good.yaml', 'bad.yaml', ...words])
    expect({ exit: ran.exit, stderr: ran.stderr }).toEqual({ exit: 1, stderr: '' })
    expect(JSON.parse(ran.stdout)).toEqual({
      schema_version: 1,
      files: [
        { file: 'good.yaml', findings: [] },
        {
          file: 'bad.yaml',
          findings: [
            {
              code: 'wrong-type',
              severity: 'error',
              message: '"name" must be a string, but is the number 7.',
              help: 'Put it in quotes: "7".',
              fix: { kind: 'replace-value', path: ['name'], to: '7' },
              path: ['name'],
              line: 1,
              column: 7,
              endLine: 1,
              endColumn: 8,
            },
          ],
        },
      ],
    })
  },
)

test('with JSON, a file that cannot be read is a JSON line on stderr', async () => {
  const ran = await validate(['nope.yaml', 'nor.yaml', 'good.yaml', '-o', 'json'])
  expect(JSON.parse(ran.stdout)).toMatchObject({ files: [{ file: 'good.yaml' }] })
  expect(
    ran.stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(
    ['nope', 'nor'].map((name) => ({
      schema_version: 1,
      error: { code: 'file-not-found', exit: 3, message: expect.stringContaining(`${name}.yaml`) },
    })),
  )
})

const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)
const fixtures = resolve('fixtures/specs')

test.each(readdirSync(fixtures))('the JSON of %s is as its schema says', async (rule) => {
  const bytes = readFileSync(join(fixtures, rule, 'bad.yaml'))
  const { stdout } = await validate(['-', '-o', 'json'], { stdin: bytes })
  isValid(JSON.parse(stdout))
  expect(isValid.errors).toBeNull()
})

test('colours are for a terminal, and frames fit it', async () => {
  const ran = await validate(['bad.yaml'], { isTerminal: true, columns: 20, env: { TERM: 'xterm' } })
  expect(ran.stdout).toContain('\u001b[31merror[wrong-type]\u001b[39m')
  expect(ran.stdout).toContain('      "7".\n')
  const piped = await validate(['bad.yaml'])
  expect(piped.stdout).not.toContain('\u001b')
})

describe('with --each the form of every row is checked', () => {
  const folder = temporaryFolder()
  const files = {
    'a.yaml': good.replace('Survey', 'Survey for ${customer}').replace('type: Header', 'type: "${kind}"'),
    'rows.csv': 'customer,kind\nAcme,Header\nBeta,Header\n',
    'wrong.csv': 'customer,kind\nAcme,Header\nBeta,Heder\nGamma,Header\n',
    'short.yaml': '- {id: a, customer: Acme, kind: Header}\n- {id: b, kind: Header}\n',
    'spare.csv': 'customer,kind,notes\nAcme,Header,x\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const each = (...words: readonly string[]): Promise<Ran> =>
    validate(['a.yaml', '--each', ...words], { cwd: folder })

  test.each<[string, string[], number, string, string]>([
    ['without findings', ['rows.csv'], 0, '', '2 forms in 1 file: no problems found.\n'],
    [
      'and a finding of some rows names their lines',
      ['wrong.csv', '--strict'],
      1,
      'With line 3 of wrong.csv: formctl knows no component type "Heder"',
      '1 error in 1 file.\n',
    ],
    [
      'and a value that a row lacks is a finding of the row',
      ['short.yaml'],
      1,
      'The variable "customer" has no value in this row.\n --> short.yaml:2:3\n',
      '1 error in 1 of 2 files.\nUnused columns of short.yaml: id.\n',
    ],
    [
      'and columns that no spec uses are named',
      ['spare.csv'],
      0,
      '',
      '1 form in 1 file: no problems found.\nUnused columns of spare.csv: notes.\n',
    ],
  ])('%s', async (_, words, ...[exit, finding, stderr]) => {
    const ran = await each(...words)
    expect({ exit: ran.exit, stderr: ran.stderr }).toEqual({ exit, stderr })
    expect(ran.stdout).toContain(finding)
  })

  test('and reports for programs hold the findings of spec and rows', async () => {
    const ran = await each('short.yaml', '-o', 'json')
    expect(JSON.parse(ran.stdout)).toMatchObject({
      files: [
        { file: 'a.yaml', findings: [] },
        { file: 'short.yaml', findings: [{ line: 2 }] },
      ],
    })
    expect(ran.stderr).toBe('')
  })
})

describe('several reports of one run', () => {
  const report = (name: string): string => readFileSync(join(cwd, name), 'utf8')

  test('one is printed, the others are in their files', async () => {
    mkdirSync(join(cwd, 'out/deep'), { recursive: true })
    const words = ['bad.yaml', '--reporter', 'sarif=out/a.sarif', '--reporter', 'junit=out/deep/a.xml']
    const ran = await validate([...words, '--reporter', 'json=a.json'])
    expect(ran).toMatchObject({ exit: 1, stderr: '1 error in 1 file.\n' })
    expect(ran.stdout).toMatch(/^error\[wrong-type\]/)
    expect(JSON.parse(report('out/a.sarif')).runs[0].results).toHaveLength(1)
    expect(report('out/deep/a.xml')).toContain('failures="1"')
    expect(JSON.parse(report('a.json')).files).toHaveLength(1)
  })

  test('a report takes the place of the last one', async () => {
    await validate(['bad.yaml', '--reporter', 'junit=again.xml'])
    await validate(['good.yaml', '--reporter', 'junit=again.xml'])
    expect(report('again.xml')).toContain('failures="0"')
  })

  test('a text report in a file has no colours, whatever the terminal has', async () => {
    const terminal = { isTerminal: true, env: { TERM: 'xterm' } }
    await validate(['bad.yaml', '--reporter', 'text=a.txt', '--reporter', 'json'], terminal)
    expect(report('a.txt')).toMatch(/^error\[wrong-type\]: /)
  })

  test.each<[string, string[], number, RegExp]>([
    ['no file', ['--reporter', 'json=bad.yaml'], 2, /would replace the spec itself/],
    ['a folder', ['--reporter', 'json=empty'], 3, /^error\[file-unwritable\]: empty cannot be written/m],
    [
      'a folder that is not there',
      ['--reporter', 'json=no/x'],
      3,
      /^error\[file-unwritable\]: no\/x .* folder does not exist/m,
    ],
    ['no reporter', ['--reporter', 'saarif'], 2, /Did you mean sarif\?/],
  ])('what names %s is refused', async (_, words, exit, stderr) => {
    const ran = await validate(['bad.yaml', ...words])
    expect(ran).toMatchObject({ exit, stderr: expect.stringMatching(stderr) })
    expect(report('bad.yaml')).toContain('name: 7')
  })

  test('a report that cannot be written hides neither the findings nor the other reports', async () => {
    const ran = await validate(['bad.yaml', '--reporter', 'json=empty', '--reporter', 'junit=b.xml'])
    expect(ran).toMatchObject({ exit: 3, stdout: expect.stringContaining('error[wrong-type]') })
    expect(existsSync(join(cwd, 'b.xml'))).toBe(true)
  })

  test('on GitHub the findings past ten go into the summary of the run, behind what is there', async () => {
    const many = Array.from({ length: 12 }, (_, i) => `extra${i}: 1`).join('\n')
    writeFileSync(join(cwd, 'many.yaml'), `${many}\n${good}`)
    const summary = join(cwd, 'summary.md')
    writeFileSync(summary, '# Before\n')
    const env = { GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: join(cwd, '..') }
    const ran = await validate(['many.yaml', '--reporter', 'github'], { env })
    expect(ran.stdout).toMatch(/^::warning file=[^/]+\/many\.yaml,line=1,/)
    expect(ran.stdout.trimEnd().split('\n').at(-1)).toBe('2 more warnings: see the summary of this run.')
    expect(report('summary.md')).toMatch(/^# Before\n### formctl: 2 findings beside the annotations\n/)
  })
})

describe('severities', () => {
  const withRules = (rules: string): string => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'forms'))
    writeFileSync(join(folder, 'formctl.yaml'), `# ours\nrules:${rules}`)
    writeFileSync(join(folder, 'forms', 'a.yaml'), `theme: dark\n${good}`)
    return join(folder, 'forms')
  }

  test('are those of the project around', async () => {
    const silent = await validate(['a.yaml', '--strict'], { cwd: withRules(' { ignored-key: off }') })
    expect(silent).toMatchObject({ exit: 0, stdout: '' })
    const loud = await validate(['a.yaml'], { cwd: withRules('\n  ignored-key: error\n') })
    expect(loud).toMatchObject({ exit: 1, stdout: expect.stringMatching(/^error\[ignored-key\]/) })
  })

  test.each([
    ['\n  ignored-kye: off\n', '3', 'There is no code "ignored-kye".', 'Did you mean ignored-key?'],
    [
      '\n  yaml-tab: off\n',
      '3',
      '"yaml-tab" is always an error.',
      'There is no form before it is fixed: remove the line.',
    ],
    ['\n  ignored-key: false\n', '3', 'rules.ignored-key can be error, warning, note or off.', undefined],
    [' off\n', '2', 'rules needs names and values.', 'Write each below it as "name: value", or remove it.'],
  ])('that make no sense are refused: %j', async (rules, line, says, help) => {
    const { exit, stdout, stderr } = await validate(['a.yaml'], { cwd: withRules(rules) })
    expect([exit, stdout]).toEqual([3, ''])
    expect(stderr).toBe(
      `error[config-invalid]: ../formctl.yaml cannot be used: line ${line}: ${says}${help === undefined ? '' : ` ${help}`}\n`,
    )
  })

  test('are told with all other faults of the file in one run, each with its line', async () => {
    const text = `base_ur: https://forms.example.com
rules:
  no-way-forwrd: off
  empty-text: maybe
  ignored-kye: off
environment: 5
profiles: []
`
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'formctl.yaml'), text)
    const lines = (stderr: string): string[] =>
      Array.from(stderr.matchAll(/line (\d+): /g), ([, line = '']) => line)
    for (const argv of [['forms', 'validate', 'a.yaml'], ['status'], ['forms', 'list']]) {
      const { exit, stderr } = await runInProcess({ argv, cwd: folder })
      expect(exit).toBe(3)
      expect(lines(stderr)).toEqual(['1', '3', '4', '5', '6', '7'])
      expect(stderr).toContain('Did you mean base_url?')
    }
    const broken = text.replace('environment: 5', 'environment: "5')
    writeFileSync(join(folder, 'formctl.yaml'), broken)
    const { stderr } = await runInProcess({ argv: ['status'], cwd: folder })
    expect(lines(stderr)).toEqual(expect.arrayContaining(['1', '3', '6']))
    const doctor = await runInProcess({ argv: ['doctor'], cwd: folder })
    expect(doctor.stdout).toMatch(
      /FAILURE\tproject file\t.*line 1: "base_ur" has no meaning here\. Did you mean base_url\?/,
    )
  })

  test('do not show a key that stands in the wrong file', async () => {
    const folder = temporaryFolder()
    const text = 'profiles:\n  default:\n    api_key:\n      canaryKey\n    x: 1\n'.replace(
      'canaryKey',
      canaryKey,
    )
    writeFileSync(join(folder, 'formctl.yaml'), text)
    const { stderr } = await runInProcess({ argv: ['status'], cwd: folder })
    expect(stderr).toContain('line 3: There is an API key here.')
    expect(stderr).toContain('"x" has no meaning in profiles.default.')
    expect(stderr).not.toContain(canaryKey)
  })
})

test.each([
  ['survay.yaml', 'survey.yaml'],
  ['survey', 'survey.yaml'],
  ['deep/customrs.yml', 'deep/customers.yaml'],
  ['deep/Customers.yaml', 'deep/customers.yaml'],
  ['nope.yaml', undefined],
  ['gone/survey.yaml', undefined],
])('for %s, which is not there, %s is suggested', async (word, meant) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deep'))
  for (const file of ['survey.yaml', 'b.yaml', 'deep/customers.yaml'])
    writeFileSync(join(folder, file), 'name: A\n')
  const help = meant === undefined ? 'Check the name and the folder.' : `Did you mean ${meant}?`
  expect(await runInProcess({ cwd: folder, argv: ['forms', 'validate', word] })).toEqual(
    outcome(3, `error[file-not-found]: ${word} does not exist. ${help}\n`, ''),
  )
})
