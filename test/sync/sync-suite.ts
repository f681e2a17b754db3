import { describe, expect, test } from 'vitest'
import { applyEnv, project, type Project } from '../support/applying.ts'
import { outputOf } from '../support/output-schema.ts'
import { randomOf, oneOf } from '../support/random.ts'
import { isLong } from '../support/is-long.ts'
import { sampleForm, sampleSave } from '../support/samples.ts'
import { sharedTestService, type TestService } from '../support/test-service.ts'
import { runInProcess, type Ran, type TestHostOptions } from '../support/test-host.ts'
import { Failure } from '../../src/failure/failure.ts'
import { replyOf } from '../support/scripted-service.ts'
import type { Service } from '../../src/wire/wire.ts'

let it: TestService

/** Starts a service for all tests of a file: files share this module, and each closes what it has started. */
export async function startSyncService(): Promise<void> {
  it = await sharedTestService()
}

const envOf = () => ({
  ...applyEnv,
  FORMCTL_API_KEY: it.ours.apiKey,
  FORMCTL_ENVIRONMENT_ID: it.ours.environmentId,
  FORMCTL_SOURCE_FORM_ID: it.ours.sourceFormId,
})

export const testService: Service = (call) => it.service(call)

export const run = (
  { cwd }: Project,
  words: string,
  over: Service = it.service,
  { env: moreEnv, ...more }: Partial<TestHostOptions> = {},
): Promise<Ran> =>
  runInProcess({ cwd, env: { ...envOf(), ...moreEnv }, service: over, ...more, argv: words.split(' ') })

export const erase = (formId: string, id: string): Promise<unknown> =>
  it.store.responses.erase(it.ours.environmentId, [{ formId, id }], '2026-03-02T00:00:00.000Z')

export const spec = (headline = 'Who are you?', more = ''): string => `name: Feedback
steps:
  - name: One
    components:
      - { type: ShortInput, key: who, content: { question: "${headline}" } }
      - { type: Number, key: nps, content: { question: "How likely?" } }
      - { type: Dropdown, content: { question: "Which days?", isMulti: true, options: [Mon, Tue] } }
${more}      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

type Rows = readonly Record<string, unknown>[]

/** A kind of target; each project has one of its own, and `fresh` is another one. */
export type SuiteTarget = {
  readonly name: string
  readonly word: (here: Project, isFresh?: boolean) => string
  /** Runs SQL as an analyst would, beside formctl. */
  readonly rows: (here: Project, sql: string, isFresh?: boolean) => Promise<Rows>
  /** Where its seeds of random work begin: each kind has work of its own. */
  readonly seed: number
  /** Makes a place for tables before the first run. */
  readonly prepare?: (here: Project) => Promise<unknown>
}

/** Values as SQLite has them. */
export const plainRows = (rows: readonly object[]): Rows =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)] as const)),
  )

function plainValue(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}

/** What people answer, by the headline of each question. */
type Given = Readonly<Record<string, unknown>>

const start = Date.UTC(2026, 2, 1) / 1000

/** Seconds after the start. */
let clock = 0

/** The next answers come at this time. */
export function answersFrom(time: string): void {
  clock = Date.parse(time) / 1000 - start
}

/** Somebody answers the newest form of a name. */
export async function answer(
  name: string,
  responseId: string,
  given: Given,
  isFinished = true,
): Promise<string> {
  const forms = await it.store.forms.list(it.ours.environmentId)
  const { id = '' } = forms.findLast((form) => form.name === name) ?? {}
  const form = await it.store.forms.get(id)
  const asked = form?.steps.flatMap(({ components }) => components) ?? []
  const answers = Object.entries(given).map(([headline, value]) => {
    const question = asked.find(({ content }) => content['question'] === headline)
    if (!question) throw new Error(`${name} does not ask ${headline}`)
    const members = Array.isArray(value) ? { selected: value } : { value }
    const member = question.type === 'MultipleOptionsQuestion' ? { choices: value } : members
    return {
      questionId: question.questionId,
      response: { type: question.type, headline, componentShapeVersion: '2.0', ...member },
    }
  })
  const questionIds = answers.map(({ questionId }) => questionId)
  const { environmentId } = it.ours
  const at = new Date((start + clock++) * 1000).toISOString()
  await it.store.responses.save(
    sampleSave({
      environmentId,
      formId: id,
      responseId,
      at,
      isFinished,
      questionIds,
      answers,
      order: questionIds,
    }),
  )
  return id
}

let projects = 0

export async function applied(text: string): Promise<{ readonly here: Project; readonly name: string }> {
  const name = `Feedback ${++projects}`
  const here = project({ 'nps.yaml': text.replace('name: Feedback', `name: ${name}`) })
  const { exit, stderr } = await run(here, 'forms apply nps.yaml --yes')
  if (exit !== 0) throw new Error(stderr)
  return { here, name }
}

/** What holds of every target. */
export function syncSuite({ name: kind, word, rows, seed: firstSeed }: SuiteTarget): void {
  const to = (here: Project): string => `--to ${word(here)}`
  describe(`responses sync to ${kind}`, () => {
    test('makes a table for a questionnaire, named by its spec, with columns named by keys, and keeps it up to date', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'Who are you?': 'Ada', 'How likely?': 9, 'Which days?': ['Mon'] })
      await answer(name, 'rb', { 'Who are you?': 'Bob' }, false)
      const first = await run(here, `responses sync --form nps.yaml ${to(here)} -o json`)
      expect([first.exit, first.stderr]).toEqual([0, ''])
      expect(outputOf('responses-sync', first.stdout)).toMatchObject({
        coverage: 'sequence',
        tables: [{ table: 'nps', added: 2, updated: 0, removed: 0 }],
      })
      expect(await rows(here, 'select id, finished, who, nps, which_days from nps order by id')).toEqual([
        { id: 'ra', finished: 1, who: 'Ada', nps: 9, which_days: 'Mon' },
        { id: 'rb', finished: 0, who: 'Bob', nps: null, which_days: null },
      ])
      expect(
        await rows(here, 'select response_id, "table", column_name, option from choices order by option'),
      ).toEqual([{ response_id: 'ra', table: 'nps', column_name: 'which_days', option: 'Mon' }])
      const again = await run(here, `responses sync --form nps.yaml ${to(here)}`)
      expect([again.exit, again.stdout, again.stderr]).toEqual([
        0,
        '',
        expect.stringMatching(/is up to date\. The service numbers/),
      ])
      const form = await answer(name, 'rb', { 'How likely?': 7.5 })
      await answer(name, 'rc', { 'Who are you?': 'Cy' })
      await it.store.responses.erase(
        it.ours.environmentId,
        [{ formId: form, id: 'ra' }],
        '2026-03-02T00:00:00.000Z',
      )
      const third = await run(here, `responses sync --form nps.yaml ${to(here)}`)
      expect(third.stdout).toContain('nps\t+1\t~1\t−1\n')
      expect(await rows(here, 'select id, finished, who, nps from nps order by id')).toEqual([
        { id: 'rb', finished: 1, who: 'Bob', nps: 7.5 },
        { id: 'rc', finished: 1, who: 'Cy', nps: null },
      ])
      expect(await rows(here, 'select * from choices')).toEqual([])
    })

    test('says what columns and options mean, also where nobody has answered yet; an option keeps its code', async () => {
      const { here, name } = await applied(spec())
      const first = await run(here, `responses sync --form nps.yaml ${to(here)}`)
      expect([first.exit, first.stdout]).toEqual([0, ''])
      expect(first.stderr).toMatch(/ has \d+ new columns\. /)
      expect(await rows(here, 'select who, nps, which_days from nps')).toEqual([])
      const labels = `select q.column_name, q.key, q.question, q.type, o.option, o.code
        from questions q left join options o on o."table" = q."table" and o.column_name = q.column_name
        where q."table" = 'nps' order by q.position, o.code`
      const days = { column_name: 'which_days', key: null, question: 'Which days?', type: 'Dropdown' }
      const who = { column_name: 'who', key: 'who', question: 'Who are you?', type: 'ShortInput' }
      const nps = { column_name: 'nps', key: 'nps', question: 'How likely?', type: 'Number' }
      const none = { option: null, code: null }
      expect(await rows(here, labels)).toEqual([
        { ...who, ...none },
        { ...nps, ...none },
        { ...days, option: 'Mon', code: 1 },
        { ...days, option: 'Tue', code: 2 },
      ])
      here.write(
        'nps.yaml',
        spec('Who?').replace('[Mon', '[Sun, Mon').replace('name: Feedback', `name: ${name}`),
      )
      await run(here, 'forms apply nps.yaml --yes')
      await answer(name, 'ra', { 'Who?': 'Ada', 'Which days?': ['Tue', 'Sun'] })
      expect(await run(here, `responses sync --form nps.yaml ${to(here)}`)).toMatchObject({ exit: 0 })
      expect(await rows(here, labels)).toEqual([
        { ...who, question: 'Who?', ...none },
        { ...nps, ...none },
        { ...days, option: 'Mon', code: 1 },
        { ...days, option: 'Tue', code: 2 },
        { ...days, option: 'Sun', code: 3 },
      ])
      const chosen = `select o.code from choices c join options o
        on o."table" = c."table" and o.column_name = c.column_name and o.option = c.option order by 1`
      expect(await rows(here, chosen)).toEqual([{ code: 2 }, { code: 3 }])
    })

    test('a column that got a wider type, and texts that no database takes, are those of a sync from nothing', async () => {
      const id = `odd_${kind.toLowerCase()}`
      const asked = ['How many?', 'Agreed?', 'Sent at?', 'Which day?', 'What else?', 'As list?', 'Born?']
      const components = asked.map((question) => ({
        questionId: question,
        type: 'Slider',
        content: { question },
      }))
      await it.store.forms.create(sampleForm({ id, name: id, steps: [{ name: 'One', components }] }))
      const here = project()
      const words = `responses sync --form ${id} --to`
      const odd = { a: ['\ud800\0', '\ud83d\ude00', String.raw`\u0000`] }
      const first = {
        'How many?': 9,
        'Agreed?': true,
        'Sent at?': '2026-03-01T09:00:00.120Z',
        'Which day?': '2026-02-28',
      }
      await answer(id, 'ra', {
        ...first,
        'What else?': '\ud800 \0 \ud83d\ude00',
        'As list?': odd,
        'Born?': '0000-02-29',
      })
      await answer(id, 'rb', { 'How many?': 0.25, 'Agreed?': false })
      expect(await run(here, `${words} ${word(here)}`)).toMatchObject({ exit: 0 })
      await answer(id, 'rc', Object.fromEntries(asked.slice(0, 4).map((question) => [question, 'text'])))
      expect(await run(here, `${words} ${word(here)}`)).toMatchObject({ exit: 0 })
      expect(await run(here, `${words} ${word(here, true)}`)).toMatchObject({ exit: 0 })
      const sql = `select id, how_many, agreed, sent_at, which_day, what_else from ${id} order by id`
      expect(await rows(here, sql)).toEqual(await rows(here, sql, true))
    })

    test('choices do not depend on when a run was made, also where an option came later', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'Which days?': ['Mon'] })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      here.write(
        'nps.yaml',
        spec('Who?').replace('Tue]', 'Tue, Wed]').replace('name: Feedback', `name: ${name}`),
      )
      await run(here, 'forms apply nps.yaml --yes')
      await answer(name, 'rb', { 'Which days?': ['Wed', 'Mon'] })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      await run(here, `responses sync --form nps.yaml --to ${word(here, true)}`)
      const sql = 'select response_id, column_name, option from choices order by 1, 3'
      expect(await rows(here, sql)).toHaveLength(3)
      expect(await rows(here, sql)).toEqual(await rows(here, sql, true))
    })

    test('has codes for each row of a table of options, and none for the places of a ranking', async () => {
      const { here } = await applied(`name: Feedback
steps:
  - name: One
    components:
      - { type: Matrix, key: agree, content: { question: "Do you agree?", rows: [Price, Service], columns: ["No", "Yes"] } }
      - { type: Ranking, key: best, content: { question: "What matters?", options: [Quiet, Place] } }
      - { type: OpinionScale, key: again, content: { question: "Again?", min: 1, max: 5, lowLabel: Never, highLabel: Surely } }
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`)
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      expect(await rows(here, 'select column_name, option, code from options order by 1, 3')).toEqual([
        { column_name: 'again', option: 'Never', code: 1 },
        { column_name: 'again', option: 'Surely', code: 5 },
        ...['agree_price', 'agree_service'].flatMap((column_name) => [
          { column_name, option: 'No', code: 1 },
          { column_name, option: 'Yes', code: 2 },
        ]),
      ])
    })

    test('a run that failed before anything came binds no later one, and a service that has moved is taken with --full', async () => {
      const { here, name } = await applied(spec())
      const form = await answer(name, 'ra', { 'How likely?': 9 })
      expect((await run(here, `responses sync --form nope ${to(here)}`)).exit).not.toBe(0)
      const down: Service = async (call) =>
        call.query['since'] === undefined ? it.service(call) : replyOf({ status: 401 })
      expect((await run(here, `responses sync --all ${to(here)}`, down)).exit).toBe(4)
      const words = `responses sync --form ${form} ${to(here)}`
      expect(await run(here, words)).toMatchObject({ exit: 0 })
      const moved = { env: { FORMCTL_BASE_URL: 'https://new.example' } }
      const refused = await run(here, words, it.service, moved)
      expect([refused.exit, refused.stderr]).toEqual([
        3,
        expect.stringMatching(/moved,\s+run\s+once\s+with\s+--full/),
      ])
      await answer(name, 'rb', { 'How likely?': 8 })
      const full = await run(here, `${words} --full`, it.service, moved)
      expect([full.exit, full.stdout]).toEqual([0, expect.stringContaining('nps\t+1\t~0\t−0\n')])
      expect(await run(here, words, it.service, moved)).toMatchObject({ exit: 0 })
      const other = await run(here, `${words} --where nps=9`, it.service, moved)
      expect([other.exit, other.stderr]).toEqual([
        3,
        expect.stringMatching(/this\s+run\s+has\s+--where\s+nps=9/),
      ])
    })

    test('rows of a form that no lock file knew move to the table of its spec once one does', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9, 'Which days?': ['Mon'] })
      const lock = here.lockText() ?? ''
      here.remove('formctl.lock.json')
      const form = await answer(name, 'rb', { 'How likely?': 8 })
      expect(await run(here, `responses sync --form ${form} ${to(here)}`)).toMatchObject({ exit: 0 })
      here.write('formctl.lock.json', lock)
      await answer(name, 'rc', { 'How likely?': 7 })
      const words = `responses sync --form ${form} ${to(here)}`
      const lost: Service = async (call) => {
        if (call.query['since'] !== undefined)
          throw Failure.of('connection-lost', { url: 'https://forms.example', reason: 'it ended' })
        return it.service(call)
      }
      expect((await run(here, `${words} --timeout 0.1`, lost)).exit).toBe(7)
      const halfway: Service = async (call) => {
        if (call.path.endsWith('/changes'))
          throw Failure.of('connection-lost', { url: 'https://forms.example', reason: 'it ended' })
        return it.service(call)
      }
      expect((await run(here, `${words} --timeout 0.1`, halfway)).exit).toBe(8)
      expect(await run(here, words)).toMatchObject({ exit: 0 })
      const all = await rows(here, 'select id, nps from nps order by id')
      expect(all).toEqual([
        { id: 'ra', nps: 9 },
        { id: 'rb', nps: 8 },
        { id: 'rc', nps: 7 },
      ])
      expect(await rows(here, 'select response_id, "table" from choices')).toEqual([
        { response_id: 'ra', table: 'nps' },
      ])
    })

    test('questions of several forms that nobody has answered in all of them have one column, at once and over time', async () => {
      const { here, name } = await applied(spec())
      const columns = 'nps, which_days, who'
      const sync = async (isFresh = false) => {
        const { exit, stderr } = await run(here, `responses sync --form nps.yaml --to ${word(here, isFresh)}`)
        expect([exit, stderr]).toEqual([0, expect.any(String)])
        const [row = {}] = await rows(here, 'select * from nps', isFresh)
        const own = /^(?:id|_deleted|\w+_at|finished|status|version|form_\w+|meta_\w+|person_\w+)$/
        return Object.keys(row)
          .filter((column) => !own.test(column))
          .toSorted()
          .join(', ')
      }
      await answer(name, 'ra', { 'How likely?': 9 })
      expect(await sync()).toBe(columns)
      here.write(
        'nps.yaml',
        spec('Who?').replace('How likely?', 'How likely is it?').replace('name: Feedback', `name: ${name}`),
      )
      await run(here, 'forms apply nps.yaml --yes')
      await answer(name, 'rb', { 'Who?': 'Bob' })
      expect(await sync()).toBe(columns)
      expect(await sync(true)).toBe(columns)
      await answer(name, 'rc', { 'Who?': 'Cy', 'How likely is it?': 8, 'Which days?': ['Mon'] })
      expect(await sync()).toBe(columns)
      await answer(name, 'rd', { 'Who?': 'Di' })
      expect(await sync()).toBe(columns)
      expect(await rows(here, 'select who, nps, which_days from nps order by id')).toEqual([
        { who: null, nps: 9, which_days: null },
        { who: 'Bob', nps: null, which_days: null },
        { who: 'Cy', nps: 8, which_days: 'Mon' },
        { who: 'Di', nps: null, which_days: null },
      ])
    })

    test('refuses a target of other forms or options, and two runs at once', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      const other = await run(here, `responses sync --all ${to(here)}`)
      expect([other.exit, other.stderr]).toEqual([3, expect.stringContaining('another choice of forms')])
      const open: (() => void)[] = []
      const slow: Service = async (call) => {
        if (call.query['since'] !== undefined) await new Promise<void>((resolve) => open.push(resolve))
        return it.service(call)
      }
      const first = run(here, `responses sync --form nps.yaml ${to(here)}`, slow)
      await expect.poll(() => open.length).toBe(1)
      const isRunning = { runningPids: Array.from({ length: 10_000 }, (_, i) => i) }
      const second = await run(here, `responses sync --form nps.yaml ${to(here)}`, it.service, isRunning)
      expect([second.exit, second.stderr]).toEqual([3, expect.stringContaining('Another run syncs into')])
      for (const go of open) go()
      expect((await first).exit).toBe(0)
    })

    test('reads everything from a service that does not number its changes, and marks what is gone', async () => {
      const { here, name } = await applied(spec())
      const service: Service = async (call) =>
        call.path.startsWith('/.well-known') ? it.service({ ...call, path: '/nothing' }) : it.service(call)
      const words = `responses sync --form nps.yaml ${to(here)}`
      await answer(name, 'ra', { 'How likely?': 9 })
      const form = await answer(name, 'rb', { 'How likely?': 8 })
      const first = await run(here, words, service)
      expect([first.exit, first.stdout]).toEqual([0, expect.stringContaining('nps\t+2\t~0\t−0\n')])
      expect((await run(here, words, service)).stderr).toContain('is up to date. The service does not number')
      await answer(name, 'rc', { 'How likely?': 1 })
      await it.store.responses.erase(
        it.ours.environmentId,
        [{ formId: form, id: 'rb' }],
        '2026-03-02T00:00:00.000Z',
      )
      expect((await run(here, words, service)).stdout).toContain('nps\t+1\t~0\t−1\n')
      const marked = 'select id, _deleted is not null as gone from nps order by id'
      expect((await rows(here, marked)).map(({ id, gone }) => [id, gone])).toEqual([
        ['ra', 0],
        ['rb', 1],
        ['rc', 0],
      ])
      expect((await run(here, words, service)).stderr).toContain('is up to date.')
      const gone = await run(here, `${words} --delete-missing`, service)
      expect([gone.exit, gone.stdout]).toEqual([0, expect.stringContaining('nps\t+0\t~0\t−1\n')])
      expect((await rows(here, 'select id from nps order by id')).map(({ id }) => id)).toEqual(['ra', 'rc'])
    })

    test('a response that comes back has its choices once, and its row without the mark', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'rg', { 'Which days?': ['Mon'] })
      await answer(name, 'rh', { 'Which days?': ['Tue'] })
      let isAway = false
      const service: Service = async (call) => {
        if (call.path.startsWith('/.well-known')) return it.service({ ...call, path: '/nothing' })
        const reply = await it.service(call)
        if (!isAway || !call.path.startsWith('/api/v1/responses')) return reply
        const { data, ...rest } = JSON.parse(Buffer.concat(await Array.fromAsync(reply.body)).toString())
        const left = data.filter(({ id }: { readonly id: string }) => id !== 'rh')
        const body = (async function* () {
          yield Buffer.from(JSON.stringify({ ...rest, data: left }))
        })()
        const { 'content-length': _, ...headers } = reply.headers
        return { ...reply, headers, body }
      }
      const words = `responses sync --form nps.yaml ${to(here)}`
      const [first, away, back] = [
        await run(here, words, service),
        await ((isAway = true), run(here, words, service)),
        await ((isAway = false), run(here, words, service)),
      ]
      expect([first, away, back].map(({ stdout }) => /[+].*/.exec(stdout)?.[0])).toEqual([
        '+2\t~0\t−0',
        '+0\t~0\t−1',
        '+1\t~0\t−0',
      ])
      const chosen = 'select response_id as id from choices order by response_id'
      expect((await rows(here, chosen)).map(({ id }) => id)).toEqual(['rg', 'rh'])
      expect(await rows(here, 'select id from nps where _deleted is not null')).toEqual([])
    })

    test('a response that changes while --full reads everything is not taken for missing', async () => {
      const { here, name } = await applied(spec())
      for (const id of ['ri', 'rj']) await answer(name, id, { 'How likely?': 1 }, false)
      const words = `responses sync --form nps.yaml ${to(here)}`
      await run(here, words)
      let pages = 0
      const service: Service = async (call) => {
        if (call.query['since'] !== '0') return it.service(call)
        if (++pages === 2) await answer(name, 'rj', { 'How likely?': 2 }, false)
        return it.service({ ...call, query: { ...call.query, limit: '1' } })
      }
      await run(here, `${words} --full`, service)
      expect(pages).toBeGreaterThan(1)
      expect(await rows(here, 'select id from nps where _deleted is not null')).toEqual([])
      expect((await run(here, words)).stdout).toContain('nps\t+0\t~1\t−0\n')
    })

    test('a question without answers is a column at once, also where others have some', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      const text = spec('Who?', '      - { type: ShortInput, key: month, content: { question: "Month?" } }\n')
      here.write('nps.yaml', text.replace('name: Feedback', `name: ${name}`))
      await run(here, 'forms apply nps.yaml --yes')
      expect(await run(here, `responses sync --form nps.yaml ${to(here)}`)).toMatchObject({ exit: 0 })
      expect(await rows(here, 'select id, nps, month from nps')).toEqual([{ id: 'ra', nps: 9, month: null }])
    })

    test('an erasure is not passed over after a run that saw no numbers, and takes a row that was marked', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      const form = await answer(name, 'rb', { 'How likely?': 8, 'Which days?': ['Mon'] })
      const marked = await answer(name, 'rc', { 'How likely?': 7 })
      const words = `responses sync --form nps.yaml ${to(here)}`
      const unannounced: Service = async (call) =>
        call.path.startsWith('/.well-known') ? it.service({ ...call, path: '/nothing' }) : it.service(call)
      await run(here, words)
      await run(here, words, unannounced)
      await erase(marked, 'rc')
      await run(here, words, unannounced)
      await erase(form, 'rb')
      expect(await run(here, words)).toMatchObject({ exit: 0 })
      expect((await rows(here, 'select id from nps')).map(({ id }) => id)).toEqual(['ra'])
      expect(await rows(here, 'select * from choices')).toEqual([])
    })

    test('an erasure leaves the response of another form that has the same id', async () => {
      const { here, name } = await applied(spec())
      const other = await applied(spec())
      await answer(name, 'same', { 'How likely?': 9 })
      const form = await answer(other.name, 'same', { 'How likely?': 1 })
      const words = `responses sync --form nps.yaml ${to(here)}`
      await run(here, words)
      await erase(form, 'same')
      expect(await run(here, words)).toMatchObject({ exit: 0 })
      expect(await rows(here, 'select id, nps from nps')).toEqual([{ id: 'same', nps: 9 }])
    })

    test('what somebody typed is no option of a form that is known', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'Which days?': ['Mon', 'ada@okafor.example'] })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      expect(
        (await rows(here, 'select option from options order by code')).map(({ option }) => option),
      ).toEqual(['Mon', 'Tue'])
    })

    test('a service that is lost half-way leaves what has come, and says so', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      const lost: Service = async (call) => {
        if (call.path.endsWith('/changes'))
          throw Failure.of('connection-lost', { url: 'https://forms.example', reason: 'it ended' })
        return it.service(call)
      }
      const words = `responses sync --form nps.yaml ${to(here)} --timeout 0.1`
      expect(await run(here, words)).toMatchObject({ exit: 0 })
      await answer(name, 'rb', { 'How likely?': 8 })
      const cut = await run(here, words, lost)
      expect([cut.exit, cut.stderr]).toEqual([8, expect.stringMatching(/has\s+1\s+change\s+of\s+this\s+run/)])
      expect((await rows(here, 'select id from nps order by id')).map(({ id }) => id)).toEqual(['ra', 'rb'])
      expect((await run(here, words, lost)).exit).toBe(7)
    })

    test('with --dry-run changes nothing, also where there is no target yet', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      const dry = await run(here, `responses sync --form nps.yaml ${to(here)} --dry-run`)
      expect([dry.exit, dry.stdout]).toEqual([0, expect.stringContaining('nps\t+1\t~0\t−0\n')])
      expect((await run(here, `responses sync --form nps.yaml ${to(here)}`)).stdout).toContain(
        'nps\t+1\t~0\t−0\n',
      )
    })

    test.each(Array.from({ length: isLong ? 60 : 2 }, (_, i) => firstSeed + i))(
      'random work, with runs that end anywhere, leads to the rows of a sync from nothing (%i)',
      async (seed) => {
        const random = randomOf(seed)
        const pick = <T>(...choices: readonly T[]): T => oneOf(random, choices)
        const { here, name } = await applied(spec())
        const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `r${seed}${letter}`)
        for (let step = 0; step < 12; step++) {
          const id = pick(...ids)
          const what = pick('answer', 'answer', 'begin', 'erase', 'sync', 'die')
          if (what === 'answer' || what === 'begin')
            await answer(
              name,
              id,
              { 'How likely?': pick(1, 2, 3), 'Which days?': [pick('Mon', 'Tue')] },
              what === 'answer',
            )
          else if (what === 'erase') {
            const found = await it.store.responses.find(it.ours.environmentId, [id])
            await it.store.responses.erase(it.ours.environmentId, found, '2026-03-02T00:00:00.000Z')
          } else {
            let left = pick(1, 2, 3, 4)
            const dying: Service = async (call) => {
              if (what === 'die' && --left === 0)
                throw Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' })
              return it.service(call)
            }
            await run(here, `responses sync --form nps.yaml ${to(here)} --timeout 0.1`, dying)
          }
        }
        expect((await run(here, `responses sync --form nps.yaml ${to(here)}`)).exit).toBe(0)
        const there = await rows(here, 'select id, finished, nps, which_days from nps order by id')
        expect((await run(here, `responses sync --form nps.yaml --to ${word(here, true)}`)).exit).toBe(0)
        expect(there).toEqual(
          await rows(here, 'select id, finished, nps, which_days from nps order by id', true),
        )
      },
    )
  })
}

/** What holds of databases, where others have tables, views and columns of their own. */
export function databaseSuite({ name: kind, word, rows, prepare }: SuiteTarget): void {
  const to = (here: Project): string => `--to ${word(here)}`
  describe(`responses sync to ${kind}, beside others`, () => {
    test.each(['choices', 'questions', 'options'])('leaves a table %s that is not its own', async (table) => {
      const { here } = await applied(spec())
      const words = `responses sync --form nps.yaml ${to(here)}`
      await run(here, `${words} --dry-run`)
      await prepare?.(here)
      await rows(here, `create table ${table} (mine text)`)
      const refused = await run(here, words)
      expect([refused.exit, refused.stderr]).toEqual([
        3,
        expect.stringMatching(new RegExp(String.raw`table\s+${table}\s+that\s+no\s+sync`)),
      ])
      expect(await rows(here, `select * from ${table}`)).toEqual([])
      await rows(here, `drop table ${table}`)
      expect(await run(here, words)).toMatchObject({ exit: 0 })
    })

    test('keeps one column for a question whose wording was corrected, and adds columns; views and tables of others stay', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'Who are you?': 'Ada', 'How likely?': 9 })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      await rows(here, 'create view promoters as select id from nps where nps >= 9')
      await rows(here, 'create table mine (x text)')
      await rows(here, 'alter table nps add column checked integer')
      await rows(here, 'update nps set checked = 1')
      const text = spec(
        'Who are you, please?',
        '      - { type: ShortInput, content: { question: "Why?" } }\n',
      )
      here.write('nps.yaml', text.replace('name: Feedback', `name: ${name}`))
      await run(here, 'forms apply nps.yaml --yes')
      await answer(name, 'rb', { 'Who are you, please?': 'Bob', 'Why?': 'So', 'How likely?': 10 })
      const { stderr } = await run(here, `responses sync --form nps.yaml ${to(here)}`)
      expect(stderr).toContain('1 new column')
      expect(await rows(here, 'select id, who, nps, why, checked from nps order by id')).toEqual([
        { id: 'ra', who: 'Ada', nps: 9, why: null, checked: 1 },
        { id: 'rb', who: 'Bob', nps: 10, why: 'So', checked: null },
      ])
      expect(await rows(here, 'select count(*) as n from promoters')).toEqual([{ n: 2 }])
      expect(await rows(here, 'select * from mine')).toEqual([])
    })

    test('ends with what to do where a view keeps a column from its wider type, and goes on when it is gone', async () => {
      // Values of a component that formctl does not know have the type that they show.
      const content = { question: 'How often?' }
      const id = `sliders_${kind.toLowerCase()}`
      const components = [{ questionId: 'often', type: 'Slider', content }]
      await it.store.forms.create(sampleForm({ id, name: id, steps: [{ name: 'One', components }] }))
      const here = project()
      await answer(id, 'ra', { 'How often?': 9 })
      const words = `responses sync --form ${id} ${to(here)}`
      await run(here, words)
      await rows(here, `create view v as select how_often + 1 as n from ${id} where how_often > 3`)
      await answer(id, 'rb', { 'How often?': 'daily' })
      const refused = await run(here, words)
      expect([refused.exit, refused.stderr]).toEqual([3, expect.stringContaining('Drop that view or index')])
      expect(await rows(here, 'select n from v')).toEqual([{ n: 10 }])
      await rows(here, 'drop view v')
      expect((await run(here, words)).exit).toBe(0)
      expect(await rows(here, `select how_often from ${id} order by id`)).toEqual([
        { how_often: '9' },
        { how_often: 'daily' },
      ])
    })

    test('a column of others that has the name of a new one ends the run', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      await run(here, `responses sync --form nps.yaml ${to(here)}`)
      await rows(here, 'alter table nps add column why integer')
      const text = spec('Who?', '      - { type: ShortInput, content: { question: "Why?" } }\n')
      here.write('nps.yaml', text.replace('name: Feedback', `name: ${name}`))
      await run(here, 'forms apply nps.yaml --yes')
      await answer(name, 'rb', { 'Why?': 'So' })
      for (const _ of [1, 2]) {
        const refused = await run(here, `responses sync --form nps.yaml ${to(here)}`)
        expect([refused.exit, refused.stderr]).toEqual([
          3,
          expect.stringMatching(/why.*Nothing of this step/is),
        ])
      }
      expect(await rows(here, 'select id, why from nps')).toEqual([{ id: 'ra', why: null }])
      await rows(here, 'alter table nps drop column why')
      expect(await run(here, `responses sync --form nps.yaml ${to(here)}`)).toMatchObject({ exit: 0 })
      expect(await rows(here, 'select id, why from nps order by id')).toEqual([
        { id: 'ra', why: null },
        { id: 'rb', why: 'So' },
      ])
    })

    test('a run on this machine keeps its lease for as long as it lives', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      const words = `responses sync --form nps.yaml ${to(here)}`
      const runningPids = Array.from({ length: 10_000 }, (_, i) => i)
      const late: Awaited<ReturnType<typeof run>>[] = []
      const slow: Service = async (call) => {
        if (call.query['since'] !== undefined && late.length === 0) {
          const [{ value } = { value: '' }] = await rows(
            here,
            "select value from _formctl_sync where key = 'lease'",
          )
          const old = String(value).replace(/"until":\d+/, '"until":1')
          await rows(here, `update _formctl_sync set value = '${old}' where key = 'lease'`)
          late.push(await run(here, words, it.service, { runningPids }))
        }
        return it.service(call)
      }
      expect((await run(here, words, slow)).exit).toBe(0)
      expect(late).toMatchObject([{ exit: 3, stderr: expect.stringContaining('Another run syncs into') }])
    })

    test('another key for pseudonyms is refused, as one answer would have two', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'Who are you?': 'Ada' })
      here.write('a.key', 'a'.repeat(32))
      here.write('b.key', 'b'.repeat(32))
      const sync = (key: string) =>
        run(here, `responses sync --form nps.yaml ${to(here)} --redact who=hash --redact-key-file ${key}`)
      expect(await sync('a.key')).toMatchObject({ exit: 0 })
      expect(await sync('b.key')).toMatchObject({
        exit: 3,
        stderr: expect.stringContaining('another set of options'),
      })
      expect(await sync('a.key')).toMatchObject({ exit: 0 })
    })

    test('a run whose lease another one has taken writes nothing more', async () => {
      const { here, name } = await applied(spec())
      await answer(name, 'ra', { 'How likely?': 9 })
      let taken = false
      const slow: Service = async (call) => {
        // Its machine was thought to be gone.
        if (call.query['since'] !== undefined && !taken) {
          taken = true
          await rows(
            here,
            `update _formctl_sync set value = replace(value, '"fence":1', '"fence":2') where key = 'lease'`,
          )
        }
        return it.service(call)
      }
      const late = await run(here, `responses sync --form nps.yaml ${to(here)}`, slow)
      expect([late.exit, late.stderr]).toEqual([3, expect.stringContaining('Another run syncs into')])
      expect(await rows(here, 'select * from _formctl_responses')).toEqual([])
      expect(await run(here, `responses sync --form nps.yaml ${to(here)}`)).toMatchObject({ exit: 0 })
    })
  })
}
