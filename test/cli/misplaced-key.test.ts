import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { commands, type Entry } from '../../src/cli/commands/index.ts'
import { variables } from '../../src/cli/doctor/check-machine.ts'
import { addGlobals } from '../../src/cli/globals.ts'
import { run } from '../../src/cli/run.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost, type TestHostOptions } from '../support/test-host.ts'

// As our own service makes them, and as another one might.
const secret = 'canary_0123456789abcdefghijklmnopqrstuvwx-z'
const ours = `fctl_${secret}`
const theirs = 'sk-live-Canary0123456789'
const settings = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_ENVIRONMENT_ID: 'e' }

async function formctl(argv: readonly string[], options: Omit<TestHostOptions, 'argv'> = {}) {
  const cwd = options.cwd ?? temporaryFolder()
  const { service, calls } = scriptedService({ status: 404, body: { message: 'No' } })
  const ran = await runInProcess({
    service,
    env: { ...settings, FORMCTL_API_KEY: theirs },
    ...options,
    cwd,
    argv,
  })
  return { ...ran, calls, cwd }
}

const globals = addGlobals(new Command()).options.map(({ flags }) => flags)

type Place = { readonly place: string; readonly argv: (key: string) => readonly string[] }

/** Every place of a command line: its arguments, its own options and the global ones. */
async function placesOf({ words, load }: Entry): Promise<readonly Place[]> {
  const { args, options } = await load()
  const needed = args.filter(({ name }) => name.startsWith('<')).map(() => 'x')
  const line = [...words.split(' '), ...needed]
  const behind = (flag: string): Place[] => [
    { place: `${words} ${flag} …`, argv: (key) => line.concat(flag, key) },
    { place: `${words} ${flag}=…`, argv: (key) => line.concat(`${flag}=${key}`) },
    { place: `${words} ${flag} name=…`, argv: (key) => line.concat(flag, `a=${key}`) },
  ]
  const flags = Object.values(options).map((option) => option.flags)
  return [...flags, ...globals]
    .flatMap((flag) => behind(/--[\w-]+/.exec(flag)?.[0] ?? ''))
    .concat(
      { place: `${words} <argument>`, argv: (key) => words.split(' ').concat(key) },
      { place: `${words} <one argument more>`, argv: (key) => line.concat('x', key) },
    )
}

const places = (await Promise.all(commands.map(placesOf))).flat()

describe('a key on a command line is refused, not repeated, sent nowhere and written nowhere,', () => {
  test(`in each of the places of all commands`, async () => {
    expect(places.length).toBeGreaterThan(1000)
    const wrong: unknown[] = []
    for (const { place, argv } of places)
      for (const key of [ours, theirs]) {
        const { exit, stdout, stderr, calls, cwd } = await formctl(argv(key))
        const isRefused =
          exit === 2 &&
          stdout === '' &&
          /^error: (An API key |Unknown option '--[\w-]+=…')/.test(stderr) &&
          !/canary/i.test(stderr)
        if (!isRefused || calls.length > 0 || readdirSync(cwd).length > 0)
          wrong.push({ place, exit, stdout, stderr })
      }
    expect(wrong).toEqual([])
  })

  test.each([
    [['forms', 'apply', ours], '<files>'],
    [['forms', 'list', '--profile', ours], '--profile <name>'],
    [['forms', 'list', '--environment', ours], '--environment <id>'],
    [['forms', 'list', '--api-key-file', ours], '--api-key-file <file>'],
    [['forms', 'list', '--api-key-file', 'aB3xyzaB3xyzaB3xyzaB3'], '--api-key-file <file>'],
    [['forms', 'list', '--profile', 'aB3xyzaB3xyzaB3xyzaB3'], '--profile'],
    [['login', '--profile', 'aB3xyzaB3xyzaB3xyzaB3'], '--profile'],
    [['forms', 'list', '--base-url', `http://${ours}@forms.example`], '--base-url <url>'],
    [['forms', 'list', '--base-url', `https://forms.example/?key=${ours}`], '--base-url <url>'],
    [['responses', 'get', '--form', ours], '--form <id>'],
    [['forms', 'generate', 'x.yaml', '--var', `token=${ours}`], '--var <name=value>'],
    [['serve', '--exec', `FORMCTL_API_KEY=${ours} npm test`], '--exec <command>'],
  ])('and the sentence names the place, the danger and the right way: %j', async (argv, place) => {
    const { exit, stderr } = await formctl(argv)
    expect([exit, stderr]).toEqual([
      2,
      `error: An API key was given in the place of ${place}, so nothing was done. It now stands in the history of the shell, and others could see it among the processes: have it replaced if anyone else can read these. Run formctl login, set FORMCTL_API_KEY, or give --api-key-stdin, or --api-key-file with the name of a file.\n`,
    ])
  })

  test.each([['./fctl_customers'], ['fctl_customers.yaml'], ['customer-2026-production-eu']])(
    'while a path or a name is none: %s',
    async (word) => {
      const { stderr } = await formctl(['forms', 'validate', word])
      expect(stderr).toMatch(/^error: .* does not exist\./)
    },
  )
})

describe('a key in a variable that is for something else', () => {
  const others = variables.filter((name) => name !== 'FORMCTL_API_KEY')

  test.each(others.flatMap((name) => [ours, theirs].map((key) => [name, key] as const)))(
    '%s is shown by no command and sent nowhere (%s)',
    async (name, key) => {
      for (const argv of [
        ['status'],
        ['status', '-o', 'json'],
        ['status', '-o', 'env'],
        ['doctor'],
        ['doctor', '-o', 'json'],
        ['responses', 'get', '--form', 'f', '--verbose'],
        ['forms', 'list', '-o', 'json'],
        ['login', '--no-input'],
      ]) {
        const { calls, stdout, stderr } = await formctl(argv, {
          env: { ...settings, FORMCTL_API_KEY: theirs, [name]: key },
        })
        expect(stdout + stderr).not.toMatch(/canary/i)
        for (const { headers: _, ...call } of calls) expect(JSON.stringify(call)).not.toMatch(/canary/i)
      }
    },
  )

  test.each(['FORMCTL_PROFILE', 'FORMCTL_ENVIRONMENT_ID', 'FORMCTL_SOURCE_FORM_ID', 'FORMCTL_CA_FILE'])(
    '%s is refused with the remedy',
    async (name) => {
      const ran = await formctl(['status'], { env: { ...settings, [name]: ours } })
      expect(ran).toMatchObject({ exit: 3, stdout: '' })
      expect(ran.stderr).toMatch(
        new RegExp(
          `^error: ${name} cannot be used: it holds an API key in the place of something else\\. .* Run formctl login, `,
        ),
      )
    },
  )

  test('FORMCTL_VAR_<NAME> is refused where a spec uses it, since everyone would read it on the page', async () => {
    const cwd = temporaryFolder()
    const step = '  - { name: A, components: [{ type: ShortInput, content: { question: "${token}" } }] }\n'
    writeFileSync(join(cwd, 'a.yaml'), `vars: { token: }\nname: N\nsourceFormId: s\nsteps:\n${step}${step}`)
    const env = { ...settings, FORMCTL_API_KEY: theirs, FORMCTL_VAR_TOKEN: ours }
    const ran = await formctl(['forms', 'generate', 'a.yaml'], { cwd, env })
    expect(ran).toMatchObject({ exit: 3, calls: [], stderr: expect.stringContaining('FORMCTL_VAR_TOKEN') })
  })
})

describe('a password or key in a base URL is not shown, wherever the address comes from:', () => {
  const addresses = [
    ['https://u:s3cret@forms.example/base', 'https://…@forms.example/base'],
    ['https://s3cret@forms.example', 'https://…@forms.example'],
    ['https://u:s3/cret@forms.example', 'https://…@forms.example'],
    ['u:s3cret@forms.example', '…@forms.example'],
    ['https://forms.example/?key=s3cret', 'https://forms.example/?…'],
    ['https://forms.example/#s3cret', 'https://forms.example/#…'],
  ] as const
  const user = (cwd: string, url: string): void => {
    mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
    const text = `profiles: { default: { base_url: "${url}", api_key: stored_canary_0123456789 } }`
    writeFileSync(join(cwd, '.config/formctl/config.yaml'), text, { mode: 0o600 })
  }

  test.each(addresses)('%s is shown as %s, and refused', async (url, shown) => {
    for (const inFile of [true, false]) {
      const cwd = temporaryFolder()
      if (inFile) user(cwd, url)
      const env: Readonly<Record<string, string>> = inFile
        ? {}
        : { FORMCTL_BASE_URL: url, FORMCTL_API_KEY: theirs }
      const status = await formctl(['status', '-o', 'json'], { cwd, env })
      expect(JSON.parse(status.stdout)).toMatchObject({ baseUrl: { value: shown } })
      for (const words of ['status', 'doctor', 'doctor -o json', 'forms list', 'status -o env', 'login']) {
        const ran = await formctl(words.split(' '), { cwd, env })
        expect(ran.stdout + ran.stderr).not.toContain('s3')
        expect([words, ran.exit === 0]).toEqual([words, words === 'status'])
        expect(ran.calls).toEqual([])
      }
    }
  })

  test('also as the home of a key that is kept from another address', async () => {
    const cwd = temporaryFolder()
    user(cwd, 'https://u:s3cret@forms.example')
    const env = { FORMCTL_BASE_URL: 'https://other.example' }
    for (const words of ['forms list', 'status', 'doctor']) {
      const ran = await formctl(words.split(' '), { cwd, env })
      expect(ran.stdout + ran.stderr).toContain('https://…@forms.example')
      expect(ran.stdout + ran.stderr).not.toContain('s3cret')
    }
  })
})

test('a key in the place of an id is refused by the question of init, and does not get into the file', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const host = testHost({ argv: ['init', '--base-url', 'https://forms.example'], isTerminal: true })
  const answers = ['fctl_0123456789\n', '\n']
  let said = ''
  output.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (chunk.includes('That is an API key')) input.write('\u0015site-1\n')
  })
  const promptStreams = () => {
    input.write(answers.shift() ?? '')
    return { input, output }
  }
  expect(await run({ ...host, promptStreams })).toBe(0)
  expect(said).toContain('That is an API key, and this file is for everyone.')
  const text = new TextDecoder().decode(await host.files.read('formctl.yaml'))
  expect(text).toContain('environment: site-1\n')
  expect(text).not.toContain('fctl_')
})
