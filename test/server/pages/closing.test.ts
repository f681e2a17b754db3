import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageServer, Visitor, type PageServer, type ShortStep } from '../../support/page-server.ts'

let server: PageServer
beforeAll(async () => {
  server = await pageServer()
})
afterAll(() => server.close())

const oneStep: readonly ShortStep[] = [['A', ['ShortInput', { question: 'Who?' }]]]
const twoSteps: readonly ShortStep[] = [...oneStep, ['B', ['ShortInput', { question: 'Why?' }]]]

const timeIn = (seconds: number): string =>
  new Date(Date.parse(server.world.now()) + seconds * 1000).toISOString()

test('a form takes answers until its time, and then shows since when it is closed, also to who just sent something', async () => {
  const form = await server.publish(oneStep, { settings: { closesAt: timeIn(600) } })
  const visitor = new Visitor(server.app, form)
  await visitor.open()
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

test('a time with another zone than ours is the same moment, and a text that is no time closes nothing', async () => {
  for (const [closesAt, status] of [
    ['2020-01-01T00:00:00+05:00', 410],
    ['3000-01-01T00:00:00-05:00', 200],
    ['soon', 200],
  ] as const) {
    const form = await server.publish(oneStep, { settings: { closesAt } })
    const visitor = new Visitor(server.app, form)
    await visitor.open()
    expect([closesAt, visitor.status]).toEqual([closesAt, status])
  }
})

test('of 20 people who send at once with one place left, one is thanked; the others keep their answers and see why', async () => {
  const form = await server.publish(oneStep, { settings: { responseLimit: 1 } })
  const visitors = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const visitor = new Visitor(server.app, form)
      await visitor.open()
      return visitor
    }),
  )
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
  const [first, second] = [new Visitor(server.app, form), new Visitor(server.app, form)]
  for (const visitor of [first, second]) {
    await visitor.open()
    await visitor.send({ 'q.q0': 'Ada' })
  }
  const sent = { ...first.hidden(), 'q.q1': 'Because' }
  expect((await first.post(sent)).statusCode).toBe(303)
  expect((await first.post(sent)).headers.location).toBe(`${first.url}/done`)
  await second.send({ 'q.q1': 'Because' })
  expect([second.status, second.text]).toEqual([410, expect.stringContaining('Your answers are kept')])
  const late = new Visitor(server.app, form)
  await late.open()
  expect([late.status, late.text]).toEqual([410, expect.stringContaining('It takes no more.')])
})
