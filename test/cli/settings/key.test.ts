import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import { canaryKey } from '../../support/canary.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../../support/test-host.ts'

const url = { FORMCTL_BASE_URL: 'https://forms.example' }

type World = Omit<Partial<TestHostOptions>, 'argv'> & { readonly turns?: readonly Turn[] }

async function formctl(words: string, { turns = [{ body: { data: [] } }], ...world }: World = {}) {
  const { service, calls } = scriptedService(...turns)
  const ran = await runInProcess({ service, env: url, ...world, argv: words.split(' ') })
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
  ])('comes from %s', async (_, words, world) => {
    const ran = await formctl(words, { cwd: folderWithKey(), ...world })
    expect(ran).toMatchObject({ exit: 0, stderr: 'No response came.\n', keys: [canaryKey] })
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
    'No response came.',
    '',
  ])
})
