import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { variables } from '../../../src/cli/settings/load.ts'
import { openDataFolder } from '../../../src/cli/settings/open-data-folder.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { runBuilt } from '../../support/built-program.ts'
import { canaryKey } from '../../support/canary.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import {
  epoch,
  runInProcess,
  temporaryFolder,
  testHost,
  type TestHostOptions,
} from '../../support/test-host.ts'
import { holding, outcome, rows } from '../../support/outcome.ts'

type Check = {
  readonly name: string
  readonly result: string
  readonly found: string
  readonly advice?: string
}

type Setup = Partial<Omit<TestHostOptions, 'argv'>> & {
  readonly turns?: readonly Turn[]
  readonly project?: string
  readonly user?: string
}

const url = 'https://forms.example'
const env = { FORMCTL_BASE_URL: url, FORMCTL_API_KEY: canaryKey }
const announced = {
  headers: { date: new Date(epoch).toUTCString() },
  body: { name: 'formctl', version: '1.2.3', extensions: ['forms-list'] },
}
const unknownForm = { status: 404, body: { message: 'Form not found' } }
const form = {
  id: 's',
  name: 'Source',
  url: '/s/s',
  createdAt: '2026-01-01T00:00:00Z',
  complete: 0,
  partial: 0,
}
const refused = { status: 401, body: { message: 'Unknown API key' } }
const healthy = [announced, unknownForm, refused, announced, { body: { data: [form] } }]

async function doctor({ turns = healthy, project, user, ...setup }: Setup = {}, words = '') {
  const cwd = setup.cwd ?? temporaryFolder()
  const write = (path: string, text: string | undefined): void => {
    if (text === undefined) return
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text, { mode: 0o600 })
  }
  write('formctl.yaml', project)
  write('.config/formctl/config.yaml', user)
  const argv = ['doctor', '-o', 'json', ...words.split(' ').filter(Boolean)]
  const { service } = scriptedService(...turns)
  const ran = await runInProcess({ service, env, ...setup, cwd, argv })
  const { isHealthy, checks } = outputOf('doctor', ran.stdout) as {
    readonly isHealthy: boolean
    readonly checks: readonly Check[]
  }
  const of = (result: string): readonly string[] =>
    checks.flatMap((check) => (check.result === result ? [check.name] : []))
  const check = (name: string): Check | undefined => checks.find((one) => one.name === name)
  expect(isHealthy).toBe(of('failure').length === 0)
  return { ...ran, cwd, isHealthy, checks, of, check }
}

describe('where all is well', () => {
  test('each thing has its line, and the exit code is 0', async () => {
    const ran = await doctor({
      env: { ...env, FORMCTL_ENVIRONMENT_ID: 'e', FORMCTL_SOURCE_FORM_ID: 's' },
      project: 'environment: other',
    })
    expect([ran.exit, ran.of('failure'), ran.of('warning')]).toEqual([0, [], []])
    expect(ran.checks.map(({ name, result, found }) => `${name} ${result}: ${found}`)).toEqual([
      expect.stringMatching(/^Node ok: \d+\.\d+\.\d+ on linux\.$/),
      expect.stringMatching(/^state folder ok: .*formctl can be written\.$/),
      'project file ok: formctl.yaml can be read, and its permissions are right.',
      'user file skipped: There is none, and none is needed. formctl login makes it.',
      'profile ok: default.',
      'base URL ok: https://forms.example (FORMCTL_BASE_URL).',
      'proxy ok: None is used.',
      'service ok: It answers, and announces forms-list.',
      'clock ok: It agrees with that of the service.',
      'API key ok: …6789 (FORMCTL_API_KEY) is accepted.',
      'environment ok: e (FORMCTL_ENVIRONMENT_ID) has 1 form.',
      'source form ok: s (FORMCTL_SOURCE_FORM_ID) is "Source".',
    ])
  })

  test('a person gets a table, and the sum', async () => {
    const { service } = scriptedService(...healthy)
    const ran = await runInProcess({ service, env, argv: ['doctor'] })
    expect(ran.exit).toBe(0)
    expect(ran.stdout).toMatch(/^result\twhat\tfound\nok\tNode\t/)
    expect(ran.stderr).toBe('12 checks: no failure, 1 warning.\n')
  })

  test('a proxy is named without its password', async () => {
    const ran = await doctor({ env: { ...env, https_proxy: 'http://user:s3cret@proxy.example:3128' } })
    expect(ran.check('proxy')?.found).toBe('Calls go through http://proxy.example:3128 (https_proxy).')
    expect(ran.exit).toBe(0)
    expect(ran.stdout + ran.stderr).not.toContain('s3cret')
    const excepted = await doctor({
      env: { ...env, HTTPS_PROXY: 'http://p.example', NO_PROXY: 'forms.example' },
    })
    expect(excepted.check('proxy')?.found).toBe('One is named, but not used for this address.')
  })

  test('nothing is left behind but the state folder', async () => {
    const { cwd } = await doctor()
    expect(readdirSync(cwd)).toEqual(['.local'])
    expect(readdirSync(join(cwd, '.local/state/formctl'))).toEqual([])
  })

  test('a service that announces nothing is as good', async () => {
    const ran = await doctor({ turns: [unknownForm, unknownForm, refused] })
    expect(ran).toMatchObject({ exit: 0 })
    expect(ran.check('service')?.found).toBe('It answers, and announces nothing beyond the documented API.')
  })

  test('a folder that is no service yet is left alone; one that is there is opened', async () => {
    const cwd = temporaryFolder()
    const setup = { cwd, env: { FORMCTL_BASE_URL: 'embedded:store' } }
    expect((await doctor(setup)).check('data folder')?.found).toMatch(/holds no service yet/)
    expect(existsSync(join(cwd, 'store'))).toBe(false)
    await (await openDataFolder(testHost({ argv: [], cwd }), 'store')).close()
    const ran = await doctor(setup)
    expect([ran.exit, ran.check('API key')?.result, ran.check('environment')?.result]).toEqual([
      0,
      'ok',
      'ok',
    ])
  })
})

describe('what is wrong is said, with what to do', () => {
  const failing = (reason: string): readonly Turn[] => [{ fails: Failure.of('unreachable', { url, reason }) }]
  const stored = (profile: string): Setup => ({
    env: { FORMCTL_BASE_URL: url },
    user: `profiles: { default: { ${profile} } }`,
  })
  const late = { ...announced, headers: { date: new Date(epoch + 3_600_000).toUTCString() } }
  const setups: Readonly<Record<string, Setup>> = {
    'no base URL': { env: {} },
    'a base URL with a password': { env: { FORMCTL_BASE_URL: 'https://u:s3cret@f.example' } },
    'a base URL without encryption': { env: { ...env, FORMCTL_BASE_URL: 'http://forms.example' } },
    'a broken project file': { project: 'a: [' },
    'a key in the project file': { project: `api_key: ${canaryKey}` },
    'an unknown profile': { project: 'profile: stagin\nprofiles: { staging: {} }' },
    'a clock that goes wrong': { turns: [late, unknownForm, refused] },
    'no key': { env: { FORMCTL_BASE_URL: url } },
    'a key that is refused': { turns: [announced, { status: 401, body: { message: 'No' } }] },
    'a key for another address': stored(`base_url: "https://b.example", api_key: ${canaryKey}`),
    'a command that prints no key': stored(`base_url: "${url}", api_key_command: vault`),
    'a key that nothing looks at': { turns: [announced, unknownForm] },
    'no environment': {},
    'an environment that the service does not know': {
      env: { ...env, FORMCTL_ENVIRONMENT_ID: 'x' },
      turns: [announced, unknownForm, refused, announced, unknownForm],
    },
    'a source form of elsewhere': {
      env: { ...env, FORMCTL_ENVIRONMENT_ID: 'e', FORMCTL_SOURCE_FORM_ID: 'gone' },
    },
    'a proxy that is no address': { env: { ...env, HTTPS_PROXY: 'http://u:s3cret@' } },
    'a variable that is misspelt': { env: { ...env, FORMCTL_APIKEY: canaryKey } },
    'a service that is a website': { turns: [{ status: 502, body: '<html>Bad gateway' }] },
    'a proxy that is dead': {
      env: { ...env, HTTPS_PROXY: 'http://proxy.example:3128' },
      turns: failing('the proxy fails: nothing listens there'),
    },
    'a dead proxy beside exceptions in lower case': {
      env: { ...env, https_proxy: 'http://proxy.example:3128', no_proxy: 'other.example' },
      turns: failing('the proxy fails'),
    },
    'a service that does not answer, without a proxy': { turns: failing('nothing listens there') },
    'a service that is elsewhere': { turns: [{ status: 302, headers: { location: 'https://b.example' } }] },
    'a service that cuts the call': {
      turns: [{ fails: Failure.of('connection-lost', { url, reason: 'it ended' }) }],
    },
  }
  // What is there; the check; its result, and patterns of what it found and advises.
  const sentences = rows(String.raw`
    no base URL | base URL | failure | No base URL is set | formctl init
    a base URL with a password | base URL | failure | holds a user name | Remove them
    a base URL without encryption | base URL | warning | not encrypted | Use https
    a broken project file | project file | failure | line 1: This "\[" is not closed | ^Add "\]"
    a key in the project file | project file | failure | There is an API key here | remove the line
    an unknown profile | profile | failure | no profile "stagin" | Did you mean staging\?
    a clock that goes wrong | clock | warning | 35\d\d s behind | network time
    no key | API key | failure | No API key is set | formctl login
    a key that is refused | API key | failure | refused the API key from FORMCTL_API_KEY | ^Correct FORMCTL_API_KEY, or unset it\.$
    a key for another address | API key | failure | is for https:\/\/b\.example | formctl login
    a command that prints no key | API key | failure | ended with status 127 | Run the command
    a key that nothing looks at | API key | failure | not certain that the service accepts the API key | without \/api\/v1
    no environment | environment | warning | None is set | FORMCTL_ENVIRONMENT_ID
    an environment that the service does not know | environment | failure | knows no environment x | Check --environment
    a source form of elsewhere | source form | failure | no form gone | forms list
    a proxy that is no address | proxy | failure | HTTPS_PROXY cannot be used | Write it like
    a variable that is misspelt | settings | warning | FORMCTL_APIKEY is not read | FORMCTL_API_KEY\.
    a service that is a website | service | failure | status 502 | ^Try again
    a proxy that is dead | service | failure | the proxy fails: nothing listens there\.$ | ^Check the address in HTTPS_PROXY, .* forms\.example can be reached without it, add that name to NO_PROXY, or unset HTTPS_PROXY\.$
    a dead proxy beside exceptions in lower case | service | failure | the proxy fails | add that name to no_proxy, or unset https_proxy\.$
    a service that does not answer, without a proxy | service | failure | nothing listens there | ^Check the address and its port
    a service that is elsewhere | API key | failure | redirects to https:\/\/b\.example | --base-url
    a service that cuts the call | service | failure | was lost: it ended | Try again
  `)
  test.each(sentences)('%s', async (what, name = '', result, found = '', advice = '') => {
    const ran = await doctor(setups[what])
    const check = ran.check(name)
    expect([check?.result, ran.exit]).toEqual([result, result === 'failure' ? 1 : 0])
    expect(check?.found).toMatch(new RegExp(found))
    expect(check?.advice ?? '').toMatch(new RegExp(advice))
    expect(ran.stdout + ran.stderr).not.toMatch(/s3cret/)
  })

  test.each([
    ['FORMCTL_TIMEOUT', 'abc', /^FORMCTL_TIMEOUT takes a time from /],
    ['FORMCTL_ATTEMPTS', '1.5', /^FORMCTL_ATTEMPTS takes a whole number/],
    ['FORMCTL_ATTEMPTS', 'x', /^FORMCTL_ATTEMPTS takes a whole number/],
  ])('%s=%s has a line, and everything else is looked at', async (name, value, found) => {
    const ran = await doctor({ env: { ...env, [name]: value } })
    expect([ran.exit, ran.of('failure')]).toEqual([1, ['variables']])
    expect(ran.check('variables')).toMatchObject({
      found: expect.stringMatching(found),
      advice: `Write a number, as in ${name}=3, or unset it.`,
    })
    expect(ran.check('API key')?.result).toBe('ok')
    const folder = await doctor({ env: { FORMCTL_BASE_URL: 'embedded:store', [name]: value } })
    expect(folder.of('failure')).toEqual(['variables'])
  })

  test('several things at once, none hidden by another', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, '.local/state'), { recursive: true })
    writeFileSync(join(cwd, '.local/state/formctl'), 'a file in the way')
    const ran = await doctor({
      cwd,
      project: 'nonsense: 1',
      user: 'also: nonsense',
      env: { FORMCTL_BASE_URL: url },
      turns: [{ fails: Failure.of('unreachable', { url, reason: 'there is no network' }) }],
    })
    expect(ran.of('failure')).toEqual(['state folder', 'project file', 'user file', 'service'])
    expect(ran.exit).toBe(1)
  })

  test.runIf(process.platform !== 'win32')('a key in a file that others may open', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
    const file = join(cwd, '.config/formctl/config.yaml')
    writeFileSync(file, `profiles: { default: { api_key: ${canaryKey} } }`)
    chmodSync(file, 0o644)
    const { check } = await doctor({ cwd })
    expect(check('user file')).toMatchObject({ result: 'failure', advice: `Run chmod 600 ${file}.` })
    // What may stand in it is not told as missing, too.
    const setup = { cwd, turns: [announced] }
    const lost = {
      result: 'skipped',
      found: 'Not looked at: it may be in the user file, which cannot be used.',
    }
    const keyless = await doctor({ ...setup, env: { FORMCTL_BASE_URL: url } })
    expect([keyless.exit, keyless.of('failure'), keyless.check('API key')]).toMatchObject([
      1,
      ['user file'],
      lost,
    ])
    const bare = await doctor({ ...setup, env: {} })
    expect([bare.of('failure'), bare.check('base URL')]).toMatchObject([['user file'], lost])
    const staging = await doctor({ ...setup, env: {} }, '--profile staging')
    expect([staging.of('failure'), staging.check('profile')]).toMatchObject([['user file'], lost])
  })
})

describe('the built program', () => {
  const servers: (Server | ReturnType<typeof createTcpServer>)[] = []
  afterAll(() => servers.forEach((server) => server.close()))
  const at = async (server: Server | ReturnType<typeof createTcpServer>): Promise<string> => {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('takes no folder from where it was started that was to be a whole path', async () => {
    const cwd = temporaryFolder()
    const settings = {
      XDG_STATE_HOME: 'state',
      XDG_CONFIG_HOME: './config',
      FORMCTL_BASE_URL: 'embedded:none',
    }
    const ran = await runBuilt(['doctor', '-o', 'json'], { cwd, env: settings })
    expect(readdirSync(cwd).toSorted()).toEqual(['.local'])
    expect(ran.exit).toBe(0)
  })

  // Node's own way to make folders never ends in /proc.
  test.runIf(process.platform === 'linux')('ends where no state folder can be made', async () => {
    const settings = { XDG_STATE_HOME: '/proc/formctl', FORMCTL_BASE_URL: 'embedded:/proc/formctl/store' }
    const ran = await runBuilt(['doctor', '-o', 'json'], { cwd: temporaryFolder(), env: settings })
    expect(ran.exit).toBe(1)
    expect(ran.stdout).toContain('/proc/formctl/formctl cannot be written: no folder can be made in /proc.')
    const list = await runBuilt(['forms', 'list'], { cwd: temporaryFolder(), env: settings })
    expect(list).toMatchObject(outcome(3, holding('There is no data folder at /proc/formctl/store.')))
  })

  test('looks at a real address', async () => {
    const base = await at(
      createServer((request, reply) => {
        const status = request.headers['x-api-key'] === canaryKey ? 404 : 401
        reply.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No"}')
        request.resume()
      }),
    )
    const ran = await runBuilt(['doctor', '-o', 'json'], {
      cwd: temporaryFolder(),
      env: { FORMCTL_BASE_URL: base, FORMCTL_API_KEY: canaryKey },
    })
    expect([ran.exit, ran.stderr]).toEqual([0, ''])
    expect(JSON.parse(ran.stdout).checks).toEqual(
      expect.arrayContaining([{ name: 'clock', result: 'ok', found: 'It agrees with that of the service.' }]),
    )
  })

  test('looks at a real certificate, and trusts whom the settings trust', async () => {
    const [key, cert] = ['server-key-for-tests-only.pem', 'server.pem'].map((name) =>
      readFileSync(join('fixtures/tls', name)),
    )
    const secure = createSecureServer({ key, cert }, ({ headers }, reply) => {
      const status = headers['x-api-key'] === canaryKey ? 404 : 401
      reply.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No"}')
    })
    const base = (await at(secure)).replace('http', 'https')
    const run = (more: Readonly<Record<string, string>>) =>
      runBuilt(['doctor', '-o', 'json'], {
        cwd: temporaryFolder(),
        env: { FORMCTL_BASE_URL: base, FORMCTL_API_KEY: canaryKey, ...more },
      })
    const trusted = await run({ NODE_EXTRA_CA_CERTS: resolve('fixtures/tls/authority.pem') })
    expect(trusted).toMatchObject({ exit: 0, stderr: '' })
    const unknown = await run({})
    expect(unknown).toMatchObject({ exit: 1, stderr: '' })
    expect(unknown.stdout).toMatch(
      /"service","result":"failure","found":"The certificate of \S+ is not trusted: its authority is not known here\./,
    )
  })

  test.each([
    ['nobody listens', 'http://127.0.0.1:1', 'service', /nothing listens there/],
    [
      'what listens speaks no TLS',
      'silent-tls',
      'service',
      /no connection was made within 1 s|it does not answer/,
    ],
    ['nobody answers a call', 'silent', 'service', /did not answer completely within 1 s/],
  ])('ends in seconds where %s', async (_, where, name, found) => {
    // Takes connections, and never says a word.
    const silent = await at(createTcpServer((socket) => socket.on('error', () => undefined)))
    const base = { silent, 'silent-tls': silent.replace('http', 'https') }[where] ?? where
    const ran = await runBuilt(['doctor', '-o', 'json', '--timeout', '1'], {
      cwd: temporaryFolder(),
      env: { FORMCTL_BASE_URL: base, FORMCTL_API_KEY: canaryKey },
    })
    expect([ran.exit, ran.stderr]).toEqual([1, ''])
    const { checks } = JSON.parse(ran.stdout) as { checks: readonly Check[] }
    expect(checks.find((check) => check.name === name)).toMatchObject({
      result: 'failure',
      found: expect.stringMatching(found),
    })
  })
})

test('every variable that the command line reads is known, so that none is taken for a misspelling', () => {
  const folder = join(import.meta.dirname, '../../../src/cli')
  const read = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
    .flatMap(
      (file) => readFileSync(join(folder, file), 'utf8').match(/FORMCTL_(?!SERVE_)[A-Z_]*[A-Z]\b/g) ?? [],
    )
  expect(variables.toSorted()).toEqual([...new Set(read)].toSorted())
})
