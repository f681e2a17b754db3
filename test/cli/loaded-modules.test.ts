import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runBuilt, type ProgramRun } from '../support/built-program.ts'
import { folderWith, savedReply } from '../support/responses.ts'
import { smallSpec } from '../support/small-spec.ts'
import { sharedTestService } from '../support/test-service.ts'

const cwd = folderWith({
  's.yaml': smallSpec,
  'four.json': savedReply({ q1: 'a' }, { q1: 'b' }, { q1: 'c' }, { q1: 'd' }),
})

/** What is measured, by the name that it has in the list. */
const commands = {
  version: '--version',
  help: '--help',
  explain: 'explain missing-key',
  status: 'status',
  validate: 'forms validate s.yaml',
  'dry-run': 'forms apply s.yaml --dry-run',
  list: 'forms list',
  get: 'responses get --from four.json',
  export: 'responses export --from four.json',
  stats: 'responses stats --from four.json',
}

const shared = await sharedTestService()
const baseUrl = await shared.app.listen({ host: '127.0.0.1', port: 0 })
const env = {
  FORMCTL_BASE_URL: baseUrl,
  FORMCTL_API_KEY: shared.ours.apiKey,
  FORMCTL_ENVIRONMENT_ID: shared.ours.environmentId,
  FORMCTL_SOURCE_FORM_ID: shared.ours.sourceFormId,
}

/** The sources of each file of the bundle, which the build writes; a package counts as one. */
const bundle: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../out/chunks.json'), 'utf8'),
)

/** The sources that a command loads, as the coverage of its run says. */
async function loadedBy(name: string, words: string): Promise<readonly string[]> {
  const folder = join(cwd, name)
  mkdirSync(folder)
  const ran = await runBuilt(words.split(' '), { cwd, env: { ...env, NODE_V8_COVERAGE: folder } })
  expect(ran).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('error') })
  const urls = readdirSync(folder).flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/"url":"([^"]*\/dist\/[^"]*)"/g),
      ([, url = '']) => url,
    ),
  )
  return [...new Set(urls)].flatMap((url) => bundle[basename(url)] ?? [])
}

test('each command loads the sources that loaded-modules.txt lists for it; `npx vitest run test/cli/loaded-modules.test.ts -u` renews the list', async () => {
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, words]) => ({ name, sources: await loadedBy(name, words) })),
  )
  const counts = loaded.map(({ name, sources }) => `${name}: ${new Set(sources).size}`)
  const lines = [...new Set(loaded.flatMap(({ sources }) => sources))].toSorted().map((source) => {
    const by = loaded.filter(({ sources }) => sources.includes(source)).map(({ name }) => name)
    return `${source}: ${by.join(' ')}`
  })
  await expect([...counts, '', ...lines, ''].join('\n')).toMatchFileSnapshot('loaded-modules.txt')
})

test('compiled code is kept below an absolute XDG_CACHE_HOME, and a relative one does not count', async () => {
  const folder = folderWith({})
  for (const name of ['relative', '.cache', 'own']) mkdirSync(join(folder, name))
  const run = (cacheHome: string): Promise<unknown> =>
    runBuilt(['status'], { cwd: folder, env: { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: cacheHome } })
  await run('relative')
  await run(join(folder, 'own'))
  const kept = ['relative', '.cache', 'own'].map((name) => existsSync(join(folder, name, 'formctl')))
  expect(kept).toEqual([false, true, true])
})

describe('compiled code', () => {
  const folder = folderWith({ 's.yaml': smallSpec, 'bad.yaml': 'name: 1' })
  mkdirSync(join(folder, '.cache'))
  const validate = (file = 's.yaml'): Promise<ProgramRun> =>
    runBuilt(['forms', 'validate', file], { cwd: folder, env: { NODE_COMPILE_CACHE: '' } })
  const kept = (): readonly string[] => {
    const cache = join(folder, '.cache/formctl')
    if (!existsSync(cache)) return []
    return readdirSync(cache, { recursive: true, encoding: 'utf8' }).map((name) => join(cache, name))
  }
  /** The file of a command. */
  const keptOf = (command: string): string => kept().find((file) => basename(file) === command) ?? ''
  const long = new Date('2026-01-01T00:00:00Z')

  test('of a run that failed is not kept', async () => {
    expect(await validate('bad.yaml')).toMatchObject({ exit: 1 })
    expect(kept()).toEqual([])
  })

  test('is kept for each command, and used by the next run', async () => {
    const first = await validate()
    const file = keptOf('forms-validate')
    utimesSync(file, long, long)
    expect(await validate()).toEqual(first)
    expect(statSync(file).mtimeMs).toBe(long.getTime())
  })

  test('of a server that a signal ends is kept', async () => {
    const options = { cwd: folder, env: { NODE_COMPILE_CACHE: '' }, interruptAt: 'Ctrl-C' }
    const words = ['serve', '--port', '0', '--data', 'data']
    expect(await runBuilt(words, options)).toMatchObject({ exit: 0 })
    expect(keptOf('serve')).not.toBe('')
  })

  test.each([
    ['of nothing', (): Uint8Array => new Uint8Array()],
    ['cut off', (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length >> 1)],
    ['of another V8', (bytes: Uint8Array): Uint8Array => bytes.fill(0, bytes.indexOf(10))],
    ['with a changed bit', (bytes: Uint8Array): Uint8Array => bytes.with(9 ** 5, (bytes[9 ** 5] ?? 0) ^ 1)],
    [
      'without a half',
      (bytes: Uint8Array): Uint8Array => bytes.subarray(0, (bytes.length + bytes.indexOf(10) + 1) / 2),
    ],
  ])('%s is compiled again, and kept', async (_, damage) => {
    const file = keptOf('forms-validate')
    const whole = readFileSync(file)
    writeFileSync(file, damage(Uint8Array.from(whole)))
    expect(await validate()).toMatchObject({ exit: 0, stderr: '1 form in 1 file: no problems found.\n' })
    expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2)
  })

  test('that made none for a month is removed', async () => {
    const [former, recent] = ['former', 'recent'].map((name) => join(folder, '.cache/formctl', name))
    for (const each of [former, recent]) mkdirSync(each ?? '')
    utimesSync(former ?? '', long, long)
    await runBuilt(['status'], { cwd: folder, env: { NODE_COMPILE_CACHE: '' } })
    expect([former, recent].map((each) => existsSync(each ?? ''))).toEqual([false, true])
  })
})

test.each([
  ['--version', 'version'],
  ['--help', 'help'],
])('%s, which the build has printed, is what the program prints', async (printed, word) => {
  const [ran, expected] = await Promise.all([runBuilt([printed], { cwd }), runBuilt([word], { cwd })])
  expect(ran).toEqual(expected)
})

test('where colours are wanted, the program prints the help', async () => {
  const { stdout } = await runBuilt(['--help'], { cwd, env: { FORCE_COLOR: '1' } })
  expect(stdout).toContain('\u001b[1mUsage:\u001b[22m')
})
