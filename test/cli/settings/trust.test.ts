/** What a project file, which others may have written, can and cannot do with a key and with data. */
import { chmodSync, lchownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Service } from '../../../src/wire/wire.ts'
import { canaryKey } from '../../support/canary.ts'
import { specText } from '../../support/applying.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../../support/test-host.ts'
import { run } from '../../../src/cli/run.ts'
import { holding, outcome } from '../../support/outcome.ts'

const key = { FORMCTL_API_KEY: canaryKey }

/** A service that counts its calls. */
function counting() {
  const calls: string[] = []
  const service: Service = async ({ path }) => {
    calls.push(path)
    const body = path.endsWith('/responses') ? '{"data":[]}' : '{}'
    return {
      status: 200,
      headers: {},
      body: (async function* () {
        yield Buffer.from(body)
      })(),
    }
  }
  return { calls, service }
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  return folder
}

const reads = ['responses', 'get', '--all'] as const

describe('the key of a variable, a file or the standard input, and an address from', () => {
  const project =
    'base_url: https://project.example\nprofiles: { p: { base_url: "https://profile.example" } }\n'
  const user = '.config/formctl/config.yaml'
  const ofUser =
    'base_url: https://user.example\nprofiles: { u: { base_url: "https://user-profile.example" } }\n'
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string | undefined]>([
    ['the project file', [], {}, 'https://project.example, as formctl.yaml says'],
    [
      'a profile of the project file',
      ['--profile', 'p'],
      {},
      'https://profile.example, as profile p in formctl.yaml says',
    ],
    [
      'a profile of the project file, named by a variable',
      [],
      { FORMCTL_PROFILE: 'p' },
      'https://profile.example, as profile p in formctl.yaml says',
    ],
    ['a profile of the user', ['--profile', 'u'], {}, undefined],
    ['an option', ['--base-url', 'https://option.example'], {}, undefined],
    ['a variable', [], { FORMCTL_BASE_URL: 'https://variable.example' }, undefined],
  ])('%s', async (_, words, env, named) => {
    const cwd = folderWith({ 'formctl.yaml': project, [user]: ofUser, key: canaryKey })
    const { service } = counting()
    for (const [from, more, given] of [
      ['FORMCTL_API_KEY', [], key],
      ['--api-key-file key', ['--api-key-file', 'key'], {}],
      ['the standard input', ['--api-key-stdin'], {}],
    ] as const) {
      const stateFolder = temporaryFolder()
      const again = (): Promise<Ran> =>
        runInProcess({
          argv: [...reads, ...words, ...more, '--quiet'],
          cwd,
          env: { ...env, ...given },
          stdin: canaryKey,
          service,
          stateFolder,
        })
      const first = await again()
      expect(first.exit).toBe(0)
      const [, note] = /The API key from (.*)\.\n/.exec(first.stderr) ?? []
      expect(note).toBe(named && `${from} goes to ${named}`)
      // It is said once.
      expect((await again()).stderr).not.toContain('The API key from')
    }
  })

  test('is said again where it cannot be remembered', async () => {
    const cwd = folderWith({ 'formctl.yaml': project, state: '' })
    const { service } = counting()
    for (const _ of [1, 2]) {
      const ran = await runInProcess({ argv: reads, cwd, env: key, service, stateFolder: join(cwd, 'state') })
      expect([ran.exit, ran.stderr]).toEqual([0, expect.stringContaining('The API key from')])
    }
  })
})

describe('an expected base URL', () => {
  const project = 'base_url: https://forms.example/base\n'
  test.each<[string, string, number]>([
    ['https://forms.example/base', project, 0],
    ['https://FORMS.example:443/base/', project, 0],
    ['https://forms.example/other', project, 4],
    ['https://forms.example', project, 4],
    ['http://forms.example/base', project, 4],
    ['https://evil.example/base', project, 4],
    ['forms.example', project, 4],
    ['embedded:data', project, 4],
    ['embedded:data', 'base_url: embedded:data\n', 0],
    ['embedded:other', 'base_url: embedded:data\n', 4],
    ['https://forms.example', 'base_url: embedded:data\n', 4],
  ])('%s holds %j with exit code %i, and a mismatch sends nothing', async (expected, file, exit) => {
    for (const by of ['--expect-base-url', 'FORMCTL_EXPECT_BASE_URL']) {
      const cwd = folderWith({ 'formctl.yaml': file, 'a.yaml': specText('A') })
      expect((await runInProcess({ argv: 'forms apply a.yaml --base-url embedded:data', cwd })).exit).toBe(0)
      const { calls, service } = counting()
      const isOption = by.startsWith('--')
      const env = { ...key, ...(isOption ? {} : { [by]: expected }) }
      const more = isOption ? [by, expected] : []
      const isEmbedded = file.includes('embedded')
      for (const argv of [reads, ['forms', 'list'], ['forms', 'apply', 'a.yaml'], ['status']]) {
        if (exit === 0 && argv !== reads) continue
        const ran = await runInProcess({
          argv: [...argv, ...more],
          cwd,
          env: isEmbedded ? { ...env, FORMCTL_API_KEY: '' } : env,
          service,
        })
        expect([argv, ran.exit, ran.stderr]).toEqual([argv, exit, expect.stringContaining('')])
        if (exit === 0) continue
        expect(ran.stderr).toContain(
          `and ${by} expects ${expected.startsWith('embedded:') ? 'embedded:' : expected}`,
        )
        expect(ran.stderr).toContain('Nothing was sent.')
        expect(calls).toEqual([])
      }
    }
  })

  test('also holds what an option or a variable names', async () => {
    const { calls, service } = counting()
    const env = { ...key, FORMCTL_EXPECT_BASE_URL: 'https://forms.example' }
    const byOption = await runInProcess({ argv: [...reads, '--base-url', 'https://x.example'], env, service })
    expect(byOption).toMatchObject(outcome(4, holding('The base URL from --base-url is https://x.example')))
    const byVariable = await runInProcess({
      argv: reads,
      env: { ...env, FORMCTL_BASE_URL: 'https://x.example' },
      service,
    })
    expect(byVariable.exit).toBe(4)
    expect(calls).toEqual([])
  })
})

describe('a project file of another user is refused:', () => {
  /** Runs where a project file lies above; only root can give files away, so for others the owner is said to be another one. */
  async function ranIn(folder: string, name: string, env: Readonly<Record<string, string>>): Promise<Ran> {
    const cwd = join(folder, 'below')
    mkdirSync(cwd)
    const { calls, service } = counting()
    const host = testHost({ argv: reads, cwd, env: { ...key, ...env }, service })
    const isRoot = process.getuid?.() === 0
    if (isRoot) lchownSync(join(folder, name), 12_345, 12_345)
    const files: typeof host.files = {
      ...host.files,
      access: async (path) => {
        const access = await host.files.access(path)
        const isGiven = path === join(folder, 'formctl.yaml') && access
        return isGiven && !isRoot ? { ...access, isTrusted: false } : access
      },
    }
    const exit = await run({ ...host, files })
    expect(calls.length > 0).toBe(exit === 0)
    return { exit, ...host.output() }
  }

  const file = { 'formctl.yaml': 'base_url: https://evil.example\n' }

  test('in a folder above', async () => {
    const folder = folderWith(file)
    const { exit, stderr } = await ranIn(folder, 'formctl.yaml', {})
    expect([exit, stderr]).toEqual([3, expect.stringContaining('../formctl.yaml')])
    expect(stderr).toContain('it belongs to another user')
    expect(stderr).toContain(`FORMCTL_TRUSTED_PROJECT=${folder}`)
  })

  test('also as a link to a file of this user, or of this user to a file of another', async () => {
    for (const foreign of ['formctl.yaml', 'real.yaml']) {
      const folder = folderWith({ 'real.yaml': file['formctl.yaml'] })
      symlinkSync('real.yaml', join(folder, 'formctl.yaml'))
      expect((await ranIn(folder, foreign, {})).exit).toBe(3)
    }
  })

  test('not where this user trusts the folder; another one does not count', async () => {
    const folder = folderWith(file)
    expect((await ranIn(folder, 'formctl.yaml', { FORMCTL_TRUSTED_PROJECT: folder })).exit).toBe(0)
    const other = folderWith(file)
    expect((await ranIn(other, 'formctl.yaml', { FORMCTL_TRUSTED_PROJECT: folder })).exit).toBe(3)
  })

  test('not what is of this user, also where all may write to it', async () => {
    const folder = folderWith(file)
    chmodSync(join(folder, 'formctl.yaml'), 0o644)
    expect(
      (await runInProcess({ argv: reads, cwd: folder, env: key, service: counting().service })).exit,
    ).toBe(0)
  })
})

describe('embedded:<dir> in a project file stays in the project:', () => {
  const outside = temporaryFolder()
  test.each([
    ['a folder', 'base_url: embedded:data\n', true],
    ['a folder of folders', 'base_url: embedded:a/b\n', true],
    ['the project itself', 'base_url: "embedded:."\n', true],
    ['up and down again', 'base_url: embedded:../<project>/data\n', true],
    ['a folder beside', 'base_url: embedded:../data\n', false],
    ['a folder whose name begins with the name of the project', 'base_url: embedded:../<project>-2\n', false],
    ['a whole path', `base_url: embedded:${outside}\n`, false],
    ['a link out', 'base_url: embedded:linked\n', false],
    ['a folder below a link out', 'base_url: embedded:linked/data\n', false],
    ['in a profile', 'profiles: { default: { base_url: embedded:../data } }\n', false],
  ])('%s', async (_, file, isIn) => {
    const cwd = folderWith({ 'a.yaml': specText('A') })
    writeFileSync(join(cwd, 'formctl.yaml'), file.replace('<project>', cwd.split('/').at(-1) ?? ''))
    symlinkSync(outside, join(cwd, 'linked'))
    const { exit, stderr } = await runInProcess({ argv: ['forms', 'apply', 'a.yaml'], cwd })
    expect({ exit, stderr }).toEqual(
      outcome(isIn ? 0 : 3, holding(isIn ? '' : 'base_url leads out of the project')),
    )
  })

  test('an option may lead anywhere', async () => {
    const cwd = folderWith({ 'a.yaml': specText('A') })
    const argv = ['forms', 'apply', 'a.yaml', '--base-url', `embedded:${join(outside, 'data')}`]
    expect((await runInProcess({ argv, cwd })).exit).toBe(0)
    expect(readFileSync(join(outside, 'data/formctl.db')).length).toBeGreaterThan(0)
  })
})
