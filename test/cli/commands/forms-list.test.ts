import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specText } from '../../support/applying.ts'
import { outcome } from '../../support/outcome.ts'
import { outputOf } from '../../support/output-schema.ts'
import { made } from '../../support/generating.ts'
import { run } from '../../../src/cli/run.ts'
import type { Service } from '../../../src/wire/wire.ts'
import { replyOf } from '../../support/scripted-service.ts'
import {
  runInProcess,
  temporaryFolder,
  testHost,
  type TestHost,
  type TestHostOptions,
} from '../../support/test-host.ts'

const stateFolder = temporaryFolder()

async function projectWith(names: readonly string[]) {
  const cwd = temporaryFolder()
  const formctl = (words: readonly string[], options: Partial<TestHostOptions> = {}) =>
    runInProcess({ cwd, stateFolder, argv: words, ...options })
  await formctl(['init', '--base-url', 'embedded:.formctl'])
  for (const [i, name] of names.entries()) {
    writeFileSync(join(cwd, `s${i}.yaml`), specText(name))
    expect(await formctl(['forms', 'apply', `s${i}.yaml`, '--yes'])).toMatchObject({ exit: 0 })
  }
  return { formctl, cwd }
}

const onTerminal = { isTerminal: true, columns: 80 }

test("a terminal shows one's own forms, newest first, without ids and with relative times", async () => {
  const { formctl } = await projectWith(['First', 'Second'])
  const { stdout, stderr } = await formctl(['forms', 'list'], onTerminal)
  expect(stdout).toMatch(
    /^name +responses +created +url\nSecond +0 +\w[\w ]+ {2,}\/s\/\w+\nFirst +0 +\w[\w ]+ {2,}\/s\/\w+\n$/,
  )
  expect(stderr).toBe('9 starter forms not listed: --starters shows them.\n')
  const starters = await formctl(['forms', 'list', '--starters'], onTerminal)
  expect(starters.stdout).toMatch(/^Plain {2}/m)
  expect(starters.stdout).not.toContain('First')
})

test('former and closed forms can be told apart, and each shows its row and the address that people open', async () => {
  const { formctl, cwd } = await projectWith([])
  const write = (question: string): void =>
    writeFileSync(join(cwd, 's.yaml'), `address: a-\${who}\n${specText('For ${who}', question)}`)
  writeFileSync(join(cwd, 't.csv'), 'who\nacme\nglobex\n')
  writeFileSync(
    join(cwd, 'formctl.yaml'),
    'base_url: embedded:.formctl\nforms: [{path: s.yaml, each: t.csv}]\n',
  )
  for (const question of ['One?', 'Two?']) {
    write(question)
    expect(await formctl(['forms', 'apply', '--yes'])).toMatchObject({ exit: 0 })
  }
  const listed = outputOf('forms-list', (await formctl(['forms', 'list', '-o', 'json'])).stdout) as {
    forms: { id: string; row?: string; isFormer: boolean; closedAt?: string; address?: string }[]
  }
  const own = listed.forms.filter(({ row }) => row !== undefined)
  expect(own.map(({ row, isFormer, address }) => [row, isFormer, address])).toEqual([
    ['acme', true, '/f/a-acme'],
    ['globex', true, '/f/a-globex'],
    ['acme', false, '/f/a-acme'],
    ['globex', false, '/f/a-globex'],
  ])
  await formctl(['service', 'form', 'close', own[3]?.id ?? '', '--yes'])
  const { stdout } = await formctl(['forms', 'list'], onTerminal)
  expect(stdout.replaceAll(/^(For \w+ +0 {2}).*?(?=closed| former | {9}s\.yaml)/gm, '$1')).toMatch(
    /^name .* created +state +spec *\nFor globex +0 +closed +s\.yaml, row globex\n +url +\/f\/a-globex\nFor acme +0 +s\.yaml, row acme\n +url +\/f\/a-acme\nFor globex +0 +former +s\.yaml, row globex\n +url +\/s\/\w+\nFor acme +0 +former +s\.yaml, row acme\n +url +\/s\/\w+\n$/,
  )
})

test('a pipe gets the same forms with ids and exact times, JSON all forms in the order of the service', async () => {
  const { formctl } = await projectWith(['First', 'Second'])
  const { stdout } = await formctl(['forms', 'list'])
  const [head, ...rows] = stdout.trimEnd().split('\n')
  expect(head).toBe('id\tname\tcomplete\tpartial\tcreated\turl')
  expect(rows.map((row) => row.split('\t')[1])).toEqual(['Second', 'First'])
  for (const row of rows) expect(row).toMatch(/^\w+\t\w+\t0\t0\t2026-\d\d-\d\dT[\d:.]+Z\t\/s\/\w+$/)
  const { forms } = JSON.parse((await formctl(['forms', 'list', '-o', 'json'])).stdout)
  expect(forms.map(({ name }: { name: string }) => name)).toEqual([
    'Plain',
    'Warm',
    'Night',
    'Civic',
    'Editorial',
    'Dawn',
    'Terminal',
    'Signal',
    'Meadow',
    'First',
    'Second',
  ])
})

test("without a form of one's own, the next command is named; without settings, how to get a service", async () => {
  const { formctl } = await projectWith([])
  const cwd = temporaryFolder()
  expect(await runInProcess({ cwd, argv: ['forms', 'list'] })).toEqual(
    outcome(3, /run formctl init, which can keep a service in this folder\.\n$/, ''),
  )
  expect(await formctl(['forms', 'generate', '-', '--no-input'], { stdin: specText('Only') })).toMatchObject({
    exit: 0,
  })
  expect((await formctl(['forms', 'list'])).stdout).toContain('\tOnly\t')
})

test('a form is found by its name, and of several with one name none is taken', async () => {
  const { formctl } = await projectWith(['Customer survey', 'Asked twice', 'Asked twice'])
  const exported = await formctl(['responses', 'export', '--form', 'Customer survey', '--columns', 'id'])
  expect(exported).toMatchObject({ exit: 0, stdout: 'id\n' })
  expect(await formctl(['forms', 'open', 'Customer survey', '--print'])).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^\/s\/\w+\n$/),
  })
  expect(await formctl(['responses', 'export', '--form', 'Asked twice'])).toEqual(
    outcome(
      2,
      /^error\[usage\]: 2 forms are called "Asked twice"\. Give the id of one: \w+, \w+; or the spec/,
      '',
    ),
  )
  expect(await formctl(['responses', 'export', '--form', 'No such name'])).toMatchObject({ exit: 5 })
})

test('of many specs a dry run on a terminal lists the changed, and counts the others', async () => {
  const { formctl, cwd } = await projectWith(['A', 'B', 'C'])
  writeFileSync(join(cwd, 's1.yaml'), specText('B', 'And who else?'))
  const { stdout } = await formctl(['forms', 'apply', '.', '--dry-run'], onTerminal)
  expect(stdout).toMatch(
    /^The plan for embedded:.*[^]*:\n {2}changed {2}s1\.yaml "B": a new form[^]*\n {2}2 forms unchanged\n$/,
  )
  const piped = await formctl(['forms', 'apply', '.', '--dry-run'])
  expect(piped.stdout.match(/^unchanged\t/gm)).toHaveLength(2)
})

test('a creation that takes long is shown', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'a.yaml'), specText('A'))
  let host: TestHost | undefined
  const service: Service = async ({ method }) => {
    if (method !== 'POST') return replyOf({ status: 404 })
    for (let n = 0; n < 5; n++) host?.tick()
    return replyOf(made('f1'))
  }
  const env = {
    FORMCTL_API_KEY: 'fctl_0123456789',
    FORMCTL_BASE_URL: 'https://forms.example',
    FORMCTL_ENVIRONMENT_ID: 'e',
    FORMCTL_SOURCE_FORM_ID: 's',
  }
  for (const words of ['forms generate a.yaml', 'forms apply a.yaml --yes']) {
    host = testHost({ cwd, env, service, argv: words.split(' '), isTerminal: true })
    expect(await run(host)).toBe(0)
    expect(host.output().stderr).toMatch(/Creating 1 form …, [1-9] s\r/)
  }
})
