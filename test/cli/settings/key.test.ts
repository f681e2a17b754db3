import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import { canaryKey } from '../../support/canary.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../../support/test-host.ts'
import { outcome } from '../../support/outcome.ts'

const url = { FORMCTL_BASE_URL: 'https://forms.example' }

type Setup = Omit<Partial<TestHostOptions>, 'argv'> & { readonly turns?: readonly Turn[] }

async function formctl(words: string, { turns = [{ body: { data: [] } }], ...setup }: Setup = {}) {
  const { service, calls } = scriptedService(...turns)
  const ran = await runInProcess({ service, env: url, ...setup, argv: words.split(' ') })
  return { ...ran, keys: calls.map(({ headers }) => headers['x-api-key']) }
}

/** A folder with a key in a file. */
function folderWithKey(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'key.txt'), `\uFEFF${canaryKey}\r\n`)
  writeFileSync(join(cwd, 'spec.yaml'), '')
  return cwd
}

const read = 'responses get --form f'

describe('a key for one run', () => {
  test.each([
    ['a file', `${read} --api-key-file key.txt`, {}],
    ['standard input', `--api-key-stdin ${read}`, { stdin: `${canaryKey}\n` }],
    [
      'a file, before the variable',
      `${read} --api-key-file key.txt`,
      { env: { ...url, FORMCTL_API_KEY: 'other' } },
    ],
  ])('comes from %s', async (_, words, setup) => {
    const ran = await formctl(words, { cwd: folderWithKey(), ...setup })
    expect(ran).toMatchObject({ exit: 0, stderr: 'No responses yet.\n', keys: [canaryKey] })
  })

  test.each([
    [`${read} --api-key-file key.txt --api-key-stdin`, 2, /not both/],
    [`${read} --api-key-file nowhere.txt`, 3, /nowhere\.txt does not exist/],
    [`${read} --api-key-stdin`, 2, /No API key came from the standard input/],
    [`${read} --api-key-file spec.yaml`, 2, /No API key came from --api-key-file spec\.yaml/],
  ])('is asked for in vain by formctl %s', async (words, exit, sentence) => {
    const ran = await formctl(words, { cwd: folderWithKey() })
    expect(ran).toMatchObject({ exit, stderr: expect.stringMatching(sentence), keys: [] })
  })

  test('and a spec cannot both come on standard input', async () => {
    const steps =
      '- name: A\n  components: [{ type: ShortInput, content: { question: Q } }, { type: NextButton, content: { label: L } }]\n'
    const spec = `name: N\nsourceFormId: s\nsteps:\n${`${steps}${steps}`.replaceAll(/^/gm, '  ')}`
    const ran = await formctl('forms generate - --environment e --api-key-stdin', { stdin: spec })
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringMatching(/asked for twice/), keys: [] })
  })

  test('is not read to show the settings', async () => {
    const inFile = await formctl('status --api-key-file nowhere.txt', {})
    expect(inFile.stdout).toContain('API key\t(in a file)\t--api-key-file nowhere.txt\n')
    expect((await formctl('status --api-key-stdin')).stdout).toContain('API key\t(on standard input)')
  })
})

const userFile = (profile: string): string => {
  const cwd = temporaryFolder()
  const path = join(cwd, '.config/formctl/config.yaml')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    `base_url: https://forms.example\nprofiles: { default: ${profile}, other: ${profile} }\n`,
    { mode: 0o600 },
  )
  return cwd
}

const stored = `{ api_key: "  ${canaryKey}\\n" }`
const printed = '{ api_key_command: "cat key.txt" }'
const byVariable = { env: { ...url, FORMCTL_API_KEY: ` ${canaryKey}\n` } }
const captured = () => ({ status: 0, output: `${canaryKey} \n`, said: '', isLate: false })

describe.each<[string, string, () => Setup, RegExp]>([
  ['the variable', read, () => byVariable, /from FORMCTL_API_KEY\. Correct FORMCTL_API_KEY, or unset it\.$/],
  [
    'a file',
    `${read} --api-key-file key.txt`,
    () => ({ cwd: folderWithKey() }),
    /from --api-key-file key\.txt\. Put a key of this service into key\.txt\.$/,
  ],
  [
    'standard input',
    `${read} --api-key-stdin`,
    () => ({ stdin: ` ${canaryKey}\n\n` }),
    /from the standard input\. Pipe in a key of this service\.$/,
  ],
  [
    'a command',
    read,
    () => ({ cwd: userFile(printed), env: {}, captured }),
    /from api_key_command of profile default in \S+\. Let that command print a key of this service\.$/,
  ],
  [
    'the settings',
    read,
    () => ({ cwd: userFile(stored), env: {} }),
    /from profile default in \S+\. Store a key of this service with formctl login\.$/,
  ],
  [
    'another profile',
    `${read} --profile other`,
    () => ({ cwd: userFile(stored), env: {} }),
    /from profile other in \S+\. Store a key of this service with formctl login --profile other\.$/,
  ],
])('a key from %s', (_, words, setup, sentence) => {
  test('is sent without the blanks and line ends around it', async () => {
    expect(await formctl(words, setup())).toMatchObject({ exit: 0, keys: [canaryKey] })
  })

  test.each([401, 403])('that is refused with %i leads to where it came from', async (status) => {
    const turns = [{ status, body: { message: 'No.' } }]
    const { exit, stderr } = await formctl(words, { ...setup(), turns })
    expect([exit, stderr.trim().replace(' (status 403: No)', '')]).toEqual([
      4,
      expect.stringMatching(sentence),
    ])
  })
})

test('a key with a blank in it leads to where it came from', async () => {
  const ran = await formctl(read, { env: { ...url, FORMCTL_API_KEY: 'two words' } })
  expect(ran).toMatchObject(
    outcome(
      4,
      'error[key-unusable]: The API key from FORMCTL_API_KEY holds characters that no key has, such as a space or a line break. Correct FORMCTL_API_KEY, or unset it.\n',
    ),
  )
})

test('a variable of blanks holds no key', async () => {
  const ran = await formctl(read, { env: { ...url, FORMCTL_API_KEY: ' \n' } })
  expect(ran).toMatchObject({ exit: 4, stderr: expect.stringContaining('No API key is set.') })
})

describe('a service that repeats the key finds it hidden', () => {
  const env = { ...url, FORMCTL_API_KEY: canaryKey }
  const echo = `key ${canaryKey} is blocked`
  test.each<[string, Turn]>([
    ['in a refusal', { status: 403, body: { message: echo } }],
    ['in a redirect', { status: 302, headers: { location: `https://other.example/?k=${canaryKey}` } }],
    ['in Retry-After', { status: 429, headers: { 'retry-after': canaryKey }, body: { message: echo } }],
    ['as the reason of a broken reply', { fails: new Error(`bad header ${canaryKey}`) }],
    ['in a body that is no JSON', { status: 500, body: `<p>${canaryKey}` }],
  ])('%s', async (_, turn) => {
    for (const more of ['', ' -o json', ' --verbose']) {
      const ran = await formctl(read + more, { turns: [turn], env })
      expect(ran.exit).toBeGreaterThan(0)
      expect(ran.stderr).not.toContain(canaryKey)
    }
  })
})

test('--verbose tells why a call failed, and the end of a key of its own', async () => {
  const turns = [{ fails: Failure.of('unreachable', { url: 'https://u.example', reason: 'no such host' }) }]
  const { stderr } = await formctl(`${read} --verbose`, {
    turns,
    env: { ...url, FORMCTL_API_KEY: canaryKey },
  })
  expect(stderr).toContain('← GET https://forms.example/api/v1/responses: no such host, 1000 ms\n')
})

test('--verbose counts the attempts at a call, with the sizes and the time of each', async () => {
  const env = { ...url, FORMCTL_API_KEY: canaryKey }
  const turns = [{ status: 500, body: { message: 'No' } }, { body: { data: [] } }]
  const { stderr } = await formctl(`${read} --verbose`, { turns, env })
  const address = 'https://forms.example/api/v1/responses'
  expect(stderr.split('\n')).toEqual([
    `→ GET ${address}?formId=f, key …6789`,
    `← GET ${address}: status 500, 16 bytes, 1000 ms`,
    expect.stringMatching(/responses failed \(status 500\): No\. Trying again in /),
    `→ GET ${address}?formId=f, attempt 2, key …6789`,
    `← GET ${address}: status 200, 11 bytes, 1000 ms`,
    'No responses yet.',
    '',
  ])
})
