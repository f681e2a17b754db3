import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../../support/test-host.ts'
import { outcome } from '../../support/outcome.ts'

const key = 'formctl_canary_0123456789'

async function status(
  words: string,
  options: Omit<TestHostOptions, 'argv'> & { readonly user?: string } = {},
) {
  const cwd = options.cwd ?? temporaryFolder()
  const folder = join(cwd, '.config/formctl')
  if (options.user !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config.yaml'), options.user, { mode: 0o600 })
  }
  const ran = await runInProcess({ ...options, cwd, argv: ['status', ...words.split(' ').filter(Boolean)] })
  return { ...ran, cwd, file: join(folder, 'config.yaml') }
}

test('each setting is shown with where it came from; of the key no more than its end', async () => {
  const ran = await status('--environment env-1', {
    env: { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: key },
  })
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(ran.stdout).toBe(
    [
      'setting\tvalue\tfrom',
      'profile\tdefault\tdefault',
      'base URL\thttps://forms.example\tFORMCTL_BASE_URL',
      'environment\tenv-1\t--environment',
      'source form\t(none)\t',
      'API key\t…6789\tFORMCTL_API_KEY',
      'project file\t(none)\t',
      `user file\t(none)\t${ran.file}`,
      '',
    ].join('\n'),
  )
})

test('a short key shows no part of itself', async () => {
  const ran = await status('', { env: { FORMCTL_API_KEY: 'short', FORMCTL_BASE_URL: 'https://f.example' } })
  expect(ran.stdout).toContain('API key\t…\tFORMCTL_API_KEY')
})

test.each([
  ['api_key_command: "exit 1", base_url: "https://forms.example"', '(from a command)'],
  [`api_key: ${key}, base_url: "https://other.example"`, '…6789, not used: it is for https://other.example'],
  [`api_key: ${key}`, '…6789, not used: it is for no address'],
])('a stored key (%s) is shown as %s', async (profile, shown) => {
  const ran = await status('--base-url https://forms.example', {
    user: `profiles: { default: { ${profile} } }`,
  })
  expect(ran.stdout).toContain(`API key\t${shown}\t`)
})

test('a service in a folder fills the gaps itself', async () => {
  const { stdout } = await status('--base-url embedded:x')
  expect(stdout).toContain('API key\t(made for each run)\t')
  expect(stdout).toContain('environment\t(the first of the folder)\t')
  expect(stdout).toContain('source form\t(the first of the folder)\t')
})

test('json and yaml say the same, in their shape, without the key', async () => {
  const options = {
    cwd: temporaryFolder(),
    env: { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: key },
  }
  const json = await status('-o json', options)
  const yaml = await status('-o yaml', options)
  expect(outputOf('status', json.stdout)).toEqual({
    schema_version: 1,
    profile: { value: 'default', source: 'default' },
    baseUrl: { value: 'https://forms.example', source: 'FORMCTL_BASE_URL' },
    environmentId: null,
    sourceFormId: null,
    apiKey: { lastFour: '6789', source: 'FORMCTL_API_KEY', isUsed: true },
    projectFile: { path: 'formctl.yaml', isThere: false },
    userFile: { path: json.file, isThere: false },
  })
  expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout))
})

test('env gives lines for a shell, whatever the values hold, and never the key', async () => {
  const value = `it's "$HOME" \`id\` \\ end`
  const ran = await status('-o env', {
    env: { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_ENVIRONMENT_ID: value, FORMCTL_API_KEY: key },
  })
  expect(ran.stdout).not.toContain('6789')
  const echoed = execFileSync('sh', ['-c', `${ran.stdout}printf %s "$FORMCTL_ENVIRONMENT_ID"`], {
    encoding: 'utf8',
  })
  expect(echoed).toBe(value)
  expect(ran.stdout).toMatch(/^export FORMCTL_BASE_URL='https:\/\/forms\.example'\n/)
})

test('what a settings file smuggles in is made visible', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'formctl.yaml'), String.raw`environment: "a\e[2Jb\u202e"`)
  expect((await status('', { cwd })).stdout).toContain(String.raw`a\x1b[2Jb\u202e`)
})

test.each([
  '$(touch gone) `touch gone` ; touch gone #',
  String.raw`back\slash\' \"`,
  '*?[a]{b,c}~ !x',
  "-n ''",
  'Zoë \u202e 日本',
])('what -o env prints means %j to a shell, and nothing more', async (value) => {
  const ran = await status('-o env', { env: { FORMCTL_ENVIRONMENT_ID: value } })
  const script = `${ran.stdout}printf %s "$FORMCTL_ENVIRONMENT_ID"`
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(value)
})

test.each(['a\nexport X=1', '\u001b[31m', '\u0085'])(
  'a value that holds a control character (%j) is refused by -o env',
  async (value) => {
    const env = { FORMCTL_ENVIRONMENT_ID: value }
    expect(await runInProcess({ argv: 'status -o env', env })).toEqual(
      outcome(
        3,
        'error[config-invalid]: The value for FORMCTL_ENVIRONMENT_ID (FORMCTL_ENVIRONMENT_ID) cannot be used: it holds a control character, such as a line break. Write the value anew.\n',
        '',
      ),
    )
  },
)
