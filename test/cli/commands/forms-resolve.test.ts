import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env, killedWhileSending, lost, project, run, spec, type Project } from '../../support/generating.ts'
import { outputOf } from '../../support/output-schema.ts'
import { sampleForm } from '../../support/samples.ts'
import { type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { ours, startTestService, type TestService } from '../../support/test-service.ts'
import { outcome } from '../../support/outcome.ts'

/** A project in which one form is open. */
async function withOpenForm(): Promise<{ here: Project; id: string }> {
  const here = project({ 'a.yaml': spec('A') })
  await run('generate a.yaml', here, { turns: [lost] })
  return { here, id: here.entries()[0]?.id ?? '' }
}

describe('without ids', () => {
  test('what is open is listed, and nothing is called', async () => {
    const { here, id } = await withOpenForm()
    const { exit, stdout, stderr, posted } = await run('resolve', here)
    expect([exit, posted]).toEqual([0, []])
    expect(stdout).toBe(
      `id\tname\tsent\tstate\tspec\tservice\n${id}\tA\t2026-03-01T09:00:01.000Z\tunknown: it ended\t${here.cwd}/a.yaml\thttps://forms.example, env-1\n`,
    )
    expect(stderr).toContain('formctl forms resolve <id> looks for the form in its list.')
  })

  test('the list is JSON in the shape of its schema, without the key of the request', async () => {
    const { here, id } = await withOpenForm()
    const { stdout } = await run('resolve -o json', here)
    expect(outputOf('forms-resolve', stdout)).toEqual({
      schema_version: 1,
      entries: [
        {
          id,
          at: '2026-03-01T09:00:01.000Z',
          name: 'A',
          state: 'unknown',
          reason: 'it ended',
          spec: `${here.cwd}/a.yaml`,
          baseUrl: 'https://forms.example',
          environmentId: 'env-1',
        },
      ],
    })
  })

  test('the list tells which run is still at it, and which id nobody was told', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await killedWhileSending(here, { state: 'created', form: { id: 'f7', url: '/s/f7' } })
    expect((await run('resolve', here)).stdout).toContain('\tcreated as f7, not reported\t')
    expect((await run('resolve', here, { runningPids: [1] })).stdout).toContain(
      '\ton its way, by process 1\t',
    )
  })

  test('nothing open is said as such', async () => {
    expect(await run('resolve', project({}))).toMatchObject(outcome(0, 'No form is open.\n', ''))
  })
})

describe('an entry is settled by what a person found', () => {
  test('--not-created lets the next run send the form', async () => {
    const { here, id } = await withOpenForm()
    const { exit, stdout } = await run(`resolve ${id} --not-created`, here)
    expect([exit, stdout, here.entries()]).toEqual([
      0,
      `id\tname\toutcome\tform\n${id}\tA\tnot-created\t\n`,
      [],
    ])
    expect(await run('generate a.yaml', here)).toMatchObject({ exit: 0 })
  })

  test('--created names the form', async () => {
    const { here, id } = await withOpenForm()
    const { exit, stdout } = await run(`resolve ${id} --created f9 -o json`, here)
    expect([exit, here.entries()]).toEqual([0, []])
    expect(outputOf('forms-resolve', stdout)).toMatchObject({
      entries: [{ id, outcome: 'created', forms: ['f9'] }],
    })
  })

  test('one that holds its form needs no word of anyone', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await killedWhileSending(here, { state: 'created', form: { id: 'f7', url: '/s/f7' } })
    const { exit, stdout } = await run(`resolve ${here.entries()[0]?.id}`, here)
    expect([exit, stdout, here.entries()]).toEqual([0, expect.stringMatching(/\tcreated\tf7\n$/), []])
  })

  const misuses: readonly (readonly [string, string, number, RegExp])[] = [
    ['no entry', '--not-created', 2, /Name what to settle/],
    ['one form for two entries', 'ID ID2 --created f', 2, /name one entry/],
    ['an unknown entry', '0000000000000000 --not-created', 5, /No open form has the id 0000000000000000/],
  ]
  test.each(misuses)('not by %s', async (_, words, exit, sentence) => {
    const { here, id } = await withOpenForm()
    const ran = await run(`resolve ${words.replaceAll('ID', id)}`, here)
    expect([ran.exit, ran.stderr, here.entries().length]).toEqual([exit, expect.stringMatching(sentence), 1])
  })

  test('not while the run that sends it is still there', async () => {
    const { here, id } = await withOpenForm()
    const ran = await run(`resolve ${id} --not-created`, here, { runningPids: [1] })
    expect([ran.exit, here.entries().length]).toEqual([3, 1])
  })
})

describe('the service is asked', () => {
  let it: TestService
  beforeAll(async () => void (it = await startTestService()))
  afterAll(() => it.close())
  const tenant = { ...env, FORMCTL_ENVIRONMENT_ID: ours.environmentId, FORMCTL_API_KEY: ours.apiKey }
  const sent = Date.parse('2026-03-01T08:30:00.000Z')

  /** A form of that name was sent so many minutes after 8:30; it is after 9 now. */
  async function openAfter(minutes: number, name: string): Promise<{ here: Project; id: string }> {
    const here = project({ 'a.yaml': spec(name) })
    const at = new Date(sent + minutes * 60_000).toISOString()
    await killedWhileSending(here, { at, environmentId: ours.environmentId })
    return { here, id: here.entries()[0]?.id ?? '' }
  }

  /** Forms of a name that the service made so many minutes after 8:30. */
  async function published(name: string, ...minutes: readonly number[]): Promise<void> {
    for (const [i, minute] of minutes.entries()) {
      const createdAt = new Date(sent + minute * 60_000).toISOString()
      await it.store.forms.create(sampleForm({ id: `${name}-${i}`, name, createdAt }))
    }
  }

  const look = (words: string, here: Project, more: Partial<TestHostOptions> = {}): Promise<Ran> =>
    run(`resolve ${words}`, here, { service: it.service, env: tenant, ...more })

  test('and one form of the name, made since, is the one', async () => {
    await published('one', -20, 1)
    const { here, id } = await openAfter(0, 'one')
    const asked = await look(id, here)
    expect([asked.exit, asked.stdout, here.entries().length]).toEqual([
      1,
      `id\tname\toutcome\tform\n${id}\tone\topen\tone-1\n`,
      1,
    ])
    expect(asked.stderr).toBe(
      '"one", sent at 2026-03-01T08:30:00.000Z: the form one-1 of that name was created at 2026-03-01T08:31:00.000Z.\nSettle what is open with --created <form id> or --not-created.\n',
    )
    const sure = await look(`${id} --yes`, here)
    expect([sure.exit, sure.stdout, here.entries()]).toEqual([
      0,
      expect.stringContaining('\tcreated\tone-1\n'),
      [],
    ])
  })

  test('and where there is none, none was created', async () => {
    const { here, id } = await openAfter(0, 'none')
    const { exit, stdout, stderr } = await look(`${id} --yes`, here)
    expect([exit, stdout, here.entries()]).toEqual([0, expect.stringContaining('\tnot-created\t\n'), []])
    expect(stderr).toContain('no form of that name is there, so it was not created.')
  })

  test('and a person at a terminal may agree', async () => {
    const { here, id } = await openAfter(0, 'person')
    const no = await look(id, here, { isTerminal: true, answers: ['n\n'] })
    expect([no.exit, here.entries().length]).toEqual([1, 1])
    const yes = await look(id, here, { isTerminal: true, answers: ['\n'] })
    expect([yes.exit, here.entries()]).toEqual([0, []])
  })

  test.each([
    [
      'several forms of the name came since',
      'several',
      [1, 2],
      0,
      /several forms of that name came since\.\n/,
    ],
    [
      'a form of the name is older, and clocks may differ',
      'older',
      [-20],
      0,
      /are there, but older\.\n {2}older-0,/,
    ],
    ['it was sent just now', 'early', [], 29, /it may still be on its way/],
  ])('and nothing is settled when %s', async (_, name, minutes, sentAfter, sentence) => {
    await published(name, ...minutes)
    const { here, id } = await openAfter(sentAfter, name)
    const { exit, stderr } = await look(`${id} --yes`, here)
    expect([exit, stderr, here.entries().length]).toEqual([1, expect.stringMatching(sentence), 1])
  })

  test('not when the settings lead elsewhere', async () => {
    const { here, id } = await openAfter(0, 'elsewhere')
    const { exit, stderr } = await look(id, here, {
      env: { ...tenant, FORMCTL_BASE_URL: 'https://b.example' },
    })
    expect({ exit, stderr }).toEqual(
      outcome(2, /Give --base-url https:\/\/forms\.example --environment environment-1/),
    )
  })

  test('in vain where it announces no list of forms', async () => {
    const { here, id } = await openAfter(0, 'unlisted')
    const { exit, stderr } = await run(`resolve ${id}`, here, { env: tenant })
    expect({ exit, stderr }).toEqual(
      outcome(6, /does not announce a list|unknown whether this service lists its forms/),
    )
  })
})
