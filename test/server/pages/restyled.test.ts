import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { defaultStyle } from '../../../src/server/style.ts'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()

const styles = {
  step: defaultStyle,
  one: { ...defaultStyle, layout: { ...defaultStyle.layout, questions: 'one' } },
} as const

const steps: readonly ShortStep[] = [
  ['One', ['ShortInput', { question: 'a?' }], ['ShortInput', { question: 'b?' }]],
  ['Two', ['ShortInput', { question: 'c?' }], ['EmailForm', { question: 'd?' }]],
  ['Three', ['ShortInput', { question: 'e?' }]],
]

const visit = (style: keyof typeof styles) => server.visit(steps, { style: styles[style] })
const restyle = ({ id }: PublishedForm, style: keyof typeof styles) =>
  server.deps.store.forms.restyle(id, styles[style], [])
const answersOf = async (form: PublishedForm) =>
  (await server.responses(form)).map(({ finished, data }) => ({
    finished,
    values: data.map(({ response }) => response['value']),
  }))

describe('a form that shows its questions otherwise since a page was drawn', () => {
  test('one at a time: keeps all that the page sends, and goes on after it', async () => {
    const { visitor, form } = await visit('step')
    await visitor.send({ 'q.q0': 'A', 'q.q1': 'B' })
    await restyle(form, 'one')
    await visitor.send({ 'q.q2': 'C', 'q.q3': 'd@' })
    expect(visitor.status).toBe(422)
    expect(visitor.page).toContain('value="C"')
    await visitor.send({ 'q.q2': 'C', 'q.q3': 'd@example.com' })
    expect(visitor.text).toContain('Step 5 of 5')
    await visitor.send({ 'q.q4': 'E' })
    expect(visitor.text).toContain('Thank you')
    expect(await answersOf(form)).toEqual([{ finished: true, values: ['A', 'B', 'C', 'd@example.com', 'E'] }])
  })

  test('all of a step: shows the rest of the step, with what was answered', async () => {
    const { visitor, form } = await visit('one')
    await visitor.send({ 'q.q0': 'A' })
    await restyle(form, 'step')
    await visitor.send({ 'q.q1': 'B' })
    expect(visitor.text).toContain('Step 2 of 3')
    await restyle(form, 'one')
    await visitor.open('?step=3')
    await restyle(form, 'step')
    await visitor.send({ 'q.q2': 'C' })
    expect(visitor.text).toContain('Step 2 of 3')
    expect(visitor.page).toContain('value="C"')
    await visitor.open('?step=3')
    expect(visitor.text).toContain('Step 2 of 3')
    await visitor.send({ 'q.q2': 'C', go: 'back' })
    expect(visitor.text).toContain('Step 1 of 3')
    expect(visitor.page).toContain('value="B"')
  })

  test('is resumed where it was left', async () => {
    const { visitor, form } = await visit('step')
    await visitor.send({ 'q.q0': 'A', 'q.q1': 'B' })
    await restyle(form, 'one')
    await visitor.open()
    expect(visitor.page).toContain(`href="${visitor.url}?step=3"`)
    await visitor.open('?step=9')
    await visitor.open('?step=4')
    expect(visitor.text).toContain('Step 3 of 5')
  })

  test('finishes with the page that was drawn before', async () => {
    const { visitor, form } = await visit('step')
    await visitor.send({ 'q.q0': 'A', 'q.q1': 'B' })
    await visitor.send({})
    await restyle(form, 'one')
    await visitor.send({ 'q.q4': 'E' })
    expect(visitor.text).toContain('Thank you')
    expect(await answersOf(form)).toEqual([{ finished: true, values: ['A', 'B', 'E'] }])
  })
})

test('a logo stands on every page of the form, also on the last one; without it the last page has no name', async () => {
  const logo = { image: 'ab'.repeat(32), alt: 'Example Ltd' }
  const one: readonly ShortStep[] = [['One', ['ShortInput', { question: 'a?' }]]]
  const style = { ...defaultStyle, layout: { ...defaultStyle.layout, logo } }
  const { visitor: withLogo } = await server.visit(one, { style })
  expect(withLogo.page).toContain('alt="Example Ltd"')
  await withLogo.send({ 'q.q0': 'A' })
  expect(withLogo.text).toContain('Thank you')
  expect(withLogo.page).toContain('alt="Example Ltd"')
  const { visitor: without } = await server.visit(one, { style: defaultStyle })
  await without.send({ 'q.q0': 'A' })
  expect(without.page).not.toContain('class="top"')
})
