import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Globals } from '../../../src/cli/command.ts'
import { loadSettings } from '../../../src/cli/settings/load.ts'
import { assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { canary, canaryKey } from '../../support/canary.ts'
import { temporaryFolder, testHost } from '../../support/test-host.ts'

type World = {
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

function hostOf({ env = {}, project, user, below = '.' }: World) {
  const folder = temporaryFolder()
  const cwd = join(folder, below)
  mkdirSync(cwd, { recursive: true })
  if (project !== undefined) write(join(folder, 'formctl.yaml'), project)
  const host = testHost({ argv: [], cwd, env })
  if (user !== undefined) write(join(host.configFolder, 'config.yaml'), user)
  return { host, folder, userFile: join(host.configFolder, 'config.yaml') }
}

const plainGlobals = { quiet: false, verbose: false, noInput: false, color: 'auto' } as const

async function load(world: World) {
  const made = hostOf(world)
  return { ...made, settings: await loadSettings(made.host, { ...plainGlobals, ...world.flags }) }
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

const from = (value: string, source: RegExp): unknown =>
  expect.objectContaining({ value, source: expect.stringMatching(source) })

describe('precedence', () => {
  test.each<[string, World, Record<string, unknown>]>([
    [
      'nothing set: the default profile and no more',
      {},
      {
        profile: from('default', /^default$/),
        baseUrl: undefined,
        environment: undefined,
        sourceForm: undefined,
        key: undefined,
      },
    ],
    [
      'a flag beats all',
      { flags: { baseUrl: 'https://flag.example' }, env, project, user },
      { baseUrl: from('https://flag.example', /^--base-url$/) },
    ],
    [
      'a variable beats the project file',
      { env, project, user },
      { baseUrl: from('https://variable.example', /^FORMCTL_BASE_URL$/) },
    ],
    [
      'the project file beats the user file',
      { project, user },
      { baseUrl: from('https://project.example', /^formctl\.yaml$/) },
    ],
    [
      'the user file beats nothing',
      { user },
      {
        baseUrl: from('https://user.example', /config\.yaml$/),
        environment: from('user-default-env', /^profile default in .*config\.yaml$/),
      },
    ],
    [
      'an empty variable is as good as none',
      { env: { FORMCTL_BASE_URL: '' }, project },
      { baseUrl: from('https://project.example', /^formctl\.yaml$/) },
    ],
    [
      '--profile beats variables, where the profile says something',
      { flags: { profile: 'staging' }, env, project, user },
      {
        profile: from('staging', /^--profile$/),
        baseUrl: from('https://user-staging.example', /^profile staging in .*config\.yaml$/),
        environment: from('project-staging-env', /^profile staging in formctl\.yaml$/),
        sourceForm: from('project-form', /^formctl\.yaml$/),
      },
    ],
    [
      'FORMCTL_PROFILE is as strong as the other variables',
      { env: { ...env, FORMCTL_PROFILE: 'staging' }, project, user },
      {
        profile: from('staging', /^FORMCTL_PROFILE$/),
        baseUrl: from('https://variable.example', /^FORMCTL_BASE_URL$/),
      },
    ],
    [
      'FORMCTL_PROFILE beats the files',
      { env: { FORMCTL_PROFILE: 'staging' }, project, user },
      { baseUrl: from('https://user-staging.example', /^profile staging in .*config\.yaml$/) },
    ],
    [
      'a profile that the project file names is as strong as the files it stands in',
      { project: `profile: staging\n${project}`, user },
      {
        profile: from('staging', /^formctl\.yaml$/),
        baseUrl: from('https://project.example', /^formctl\.yaml$/),
        environment: from('project-staging-env', /^profile staging in formctl\.yaml$/),
      },
    ],
    [
      '--profile with a key beats FORMCTL_API_KEY',
      { flags: { profile: 'staging' }, env: { FORMCTL_API_KEY: 'k' }, project, user },
      { key: from('user-staging-key', /^profile staging in .*config\.yaml$/) },
    ],
    [
      '--profile without a key leaves FORMCTL_API_KEY in force, as CI needs it',
      { flags: { profile: 'default' }, env: { FORMCTL_API_KEY: 'k' }, project, user },
      { key: from('k', /^FORMCTL_API_KEY$/) },
    ],
    [
      'FORMCTL_API_KEY beats a stored key',
      { env: { FORMCTL_API_KEY: 'k', FORMCTL_PROFILE: 'staging' }, project, user },
      { key: from('k', /^FORMCTL_API_KEY$/) },
    ],
  ])('%s', async (_, world, expected) => {
    expect((await load(world)).settings).toMatchObject(expected)
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

test.each<[string, World, RegExp]>([
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
])('a profile that is nowhere is refused, with who named it: %s', async (_, world, sentence) => {
  await expect(load(world)).rejects.toThrow(sentence)
})

test('a profile named like a part of every object is as unknown as any', async () => {
  await expect(load({ flags: { profile: 'constructor' }, user })).rejects.toThrow(/no profile "constructor"/)
})

describe('a settings file that cannot be used', () => {
  test.each<[string, string]>([
    ['base_ulr: x', 'line 1: "base_ulr" is not a setting. Did you mean base_url?'],
    [
      '\n\nprofiles:\n  a:\n    enviroment: x',
      'line 5: "enviroment" is not a setting. Did you mean environment?',
    ],
    [
      'colour: red',
      'line 1: "colour" is not a setting. The settings are profile, base_url, environment, source_form, rules, profiles.',
    ],
    ['url: https://x.example', 'line 1: "url" is not a setting. Did you mean base_url?'],
    ['profiles:\n  a:\n    url: x', 'line 3: "url" is not a setting. Did you mean base_url?'],
    ['URI: x', 'line 1: "URI" is not a setting. Did you mean base_url?'],
    [
      'profiles:\n  a:\n    api_ky: x',
      'line 3: "api_ky" is not a setting. The settings are base_url, environment, source_form.',
    ],
    [
      'api_keys: x',
      'line 1: "api_keys" is not a setting. The settings are profile, base_url, environment, source_form, rules, profiles.',
    ],
    ['environment: 12', 'line 1: environment is not a text. Put its value in quotes.'],
    ['environment: ""', 'line 1: environment is empty. Give it a value, or remove the line.'],
    [
      'profiles:\n',
      'line 1: profiles holds no settings. Write them below it as "name: value", or remove it.',
    ],
    ['profiles:\n  a b: {}', 'line 2: A profile cannot be named "a b". Use letters, digits, dots, - and _.'],
    ['- a', 'line 1: The file holds no settings. Write them below it as "name: value", or remove it.'],
    [
      'a: [1',
      'line 1: This "[" is not closed. Add "]", or put the value in quotes if it is a text that begins with "[".',
    ],
    [
      'profile: a\nprofile: b',
      'line 2: The key "…" appears a second time; the first is in line 1, column 1. Remove one of them.',
    ],
    [
      'profile: a\n---\nprofile: b',
      'line 3: A second document begins here. Remove the line "---" and what follows it.',
    ],
    [
      'profile: *abc',
      'line 1: There is no anchor … above this alias. Put … before the value that it names, further up; a text that begins with * needs quotes.',
    ],
    [
      'profil: a\nenvironment: 3',
      'line 1: "profil" is not a setting. Did you mean profile? line 2: environment is not a text. Put its value in quotes.',
    ],
  ])('%j', async (text, problem) => {
    await expect(load({ project: text })).rejects.toThrow(
      expect.objectContaining({ exit: 3, message: `formctl.yaml cannot be used: ${problem}` }),
    )
  })

  test('rules stand in the file of a project only', async () => {
    await expect(load({ user: 'rules: { no-way-forward: off }\n' })).rejects.toThrow(
      /config\.yaml cannot be used: line 1: rules hold for a project and all who work on it\./,
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
    const values = constantFrom(
      '',
      ': ',
      '- ',
      '"',
      "'",
      '*',
      '&a ',
      '!tag ',
      '|',
      '>',
      '{',
      '[',
      '%',
      '@',
      '`',
      '? ',
      '# ',
      '\\x',
      '\t',
    )
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
