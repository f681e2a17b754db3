import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openEmbedded } from '../../../src/cli/settings/open-data-folder.ts'
import { spec } from '../../support/generating.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost, type TestHostOptions } from '../../support/test-host.ts'
import { outcome } from '../../support/outcome.ts'

const key = 'formctl_canary_0123456789'
const refused = { status: 401, body: { message: 'Unknown API key' } }
const unknownForm = { status: 404, body: { message: 'Form not found' } }
const taken = [unknownForm, refused]

async function formctl(words: string, options: Omit<TestHostOptions, 'argv'> = {}) {
  const cwd = options.cwd ?? temporaryFolder()
  const { service } = scriptedService(...taken)
  const ran = await runInProcess({ service, ...options, cwd, argv: words.split(' ') })
  const file = join(cwd, '.config/formctl/config.yaml')
  return { ...ran, cwd, file, text: existsSync(file) ? readFileSync(file, 'utf8') : undefined }
}

const login = 'login --base-url https://forms.example'

test('a key from standard input is checked and stored with its address, open to its owner alone', async () => {
  const { service, calls } = scriptedService(...taken)
  const ran = await formctl(`${login} --api-key-stdin`, { service, stdin: `${key}\n` })
  expect(ran).toMatchObject(
    outcome(
      0,
      `The service takes the key. Stored …6789 for https://forms.example in ${ran.file}, profile default.\n`,
      '',
    ),
  )
  expect(ran.text).toBe(
    `# Settings of formctl for you alone. The file may hold API keys: its mode stays 0600.\n\nprofiles:\n  default:\n    base_url: https://forms.example\n    api_key: ${key}\n`,
  )
  expect(statSync(ran.file).mode & 0o777).toBe(0o600)
  expect(statSync(join(ran.file, '..')).mode & 0o777).toBe(0o700)
  expect(calls).toMatchObject([
    {
      method: 'GET',
      path: '/api/v1/responses',
      query: { formId: expect.any(String) },
      headers: { 'x-api-key': key },
    },
    { method: 'GET', path: '/api/v1/responses', headers: { 'x-api-key': 'formctl-login-no-key' } },
    { method: 'GET', path: '/.well-known/formctl', headers: { 'x-api-key': key } },
  ])
})

describe('the environment and source form that a service announces', () => {
  const place = { environmentId: 'env-1', sourceFormId: 'look-1' }
  const announcing = () =>
    scriptedService({ body: { data: [] } }, { body: { name: 'formctl', extensions: [], ...place } }).service
  const loggedIn = (more: Omit<TestHostOptions, 'argv'> = {}) =>
    formctl(`${login} --api-key-stdin`, { service: announcing(), stdin: key, ...more })
  const inForce = async (words: string, options: Omit<TestHostOptions, 'argv'>) => {
    const { environmentId, sourceFormId } = JSON.parse(
      (await formctl(`status -o json ${words}`.trim(), options)).stdout,
    )
    return [environmentId, sourceFormId]
  }
  const announced = (value: string): object => ({
    value,
    source: 'https://forms.example, as it announced at formctl login',
  })

  test('are kept at login, and status names their source', async () => {
    const { cwd, stderr } = await loggedIn()
    expect(stderr).toContain(
      'It announces the environment env-1 and the source form look-1, used unless you set another.\n',
    )
    expect(await inForce('', { cwd })).toEqual([announced('env-1'), announced('look-1')])
  })

  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['a flag', '--environment mine', {}, undefined],
    ['a variable', '', { FORMCTL_ENVIRONMENT_ID: 'mine' }, undefined],
    ['the project', '', {}, 'environment: mine'],
  ])('give way to %s, and the source form with its environment', async (_, words, env, project) => {
    const { cwd } = await loggedIn()
    if (project !== undefined) writeFileSync(join(cwd, 'formctl.yaml'), project)
    expect(await inForce(words, { cwd, env })).toEqual([expect.objectContaining({ value: 'mine' }), null])
  })

  test('give way to the settings of the user, which login leaves', async () => {
    const { cwd, file } = await loggedIn()
    const text = readFileSync(file, 'utf8').replace('    api_key:', '    source_form: mine\n    api_key:')
    writeFileSync(file, `environment: env-1\n${text}`)
    await loggedIn({ cwd })
    expect(await inForce('', { cwd })).toMatchObject([
      { value: 'env-1', source: file },
      { value: 'mine', source: `profile default in ${file}` },
    ])
  })

  test.each<[string, string, Record<string, string>]>([
    ['at another address', '--base-url https://other.example', {}],
    ['with another key', '', { FORMCTL_API_KEY: 'other' }],
  ])('do not hold %s', async (_, words, env) => {
    const { cwd } = await loggedIn()
    expect(await inForce(words, { cwd, env })).toEqual([null, null])
  })

  test('are forgotten by logout, and by a login where none are announced', async () => {
    const { cwd } = await loggedIn()
    expect((await formctl(`${login} --api-key-stdin`, { cwd, stdin: key })).text).not.toContain('env-1')
    await loggedIn({ cwd })
    expect((await formctl('logout', { cwd })).text).not.toContain('env-1')
  })

  test('spare a first apply at our own service all ids', async () => {
    const { service, apiKey, close } = await openEmbedded(testHost({ argv: [] }), 'store')
    try {
      const { cwd } = await formctl(`${login} --api-key-stdin`, { service, stdin: apiKey })
      writeFileSync(join(cwd, 'a.yaml'), spec('A').replace(/^sourceFormId: .*\n/m, ''))
      const ran = await formctl('forms apply a.yaml --yes -o json', { cwd, service })
      expect(ran).toMatchObject({ exit: 0, stderr: '' })
      expect(JSON.parse(ran.stdout)).toMatchObject({
        forms: [{ name: 'A', state: 'new', id: expect.any(String) }],
      })
    } finally {
      await close()
    }
  })
})

test('a key may come from a file, or from a person, to whom it is not shown', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'key.txt'), `\uFEFF${key}\r\n`)
  expect((await formctl(`${login} --api-key-file key.txt`, { cwd })).text).toContain(`api_key: ${key}\n`)
  const asked = await formctl(login, { isTerminal: true, answers: [`${key}\n`] })
  expect(asked.text).toContain(`api_key: ${key}\n`)
  expect(asked.stderr).not.toContain(key.slice(0, 8))
})

test('without a base URL it is asked', async () => {
  const ran = await formctl('login', { isTerminal: true, answers: ['https://forms.example\n', `${key}\n`] })
  expect(ran.text).toContain('base_url: https://forms.example\n')
})

test.each([
  ['login --api-key-stdin', 2, /Address of the service\? There is no terminal to ask on: give --base-url\./],
  [login, 2, /API key\? There is no terminal to ask on: give --api-key-stdin or --api-key-file <file>\./],
  [`${login} --api-key-stdin --api-key-file x`, 2, /not both/],
  [`${login} --api-key-file missing`, 3, /missing does not exist/],
  ['login --base-url embedded:x --api-key-stdin', 2, /needs no key, so there is nothing to log in to/],
  [`${login} --profile a/b --api-key-stdin`, 2, /--profile names a profile "a\/b": use letters/],
])('formctl %s ends with %i', async (words, exit, sentence) => {
  expect(await formctl(words, { stdin: key })).toMatchObject({
    exit,
    stderr: expect.stringMatching(sentence),
    text: undefined,
  })
})

test.each([
  ['nothing', '\n', 2, /No API key came from the standard input/],
  ['two lines', 'a\nb', 4, /characters that no key has/],
  ['letters beyond ASCII', 'schlüssel', 4, /characters that no key has/],
])('%s on standard input is no key', async (_, stdin, exit, sentence) => {
  expect(await formctl(`${login} --api-key-stdin`, { stdin })).toMatchObject({
    exit,
    stderr: expect.stringMatching(sentence),
    text: undefined,
  })
})

describe('the check', () => {
  test.each([
    [
      'refused',
      refused,
      4,
      /refused the API key from the standard input\. Nothing was stored\. Copy the whole key again .* check that https:\/\/forms\.example is that service/,
    ],
    ['not answered by a service', { status: 200, body: '<html>Welcome' }, 6, /not JSON/],
    ['not looked at', unknownForm, 6, /not certain .* answers a made-up key in the same way \(status 404\)/],
    ['answered by another service', { body: {} }, 6, /it lacks a list of responses under data/],
    ['answered in another shape', { body: { data: {} } }, 6, /it lacks a list of responses/],
    ['lost on a website', { status: 404, body: '<html>Not found' }, 6, /status 404/],
    ['sent elsewhere', { status: 302, headers: { location: 'https://other.example' } }, 6, /not followed/],
  ])('ends the login when the key is %s', async (_, turn, exit, sentence) => {
    const { service } = scriptedService(turn)
    expect(await formctl(`${login} --api-key-stdin`, { service, stdin: key })).toMatchObject({
      exit,
      stderr: expect.stringMatching(sentence),
      text: undefined,
    })
  })

  test('takes an empty list for a yes', async () => {
    const { service } = scriptedService({ body: { data: [] } })
    expect(await formctl(`${login} --api-key-stdin`, { service, stdin: key })).toMatchObject({ exit: 0 })
  })

  test('tells of --no-check when it cannot be made, and --no-check makes no call', async () => {
    const { service, calls } = scriptedService({ status: 500, body: { message: 'No' } })
    const failed = await formctl(`${login} --api-key-stdin`, { service, stdin: key })
    expect(failed).toMatchObject({
      text: undefined,
      stderr: expect.stringContaining('--no-check stores it all the same'),
    })
    const made = calls.length
    const stored = await formctl(`${login} --api-key-stdin --no-check`, { service, stdin: key })
    expect(stored).toMatchObject({ exit: 0, text: expect.stringContaining(key) })
    expect(calls).toHaveLength(made)
  })

  test('tells a good key from a wrong one at our own service', async () => {
    const embedded = await openEmbedded(testHost({ argv: [] }), 'store')
    try {
      const { service, apiKey } = embedded
      expect(await formctl(`${login} --api-key-stdin`, { service, stdin: apiKey })).toMatchObject({ exit: 0 })
      expect(await formctl(`${login} --api-key-stdin`, { service, stdin: key })).toMatchObject({ exit: 4 })
    } finally {
      await embedded.close()
    }
  })
})

test('login keeps the comments and the other profiles of the file, and takes the place of a command for the same address', async () => {
  const cwd = temporaryFolder()
  const folder = join(cwd, '.config/formctl')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'config.yaml'),
    '# mine\nprofiles:\n  # work\n  staging:\n    base_url: https://forms.example/old\n    api_key_command: vault\n  other:\n    api_key: other\n',
    { mode: 0o600 },
  )
  const ran = await formctl(`${login} --profile staging --environment e --api-key-stdin`, { cwd, stdin: key })
  expect(ran.text).toBe(
    `# mine\nprofiles:\n  # work\n  staging:\n    base_url: https://forms.example\n    environment: e\n    api_key: ${key}\n  other:\n    api_key: other\n`,
  )
})

describe('a key of another address', () => {
  const loggedIn = () => formctl(`${login} --api-key-stdin`, { stdin: key })
  const other = 'login --base-url https://other.example'

  test.each<[string, string, string, number, boolean]>([
    ['stays without a terminal', `${other} --api-key-stdin`, '', 2, false],
    ['stays where the answer is no', other, 'n\n', 1, false],
    ['is replaced where it is yes', other, 'y\n', 0, true],
    ['stays beside one of another profile', `${other} --profile second --api-key-stdin`, '', 0, true],
    ['gives way to a new key of its own address', `${login} --api-key-stdin`, '', 0, false],
  ])('%s', async (_, words, answer, exit, isNew) => {
    const { cwd } = await loggedIn()
    const answers = answer === '' ? {} : { isTerminal: true, answers: [answer, `${key}\n`] }
    const ran = await formctl(words, { cwd, stdin: key, ...answers })
    expect([ran.exit, ran.text?.includes('https://other.example')]).toEqual([exit, isNew])
  })

  test.each(['api_key: x', 'api_key_command: vault'])(
    'is not replaced without a word: %s',
    async (setting) => {
      const cwd = temporaryFolder()
      mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
      const text = `profiles: {default: {base_url: "https://a.example", ${setting}}}`
      writeFileSync(join(cwd, '.config/formctl/config.yaml'), text, { mode: 0o600 })
      const ran = await formctl(`${other} --api-key-stdin`, { cwd, stdin: key })
      expect(ran).toMatchObject({
        exit: 2,
        text,
        stderr:
          'error[no-answer]: Profile default has the API key of https://a.example. Replace it with one of https://other.example? There is no terminal to ask on: give --profile <name> to keep both, or run formctl logout --profile default first.\n',
      })
    },
  )
})

test('a key is never written through a symbolic link', async () => {
  const cwd = temporaryFolder()
  const folder = join(cwd, '.config/formctl')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(cwd, 'dotfile.yaml'), '')
  symlinkSync(join(cwd, 'dotfile.yaml'), join(folder, 'config.yaml'))
  expect(await formctl(`${login} --api-key-stdin`, { cwd, stdin: key })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('symbolic link'),
    text: '',
  })
})

test('a stored key is used, and logout takes it away', async () => {
  const { cwd } = await formctl(`${login} --api-key-stdin`, { stdin: key })
  const before = await formctl('status -o json', { cwd })
  expect(outputOf('status', before.stdout)).toMatchObject({
    baseUrl: { value: 'https://forms.example' },
    apiKey: { lastFour: '6789', isUsed: true },
  })
  const out = await formctl('logout -o json', { cwd })
  expect(outputOf('logout', out.stdout)).toEqual({ schema_version: 1, profile: 'default', isRemoved: true })
  expect(out.text).not.toContain('api_key')
  expect(out.stderr).toMatch(/^Removed the API key of profile default from /)
  const again = await formctl('logout', { cwd })
  expect(again).toMatchObject({ exit: 0, stderr: expect.stringContaining('nothing was removed') })
})

test('logout tells of the keys that it does not reach', async () => {
  const cwd = temporaryFolder()
  const folder = join(cwd, '.config/formctl')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.yaml'), 'profiles: { default: { api_key_command: vault } }', {
    mode: 0o600,
  })
  const ran = await formctl('logout', { cwd, env: { FORMCTL_API_KEY: key } })
  expect(ran.exit).toBe(0)
  expect(ran.stderr).toMatch(/FORMCTL_API_KEY is still set/)
  expect(ran.stderr).toMatch(/api_key_command stays/)
})

test('with --output json login prints one line in its shape', async () => {
  const ran = await formctl(`${login} --api-key-stdin -o json`, { stdin: key, env: { FORMCTL_API_KEY: 'x' } })
  expect(outputOf('login', ran.stdout)).toEqual({
    schema_version: 1,
    profile: 'default',
    baseUrl: 'https://forms.example',
    file: ran.file,
    isChecked: true,
  })
  expect(ran.stderr).toContain('FORMCTL_API_KEY is set in this shell, and beats the stored key.')
})
