import { expect, test } from 'vitest'
import { starterStyles } from '../../../src/server/starter-forms.ts'
import { sharedPageServer, type ShortStep, Visitor } from '../../support/page-server.ts'

const server = await sharedPageServer()

const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]
const name: ShortStep = ['One', ['ShortInput', { question: 'Name' }]]

async function reportOf(
  steps: readonly ShortStep[],
  style = starterStyles.meadow,
  language = 'en',
): Promise<Visitor> {
  const visitor = server.visitor(await server.publish(steps, { style, language }))
  await visitor.open('/accessibility')
  return visitor
}

test('every step links to the page that says how accessible the form is', async () => {
  const visitor = new Visitor(
    server.app,
    await server.publish([['Text', ['Statement', { text: 'Hello' }]], name, end]),
  )
  for (const step of ['', '?step=2']) {
    await visitor.open(step)
    expect(visitor.page).toContain(`href="${visitor.url}/accessibility"`)
  }
})

test('the page says what was checked and how, the contrast of the form’s own colours, and whom to ask', async () => {
  const { status, text } = await reportOf([name, end])
  expect(status).toBe(200)
  for (const sentence of [
    'WCAG 2.2 at level AA',
    'axe-core finds nothing',
    'with the keyboard alone',
    'On light pages the contrast of texts is 6.35 or more',
    'On dark pages the contrast of texts is 8.52 or more',
    'Tell whoever gave you this form.',
  ])
    expect(text).toContain(sentence)
  expect(text).not.toContain('less contrast')
  expect(text).not.toContain('calendar')
})

test('the page writes contrasts as its language does', async () => {
  const { text } = await reportOf([name, end], starterStyles.meadow, 'de')
  expect([text.includes('6,35'), text.includes('6.35')]).toEqual([true, false])
})

test('the page names what of the form is not accessible, or not known', async () => {
  const pale = { ...starterStyles.meadow, colors: { ...starterStyles.meadow.colors, text: '#999999' } }
  const images = [
    { option: 'A', image: 'https://pictures.invalid/a.png', alt: 'A hill' },
    { option: 'B', image: 'https://pictures.invalid/b.png' },
  ]
  const { text } = await reportOf(
    [
      [
        'One',
        ['GraphicOptions', { question: 'Which?', choices: ['A', 'B'], images }],
        ['Scheduler', { dataUrl: 'https://calendar.invalid/ada' }],
        ['Consent', { text: 'I agree to [the terms](https://terms.invalid/).' }],
      ],
      end,
    ],
    pale,
  )
  for (const sentence of [
    'Some colours of this form have less contrast than is needed.',
    'One picture has no description.',
    'The calendar comes from calendar.invalid',
    'links in this form lead to were not checked',
  ])
    expect(text).toContain(sentence)
})

test('a closed form has the page, and a form that is not there has none', async () => {
  const form = await server.publish([name, end])
  await server.closeForm(form)
  const closed = server.visitor(form)
  await closed.open('/accessibility')
  expect(closed.status).toBe(200)
  const unknown = server.visitor({ id: 'nothing' })
  await unknown.open('/accessibility')
  expect(unknown.status).toBe(404)
})
