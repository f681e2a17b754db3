import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { builtProgram, inherited } from '../../support/built-program.ts'
import { temporaryFolder } from '../../support/test-host.ts'

const spec = `name: N
steps:
  - { name: A, components: [{ type: ShortInput, content: { question: Q } }, { type: NextButton, content: { label: L } }] }
  - { name: B, components: [{ type: Header, content: { title: T } }] }
`

/** A folder with a pipe, and the program that reads it there. */
function reading(words: readonly string[]): { readonly pipe: string; readonly child: ChildProcess } {
  const cwd = temporaryFolder()
  const pipe = join(cwd, 'pipe.yaml')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
  const env = { ...inherited, HOME: cwd, XDG_CONFIG_HOME: join(cwd, '.config') }
  const child = spawn(process.execPath, [builtProgram, ...words], { cwd, env, stdio: 'pipe' })
  return { pipe, child }
}

/** Whether a process has a file open. */
function hasOpen({ pid }: ChildProcess, path: string): boolean {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).some((fd) => {
    try {
      return readlinkSync(join(folder, fd)) === path
    } catch {
      // Closed since it was listed.
      return false
    }
  })
}

async function untilOpen(child: ChildProcess, path: string): Promise<void> {
  await expect.poll(() => hasOpen(child, path), { interval: 20 }).toBe(true)
}

async function ended(child: ChildProcess): Promise<{ exit: number | null; stdout: string; stderr: string }> {
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [exit] = (await once(child, 'close')) as [number | null]
  return { exit, stdout: (await stdout) ?? '', stderr: (await stderr) ?? '' }
}

// Where a process has open what it reads is told by /proc.
describe.runIf(process.platform === 'linux')('a pipe that is read by its name', () => {
  test.each([
    ['SIGINT', 130, 'error[interrupted]: Interrupted.\n', 'validate'],
    ['SIGTERM', 143, 'error[terminated]: Terminated.\n', 'validate'],
    ['SIGINT', 130, 'error[interrupted]: Interrupted.\n', 'preview'],
    ['SIGTERM', 143, 'error[terminated]: Terminated.\n', 'preview'],
    ['SIGINT', 130, 'error[interrupted]: Interrupted.\n', 'preview --watch'],
  ] as const)(
    'and that nobody writes to: %s ends the program at once, with %i',
    async (signal, exit, stderr, words) => {
      const { pipe, child } = reading(['forms', ...words.split(' '), 'pipe.yaml'])
      await untilOpen(child, pipe)
      const end = ended(child)
      child.kill(signal)
      expect(await end).toEqual({ exit, stdout: '', stderr })
    },
  )

  test('and whose writer says nothing: Ctrl-C ends the program at once', async () => {
    const { pipe, child } = reading(['forms', 'validate', 'pipe.yaml'])
    await untilOpen(child, pipe)
    const writer = openSync(pipe, 'w')
    const end = ended(child)
    child.kill('SIGINT')
    expect(await end).toEqual({ exit: 130, stdout: '', stderr: 'error[interrupted]: Interrupted.\n' })
    closeSync(writer)
  })

  test('is waited for until its writer comes, late and in pieces', async () => {
    const { pipe, child } = reading(['forms', 'validate', 'pipe.yaml'])
    await untilOpen(child, pipe)
    const end = ended(child)
    const writer = openSync(pipe, 'w')
    writeFileSync(writer, spec.slice(0, 50))
    writeFileSync(writer, spec.slice(50))
    closeSync(writer)
    expect(await end).toEqual({ exit: 0, stdout: '', stderr: '1 form in 1 file: no problems found.\n' })
  })

  test.each(['export', 'get -o csv'])(
    'and whose writer came first: responses %s loses nothing of it',
    async (words) => {
      const cwd = temporaryFolder()
      const reply = '{"data":[{"id":"r1","createdAt":"2026-03-01T09:00:00Z","data":[]}]}'
      const command = `"${process.execPath}" "${builtProgram}" responses ${words} --from p --columns id`
      const line = `mkfifo p; (echo '${reply}' > p) & sleep 0.5; timeout 30 ${command}`
      expect(execFileSync('bash', ['-c', line], { cwd, encoding: 'utf8', stdio: 'pipe' })).toBe('id\nr1\n')
    },
  )

  test('is the end of another program, as the shell names it', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'spec.yaml'), spec)
    const line = `"${process.execPath}" "${builtProgram}" forms validate <(cat spec.yaml) <(true) 2>&1; echo $?`
    const output = execFileSync('bash', ['-c', line], { cwd, encoding: 'utf8' })
    expect(output).toContain('empty-spec')
    expect(output).toMatch(/1 error in 1 of 2 files\.\n1\n$/)
  })
})
