import { describe, expect, test } from 'vitest'
import { routes, type Service } from '../../../src/wire/wire.ts'
import { apply, applyEnv, made, project, specText, type Project } from '../../support/applying.ts'
import { replyOf, scriptedService } from '../../support/scripted-service.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

async function applied(): Promise<Project> {
  const here = project({ 'a.yaml': specText('A'), 'two.yaml': `${specText('B')}---\n${specText('C')}` })
  await apply('a.yaml two.yaml', here, { turns: [made('f1'), made('f2'), made('f3')] })
  here.write('a.yaml', specText('A', 'What?'))
  await apply('a.yaml', here, { turns: [made('f4')] })
  const staging = { ...applyEnv, FORMCTL_BASE_URL: 'https://staging.example' }
  await apply('a.yaml', here, { turns: [made('f5')], env: staging })
  return here
}

async function responses(
  words: string,
  { cwd }: Project,
  env: Readonly<Record<string, string>> = applyEnv,
): Promise<Ran & { readonly read: unknown }> {
  const { service, calls } = scriptedService({ body: { data: [] } })
  const argv = ['responses', ...words.split(' ')]
  const ran = await runInProcess({ cwd, env, service, argv })
  return { ...ran, read: calls.flatMap(({ query }) => query.formId ?? []) }
}

describe('an id under which several forms ask different questions is named', () => {
  const rating = (formId: string, headline: string, type = 'ShortInput'): object => ({
    id: `of ${formId}: ${headline}`,
    formId,
    createdAt: '2026-03-01T09:00:00.000Z',
    data: [{ questionId: 'rating', response: { type, headline, value: '5' } }],
  })
  const warnings = async (records: readonly object[], words = '', plain = ''): Promise<readonly string[]> => {
    const { cwd } = await applied()
    const argv = ['responses', 'export', '--from', '-', ...words.split(' ').filter(Boolean)]
    const stdin = JSON.stringify({ data: records })
    const { stderr } = await runInProcess({ cwd, env: { FORMCTL_NO_ENGINE: plain }, argv, stdin })
    return stderr.split('\n').filter((line) => /warning|headlines/.test(line))
  }
  const renamed = 'A question had several headlines; its columns are named after the newest one, "B?".'
  const shared = (headlines: string): string =>
    `warning: 2 forms ask question "rating" in other words or another type (${headlines}), and their answers share a column. --split form keeps forms apart.`

  test.each<[of: string, records: readonly object[], words: string, said: readonly string[]]>([
    ['other words', [rating('f2', 'A?'), rating('f3', 'B?')], '', [shared('"A?" and "B?"')]],
    ['another type', [rating('f2', 'A?'), rating('f9', 'A?', 'Rating')], '', [shared('"A?"')]],
    [
      'other words, with --where',
      [rating('f2', 'A?'), rating('f3', 'B?')],
      '--where rating=5',
      [shared('"A?" and "B?"')],
    ],
    ['nothing else', [rating('f2', 'A?'), rating('f3', 'A?')], '', []],
    ['versions of one spec', [rating('f1', 'A?'), rating('f4', 'B?')], '', [renamed]],
    ['one form', [rating('f2', 'A?'), rating('f2', 'B?')], '', [renamed]],
    ['a file for each', [rating('f2', 'A?'), rating('f3', 'B?')], '--split form --out a.csv', []],
  ])('%s', async (_, records, words, said) => {
    for (const plain of ['', '1']) expect(await warnings(records, words, plain)).toEqual(said)
  })
})

describe('--form takes a spec for all its forms', () => {
  test.each(['get', 'export', 'stats'])(
    'in responses %s: those of all versions at the service',
    async (command) => {
      const { exit, read } = await responses(`${command} --form a.yaml`, await applied())
      expect([exit, read]).toEqual([0, ['f1', 'f4']])
    },
  )

  test('and each form is read once, whichever way it is named', async () => {
    const { read } = await responses(
      'export --form a.yaml --form f4 --form f2 --form https://forms.example/s/f2 --form /s/f4',
      await applied(),
    )
    expect(read).toEqual(['f1', 'f4', 'f2'])
  })

  test('and of all documents of its file', async () => {
    const { read } = await responses('export --form two.yaml', await applied())
    expect(read).toEqual(['f2', 'f3'])
  })

  test.each([
    [
      'a spec without a form',
      'b.yaml',
      5,
      'error[form-not-applied]: formctl.lock.json holds no form of b.yaml. Give the id of a form, as formctl forms list shows it, or create one with formctl forms apply.\n',
    ],
  ])('and %s is refused in one sentence', async (_, word, ...[exit, stderr]) => {
    const here = await applied()
    here.write('b.yaml', specText('B'))
    const ran = await responses(`get --form ${word}`, here)
    expect([ran.exit, ran.stderr, ran.read]).toEqual([exit, stderr, []])
  })

  test.each([
    ['service', { FORMCTL_BASE_URL: 'https://other.example' }],
    ['environment', { FORMCTL_ENVIRONMENT_ID: 'env-2' }],
  ])('and never asks another %s for a form of this one', async (_, other) => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    const ran = await responses('get --form a.yaml', here, { ...applyEnv, ...other })
    expect([ran.exit, ran.stderr, ran.read]).toEqual([
      5,
      'error[form-not-applied]: formctl.lock.json holds the form of a.yaml at https://forms.example, environment env-1, and none at the service of this run. Choose that one with --base-url and --environment, or create a form here with formctl forms apply.\n',
      [],
    ])
  })
})

describe('names of forms that the lock file does not have', () => {
  const record = (formId: string): object => ({
    id: `r of ${formId}`,
    formId,
    finished: true,
    data: [{ questionId: `${formId}-q`, response: { type: 'ShortInput', headline: 'Who?', value: 'Ada' } }],
  })
  const listed = (id: string): object => ({
    id,
    name: `Name of ${id}`,
    url: `/s/${id}`,
    createdAt: id === 'f9' ? '2020-03-01T09:00:00.000Z' : '2026-03-01T09:00:00.000Z',
    complete: 1,
    partial: 0,
  })

  /** A service that announces a list of forms, or none; and a project whose lock file has no names if an older formctl wrote it. */
  async function run(
    words: string,
    { lists, isOld = true }: { readonly lists: boolean; readonly isOld?: boolean },
  ) {
    const here = await applied()
    if (isOld) here.write('formctl.lock.json', (here.lockText() ?? '').replaceAll(/,\n *"name": "A"/g, ''))
    const calls: string[] = []
    const service: Service = async ({ path, query }) => {
      calls.push(path)
      if (path === routes.wellKnown)
        return replyOf(lists ? { body: { extensions: ['forms-list'] } } : { status: 404 })
      if (path.endsWith('/forms')) return replyOf({ body: { data: ['f1', 'f4', 'f9'].map(listed) } })
      const { formId } = query
      const all = ['f1', 'f4', 'f9'].map(record)
      return replyOf({ body: { data: formId === undefined ? all : [record(formId)] } })
    }
    const argv = ['responses', ...words.split(' ')]
    const ran = await runInProcess({ cwd: here.cwd, env: applyEnv, service, argv })
    return { ...ran, lists: calls.filter((path) => path.endsWith('/forms')).length, calls }
  }

  test('come from the list of the service', async () => {
    const { stdout } = await run('export --form a.yaml --columns formName', { lists: true })
    expect(stdout).toBe('formName\nName of f1\nName of f4\n')
    const all = await run('export --all --merge headline --columns formName,Who?', { lists: true })
    expect(all.stdout).toBe('formName,Who?\nName of f1,Ada\nName of f4,Ada\nName of f9,Ada\n')
  })

  test('bring their age, so that the oldest form comes first, also before those of the lock file', async () => {
    const { stdout } = await run('stats --all --merge headline -o json', { lists: true, isOld: false })
    expect(JSON.parse(stdout)).toMatchObject({ forms: [{ formIds: ['f9', 'f1', 'f4'] }] })
  })

  test('stay unknown where the service has no list, which is no failure', async () => {
    const { exit, stdout, stderr } = await run('export --form a.yaml --columns id,Who?', { lists: false })
    expect([exit, stdout]).toEqual([0, 'id,Who?\nr of f1,Ada\nr of f4,Ada\n'])
    expect(stderr).not.toMatch(/error|warning/)
  })

  test.each(['export --form f1', 'export --form f1 --merge headline', 'get --form f1'])(
    'are not asked for in responses %s, which reads one form',
    async (words) => {
      expect(await run(words, { lists: true })).toMatchObject({ exit: 0, lists: 0 })
    },
  )

  test.each(['', ' -o csv'])(
    'are shown with answers of all forms in responses get --columns%s',
    async (end) => {
      const words = `get --all --merge headline --columns formName,Who?${end}`
      const { stdout } = await run(words, { lists: true })
      const lines = ['formName Who?', 'Name of f1 Ada', 'Name of f4 Ada', 'Name of f9 Ada']
      expect(stdout.replaceAll(/[\t,]/g, ' ').trim().split('\n').toSorted()).toEqual(lines.toSorted())
    },
  )
})

describe('a spec whose forms have no responses yet', () => {
  test.each([
    ['--columns', 'id,What?'],
    ['--where', '"What?" is not empty'],
    ['--redact', 'fullName=drop'],
  ])('is exported with %s', async (option, value) => {
    const { cwd } = await applied()
    const { service } = scriptedService({ body: { data: [] } })
    const argv = ['responses', 'export', '--form', 'a.yaml', option, value]
    expect(await runInProcess({ cwd, env: applyEnv, service, argv })).toMatchObject({ exit: 0 })
  })
})

test('--redact takes a key of identities that nobody gave, also where forms are merged', async () => {
  const { cwd } = await applied()
  const answer = { questionId: 'q', response: { type: 'ShortInput', headline: 'What?', value: 'x' } }
  const record = {
    id: 'r',
    formId: 'f1',
    createdAt: '2026-03-01T09:00:00.000Z',
    finished: true,
    data: [answer],
  }
  const { service } = scriptedService({ body: { data: [record] } })
  const argv = ['responses', 'export', '--form', 'a.yaml', '--redact', 'fullName=drop']
  expect(await runInProcess({ cwd, env: applyEnv, service, argv })).toMatchObject({ exit: 0 })
})
