import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../src/publish/generated/journal-entry.ts'
import { Failure } from '../../src/failure/failure.ts'
import { apply, applyEnv, made, project, specText, type Project } from '../support/applying.ts'
import { runInProcess } from '../support/test-host.ts'
import { outputOf } from '../support/output-schema.ts'
import { scriptedService, type Turn } from '../support/scripted-service.ts'
import { holding, outcome } from '../support/outcome.ts'

const lost: Turn = {
  fails: Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' }),
}

/** As a run leaves its note that is killed in the middle. */
async function killed(here: Project, words: string, more: Partial<JournalEntry>): Promise<void> {
  await apply(words, here, { turns: [lost] })
  const [note] = here.notes()
  if (!note) throw new Error('no note')
  const { reason: _, ...kept } = note
  writeFileSync(here.noteFile(note), JSON.stringify({ ...kept, ...more }))
}

const beforeReply = { state: 'sending' } as const
const beforeLock = { state: 'created', form: { id: 'f7', url: '/s/f7' } } as const

describe('after a run that was killed while a form was on its way', () => {
  test('an announcing service is sent the same request again, and one form stands in the lock file', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeReply)
    const [note] = here.notes()
    const ran = await apply('a.yaml', here, { announces: true, turns: [made('f1')] })
    expect([ran.exit, ran.posted.map(({ headers }) => headers['idempotency-key'])]).toEqual([
      0,
      [note?.idempotencyKey],
    ])
    expect([here.locked(), here.notes()]).toMatchObject([[{ spec: 'a.yaml', id: 'f1' }], []])
  })

  test('also when the file was renamed meanwhile', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeReply)
    const [note] = here.notes()
    here.rename('a.yaml', 'b.yaml')
    const ran = await apply('b.yaml', here, { announces: true, turns: [made('f1')] })
    expect(ran.posted.map(({ headers }) => headers['idempotency-key'])).toEqual([note?.idempotencyKey])
    expect([here.locked(), here.notes()]).toMatchObject([[{ spec: 'b.yaml', id: 'f1' }], []])
  })

  test('another service is not called: a person has to look, and the run ends with 9', async () => {
    const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
    await killed(here, 'a.yaml', beforeReply)
    const ran = await apply('a.yaml b.yaml', here)
    expect([ran.exit, ran.posted]).toEqual([9, []])
    expect(ran.stderr).toContain('--created <form id>')
  })

  test('who finds the form tells its id with forms resolve, and the lock file has it at once', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    here.write('a.yaml', specText('A', 'Second?'))
    await killed(here, 'a.yaml', beforeReply)
    const argv = ['forms', 'resolve', here.notes()[0]?.id ?? '', '--created', 'f2']
    const resolved = await runInProcess({ cwd: here.cwd, env: applyEnv, argv })
    expect(resolved).toMatchObject(outcome(0, holding('formctl.lock.json has changed: commit it.')))
    expect(here.locked()).toMatchObject([{ id: 'f2', url: '/s/f2', history: [{ id: 'f1' }] }])
    expect([(await apply('a.yaml', here)).posted, here.notes()]).toEqual([[], []])
  })

  test('a plan tells what is open, with the run that may still be at it', async () => {
    const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
    await killed(here, 'a.yaml', beforeReply)
    const open = `Open: "A" (${here.cwd}/a.yaml), sent at 2026-03-01T09:00:05.000Z: unknown: the run ended before an answer came.\n`
    const plan = await apply('a.yaml b.yaml --dry-run --detailed-exitcode', here)
    expect([plan.exit, plan.stdout.split('\n').length, plan.posted]).toEqual([1, 4, []])
    expect(plan.stderr).toBe(
      `${open}If the service recognises repeated requests, the next run sends the same request again; otherwise it sends nothing and ends with 9. formctl forms resolve settles open forms.\n1 form would be created; 1 form may be there already.\n`,
    )
    const running = await apply('a.yaml --dry-run', here, {
      runningPids: [here.notes()[0]?.process.pid ?? 0],
    })
    expect(running.stderr).toContain(': on its way, by process ')
    expect((await apply('b.yaml --dry-run', here)).stderr).toBe('1 form would be created.\n')
    const json = await apply('a.yaml --dry-run -o json', here)
    expect([outputOf('forms-apply', json.stdout), json.stderr]).toMatchObject([
      { toDo: 1, open: [{ id: here.notes()[0]?.id, name: 'A', spec: `${here.cwd}/a.yaml` }] },
      '',
    ])
  })

  test('a plan that has nothing else to do tells it, too', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here)
    here.write('a.yaml', specText('A', 'Second?'))
    await killed(here, 'a.yaml', beforeReply)
    here.write('a.yaml', specText('A'))
    const plan = await apply('a.yaml --dry-run --detailed-exitcode', here)
    expect(plan).toMatchObject(outcome(1, /^Open: "A" [^]*\nNo form would be created\.\n$/))
    expect((await apply('a.yaml', here)).exit).toBe(9)
  })

  test('nor is it forgotten when its spec was given another name and content meanwhile, or is gone', async () => {
    const here = project({ 'forms/a.yaml': specText('A'), 'forms/b.yaml': specText('B') })
    await apply('forms/b.yaml', here)
    await killed(here, 'forms/a.yaml', beforeReply)
    here.write('forms/a.yaml', specText('Another', 'What?'))
    const changed = await apply('forms', here, { announces: true })
    expect([changed.exit, changed.posted]).toEqual([9, []])
    here.remove('forms/a.yaml')
    expect((await apply('forms', here)).exit).toBe(9)
    expect((await apply('forms/b.yaml', here)).exit).toBe(0)
  })

  test('who finds none tells that too, and the next run sends it', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeReply)
    const argv = ['forms', 'resolve', here.notes()[0]?.id ?? '', '--not-created']
    await runInProcess({ cwd: here.cwd, env: applyEnv, argv })
    expect([(await apply('a.yaml', here)).posted.length, here.locked().length]).toEqual([1, 1])
  })

  test('a lock file that cannot be written then gets the id from the next run', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeReply)
    here.write('formctl.lock.json', '<<<<<<< HEAD\n')
    const argv = ['forms', 'resolve', here.notes()[0]?.id ?? '', '--created', 'f2']
    expect((await runInProcess({ cwd: here.cwd, env: applyEnv, argv })).exit).toBe(3)
    here.remove('formctl.lock.json')
    expect((await apply('a.yaml', here)).posted).toEqual([])
    expect([here.locked(), here.notes()]).toMatchObject([[{ id: 'f2' }], []])
  })
})

describe('after a run that was killed between a form and the lock file', () => {
  test('the next one puts the id there, and sends nothing', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeLock)
    const plan = await apply('a.yaml --dry-run', here)
    expect(plan.stdout).toContain('unchanged\ta.yaml\tA\thttps://forms.example/s/f7')
    const ran = await apply('a.yaml', here)
    expect([ran.exit, ran.posted, here.notes()]).toEqual([0, [], []])
    expect(here.locked()).toMatchObject([{ spec: 'a.yaml', id: 'f7' }])
  })

  test('also when forms generate told the id meanwhile', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeLock)
    const argv = ['forms', 'generate', 'a.yaml']
    const { service, calls } = scriptedService({ status: 500 })
    const generated = await runInProcess({ cwd: here.cwd, env: applyEnv, service, argv })
    expect([generated.exit, generated.stdout, calls]).toEqual([0, expect.stringContaining('f7'), []])
    expect((await apply('a.yaml', here)).posted).toEqual([])
    expect([here.locked(), here.notes()]).toMatchObject([[{ spec: 'a.yaml', id: 'f7' }], []])
  })

  test('also when forms generate made another form of the changed spec meanwhile', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeLock)
    here.write('a.yaml', specText('A', 'Second?'))
    const argv = ['forms', 'generate', 'a.yaml']
    const { service } = scriptedService(made('f8'))
    expect((await runInProcess({ cwd: here.cwd, env: applyEnv, service, argv })).exit).toBe(0)
    await apply('a.yaml', here, { turns: [made('f9')] })
    expect(here.locked()).toMatchObject([{ id: 'f9', history: [{ id: 'f7' }] }])
    expect(here.notes()).toEqual([])
  })

  test('its form becomes history when the spec was changed meanwhile, above what it was before', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    here.write('a.yaml', specText('A', 'Second?'))
    await killed(here, 'a.yaml', beforeLock)
    here.write('a.yaml', specText('A', 'Third?'))
    await apply('a.yaml', here, { turns: [made('f9')] })
    expect(here.locked()).toMatchObject([{ id: 'f9', history: [{ id: 'f7' }, { id: 'f1' }] }])
    expect(here.notes()).toEqual([])
  })

  test('the form is known again when its file was renamed meanwhile', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await killed(here, 'a.yaml', beforeLock)
    here.rename('a.yaml', 'b.yaml')
    const ran = await apply('b.yaml', here)
    expect([ran.posted, here.locked()]).toMatchObject([[], [{ spec: 'b.yaml', id: 'f7' }]])
  })

  test('also when its spec is gone, and nothing else is to be done', async () => {
    const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
    await killed(here, 'a.yaml', beforeLock)
    here.remove('a.yaml')
    await apply('b.yaml', here, { turns: [made('f1')] })
    expect(here.locked().map(({ id }) => id)).toEqual(['f7', 'f1'])
  })
})

test('after a run that was killed once the lock file was written, a copy of the spec makes a form of its own', async () => {
  const here = project({ 'a.yaml': specText('A') })
  await killed(here, 'a.yaml', beforeLock)
  const [note] = here.notes()
  if (!note) throw new Error('no note')
  const text = readFileSync(here.noteFile(note), 'utf8')
  await apply('a.yaml', here)
  writeFileSync(here.noteFile(note), text)
  here.write('b.yaml', specText('A'))
  const ran = await apply('a.yaml b.yaml', here, { turns: [made('f8')] })
  expect([ran.posted.length, here.locked().map(({ id }) => id), here.notes()]).toEqual([1, ['f7', 'f8'], []])
})

test('a note of another lock file stays where it is', async () => {
  const here = project({ 'a.yaml': specText('A'), 'sub/formctl.yaml': '{}\n', 'sub/b.yaml': specText('B') })
  await killed(here, 'a.yaml', beforeLock)
  const [cwd, stateFolder] = [join(here.cwd, 'sub'), join(here.cwd, '.local/state/formctl')]
  await apply('b.yaml', { cwd }, { stateFolder, turns: [made('f1')] })
  expect(readFileSync(join(cwd, 'formctl.lock.json'), 'utf8')).not.toContain('f7')
  await apply('a.yaml', here)
  expect(here.locked()).toMatchObject([{ spec: 'a.yaml', id: 'f7' }])
})
