import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands, groups } from '../../src/cli/commands/index.ts'
import { rememberForms } from '../../src/cli/forms/known-forms.ts'
import { builtProgram } from '../support/built-program.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost } from '../support/test-host.ts'
import { misuse, rows } from '../support/outcome.ts'

/** How each shell is asked what it would offer; the last of the words is the one being typed. */
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
    // What zsh's own system of completion would do.
    `_describe() { print -l -- \${\${(P)2}%%:*}; }; _files() { print files $@; }
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

const typed = (words: string): readonly string[] => words.split(' ').map((word) => word.replace('␣', ''))

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

let cwd: string
beforeAll(async () => {
  cwd = temporaryFolder()
  for (const shell of ['bash', 'zsh', 'fish', 'pwsh'])
    writeFileSync(
      join(cwd, `completion.${shell}`),
      (await runInProcess({ argv: `completion ${shell}` })).stdout,
    )
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  write(
    '.config/formctl/config.yaml',
    'profile: staging\nprofiles:\n  # mine\n  staging:\n    base_url: https://a.example\n  prod-eu.1: {}\n',
  )
  write('formctl.yaml', 'profiles:\n    local: { base_url: x }\n')
  write(
    '.local/state/formctl/known-forms',
    'clx1\tContact: us\n$(touch gone)\tBad\n`touch gone`\tBad\nclx2\tOther; touch gone\n',
  )
  write('bin/formctl', `#!/bin/sh\nexec '${process.execPath}' '${builtProgram}' "$@"\n`)
  chmodSync(join(cwd, 'bin/formctl'), 0o755)
})

/** What the program answers a shell for the last of some words; sorted, without descriptions. */
async function answered(words: readonly string[], folder = cwd): Promise<readonly string[]> {
  const argv = ['__complete', `=${words.at(-1)}`, ...words.slice(0, -1)]
  const { exit, stdout, stderr } = await runInProcess({ argv, cwd: folder })
  expect([exit, stderr]).toEqual([0, ''])
  return wordsIn(stdout)
}

const wordsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\t.*/, ''))
    .filter((line) => line !== '')
    .toSorted()

/** What a shell offers for the last of some words. */
function offered(shell: keyof typeof shells, words: readonly string[]): readonly string[] {
  const [program = '', ...args] = shells[shell](join(cwd, `completion.${shell}`), words)
  const env = { HOME: cwd, PATH: `${join(cwd, 'bin')}:${process.env['PATH']}` }
  const ran = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  return wordsIn(ran.stdout)
}

describe('the program answers a shell', () => {
  // The last of the words is the one being typed; ␣ is one that is empty.
  test.each(
    rows(`
      stat | status
      forms ge | generate
      --profile forms forms ge | generate
      service ␣ | backup check env form key move responses restore style webhook
      service key ␣ | create list revoke rotate
      forms types Drop | Dropdown
      explain misspelt | misspelt-key
      hel | help
      help e | environment events exit-codes explain
      help forms app | apply
      help forms apply ␣ |
      completion ␣ | bash fish pwsh zsh
      status --no- | --no-input
      forms generate --var | --var --var-file
      status --color al | always
      -o nd | ndjson
      status --output=j | --output=json
      status --output = j | json
      responses stats -o ␣ | json table yaml
      status --output = | env json table yaml
      responses export --output j | json
      completion -o ␣ | table
      status -o e | env
      responses get -o e |
      status --outp | --output
      responses export --multi ␣ | columns joined json
      forms validate --reporter ␣ | github json junit markdown sarif text
      forms validate --reporter js | json
      --profile ␣ | default local prod-eu.1 staging
      status --profile st | staging
      responses get --form ␣ | :files clx1 clx2
      forms generate --source-form clx2 | clx2
      login --timeout ␣ |
      forms validate ␣ | :files
      forms validate a.yaml ␣ | :files
      quickstart --dir x | :folders
    `),
  )('%s by %s', async (words = '', expected) => {
    expect((await answered(typed(words))).join(' ')).toBe(expected)
  })

  test('with every command, group and option', async () => {
    for (const { words, load } of commands) {
      const parts = words.split(' ')
      expect(await answered([...parts.slice(0, -1), parts.at(-1) ?? ''])).toContain(parts.at(-1))
      const flags = Object.values((await load()).options).map(({ flags: text }) => /--[\w-]+/.exec(text)?.[0])
      expect(await answered([...parts, '--'])).toEqual(
        expect.arrayContaining([...flags, '--output', '--help']),
      )
    }
    expect(await answered([''])).toEqual(
      expect.arrayContaining(Object.keys(groups).filter((name) => !name.includes(' '))),
    )
  })

  test('also where a settings file is broken or nothing is known', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'formctl.yaml'), 'nonsense: [')
    expect(await answered(['--profile', ''], folder)).toEqual(['default'])
    expect(await answered(['forms', 'generate', '--source-form', ''], folder)).toEqual([])
  })
})

const some = ['bash', 'zsh', 'fish'] as const

describe.each(some.map((shell) => ({ shell })))('in $shell', ({ shell }) => {
  const runs = isThere(shell)
  if (!runs && process.env['FORMCTL_REQUIRE_ALL'] === '1')
    throw new Error(`FORMCTL_REQUIRE_ALL=1, but there is no ${shell}; install it.`)

  test.runIf(runs).each(
    rows(`
      stat | status
      service ␣ | backup check env form key move responses restore style webhook
      forms generate --var | --var --var-file
      forms generate --source-form ␣ | clx1 clx2
      forms generate --source-form clx2 | clx2
      login --timeout ␣ |
    `),
  )('%s offers %s', (words = '', expected) => {
    expect(offered(shell, typed(words)).join(' ')).toBe(expected)
    expect(() => readFileSync(join(cwd, 'gone'))).toThrow(/ENOENT/)
  })
})

/** How each shell is started as a person has it, and given the script. */
const atTerminal = {
  bash: ['bash --norc --noprofile -i', 'source completion.bash'],
  zsh: ['zsh -f -i', 'autoload -U compinit; compinit -u -D; source completion.zsh'],
  fish: ['fish --no-config -i', 'source completion.fish'],
} as const

/** Types keys in a shell at a terminal, TAB behind each; returns the lines that came of them. */
async function typedInto(
  shell: keyof typeof atTerminal,
  lines: readonly string[],
): Promise<readonly string[]> {
  const [start, setup] = atTerminal[shell]
  const env = {
    HOME: cwd,
    PATH: `${join(cwd, 'bin')}:${process.env['PATH']}`,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
  }
  const child = spawn('script', ['-qfec', start, '/dev/null'], { cwd, env, stdio: 'pipe' })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const printed = async (pattern: RegExp): Promise<string> => {
    let found = pattern.exec(text)
    for (; found === null; found = pattern.exec(text)) await once(child.stdout, 'data')
    text = text.slice(found.index + found[0].length)
    return found[1] ?? ''
  }
  child.stdin.write(`${setup}; echo READY\r`)
  await printed(/[\r\n](READY)[\r\n]/)
  const completed: string[] = []
  for (const line of lines) {
    // Ctrl-A goes to the beginning, so the shell prints the line that it has completed.
    child.stdin.write(`${line}\t\u0001echo IT IS \r`)
    completed.push(await printed(/[\r\n]IT IS (.*?) ?\r?\n/))
  }
  child.stdin.end('exit\r')
  await once(child, 'close')
  return completed
}

describe.each(some.map((shell) => ({ shell })))('at a terminal, $shell', ({ shell }) => {
  const hasTerminal = isThere('script')
  if (!hasTerminal && process.env['FORMCTL_REQUIRE_ALL'] === '1')
    throw new Error('FORMCTL_REQUIRE_ALL=1, but there is no script, which makes terminals; install it.')

  test.runIf(isThere(shell) && hasTerminal)(
    'completes commands, options, values, files and topics by TAB',
    async () => {
      writeFileSync(join(cwd, 'survey.yaml'), '')
      const lines = {
        'formctl stat': 'formctl status',
        'formctl responses ex': 'formctl responses export',
        'formctl status --no-in': 'formctl status --no-input',
        'formctl status --output=js': 'formctl status --output=json',
        'formctl forms validate su': 'formctl forms validate survey.yaml',
        'formctl help conf': 'formctl help configuration',
      }
      expect(await typedInto(shell, Object.keys(lines))).toEqual(Object.values(lines))
    },
  )
})

test('bash knows the function as that of formctl', () => {
  const script = join(cwd, 'completion.bash')
  const ran = spawnSync('bash', ['--norc', '-c', `source ${script}; complete -p formctl`], {
    encoding: 'utf8',
  })
  expect(ran.stdout).toBe('complete -F _formctl formctl\n')
})

// PowerShell stands in no package source of the machines that test; where it is there, it reads the script, too.
test('the script of PowerShell asks the program, and its brackets close', () => {
  const powerShell = 'pwsh'
  const read = `[ScriptBlock]::Create((Get-Content -Raw '${join(cwd, 'completion.pwsh')}')) | Out-Null`
  const { status } = isThere(powerShell)
    ? spawnSync(powerShell, ['-NoProfile', '-Command', read])
    : { status: 0 }
  expect(status).toBe(0)
  const script = readFileSync(join(cwd, 'completion.pwsh'), 'utf8')
  expect(script).toMatch(/formctl.* __complete /)
  // Without texts, brackets and what stands between them are taken away pair by pair.
  let left = script.replaceAll(/'[^'\n]*'|"[^"\n]*"|[^()[\]{}]/g, '')
  while (/\(\)|\[\]|\{\}/.test(left)) left = left.replaceAll(/\(\)|\[\]|\{\}/g, '')
  expect(left).toBe('')
})

test('another shell is refused, with the one that was meant', async () => {
  expect(await runInProcess({ argv: 'completion bahs' })).toEqual(
    misuse('There is no completion for bahs. Did you mean bash? Choose one of bash, zsh, fish, pwsh.'),
  )
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
    const line = (id: string, name: string): string => `${id}\t${name}\thttps://f.example\t/s/${id}\t\n`
    const two = line('two', String.raw`Two\nlines`)
    expect(file(folder)).toBe(line('one', String.raw`One\x1b[31m`) + two)
    await list(form('three', 'Three'), form('one', 'New'))
    expect(file(folder)).toBe(line('three', 'Three') + line('one', 'New') + two)
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
