import { describe, expect, onTestFinished, test } from 'vitest'
import type { Globals } from '../../../src/cli/command.ts'
import { httpOptionsOf } from '../../../src/cli/settings/connect.ts'
import { retryContextOf } from '../../../src/cli/settings/waits.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { runBuilt } from '../../support/built-program.ts'
import { authorityFile, httpsServer, startProxy } from '../../support/proxies.ts'
import { contextOf } from '../../support/command-context.ts'
import { temporaryFolder } from '../../support/test-host.ts'

const address = 'https://forms.example'

const optionsOf = async (
  env: Readonly<Record<string, string>>,
  globals: Partial<Globals> = {},
  cwd = temporaryFolder(),
) => httpOptionsOf(address, contextOf({ env, cwd }, globals).context)

describe('how patiently this run calls', () => {
  test.each<[Readonly<Record<string, string>>, Partial<Globals>, object]>([
    [{}, {}, {}],
    [{ FORMCTL_TIMEOUT: '' }, {}, {}],
    [{ FORMCTL_TIMEOUT: '90' }, {}, { seconds: 90 }],
    [{ FORMCTL_TIMEOUT: '90' }, { timeout: 5 }, { seconds: 5 }],
    [{ FORMCTL_TIMEOUT: '2m' }, {}, { seconds: 120 }],
  ])('%j %j: %j', async (env, globals, options) => {
    expect(await optionsOf(env, globals)).toEqual(options)
  })

  test.each([
    [{}, {}],
    [
      { FORMCTL_TIMEOUT: '9', FORMCTL_ATTEMPTS: '1' },
      { seconds: 9, attempts: 1 },
    ],
  ])('and how often: %j', async (env, patience) => {
    const { seconds, attempts } = retryContextOf(contextOf({ env }).context)
    expect({ seconds, attempts }).toEqual({ seconds: undefined, attempts: undefined, ...patience })
  })

  test.each([
    ['FORMCTL_TIMEOUT', '0'],
    ['FORMCTL_TIMEOUT', '9999999'],
    ['FORMCTL_TIMEOUT', '30h'],
    ['FORMCTL_TIMEOUT', '99999m'],
    ['FORMCTL_TIMEOUT', '-1'],
  ])('%s=%s is refused', async (name, value) => {
    await expect(optionsOf({ [name]: value })).rejects.toThrow(
      expect.objectContaining({
        exit: 2,
        message: `${name} takes a time from 0.001 to 2000000 seconds, such as 30, 30s or 2m, not "${value}".`,
      }),
    )
  })

  test.each(['1.5', '3m', '0'])('%s attempts are refused', async (attempts) => {
    const { context } = contextOf({ env: { FORMCTL_ATTEMPTS: attempts } })
    expect(() => retryContextOf(context)).toThrow(
      expect.objectContaining({
        exit: 2,
        message: `FORMCTL_ATTEMPTS takes a whole number from 1 on, not "${attempts}"; with 1 no call is tried again.`,
      }),
    )
  })
})

test('the built program calls over TLS, with a certificate of one’s own, through a proxy', async () => {
  const service = await httpsServer((_, answer) => void answer.end('{"data":[{"id":"r1"}]}'))
  const proxy = await startProxy({ originPort: service.port })
  onTestFinished(() => Promise.all([service.close(), proxy.close()]).then(() => undefined))
  // Quiet, as a start that takes its time makes a line of progress.
  const words = ['responses', 'get', '--all', '-o', 'ndjson', '--quiet', '--base-url', address]
  const env = { FORMCTL_API_KEY: 'formctl_0123456789', https_proxy: `http://localhost:${proxy.port}` }
  const cwd = temporaryFolder()
  const untrusted = await runBuilt(words, { cwd, env })
  expect(untrusted).toMatchObject({
    exit: 7,
    stdout: '',
    stderr: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  })
  const ran = await runBuilt(words, { cwd, env: { ...env, NODE_EXTRA_CA_CERTS: authorityFile } })
  expect(ran).toMatchObject({ exit: 0, stdout: '{"id":"r1"}\n', stderr: '' })
  const lines = new Set(proxy.asked.map(({ line }) => line))
  expect([...lines]).toEqual(['CONNECT forms.example:443 HTTP/1.1'])
})

const url = 'https://forms.example/x'

test.each([
  [
    Failure.of('unreachable', { url, reason: 'nothing listens there' }),
    `${url} cannot be reached: nothing listens there. Trying again in 1.5 s.\n`,
  ],
  [
    Failure.of('service-busy', { url, status: 429, message: 'slow down', when: 'in 1.5 s' }),
    `${url} is too busy (status 429): slow down. Trying again in 1.5 s.\n`,
  ],
  [
    Failure.of('cut-off', { where: 'The reply', offset: 9 }),
    'The reply ends too early, after byte 9: it is incomplete, so nothing of it was kept. Trying again in 1.5 s.\n',
  ],
])('before another attempt it is said why and when: %s', async (failure, said) => {
  const { context, host } = contextOf({})
  await retryContextOf(context).onPause?.(failure, 1500)
  expect(host.output().stderr).toBe(said)
})
