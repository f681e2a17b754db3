import { describe, expect, test } from 'vitest'
import { routes, type Service } from '../../../src/wire/wire.ts'
import { apply, applyEnv, made, project, specText, type Project } from '../../support/applying.ts'
import { answerTo, inBothWays, replyWith, responseOf, responses } from '../../support/responses.ts'
import { replyOf, scriptedService } from '../../support/scripted-service.ts'
import type { Ran } from '../../support/test-host.ts'

async function applied(): Promise<Project> {
  const here = project({ 'a.yaml': specText('A'), 'two.yaml': `${specText('B')}---\n${specText('C')}` })
  await apply('a.yaml two.yaml', here, { turns: [made('f1'), made('f2'), made('f3')] })
  here.write('a.yaml', specText('A', 'What?'))
  await apply('a.yaml', here, { turns: [made('f4')] })
  const staging = { ...applyEnv, FORMCTL_BASE_URL: 'https://staging.example' }
  await apply('a.yaml', here, { turns: [made('f5')], env: staging })
  return here
}

/** Runs with a service that has these records; which forms were read. */
async function reading(
  line: string,
  { cwd }: Project,
  more = {},
  records: readonly object[] = [],
): Promise<Ran & { readonly read: unknown }> {
  const { service, calls } = scriptedService({ body: { data: records } })
  const ran = await responses(line, { cwd, env: { ...applyEnv, ...more }, service })
  return { ...ran, read: calls.flatMap(({ query }) => query.formId ?? []) }
}

describe('an id under which several forms ask different questions is named', () => {
  const rating = (formId: string, headline: string, type = 'ShortInput'): object =>
    responseOf(
      {},
      { id: `${formId}: ${headline}`, formId, data: [answerTo(`rating=${headline}`, '5', type)] },
    )
  const renamed = 'A question had several headlines; its columns are named after the newest one, "B?".'
  const shared = (headlines: string): string =>
    `warning: 2 forms ask question "rating" in other words or another type (${headlines}), and their answers share a column. --split form keeps forms apart.`

  test.each<[of: string, records: readonly object[], line: string, said: readonly string[]]>([
    ['other words', [rating('f2', 'A?'), rating('f3', 'B?')], '', [shared('"A?" and "B?"')]],
    ['another type', [rating('f2', 'A?'), rating('f9', 'A?', 'Rating')], '', [shared('"A?"')]],
    ['some', [rating('f2', 'A?'), rating('f3', 'B?')], '--where rating=5', [shared('"A?" and "B?"')]],
    ['nothing else', [rating('f2', 'A?'), rating('f3', 'A?')], '', []],
    ['versions of one spec', [rating('f1', 'A?'), rating('f4', 'B?')], '', [renamed]],
    ['one form', [rating('f2', 'A?'), rating('f2', 'B?')], '', [renamed]],
    ['a file for each', [rating('f2', 'A?'), rating('f3', 'B?')], '--split form --out a.csv --force', []],
  ])('%s', async (_, records, line, said) => {
    const { cwd } = await applied()
    const stdin = replyWith(records)
    const { stderr } = await inBothWays((env) => responses(`export --from - ${line}`, { cwd, env, stdin }))
    expect(stderr.split('\n').filter((sentence) => /warning|headlines/.test(sentence))).toEqual(said)
  })
})

describe('--form takes a spec for all its forms', () => {
  test.each([
    ['get --form a.yaml', ['f1', 'f4']],
    ['export --form a.yaml', ['f1', 'f4']],
    ['stats --form a.yaml', ['f1', 'f4']],
    // Each form once, whichever way it is named.
    [
      'export --form a.yaml --form f4 --form f2 --form https://forms.example/s/f2 --form /s/f4',
      ['f1', 'f4', 'f2'],
    ],
    // All documents of a file.
    ['export --form two.yaml', ['f2', 'f3']],
  ])('of all versions at the service: %s', async (line, read) => {
    expect(await reading(line, await applied())).toMatchObject({ exit: 0, read })
  })

  test('and a spec without a form is refused in one sentence', async () => {
    const here = await applied()
    here.write('b.yaml', specText('B'))
    expect(await reading('get --form b.yaml', here)).toMatchObject({
      exit: 5,
      stderr:
        'error[form-not-applied]: formctl.lock.json holds no form of b.yaml. Give the id of a form, as formctl forms list shows it, or create one with formctl forms apply.\n',
      read: [],
    })
  })

  test.each([
    ['service', { FORMCTL_BASE_URL: 'https://other.example' }],
    ['environment', { FORMCTL_ENVIRONMENT_ID: 'env-2' }],
  ])('and never asks another %s for a form of this one', async (_, other) => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    expect(await reading('get --form a.yaml', here, other)).toMatchObject({
      exit: 5,
      stderr:
        'error[form-not-applied]: formctl.lock.json holds the form of a.yaml at https://forms.example, environment env-1, and none at the service of this run. Choose that one with --base-url and --environment, or create a form here with formctl forms apply.\n',
      read: [],
    })
  })

  test.each(["--columns 'id,What?'", `--where '"What?" is not empty'`, '--redact fullName=drop'])(
    'also where none has a response yet: %s',
    async (line) => {
      expect(await reading(`export --form a.yaml ${line}`, await applied())).toMatchObject({ exit: 0 })
    },
  )

  test('and --redact a key of identities that nobody gave, also where forms are merged', async () => {
    const records = [responseOf({ 'q=What?': 'x' }, { finished: true })]
    const line = 'export --form a.yaml --redact fullName=drop'
    expect(await reading(line, await applied(), {}, records)).toMatchObject({ exit: 0 })
  })
})

describe('names of forms that the lock file does not have', () => {
  const record = (formId: string): object =>
    responseOf(
      { [`${formId}-q=Who?`]: 'Ada' },
      { id: `r of ${formId}`, formId, createdAt: undefined, finished: true },
    )
  const listed = (id: string): object => {
    const createdAt = `${id === 'f9' ? 2020 : 2026}-03-01T09:00:00.000Z`
    return { id, name: `Name of ${id}`, url: `/s/${id}`, createdAt, complete: 1, partial: 0 }
  }

  /** A service that announces a list of forms, or none; and a project whose lock file has no names if an older formctl wrote it. */
  async function run(line: string, { lists = true, isOld = true } = {}) {
    const here = await applied()
    if (isOld) here.write('formctl.lock.json', (here.lockText() ?? '').replaceAll(/,\n *"name": "A"/g, ''))
    let count = 0
    const service: Service = async ({ path, query: { formId } }) => {
      if (path === routes.wellKnown)
        return replyOf(lists ? { body: { extensions: ['forms-list'] } } : { status: 404 })
      if (path.endsWith('/forms')) {
        count++
        return replyOf({ body: { data: ['f1', 'f4', 'f9'].map(listed) } })
      }
      return replyOf({ body: { data: (formId === undefined ? ['f1', 'f4', 'f9'] : [formId]).map(record) } })
    }
    return { ...(await responses(line, { cwd: here.cwd, env: applyEnv, service })), lists: count }
  }

  test.each([
    ['export --form a.yaml --columns formName', 'formName\nName of f1\nName of f4\n'],
    [
      'export --all --merge headline --columns formName,Who?',
      'formName,Who?\nName of f1,Ada\nName of f4,Ada\nName of f9,Ada\n',
    ],
  ])('come from the list of the service: %s', async (line, stdout) => {
    expect(await run(line)).toMatchObject({ exit: 0, stdout })
  })

  test('bring their age, so that the oldest form comes first, also before those of the lock file', async () => {
    const { stdout } = await run('stats --all --merge headline -o json', { isOld: false })
    expect(JSON.parse(stdout)).toMatchObject({ forms: [{ formIds: ['f9', 'f1', 'f4'] }] })
  })

  test('stay unknown where the service has no list, which is no failure', async () => {
    const { exit, stdout, stderr } = await run('export --form a.yaml --columns id,Who?', { lists: false })
    expect([exit, stdout]).toEqual([0, 'id,Who?\nr of f1,Ada\nr of f4,Ada\n'])
    expect(stderr).not.toMatch(/error|warning/)
  })

  test.each(['export --form f1', 'export --form f1 --merge headline', 'get --form f1'])(
    'are not asked for in responses %s, which reads one form',
    async (line) => {
      expect(await run(line)).toMatchObject({ exit: 0, lists: 0 })
    },
  )

  test.each(['', ' -o csv'])(
    'are shown with answers of all forms in responses get --columns%s',
    async (end) => {
      const { stdout } = await run(`get --all --merge headline --columns formName,Who?${end}`)
      const lines = ['formName Who?', 'Name of f1 Ada', 'Name of f4 Ada', 'Name of f9 Ada']
      expect(stdout.replaceAll(/[\t,]/g, ' ').trim().split('\n').toSorted()).toEqual(lines.toSorted())
    },
  )
})
