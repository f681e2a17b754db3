/** The task that the browsers of a form's people solve (`proofOfWork`). */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import { expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { sharedPageServer, twoSteps, Visitor } from '../../support/page-server.ts'

const server = await sharedPageServer()

const settings = { proofOfWork: true, editableDays: 14 }

const read = (text: string): Payload => JSON.parse(Buffer.from(text, 'base64').toString()) as Payload
const written = (payload: Payload): string => Buffer.from(JSON.stringify(payload)).toString('base64')

/** A task with its solution, as a browser sends it. */
async function solved(task: string): Promise<string> {
  const { challenge } = read(task)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The task has no solution')
  return written({ challenge, solution })
}

/** Somebody at the last step of a form. */
async function atLast(form: PublishedForm, takesCookies = true): Promise<Visitor> {
  const visitor = server.visitor(form, { takesCookies })
  await visitor.open()
  await visitor.send({ 'q.q0': 'Ada' })
  server.wait(30)
  return visitor
}

const taskOf = (visitor: Visitor): string => visitor.hidden()['work'] ?? ''

async function finishedWith(form: PublishedForm, visitor: Visitor, work: string): Promise<unknown> {
  await visitor.send({ 'q.q1': 'B', work })
  expect(visitor.text).toContain('Thank you')
  const [record] = await server.responses(form)
  expect(record?.finished).toBe(true)
  return record?.meta['flags']
}

test.each([true, false])(
  'a response with the solution of its own task has no flag; cookies: %s',
  async (takesCookies) => {
    const form = await server.publish(twoSteps, { settings })
    const visitor = await atLast(form, takesCookies)
    expect(await finishedWith(form, visitor, await solved(taskOf(visitor)))).toBeUndefined()
  },
)

test.each<[string, (task: string) => string | Promise<string>]>([
  ['no solution', (task) => task],
  ['an empty field', () => ''],
  ['something else', () => Buffer.from('{"challenge":null,"solution":7}').toString('base64')],
  [
    'a wrong solution',
    (task) => written({ ...read(task), solution: { counter: 1, derivedKey: '0'.repeat(64) } }),
  ],
  [
    'the solution of an easier task, which nobody signed',
    async (task) => {
      const { challenge } = read(task)
      const parameters = { ...challenge.parameters, cost: 1, keyPrefix: '0' }
      return solved(written({ ...read(task), challenge: { ...challenge, parameters } }))
    },
  ],
])('a response with %s is finished, and flagged', async (_name, workFor) => {
  const form = await server.publish(twoSteps, { settings })
  const visitor = await atLast(form)
  expect(await finishedWith(form, visitor, await workFor(taskOf(visitor)))).toEqual(['no-proof'])
})

test("the solution of another response's task counts for that one alone", async () => {
  const form = await server.publish(twoSteps, { settings })
  const work = await solved(taskOf(await atLast(form)))
  expect(await finishedWith(form, await atLast(form), work)).toEqual(['no-proof'])
})

test('a solution expires with the page that it was found on', async () => {
  const form = await server.publish([['A', ['ShortInput']]], { settings })
  const visitor = server.visitor(form, { takesCookies: false })
  await visitor.open()
  const work = await solved(taskOf(visitor))
  server.wait(8 * 24 * 60 * 60)
  await visitor.send({ 'q.q0': 'Ada', work })
  const [record] = await server.responses(form)
  expect([record?.finished, record?.meta['flags']]).toEqual([true, expect.arrayContaining(['no-proof'])])
})

test('two people get a task of their own each, on the last step alone, and a page with problems has it again', async () => {
  const form = await server.publish(
    [
      ['A', ['ShortInput']],
      ['B', ['EmailForm']],
    ],
    { settings },
  )
  const first = server.visitor(form)
  await first.open()
  expect([taskOf(first), first.page.includes('PBKDF2')]).toEqual(['', false])
  const [ada, bob] = [await atLast(form), await atLast(form)]
  const idIn = (visitor: Visitor) => read(taskOf(visitor)).challenge.parameters.data?.['responseId']
  expect(idIn(ada)).toBe(ada.hidden()['resume']?.split('.', 1)[0])
  expect(idIn(bob)).not.toBe(idIn(ada))
  await ada.send({ 'q.q1': 'ada@' })
  expect([ada.hasProblems, idIn(ada)]).toEqual([true, ada.hidden()['resume']?.split('.', 1)[0]])
})

test('every step that may be the last has a task', async () => {
  const form = await server.publish(
    [
      ['A', ['ShortInput']],
      ['B', ['ShortInput', {}, { visibleIf: { question: 'q0', is: 'more' } }]],
    ],
    { settings },
  )
  const visitor = server.visitor(form)
  await visitor.open()
  expect(taskOf(visitor)).not.toBe('')
})

test('a form that asks for no proof has no task, and flags nothing', async () => {
  const form = await server.publish(twoSteps)
  const visitor = await atLast(form)
  expect(taskOf(visitor)).toBe('')
  expect(await finishedWith(form, visitor, '')).toBeUndefined()
})
