import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import {
  ask,
  askSecret,
  choose,
  chooseMany,
  confirm,
  mayAsk,
  type PromptContext,
} from '../../../src/cli/terminal/ask.ts'
import { makeTerminal } from '../../../src/cli/terminal/terminal.ts'
import { testHost, type TestHostOptions } from '../../support/test-host.ts'

type Options = Omit<TestHostOptions, 'argv'> & { readonly noInput?: boolean }

async function context({ noInput = false, ...options }: Options) {
  const host = testHost({ argv: [], isTerminal: true, ...options })
  const terminal = makeTerminal(host, { color: 'auto', isQuiet: false })
  const made: PromptContext = {
    host,
    terminal,
    globals: { noInput, color: 'auto', quiet: false, verbose: false },
  }
  return { ...made, output: host.output }
}

const name = { message: 'Name?', flag: '--name' }

test('a line is answered on the terminal, and shown on stderr', async () => {
  const asked = await context({ answers: ['Zoë\n'] })
  expect(await ask(asked, name)).toBe('Zoë')
  expect(asked.output()).toEqual({ stdout: '', stderr: expect.stringContaining('Name?') })
})

test('Enter alone takes the fallback', async () => {
  expect(await ask(await context({ answers: ['\n'] }), { ...name, fallback: 'Survey' })).toBe('Survey')
})

test('an answer that is not right is explained and asked again', async () => {
  const asked = await context({})
  const [input, output] = [new PassThrough(), new PassThrough()]
  output.on('data', (chunk: Buffer) => {
    if (chunk.includes('> Only yes will do.')) input.write('\u007fyes\n')
  })
  input.write('x\n')
  const host = { ...asked.host, promptStreams: () => ({ input, output }) }
  const check = (answer: string) => (answer === 'yes' ? undefined : 'Only yes will do.')
  expect(await ask({ ...asked, host }, { ...name, check })).toBe('yes')
})

test('a secret is never shown', async () => {
  const asked = await context({ answers: ['s3cret\n'] })
  expect(await askSecret(asked, { message: 'Key?', flag: '--api-key-stdin' })).toBe('s3cret')
  expect(asked.output().stderr).not.toMatch(/s3|cret/)
})

test.each([
  ['y\n', true],
  ['n\n', false],
  ['\n', true],
])('%j to a yes-or-no question is %s', async (answer, expected) => {
  const asked = await context({ answers: [answer] })
  expect(await confirm(asked, { message: 'Go on?', flag: '--yes', fallback: true })).toBe(expected)
})

test('a choice is made with the arrows', async () => {
  const choices = [
    { value: 'here', name: 'On this machine' },
    { value: 'there', name: 'Elsewhere' },
  ] as const
  const asked = await context({ answers: ['\u001b[B\n'] })
  expect(await choose(asked, { message: 'Where?', flag: '--base-url', choices })).toBe('there')
})

test('any number of a few is chosen with the space bar, coloured as stderr is', async () => {
  const choices = [
    { value: 'one', name: 'One' },
    { value: 'two', name: 'Two' },
    { value: 'three', name: 'Three' },
  ] as const
  const question = { message: 'Which?', flag: '--with', choices, fallback: ['one', 'three'] as const }
  const plain = await context({ answers: [' \u001b[B \n'], env: { TERM: 'xterm', NO_COLOR: '1' } })
  expect(await chooseMany(plain, question)).toEqual(['two', 'three'])
  // eslint-disable-next-line no-control-regex -- colours are what is looked for
  expect(plain.output().stderr).not.toMatch(/\u001b\[\d+m/)
  expect(await chooseMany(await context({ answers: ['\n'] }), question)).toEqual(['one', 'three'])
})

const bad = 'a\u001b[35mb\u202e\u0007'
const shown = String.raw`a\x1b[35mb\u202e\x07`

test('words of others in a question, its choices and its fallback steer no terminal', async () => {
  const env = { TERM: 'xterm' }
  const asked = await context({ answers: ['\n'], env })
  expect(await ask(asked, { message: bad, flag: '--name', fallback: bad })).toBe(bad)
  const chosen = await context({ answers: ['\n'], env })
  const choices = [{ value: 'v', name: bad, description: bad }] as const
  expect(await choose(chosen, { message: bad, flag: '--x', choices })).toBe('v')
  const some = await context({ answers: ['\n'], env })
  expect(await chooseMany(some, { message: bad, flag: '--x', choices, fallback: ['v'] })).toEqual(['v'])
  const secret = await context({ answers: ['k\n'], env })
  await askSecret(secret, { message: bad, flag: '--x' })
  const yes = await context({ answers: ['\n'], env })
  await confirm(yes, { message: bad, flag: '--x', fallback: true })
  for (const { output } of [asked, chosen, some, secret, yes]) {
    expect(output().stderr).toContain(shown)
    for (const sign of ['\u001b[35m', '\u202e', '\u0007']) expect(output().stderr).not.toContain(sign)
  }
})

test('several questions are answered one after the other', async () => {
  const asked = await context({ answers: ['one\n', 'two\n'] })
  expect([await ask(asked, name), await ask(asked, name)]).toEqual(['one', 'two'])
})

test.each<[string, Options]>([
  ['without a terminal', { isTerminal: false }],
  ['in CI', { env: { CI: 'true' } }],
  ['under --no-input', { noInput: true }],
])('%s the question ends with the flag that answers it', async (_, options) => {
  const asked = await context({ ...options, answers: ['x\n'] })
  await expect(ask(asked, name)).rejects.toThrow(
    expect.objectContaining({ exit: 2, message: 'Name? There is no terminal to ask on: give --name.' }),
  )
  expect(asked.output().stderr).toBe('')
})

test.each(['', '0', 'false'])('CI=%j is not CI', async (CI) => {
  expect(mayAsk(await context({ env: { CI } }))).toBe(true)
})

const interrupted = expect.objectContaining({ code: 'interrupted', exit: 130 })

test.each([
  ['the input ends', []],
  ['Ctrl-D is pressed', ['\u0004']],
  ['Ctrl-C is pressed', ['half\u0003']],
])('when %s, the question is over with exit code 130', async (_, answers) => {
  for (const question of [ask, askSecret])
    await expect(question(await context({ answers }), name)).rejects.toThrow(interrupted)
  await expect(confirm(await context({ answers }), { ...name, fallback: true })).rejects.toThrow(interrupted)
})

test('a signal ends the question with its own failure', async () => {
  const controller = new AbortController()
  const asked = await context({ answers: ['half'], signal: controller.signal })
  const answer = ask(asked, name)
  controller.abort(Failure.of('terminated', {}))
  await expect(answer).rejects.toThrow(expect.objectContaining({ exit: 143 }))
})

test('the question is coloured as stderr is, whatever the library thinks', async () => {
  const plain = await context({ answers: ['a\n'], env: { TERM: 'xterm', NO_COLOR: '1' } })
  await ask(plain, name)
  // eslint-disable-next-line no-control-regex -- colours are what is looked for
  expect(plain.output().stderr).not.toMatch(/\u001b\[\d*m/)
  const colored = await context({ answers: ['a\n'], env: { TERM: 'xterm' } })
  await ask(colored, name)
  expect(colored.output().stderr).toContain('\u001b[1mName?\u001b[22m')
})
