import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedComponent, PublishedForm, PublishedStep } from '../../../src/form/form.ts'
import { stepsOf } from '../../../src/server/pages/form-steps.ts'
import { pathThrough } from '../../../src/server/pages/form-path.ts'
import { mapPage } from '../../../src/server/preview/preview-pages.ts'
import { textOf } from '../../../src/html/html.ts'
import { defaultStyle } from '../../../src/server/style.ts'
import { pageServer, Visitor, type PageServer } from '../../support/page-server.ts'

let server: PageServer
beforeEach(async () => void (server = await pageServer()))
afterEach(() => server.close())

const part = (type: string, questionId: string, content: object = {}): PublishedComponent => ({
  questionId,
  type,
  content: { ...content },
})
const ask = (questionId: string, rest: Partial<PublishedComponent> = {}): PublishedComponent => ({
  ...part('ShortInput', questionId, { question: `${questionId}?` }),
  ...rest,
})
const text = (id: string, title: string): PublishedComponent => part('Header', id, { title })
const button = (id: string, buttonText: string): PublishedComponent => part('NextButton', id, { buttonText })

const formOf = (steps: readonly PublishedStep[]): PublishedForm => ({
  id: 'form-1',
  environmentId: 'environment-1',
  name: 'Survey',
  createdAt: '2026-01-01T00:00:00.000Z',
  style: { ...defaultStyle, layout: { ...defaultStyle.layout, questions: 'one' } },
  steps,
})

const end: PublishedStep = { name: 'Thanks', components: [text('bye', 'Goodbye')] }

async function visit(form: PublishedForm): Promise<Visitor> {
  await server.world.store.forms.create(form)
  const visitor = new Visitor(server.app, form)
  await visitor.open()
  return visitor
}

const screens = (form: PublishedForm): readonly (readonly string[])[] =>
  stepsOf(form).asking.map(({ components }) => components.map(({ questionId }) => questionId))

const stored = (questionId: string, value: unknown) => ({
  questionId,
  response: { type: 'ShortInput', headline: '', componentShapeVersion: '2.0', value },
})

describe('a form with one question on a screen', () => {
  test.each<{ title: string; components: readonly PublishedComponent[]; expected: string[][] }>([
    {
      title: 'texts go with the question after them, and the last screen has the rest',
      components: [
        text('h', 'Hi'),
        ask('a'),
        part('Statement', 's', { text: 'Now b' }),
        ask('b'),
        part('Disclaimer', 'd', { text: 'Small' }),
        button('n', 'Go'),
      ],
      expected: [
        ['h', 'a'],
        ['s', 'b', 'd', 'n'],
      ],
    },
    {
      title: 'a button between questions goes to the end',
      components: [ask('a'), button('n', 'Go'), ask('b')],
      expected: [['a'], ['b', 'n']],
    },
    {
      title: 'a step that asks nothing stays whole',
      components: [text('h', 'Hi'), button('n', 'Go')],
      expected: [['h', 'n']],
    },
  ])('$title', ({ components, expected }) => {
    expect(screens(formOf([{ name: 'One', components }, end]))).toEqual(expected)
  })

  test('shows each under its own heading, with its own title and the button of the step at the end', async () => {
    const visitor = await visit(
      formOf([
        { name: 'One', components: [text('h', 'Hi'), ask('a'), ask('b'), button('n', 'Send it')] },
        end,
      ]),
    )
    expect(visitor.text).toContain('Step 1 of 2')
    expect(visitor.page).toMatch(/<h1 dir="auto">Hi<\/h1>/)
    expect(visitor.text).not.toContain('Send it')
    await visitor.send({ 'q.a': '1' })
    expect(visitor.page).toContain('<title>b? – Survey</title>')
    expect(visitor.page.match(/<h1/g)).toHaveLength(1)
    expect(visitor.page).toMatch(/<h1><label\s+for="c0" dir="auto"\s*>b\?<\/label\s*><\/h1>/)
    expect(visitor.text).toContain('Send it')
    await visitor.send({ 'q.b': '2' })
    expect(visitor.text).toContain('Goodbye')
  })

  test('keeps each answer as it comes, goes back one question, and finishes with all of them', async () => {
    const form = formOf([
      { name: 'One', components: [ask('a'), ask('b', { required: true })] },
      { name: 'Two', components: [ask('c')] },
    ])
    const visitor = await visit(form)
    await visitor.send({ 'q.a': 'first' })
    await visitor.send({ 'q.b': '' })
    expect(visitor.hasProblems).toBe(true)
    await visitor.send({ 'q.b': 'second' })
    await visitor.send({ go: 'back' })
    expect(visitor.page).toContain('value="second"')
    await visitor.send({ 'q.b': 'second' })
    await visitor.send({ 'q.c': 'third' })
    const [record] = await server.responses(form)
    expect(record?.finished).toBe(true)
    expect(record?.data.map(({ questionId }) => questionId)).toEqual(['a', 'b', 'c'])
  })

  test('asks what an answer of the same step calls for on the next screen, and skips it otherwise', async () => {
    const form = formOf([
      {
        name: 'One',
        components: [ask('pet'), ask('name', { required: true, visibleIf: { question: 'pet', is: 'dog' } })],
      },
      { name: 'Two', components: [ask('last')] },
    ])
    const visitor = await visit(form)
    expect(visitor.page).not.toContain('data-if')
    await visitor.send({ 'q.pet': 'cat' })
    expect(visitor.text).toContain('last?')
    await visitor.open('?step=1')
    await visitor.send({ 'q.pet': 'dog' })
    expect(visitor.text).toContain('name?')
    await visitor.send({ 'q.name': '' })
    expect(visitor.hasProblems).toBe(true)
    await visitor.send({ 'q.name': 'Rex' })
    await visitor.send({ 'q.last': 'x' })
    const [record] = await server.responses(form)
    expect([record?.finished, record?.data.map(({ questionId }) => questionId)]).toEqual([
      true,
      ['pet', 'name', 'last'],
    ])
  })

  test('cannot finish while a screen that became part of the way lacks an answer', async () => {
    const form = formOf([
      {
        name: 'One',
        components: [ask('pet'), ask('name', { required: true, visibleIf: { question: 'pet', is: 'dog' } })],
      },
      { name: 'Two', components: [ask('last')] },
    ])
    const visitor = await visit(form)
    await visitor.send({ 'q.pet': 'cat' })
    const last = { ...visitor.hidden(), 'q.last': 'x' }
    await visitor.open('?step=1')
    await visitor.send({ 'q.pet': 'dog' })
    await visitor.open('?step=3')
    await visitor.send(last)
    expect((await server.responses(form))[0]?.finished).toBe(false)
    expect(visitor.text).toContain('name?')
  })
})

describe('the way through its screens', () => {
  const branching = formOf([
    {
      name: 'One',
      components: [ask('kind'), ask('more', { visibleIf: { question: 'kind', is: 'a' } })],
      next: [
        { if: { question: 'kind', is: 'c' }, to: 'three' },
        { if: { question: 'kind', is: 'd' }, to: 'bye' },
      ],
    },
    {
      name: 'Two',
      visibleIf: { question: 'kind', isNot: 'b' },
      components: [ask('two'), ask('two-more', { required: true })],
    },
    { name: 'Three', key: 'three', components: [ask('three'), ask('four')] },
    { ...end, visibleIf: { question: 'kind', is: 'x' } },
    { ...end, key: 'bye', name: 'Bye' },
  ])

  test.each([
    ['a', [0, 1, 2, 3, 4, 5], []],
    ['b', [0, 4, 5], ['more', 'two', 'two-more']],
    ['c', [0, 4, 5], ['more', 'two', 'two-more']],
    ['d', [0], ['more', 'two', 'two-more', 'three', 'four']],
  ] as const)('for the answer %s is %j', (kind, steps, hidden) => {
    const way = pathThrough(branching, [stored('kind', kind)])
    expect(way.steps).toEqual(steps)
    expect([...way.hidden]).toEqual(hidden)
    expect(way.missing).toEqual(kind === 'a' ? [3] : [])
    expect(way.ending?.name).toBe('Bye')
  })

  test('is linked from the map of the preview by the first screen of each step', () => {
    const map = textOf(mapPage(branching).body)
    expect(Array.from(map.matchAll(/href="[^"]*\?step=(\d+)"/g), ([, step]) => step).slice(0, 3)).toEqual([
      '1',
      '3',
      '5',
    ])
  })
})
