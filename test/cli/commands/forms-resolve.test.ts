import { describe, expect, test } from 'vitest'
import { killedWhileSending, lost, project, run, spec, type Project } from '../../support/generating.ts'
import { outputOf } from '../../support/output-schema.ts'
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
    expect(stderr).toContain('record with formctl forms resolve <id> what you found.')
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

  test('without a word of what was found it stays open', async () => {
    const { here, id } = await withOpenForm()
    const { exit, stdout, stderr } = await run(`resolve ${id}`, here)
    expect([exit, stdout]).toEqual([1, `id\tname\toutcome\tform\n${id}\tA\topen\t\n`])
    expect(stderr).toBe('Settle what is open with --created <form id> or --not-created.\n')
    expect(here.entries()).toHaveLength(1)
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
