import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Globals } from '../../../src/cli/command.ts'
import { loadSettings } from '../../../src/cli/settings/load.ts'
import { assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { canary, canaryKey } from '../../support/canary.ts'
import { casesOf } from '../../support/case-files.ts'
import { rows } from '../../support/outcome.ts'
import { temporaryFolder, testHost } from '../../support/test-host.ts'

type Setup = {
  readonly flags?: Partial<Globals>
  readonly env?: Readonly<Record<string, string>>
  /** Text of formctl.yaml. */
  readonly project?: string
  /** Text of the user's config.yaml. */
  readonly user?: string
  /** The working folder, below that of the project file. */
  readonly below?: string
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
}

function hostOf({ env = {}, project, user, below = '.' }: Setup) {
  const folder = temporaryFolder()
  const cwd = join(folder, below)
  mkdirSync(cwd, { recursive: true })
  if (project !== undefined) write(join(folder, 'formctl.yaml'), project)
  const host = testHost({ argv: [], cwd, env })
  if (user !== undefined) write(join(host.configFolder, 'config.yaml'), user)
  return { host, folder, userFile: join(host.configFolder, 'config.yaml') }
}

const plainGlobals = { quiet: false, verbose: false, noInput: false, color: 'auto' } as const

async function load(setup: Setup) {
  const made = hostOf(setup)
  return { ...made, settings: await loadSettings(made.host, { ...plainGlobals, ...setup.flags }) }
}

const user = `
base_url: https://user.example
environment: user-env
profiles:
  default: { environment: user-default-env }
  staging: { base_url: https://user-staging.example, api_key: user-staging-key }
`
const project = `
base_url: https://project.example
source_form: project-form
profiles:
  staging: { environment: project-staging-env }
`
const env = { FORMCTL_BASE_URL: 'https://variable.example', FORMCTL_ENVIRONMENT_ID: 'variable-env' }

/** What a word of the table below stands for. */
const setupOf = (word: string): Setup => {
  const [name = '', value] = word.split('=')
  if (name === '--base-url') return { flags: { baseUrl: 'https://flag.example' } }
  if (name === '--profile' && value) return { flags: { profile: value } }
  if (value !== undefined) return { env: { [name]: value } }
  return (
    { env: { env }, project: { project }, ours: { project: `profile: staging\n${project}` }, user: { user } }[
      name
    ] ?? {}
  )
}

describe('precedence', () => {
  test.each(
    rows(`
      nothing set: the default profile and no more | | profile default (default), baseUrl none, environment none, sourceForm none, key none
      a flag beats all | --base-url env project user | baseUrl https://flag.example (--base-url)
      a variable beats the project file | env project user | baseUrl https://variable.example (FORMCTL_BASE_URL)
      the project file beats the user file | project user | baseUrl https://project.example (formctl.yaml)
      the user file beats nothing | user | baseUrl https://user.example (config.yaml), environment user-default-env (profile default in config.yaml)
      an empty variable is as good as none | FORMCTL_BASE_URL= project | baseUrl https://project.example (formctl.yaml)
      --profile beats variables | --profile=staging env project user | profile staging (--profile), baseUrl https://user-staging.example (profile staging in config.yaml), environment project-staging-env (profile staging in formctl.yaml)
      --profile leaves what the profile does not say | --profile=staging env project user | sourceForm project-form (formctl.yaml)
      FORMCTL_PROFILE is as strong as the other variables | env FORMCTL_PROFILE=staging project user | profile staging (FORMCTL_PROFILE), baseUrl https://variable.example (FORMCTL_BASE_URL)
      FORMCTL_PROFILE beats the files | FORMCTL_PROFILE=staging project user | baseUrl https://user-staging.example (profile staging in config.yaml)
      a profile that the project file names is as strong as the files it stands in | ours user | profile staging (formctl.yaml), baseUrl https://project.example (formctl.yaml), environment project-staging-env (profile staging in formctl.yaml)
      --profile with a key beats FORMCTL_API_KEY | --profile=staging FORMCTL_API_KEY=k project user | key user-staging-key (profile staging in config.yaml)
      --profile without a key leaves FORMCTL_API_KEY in force, as CI needs it | --profile=default FORMCTL_API_KEY=k project user | key k (FORMCTL_API_KEY)
      FORMCTL_API_KEY beats a stored key | FORMCTL_API_KEY=k FORMCTL_PROFILE=staging project user | key k (FORMCTL_API_KEY)
    `),
  )('%s', async (_, given = '', expected = '') => {
    const setups = given.split(' ').map(setupOf)
    const variables = Object.assign({}, ...setups.map((setup) => setup.env ?? {}))
    const { settings } = await load(Object.assign({}, ...setups, { env: variables }))
    const shown = ({ value, source }: { value: string; source: string }): string =>
      `${value} (${source.replace(/\S*\/config\.yaml/, 'config.yaml')})`
    const { profile, baseUrl, environment, sourceForm, key } = settings
    const all = Object.entries({ profile, baseUrl, environment, sourceForm, key })
    const found = new Map(all.map(([name, setting]) => [name, setting ? shown(setting) : 'none']))
    const wanted = new Map(
      expected.split(', ').map((text) => [text.replace(/ .*/, ''), text.replace(/^\w+ /, '')]),
    )
    expect(new Map([...found].filter(([name]) => wanted.has(name)))).toEqual(wanted)
  })
})

test('the project file is found from folders below it, and called by the way to it', async () => {
  const { settings } = await load({ project, below: 'a/b' })
  expect(settings.baseUrl).toEqual({ value: 'https://project.example', source: '../../formctl.yaml' })
  expect(settings.projectFile).toEqual({ path: '../../formctl.yaml', isThere: true })
})

test('embedded:<dir> counts from the file it stands in, and from the working folder elsewhere', async () => {
  const inFile = await load({ project: 'base_url: embedded:store', below: 'a' })
  expect(inFile.settings.baseUrl?.value).toBe(`embedded:${join(inFile.folder, 'store')}`)
  const inFlag = await load({ flags: { baseUrl: 'embedded:store' }, below: 'a' })
  expect(inFlag.settings.baseUrl?.value).toBe(`embedded:${join(inFlag.folder, 'a/store')}`)
})

test.each<[string, Setup, RegExp]>([
  [
    '--profile',
    { flags: { profile: 'stagign' }, user },
    /no profile "stagign" \(named by --profile\); there is default, staging\./,
  ],
  [
    'FORMCTL_PROFILE',
    { env: { FORMCTL_PROFILE: 'x' } },
    /no profile "x" \(named by FORMCTL_PROFILE\)\. formctl login --profile x/,
  ],
  ['the project file', { project: 'profile: x' }, /no profile "x" \(named by formctl\.yaml\)/],
])('a profile that is nowhere is refused, with who named it: %s', async (_, setup, sentence) => {
  await expect(load(setup)).rejects.toThrow(sentence)
})

test('a profile named like a part of every object is as unknown as any', async () => {
  await expect(load({ flags: { profile: 'constructor' }, user })).rejects.toThrow(/no profile "constructor"/)
})

describe('a settings file that cannot be used', () => {
  test.each(casesOf('settings/faults.txt'))('$name', async ({ text, problem }) => {
    await expect(load({ project: text })).rejects.toThrow(
      expect.objectContaining({ exit: 3, message: `formctl.yaml cannot be used: ${problem}` }),
    )
  })

  test('rules stand in the file of a project only', async () => {
    await expect(load({ user: 'rules: { no-way-forward: off }\n' })).rejects.toThrow(
      /config\.yaml cannot be used: line 1: Only a project can have rules\./,
    )
    const { settings } = await load({ project: 'rules: { no-way-forward: off }\n' })
    expect(settings.projectFile.isThere).toBe(true)
  })

  test('an empty file sets nothing', async () => {
    const { settings } = await load({ project: '# nothing yet\n' })
    expect(settings.projectFile.isThere).toBe(true)
  })
})

describe('keys', () => {
  test('come out in no message about the file that holds them, however broken it is', async () => {
    const signs = [`: |- |"|'|*|&a |!tag |>|{|[|%|@|\`|? |# |\\x|\t`.split('|'), '', '|'].flat()
    const values = constantFrom(...signs)
    const file = tuple(values, values, values, constantFrom('api_key', 'apikey', 'base_url', 'rules', 'x'))
    await assert(
      asyncProperty(file, async ([before, inside, after, name]) => {
        const text = `profiles:\n  default:\n    ${name}: ${before}${canaryKey.slice(0, 20)}${inside}${canaryKey}${after}\n`
        for (const given of [{ user: text }, { project: text }]) {
          const message = await load(given).then(
            () => '',
            // What is shown of the lines, too.
            (error: Error) => `${error.message} ${JSON.stringify(error)}`,
          )
          expect(message).not.toContain(canary)
        }
      }),
      { numRuns: 150 },
    )
  })

  test.each([
    [
      'api_key: s3cret',
      'line 1: There is an API key here. A project file is shared, so it never holds a key: remove',
    ],
    ['profiles:\n  a:\n    api_key: s3cret', 'line 3: There is an API key here'],
    ['environment: e\napiKey: s3cret', 'line 2: There is an API key here'],
    ['profiles:\n  a: {API-KEY: s3cret}', 'line 2: There is an API key here'],
    ['key: fctl_s3cret-0123456789', 'line 1: There is an API key here'],
    ['profiles:\n  a:\n    api_key_command: echo s3cret', 'line 3: There is an api_key_command here'],
  ])('never stand in a project file: %j', async (text, problem) => {
    const refusal = load({ project: text })
    await expect(refusal).rejects.toThrow(`formctl.yaml cannot be used: ${problem}`)
    await expect(refusal).rejects.not.toThrow(/s3cret/)
  })

  test('of the top of a user file belong into a profile', async () => {
    await expect(load({ user: 'api_key: x' })).rejects.toThrow(
      'line 1: api_key belongs in a profile: profiles.default.api_key.',
    )
  })

  test('a profile has its key itself or the command for it, not both', async () => {
    const both = 'profiles: { default: { api_key: a, api_key_command: b } }'
    await expect(load({ user: both })).rejects.toThrow(/both api_key and api_key_command/)
  })

  test('a command stands for a key, and is not run to load the settings', async () => {
    const { settings } = await load({ user: 'profiles: { default: { api_key_command: pass show } }' })
    expect(settings.key).toMatchObject({
      kind: 'command',
      value: 'pass show',
      source: expect.stringMatching(/^api_key_command of profile default in /),
    })
  })

  test.each([0o640, 0o604, 0o622])('a user file with a key and mode %o is refused', async (mode) => {
    const { host, userFile } = hostOf({ user })
    chmodSync(userFile, mode)
    await expect(loadSettings(host, plainGlobals)).rejects.toThrow(`Run chmod 600 ${userFile}.`)
  })

  test.each([
    [
      'belongs to another user',
      { mode: 0o600, isOwn: false, isLink: false, isTrusted: false },
      /belongs to another user\. .*chown/,
    ],
    ['is a link', { mode: 0o777, isOwn: true, isLink: true, isTrusted: true }, /symbolic link/],
  ])('a user file with a key that %s is refused', async (_, access, sentence) => {
    const { host } = hostOf({ user })
    const accessOf = async (path: string): Promise<typeof access | undefined> =>
      path.endsWith('config.yaml') ? access : undefined
    const files = { ...host.files, access: accessOf }
    await expect(loadSettings({ ...host, files }, plainGlobals)).rejects.toThrow(sentence)
    // Windows has no such bits.
    await loadSettings({ ...host, files, platform: 'win32' }, plainGlobals)
  })

  const throughLink = (text: string) => {
    const { host, userFile, folder } = hostOf({})
    write(join(folder, 'elsewhere.yaml'), text)
    mkdirSync(dirname(userFile), { recursive: true })
    symlinkSync(join(folder, 'elsewhere.yaml'), userFile)
    return loadSettings(host, plainGlobals)
  }

  test('a user file without a key may be a link', async () => {
    expect(await throughLink('environment: e')).toMatchObject({ environment: { value: 'e' } })
  })

  test('a user file with a key may not be a link', async () => {
    await expect(throughLink(user)).rejects.toThrow(/symbolic link/)
  })
})

describe('what bears the name of a project file and is none', () => {
  const faults: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    [
      'a link that leads nowhere',
      (path) => symlinkSync('gone.yaml', path),
      /formctl\.yaml is a link to gone\.yaml, which does not exist/,
    ],
    ['a folder', (path) => mkdirSync(path), /^(\.\.\/)?formctl\.yaml cannot be used: it is a folder/],
    ['a device', (path) => symlinkSync('/dev/null', path), /cannot be used: it is no ordinary file/],
  ]
  test.each(faults.flatMap((fault) => [[...fault, '.'] as const, [...fault, 'below'] as const]))(
    'is told: %s',
    async (_, make, sentence, below) => {
      const { host, folder } = hostOf({ below })
      make(join(folder, 'formctl.yaml'))
      await expect(loadSettings(host, plainGlobals)).rejects.toMatchObject({
        exit: 3,
        message: expect.stringMatching(sentence),
      })
    },
  )
})
