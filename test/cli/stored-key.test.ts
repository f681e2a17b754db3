import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scriptedService } from '../support/scripted-service.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

// As the service of somebody else makes them.
const key = 'sk_live_Canary0123456789'
const spellings: readonly (readonly [string, string])[] = [
  ['plain', `api_key: ${key}`],
  ['in quotes', `api_key: "${key}"`],
  ['in single quotes', `api_key: '${key}'`],
  ['in a block', `api_key: >-\n      ${key}`],
  ['with an escape', `api_key: "${key.replace('C', String.raw`\x43`)}"`],
]

async function formctl(argv: readonly string[], { stored = `api_key: ${key}`, env = {}, project = '' } = {}) {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
  const text = `profiles:\n  default:\n    base_url: https://forms.example\n    ${stored}\n`
  writeFileSync(join(cwd, '.config/formctl/config.yaml'), text, { mode: 0o600 })
  if (project !== '') writeFileSync(join(cwd, 'formctl.yaml'), project)
  const { service, calls } = scriptedService({ status: 404, body: { message: `No ${key}` } })
  return { ...(await runInProcess({ argv, cwd, env, service })), calls }
}

describe('a stored key of whatever form, in the place of something else,', () => {
  test.each([
    ['status', '--environment', key],
    ['status', '--environment', `x${key}`],
    ['status', '--base-url', `https://${key}@forms.example`],
    ['status', '--profile', key],
    ['explain', key],
    ['forms', 'validate', key],
    ['forms', 'list', '--environment', key],
    ['forms', 'list', '--api-key-file', key],
    ['responses', 'get', '--form', key],
    ['status', key],
    [key],
    ['status', `--${key}`],
  ])('is refused, not shown and not sent: formctl %s %s %s', async (...argv) => {
    const { exit, stdout, stderr, calls } = await formctl(argv)
    expect({ exit, stdout, calls }).toEqual({ exit: 2, stdout: '', calls: [] })
    expect(stderr).toMatch(/^error: An API key /)
    expect(stderr).not.toMatch(/canary/i)
  })

  test.each(spellings)('however it is written there: %s', async (_how, stored) => {
    const { exit, stderr } = await formctl(['explain', key], { stored })
    expect({ exit, isShown: /canary/i.test(stderr) }).toEqual({ exit: 2, isShown: false })
  })

  test.each(['FORMCTL_ENVIRONMENT_ID', 'FORMCTL_PROFILE', 'FORMCTL_SOURCE_FORM_ID'])(
    'is refused in %s, too',
    async (name) => {
      const { exit, stdout, stderr, calls } = await formctl(['forms', 'list'], { env: { [name]: key } })
      expect({ exit, stdout, calls }).toEqual({ exit: 3, stdout: '', calls: [] })
      expect(stderr).toContain(`${name} cannot be used: it holds an API key`)
    },
  )

  test('is hidden in what a service says of it', async () => {
    const { stderr, calls } = await formctl(['responses', 'get', '--form', 'f'])
    expect(calls.length).toBeGreaterThan(0)
    expect(stderr).not.toMatch(/canary/i)
  })

  test('while a command for a key is not run to compare', async () => {
    const stored = 'api_key_command: echo sk_live_Canary0123456789'
    expect(await formctl(['explain', 'empty-text'], { stored })).toMatchObject({ exit: 0, stderr: '' })
  })
})

describe('a key in formctl.yaml', () => {
  const ours = 'fctl_Canary0123456789'
  const places: readonly (readonly [string, (secret: string) => string])[] = [
    ['in an address', (secret) => `base_url: http://${secret}@x\n`],
    ['in the name of a profile', (secret) => `profiles:\n  ${secret}:\n    environment: e\n`],
    [
      'in the name of a profile that has quotes',
      (secret) => `profiles: { "${secret}": { environment: e } }\n`,
    ],
    ['in a comment', (secret) => `environment: e # ${secret}\n`],
    ['in a comment, in a sentence', (secret) => `# api_key=${secret}.\nenvironment: e\n`],
    ['as an environment', (secret) => `environment: ${secret}\n`],
  ]

  test.each(places.flatMap(([where, text]) => [ours, key].map((secret) => [where, secret, text] as const)))(
    '%s is refused, and not shown (%s)',
    async (_where, secret, text) => {
      for (const words of ['status', 'forms list', 'doctor', 'responses get --form f']) {
        const ran = await formctl(words.split(' '), { project: text(secret) })
        expect([words, ran.exit]).toEqual([words, words === 'doctor' ? 1 : 3])
        for (const { headers: _, ...call } of ran.calls) expect(JSON.stringify(call)).not.toMatch(/canary/i)
        expect(ran.stdout + ran.stderr).toMatch(/[Aa]n API key stands here/)
        expect(ran.stdout + ran.stderr).not.toMatch(/canary/i)
      }
    },
  )

  test('is none where a folder or a file is so named', async () => {
    const project = 'base_url: embedded:./fctl_customers # see fctl_notes\n'
    expect(await formctl(['status'], { project })).toMatchObject({ exit: 0 })
  })
})

describe('status objects to a base URL that nothing can be called at', () => {
  test.each([key, 'fctl_Canary0123456789'])('with a key in it: refused (%s)', async (secret) => {
    const env = { FORMCTL_BASE_URL: `http://${secret}@127.0.0.1:1` }
    const { exit, stdout, stderr } = await formctl(['status'], { env })
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
    expect(stderr).toContain('FORMCTL_BASE_URL cannot be used: it holds an API key')
    expect(stderr).not.toMatch(/canary/i)
  })

  test('with a password in it, or none at all: said', async () => {
    for (const url of ['http://u:s3cret@127.0.0.1:1', 'ftp://x', 'x']) {
      const { exit, stderr } = await formctl(['status'], { env: { FORMCTL_BASE_URL: url } })
      expect([url, exit, stderr]).toEqual([
        url,
        0,
        expect.stringMatching(/^warning: The base URL from FORMCTL_BASE_URL cannot be used: it .*\n$/),
      ])
    }
  })

  test.each(['FORMCTL_TIMEOUT', 'FORMCTL_ATTEMPTS', 'FORMCTL_IDLE_TIMEOUT'])(
    'and to %s that is no number that can be used',
    async (name) => {
      const { exit, stdout, stderr } = await formctl(['status'], { env: { [name]: '-1' } })
      expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^error: ${name} cannot be used: it is no number from `))
    },
  )
})
