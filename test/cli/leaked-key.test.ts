import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { variables } from '../../src/cli/settings/load.ts'
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

test.each([
  [['forms', 'apply', ours]],
  [['forms', 'validate', `${ours}.yaml`]],
  [['status', ours]],
  [[ours]],
  [['login', '--api-key', ours]],
  [['status', `--api-key=${ours}`]],
  [['--profile', ours, 'status']],
  [['forms', 'list', '--api-key-file', ours]],
  [['forms', 'list', '--base-url', `http://${ours}@forms.example`]],
  [['forms', 'list', '--base-url', `https://forms.example/?key=${ours}`]],
  [['responses', 'get', '--form', ours.slice(0, 24)]],
  [['forms', 'generate', 'x.yaml', '--var', `token=${ours}`]],
  [['serve', '--exec', `FORMCTL_API_KEY=${ours} npm test`]],
  [['status', '--help', ours]],
])('a key on a command line is refused, not repeated, sent nowhere and written nowhere: %j', async (argv) => {
  const { exit, stdout, stderr, calls, cwd } = await formctl(argv)
  expect({ exit, stdout, calls, files: readdirSync(cwd) }).toEqual({
    exit: 2,
    stdout: '',
    calls: [],
    files: [],
  })
  expect(stderr).toBe(
    'error[usage]: An API key is on the command line, where the history of the shell and other users can see it. Have it replaced. Then run formctl login, set FORMCTL_API_KEY, or give --api-key-stdin, or --api-key-file with the name of a file.\n',
  )
})

test.each([['./fctl_customers'], ['fctl_customers.yaml'], ['customer-2026-production-eu']])(
  'a path or a name is no key: %s',
  async (word) => {
    const { stderr } = await formctl(['forms', 'validate', word])
    expect(stderr).toMatch(/^error\[file-not-found\]: .* does not exist\./)
  },
)

test.each([
  ['status', '--environment', theirs],
  ['status', '--profile', theirs],
  ['explain', theirs],
  ['forms', 'validate', theirs],
  ['login', theirs],
  [theirs],
  ['status', `--key=${theirs}`],
])('the key that a run was given is shown by nothing that it prints: %j', async (...argv) => {
  const { stdout, stderr } = await formctl(argv)
  expect(stdout + stderr).not.toBe('')
  expect(stdout + stderr).not.toMatch(/canary/i)
})

describe('a key in a variable that is for something else', () => {
  const others = variables.filter((name) => name !== 'FORMCTL_API_KEY')

  test.each(others.flatMap((name) => [ours, theirs].map((key) => [name, key] as const)))(
    '%s is shown by no command (%s)',
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
        const { stdout, stderr } = await formctl(argv, {
          env: { ...settings, FORMCTL_API_KEY: theirs, [name]: key },
        })
        expect(stdout + stderr).not.toMatch(/canary/i)
      }
    },
  )

  test.each(['FORMCTL_PROFILE', 'FORMCTL_ENVIRONMENT_ID', 'FORMCTL_SOURCE_FORM_ID'])(
    '%s is refused with the remedy',
    async (name) => {
      const ran = await formctl(['status'], { env: { ...settings, [name]: ours } })
      expect(ran).toMatchObject({ exit: 3, stdout: '' })
      expect(ran.stderr).toMatch(
        new RegExp(
          `^error\\[config-invalid\\]: ${name} cannot be used: it holds an API key in the place of something else\\. .* Then run formctl login, `,
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
        // The name of the folder is random, and may hold these two characters.
        expect((ran.stdout + ran.stderr).replaceAll(cwd, '')).not.toContain('s3')
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
  const answers = ['fctl_0123456789abcdef\n', '\n']
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

describe('a key in formctl.yaml', () => {
  const stored = 'sk_live_Canary0123456789'
  const inProject = async (project: string, words: string) => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
    const user = `profiles:\n  default:\n    base_url: https://forms.example\n    api_key: ${stored}\n`
    writeFileSync(join(cwd, '.config/formctl/config.yaml'), user, { mode: 0o600 })
    writeFileSync(join(cwd, 'formctl.yaml'), project)
    return formctl(words.split(' '), { cwd, env: {} })
  }

  test.each([
    ['in an address', `base_url: http://${ours}@x\n`],
    ['in the name of a profile', `profiles:\n  ${ours}:\n    environment: e\n`],
    ['in the name of a profile that has quotes', `profiles: { "${ours}": { environment: e } }\n`],
    ['in a comment', `environment: e # ${ours}\n`],
    ['in a comment, in a sentence', `# api_key=${ours}.\nenvironment: e\n`],
    ['as an environment', `environment: ${ours}\n`],
  ])('%s is refused, and not shown', async (_where, project) => {
    for (const words of ['status', 'forms list', 'doctor', 'responses get --form f']) {
      const ran = await inProject(project, words)
      expect([words, ran.exit]).toEqual([words, words === 'doctor' ? 1 : 3])
      for (const { headers: _, ...call } of ran.calls) expect(JSON.stringify(call)).not.toMatch(/canary/i)
      expect(ran.stdout + ran.stderr).toMatch(/[Tt]here is an API key here/)
      expect(ran.stdout + ran.stderr).not.toMatch(/canary/i)
    }
  })

  test('is none where a folder or a file is so named', async () => {
    const project = 'base_url: embedded:./fctl_customers # see fctl_notes\n'
    expect(await inProject(project, 'status')).toMatchObject({ exit: 0 })
  })
})

test('a stored key is hidden in what a service says of it', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
  const key = 'sk_live_Canary0123456789'
  const user = `profiles:\n  default:\n    base_url: https://forms.example\n    api_key: >-\n      ${key}\n`
  writeFileSync(join(cwd, '.config/formctl/config.yaml'), user, { mode: 0o600 })
  const { service, calls } = scriptedService({ status: 404, body: { message: `No ${key}` } })
  const { stderr } = await runInProcess({ argv: ['responses', 'get', '--form', 'f'], cwd, env: {}, service })
  expect(calls.length).toBeGreaterThan(0)
  expect(stderr).not.toMatch(/canary/i)
})

describe('status objects to a base URL that nothing can be called at', () => {
  const statusAt = (url: string) => formctl(['status'], { env: { FORMCTL_BASE_URL: url } })

  test('with a key in it: refused', async () => {
    const { exit, stdout, stderr } = await statusAt(`http://${ours}@127.0.0.1:1`)
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
    expect(stderr).toContain('FORMCTL_BASE_URL cannot be used: it holds an API key')
    expect(stderr).not.toMatch(/canary/i)
  })

  test('with a password in it, or none at all: said', async () => {
    for (const url of ['http://u:s3cret@127.0.0.1:1', 'ftp://x', 'x']) {
      const { exit, stderr } = await statusAt(url)
      expect([url, exit, stderr]).toEqual([
        url,
        0,
        expect.stringMatching(/^warning: The base URL from FORMCTL_BASE_URL cannot be used: it .*\n$/),
      ])
    }
  })

  test.each(['FORMCTL_TIMEOUT', 'FORMCTL_ATTEMPTS'])(
    'and to %s that is not a number that can be used',
    async (name) => {
      const { exit, stdout, stderr } = await formctl(['status'], { env: { [name]: '-1' } })
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^error\\[usage\\]: ${name} takes a (time|whole number) from `))
    },
  )
})
