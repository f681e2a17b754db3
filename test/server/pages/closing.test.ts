import { expect, test } from 'vitest'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()

const oneStep: readonly ShortStep[] = [['A', ['ShortInput', { question: 'Who?' }]]]
const twoSteps: readonly ShortStep[] = [...oneStep, ['B', ['ShortInput', { question: 'Why?' }]]]

const timeIn = (seconds: number): string =>
  new Date(Date.parse(server.deps.now()) + seconds * 1000).toISOString()

test('a form takes answers until its time, and then shows since when it is closed, also to who just sent something', async () => {
  const { visitor, form } = await server.visit(oneStep, { settings: { closesAt: timeIn(600) } })
  expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('Who?')])
  server.wait(600)
  await visitor.send({ 'q.q0': 'Ada' })
  expect(visitor.status).toBe(410)
  expect(visitor.text).toMatch(
    /This form is closed This form is closed since .* UTC\. It takes no more answers, so what you just sent was not kept/,
  )
  expect(visitor.text).toContain('Ada')
  await visitor.open()
  expect([visitor.status, visitor.text]).toEqual([410, expect.stringContaining('This form is closed since')])
  expect(await server.responses(form)).toEqual([])
})

test('a time with another zone than ours is the same moment, and a text that is not a time closes nothing', async () => {
  for (const [closesAt, status] of [
    ['2020-01-01T00:00:00+05:00', 410],
    ['3000-01-01T00:00:00-05:00', 200],
    ['soon', 200],
  ] as const) {
    const { visitor } = await server.visit(oneStep, { settings: { closesAt } })
    expect([closesAt, visitor.status]).toEqual([closesAt, status])
  }
})

test('of 20 people who send at once with one place left, one is thanked; the others keep their answers and see why', async () => {
  const form = await server.publish(oneStep, { settings: { responseLimit: 1 } })
  const visitors = Array.from({ length: 20 }, () => server.visitor(form))
  for (const visitor of visitors) await visitor.open()
  const replies = await Promise.all(
    visitors.map((visitor, i) => visitor.post({ ...visitor.hidden(), 'q.q0': `Ada ${i}` })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    303,
    ...Array.from({ length: 19 }, () => 410),
  ])
  expect(replies.find(({ statusCode }) => statusCode === 410)?.body).toContain(
    'This form has all the responses it takes',
  )
  const records = await server.responses(form)
  expect([records.length, records.filter(({ finished }) => finished).length]).toEqual([20, 1])
})

test('a form with all its responses says so to who opens it, and thanks again who had sent the last one', async () => {
  const form = await server.publish(twoSteps, { settings: { responseLimit: 1 } })
  const [first, second] = [server.visitor(form), server.visitor(form)]
  for (const visitor of [first, second]) {
    await visitor.open()
    await visitor.send({ 'q.q0': 'Ada' })
  }
  const sent = { ...first.hidden(), 'q.q1': 'Because' }
  expect((await first.post(sent)).statusCode).toBe(303)
  expect((await first.post(sent)).headers.location).toBe(`${first.url}/done`)
  await second.send({ 'q.q1': 'Because' })
  expect([second.status, second.text]).toEqual([410, expect.stringContaining('Your answers are kept')])
  const late = server.visitor(form)
  await late.open()
  expect([late.status, late.text]).toEqual([410, expect.stringContaining('It takes no more.')])
})

test('what is shown again of a closed form reads as on its page; of what is no answer only what was typed', async () => {
  const options = ['Germany', 'Egypt']
  const { visitor } = await server.visit(
    [
      [
        'A',
        ['ShortInput', { question: 'Typed' }],
        ['Dropdown', { question: 'Country', options }],
        ['Consent', { question: 'Terms', text: 'I agree.' }],
        ['Matrix', { question: 'Table', rows: ['Food'], columns: ['Good'] }],
        ['Ranking', { question: 'Order', options }],
        ['Number', { question: 'Weight', unit: 'kg' }],
        ['Date', { question: 'Day' }],
        ['Phone', { question: 'Phone', includeDialCode: true }],
        ['EmailForm', {}],
        ['MultipleOptionsQuestion', { question: 'Many', choices: options, isMulti: true, minChoices: 2 }],
        ['PasswordInput', { question: 'Secret' }],
        ['LongInput', { question: 'Left empty' }],
        ['IdentityInfo', { fields: [{ key: 'emailAddress', label: 'Mail' }] }],
      ],
    ],
    {
      accepts: 'de',
      settings: { closesAt: timeIn(600) },
      translations: { de: { Germany: 'Deutschland', Egypt: 'Ägypten', Good: 'Gut', Food: 'Essen' } },
    },
  )
  server.wait(600)
  await visitor.send({
    'q.q0': 'Germany',
    'q.q1': 'Germany',
    'q.q2': 'yes',
    'q.q3.r0': 'Good',
    'q.q4.o0': '2',
    'q.q4.o1': '1',
    'q.q5': '1,5',
    'q.q6': '2026-05-31',
    'q.q7': '030',
    'q.q7.country': 'DE',
    'q.q8': 'ada@',
    'q.q9': 'Egypt',
    'q.q10': 'hunter2',
    'q.q12.emailAddress': 'ada@',
  })
  expect(visitor.status).toBe(410)
  const lines = visitor.page.matchAll(/<(dt|dd) dir="auto">(.*?)<\/\1>/g)
  expect(Array.from(lines, ([, tag, text]) => `${tag === 'dt' ? '\n' : ' | '}${text}`).join('')).toBe(`
Typed | Germany
Country | Deutschland
Terms | Ja: I agree.
Table | Essen: Gut
Order | Deutschland: 2 | Ägypten: 1
Weight | 1,5 kg
Day | 31. Mai 2026
Phone | 030
E-Mail-Adresse | ada@
Mail | Mail: ada@`)
})
