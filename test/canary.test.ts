import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { canary, canaryKey, takeLeaks, watchFolder } from './support/canary.ts'
import { temporaryFolder, testHost } from './support/test-host.ts'

/** What a deliberate leak is noticed as; asking takes it back, so that this test does not fail of it. */
const noticed = (): readonly string[] => takeLeaks()

const misplaced = 'fctl_unmarked_0123456789'
const newKey = `fctl_${'aB3-_'.repeat(8)}xyz`

test('a key on a stream of a run in process is noticed, over the seams of its chunks', async () => {
  const host = testHost({ argv: ['status'] })
  await host.stdout.write('nothing here')
  expect(noticed()).toEqual([])
  await host.stderr.write(`Refused: ${canaryKey.slice(0, 10)}`)
  await host.stderr.write(canaryKey.slice(10))
  expect(noticed()).toEqual(['stderr of formctl status'])
})

test('the key that a run found in its environment is noticed, without a mark in it', async () => {
  const host = testHost({ argv: ['status'], env: { FORMCTL_API_KEY: 'unmarked-key' } })
  await host.stdout.write('the unmarked-key')
  expect(noticed()).toEqual(['stdout of formctl status'])
})

test.each([
  ['in the place of an argument', { argv: ['forms', 'apply', misplaced] }, misplaced],
  ['as the value of an option', { argv: ['status', `--profile=${misplaced}`] }, misplaced],
  ['in a variable', { argv: ['status'], env: { FORMCTL_PROFILE: misplaced } }, misplaced],
  ['for the larger part', { argv: ['status'], env: { FORMCTL_API_KEY: misplaced } }, misplaced.slice(0, 16)],
  [
    'in an address',
    { argv: ['status'], env: { FORMCTL_BASE_URL: 'https://me:s3cret@forms.example' } },
    'me:s3cret',
  ],
])('a key %s is noticed when it comes out, without a mark in it', async (_, options, leak) => {
  await testHost(options).stderr.write(`There is no ${leak}.`)
  expect(noticed()).toEqual([`stderr of formctl ${options.argv.join(' ')}`])
})

test.each([
  [['status'], ['stdout of formctl status']],
  [['service', 'key', 'create'], []],
  [['serve'], []],
])('a key that a service made is noticed where %j shows it: %j', async (argv, leaks) => {
  await testHost({ argv }).stdout.write(newKey)
  expect(noticed()).toEqual(leaks)
})

test('a key that a program prints is noticed, however it was started', async () => {
  const script = `process.stdout.write('${canaryKey.slice(0, 12)}' + '${canaryKey.slice(12)}'); console.error('${canary}')`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'pipe' })
  const [stdout] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(stdout).toBe(canaryKey)
  expect(noticed()).toEqual([
    expect.stringMatching(/^stdout of .*-e/s),
    expect.stringMatching(/^stderr of .*-e/s),
  ])
  spawnSync(process.execPath, ['-e', script])
  execFileSync(process.execPath, ['-e', script], { stdio: 'pipe' })
  expect(noticed()).toHaveLength(1)
  const env = { ...process.env, FORMCTL_API_KEY: 'unmarked-key' }
  await once(spawn(process.execPath, ['-p', 'process.env.FORMCTL_API_KEY'], { env, stdio: 'pipe' }), 'exit')
  expect(noticed()).toEqual([expect.stringMatching(/^stdout of .*FORMCTL_API_KEY/)])
})

test('a key in a file is noticed, but for what the test wrote itself and the user file, closed to others', async () => {
  const folder = temporaryFolder()
  const [journal, given, config] = ['journal.json', 'given.yaml', 'formctl/config.yaml'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await writeFile(journal, `{"key":"${canaryKey}"}`)
  writeFileSync(given, canaryKey)
  mkdirSync(join(folder, 'formctl'))
  await writeFile(config, canaryKey, { mode: 0o600 })
  watchFolder(folder)
  expect(noticed()).toEqual([journal])
  await writeFile(given, `${canaryKey} and more`)
  rmSync(config)
  await writeFile(config, newKey, { mode: 0o644 })
  rmSync(journal)
  watchFolder(folder)
  expect(noticed().toSorted()).toEqual([config, given])
  rmSync(config)
  rmSync(given)
})

test('a test during which a key comes out fails, whatever it claims', () => {
  const folder = temporaryFolder()
  const support = join(import.meta.dirname, 'support')
  writeFileSync(
    join(folder, 'leak.test.ts'),
    `import { expect, test } from 'vitest'
     import { testHost } from '${support}/test-host.ts'
     test('is quiet', () => expect(1).toBe(1))
     test('says too much', async () => {
       await testHost({ argv: ['status'] }).stderr.write(['formctl', 'canary', '0123456789'].join('_'))
     })`,
  )
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { setupFiles: ['${support}/watch-keys.ts'], include: ['*.test.ts'] } }`,
  )
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const words = [
    'run',
    `--config=${folder}/vitest.config.mjs`,
    `--root=${folder}`,
    '--reporter=json',
    `--outputFile=${folder}/report.json`,
  ]
  const { status } = spawnSync(process.execPath, [vitest, ...words])
  const report = readFileSync(join(folder, 'report.json'), 'utf8')
  // With its cache, which holds the mark.
  rmSync(folder, { recursive: true })
  expect([status, JSON.parse(report)]).toMatchObject([1, { numPassedTests: 1, numFailedTests: 1 }])
  expect(report).toContain('a key came out')
})
