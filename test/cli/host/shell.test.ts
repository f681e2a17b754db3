import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { captureShell } from '../../../src/cli/host/shell.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { builtProgram, runBuilt } from '../../support/built-program.ts'
import { temporaryFolder } from '../../support/test-host.ts'

const never = new AbortController().signal

/** A program that does not listen to requests to end, and one below it; their numbers stand in `pids`. */
const stubborn = (folder: string): string =>
  `trap "" TERM INT HUP; sleep 600 & echo $! $$ > ${folder}/made && mv ${folder}/made ${folder}/pids; echo begun >&2; wait; wait; sleep 600`

/** Whether a process is there, and more than a number that its parent has not asked about. */
const isThere = (pid: string): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const left = (folder: string): readonly string[] =>
  readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').filter(isThere)

test.each([
  ['silently', true, ''],
  ['openly', false, 'outerr'],
])('a command that is run %s gives its status and prints as much', (_, isQuiet, printed) => {
  const shell = JSON.stringify(join(import.meta.dirname, '../../../src/cli/host/shell.ts'))
  const command = JSON.stringify('echo out; echo err >&2; exit 3')
  const program = `import { runShell } from ${shell}
    const { signal } = new AbortController()
    process.exitCode = await runShell(${command}, {}, { signal, isQuiet: ${isQuiet} })`
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect([ran.status, `${ran.stdout}${ran.stderr}`.replaceAll('\n', '')]).toEqual([3, printed])
})

describe.runIf(process.platform === 'linux')('a command that is run for what it prints', () => {
  test('gives its output, what it said and its status', async () => {
    const command = `printf 'one\\ntwo' >&2; printf ' key\\n\\n'; exit 3`
    expect(await captureShell(command, { seconds: 20, signal: never })).toEqual({
      status: 3,
      output: ' key',
      errorOutput: 'one\ntwo',
      isLate: false,
    })
  })

  test('that is not there ends with 127', async () => {
    const captured = await captureShell('formctl-no-such-command', { seconds: 20, signal: never })
    expect(captured).toMatchObject({ status: 127, errorOutput: expect.stringMatching(/not found\n$/) })
  })

  test('ends when it is late, with all that it started, whether it listens or not', async () => {
    for (const command of [stubborn, (folder: string) => stubborn(folder).replace(/^.*?; /, '')]) {
      const folder = temporaryFolder()
      const captured = await captureShell(command(folder), { seconds: 0.8, signal: never })
      expect(captured.isLate).toBe(true)
      await expect.poll(() => left(folder)).toEqual([])
    }
  })

  test('ends with this program, whose reason is thrown', async () => {
    const folder = temporaryFolder()
    const controller = new AbortController()
    const capturing = captureShell(stubborn(folder), { seconds: 60, signal: controller.signal })
    await begun(folder)
    controller.abort(Failure.of('interrupted', {}))
    await expect(capturing).rejects.toThrow('Interrupted.')
    await expect.poll(() => left(folder)).toEqual([])
  })
})

function folderWith(command: string): string {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
  writeFileSync(join(cwd, 'key.sh'), command)
  writeFileSync(
    join(cwd, '.config/formctl/config.yaml'),
    `profiles: { default: { base_url: 'http://127.0.0.1:9', api_key_command: sh ${cwd}/key.sh } }`,
    { mode: 0o600 },
  )
  return cwd
}

// Gives a program a terminal of its own; part of util-linux.
const terminalMaker = 'script'

describe.runIf(process.platform === 'linux')('api_key_command', () => {
  test('that takes longer than --timeout is ended, and that is said', async () => {
    const cwd = folderWith('sleep 600; true')
    const ran = await runBuilt(['responses', 'get', '--form', 'f', '--timeout', '0.5'], { cwd })
    expect(ran).toMatchObject({ exit: 4, stdout: '' })
    expect(ran.stderr).toMatch(
      /^error\[key-command-failed\]: No API key came from the api_key_command of .*: it did not end within 0\.5 s\./,
    )
  })

  test('that fails is told with its exit code, and what it said is shown without keys and control characters', async () => {
    const fresh = `fctl_${'aB3-_'.repeat(8)}xyz`
    const cwd = folderWith(
      `printf 'no \\033[31mvault\\033[0m for ${fresh}\\n' >&2; printf 'half of it: unmarked-canary-key\\n' >&2; echo unmarked-canary-key; exit 5`,
    )
    const ran = await runBuilt(['responses', 'get', '--form', 'f'], { cwd })
    expect(ran.exit).toBe(4)
    expect(ran.stderr.split('\n')).toEqual([
      String.raw`no \x1b[31mvault\x1b[0m for …_xyz`,
      'half of it: [the key]',
      expect.stringMatching(
        /^error\[key-command-failed\]: No API key came from .*: it ended with status 5\. Run the command by itself/,
      ),
      '',
    ])
  })

  test.each([['responses get --form f'], ['doctor'], ['forms apply a.yaml --environment e --yes']])(
    'is over at once when Ctrl-C is pressed, with all that it started: formctl %s',
    async (words) => {
      const cwd = folderWith('')
      writeFileSync(join(cwd, 'key.sh'), stubborn(cwd).replace('echo begun >&2;', ''))
      const step = '  - { name: A, components: [{ type: ShortInput, content: { question: Q } }] }\n'
      writeFileSync(join(cwd, 'a.yaml'), `name: N\nsourceFormId: s\nsteps:\n${step}${step}`)
      const env = { PATH: process.env['PATH'], HOME: cwd, XDG_STATE_HOME: join(cwd, '.state') }
      const child = spawn(process.execPath, [builtProgram, ...words.split(' ')], { cwd, env, stdio: 'pipe' })
      const stderr = text(child.stderr)
      await begun(cwd)
      child.kill('SIGINT')
      const [exit] = (await once(child, 'close')) as [number]
      expect([exit, await stderr]).toEqual([
        130,
        expect.stringMatching(/error\[interrupted\]: Interrupted\.\n$/),
      ])
      await expect.poll(() => left(cwd)).toEqual([])
    },
  )

  test.runIf(spawnSync(terminalMaker, ['--version']).status === 0)(
    'and also at a terminal, where it stays in the foreground to ask',
    async () => {
      const cwd = folderWith('')
      writeFileSync(
        join(cwd, 'key.sh'),
        `printf 'PIN: ' >&2; sleep 600 & echo $! $$ > ${cwd}/made && mv ${cwd}/made ${cwd}/pids; wait`,
      )
      const line = `"${process.execPath}" "${builtProgram}" responses get --form f`
      const env = { PATH: process.env['PATH'], HOME: cwd, XDG_STATE_HOME: join(cwd, '.state'), TERM: 'xterm' }
      const child = spawn(terminalMaker, ['-qec', line, '/dev/null'], { cwd, env, stdio: 'pipe' })
      const shown = text(child.stdout)
      await begun(cwd)
      child.stdin.write('\u0003')
      await once(child, 'close')
      expect(await shown).toMatch(/PIN:[^]*error.*: Interrupted\./)
      await expect.poll(() => left(cwd)).toEqual([])
    },
  )
})

async function begun(folder: string): Promise<void> {
  await expect.poll(() => existsSync(join(folder, 'pids'))).toBe(true)
}
