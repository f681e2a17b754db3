import { buildApp } from '../../../src/server/server.ts'
import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { filesOf } from '../../../src/form/response.ts'
import { registerPages } from '../../../src/server/pages/pages.ts'
import { signToken } from '../../../src/server/pages/session.ts'
import { everyComponent } from '../../support/every-component.ts'
import {
  notLast,
  pageServer,
  type SentText,
  sharedPageServer,
  type ShortStep,
  twoSteps,
  Visitor,
} from '../../support/page-server.ts'
import { storedBytes } from '../../support/stored-files.ts'

const server = await sharedPageServer()

const threeSteps: readonly ShortStep[] = [
  ['You', ['ShortInput', { question: 'Who?' }], ['EmailForm', { question: 'Where?' }]],
  ['Us', ['LongInput', { question: 'Why?' }], ['PasswordInput', { question: 'Secret?' }]],
  [
    'End',
    ['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red', 'Green'] }],
    ['NextButton', { buttonText: 'Finish' }],
  ],
]

const visit = (steps: readonly ShortStep[] = threeSteps, options?: Parameters<typeof server.visit>[1]) =>
  server.visit(steps, options)

test('the page at the root says what runs here and where its API is described, and names no form', async () => {
  const form = await server.publish(twoSteps, { name: 'Nobody else knows' })
  const { statusCode, headers, body } = await server.app.inject('/')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>A forms service</h1>')
  expect(body).toContain('href="/openapi.json"')
  for (const secret of [form.id, form.name, form.environmentId]) expect(body).not.toContain(secret)
})

describe('the way through a form', () => {
  test('leads over every step to a thank-you, and each step is kept as it is left', async () => {
    const { visitor, form } = await visit()
    expect(visitor.text).toContain('Survey Step 1 of 3 You Who? Where? Next')
    expect(await server.responses(form)).toEqual([])

    const reply = await visitor.post({ ...visitor.hidden(), 'q.q0': ' Ada ', 'q.q1': 'ada@example.com' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `${visitor.url}?step=2`])
    await visitor.open('?step=2')
    expect(visitor.text).toContain('Step 2 of 3 Us Why? Secret? Next Back')
    const [partial] = await server.responses(form)
    expect(partial).toMatchObject({ finished: false, status: 1, version: '2.0', formId: form.id })
    const person = { ip: '127.0.0.1', country: '', visitedForm: 1, completedForm: 0 }
    expect(partial?.personAttributes).toEqual(person)
    expect(partial?.meta.leadId).toMatch(/^cl[0-9a-z]{23}$/)

    await visitor.send({ 'q.q2': 'Because\r\nI can', 'q.q3': 'hunter2' })
    expect(visitor.text).toContain('Step 3 of 3 End Which? Red Green No answer Finish Back')
    const end = await visitor.post({ ...visitor.hidden(), 'q.q4': 'Green' })
    expect([end.statusCode, end.headers.location]).toEqual([303, `${visitor.url}/done`])
    await visitor.open('/done')
    expect(visitor.text).toContain('Thank you Your answers have been sent.')

    const [record, ...others] = await server.responses(form)
    expect(others).toEqual([])
    expect(record).toMatchObject({ id: partial?.id, finished: true, status: 2 })
    expect(record?.personAttributes['completedForm']).toBe(1)
    const choices = [
      { key: 'Red', value: false, index: 0 },
      { key: 'Green', value: true, index: 1 },
    ]
    const answers = [
      { type: 'ShortInput', headline: 'Who?', value: 'Ada' },
      { type: 'EmailForm', headline: 'Where?', value: 'ada@example.com' },
      { type: 'LongInput', headline: 'Why?', value: 'Because\nI can' },
      { type: 'PasswordInput', headline: 'Secret?', provided: true },
      { type: 'MultipleOptionsQuestion', headline: 'Which?', choices, selectedOther: false },
    ]
    expect(record?.data).toEqual(
      answers.map((answer, i) => ({
        questionId: `q${i}`,
        response: { componentShapeVersion: '2.0', ...answer },
      })),
    )
    expect(JSON.stringify(record)).not.toContain('hunter2')
  })

  test('goes back with what was typed, and shows what was answered before', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada', 'q.q1': 'ada@example.com' })
    await visitor.send({ 'q.q2': 'Half a tho', 'q.q3': 'hunter2', go: 'back' })
    expect(visitor.text).toContain('Step 1 of 3')
    expect(visitor.page).toContain('value="Ada"')
    await visitor.send({ 'q.q0': 'Ada L.', 'q.q1': '' })
    expect(visitor.page).toContain('>Half a tho</textarea>')
    expect(visitor.text).toContain('You have given one already.')
    expect(visitor.page).not.toContain('hunter2')
    expect(await server.answers(form)).toEqual([{ q0: 'Ada L.', q2: 'Half a tho', q3: expect.anything() }])
  })

  test('keeps a password that was given when its step is sent again without one', async () => {
    const { visitor, form } = await visit()
    await visitor.send({})
    await visitor.send({ 'q.q3': 'hunter2', go: 'back' })
    await visitor.send({})
    await visitor.send({ 'q.q2': 'Now' })
    expect(await server.answers(form)).toEqual([
      { q2: 'Now', q3: expect.objectContaining({ provided: true }) },
    ])
  })

  test('can be taken up later, with the answers of before', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    const later = server.visitor(form)
    later.cookie = visitor.cookie
    await later.open()
    expect(later.text).toContain('Step 1 of 3')
    expect(later.page).toContain('value="Ada"')
  })

  test('begins at the first step for a link to a later one', async () => {
    const { visitor } = await visit()
    for (const query of ['?step=2', '?step=99', '?step=x', '?step=1&step=2', '?step=-1']) {
      await visitor.open(query)
      expect(visitor.text).toContain('Step 1 of 3')
    }
  })

  test('shows no step before those that come first are done', async () => {
    const { visitor } = await visit()
    await visitor.send({})
    await visitor.open('?step=3')
    expect(visitor.text).toContain('Step 2 of 3')
    await visitor.send({ go: 'back' })
    await visitor.open('?step=2')
    expect(visitor.text).toContain('Step 2 of 3')
  })

  test('ends before a last step that only thanks, and shows that step', async () => {
    const { visitor, form } = await visit([
      ['Ask', ['ShortInput', { question: 'Who?' }]],
      [
        'Bye',
        ['Header', { title: 'All done', subheading: 'See you.' }],
        ['Disclaimer', { text: 'Fine print' }],
      ],
    ])
    expect(visitor.text).not.toContain('Step 1')
    expect(visitor.text).toContain('Submit')
    await visitor.send({ 'q.q0': 'Ada' })
    expect(visitor.text).toContain('All done See you. Fine print')
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: true })])
  })

  test('takes a step without a question along', async () => {
    const { visitor, form } = await visit([
      ['Hello', ['Header', { title: 'Welcome' }], ['NextButton', { buttonText: 'Start' }]],
      ['Ask', ['ShortInput', { question: 'Who?' }]],
    ])
    expect(visitor.page).toContain('<h1 dir="auto">Welcome</h1>')
    await visitor.send({})
    expect(visitor.text).toContain('Step 2 of 2')
    expect(await server.responses(form)).toEqual([expect.objectContaining({ data: [], finished: false })])
  })

  test('draws every component type', async () => {
    const { visitor } = await visit(everyComponent)
    const texts =
      'Tell us about you|What do you do?|Choose a password|Pick a time|How many are you?|Which first?|Before you go|That is all'
    for (const expected of texts.split('|')) {
      expect(visitor.text).toContain(expected)
      await visitor.send({ 'q.q35.firstName': 'Ada' })
    }
  })
})

test('a list that scrolls begins with what was chosen in it', async () => {
  const options = ['Arabic', 'Basque', 'Danish', 'Welsh']
  const { visitor } = await visit(notLast(['Dropdown', { options, isMulti: true }]))
  await visitor.send({ 'q.q0': ['Danish', 'Welsh'] })
  await visitor.send({ go: 'back' })
  const drawn = Array.from(visitor.page.matchAll(/name="q\.q0" value="([^"]*)"/g), ([, option]) => option)
  expect(drawn).toEqual(['Danish', 'Welsh', 'Arabic', 'Basque'])
})

test('every answer stands in its field again', async () => {
  const choices = ['Red', 'Green <&>', 'Blue']
  const steps: readonly ShortStep[] = notLast(
    ['ShortInput'],
    ['LongInput'],
    ['Dropdown', { options: choices }],
    ['Dropdown', { options: choices, isMulti: true }],
    ['MultipleOptionsQuestion', { choices }],
    ['GraphicOptions', { choices, isMulti: true }],
    ['SchedulerScreen', { dataUrl: 'https://calendar.example' }],
    ['IdentityInfo', { fields: [{ key: 'city', label: 'City' }] }],
  )
  const { visitor } = await visit(steps)
  await visitor.send({
    'q.q0': 'a "b"',
    'q.q1': 'c\n<d>',
    'q.q2': 'Green <&>',
    'q.q3': ['Red', 'Blue'],
    'q.q4': 'Green <&>',
    'q.q5': ['Red', 'Green <&>'],
    'q.q6.booked': 'yes',
    'q.q7.city': 'Köln',
  })
  await visitor.send({ go: 'back' })
  const chosen = visitor.page.matchAll(/name="([^"]*)" value="([^"]*)" checked|value="([^"]*)" selected/g)
  expect(
    Array.from(chosen, ([, name, value, selected]) =>
      selected === undefined ? `${name}=${value}` : selected,
    ),
  ).toEqual([
    'Green &lt;&amp;&gt;',
    'q.q3=Red',
    'q.q3=Blue',
    'q.q4=Green &lt;&amp;&gt;',
    'q.q5=Red',
    'q.q5=Green &lt;&amp;&gt;',
    'q.q6.booked=yes',
  ])
  for (const written of ['value="a &quot;b&quot;"', '>c\n&lt;d&gt;</textarea>', 'value="Köln"'])
    expect(visitor.page).toContain(written)
})

test.each(['ShortInput', 'LongInput'])(
  'control characters come back from the API as they were typed into %s',
  async (type) => {
    const { visitor, form } = await visit([['A', [type]]])
    const typed = 'a\u0000\u0001\t\v\f\u001b[31m\u007f\u0085\u009fb'
    await visitor.send({ 'q.q0': typed })
    expect(await server.answers(form)).toEqual([{ q0: typed }])
  },
)

describe('answers that need mending', () => {
  test('bring the step back with what was typed, and sentences tied to their fields', async () => {
    const { visitor } = await visit()
    await visitor.send({ 'q.q0': 'x'.repeat(10_001), 'q.q1': 'not <an> address' })
    expect(visitor.page).toContain('<title>Error: You – Survey</title>')
    expect(visitor.text).toContain('2 answers need correcting')
    expect(visitor.page).toMatch(/<div\s+class="summary" role="alert" tabindex="-1" autofocus/)
    expect(visitor.page).toMatch(/<a\s+href="#c1"><bdi>[^<]+<\/bdi> An e-mail address has an @/)
    expect(visitor.page).toMatch(
      /id="c1" name="q.q1" value="not &lt;an&gt; address"[^>]* aria-describedby="c1-problem" aria-invalid="true"/,
    )
    expect(visitor.page).toContain('id="c1-problem"')
  })

  test('do not keep the good answers beside them from being stored', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada', 'q.q1': 'nonsense' })
    expect(await server.answers(form)).toEqual([{ q0: 'Ada' }])
  })

  test('do not finish the form', async () => {
    const { visitor, form } = await visit()
    await visitor.send({})
    await visitor.send({})
    await visitor.send({ 'q.q4': 'Mauve' })
    expect(visitor.text).toContain('“Mauve” is not one of the options.')
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: false })])
  })

  test('do not hold anyone back from going back', async () => {
    const { visitor } = await visit([
      ['A', ['ShortInput']],
      ['B', ['EmailForm']],
    ])
    await visitor.send({})
    await visitor.send({ 'q.q1': 'nonsense', go: 'back' })
    expect(visitor.text).toContain('Step 1 of 2')
  })
})

describe('the session', () => {
  test('is a cookie for this form only, which no script can read', async () => {
    const form = await server.publish(threeSteps)
    const reply = await server.app.inject(`/s/${form.id}`)
    expect(reply.headers['set-cookie']).toMatch(
      new RegExp(`^formctl-resume=[^;]+; Max-Age=604800; Path=/s/${form.id}; HttpOnly; SameSite=Lax$`),
    )
  })

  test('works without cookies: the next step comes as the answer', async () => {
    const { visitor, form } = await visit(threeSteps, { takesCookies: false })
    expect((await visitor.send({ 'q.q0': 'Ada' })).statusCode).toBe(200)
    expect(visitor.text).toContain('Step 2 of 3')
    await visitor.send({ 'q.q2': 'Why not', go: 'back' })
    expect(visitor.page).toContain('value="Ada"')
    await visitor.send({ 'q.q0': 'Ada' })
    expect(visitor.page).toContain('>Why not</textarea>')
    await visitor.send({ 'q.q2': 'Why not' })
    expect((await visitor.send({})).statusCode).toBe(200)
    expect(visitor.text).toContain('Thank you')
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: true })])
  })

  test('is a cookie for https only where the page came by https', async () => {
    const app = fastify({ trustProxy: true })
    registerPages(app, server.deps)
    const form = await server.publish(threeSteps)
    const reply = await app.inject({ url: `/s/${form.id}`, headers: { 'x-forwarded-proto': 'https' } })
    expect(reply.headers['set-cookie']).toMatch(
      /^__Secure-formctl-resume=.*; Secure; Path=[^;]*; HttpOnly; SameSite=Lax$/,
    )
  })

  test('is not taken up again once finished; another response begins only where it is asked for', async () => {
    const { visitor, form } = await visit(twoSteps)
    await visitor.send({ 'q.q0': 'Ada' })
    await visitor.send({ 'q.q1': 'End' })
    for (const path of ['', '?step=1', '?step=2']) {
      await visitor.open(path)
      expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('Already submitted')])
      expect(visitor.page).not.toContain('Ada')
      expect(visitor.page).toContain(`href="/s/${form.id}?new"`)
    }
    await visitor.open('?new')
    await visitor.send({ 'q.q0': 'Bob' })
    expect(await server.answers(form)).toEqual([{ q0: 'Bob' }, { q0: 'Ada', q1: 'End' }])
  })

  test('that is under way goes on where another response is asked for', async () => {
    const { visitor } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    await visitor.open('?new')
    expect(visitor.page).toContain('value="Ada"')
  })

  test.each([true, false])(
    'makes no second response by Back and Next, with cookies: %s',
    async (takesCookies) => {
      const { visitor, form } = await visit(twoSteps, { takesCookies })
      const first = visitor.hidden()
      await visitor.send({ 'q.q0': 'Ada' })
      await visitor.send({ 'q.q1': 'End' })
      expect(visitor.text).toContain('Thank you')
      const reply = await visitor.post({ ...first, 'q.q0': 'Ada' })
      expect([reply.statusCode, reply.payload]).toEqual([200, expect.stringContaining('Already submitted')])
      expect(await server.answers(form)).toEqual([{ q0: 'Ada', q1: 'End' }])
    },
  )

  test('is thanked for once it is finished, and only in its own browser', async () => {
    const { visitor, form } = await visit(twoSteps)
    for (const stranger of [server.visitor(form), visitor]) {
      const reply = await server.app.inject({
        url: `${stranger.url}/done`,
        headers: { cookie: stranger.cookie },
      })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, stranger.url])
    }
    await visitor.send({})
    await visitor.send({})
    await visitor.open('/done')
    expect(visitor.text).toContain('Thank you')
  })

  test('is never taken from a page into a cookie that did not hold it', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    const stranger = server.visitor(form)
    const reply = await stranger.post({ ...visitor.hidden(), go: 'back' })
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([200, undefined])
    await stranger.open()
    expect(stranger.page).not.toContain('Ada')
    const ofStranger = stranger.cookie
    await stranger.post({ ...visitor.hidden(), go: 'back' })
    expect(stranger.cookie).toBe(ofStranger)
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://form.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://behind-a-proxy.example' }, 303],
    [{ 'sec-fetch-site': 'none' }, 303],
    [{ origin: 'http://form.example' }, 303],
    [{ origin: 'https://form.example', host: 'form.example:443' }, 303],
    [{ origin: 'http://form.example:8080' }, 403],
    [{ origin: 'http://other.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 303],
  ])('takes no step from elsewhere: %j gives %i', async (given, status) => {
    const { visitor, form } = await visit()
    const reply = await visitor.post({ 'q.q0': 'Ada' }, undefined, '', { host: 'form.example', ...given })
    expect(reply.statusCode).toBe(status)
    expect(reply.payload.includes('nothing was kept')).toBe(status === 403)
    expect(reply.payload.includes(`<a href="${visitor.url}">Open the form</a>`)).toBe(status === 403)
    expect(await server.responses(form)).toHaveLength(status === 303 ? 1 : 0)
  })

  test('finishes once, however often the last step is sent', async () => {
    const { visitor, form } = await visit(twoSteps)
    await visitor.send({ 'q.q0': 'Ada' })
    const fields = { ...visitor.hidden(), 'q.q1': 'End' }
    const replies = await Promise.all([visitor.post(fields), visitor.post(fields), visitor.post(fields)])
    expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
      Array.from({ length: 3 }, () => [303, `${visitor.url}/done`]),
    )
    expect(await server.answers(form)).toEqual([{ q0: 'Ada', q1: 'End' }])
  })

  test('says so when a finished response is sent again with other answers', async () => {
    const { visitor, form } = await visit(twoSteps)
    await visitor.send({ 'q.q0': 'Ada' })
    const fields = { ...visitor.hidden(), 'q.q1': 'End' }
    await visitor.post(fields)
    const reply = await visitor.post({ ...fields, 'q.q1': 'Changed' })
    expect(reply.statusCode).toBe(409)
    expect(reply.payload).toContain('Already submitted')
    expect(reply.payload).toContain(`href="/s/${form.id}?new"`)
    expect(await server.answers(form)).toEqual([{ q0: 'Ada', q1: 'End' }])
  })

  const badTokens: readonly (readonly [string, (token: string) => string])[] = [
    ['changed', (token) => `x${token}`],
    [
      "another form's",
      () =>
        signToken(
          { responseId: 'response-1', screensDone: 0 },
          { formId: 'other', secret: server.deps.secret, now: server.deps.now() },
        ),
    ],
    [
      'expired',
      () => {
        const now = new Date(Date.parse(server.deps.now()) - 8 * 86_400_000).toISOString()
        return signToken(
          { responseId: 'response-1', screensDone: 0 },
          { formId: 'other', secret: server.deps.secret, now },
        )
      },
    ],
    ['missing', () => ''],
  ]

  test.each(badTokens)('with a token that is %s begins another response', async (_claim, spoil) => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    const stranger = server.visitor(form, { takesCookies: false })
    const resume = spoil(visitor.hidden()['resume'] ?? '')
    expect((await stranger.post({ resume, step: '1', 'q.q0': 'Mallory' })).statusCode).toBe(200)
    expect(await server.answers(form)).toEqual([{ q0: 'Mallory' }, { q0: 'Ada' }])
  })

  test('whose token ran out in the middle starts at the first step, keeps what was sent, and says why', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    const hidden = visitor.hidden()
    server.wait(8 * 86_400)
    const reply = await visitor.post({ ...hidden, 'q.q2': 'Late' })
    expect(reply.statusCode).toBe(200)
    expect(reply.payload).toContain('could not be continued')
    expect(reply.payload).toContain('Step 1 of 3')
    expect(await server.answers(form)).toEqual([{ q2: 'Late' }, { q0: 'Ada' }])
  })

  test.each(['Mauve', 'Red'])(
    'whose token ran out at the last step says so, and does not finish: %s',
    async (answer) => {
      const { visitor, form } = await visit(threeSteps, { takesCookies: false })
      const reply = await visitor.post({ resume: 'x', step: '3', 'q.q4': answer })
      expect(reply.payload).toContain('could not be continued')
      expect(reply.payload).toContain('Step 1 of 3')
      expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: false })])
    },
  )
})

describe('a step that comes too early', () => {
  test('does not finish the form, keeps its good answers, and leads to the step that is next', async () => {
    const { visitor, form } = await visit()
    await visitor.post({ ...visitor.hidden(), step: '3', 'q.q4': 'Red' })
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: false })])
    await visitor.send({})
    await visitor.send({ step: '3' })
    expect(visitor.text).toContain('Step 2 of 3')
    expect(visitor.text).toContain('Fill in this one first.')
    await visitor.send({})
    await visitor.send({ 'q.q4': 'Red' })
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: true })])
  })

  test('shows first what of it contradicts a newer answer', async () => {
    const { visitor, form } = await visit()
    const early = { ...visitor.hidden(), step: '3' }
    await visitor.post({ ...early, 'q.q4': 'Red' })
    await visitor.send({ ...early, 'q.q4': 'Green', writer: 'another' })
    expect(visitor.status).toBe(409)
    expect(visitor.text).toContain('What was saved before Red')
    const [sent] = Array.from(visitor.page.matchAll(/type="radio"[^>]*name="basis.q4" value="([^"]*)"/g))
    await visitor.send({ 'basis.q4': sent?.[1] ?? '' })
    expect(visitor.text).toContain('Fill in this one first.')
    expect(await server.answers(form)).toMatchObject([
      { q4: { choices: [{ value: false }, { value: true }] } },
    ])
  })

  test('stays too early where the step before it needs mending', async () => {
    const { visitor } = await visit()
    await visitor.send({ 'q.q1': 'nonsense' })
    await visitor.send({ step: '2' })
    expect(visitor.text).toContain('Step 1 of 3')
  })
})

/** The files of a form's first question. */
const filesIn = async (form: PublishedForm) =>
  filesOf((await server.responses(form))[0]?.data.find(({ questionId }) => questionId === 'q0')?.response)
const fileNames = async (form: PublishedForm) => (await filesIn(form)).map(({ name }) => name)

describe('two tabs', () => {
  /** Two tabs of one browser at the first step, and what stands in the store. */
  async function tabs(steps: readonly ShortStep[], before: SentText = {}) {
    const form = await server.publish(steps)
    const [first, second] = [server.visitor(form), server.visitor(form)]
    await first.open()
    await first.send(before)
    await first.open('?step=1')
    second.cookie = first.cookie
    await second.open('?step=1')
    return { form, first, second }
  }
  const oneQuestion: readonly ShortStep[] = notLast(['ShortInput', { question: 'Who?' }])

  const [old, newer] = [{ 'q.q0': 'old' }, { 'q.q0': 'NEW' }]
  const both = { ...old, 'q.q1': 'old@example.com' }
  const [password, other] = [{ 'q.q0': 'hunter2' }, { 'q.q0': 'swordfish' }]
  const provided = { q0: expect.objectContaining({ provided: true }) }
  test.each<[string, readonly ShortStep[], before: SentText, first: SentText, second: SentText, object]>([
    ['keep the newer answer where the older was not changed', oneQuestion, old, newer, old, { q0: 'NEW' }],
    ['keep an answer taken away that the older did not change', oneQuestion, old, { 'q.q0': '' }, old, {}],
    ['that say the same have no conflict', oneQuestion, {}, newer, { 'q.q0': 'NEW ' }, { q0: 'NEW' }],
    ['never have a conflict of passwords', notLast(['PasswordInput']), {}, password, other, provided],
    [
      'change different questions without a conflict',
      threeSteps,
      both,
      { ...both, ...newer },
      { ...both, 'q.q1': 'new@example.com' },
      { q0: 'NEW', q1: 'new@example.com' },
    ],
  ])('%s', async (_claim, steps, before, sentFirst, sentSecond, answers) => {
    const { form, first, second } = await tabs(steps, before)
    await first.send(sentFirst)
    await second.send(sentSecond)
    expect(second.text).toContain('Step 2 of ')
    expect(await server.answers(form)).toEqual([answers])
  })

  const conflict = async () => {
    const tabsOfOne = await tabs(oneQuestion, old)
    await tabsOfOne.first.send(newer)
    await tabsOfOne.second.send({ 'q.q0': 'mine <b>' })
    return tabsOfOne
  }
  const bases = ({ page }: Visitor): readonly string[] =>
    Array.from(page.matchAll(/type="radio"[^>]*name="basis.q0" value="([^"]*)"/g), ([, value = '']) => value)

  test('with two answers to one question show both, and keep the newer one until one is chosen', async () => {
    const { form, second } = await conflict()
    expect(second.status).toBe(409)
    expect(second.text).toContain(
      'One answer has two versions Who? This answer was changed in another tab or window.',
    )
    expect(second.text).toContain('What you sent now mine <b>')
    expect(second.text).toContain('What was saved before NEW')
    await second.send({})
    expect(second.status).toBe(409)
    expect(await server.answers(form)).toEqual([{ q0: 'NEW' }])
  })

  test.each([
    [0, 'mine <b>'],
    [1, 'NEW'],
  ])('store the answer that is chosen: %i', async (choice, expected) => {
    const { form, second } = await conflict()
    await second.send({ 'basis.q0': bases(second)[choice] ?? '' })
    expect(second.text).toContain('Step 2 of 2')
    expect(await server.answers(form)).toEqual([{ q0: expected }])
  })

  test('ask again where the other tab changed the answer once more', async () => {
    const { form, first, second } = await conflict()
    await first.open('?step=1')
    await first.send({ 'q.q0': 'NEWER' })
    await second.send({ 'basis.q0': bases(second)[0] ?? '' })
    expect(second.text).toContain('What was saved before NEWER')
    await second.send({ 'basis.q0': bases(second)[0] ?? '' })
    expect(await server.answers(form)).toEqual([{ q0: 'mine <b>' }])
  })

  test('show an answer that was taken away as none, and can take it away', async () => {
    const { form, first, second } = await tabs(oneQuestion, { 'q.q0': 'old' })
    await first.send({ 'q.q0': 'NEW' })
    await second.send({ 'q.q0': '' })
    expect(second.text).toContain('What you sent now No answer')
    await second.send({ 'basis.q0': bases(second)[0] ?? '' })
    expect(await server.answers(form)).toEqual([{}])
  })

  test.each(['back', 'next'])(
    'show a conflict in the last step, which does not finish the form: %s',
    async (go) => {
      const { form, first, second } = await tabs(twoSteps)
      await second.open('?step=2')
      await first.open('?step=2')
      await first.send({ 'q.q1': 'old', go: 'back' })
      await second.send({ 'q.q1': 'mine', go })
      expect(second.text).toContain('What you sent now mine')
      expect([second.status, (await server.responses(form))[0]?.finished]).toEqual([409, false])
    },
  )

  test('show a question that the older page hid as it is stored, and only ask which version to keep', async () => {
    const isNo = { question: 'q1', is: 'No' }
    const { form, first, second } = await tabs(
      notLast(
        ['ShortInput', { question: 'Who?' }],
        ['MultipleOptionsQuestion', { question: 'Again?', choices: ['Yes', 'No'] }],
        ['ShortInput', { question: 'Why?' }, { visibleIf: isNo, required: true }],
      ),
    )
    await first.send({ 'q.q0': 'NEW', 'q.q1': 'No', 'q.q2': 'Soup' })
    await second.send({ 'q.q0': 'mine' })
    expect([second.status, second.text]).toEqual([409, expect.not.stringContaining('is kept')])
    expect(second.page).toContain('value="Soup"')
    await second.send({ 'basis.q0': bases(second)[0] ?? '', 'q.q1': 'No', 'q.q2': 'Soup' })
    expect(second.text).toContain('Step 2 of 2')
    expect((await server.answers(form))[0]).toMatchObject({ q0: 'mine', q2: 'Soup' })
  })

  test('show a conflict beside an answer that needs mending, and lose nothing', async () => {
    const { form, first, second } = await tabs(threeSteps, { 'q.q0': 'old' })
    await first.send({ 'q.q0': 'NEW' })
    await second.send({ 'q.q0': 'mine', 'q.q1': 'nonsense' })
    expect(second.text).toContain('2 answers need correcting')
    expect(second.page).toContain('value="nonsense"')
    await second.send({ 'basis.q0': bases(second)[0] ?? '', 'q.q1': 'ada@example.com' })
    expect(await server.answers(form)).toEqual([{ q0: 'mine', q1: 'ada@example.com' }])
  })

  test('keep the newer answer also after another answer of the older page was mended', async () => {
    const { form, first, second } = await tabs(threeSteps, { 'q.q0': 'old', 'q.q1': 'old@example.com' })
    await second.send({ 'q.q0': 'old', 'q.q1': 'nonsense' })
    await first.send({ 'q.q0': 'old', 'q.q1': 'new@example.com' })
    await second.send({ 'q.q0': 'old', 'q.q1': 'old@example.com' })
    expect(second.text).toContain('Step 2 of 3')
    expect(await server.answers(form)).toEqual([{ q0: 'old', q1: 'new@example.com' }])
  })

  test('show each part of an answer that has several, behind its label', async () => {
    const fields = ['firstName', 'city'].map((key) => ({ key, label: key }))
    const { form, first, second } = await tabs(notLast(['IdentityInfo', { fields }]))
    await first.send({ 'q.q0.firstName': 'Ada', 'q.q0.city': 'London' })
    await second.send({ 'q.q0.firstName': 'Grace' })
    expect(second.text).toContain(
      'What you sent now firstName: Grace What was saved before firstName: Ada city: London Next',
    )
    await second.send({ 'basis.q0': bases(second)[0] ?? '' })
    expect(await server.answers(form)).toEqual([{ q0: expect.objectContaining({ firstName: 'Grace' }) }])
  })

  test.each([false, true])('join their files, sent at once: %s', async (isAtOnce) => {
    const { form, first, second } = await tabs(notLast(['FileUploader']))
    const send = (visitor: Visitor, name: string) => visitor.send({}, [{ field: 'q.q0', name, bytes: name }])
    const sending = send(first, 'a.pdf')
    if (!isAtOnce) await sending
    await Promise.all([sending, send(second, 'b.pdf')])
    expect((await filesIn(form)).map(({ name }) => name).toSorted()).toEqual(['a.pdf', 'b.pdf'])
  })
})

describe('files', () => {
  const withFile: readonly ShortStep[] = notLast(['FileUploader', { question: 'Brief?' }], ['EmailForm', {}])
  const file = { field: 'q.q0', name: 'brief.pdf', bytes: '%PDF', type: 'application/pdf' }

  const uploadAt = (url = '') =>
    server.deps.store.uploads.get('environment-1', url.slice(url.lastIndexOf('/') + 1))

  test('are stored whole, and the answer says where', async () => {
    const { visitor, form } = await visit(withFile)
    expect(visitor.page).toContain('enctype="multipart/form-data"')
    await visitor.send({}, [
      file,
      { ...file, name: 'C:\\Users\\Ada\\b\u0007.txt', bytes: Buffer.from([0, 255]), type: 'x' },
    ])
    expect(visitor.text).toContain('Step 2 of 2')
    const files = await filesIn(form)
    expect(files.map(({ url: _url, ...rest }) => rest)).toEqual([
      { name: 'brief.pdf', size: 4, contentType: 'application/pdf' },
      { name: 'b.txt', size: 2, contentType: 'text/plain' },
    ])
    const upload = await uploadAt(files[0]?.url)
    const { name, type: contentType } = file
    expect(upload).toMatchObject({ formId: form.id, questionId: 'q0', name, contentType })
    expect(String(await storedBytes(server.deps.blobs, upload?.id ?? ''))).toBe('%PDF')
  })

  test('stay when the step is sent again, go when they are ticked, and others join them', async () => {
    const { visitor, form } = await visit(withFile)
    await visitor.send({}, [file])
    await visitor.send({ go: 'back' })
    expect(visitor.text).toContain('brief.pdf 1 kB Remove brief.pdf')
    await visitor.send({}, [{ ...file, name: 'more.pdf' }])
    const [first] = await filesIn(form)
    expect(await fileNames(form)).toEqual(['brief.pdf', 'more.pdf'])
    await visitor.send({ go: 'back' })
    await visitor.send({ 'q.q0.remove': first?.url ?? '' }, [{ field: 'q.q0', name: '', bytes: '' }])
    expect(await fileNames(form)).toEqual(['more.pdf'])
  })

  test('stay although another answer of the step needs mending', async () => {
    const { visitor, form } = await visit(withFile)
    await visitor.send({ 'q.q1': 'nonsense' }, [file])
    expect([visitor.hasProblems, (await filesIn(form)).length]).toEqual([true, 1])
    expect(visitor.text).toContain('brief.pdf 1 kB')
  })

  test('larger than 10 MiB are refused with a sentence; smaller ones beside them are kept', async () => {
    const { visitor, form } = await visit(withFile)
    const large = { ...file, name: 'film.mov', bytes: Buffer.alloc(10 * 1024 * 1024 + 1) }
    const reply = await visitor.send({}, [large, file])
    expect(reply.statusCode).toBe(413)
    expect(visitor.text).toContain('film.mov is larger than 10 MB. Choose a smaller file.')
    expect(await fileNames(form)).toEqual(['brief.pdf'])
  })

  test('are named by the public address where one is given, and are removed by it', async () => {
    const form = await server.publish(withFile)
    const visitor = new Visitor(buildApp({ ...server.deps, publicUrl: 'https://forms.example.com' }), form)
    await visitor.open()
    await visitor.send({}, [file])
    const [{ url } = { url: '' }] = await filesIn(form)
    expect(url).toMatch(/^https:\/\/forms\.example\.com\/api\/v1\/files\/\w+$/)
    expect(await uploadAt(url)).toMatchObject({ name: 'brief.pdf' })
    await visitor.send({ go: 'back' })
    await visitor.send({ 'q.q0.remove': url })
    expect(await uploadAt(url)).toBeUndefined()
  })

  test('of 10 MiB are taken', async () => {
    const { visitor, form } = await visit(withFile)
    await visitor.send({}, [{ ...file, bytes: Buffer.alloc(10 * 1024 * 1024) }])
    expect((await filesIn(form)).map(({ size }) => size)).toEqual([10_485_760])
  })

  test('of one name and size are both kept where they differ', async () => {
    const { visitor, form } = await visit(withFile)
    await visitor.send({}, [file])
    await visitor.send({ go: 'back' })
    await visitor.send({}, [{ ...file, bytes: 'PDF%' }])
    expect(await fileNames(form)).toEqual(['brief.pdf', 'brief.pdf'])
  })

  test('removed in one tab do not come back with what another tab sends, and can no longer be read', async () => {
    const { visitor: one, form } = await visit(withFile)
    await one.send({}, [file])
    const [{ url } = { url: '' }] = await filesIn(form)
    let remove: (() => Promise<unknown>) | undefined
    const { store } = server.deps
    const app = buildApp({
      ...server.deps,
      store: {
        ...store,
        uploads: {
          ...store.uploads,
          create: async (...given) => {
            await remove?.()
            await store.uploads.create(...given)
          },
        },
      },
    })
    const [first, second] = [new Visitor(app, form), new Visitor(app, form)]
    for (const visitor of [first, second]) {
      visitor.cookie = one.cookie
      await visitor.open('?step=1')
    }
    remove = async () => {
      remove = undefined
      await second.send({ 'q.q0.remove': url })
    }
    await first.send({}, [{ ...file, name: 'other.pdf' }])
    expect(await fileNames(form)).toEqual(['other.pdf'])
    expect(await uploadAt(url)).toBeUndefined()
  })

  test('of more than ten are not taken, those of before counted', async () => {
    const { visitor, form } = await visit(withFile)
    const six = (letter: string) =>
      Array.from({ length: 6 }, (_, i) => ({ ...file, name: `${letter}${i}.pdf` }))
    await visitor.send({}, six('a'))
    await visitor.send({ go: 'back' })
    await visitor.send({}, six('b'))
    expect(visitor.status).toBe(422)
    expect(visitor.text).toContain('These are 12 files. Send 10 or fewer.')
    expect(await filesIn(form)).toHaveLength(6)
  })

  test('of an earlier press stay beside those sent again with the last step, which thanks', async () => {
    const { visitor, form } = await visit([
      ['A', ['ShortInput']],
      ['B', ['FileUploader']],
    ])
    await visitor.send({})
    await visitor.send({ go: 'back' }, [{ ...file, name: 'early.pdf', field: 'q.q1' }])
    await visitor.open('?step=2')
    const hidden = visitor.hidden()
    for (const files of [[{ ...file, field: 'q.q1' }], [{ ...file, field: 'q.q1' }], []]) {
      const reply = await visitor.post(hidden, files)
      expect(reply.headers.location).toBe(`/s/${form.id}/done`)
    }
    const other = await visitor.post(hidden, [{ ...file, field: 'q.q1', bytes: 'other' }])
    expect(other.statusCode).toBe(409)
  })

  test('sent twice by a second press of the button are there once', async () => {
    const { visitor, form } = await visit(withFile)
    const hidden = visitor.hidden()
    await visitor.post(hidden, [file])
    await visitor.post(hidden, [file])
    expect(await fileNames(form)).toEqual(['brief.pdf'])
  })

  test('are not taken for a question that asks for none', async () => {
    const { visitor, form } = await visit(withFile)
    await visitor.send({}, [{ ...file, field: 'q.q1' }])
    expect((await server.responses(form))[0]?.data).toEqual([])
  })
})

test.each([
  ['as text', undefined],
  ['beside a place for files', []],
])('2,000 ticked options are kept, sent %s', async (_, files) => {
  const choices = Array.from({ length: 1000 }, (_unused, i) => `option ${i}`)
  const { visitor, form } = await server.visit(
    notLast(
      ['GraphicOptions', { choices, isMulti: true }],
      ['GraphicOptions', { choices, isMulti: true }],
      ['FileUploader'],
    ),
  )
  expect((await visitor.send({ 'q.q0': choices, 'q.q1': choices }, files)).statusCode).toBe(200)
  const ticked = (await server.responses(form))[0]?.data.flatMap(({ response }) => response['choices'])
  expect(ticked).toHaveLength(2000)
})

test('answers of more than 1 MiB in all steps are refused with 413, and those of before are kept', async () => {
  const questions = Array.from({ length: 24 }, (): [string] => ['LongInput'])
  const { visitor, form } = await server.visit([
    ...Array.from({ length: 6 }, (_, i): ShortStep => [`${i}`, ...questions]),
    ['End', ['ShortInput']],
  ])
  const statuses: number[] = []
  for (let step = 0; step < 5; step += 1) {
    const answers = questions.map((_, i) => [`q.q${step * 24 + i}`, 'x'.repeat(10_000)])
    statuses.push((await visitor.send(Object.fromEntries(answers))).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 413])
  expect(visitor.text).toContain('those of all steps about 1,000,000')
  expect(visitor.text).toContain(`so that you can copy it: Your answer ${'x'.repeat(10_000)}`)
  expect((await server.responses(form))[0]?.data).toHaveLength(96)
})

describe('what is no submission of the form', () => {
  const post = async (payload: string, type: string) => {
    const form = await server.publish(threeSteps)
    const headers = { 'content-type': type }
    return server.app.inject({ method: 'POST', url: `/s/${form.id}`, payload, headers })
  }
  const multipart = 'multipart/form-data; boundary=b'

  test.each([
    ['JSON', '{"step":1}', 'application/json'],
    ['plain text', 'step=1', 'text/plain'],
    ['a body without parts', 'no parts', multipart],
    ['a body that is cut off', '--b\r\ncut', multipart],
    ['parts without a boundary', 'x', 'multipart/form-data'],
    [
      'more than 5,000 parts',
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(5001)}--b--`,
      multipart,
    ],
    ['more than 5,000 fields', 'a&'.repeat(5001), 'application/x-www-form-urlencoded'],
  ])('is refused: %s', async (...[, payload, type]) => {
    const reply = await post(payload, type)
    expect(reply.statusCode).toBe(400)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.payload).toContain('What was sent is not what this form sends.')
  })

  test('is refused without a body', async () => {
    const form = await server.publish(threeSteps)
    expect((await server.app.inject({ method: 'POST', url: `/s/${form.id}` })).statusCode).toBe(400)
  })

  test('is refused above 256 KiB, with or without parts', async () => {
    const large = 'x'.repeat(256 * 1024)
    const parts = `--b\r\nContent-Disposition: form-data; name="q.q0"\r\n\r\n${large}\r\n--b--\r\n`
    for (const [payload, type] of [
      [`q.q0=${large}`, 'application/x-www-form-urlencoded'],
      [parts, multipart],
    ] as const) {
      const reply = await post(payload, type)
      expect(reply.statusCode).toBe(413)
      expect(reply.payload).toContain(
        'These answers are too long: those of one step may have about 250,000 characters together',
      )
    }
  })

  test('fields of no question are dropped', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada', 'q.q4': 'Red', 'q.zz': 'x', __proto__x: 'y', 'q.q0.x': 'z' })
    expect(await server.answers(form)).toEqual([{ q0: 'Ada' }])
  })
})

describe('a form that is not there', () => {
  test.each(['/s/nope', '/s/nope/done', '/s/%3Cscript%3E', '/s/__proto__'])(
    '%s is a page with 404',
    async (url) => {
      const reply = await server.app.inject(url)
      expect(reply.statusCode).toBe(404)
      expect(reply.payload).toContain('There is no form at this address.')
    },
  )

  test('a deleted form is as one that never was', async () => {
    const { visitor, form } = await visit()
    await server.deleteForm(form)
    expect((await visitor.post({ 'q.q0': 'Ada' })).statusCode).toBe(404)
    await visitor.open()
    expect([visitor.status, await server.responses(form)]).toEqual([404, []])
  })
})

describe('a form that is closed', () => {
  const close = async (form: PublishedForm): Promise<void> => void (await server.closeForm(form))

  test('says so with 410, and leads nowhere', async () => {
    const { visitor, form } = await visit()
    await close(form)
    for (const path of ['', '?step=2', '?new']) {
      await visitor.open(path)
      expect([visitor.status, visitor.text]).toEqual([
        410,
        expect.stringContaining('This form is closed It takes no more answers.'),
      ])
      expect(visitor.page).not.toMatch(/<form|<a /)
      expect(visitor.page).toContain(form.name)
    }
  })

  test('keeps nothing that is sent, says so, and leaves what was sent before', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    const before = await server.responses(form)
    await close(form)
    const reply = await visitor.post({ ...visitor.hidden(), 'q.q2': 'Because' })
    expect([reply.statusCode, reply.payload]).toEqual([
      410,
      expect.stringContaining('what you just sent was not kept. What you sent before is kept as it was.'),
    ])
    expect(await server.responses(form)).toEqual(before)
  })

  test('still thanks who has submitted', async () => {
    const { visitor, form } = await visit(twoSteps)
    await visitor.send({})
    await visitor.send({})
    await close(form)
    await visitor.open('/done')
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('Thank you')])
  })

  test('or deleted while a step comes in keeps nothing of it, files included, and says so', async () => {
    for (const [end, status] of [
      ['close', 410],
      ['delete', 404],
    ] as const) {
      const form = await server.publish(notLast(['FileUploader', {}]))
      const { store } = server.deps
      const ids: string[] = []
      const create: typeof store.uploads.create = async (uploads, at) => {
        ids.push(...uploads.map(({ id }) => id))
        await store.uploads.create(uploads, at)
        await store.forms[end](form.id, server.deps.now())
      }
      const deps = { ...server.deps, store: { ...store, uploads: { ...store.uploads, create } } }
      const visitor = new Visitor(buildApp(deps), form)
      await visitor.open()
      const file = { field: 'q.q0', name: 'brief.pdf', bytes: '%PDF', type: 'application/pdf' }
      expect((await visitor.send({}, [file])).statusCode).toBe(status)
      expect(await server.responses(form)).toEqual([])
      expect(await store.uploads.get('environment-1', ids[0] ?? '')).toBeUndefined()
      expect(ids).toHaveLength(1)
    }
  })
})

describe('what a page may do', () => {
  const evil = `</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"'`
  const hostile: readonly ShortStep[] = [
    [
      evil,
      ['Header', { title: evil, subheading: evil }],
      ['IdentityInfo', { fields: [{ key: 'firstName', label: evil, placeholder: evil, revealAfter: evil }] }],
      ['Dropdown', { question: evil, options: [evil], placeholder: evil }],
      ['MultipleOptionsQuestion', { question: evil, choices: [evil], subheading: evil }],
      ['SchedulerScreen', { dataUrl: `https://a.example/${evil}`, message: evil }],
      ['FileUploader', { question: evil }],
      ['NextButton', { buttonText: evil }],
      ['Disclaimer', { text: evil }],
    ],
    [evil, ['LongInput', { question: evil }], ['ShortInput', { question: evil }]],
  ]

  test('no text of the author or of a visitor becomes markup', async () => {
    const form = await server.publish(hostile, { name: evil })
    const visitor = server.visitor(form)
    const pages = [(await visitor.open()).payload]
    await visitor.send({ 'q.q1.firstName': evil, 'q.q2': 'wrong <script>' }, [
      { field: 'q.q5', name: '<img src=x>', bytes: 'x' },
    ])
    pages.push(visitor.page)
    await visitor.send({ 'q.q1.firstName': evil })
    pages.push(visitor.page)
    await visitor.send({ 'q.q8': evil, 'q.q9': evil, go: 'back' })
    await visitor.send({ 'q.q1.firstName': evil })
    pages.push(visitor.page)
    for (const [i, page] of pages.entries()) {
      expect(page).not.toMatch(/<img/i)
      // Its own, on pages that save what is typed or send files.
      const isScripted = /data-save|type="file"/.test(page)
      expect(page.match(/<script/gi) ?? [], `page ${i}`).toHaveLength(isScripted ? 1 : 0)
      expect(page.match(/<\/title>|<\/style>/g)).toEqual(['</title>', '</style>'])
    }
    expect(pages[3]).toContain('&lt;script&gt;')
  })

  test('HEAD answers as GET, without the page', async () => {
    const form = await server.publish(threeSteps)
    const reply = await server.app.inject({ method: 'HEAD', url: `/s/${form.id}` })
    expect([reply.statusCode, reply.payload, reply.headers['cache-control']]).toEqual([200, '', 'no-store'])
  })

  test('the policy allows its own style and script only, and forbids all else', async () => {
    const { visitor } = await visit()
    const { headers } = await visitor.open()
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'$/,
    )
  })

  test.each([
    ['https://calendar.example/ada?x=1', '; frame-src https://calendar.example', true],
    ['https://calendar.example:8443/ada', '; frame-src https://calendar.example:8443', true],
    ['https://a;script-src/x', '', true],
    ['http://calendar.example/ada', '', true],
    ['javascript:alert(1)', '', false],
    ['calendar', '', false],
  ])('a calendar at %s is framed only from its own https host', async (...[dataUrl, frames, hasLink]) => {
    const { visitor } = await visit(notLast(['SchedulerScreen', { dataUrl }]))
    const policy = String((await visitor.open()).headers['content-security-policy'])
    expect(policy.slice(policy.indexOf("frame-ancestors 'self'") + 22)).toBe(frames)
    expect(visitor.page.includes('<iframe')).toBe(frames !== '')
    expect(visitor.page.includes('>Open the calendar')).toBe(hasLink)
  })

  test('a calendar gets the e-mail address of an earlier step where the author says so', async () => {
    const calendar = { dataUrl: 'https://calendar.example/ada?x=1', prefillEmail: true }
    const { visitor } = await visit([
      ['A', ['EmailForm']],
      ['B', ['SchedulerScreen', calendar]],
    ])
    await visitor.send({ 'q.q0': 'ada+b@example.com' })
    expect(visitor.page).toContain('src="https://calendar.example/ada?x=1&amp;email=ada%2Bb%40example.com"')
  })

  test('a fault of the server is said plainly, without its inner text', async () => {
    const broken = await pageServer()
    const form = await broken.publish(threeSteps)
    await broken.deps.store.close()
    const reply = await broken.app.inject(`/s/${form.id}`)
    expect(reply.statusCode).toBe(500)
    expect(reply.payload).toContain('This is our fault, not yours.')
    expect(reply.payload).not.toMatch(/database|sqlite/i)
    await broken.app.close()
  })

  test('a page is small: under 9 KB as gzip with all dial codes, under 8 KB without', async () => {
    const { visitor } = await visit(everyComponent)
    expect(gzipSync(visitor.page).length).toBeLessThan(9000)
    await visitor.send({})
    expect(gzipSync(visitor.page).length).toBeLessThan(8000)
  })
})

describe('what a page says to machines', () => {
  test('every control has a label, and what browsers and phones need to help', async () => {
    const fields = [
      { key: 'workEmailAddress', label: 'Work e-mail' },
      { key: 'phoneNumber', label: 'Phone', includeDialCode: true, defaultDialCodeCountry: 'gb' },
      { key: 'streetAddress', label: 'Street' },
      { key: 'websiteUrl', label: 'Site' },
    ]
    const { visitor } = await visit(notLast(['IdentityInfo', { fields }]))
    expect(visitor.page).toMatch(/<label\s+for="c0-workEmailAddress" dir="auto"\s*>Work e-mail<\/label/)
    expect(visitor.page).toMatch(
      /type="email"[^>]*name="q.q0.workEmailAddress"[^>]*autocomplete="work email"[^>]*inputmode="email"/,
    )
    expect(visitor.page).toMatch(/autocomplete="address-line1"/)
    expect(visitor.page).toMatch(/type="url"/)
    expect(visitor.page).toMatch(/<option value="GB" selected>\s*United Kingdom \+44\s*<\/option>/)
    expect(visitor.page.match(/<option/g)?.length).toBeGreaterThan(200)
  })

  test('groups are fieldsets with a legend; a hidden question is still there to be heard', async () => {
    const { visitor } = await visit(
      notLast(
        ['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red'] }],
        ['Dropdown', { question: 'Where?', options: ['X'], hideQuestion: true }],
      ),
    )
    expect(visitor.page).toMatch(
      /<fieldset class="field"\s+role="radiogroup">\s*<legend\s+dir="auto">Which\?/,
    )
    expect(visitor.page).toMatch(/<label\s+class="visually-hidden"\s+for="c1" dir="auto"\s*>Where\?/)
    await visitor.send({})
    expect(visitor.page).toMatch(/<label\s+class="visually-hidden"\s+for="c0" dir="auto"\s*>Your answer/)
  })

  test('a field waits for another by CSS alone; fields that wait in a ring, or for none, are shown', async () => {
    const field = (key: string, revealAfter?: string) => ({
      key,
      label: key,
      ...(revealAfter ? { revealAfter } : {}),
    })
    const fields = [
      field('firstName'),
      field('lastName', 'firstName'),
      field('title', 'lastName'),
      field('city', 'state'),
      field('state', 'city'),
      field('country', 'zipCode'),
    ]
    const { visitor } = await visit(notLast(['IdentityInfo', { fields }]))
    const rules = visitor.page.match(/form:has[^}]*}/g)
    expect(rules).toEqual([
      'form:has(#c0-firstName:placeholder-shown) #c0-lastName-field{display:none}',
      'form:has(#c0-lastName:placeholder-shown,#c0-firstName:placeholder-shown) #c0-title-field{display:none}',
    ])
  })
})

test.each([
  ['', ['PUT', 'PATCH', 'DELETE'], 'GET, HEAD, POST'],
  ['/done', ['PUT', 'PATCH', 'DELETE', 'POST'], 'GET, HEAD'],
] as const)('the page of a form%s says which methods it takes', async (more, methods, allow) => {
  const { visitor } = await visit()
  for (const method of methods) {
    const reply = await server.app.inject({ method, url: visitor.url + more, payload: 'x' })
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, allow])
  }
})

test('a name cannot turn the title of a tab, and is isolated in the page', async () => {
  const { visitor } = await server.visit([['Ste\u202ep \u0645', ['ShortInput', { question: 'Q' }]], ['B']])
  expect(visitor.page).toContain('<title>Step \u0645 – Survey</title>')
  expect(visitor.page).toContain('<h1 dir="auto">Ste\u202ep \u0645</h1>')
})
