import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import { apply, applyEnv, made, namesOf, project, specText, type Project } from '../../support/applying.ts'
import { versionsOf, type LockedForm } from '../../../src/publish/lock-entries.ts'
import { outputOf } from '../../support/output-schema.ts'
import { routes, type Call, type Service } from '../../../src/wire/wire.ts'
import { replyOf, type ScriptedReply, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'
import { holding, outcome } from '../../support/outcome.ts'

const lost: Turn = {
  fails: Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' }),
}
const refused: Turn = {
  status: 400,
  body: { message: 'Invalid request body', errors: [{ message: 'too short', path: ['steps', 0, 'name'] }] },
}

describe('forms apply', () => {
  test('creates each form once: the second run sends nothing and writes nothing', async () => {
    const here = project({ 'forms/a.yaml': specText('A'), 'forms/b.yaml': specText('B') })
    const first = await apply('forms', here, { turns: [made('f1'), made('f2')] })
    expect(first).toMatchObject({
      exit: 0,
      stdout: [
        'state\tname\tid\turl\tspec',
        'new\tA\tf1\thttps://forms.example/s/f1\tforms/a.yaml',
        'new\tB\tf2\thttps://forms.example/s/f2\tforms/b.yaml',
        '',
      ].join('\n'),
    })
    const text = here.lockText()
    const second = await apply('forms', here)
    expect([second.exit, second.posted, second.stderr]).toEqual([0, [], 'Nothing to create.\n'])
    expect(here.lockText()).toBe(text)
  })

  test.each([false, true])(
    'gives no document of a file the history of another, also where the service is away in between: %s',
    async (isAway) => {
      const [one, two, three] = [specText('One'), specText('Two'), specText('Three')]
      const here = project({ 'all.yaml': [one, two, three].join('---\n') })
      await apply('all.yaml', here, { turns: [made('f1'), made('f2'), made('f3')] })
      here.write('all.yaml', [specText('Two', 'And who?'), three].join('---\n'))
      const failed = isAway ? [await apply('all.yaml', here, { turns: [refused] })] : []
      expect(failed.map(({ exit }) => exit)).toEqual(isAway ? [8] : [])
      const ran = await apply('all.yaml', here, { turns: [made('f4')] })
      expect([ran.exit, namesOf(ran.posted)]).toEqual([0, ['Two']])
      const idsOf = (form: LockedForm): readonly string[] => versionsOf(form).map(({ id }) => id)
      expect(here.locked().map((form) => [form.document ?? 1, form.name, idsOf(form)])).toEqual([
        [1, 'Two', ['f4', 'f2']],
        [2, 'Three', ['f3']],
        [4, 'One', ['f1']],
      ])
      expect((await apply('all.yaml', here)).posted).toEqual([])
      await apply('all.yaml --forget', here)
      expect(here.locked().map(({ name }) => name)).toEqual(['Two', 'Three'])
    },
  )

  test('writes one entry a form, sorted, with paths from the folder of the lock file', async () => {
    const here = project({
      'formctl.yaml': 'base_url: https://forms.example\n',
      'b/b.yaml': specText('B'),
      'a.yaml': `${specText('A')}---\n${specText('A2')}`,
    })
    const cwd = join(here.cwd, 'b')
    const turns = [made('f1'), made('f2'), made('f3')]
    const stateFolder = join(here.cwd, 'state')
    const ran = await apply('b.yaml ../a.yaml', { cwd }, { turns, stateFolder })
    expect(ran.stderr).toContain('../formctl.lock.json has changed: commit it.')
    expect(here.lockText()).toBe(`${JSON.stringify({ schema_version: 1, forms: here.locked() }, null, 2)}\n`)
    const template = expect.stringMatching(/^sha256:/)
    const form = expect.any(String)
    const common = { baseUrl: 'https://forms.example', environmentId: 'env-1', template, form }
    expect(here.locked()).toEqual([
      {
        spec: 'a.yaml',
        ...common,
        id: 'f2',
        url: '/s/f2',
        content: expect.any(String),
        created: expect.any(String),
        name: 'A',
      },
      {
        spec: 'a.yaml',
        document: 2,
        ...common,
        id: 'f3',
        url: '/s/f3',
        content: expect.any(String),
        created: expect.any(String),
        name: 'A2',
      },
      {
        spec: 'b/b.yaml',
        ...common,
        id: 'f1',
        url: '/s/f1',
        content: expect.any(String),
        created: expect.any(String),
        name: 'B',
      },
    ])
  })

  test('takes comments, layout and the order of keys for no change, and the order of steps for one', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here)
    here.write('a.yaml', `# note\n${specText('A').replace('question: "Who?"', '"question":   Who?')}`)
    expect((await apply('a.yaml', here)).posted).toEqual([])
    const swapped = specText('A').replace('name: A\n', '')
    here.write('a.yaml', `${swapped}name: A\n`)
    expect((await apply('a.yaml', here)).posted).toEqual([])
    here.write(
      'a.yaml',
      specText('A').replace(
        'type: ShortInput\n        content: { question: "Who?" }',
        'content: { question: "Who?" }\n        type: ShortInput',
      ),
    )
    expect((await apply('a.yaml', here)).posted).toEqual([])
    here.write('a.yaml', specText('A').replaceAll('One', 'Zero'))
    expect((await apply('a.yaml', here)).posted).toHaveLength(1)
  })

  test('makes a new form of a changed spec, and says where the old one stays', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    here.write('a.yaml', specText('A', 'And who else?'))
    const { stderr, exit } = await apply('a.yaml', here, { turns: [made('f2')] })
    expect({ exit, stderr }).toEqual(
      outcome(
        0,
        `The plan for https://forms.example, environment env-1:
  changed  a.yaml "A": a new form is made; the old form stays at https://forms.example/s/f1
    step "One", "And who else?": question: "Who?" → "And who else?"
Created 1 form. formctl.lock.json has changed: commit it.
To open it, run formctl forms open a.yaml.
`,
      ),
    )
    expect(here.locked()).toMatchObject([{ spec: 'a.yaml', id: 'f2', history: [{ id: 'f1' }] }])
    here.write('a.yaml', specText('A'))
    const back = await apply('a.yaml', here)
    expect(back.posted).toEqual([])
    expect(here.locked()).toMatchObject([{ spec: 'a.yaml', id: 'f1', history: [{ id: 'f2' }] }])
  })

  test('knows a renamed file again, and makes a form of a copied one', async () => {
    const here = project({ 'forms/a.yaml': specText('A') })
    await apply('forms', here, { turns: [made('f1')] })
    here.rename('forms/a.yaml', 'forms/z.yaml')
    const moved = await apply('forms', here)
    expect([moved.posted, here.locked()]).toMatchObject([[], [{ spec: 'forms/z.yaml', id: 'f1' }]])
    expect(moved.stderr).toContain('moved  forms/z.yaml "A": was forms/a.yaml; its form stays at')
    here.write('forms/copy.yaml', specText('A'))
    const copied = await apply('forms/copy.yaml', here, { turns: [made('f2')] })
    expect(copied.posted).toHaveLength(1)
    expect(here.locked()).toMatchObject([{ id: 'f2' }, { id: 'f1' }])
  })

  test('tells of specs that are gone, and forgets them only when asked', async () => {
    const here = project({
      'forms/a.yaml': specText('A'),
      'forms/b.yaml': specText('B'),
      'c.yaml': specText('C'),
    })
    await apply('forms c.yaml', here, { turns: [made('f1'), made('f2'), made('f3')] })
    here.remove('forms/b.yaml')
    const told = await apply('forms', here)
    expect(told.stderr).toContain(
      'removed  forms/b.yaml: its form stays at https://forms.example/s/f2; --forget',
    )
    expect(here.locked()).toHaveLength(3)
    const unnamed = await apply('c.yaml', here)
    expect(unnamed.stderr).toBe('Nothing to create.\n')
    const pattern = await apply('forms/*.yaml -o json', here)
    expect(outputOf('forms-apply', pattern.stdout)).toMatchObject({
      toDo: 0,
      removed: [{ id: 'f2', isForgotten: false }],
    })
    const forgotten = await apply('forms --forget -o json', here)
    expect(outputOf('forms-apply', forgotten.stdout)).toMatchObject({
      toDo: 1,
      removed: [{ id: 'f2', isForgotten: true }],
    })
    expect(here.locked().map(({ id }) => id)).toEqual(['f3', 'f1'])
  })

  test.each(['forms', 'forms/*.yaml', 'forms/a.yaml'])(
    'takes %s without any spec left for removed',
    async (word) => {
      const here = project({ 'forms/a.yaml': specText('A') })
      await apply('forms', here, { turns: [made('f1')] })
      here.remove('forms/a.yaml')
      const told = await apply(word, here)
      expect(told).toMatchObject(outcome(0, holding('removed  forms/a.yaml: its form stays')))
      const other = await apply('others', here)
      expect(other.exit).toBe(3)
      await apply(`${word} --forget`, here)
      expect(here.locked()).toEqual([])
      expect((await apply(word, here)).exit).toBe(3)
    },
  )

  test('keeps another environment apart, and another service of an environment of the same name', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    const second = { ...applyEnv, FORMCTL_ENVIRONMENT_ID: 'env-2' }
    expect((await apply('a.yaml', here, { turns: [made('g1')], env: second })).posted).toHaveLength(1)
    // It may be the same service under another address, and cannot be asked for its forms.
    const other = { ...applyEnv, FORMCTL_BASE_URL: 'https://other.example' }
    const unsure = await apply('a.yaml', here, { env: other })
    expect([unsure.exit, unsure.posted]).toEqual([3, []])
    expect(unsure.stderr).toContain(
      'The lock file has 1 form of this environment at https://forms.example, and the address is now https://other.example.',
    )
    await apply('a.yaml --recreate', here, { turns: [made('h1')], env: other })
    expect(here.locked().map(({ id }) => id)).toEqual(['f1', 'g1', 'h1'])
    for (const env of [applyEnv, second, other])
      expect((await apply('a.yaml', here, { env })).posted).toEqual([])
  })
})

describe('a form that the service has deleted', () => {
  const inFolder = (words: string, { cwd }: Project): Promise<Ran> =>
    runInProcess({ cwd, env: {}, argv: [...words.split(' '), '--base-url', 'embedded:data'] })

  test('is planned as gone and created anew, in a folder also by --dry-run', async () => {
    const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
    await inFolder('forms apply a.yaml b.yaml', here)
    const id = here.locked()[0]?.id ?? ''
    await inFolder(`service form delete ${id} --yes --data data`, here)
    const dry = await inFolder('forms apply a.yaml b.yaml --dry-run --detailed-exitcode', here)
    expect([dry.exit, dry.stderr]).toEqual([1, '1 form would be created.\n'])
    const note = `the service no longer has its form ${id}; a new one is made`
    expect(dry.stdout).toMatch(new RegExp(`\ngone\ta.yaml\tA\t${note}\nunchanged\tb.yaml\tB\t/s/\\w+\n$`))
    const report = outputOf('forms-apply', (await inFolder('forms apply a.yaml -o json', here)).stdout)
    const [entry] = here.locked()
    expect(entry?.id).not.toBe(id)
    expect(report).toMatchObject({ forms: [{ state: 'gone', id: entry?.id, history: [{ id }] }] })
    expect((await inFolder('forms apply a.yaml b.yaml', here)).stderr).toBe('Nothing to create.\n')
  })

  test('is not taken back when its spec has that content again', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await inFolder('forms apply a.yaml', here)
    const id = here.locked()[0]?.id ?? ''
    here.write('a.yaml', specText('A', 'What?'))
    await inFolder('forms apply a.yaml', here)
    await inFolder(`service form delete ${id} --yes --data data`, here)
    here.write('a.yaml', specText('A'))
    expect((await inFolder('forms apply a.yaml', here)).stdout).toMatch(/\nchanged\tA\t/)
  })

  test.each<[string, ScriptedReply, readonly string[]]>([
    ['by its list of forms', { body: { data: [] } }, ['gone']],
    ['and by nothing where the list fails', { status: 403 }, ['unchanged']],
  ])(
    'is found by asking a service on the network %s, with --dry-run and without',
    async (_, list, states) => {
      const here = project({ 'a.yaml': specText('A') })
      await apply('a.yaml', here, { turns: [made('f1')] })
      const service: Service = async ({ path, method }) => {
        if (path === routes.wellKnown)
          return replyOf({ body: { name: 'x', version: '1', extensions: ['forms-list'] } })
        return replyOf(
          method === 'GET' ? list : { body: { success: true, result: { form: { id: 'f2', url: '/s/f2' } } } },
        )
      }
      const dry = await apply('a.yaml --dry-run --detailed-exitcode', here, { service })
      expect([dry.exit, dry.stdout]).toEqual([
        states.includes('gone') ? 1 : 0,
        expect.stringContaining(`\n${states.join('')}\ta.yaml\t`),
      ])
      const { stdout } = await apply('a.yaml -o json', here, { service })
      expect(JSON.parse(stdout).forms.map(({ state }: { state: string }) => state)).toEqual(states)
    },
  )

  test('is asked about for a few seconds in all, also by a list that hangs, and a note says so', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    const asked: Call[] = []
    const service: Service = async (call) => {
      asked.push(call)
      if (call.path === routes.wellKnown)
        return replyOf({ body: { name: 'x', version: '1', extensions: ['forms-list'] } })
      throw Failure.of('too-late', { url: call.path, seconds: call.seconds ?? 60 })
    }
    for (const words of ['a.yaml', 'a.yaml --dry-run']) {
      asked.length = 0
      const { exit, stderr } = await apply(words, here, { service })
      const [announcement, ...lists] = asked
      expect([exit, announcement?.path]).toEqual([0, routes.wellKnown])
      expect(lists.map(({ path }) => path)).not.toContain(routes.wellKnown)
      for (const { seconds = 60 } of lists) expect(seconds).toBeLessThan(announcement?.seconds ?? 0)
      expect(stderr.match(/Which forms https:\/\/forms\.example has could not .* s\.\n/g)).toHaveLength(1)
    }
  })

  test.each([
    ['lists its forms', { extensions: ['forms-list'] }],
    ['lists none', { extensions: [] }],
  ])(
    'with a key that is refused ends with 4, also with nothing to do, at a service that %s',
    async (_, announced) => {
      const here = project({ 'a.yaml': specText('A') })
      await apply('a.yaml', here)
      const service: Service = async ({ path }) =>
        replyOf(
          path === routes.wellKnown ? { body: announced } : { status: 401, body: { message: 'No such key' } },
        )
      const ran = await apply('a.yaml', here, { service })
      expect([ran.exit, ran.stdout]).toEqual([4, ''])
      expect(ran.stderr).toContain('error[key-refused]')
    },
  )

  test('is looked for by --dry-run without a key in the lock file alone, and a note says so', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    const { FORMCTL_API_KEY: _, ...env } = applyEnv
    const ran = await apply('a.yaml --dry-run --detailed-exitcode', here, { env })
    expect([ran.exit, ran.posted, ran.stderr]).toEqual([
      0,
      [],
      expect.stringMatching(
        /^Which forms https:.* has could not be asked: No API key .*\nNothing to do\.\n$/,
      ),
    ])
  })

  test('is asked about for a few seconds, and where that fails no other form is made', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here, { turns: [made('f1')] })
    const asked: Call[] = []
    const service: Service = async (call) => {
      if (call.path === routes.wellKnown) asked.push(call)
      if (call.method === 'GET') throw Failure.of('unreachable', { url: call.path, reason: 'it is down' })
      return replyOf({ body: { success: true, result: { form: { id: 'f2', url: '/s/f2' } } } })
    }
    expect(await apply('a.yaml', here, { service })).toMatchObject(
      outcome(0, holding('Nothing to create.\n')),
    )
    expect(asked[0]?.seconds).toBe(5)
    // Whether the service has a form of it is asked before one is made.
    const env = { ...applyEnv, FORMCTL_ENVIRONMENT_ID: 'env-2' }
    const ran = await apply('a.yaml', here, { service, env })
    expect([ran.exit, ran.stdout, here.locked()]).toMatchObject([7, '', [{ id: 'f1' }]])
  })
})

describe('--each', () => {
  const survey = specText('Survey for ${customer}')
  const table = 'customer,city\nAcme,Bern\nBeta,Rome\n'

  test('knows each row by its key, so that rows may come, go and change places', async () => {
    const here = project({ 's.yaml': survey, 'rows.csv': table })
    await apply('s.yaml --each rows.csv', here, { turns: [made('f1'), made('f2')] })
    expect(here.locked()).toMatchObject([
      { row: 'Acme', id: 'f1' },
      { row: 'Beta', id: 'f2' },
    ])
    here.write('rows.csv', 'customer,city\nGamma,Oslo\nBeta,Rome\n')
    const { posted, stderr } = await apply('s.yaml --each rows.csv', here, { turns: [made('f3')] })
    expect(namesOf(posted)).toEqual(['Survey for Gamma'])
    expect(stderr).toContain('removed  s.yaml, row Acme: its form stays at')
  })

  test('by another column with --row-key', async () => {
    const here = project({ 's.yaml': survey, 'rows.csv': table })
    await apply('s.yaml --each rows.csv --row-key city', here)
    expect(here.locked().map(({ row }) => row)).toEqual(['Bern', 'Rome'])
  })

  test.each([
    [
      'two rows with one key',
      1,
      'rows.csv',
      'customer\nAcme\nAcme\n',
      'The column customer is "Acme" again, as in line 2; it names the form of the row.\n --> rows.csv:3:1',
    ],
    [
      'a row without its key',
      1,
      'rows.csv',
      'id,customer\n1,Acme\n,Beta\n',
      'The column id is empty; it names the form of the row.\n --> rows.csv:3:1',
    ],
    [
      'a column that is not there',
      2,
      'rows.csv --row-key id',
      table,
      'rows.csv has no column id for the row key. It has customer, city.',
    ],
  ])('%s ends with %d and nothing is sent', async (_, exit, words, text, said) => {
    const here = project({ 's.yaml': survey, 'rows.csv': text })
    const ran = await apply(`s.yaml --each ${words}`, here)
    expect([ran.exit, ran.posted]).toEqual([exit, []])
    expect(ran.stderr).toContain(said)
  })
})

describe('--dry-run', () => {
  const { FORMCTL_API_KEY: _, ...withoutKey } = applyEnv

  test('needs no key, sends nothing and writes nothing', async () => {
    const here = project({ 'a.yaml': specText('A') })
    const ran = await apply('a.yaml --dry-run', here, { env: withoutKey })
    expect(ran).toMatchObject({ exit: 0, posted: [], stdout: 'state\tspec\tname\tnote\nnew\ta.yaml\tA\t\n' })
    expect(here.lockText()).toBeUndefined()
  })

  test('with --detailed-exitcode ends with 1 while there is something to do', async () => {
    const here = project({ 'a.yaml': specText('A') })
    const words = 'a.yaml --dry-run --detailed-exitcode -o json'
    const before = await apply(words, here)
    expect([before.exit, outputOf('forms-apply', before.stdout)]).toMatchObject([
      1,
      { toDo: 1, forms: [{ state: 'new', id: null }] },
    ])
    await apply('a.yaml', here, { turns: [made('f1')] })
    const after = await apply(words, here)
    expect([after.exit, outputOf('forms-apply', after.stdout)]).toMatchObject([
      0,
      { toDo: 0, forms: [{ state: 'unchanged', id: 'f1' }] },
    ])
  })

  test('of a service in a folder that is yet to be made makes nothing', async () => {
    const here = project({ 'a.yaml': specText('A') })
    const ran = await apply('a.yaml --dry-run -o json', here, { env: { FORMCTL_BASE_URL: 'embedded:data' } })
    expect(outputOf('forms-apply', ran.stdout)).toMatchObject({ environmentId: null, toDo: 1 })
    const after = await apply('a.yaml --dry-run', here, { env: { FORMCTL_BASE_URL: 'embedded:data' } })
    expect(after.stdout).toContain('new\ta.yaml')
  })
})

describe('words that make no sense end with 2', () => {
  test.each([['-', 'A spec on the standard input has no path to be known by.']])(
    'forms apply %s',
    async (words, said) => {
      const ran = await apply(words, project({ 'a.yaml': specText('A') }))
      expect([ran.exit, ran.posted]).toEqual([2, []])
      expect(ran.stderr).toContain(said)
    },
  )
})

describe('a person at a terminal', () => {
  const atTerminal = { isTerminal: true }

  test('is asked, and a no sends nothing', async () => {
    const here = project({ 'a.yaml': specText('A') })
    const no = await apply('a.yaml', here, { ...atTerminal, answers: ['n\n'] })
    expect([no.exit, no.posted, here.lockText()]).toEqual([1, [], undefined])
    expect(no.stderr).toContain('Nothing was sent.')
    const yes = await apply('a.yaml', here, { ...atTerminal, answers: ['y\n'] })
    expect([yes.exit, yes.posted.length]).toEqual([0, 1])
  })

  test('is not asked with --yes, in CI, or when nothing is to be created', async () => {
    const here = project({ 'a.yaml': specText('A') })
    expect((await apply('a.yaml --yes', here, atTerminal)).exit).toBe(0)
    expect((await apply('a.yaml', here, atTerminal)).exit).toBe(0)
    here.write('a.yaml', specText('B'))
    expect((await apply('a.yaml', here, { ...atTerminal, env: { ...applyEnv, CI: 'true' } })).exit).toBe(0)
  })

  test('who gives --no-input has to give --yes', async () => {
    const ran = await apply('a.yaml --no-input', project({ 'a.yaml': specText('A') }), atTerminal)
    expect([ran.exit, ran.posted]).toEqual([2, []])
    expect(ran.stderr).toContain('give --yes')
  })
})

describe('when a form fails', () => {
  const files = { 'a.yaml': specText('A'), 'b.yaml': specText('B'), 'c.yaml': specText('C') }

  test('those before it are kept, those after it are not sent, and the run ends with 8', async () => {
    const here = project(files)
    const ran = await apply('. -o json', here, { turns: [made('f1'), refused] })
    expect([ran.exit, namesOf(ran.posted)]).toEqual([8, ['A', 'B']])
    expect(outputOf('forms-apply', ran.stdout)).toMatchObject({
      forms: [{ id: 'f1' }, { id: null, code: 'form-refused' }, { id: null, code: 'not-sent' }],
    })
    expect(here.locked()).toMatchObject([{ spec: 'a.yaml', id: 'f1' }])
    const again = await apply('.', here, { turns: [made('f2'), made('f3')] })
    expect([again.exit, namesOf(again.posted)]).toEqual([0, ['B', 'C']])
  })

  test('the first one alone ends the run with its own code', async () => {
    expect((await apply('.', project(files), { turns: [refused] })).exit).toBe(6)
  })

  test('those on their way at once are waited for and kept', async () => {
    const here = project(files)
    const [bIsSent, aIsNoted] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const onPost = async (call: Call): Promise<void> => {
      if (namesOf([call])[0] === 'B') {
        bIsSent.resolve()
        const note = await aIsNoted.promise
        // The answer to B comes once that to A was read.
        while (existsSync(note)) await new Promise((done) => setImmediate(done))
      } else {
        await bIsSent.promise
        const notes = here.notes().filter(({ name }) => name === 'A')
        aIsNoted.resolve(notes.map(here.noteFile).join(''))
      }
    }
    const turnOf = (name: string): Turn => (name === 'A' ? refused : made('f2'))
    const ran = await apply('. --jobs 2', here, { turnOf, onPost })
    expect([ran.exit, new Set(namesOf(ran.posted))]).toEqual([8, new Set(['A', 'B'])])
    expect(here.locked()).toMatchObject([{ spec: 'b.yaml', id: 'f2' }])
    expect(ran.stderr).toContain('Not sent: "C" (c.yaml).')
  })

  test('and it is not known whether it exists, the run ends with 9', async () => {
    const here = project(files)
    const ran = await apply('. -o json', here, { turns: [made('f1'), lost] })
    expect(ran.exit).toBe(9)
    expect(outputOf('forms-apply', ran.stdout)).toMatchObject({
      forms: [{ id: 'f1' }, { id: null, code: 'outcome-unknown' }, { code: 'not-sent' }],
    })
  })
})

test('a signal lets the form on its way end, keeps it, sends no other and ends the run', async () => {
  const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
  const controller = new AbortController()
  const onPost = (): void => controller.abort(Failure.of('interrupted', {}))
  const ran = await apply('.', here, { onPost, signal: controller.signal, turns: [made('f1')] })
  expect([ran.exit, ran.posted.length, here.locked().map(({ id }) => id)]).toEqual([130, 1, ['f1']])
  expect(ran.stderr).toContain('Not sent: "B" (b.yaml).')
})

test('--jobs sends several at once, and the lock file gets them all', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `f${i}.yaml`)
  const here = project(Object.fromEntries(names.map((name) => [name, specText(name)])))
  const { promise: four, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const onPost = async (): Promise<void> => {
    if (++begun === 4) resolve()
    // The first waits for the fourth.
    await four
  }
  const ran = await apply('. --jobs 4', here, { onPost })
  expect([ran.exit, here.locked().length]).toEqual([0, 20])
  expect(new Set(here.locked().map(({ id }) => id)).size).toBe(20)
  expect(here.notes()).toEqual([])
})

test('each form stands in the lock file before the next is sent', async () => {
  const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B'), 'c.yaml': specText('C') })
  const seen: number[] = []
  await apply('.', here, { onPost: () => void seen.push(here.locked().length) })
  expect(seen).toEqual([0, 1, 2])
})
