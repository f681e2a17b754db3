import { expect, test } from 'vitest'
import { makeTerminal } from '../../../src/cli/terminal/terminal.ts'
import { testHost, type TestHostOptions } from '../../support/test-host.ts'

const made = async (options: Partial<TestHostOptions>, isQuiet = false) => {
  const host = testHost({ argv: [], ...options })
  return { host, terminal: makeTerminal(host, { color: 'auto', isQuiet }) }
}

test('--quiet silences what is said, not warnings nor data', async () => {
  const { host, terminal } = await made({}, true)
  await terminal.info('working')
  await terminal.warn('careful')
  await terminal.printJson({ a: 1 })
  expect(host.output()).toEqual({ stdout: '{"a":1}\n', stderr: 'careful\n' })
})

test('a line for the person carries no escape sequence from outside, even where nobody made it plain', async () => {
  const { host, terminal } = await made({ isTerminal: true, env: { TERM: 'xterm' } })
  await terminal.info(`${terminal.err.red('form')} "\u001b]0;owned\u0007" \u202e`)
  expect(host.output().stderr).toBe(
    `\u001b[31mform\u001b[39m "${String.raw`\x1b]0;owned\x07`}" ${String.raw`\u202e`}\n`,
  )
})

test('colours follow each stream: none in a pipe, some on a terminal', async () => {
  const inPipe = (await made({})).terminal
  expect(inPipe.out.bold('a') + inPipe.err.cyan('b')).toBe('ab')
  const { host, terminal } = await made({ isTerminal: true, env: { TERM: 'xterm' } })
  await terminal.print(terminal.out.bold('a'))
  await terminal.info(terminal.err.cyan('b'))
  expect(host.output()).toEqual({ stdout: '\u001b[1ma\u001b[22m', stderr: '\u001b[36mb\u001b[39m\n' })
})

test('colours that were asked for reach a pipe, and data in it stays as it is', async () => {
  const { host, terminal } = await made({ env: { FORCE_COLOR: '1' } })
  await terminal.print(`${terminal.out.red('a')}\u001b[31m\u202e`)
  expect(host.output().stdout).toBe('\u001b[31ma\u001b[39m\u001b[31m\u202e')
})

test('a colour that comes from outside is none, even where nobody made the text plain', async () => {
  const { host, terminal } = await made({ isTerminal: true, env: { TERM: 'xterm' } })
  for (const tell of [terminal.info, terminal.warn, terminal.print])
    await tell(terminal.out.bold(`a\u001b[31mb\u001b[39m${terminal.err.dim('c')}`))
  const shown = `\u001b[1ma${String.raw`\x1b[31mb\x1b[39m`}\u001b[2mc\u001b[22m\u001b[22m`
  expect(host.output()).toEqual({ stdout: shown, stderr: `${shown}\n${shown}\n` })
})

test('a list is aligned on a terminal and tab-separated in a pipe', async () => {
  const [onTerminal, inPipe] = [await made({ isTerminal: true }), await made({})]
  for (const { terminal } of [onTerminal, inPipe]) await terminal.list(['id', 'x'], [['f1', 'y']])
  expect(onTerminal.host.output().stdout).toBe('id  x\nf1  y\n')
  expect(inPipe.host.output().stdout).toBe('id\tx\nf1\ty\n')
})

test('a long table waits for its reader between writes, and stops when the reader has gone', async () => {
  const { host } = await made({})
  let [open, writes] = [0, 0]
  const write = async (): Promise<void> => {
    expect(++open).toBe(1)
    await Promise.resolve()
    open--
    if (++writes === 3) throw new Error('closed')
  }
  const terminal = makeTerminal(
    { ...host, stdout: { ...host.stdout, write } },
    { color: 'auto', isQuiet: false },
  )
  const rows = Array.from({ length: 100_000 }, (_, i) => [`row ${i}`])
  await expect(terminal.list(['id'], rows)).rejects.toThrow('closed')
  expect(writes).toBe(3)
})
