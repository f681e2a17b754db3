import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canaryKey } from '../../support/canary.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

type Setup = { readonly env?: Readonly<Record<string, string>>; readonly files?: readonly string[] }

/** Runs below a folder with these files. */
async function formctl(words: string, { env = {}, files = [] }: Setup) {
  const folder = temporaryFolder()
  const cwd = join(folder, 'forms')
  mkdirSync(cwd)
  for (const file of files) writeFileSync(join(folder, file), 'environment: e\n')
  return runInProcess({ argv: words.split(' '), cwd, env })
}

const cases: readonly (readonly [string, Setup, string])[] = [
  ...[
    ['FORMCTL_APIKEY', 'FORMCTL_API_KEY'],
    ['FORMCTL_KEY', 'FORMCTL_API_KEY'],
    ['formctl_api_key', 'FORMCTL_API_KEY'],
    ['FORMCTL_URL', 'FORMCTL_BASE_URL'],
    ['FORMCTL_BASEURL', 'FORMCTL_BASE_URL'],
    ['FORMCTL_ENVIRONMENT', 'FORMCTL_ENVIRONMENT_ID'],
    ['FORMCTL_SOURCE_FORM', 'FORMCTL_SOURCE_FORM_ID'],
  ].map(
    ([name = '', meant = '']) =>
      [name, { env: { [name]: canaryKey } }, `${name} is not read: the right name is ${meant}.`] as const,
  ),
  ...['formctl.yml', '.formctl.yaml', '.formctl.yml'].map(
    (name) => [name, { files: [name] }, `../${name} is not read: the right name is formctl.yaml.`] as const,
  ),
]

describe.each(cases)('%s', (_, setup, sentence) => {
  test('is reported once where settings are looked up', async () => {
    const ran = await formctl('status', setup)
    expect(ran).toMatchObject({ exit: 0, stderr: `warning: ${sentence}\n` })
  })

  test('is a warning of doctor', async () => {
    const { stdout } = await formctl('doctor -o json', setup)
    const [found, advice] = sentence.split(': ')
    expect(JSON.parse(stdout)).toMatchObject({
      checks: expect.arrayContaining([
        { name: 'settings', result: 'warning', found: `${found}.`, advice: `The ${advice?.slice(4)}` },
      ]),
    })
  })

  test.each(['status --quiet', 'forms types', '--version'])('is not by formctl %s', async (words) => {
    expect(await formctl(words, setup)).toMatchObject({ exit: 0, stderr: '' })
  })
})

test.each<[string, Setup]>([
  ['what is read', { env: { FORMCTL_ENVIRONMENT_ID: 'e' }, files: ['formctl.yaml'] }],
  ['a variable of a spec', { env: { FORMCTL_VAR_FILE: 'x' } }],
  ['an empty variable', { env: { FORMCTL_APIKEY: '' } }],
  ['what resembles nothing', { env: { FORMCTL_COLOUR_OF_MY_CAR: 'x' }, files: ['forms.yml'] }],
])('%s is no near miss', async (_, setup) => {
  expect(await formctl('status', setup)).toMatchObject({ exit: 0, stderr: '' })
})
