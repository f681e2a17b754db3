import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands, groups } from '../../src/cli/commands/index.ts'
import { rememberForms } from '../../src/cli/completion/known-forms.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost } from '../support/test-host.ts'

/** How each shell is asked what it would offer: a program, of which the last word is the one being typed. */
const shells = {
  bash: (script: string, words: readonly string[]) => [
    'bash',
    '--norc',
    '--noprofile',
    '-c',
    `source ${script}; COMP_WORDS=(formctl ${quoted(words)}); COMP_CWORD=${words.length}; _formctl; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script: string, words: readonly string[]) => [
    'zsh',
    '-f',
    '-c',
    // What the system of completion would do, in its place.
    `_describe() { local table=$@[-1]; print -l -- \${\${(P)table}%%:*}; }; compadd() { shift; print -l -- $@; }
     _files() { print files $@; }; compset() { :; }
     source ${script}; words=(formctl ${quoted(words)}); CURRENT=${words.length + 1}; _formctl`,
  ],
  fish: (script: string, words: readonly string[]) => [
    'fish',
    '--no-config',
    '-c',
    `source ${script}; complete -C ${quoted([`formctl ${words.join(' ')}`])}`,
  ],
} as const

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

let cwd: string
beforeAll(async () => {
  cwd = temporaryFolder()
  for (const shell of ['bash', 'zsh', 'fish', 'pwsh'])
    writeFileSync(
      join(cwd, `completion.${shell}`),
      (await runInProcess({ argv: ['completion', shell] })).stdout,
    )
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  write(
    '.config/formctl/config.yaml',
    '# profiles:\nprofile: x\nprofiles:\n  # mine\n  staging:\n    base_url: https://a.example\n    api_key_command: x\n  prod-eu.1: {}\n\nrules:\n  wide: off\n',
  )
  write('formctl.yaml', 'profiles:\n    local: { base_url: x }\n    $(touch gone): {}\n')
  write(
    '.local/state/formctl/known-forms',
    'clx1\tContact\n$(touch gone)\tBad\n`touch gone`\tBad\nclx2\tOther; touch gone\n',
  )
  mkdirSync(join(cwd, 'below/deep'), { recursive: true })
})

/** What a shell offers for the last of some words; sorted, without descriptions. */
function offered(shell: keyof typeof shells, words: readonly string[], more: object = {}): readonly string[] {
  const [program = '', ...args] = shells[shell](join(cwd, `completion.${shell}`), words)
  const env = { HOME: cwd, PATH: process.env['PATH'], XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', ...more }
  const ran = spawnSync(program, args, { cwd: join(cwd, 'below/deep'), env, encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  const lines = ran.stdout.split('\n').map((line) => line.replace(/\t.*/, ''))
  return lines.filter((line) => line !== '').toSorted()
}

/** zsh is given all of them, and picks by itself. */
const beginning = (words: readonly string[], all: readonly string[]): readonly string[] =>
  all.filter((word) => word.startsWith((words.at(-1) ?? '').replace(/^--\w+=/, '')))

const some = ['bash', 'zsh', 'fish'] as const

describe.each(some.map((shell) => ({ shell })))('in $shell', ({ shell }) => {
  const runs = isThere(shell)
  if (!runs && process.env['FORMCTL_REQUIRE_ALL'] === '1')
    throw new Error(`FORMCTL_REQUIRE_ALL=1, but there is no ${shell}; install it.`)

  test.runIf(runs).each<[readonly string[], readonly string[]]>([
    [['stat'], ['status']],
    [['forms', 'ge'], ['generate']],
    [['--profile', 'forms', 'forms', 'ge'], ['generate']],
    [
      ['service', ''],
      ['env', 'form', 'key'],
    ],
    [
      ['service', 'key', ''],
      ['create', 'list', 'revoke'],
    ],
    [['forms', 'types', 'Drop'], ['Dropdown']],
    [['explain', 'misspelt'], ['misspelt-key']],
    [
      ['completion', ''],
      ['bash', 'fish', 'pwsh', 'zsh'],
    ],
    [['status', '--no-'], ['--no-input']],
    [
      ['forms', 'generate', '--var'],
      ['--var', '--var-file'],
    ],
    [['status', '--color', 'al'], ['always']],
    [['-o', 'nd'], ['ndjson']],
    [
      ['responses', 'stats', '-o', ''],
      ['json', 'table', 'yaml'],
    ],
    [['responses', 'export', '--output', 'j'], ['json']],
    [['completion', '-o', ''], ['table']],
    [['status', '-o', 'e'], ['env']],
    [['responses', 'get', '-o', 'e'], []],
    [['status', '--outp'], ['--output']],
    [
      ['responses', 'export', '--multi', ''],
      ['columns', 'joined', 'json'],
    ],
    [
      ['forms', 'validate', '--reporter', ''],
      ['github', 'json', 'junit', 'sarif', 'text'],
    ],
    [['forms', 'validate', '--reporter', 'js'], ['json']],
    [
      ['--profile', ''],
      ['default', 'local', 'prod-eu.1', 'staging'],
    ],
    [['status', '--profile', 'st'], ['staging']],
    [
      ['responses', 'get', '--form', ''],
      ['clx1', 'clx2'],
    ],
    [['forms', 'generate', '--source-form', 'clx2'], ['clx2']],
    [['login', '--timeout', ''], []],
  ])('%j offers %j', (words, expected) => {
    expect(beginning(words, offered(shell, words))).toEqual(expected)
  })

  test.runIf(runs)('nothing that stands in a file is run', () => {
    offered(shell, ['--profile', ''])
    offered(shell, ['responses', 'get', '--form', ''])
    expect(() => readFileSync(join(cwd, 'below/deep/gone'))).toThrow(/ENOENT/)
  })

  test.runIf(runs)('the folders of settings and state may be elsewhere', () => {
    // Some shells make it, so it must be one that is removed.
    const none = join(cwd, 'elsewhere')
    const elsewhere = { XDG_CONFIG_HOME: none, XDG_STATE_HOME: none }
    expect(offered(shell, ['--profile', ''], elsewhere)).toEqual(['default', 'local'])
    expect(offered(shell, ['responses', 'get', '--form', ''], elsewhere)).toEqual([])
  })

  test.runIf(runs)('every command, group and option is offered', async () => {
    for (const { words, load } of commands) {
      const parts = words.split(' ')
      expect(offered(shell, [...parts.slice(0, -1), parts.at(-1) ?? ''])).toContain(parts.at(-1))
      const flags = Object.values((await load()).options).map(({ flags: text }) => /--[\w-]+/.exec(text)?.[0])
      expect(offered(shell, [...parts, '--'])).toEqual(
        expect.arrayContaining([...flags, '--output', '--help']),
      )
    }
    expect(offered(shell, [''])).toEqual(
      expect.arrayContaining(Object.keys(groups).filter((name) => !name.includes(' '))),
    )
  })
})

test('in bash --option=value is completed as it comes, in three words', () => {
  expect(offered('bash', ['status', '--output', '=', 'j'])).toEqual(['json'])
  expect(offered('bash', ['status', '--output', '='])).toContain('yaml')
})

test('bash starts no process for a TAB', () => {
  const script = readFileSync(join(cwd, 'completion.bash'), 'utf8').replaceAll(/^ *#.*$/gm, '')
  // Neither substitutions nor pipes nor jobs; a `|` stands only between patterns and in `||`.
  expect(script).not.toMatch(/\$\(|`|<\(|[^|]\|&|[^&>]&[^&]/)
  expect(script.replaceAll(/^ +[^ ].*\) .*;;$/gm, '')).not.toMatch(/[^|]\|[^|]/)
  // Nor could one be found.
  const [program = '', ...args] = shells.bash(join(cwd, 'completion.bash'), ['--profile', ''])
  const bash = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
  const ran = spawnSync(bash, args, { cwd, env: { HOME: cwd, PATH: '/nowhere' }, encoding: 'utf8' })
  expect([ran.stdout.split('\n').toSorted().filter(Boolean), ran.stderr]).toEqual([
    ['default', 'local', 'prod-eu.1', 'staging'],
    '',
  ])
})

test('bash knows the function as that of formctl', () => {
  const script = join(cwd, 'completion.bash')
  const ran = spawnSync('bash', ['--norc', '-c', `source ${script}; complete -p formctl`], {
    encoding: 'utf8',
  })
  expect(ran.stdout).toBe('complete -F _formctl formctl\n')
})

// PowerShell stands in no package source of the machines that test; where it is there, it reads the script, too.
test('the script of PowerShell names every command, and its brackets close', () => {
  const powerShell = 'pwsh'
  const read = `[ScriptBlock]::Create((Get-Content -Raw '${join(cwd, 'completion.pwsh')}')) | Out-Null`
  const { status } = isThere(powerShell)
    ? spawnSync(powerShell, ['-NoProfile', '-Command', read])
    : { status: 0 }
  expect(status).toBe(0)

  const script = readFileSync(join(cwd, 'completion.pwsh'), 'utf8')
  for (const { words } of commands) expect(script).toContain(`        '${words}' = @{`)
  const bare = script.replaceAll(/'(?:[^']|'')*'/g, '').replaceAll(/^ *#.*$/gm, '')
  for (const [open, close] of [
    ['{', '}'],
    ['(', ')'],
    ['[', ']'],
  ] as const)
    expect(bare.split(open).length).toBe(bare.split(close).length)
})

test('another shell is refused, with the one that was meant', async () => {
  expect(await runInProcess({ argv: ['completion', 'bahs'] })).toEqual({
    exit: 2,
    stdout: '',
    stderr:
      'error: There is no completion for bahs. Did you mean bash? Choose one of bash, zsh, fish, pwsh.\n',
  })
})

describe('the forms that completion knows', () => {
  const file = (folder: string): string =>
    readFileSync(join(folder, '.local/state/formctl/known-forms'), 'utf8')

  test('are those that were listed, the newest reading first, fit for a shell', async () => {
    const folder = temporaryFolder()
    const list = (...forms: readonly object[]) => {
      const announced = { body: { name: 'formctl', version: '1', extensions: ['forms-list'] } }
      const { service } = scriptedService(announced, { body: { data: forms } })
      const env = { FORMCTL_BASE_URL: 'https://f.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }
      return runInProcess({ argv: ['forms', 'list', '--environment', 'e'], cwd: folder, env, service })
    }
    const form = (id: string, name: string) => ({
      id,
      name,
      url: `/s/${id}`,
      createdAt: '2026-01-01T00:00:00Z',
    })
    await list(form('one', 'One\u001b[31m'), form('$(rm -rf)', 'Bad'), form('two', 'Two\nlines'))
    expect(file(folder)).toBe(`one\tOne${String.raw`\x1b[31m`}\ntwo\tTwo${String.raw`\n`}lines\n`)
    await list(form('three', 'Three'), form('one', 'New'))
    expect(file(folder)).toBe(`three\tThree\none\tNew\ntwo\tTwo${String.raw`\n`}lines\n`)
  })

  test("are at most 300, and a folder that cannot be written is nobody's trouble", async () => {
    const folder = temporaryFolder()
    const host = testHost({ argv: [], cwd: folder })
    await rememberForms(
      host,
      Array.from({ length: 400 }, (_, i) => ({ id: `f${i}`, name: 'N' })),
    )
    expect(file(folder).split('\n')).toHaveLength(301)
    writeFileSync(join(folder, 'taken'), '')
    await rememberForms({ ...host, stateFolder: join(folder, 'taken') }, [{ id: 'a', name: 'A' }])
  })
})
