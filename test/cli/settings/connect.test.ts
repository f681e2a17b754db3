import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Globals } from '../../../src/cli/command.ts'
import { connect } from '../../../src/cli/settings/connect.ts'
import type { Service } from '../../../src/wire/wire.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { contextOf as commandContextOf } from '../../support/command-context.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { temporaryFolder, type TestHostOptions } from '../../support/test-host.ts'

type Setup = Omit<TestHostOptions, 'argv'> & { readonly globals?: Partial<Globals>; readonly user?: string }

async function contextOf({ globals, user, ...options }: Setup) {
  const made = commandContextOf(options, globals)
  if (user !== undefined) {
    mkdirSync(made.host.configFolder, { recursive: true })
    writeFileSync(join(made.host.configFolder, 'config.yaml'), user, { mode: 0o600 })
  }
  return made
}

const service: Service = async () => replyOf({ body: '{"data":[]}' })

const key = { FORMCTL_API_KEY: 'formctl_canary_0123456789' }
const https = { FORMCTL_BASE_URL: 'https://forms.example/base/' }

test('a connection has what a call needs, and the words for where the key came from', async () => {
  const { context, host } = await contextOf({
    service,
    env: { ...key, ...https, FORMCTL_ENVIRONMENT_ID: 'env', FORMCTL_SOURCE_FORM_ID: 'look' },
  })
  expect(await connect(context)).toEqual({
    service: expect.any(Function),
    baseUrl: 'https://forms.example/base',
    apiKey: 'formctl_canary_0123456789',
    keySource: 'FORMCTL_API_KEY',
    keyAdvice: 'Correct FORMCTL_API_KEY, or unset it.',
    environmentId: 'env',
    sourceFormId: 'look',
    close: expect.any(Function),
  })
  expect(host.output().stderr).toBe('')
})

test('without a key in the profile that --profile names, the advice is to log in to that one', async () => {
  const user = 'profiles:\n  staging:\n    base_url: https://forms.example\n'
  const { context } = await contextOf({ service, user, globals: { profile: 'staging' } })
  await expect(connect(context)).rejects.toThrow('Run formctl login --profile staging, or set')
})

test.each([
  ['no base URL', key, 3, /No base URL is set\. Give --base-url, set FORMCTL_BASE_URL/],
  ['no key', https, 4, /No API key is set/],
])('with %s there is no connection', async (_, env, exit, sentence) => {
  const { context } = await contextOf({ service, env })
  await expect(connect(context)).rejects.toThrow(
    expect.objectContaining({ exit, message: expect.stringMatching(sentence) }),
  )
})

test.each([
  ['ftp://forms.example', 'begins with ftp://, and a service speaks https:// or http://'],
  ['https://', 'it has no valid host after https://'],
  ['s3cret:s3cret@forms.example', 'is not an address'],
  ['localhost:8080', 'is not an address'],
  ['forms.example', 'is not an address'],
  ['https://user:s3cret@forms.example', 'holds a user name or password'],
  ['https://forms.example/?token=s3cret', 'holds a query'],
  ['https://forms.example/#s3cret', 'or a fragment'],
  ['embedded:', 'names no folder'],
])('the base URL %s is refused, and nothing of it repeated', async (url, problem) => {
  const { context } = await contextOf({ service, env: { ...key, FORMCTL_BASE_URL: url } })
  const refusal = connect(context)
  await expect(refusal).rejects.toThrow(
    expect.objectContaining({ exit: 3, message: expect.stringContaining(problem) }),
  )
  await expect(refusal).rejects.not.toThrow(/s3cret/)
  const { context: byFlag } = await contextOf({ service, env: key, globals: { baseUrl: url } })
  await expect(connect(byFlag)).rejects.toThrow(expect.objectContaining({ exit: 2 }))
})

test.each([
  ['http://forms.example', true],
  ['http://127.0.0.1.evil.example', true],
  ['http://127.evil.example', true],
  ['http://localhost.evil.example', true],
  ['https://forms.example', false],
  ['http://localhost:8080', false],
  ['http://a.localhost', false],
  ['http://127.0.0.1:1', false],
  ['http://127.1', false],
  ['http://[::1]:80', false],
])('over %s a warning that the key can be read: %s', async (url, isWarned) => {
  const { context, host } = await contextOf({ service, env: { ...key, FORMCTL_BASE_URL: url } })
  await connect(context)
  expect(host.output().stderr.includes('is not encrypted')).toBe(isWarned)
})

const stored = (home: string): string =>
  `profiles: { default: { ${home === '' ? '' : `base_url: "${home}", `}api_key: stored_canary_0123456789 } }`

test.each([
  ['https://forms.example', 'https://forms.example/other'],
  ['https://forms.example:443', 'https://FORMS.example'],
])('a key stored for %s is sent to %s', async (home, url) => {
  const { context } = await contextOf({ service, user: stored(home), env: { FORMCTL_BASE_URL: url } })
  expect(await connect(context)).toMatchObject({ apiKey: 'stored_canary_0123456789' })
})

test.each([
  ['https://forms.example', 'http://forms.example'],
  ['https://forms.example', 'https://forms.example:8443'],
  ['https://forms.example', 'https://evil.example'],
  ['', 'https://forms.example'],
])('a key stored for %j is not sent to %s', async (home, url) => {
  const { context } = await contextOf({ service, user: stored(home), env: { FORMCTL_BASE_URL: url } })
  await expect(connect(context)).rejects.toThrow(
    expect.objectContaining({ exit: 4, message: expect.stringMatching(/ is for .* so it is not sent to /) }),
  )
})

const withCommand = 'profiles: { default: { base_url: "https://forms.example", api_key_command: vault } }'

test('the key that a command prints is used, without blanks around it', async () => {
  const { context } = await contextOf({
    service,
    user: withCommand,
    captured: (command) => ({ status: 0, output: command === 'vault' ? ' printed_canary_0123456789\r' : '' }),
  })
  expect(await connect(context)).toMatchObject({ apiKey: 'printed_canary_0123456789' })
})

test.each([
  [{ status: 3, output: 'x' }, 'it ended with status 3'],
  [{ status: 0, output: '' }, 'it printed nothing'],
  [
    { status: 0, output: 'password: x\nuser: y' },
    'it printed more than one line, and must print the key and nothing else',
  ],
  [
    { status: 0, output: 'key x' },
    'it printed a space or another character that no key has, and must print the key and nothing else',
  ],
])('a command that gives no key is named, not repeated: %j', async (captured, reason) => {
  const { context } = await contextOf({ service, user: withCommand, captured: () => captured })
  await expect(connect(context)).rejects.toThrow(
    expect.objectContaining({
      exit: 4,
      message: expect.stringMatching(
        new RegExp(
          String.raw`^No API key came from the api_key_command of profile default in .*: ${reason}\.`,
        ),
      ),
    }),
  )
})

test('--verbose tells of each request and reply; of the key only its end', async () => {
  const { context, host } = await contextOf({
    service,
    env: { ...key, ...https },
    globals: { verbose: true },
  })
  const connection = await connect(context)
  const reply = await connection.service({
    method: 'POST',
    path: '/api/v1/x',
    query: { formId: 'f 1' },
    headers: { 'x-api-key': connection.apiKey },
    body: '{"ä":1}',
  })
  for await (const _ of reply.body);
  expect(host.output().stderr).toBe(
    '→ POST https://forms.example/base/api/v1/x?formId=f+1, 8 bytes, key …6789\n← POST https://forms.example/base/api/v1/x: status 200, 11 bytes, 1000 ms\n',
  )
})

test('--verbose tells of a call that failed, and of a body that was left', async () => {
  const failing: Service = async ({ path }) => {
    if (path === '/cut') return service({ method: 'GET', path, query: {}, headers: {} })
    throw new Error('no route')
  }
  const { context, host } = await contextOf({
    service: failing,
    env: { ...key, ...https },
    globals: { verbose: true },
  })
  const connection = await connect(context)
  const call = { method: 'GET', query: {}, headers: {} } as const
  await expect(connection.service({ ...call, path: '/lost' })).rejects.toThrow('no route')
  for await (const _ of (await connection.service({ ...call, path: '/cut' })).body) break
  expect(host.output().stderr).toBe(
    [
      '→ GET https://forms.example/base/lost',
      '← GET https://forms.example/base/lost: no route, 1000 ms',
      '→ GET https://forms.example/base/cut',
      '← GET https://forms.example/base/cut: status 200, left unread after 7 bytes, 1000 ms',
      '',
    ].join('\n'),
  )
})

test('embedded:<dir> is a service with a key, an environment and a source form of its own', async () => {
  const cwd = temporaryFolder()
  const { context } = await contextOf({ cwd, globals: { baseUrl: 'embedded:store' } })
  const connection = await connect(context, { writes: true })
  try {
    expect(connection).toMatchObject({
      baseUrl: `embedded:${join(cwd, 'store')}`,
      keySource: 'the embedded service',
      environmentId: expect.stringMatching(/./),
      sourceFormId: expect.stringMatching(/./),
    })
    const reply = await connection.service({
      method: 'GET',
      path: '/api/v1/responses',
      query: {},
      headers: { 'x-api-key': connection.apiKey },
    })
    expect(reply.status).toBe(200)
  } finally {
    await connection.close()
  }
})

test('a key stored for another service stays away from an embedded one; settings beat what it brings', async () => {
  const { context } = await contextOf({
    user: stored('https://forms.example'),
    globals: { baseUrl: 'embedded:store', environment: 'mine' },
  })
  const connection = await connect(context, { writes: true })
  await connection.close()
  expect(connection).toMatchObject({ keySource: 'the embedded service', environmentId: 'mine' })
})
