import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/index.ts'
import { parseWords } from '../../src/cli/program.ts'
import { canaryKey } from '../support/canary.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const usage = (message: string) => ({ exit: 2, stdout: '', stderr: `error: ${message}\n` })

test.each([
  ['statsu', "Unknown command 'statsu'. Did you mean formctl status? See formctl --help."],
  ['forms lsit', "Unknown command 'lsit'. Did you mean formctl forms list? See formctl forms --help."],
  [
    'service kye list',
    "Unknown command 'kye'. Did you mean formctl service key list? See formctl service --help.",
  ],
  ['generate a.yaml', "Unknown command 'generate'. Did you mean formctl forms generate? See formctl --help."],
  ['validate', "Unknown command 'validate'. Did you mean formctl forms validate? See formctl --help."],
  ['vaildate', "Unknown command 'vaildate'. Did you mean formctl forms validate? See formctl --help."],
  ['validate forms', "Unknown command 'validate'. Did you mean formctl forms validate? See formctl --help."],
  ['key service list', "Unknown command 'key'. Did you mean formctl service key list? See formctl --help."],
  [
    'form validate a.yaml',
    "Unknown command 'form'. Did you mean formctl forms validate? See formctl --help.",
  ],
  ['respones', "Unknown command 'respones'. Did you mean formctl responses? See formctl --help."],
  ['forms explain', "Unknown command 'explain'. Did you mean formctl explain? See formctl forms --help."],
  [
    'responses list',
    "Unknown command 'list'. Did you mean formctl responses get? See formctl responses --help.",
  ],
  ['lint', "Unknown command 'lint'. Did you mean formctl forms validate? See formctl --help."],
  ['list', "Unknown command 'list'. Did you mean formctl forms list? See formctl --help."],
  [
    'service list',
    "Unknown command 'list'. Did you mean formctl service env list, formctl service key list or formctl service form list? See formctl service --help.",
  ],
  ['frobnicate', "Unknown command 'frobnicate'. See formctl --help."],
  ['status --quite', "Unknown option '--quite' (Did you mean --quiet?). See formctl status --help."],
  ['--quite status', "Unknown option '--quite' (Did you mean --quiet?). See formctl --help."],
  [
    'status extra',
    "Too many arguments for 'status'. Expected 0 arguments but got 1: extra. See formctl status --help.",
  ],
  [
    'status -- --quiet',
    "Too many arguments for 'status'. Expected 0 arguments but got 1: --quiet. See formctl status --help.",
  ],
  ['status --profile', "Option '--profile <name>' argument missing. See formctl --help."],
  [
    'status --timeout soon',
    "Option '--timeout <seconds>' argument 'soon' is invalid. It is not a number. See formctl --help.",
  ],
  ...[
    ['1e3', 'Write it in digits alone, as 1000.'],
    ['0x10', 'Write it in digits alone, as 16.'],
    ['+5', 'Write it in digits alone, as 5.'],
    ['.5', 'Write it in digits alone, as 0.5.'],
    ['1e99', 'It is not a number.'],
    ['10k', 'It is not a number.'],
    ['99999999999999999999', 'It has more than 15 digits.'],
  ].map(([word = '', sentence = '']): [string, string] => [
    `responses get --all --limit ${word}`,
    `Option '--limit <n>' argument '${word}' is invalid. ${sentence} See formctl responses get --help.`,
  ]),
  [
    'status --timeout 0',
    "Option '--timeout <seconds>' argument '0' is invalid. It must be at least 0.001, and at most 2000000 seconds. See formctl --help.",
  ],
  [
    'status --timeout -5',
    "Option '--timeout <seconds>' argument '-5' is invalid. It must be at least 0.001, and at most 2000000 seconds. See formctl --help.",
  ],
  [
    'status --timeout 0.0001',
    "Option '--timeout <seconds>' argument '0.0001' is invalid. It must be at least 0.001, and at most 2000000 seconds. See formctl --help.",
  ],
  [
    'serve --port -1',
    "Option '--port <n>' argument '-1' is invalid. It is less than 0. See formctl serve --help.",
  ],
  [
    'status -o jsno',
    'formctl status has no output as jsno. Did you mean json? It has table, json, yaml, env.',
  ],
  [
    'responses export --all --format xlxs',
    "Option '--format <format>' argument 'xlxs' is invalid. Did you mean xlsx? Choose one of csv, tsv, json, ndjson, xlsx, parquet, sqlite. See formctl responses export --help.",
  ],
  ['status -o xml', 'formctl status has no output as xml. It has table, json, yaml, env.'],
  ...['parquet', 'xlsx', 'XLSX'].map((word): [string, string] => [
    `responses export --all -o ${word}`,
    `formctl responses export has no output as ${word}. It has csv, json, ndjson. The format of a file is --format ${word.toLowerCase()}, or the ending of the name in --out.`,
  ]),
  [
    'responses export --all -o answers.csv',
    'formctl responses export has no output as answers.csv. It has csv, json, ndjson. A file to write is named by --out.',
  ],
  [
    'responses export --all -o table',
    'formctl responses export has no output as table. It has csv, json, ndjson.',
  ],
  ['status -o csv', 'formctl status has no output as csv. It has table, json, yaml, env.'],
])('formctl %s is misuse, said once on stderr', async (words, message) => {
  expect(await runInProcess({ argv: words.split(' ') })).toEqual(usage(message))
})

test.each([
  `login --api-key ${canaryKey}`,
  `login --api-key=${canaryKey}`,
  `--key ${canaryKey} status`,
  `status --apikey=${canaryKey}`,
  `status --api-key`,
  `status --api_key=${canaryKey}`,
  `login ${canaryKey}`,
  'logout fctl_canary_0123456789',
])('a key on the command line is refused with the remedy, and not repeated: formctl %s', async (words) => {
  expect(await runInProcess({ argv: words.split(' ') })).toEqual({
    exit: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^error: An API key never stands on a command line.* Run formctl login, set FORMCTL_API_KEY, or /,
    ),
  })
})

test('what was given to an unknown option is not repeated', async () => {
  for (const word of ['--passwrod=s3cret\ns3cret', '--token=s3cret'])
    expect(await runInProcess({ argv: ['status', word] })).toEqual({
      exit: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: Unknown option '--[\w-]+=…'\. See formctl status --help\.\n$/),
    })
})

test.each([
  ['status --api-key-stdin=s3cret', '--api-key-stdin', 'status'],
  ['responses export --all --force=yes', '--force', 'responses export'],
  ['responses export --all --quiet=1', '--quiet', 'responses export'],
])('formctl %s is told that the option takes no value', async (words, option, command) => {
  const { exit, stdout, stderr } = await runInProcess({ argv: words.split(' ') })
  expect([exit, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    `error: ${option} takes no value: write it alone, or leave it out. See formctl ${command} --help.\n`,
  )
})

test.each([
  ['responses export --all --out --force', '--out', '--force'],
  ['responses export --all --out a.csv --manifest --force', '--manifest', '--force'],
  ['responses export --from --out a.csv', '--from', '--out'],
  ['responses stats --all --report --force', '--report', '--force'],
  ['responses get --form --columns id', '--form', '--columns'],
  ['responses get --all -o --limit 3', '--output', '--limit'],
  ['responses export --all --out --quiet', '--out', '--quiet'],
])('formctl %s has no value for an option, and takes no other one for it', async (words, option, next) => {
  const cwd = temporaryFolder()
  const { exit, stdout, stderr } = await runInProcess({ argv: words.split(' '), cwd })
  expect([exit, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    `error: ${option} has no value: ${next} behind it is an option. Give one, or write ${option}=${next} where that is meant.\n`,
  )
  expect(readdirSync(cwd)).toEqual([])
})

test('a value that begins with dashes is taken behind =, and where it is no option', async () => {
  const { stderr } = await runInProcess({
    argv: ['responses', 'export', '--from=--force'],
    cwd: temporaryFolder(),
  })
  expect(stderr).toContain('--force does not exist')
  const other = await runInProcess({
    argv: ['responses', 'export', '--from', '--none'],
    cwd: temporaryFolder(),
  })
  expect(other.stderr).toContain('--none does not exist')
})

test.each(['-o json statsu', 'statsu --output json', '-o=json statsu', '-ojson statsu', '-o ndjson statsu'])(
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

test.each(['--help', '-h', 'help'])('formctl %s prints the help on stdout', async (word) => {
  const ran = await runInProcess({ argv: [word] })
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(ran.stdout).toMatch(/^Usage: formctl /)
})

test.each(['status --help', 'help status', '--profile x status --help'])(
  'formctl %s prints the help of the command, with examples and the global options',
  async (words) => {
    const ran = await runInProcess({ argv: words.split(' ') })
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    expect(ran.stdout).toMatch(/^Usage: formctl status [^]*--base-url[^]*Examples:\n {2}formctl status/)
  },
)

test.each([
  '--profile a --no-input --quiet -o json --timeout 5 --color never status',
  'status --profile a --no-input --quiet -o json --timeout 5 --color never',
  '--profile=a --no-input status --quiet --output=json --timeout=5 --color=never',
  '--profile b status --profile a --no-input --quiet -ojson --timeout 5 --color always --color never',
  'status --profile a --no-input --quiet -o=json --timeout 5 --color never',
])('global options stand before or after the words, and the last one wins: %s', async (words) => {
  const parsed = await parseWords(words.split(' '), 80)
  expect(parsed).toMatchObject({
    kind: 'run',
    command: { words: 'status' },
    globals: { profile: 'a', noInput: true, quiet: true, output: 'json', timeout: 5, color: 'never' },
  })
})

test('without --no-input, questions may be asked', async () => {
  expect(await parseWords(['status'], 80)).toMatchObject({ globals: { noInput: false, quiet: false } })
})

const globalFlags =
  /--(profile|base-url|environment|output|color|quiet|verbose|no-input|timeout|help|version)\b|(^| )-[oh]\b/

test.each(commands.map(({ words, summary, load }) => ({ words, summary, load })))(
  'formctl $words keeps to the house: its names, its summary, its examples',
  async ({ words, summary, load }) => {
    const command = await load()
    expect(command).toMatchObject({ words, summary })
    for (const [name, { flags }] of Object.entries(command.options)) {
      const long = /--([a-z-]+)/.exec(flags)?.[1] ?? ''
      expect(name).toBe(long.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      // The root would take it for itself.
      expect(flags).not.toMatch(globalFlags)
    }
    expect(command.examples.length).toBeGreaterThan(0)
    for (const { command: example } of command.examples) expect(example).toContain(`formctl ${words}`)
  },
)

test.each(commands.map(({ words, load }) => [words, load] as const))(
  'the help of %s names the formats that it has for -o, and no others',
  async (words, load) => {
    const { outputs = ['table', 'json', 'ndjson', 'yaml', 'csv'] } = await load()
    const { stdout } = await runInProcess({ argv: [...words.split(' '), '--help'] })
    const [, told = ''] = /--output <format>[\s\S]*?\(choices:([\s\S]*?)\)/.exec(stdout) ?? []
    expect(told.match(/[a-z]+/g)).toEqual(outputs)
  },
)
