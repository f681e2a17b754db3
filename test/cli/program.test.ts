import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/index.ts'
import { parseWords } from '../../src/cli/program.ts'
import { run } from '../../src/cli/run.ts'
import { runInProcess, testHost } from '../support/test-host.ts'
import { misuse, outcome, rows } from '../support/outcome.ts'

test.each(
  rows(`
    statsu | Unknown command 'statsu' (Did you mean status?). See formctl --help.
    forms lsit | Unknown command 'lsit' (Did you mean list?). See formctl forms --help.
    service kye list | Unknown command 'kye' (Did you mean key?). See formctl service --help.
    validate a.yaml | Unknown command 'validate' (Did you mean formctl forms validate?). See formctl --help.
    list a.yaml | Unknown command 'list' (Did you mean formctl forms list?). See formctl --help.
    export a.yaml | Unknown command 'export' (Did you mean formctl responses export?). See formctl --help.
    service create | Unknown command 'create' (Did you mean formctl service env create or formctl service key create or formctl service webhook create?). See formctl service --help.
    frobnicate | Unknown command 'frobnicate'. See formctl --help.
    forms lint | Unknown command 'lint' (Did you mean formctl forms validate?). See formctl forms --help.
    lint | Unknown command 'lint' (Did you mean formctl forms validate?). See formctl --help.
    forms plan | Unknown command 'plan' (Did you mean formctl forms apply --dry-run?). See formctl forms --help.
    forms publish | Unknown command 'publish' (Did you mean formctl forms apply?). See formctl forms --help.
    forms pubilsh | Unknown command 'pubilsh' (Did you mean formctl forms apply?). See formctl forms --help.
    forms create | Unknown command 'create' (Did you mean formctl forms generate?). See formctl forms --help.
    forms delete f | Unknown command 'delete' (Did you mean formctl service form delete?). See formctl forms --help.
    responses list | Unknown command 'list' (Did you mean formctl responses get?). See formctl responses --help.
    forms list --json | Unknown option '--json' (Did you mean -o json?). See formctl forms list --help.
    forms apply a --auto-approve | Unknown option '--auto-approve' (Did you mean --yes?). See formctl forms apply --help.
    responses stats --redact=a=drop | Unknown option '--redact' (Did you mean --samples 0?). See formctl responses stats --help.
    forms list --env x | Unknown option '--env' (Did you mean --environment?). See formctl forms list --help.
    forms list --no-color | Unknown option '--no-color' (Did you mean --color never?). See formctl forms list --help.
    forms list -v | Unknown option '-v' (Did you mean --verbose?). See formctl forms list --help.
    forms list --api-key x | --api-key: A key never goes on the command line, where the history of the shell and other users can see it. Run formctl login, set FORMCTL_API_KEY, or give --api-key-stdin, or --api-key-file with the name of a file.
    responses export --all --format exel | Option '--format <format>' argument 'exel' is invalid. Did you mean xlsx? There is csv, tsv, json, ndjson, xlsx, parquet, sqlite. See formctl responses export --help.
    responses export --all -o xlsx | formctl responses export cannot print "xlsx". Give --format xlsx.
    completion powershell | There is no completion for powershell. Did you mean pwsh? Choose one of bash, zsh, fish, pwsh.
    forms validate a --reporter gitlab | There is no reporter "gitlab". Did you mean junit?
    help enviroment | There is no command or topic "enviroment" (Did you mean formctl help environment?). The topics are configuration, environment, exit-codes, formats and output; formctl --help lists the commands.
    help forms nonsense | There is no command or topic "forms nonsense". The topics are configuration, environment, exit-codes, formats and output; formctl --help lists the commands.
    help forms lst | There is no command or topic "forms lst" (Did you mean formctl help forms list?). The topics are configuration, environment, exit-codes, formats and output; formctl --help lists the commands.
    help lint | There is no command or topic "lint" (Did you mean formctl help forms validate?). The topics are configuration, environment, exit-codes, formats and output; formctl --help lists the commands.
    status --quite | Unknown option '--quite' (Did you mean --quiet?). See formctl status --help.
    --quite status | Unknown option '--quite' (Did you mean --quiet?). See formctl --help.
    status extra | Too many arguments for 'status'. Expected 0 arguments but got 1: extra. See formctl status --help.
    status --profile | Option '--profile <name>' argument missing. See formctl --help.
    status --timeout soon | --timeout takes a time from 0.001 to 2000000 seconds, such as 30, 30s or 2m, not "soon".
    status --timeout 0 | --timeout takes a time from 0.001 to 2000000 seconds, such as 30, 30s or 2m, not "0".
    status --timeout 0.0001 | --timeout takes a time from 0.001 to 2000000 seconds, such as 30, 30s or 2m, not "0.0001".
    status -o jsno | formctl status cannot print "jsno". Use table, json, yaml or env.
    status -o csv | formctl status cannot print "csv". Use table, json, yaml or env.
    responses export --all -o table | formctl responses export cannot print "table". Use csv, json or ndjson.
  `),
)('formctl %s is misuse, said once on stderr', async (argv = '', message = '') => {
  expect(await runInProcess({ argv })).toEqual(misuse(message))
})

test('what was given to an unknown option is not repeated', async () => {
  for (const word of ['--passwrod=s3cret\ns3cret', '--token=s3cret'])
    expect(await runInProcess({ argv: `status ${word}` })).toEqual(
      outcome(2, /^error\[usage\]: Unknown option '--[\w-]+=…'\. See formctl status --help\.\n$/, ''),
    )
})

test.each(['-o json statsu', 'statsu --output json', '-ojson statsu', '-o ndjson statsu'])(
  'with formctl %s the failure is one JSON line',
  async (words) => {
    const ran = await runInProcess({ argv: words.split(' ') })
    expect(ran.stderr.split('\n')).toHaveLength(2)
    expect(JSON.parse(ran.stderr)).toEqual({
      schema_version: 1,
      error: { code: 'usage', exit: 2, message: expect.stringContaining("Unknown command 'statsu'") },
    })
  },
)

test.each([[[]], [['-o', 'table']]])(
  'without a command (%j) the help goes to stderr, with exit code 2',
  async (argv) => {
    const ran = await runInProcess({ argv })
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toMatch(/^Usage: formctl .*\n[^]*\bstatus\b/)
  },
)

test.each(['forms', 'service', 'service key'])(
  'the group %s without a command prints its help on stderr, with exit code 2',
  async (words) => {
    const ran = await runInProcess({ argv: words.split(' ') })
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toMatch(new RegExp(`^Usage: formctl ${words} `))
    const asked = await runInProcess({ argv: [...words.split(' '), '--help'] })
    expect(asked).toMatchObject({ exit: 0, stdout: ran.stderr, stderr: '' })
  },
)

test('help has its headings in bold where there are colours, and its groups begin with a sentence', async () => {
  const colored = await runInProcess({ argv: 'forms --help', env: { FORCE_COLOR: '1' } })
  const plain = await runInProcess({ argv: 'forms --help' })
  const [, ...bold] = colored.stdout.split('\u001b[1m').map((text) => text.split('\u001b[22m')[0])
  expect(bold).toEqual(['Usage:', 'Commands:', 'Global Options:'])
  expect(stripVTControlCharacters(colored.stdout)).toBe(plain.stdout)
  expect(plain.stdout).toContain('\n\nCreate, check and list forms.\n\n')
})

test.each(['--help', '-h', 'help'])('formctl %s prints the help on stdout', async (word) => {
  const ran = await runInProcess({ argv: [word] })
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(ran.stdout).toMatch(/^Usage: formctl /)
})

test.each(['--help', 'forms --help', 'status --help', 'forms apply --help'])(
  'formctl %s lists --help once, and no heading twice',
  async (words) => {
    const { stdout } = await runInProcess({ argv: words.split(' ') })
    const headings = stdout.match(/^[A-Z].*:$/gm) ?? []
    expect(headings).toEqual([...new Set(headings)])
    expect(stdout.match(/--help /g)).toHaveLength(1)
  },
)

test.each(['status --help', 'help status', '--profile x status --help'])(
  'formctl %s prints the help of the command, with examples before the global options',
  async (words) => {
    const ran = await runInProcess({ argv: words.split(' ') })
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    expect(ran.stdout).toMatch(
      /^Usage: formctl status [^]*Examples:\n {2}formctl status[^]*Global Options:[^]*--base-url/,
    )
  },
)

test('the main help shows commands first, then examples and topics, and the options of every command last', async () => {
  const { stdout } = await runInProcess({ argv: ['--help'] })
  const headings = stdout.match(/^[A-Z].*:(?=$| formctl)/gm)
  expect(headings).toEqual([
    'Usage:',
    'Start here:',
    'Forms:',
    'Responses:',
    'Service:',
    'Settings and help:',
    'Examples:',
    'Help topics:',
    'Global Options:',
  ])
  for (const { words } of commands.filter((entry) => !entry.words.startsWith('service ')))
    expect(stdout).toMatch(new RegExp(`^  ${words} {2,}\\w`, 'm'))
})

test.each(['version', '-v', '-V', '--version'])('formctl %s prints the version', async (word) => {
  expect(await runInProcess({ argv: [word] })).toEqual(outcome(0, '', /^\d+\.\d+\.\d+\n$/))
})

test.each([
  '--help',
  'forms --help',
  'responses export --help',
  'serve --help',
  'help environment',
  'help output',
  'help formats',
  'help exit-codes',
  'help configuration',
])('formctl %s has no line of more than 100 columns on a wide terminal', async (words) => {
  for (const columns of [80, 100, 250]) {
    const parsed = await parseWords(words.split(' '), columns)
    const lines = parsed.kind === 'text' ? parsed.text.split('\n') : []
    expect(lines.length).toBeGreaterThan(5)
    expect(
      lines.filter((line) => line.length > Math.min(100, columns) && !/^ {2}formctl /.test(line)),
    ).toEqual([])
  }
})

test.each([
  '--profile a --no-input --quiet -o json --timeout 5 --color never status',
  'status --profile a --no-input --quiet -o json --timeout 5 --color never',
  '--profile=a --no-input status --quiet --output=json --timeout=5 --color=never',
  '--profile b status --profile a --no-input --quiet -ojson --timeout 5 --color always --color never',
])('global options stand before or after the words, and the last one wins: %s', async (words) => {
  const parsed = await parseWords(words.split(' '), 80)
  expect(parsed).toMatchObject({
    kind: 'run',
    command: { words: 'status' },
    globals: { profile: 'a', noInput: true, quiet: true, output: 'json', timeout: 5, color: 'never' },
  })
})

test.each([
  ['30', 30],
  ['30s', 30],
  ['2m', 120],
  ['0.5m', 30],
])('--timeout %s is %d seconds', async (word, timeout) => {
  expect(await parseWords(['status', '--timeout', word], 80)).toMatchObject({ globals: { timeout } })
})

test('without --no-input, questions may be asked', async () => {
  expect(await parseWords(['status'], 80)).toMatchObject({ globals: { noInput: false, quiet: false } })
})

const globalFlags =
  /--(profile|base-url|environment|output|color|quiet|verbose|no-input|timeout|help|version)\b|(^| )-[oh]\b/

test.each(commands.map(({ words, summary, load }) => ({ words, summary, load })))(
  'formctl $words keeps to the house: its names, its summary, at most five lines of description, examples',
  async ({ words, summary, load }) => {
    const command = await load()
    expect(command).toMatchObject({ words, summary })
    for (const [name, { flags }] of Object.entries(command.options)) {
      const long = /--([a-z-]+)/.exec(flags)?.[1] ?? ''
      expect(name).toBe(long.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      // The root would take it for itself.
      expect(flags).not.toMatch(globalFlags)
    }
    const help = await parseWords([...words.split(' '), '--help'], 80)
    const lines = help.kind === 'text' ? help.text.split('\n') : []
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const [, description = ''] = help.kind === 'text' ? help.text.split('\n\n') : []
    expect(description.split('\n').length).toBeLessThanOrEqual(5)
    const examples = Object.keys(command.examples)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect(example).toContain(`formctl ${words}`)
  },
)

test.each(commands.map(({ words, load }) => [words, load] as const))(
  'the help of %s names the formats that it has for -o, and no others',
  async (words, load) => {
    const { outputs } = await load()
    const { stdout } = await runInProcess({ argv: [...words.split(' '), '--help'] })
    const [, choices = ''] = /--output <format>[\s\S]*?\(choices:([\s\S]*?)\)/.exec(stdout) ?? []
    expect(choices.match(/[a-z]+/g)).toEqual(outputs)
  },
)

test.each([
  ['forms validate', ''],
  ['forms validate', ' '],
  ['forms new', ' \t'],
  ['serve --data', ''],
  ['serve --host', ''],
  ['responses export --form', ''],
])('an empty word is refused, since a path of it would mean the whole folder: %s', async (words, empty) => {
  const ran = await runInProcess({ argv: [...words.split(' '), empty] })
  expect(ran).toMatchObject({ exit: 2, stdout: '' })
  expect(ran.stderr).toContain('is empty. Give a value, or leave it out.')
})

test.each([
  ['EMFILE', '/somewhere/export.js', '/somewhere/export.js cannot be read: too many files are open'],
  ['ENFILE', undefined, 'A part of the program cannot be read: too many files are open on this machine'],
])('a part of the program that cannot be loaded for %s is no defect', async (code, path, said) => {
  const host = testHost({ argv: ['init', '--base-url', 'https://forms.example'] })
  const broken = async (): Promise<never> => {
    throw Object.assign(new Error(`${code}: too many`), { code, path })
  }
  expect(await run({ ...host, files: { ...host.files, kind: broken } })).toBe(3)
  expect(host.output().stderr).toContain(`error[file-unreadable]: ${said}`)
})
