import { afterEach, describe, expect, test } from 'vitest'
import type { Service } from '../../src/wire/wire.ts'
import { apply, applyEnv, made, project, specText, type Project } from '../support/applying.ts'
import { holding, outcome } from '../support/outcome.ts'
import { runInProcess, type Ran } from '../support/test-host.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { Failure } from '../../src/failure/failure.ts'
import { replyOf, type Turn } from '../support/scripted-service.ts'

let it: TestService | undefined
afterEach(async () => {
  await it?.close()
  it = undefined
})

type Death = 'before' | 'after' | 'refused'

/** Runs on formctl's own service; the first request for a form may fail: before or after the form is there, or refused. */
async function onOurs(
  { cwd }: Project,
  words: string,
  { dies, stateFolder }: { readonly dies?: Death; readonly stateFolder?: string } = {},
): Promise<Ran> {
  it ??= await startTestService()
  const { service: ours, ours: tenant } = it
  const service: Service = async (call) => {
    const isDoomed = dies !== undefined && call.method === 'POST'
    if (isDoomed && dies === 'refused')
      return replyOf({ status: 400, body: { message: 'Invalid request body', errors: [] } })
    const reply = isDoomed && dies === 'before' ? undefined : await ours(call)
    if (reply && !isDoomed) return reply
    throw Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' })
  }
  const env = {
    ...applyEnv,
    FORMCTL_API_KEY: tenant.apiKey,
    FORMCTL_ENVIRONMENT_ID: tenant.environmentId,
    FORMCTL_SOURCE_FORM_ID: tenant.sourceFormId,
  }
  return runInProcess({
    cwd,
    env,
    service,
    ...(stateFolder !== undefined && { stateFolder }),
    argv: ['forms', ...words.split(' ')],
  })
}

/** The ids of the forms that were made of specs, the oldest first. */
const formsThere = async (): Promise<readonly string[]> =>
  ((await it?.store.forms.list(it.ours.environmentId)) ?? []).flatMap(({ id }) =>
    id === it?.ours.sourceFormId ? [] : id,
  )

const idsIn = (here: Project): readonly string[] =>
  here.locked().flatMap(({ id, history = [] }) => [id].concat(history.map((former) => former.id)))

const lost: Turn = {
  fails: Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' }),
}

describe('the lock file keeps every form', () => {
  const renamed = async (): Promise<{ readonly here: Project; readonly before: string }> => {
    const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
    await apply('a.yaml b.yaml', here, { turns: [made('f1'), made('f2')] })
    return { here, before: here.lockText() ?? '' }
  }

  test.each(['b.yaml', 'c.yaml'])(
    'where git merges a rename over a spec that is gone, and %s is applied',
    async (spec) => {
      const { here, before } = await renamed()
      here.remove('b.yaml')
      here.rename('a.yaml', 'b.yaml')
      here.write('c.yaml', specText('C'))
      await apply('b.yaml', here, { turns: [] })
      here.write('formctl.lock.json', `<<<<<<< HEAD\n${before}=======\n${here.lockText()}>>>>>>> rename\n`)
      for (const words of [spec, 'b.yaml']) {
        const { exit, stderr, posted } = await apply(words, here, { turns: [made('f3')] })
        expect([exit, posted.length, stderr]).toEqual([0, words === 'c.yaml' ? 1 : 0, expect.anything()])
      }
      expect(new Set(idsIn(here))).toEqual(new Set(spec === 'c.yaml' ? ['f1', 'f2', 'f3'] : ['f1', 'f2']))
      expect(idsIn(here)).toHaveLength(new Set(idsIn(here)).size)
      expect(here.locked()[0]).toMatchObject({ spec: 'b.yaml', id: 'f1' })
    },
  )

  test('where --recreate after such a rename is refused', async () => {
    const { here } = await renamed()
    here.remove('b.yaml')
    here.rename('a.yaml', 'b.yaml')
    await apply('b.yaml --recreate', here, { turns: [{ status: 400, body: { message: 'no', errors: [] } }] })
    expect(idsIn(here)).toEqual(['f1', 'f2'])
  })
})

describe('a form whose reply was lost is there once', () => {
  test('though the project got a name meanwhile', async () => {
    const here = project({ 'a.yaml': specText('A') })
    expect((await onOurs(here, 'apply a.yaml', { dies: 'after' })).exit).toBe(9)
    here.write('formctl.yaml', 'project: p\n')
    expect((await onOurs(here, 'apply a.yaml')).exit).toBe(0)
    expect(await formsThere()).toEqual(idsIn(here))
  })

  test('though an older one of the same content is there', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await onOurs(here, 'apply a.yaml')
    await onOurs(here, 'apply a.yaml --recreate', { dies: 'after' })
    await onOurs(here, 'apply a.yaml')
    const [first, second] = await formsThere()
    expect(idsIn(here)).toEqual([second, first])
  })

  test('and one that was never made does not keep the next run from its work', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await onOurs(here, 'apply a.yaml', { dies: 'before' })
    here.write('a.yaml', specText('A', 'Why?'))
    expect((await onOurs(here, 'apply a.yaml')).exit).toBe(0)
    expect(await formsThere()).toEqual(idsIn(here))
  })

  test('and a service at another address is not sent it again', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [lost] })
    const env = { ...applyEnv, FORMCTL_BASE_URL: 'https://other.example' }
    const ran = await apply('a.yaml', here, { env })
    expect([ran.exit, ran.posted]).toEqual([9, []])
  })

  test('and the lock file of another project does not take it', async () => {
    const state = project().cwd
    const [one, other] = [project({ 'a.yaml': specText('A') }), project({ 'a.yaml': specText('A') })]
    const setup = { stateFolder: state }
    const onPost = (): void => one.write('formctl.lock.json', '<<<<<<<')
    await apply('a.yaml', one, { ...setup, turns: [made('f1')], onPost })
    one.remove('formctl.lock.json')
    await apply('a.yaml', other, { ...setup, turns: [made('f2')] })
    await apply('a.yaml', one, { ...setup, turns: [made('f3')] })
    expect([idsIn(other), idsIn(one)]).toEqual([['f2'], ['f1']])
  })

  test('each row of a table by itself, though a row was put above them', async () => {
    const here = project({
      'a.yaml': specText('Same name', '${who}'),
      't.csv': 'who\nA\nB\nC\n',
    })
    const generate = (turns: readonly Turn[]) => {
      let posts = 0
      const service: Service = async (call) =>
        call.method === 'POST' ? answer(turns[posts++] ?? made(`g${posts}`)) : replyOf({ status: 404 })
      const argv = 'forms generate a.yaml --each t.csv --yes'.split(' ')
      return runInProcess({ cwd: here.cwd, env: applyEnv, service, argv }).then((ran) => ({ ...ran, posts }))
    }
    const answer = (turn: Turn) => {
      if ('fails' in turn) throw new Error('killed')
      return replyOf(turn)
    }
    // Killed at the third form; the others are noted and not printed.
    expect((await generate([made('g1'), made('g2'), lost])).exit).toBe(70)
    here.write('t.csv', 'who\nN\nA\nB\nC\n')
    const ran = await generate([])
    // C may have been made, so nothing is sent.
    expect([ran.exit, ran.posts]).toEqual([9, 0])
    expect(ran.stderr).toContain('row 3')
    const ids = here.notes().map(({ row, form }) => `${row} ${form?.id}`)
    expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['1 g1', '2 g2', '3 undefined'])
  })
})

describe('forms resolve does not lose a form that is known', () => {
  test.each(['--created g1', '--not-created'])('by %s', async (words) => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, {
      turns: [made('f7')],
      onPost: () => here.write('formctl.lock.json', '<<<<<<<'),
    })
    here.remove('formctl.lock.json')
    const [note] = here.notes()
    expect(note?.form?.id).toBe('f7')
    const argv = ['forms', 'resolve', note?.id ?? '', ...words.split(' ')]
    const ran = await runInProcess({ cwd: here.cwd, env: applyEnv, argv })
    expect(ran).toMatchObject(outcome(2, holding('f7')))
    expect(here.notes()).toEqual([note])
  })
})
