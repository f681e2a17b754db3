import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../src/publish/journal.ts'
import { Failure } from '../../src/failure/failure.ts'
import type { Files } from '../../src/files/file-system.ts'
import type { Call, Service } from '../../src/wire/wire.ts'
import { builtProgram, inherited } from '../support/built-program.ts'
import { env, killedWhileSending, lost, made, project, run, spec } from '../support/generating.ts'
import { run as main } from '../../src/cli/run.ts'
import { replyOf, type Turn } from '../support/scripted-service.ts'
import { testHost } from '../support/test-host.ts'

const keysOf = (calls: readonly Call[]): (string | undefined)[] =>
  calls.map(({ headers }) => headers['idempotency-key'])

describe('the journal', () => {
  test('holds a form while it is sent, and nothing once its id is out', async () => {
    const here = project({ 'a.yaml': spec('A') })
    let during: JournalEntry[] = []
    const service: Service = async () => {
      during = here.entries()
      return replyOf(made('f1'))
    }
    const { exit } = await run('generate a.yaml', here, { service })
    expect([exit, here.entries()]).toEqual([0, []])
    expect(during).toMatchObject([
      {
        schema_version: 1,
        at: '2026-03-01T09:00:01.000Z',
        spec: join(here.cwd, 'a.yaml'),
        name: 'A',
        baseUrl: 'https://forms.example',
        environmentId: 'env-1',
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        idempotencyKey: expect.stringMatching(/^[\w-]{32}$/),
        state: 'sending',
      },
    ])
    expect(JSON.stringify(during)).not.toContain(env.FORMCTL_API_KEY)
  })

  test('does not keep the id from being printed where a signal interrupts the writing of its entry', async () => {
    const here = project({ 'a.yaml': spec('A') })
    const service: Service = async () => replyOf(made('f1'))
    const host = testHost({ cwd: here.cwd, env, service, argv: ['forms', 'generate', 'a.yaml'] })
    const create: Files['create'] = async (path, options) => {
      if (options.replace && path.startsWith(here.folder)) throw Failure.of('interrupted', {})
      return host.files.create(path, options)
    }
    const exit = await main({ ...host, files: { ...host.files, create } })
    expect([exit, host.output().stdout]).toEqual([0, expect.stringContaining('f1')])
  })

  test('can be read by its user alone', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await run('generate a.yaml', here, { turns: [lost] })
    const [name = ''] = readdirSync(here.folder)
    expect([statSync(here.folder).mode & 0o777, statSync(join(here.folder, name)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
  })

  test('forgets what was refused or never sent', async () => {
    const here = project({ 'a.yaml': spec('A') })
    const unreached: Turn = { fails: Failure.of('unreachable', { url: 'x', reason: 'nobody' }) }
    for (const turn of [{ status: 401 }, { status: 400, body: { errors: [{ message: 'No' }] } }, unreached])
      await run('generate a.yaml', here, { turns: [turn] })
    expect(here.entries()).toEqual([])
  })

  test('is not written under --dry-run', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await run('generate a.yaml --dry-run', here)
    expect(existsSync(here.folder)).toBe(false)
  })

  test.each([
    ['not JSON', '{"schema_version": 1', /cannot be read: it is not JSON\. This run sent nothing\./],
    ['of another shape', '{"schema_version": 1}', /it is not as formctl writes it/],
    ['of a later formctl', '{"schema_version": 2}', /another version of formctl has written it/],
  ])('with an entry that is %s stops the run before anything is sent', async (_, text, sentence) => {
    const here = project({ 'a.yaml': spec('A') })
    mkdirSync(here.folder, { recursive: true })
    writeFileSync(join(here.folder, '0123456789abcdef.json'), text)
    const { exit, stderr, posted } = await run('generate a.yaml', here)
    expect([exit, stderr, posted]).toEqual([3, expect.stringMatching(sentence), []])
  })

  test('that cannot be written stops the run before anything is sent', async () => {
    const here = project({ 'a.yaml': spec('A'), state: 'a file' })
    const { exit, stderr, posted } = await run('generate a.yaml', here, {
      stateFolder: join(here.cwd, 'state'),
    })
    expect([exit, stderr, posted]).toEqual([
      3,
      expect.stringMatching(
        /^error\[state-unusable\]: The state folder \S+ cannot be used: .*Nothing was sent/,
      ),
      [],
    ])
  })
})

const hasStrace = process.platform === 'linux' && spawnSync('strace', ['-V']).status === 0
test.runIf(hasStrace)('the folders of the first journal entry are synced before a form is sent', () => {
  const { cwd } = project({ 'a.yaml': spec('A') })
  const trace = join(cwd, 'trace')
  const words = [builtProgram, 'forms', 'generate', 'a.yaml']
  const state = { HOME: cwd, XDG_STATE_HOME: join(cwd, 'deep/state'), XDG_CONFIG_HOME: cwd }
  spawnSync('strace', ['-f', '-y', '-o', trace, '-e', 'trace=fsync,connect', process.execPath, ...words], {
    cwd,
    env: {
      ...inherited,
      ...env,
      ...state,
      FORMCTL_BASE_URL: 'http://127.0.0.1:1',
      FORMCTL_ATTEMPTS: '1',
    },
  })
  const [before = '', after] = readFileSync(trace, 'utf8').split(/connect\(.*127\.0\.0\.1/)
  const synced = [...before.matchAll(/fsync\(\d+<([^>]*)>/g)].map(([, path = '']) => path.slice(cwd.length))
  expect(after).toBeDefined()
  expect(synced).toEqual([
    '',
    '/deep',
    '/deep/state',
    '/deep/state/formctl',
    expect.stringMatching(/^\/deep\/state\/formctl\/journal\/.*\.part$/),
    '/deep/state/formctl/journal',
  ])
})

describe('while the outcome of an earlier request is unknown', () => {
  test('a second run sends nothing to a service without idempotency keys', async () => {
    const here = project({ 'a.yaml': spec('A') })
    const first = await run('generate a.yaml', here, { turns: [lost] })
    const second = await run('generate a.yaml', here)
    expect([first.exit, first.posted.length, second.exit, second.posted]).toEqual([9, 1, 9, []])
    const [entry] = here.entries()
    expect(entry).toMatchObject({ state: 'unknown', reason: 'it ended' })
    expect(second.stderr).toBe(
      `error[outcome-open]: An earlier run sent the form "A" from ${here.cwd}/a.yaml to https://forms.example at 2026-03-01T09:00:01.000Z, and whether it was created is unknown: it ended. This run sent nothing. Find the form in the service's list and run formctl forms resolve ${entry?.id} with --created <form id> or --not-created; formctl forms generate --force sends it again anyway.\n`,
    )
  })

  test('a second run sends nothing even when the spec was changed, as long as its form has the same name', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await run('generate a.yaml', here, { turns: [lost] })
    here.write('a.yaml', spec('A', 'And who else?'))
    expect(await run('generate a.yaml', here, { announces: true })).toMatchObject({ exit: 9, posted: [] })
  })

  test('a form for another spec, environment or service is sent', async () => {
    const here = project({ 'a.yaml': spec('A'), 'b.yaml': spec('B') })
    await run('generate a.yaml', here, { turns: [lost] })
    expect((await run('generate b.yaml', here)).exit).toBe(0)
    expect((await run('generate a.yaml --environment env-2', here)).exit).toBe(0)
    expect((await run('generate a.yaml --base-url https://other.example', here)).exit).toBe(0)
  })

  test('a run of several forms sends none of them if one has an open request', async () => {
    const here = project({ 'a.yaml': spec('A'), 'b.yaml': spec('B') })
    await run('generate b.yaml', here, { turns: [lost] })
    expect(await run('generate a.yaml b.yaml', here)).toMatchObject({ exit: 9, posted: [], stdout: '' })
  })

  test('--force sends the form again and removes the earlier request from the journal', async () => {
    const here = project({ 'a.yaml': spec('A') })
    const first = await run('generate a.yaml', here, { turns: [lost] })
    const forced = await run('generate a.yaml --force', here, { turns: [made('f2')] })
    expect([forced.exit, forced.stdout, here.entries()]).toEqual([0, expect.stringContaining('f2'), []])
    expect(keysOf(forced.posted)).not.toEqual(keysOf(first.posted))
  })

  test('the same run repeats the request to a service with idempotency keys', async () => {
    const here = project({ 'a.yaml': spec('A') })
    const { exit, stdout, posted } = await run('generate a.yaml', here, {
      turns: [lost, { status: 409 }, { status: 500 }, made('f1')],
      announces: true,
    })
    expect([exit, stdout, here.entries()]).toEqual([0, expect.stringContaining('f1'), []])
    expect(new Set(keysOf(posted)).size).toBe(1)
  })

  test('a later run repeats the request with the key from the journal', async () => {
    const here = project({ 'a.yaml': spec('A') })
    const first = await run('generate a.yaml', here, { turns: [lost], announces: true })
    const second = await run('generate a.yaml', here, { announces: true })
    expect([first.exit, second.exit, second.stdout]).toEqual([9, 0, expect.stringContaining('f1')])
    expect(new Set(keysOf([...first.posted, ...second.posted])).size).toBe(1)
    expect(second.stderr).toContain('The service knows that request again')
    expect(here.entries()).toEqual([])
  })

  test.each<[string, Turn]>([
    ['cannot be reached', { fails: Failure.of('unreachable', { url: 'x', reason: 'nobody' }) }],
    ['refuses the key', { status: 401 }],
    ['says that the key is of another form', { status: 422, body: { message: 'Another body' } }],
    ['is too busy', { status: 429 }],
  ])('the request stays open when the service %s', async (_, turn) => {
    const here = project({ 'a.yaml': spec('A') })
    await run('generate a.yaml', here, { turns: [lost], announces: true })
    expect((await run('generate a.yaml', here, { turns: [turn], announces: true })).exit).toBe(9)
    expect(here.entries()).toMatchObject([{ state: 'unknown' }])
  })

  test('a request is not repeated after the 24 hours for which a service keeps keys', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await run('generate a.yaml', here, { turns: [lost], announces: true })
    const [entry] = here.entries()
    const old = { ...entry, at: '2026-02-28T09:00:00.000Z' }
    writeFileSync(join(here.folder, `${entry?.id}.json`), JSON.stringify(old))
    expect(await run('generate a.yaml', here, { announces: true })).toMatchObject({ exit: 9, posted: [] })
  })
})

test('Ctrl-C while a form is being sent is reported, and the form stays in the journal', async () => {
  const here = project({ 'a.yaml': spec('A') })
  const controller = new AbortController()
  const service: Service = async () => {
    controller.abort(Failure.of('interrupted', {}))
    throw Failure.of('connection-lost', { url: 'x', reason: 'formctl was interrupted' })
  }
  const { exit, stderr } = await run('generate a.yaml', here, { service, signal: controller.signal })
  expect([exit, stderr]).toEqual([9, expect.stringContaining('formctl was interrupted. Look at the service')])
  expect(here.entries()).toMatchObject([{ state: 'unknown', reason: 'formctl was interrupted' }])
})

describe('after a run was killed', () => {
  test('while it sent a form, the next run says that the outcome is unknown, and sends nothing', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await killedWhileSending(here)
    const { exit, stderr, posted } = await run('generate a.yaml', here)
    expect([exit, posted]).toEqual([9, []])
    expect(stderr).toContain('whether it was created is unknown: the run ended before an answer came.')
  })

  test('before it printed the id of a form, the next run prints the id and sends nothing', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await killedWhileSending(here, { state: 'created', form: { id: 'f7', url: '/s/f7' } })
    const { exit, stdout, stderr, posted } = await run('generate a.yaml', here)
    expect([exit, stdout, posted]).toEqual([0, expect.stringContaining('A\tf7\t'), []])
    expect(stderr).toContain('by a run that ended before it said so: nothing is sent, and here is its id.')
    expect(here.entries()).toEqual([])
    expect((await run('generate a.yaml', here)).posted).toHaveLength(1)
  })

  test('before it printed the id of a form, a run with the changed spec creates its form and reports both', async () => {
    const here = project({ 'a.yaml': spec('A') })
    await killedWhileSending(here, { state: 'created', form: { id: 'f7', url: '/s/f7' } })
    here.write('a.yaml', spec('A', 'And who else?'))
    const { exit, stdout, stderr } = await run('generate a.yaml', here, { turns: [made('f8')] })
    expect([exit, stdout, here.entries()]).toEqual([0, expect.stringContaining('f8'), []])
    expect(stderr).toContain('ended before it said so: form f7, /s/f7.')
  })
})

test('of two runs at once only one sends the form: the other names it and ends with 3', async () => {
  const here = project({ 'a.yaml': spec('A') })
  await killedWhileSending(here)
  const { exit, stderr, posted } = await run('generate a.yaml', here, { runningPids: [1] })
  expect([exit, posted]).toEqual([3, []])
  expect(stderr).toMatch(/Another run \(process 1\) is creating the form "A" right now, so nothing was sent/)
})

test('a spec with the same form twice creates two forms in one run', async () => {
  const here = project({ 'a.yaml': `${spec('A')}---\n${spec('A')}` })
  const { exit, posted } = await run('generate a.yaml', here, { turns: [made('f1'), made('f2')] })
  expect([exit, posted.length, new Set(keysOf(posted)).size, here.entries()]).toEqual([0, 2, 2, []])
})
