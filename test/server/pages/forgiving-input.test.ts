import { expect, test } from 'vitest'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()
const end: ShortStep = ['End', ['ShortInput', { question: 'Anything else?' }]]
const field = { key: 'workEmailAddress', label: 'E-mail' }

test.each([
  ['EmailForm', {}, 'q.q0'],
  ['IdentityInfo', { fields: [field] }, 'q.q0.workEmailAddress'],
] as const)(
  '%s: a mistyped domain stops nobody, and the next step says what was meant',
  async (type, content, name) => {
    const { visitor, form } = await server.visit([['One', [type, content]], end])
    expect(visitor.text).not.toContain('Did you mean')
    await visitor.send({ [name]: 'ada@gmial.com' })
    expect([visitor.status, visitor.hasProblems]).toEqual([200, false])
    expect(visitor.text).toContain('Step 2 of 2')
    expect(visitor.page).toMatch(/<a href="[^"]*\?step=1"\s*>Did you mean \u2068?ada@gmail\.com\u2069?\?<\/a/)
    await visitor.open('?step=1')
    expect(visitor.page).toMatch(/<p class="hint">Did you mean \u2068?ada@gmail\.com\u2069?\?<\/p>/)
    await visitor.send({ [name]: 'ada@gmail.com' })
    expect(visitor.text).not.toContain('Did you mean')
    expect(JSON.stringify(await server.responses(form))).toContain('ada@gmail.com')
  },
)

test('a postal code among personal details depends on the country, too', async () => {
  const fields = ['zipCode', 'country'].map((key) => ({ key, label: key, required: true }))
  const { visitor } = await server.visit([['One', ['IdentityInfo', { fields }]], end])
  expect(visitor.text).toContain('If the country has one.')
  await visitor.send({ 'q.q0.country': 'Germany' })
  expect(visitor.hasProblems).toBe(true)
  await visitor.send({ 'q.q0.country': 'Ireland' })
  expect(visitor.text).toContain('Step 2 of 2')
})

test('a postal code is asked for where the country has one, and is not marked as required', async () => {
  const { visitor } = await server.visit([['One', ['Address', {}, { required: true }]], end])
  expect(visitor.text).toContain('If the country has one.')
  const sent = { 'q.q0.streetAddress': '1 Queen’s Road', 'q.q0.city': 'Hong Kong' }
  await visitor.send({ ...sent, 'q.q0.country': 'United Kingdom' })
  expect(visitor.text).toContain('Fill in the postal code.')
  await visitor.send({ ...sent, 'q.q0.country': 'Hong Kong' })
  expect(visitor.text).toContain('Step 2 of 2')
})
