import { describe, expect, test } from 'vitest'
import type { PublishedComponent, PublishedForm, PublishedStep, Style } from '../../../src/form/form.ts'
import { textOf } from '../../../src/html/html.ts'
import { pathThrough, stepsOf } from '../../../src/form/form-path.ts'
import { mapPage } from '../../../src/server/preview/preview-pages.ts'
import { defaultStyle } from '../../../src/server/style.ts'
import { sharedPageServer, Visitor } from '../../support/page-server.ts'

const server = await sharedPageServer()

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
const end = (name: string, rest: Partial<PublishedStep> = {}): PublishedStep => ({
  name,
  components: [text(`h-${name}`, name)],
  ...rest,
})

let forms = 0
const formOf = (steps: readonly PublishedStep[], rest: Partial<PublishedForm> = {}): PublishedForm => ({
  id: `form-${(forms += 1)}`,
  environmentId: 'environment-1',
  name: 'Survey',
  createdAt: '2026-01-01T00:00:00.000Z',
  style: defaultStyle,
  steps,
  ...rest,
})

async function visit(form: PublishedForm): Promise<Visitor> {
  await server.deps.store.forms.create(form)
  const visitor = server.visitor(form)
  await visitor.open()
  return visitor
}

/** Whether the one response of a form is finished, and which questions it answers. */
async function storedOf(
  form: PublishedForm,
): Promise<readonly [boolean | undefined, ...(readonly string[])]> {
  const [record] = await server.responses(form)
  return [record?.finished, ...(record?.data.map(({ questionId }) => questionId) ?? [])]
}

const answer = (questionId: string, value: unknown) => ({
  questionId,
  response: { type: 'ShortInput', headline: '', componentShapeVersion: '2.0', value },
})

const branching: readonly PublishedStep[] = [
  { name: 'One', components: [ask('kind')], next: [{ if: { question: 'kind', is: 'c' }, to: 'three' }] },
  { name: 'Two', visibleIf: { question: 'kind', isNot: 'b' }, components: [ask('two', { required: true })] },
  { name: 'Three', key: 'three', components: [ask('three')] },
  end('Short', { visibleIf: { question: 'two', answered: false } }),
  end('Long'),
]

const pet: readonly PublishedStep[] = [
  {
    name: 'One',
    components: [ask('pet'), ask('name', { required: true, visibleIf: { question: 'pet', is: 'dog' } })],
  },
  { name: 'Two', components: [ask('last')] },
]

describe('the way through a form', () => {
  test.each([
    ['a', [0, 1, 2], []],
    ['b', [0, 2], ['two']],
    ['c', [0, 2], ['two']],
  ] as const)('for the answer %s goes through the steps %j', (kind, steps, hidden) => {
    const way = pathThrough(formOf(branching), [answer('kind', kind)])
    expect(way.steps).toEqual(steps)
    expect([...way.hidden]).toEqual(hidden)
  })

  test('ends where the answers lead', () => {
    expect(pathThrough(formOf(branching), [answer('kind', 'b')]).ending?.name).toBe('Short')
    expect(pathThrough(formOf(branching), [answer('kind', 'a'), answer('two', 'x')]).ending?.name).toBe(
      'Long',
    )
  })

  test('skips a step of which nothing but the button is left', () => {
    const form = formOf([
      { name: 'One', components: [ask('a')] },
      {
        name: 'Two',
        components: [
          ask('b', { visibleIf: { question: 'a', is: 'x' } }),
          { questionId: 'n', type: 'NextButton', content: {} },
        ],
      },
      { name: 'Three', components: [ask('c')] },
    ])
    expect(pathThrough(form, []).steps).toEqual([0, 2])
    expect(pathThrough(form, [answer('a', 'x')]).steps).toEqual([0, 1, 2])
  })
})

describe('a person', () => {
  test('is led by the answers, and what is not asked is dropped at the end', async () => {
    const form = formOf(branching)
    const visitor = await visit(form)
    expect(visitor.text).toContain('Step 1 of 3')
    expect(visitor.page).toMatch(/<progress aria-hidden="true" value="1" max="3">/)
    await visitor.send({ 'q.kind': 'a' })
    expect(visitor.text).toContain('two?')
    await visitor.send({ 'q.two': 'stays only while it is asked' })
    expect(visitor.text).toContain('three?')
    await visitor.open('?step=1')
    await visitor.send({ 'q.kind': 'b' })
    expect(visitor.text).toContain('three?')
    expect(visitor.text).toContain('Step 2 of 2')
    await visitor.send({ 'q.three': 'last' })
    expect(visitor.text).toContain('Short')
    expect(await storedOf(form)).toEqual([true, 'kind', 'three'])
  })

  test('goes back along the way', async () => {
    const visitor = await visit(formOf(branching))
    await visitor.send({ 'q.kind': 'c' })
    expect(visitor.text).toContain('three?')
    await visitor.send({ go: 'back' })
    expect(visitor.text).toContain('kind?')
  })

  test('cannot finish while a step that became part of the way lacks an answer', async () => {
    const form = formOf(branching)
    const visitor = await visit(form)
    await visitor.send({ 'q.kind': 'b' })
    const last = { ...visitor.hidden(), 'q.three': 'last' }
    await visitor.open('?step=1')
    await visitor.send({ 'q.kind': 'a' })
    await visitor.open('?step=3')
    await visitor.send(last)
    expect(await storedOf(form)).toEqual([false, 'kind', 'three'])
    expect(visitor.text).toContain('two?')
  })

  test('is asked within a step what its own answers call for, and nothing that is sent besides is read', async () => {
    const form = formOf(pet)
    const visitor = await visit(form)
    expect(visitor.page).toContain(
      'data-if="{&quot;question&quot;:&quot;pet&quot;,&quot;is&quot;:&quot;dog&quot;}"',
    )
    await visitor.send({ 'q.pet': 'dog' })
    expect(visitor.hasProblems).toBe(true)
    await visitor.send({ 'q.pet': 'cat', 'q.name': 'Rex' })
    expect(visitor.text).toContain('last?')
    expect(await storedOf(form)).toEqual([false, 'pet'])
  })

  test('loses what was typed into a field once the field that it waits for is empty', async () => {
    const fields = [
      { key: 'companyName', label: 'Company' },
      { key: 'title', label: 'Title', revealAfter: 'companyName', required: true },
      { key: 'city', label: 'City' },
    ]
    const form = formOf([
      { name: 'You', components: [{ questionId: 'you', type: 'IdentityInfo', content: { fields } }] },
      { name: 'Two', components: [ask('last')] },
    ])
    const visitor = await visit(form)
    const typed = { 'q.you.title': 'Countess', 'q.you.city': 'London' }
    await visitor.send({ 'q.you.companyName': 'Engines', ...typed })
    await visitor.open('?step=1')
    await visitor.send({ 'q.you.companyName': '', ...typed })
    await visitor.send({ 'q.last': 'x' })
    const [record] = await server.responses(form)
    expect(record).toMatchObject({ finished: true, data: [{ response: { city: 'London' } }, {}] })
    expect(record?.data[0]?.response).not.toHaveProperty('title')
  })

  test.each([
    ['https://www.example.com/thanks', true],
    ['https://elsewhere.example/thanks', false],
    ['http://www.example.com/thanks', false],
  ])('is led to %s after the end: %s', async (redirect, isLed) => {
    const form = formOf([{ name: 'One', components: [ask('a')] }, end('Bye', { redirect })], {
      settings: { redirectHosts: ['www.example.com'] },
    })
    const visitor = await visit(form)
    await visitor.post({ ...visitor.hidden(), 'q.a': 'x', go: 'next' })
    const reply = await server.app.inject({ url: `/s/${form.id}/done`, headers: { cookie: visitor.cookie } })
    const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(reply.body)?.[1]
    expect([reply.statusCode, refresh]).toEqual([200, isLed ? redirect : undefined])
    expect(reply.body.includes(`href="${redirect}"`)).toBe(isLed)
  })

  describe('with files that were sent before', () => {
    const seen = { visibleIf: { question: 'cv', answered: true }, required: true }
    const file = { field: 'q.cv', name: 'cv.pdf', bytes: '%PDF-1.7', type: 'application/pdf' }
    const upload = ask('cv', { type: 'FileUploader' })

    test('asks on a later step what depends on them', async () => {
      const form = formOf([
        { name: 'One', components: [upload, ask('name', { required: true })] },
        { name: 'Two', components: [ask('about')], visibleIf: seen.visibleIf },
      ])
      const visitor = await visit(form)
      await visitor.send({ 'q.name': '' }, [file])
      expect(visitor.hasProblems).toBe(true)
      await visitor.send({ 'q.name': 'Ada' }, [])
      expect(visitor.text).toContain('Step 2 of 2')
      expect(await storedOf(form)).toEqual([false, 'cv', 'name'])
    })

    test('keeps what depends on them on their own step, also when nothing changes afterwards', async () => {
      const form = formOf([{ name: 'One', components: [upload, ask('about', seen)] }], {
        settings: { editableDays: 7 },
      })
      const visitor = await visit(form)
      await visitor.send({ 'q.about': '' }, [file])
      await visitor.send({ 'q.about': 'My work' }, [])
      expect(await storedOf(form)).toEqual([true, 'cv', 'about'])
      const [, link = ''] = /href="[^"]*(\?resume=[^"]*)"/.exec(visitor.page) ?? []
      await visitor.open(link)
      await visitor.send({ 'q.about': 'My work' }, [])
      expect(await storedOf(form)).toEqual([true, 'cv', 'about'])
    })

    test('asks nothing that depends on them once they are removed', async () => {
      const form = formOf([{ name: 'One', components: [upload, ask('about', seen)] }])
      const visitor = await visit(form)
      await visitor.send({ 'q.about': '' }, [file])
      const [, url = ''] = /name="q.cv.remove" value="([^"]*)"/.exec(visitor.page) ?? []
      await visitor.send({ 'q.about': 'x', 'q.cv.remove': url }, [])
      expect(await storedOf(form)).toEqual([true])
    })
  })
})

const oneQuestion: Style = { ...defaultStyle, layout: { ...defaultStyle.layout, questions: 'one' } }
const screensOf = (steps: readonly PublishedStep[]) => formOf(steps, { style: oneQuestion })

describe('a form with one question on a screen', () => {
  test.each<[string, readonly PublishedComponent[], ...(readonly string[])]>([
    [
      'texts go with the question after them, and the last screen has the rest',
      [
        text('h', 'Hi'),
        ask('a'),
        text('s', 'Now b'),
        ask('b'),
        part('Disclaimer', 'd', { text: 'Small' }),
        button('n', 'Go'),
      ],
      'h a',
      's b d n',
    ],
    ['a button between questions goes to the end', [ask('a'), button('n', 'Go'), ask('b')], 'a', 'b n'],
    ['a step that asks nothing stays whole', [text('h', 'Hi'), button('n', 'Go')], 'h n'],
  ])('%s', (_claim, components, ...expected) => {
    const { asking } = stepsOf(screensOf([{ name: 'One', components }, end('Thanks')]))
    expect(asking.map((step) => step.components.map(({ questionId }) => questionId).join(' '))).toEqual(
      expected,
    )
  })

  test('shows each under its own heading, with its own title and the button of the step at the end', async () => {
    const components = [text('h', 'Hi'), ask('a'), ask('b'), button('n', 'Send it')]
    const visitor = await visit(screensOf([{ name: 'One', components }, end('Goodbye')]))
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
    const form = screensOf([
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
    expect(await storedOf(form)).toEqual([true, 'a', 'b', 'c'])
  })

  test('asks what an answer of the same step calls for on the next screen, and skips it otherwise', async () => {
    const form = screensOf(pet)
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
    expect(await storedOf(form)).toEqual([true, 'pet', 'name', 'last'])
  })

  test('cannot finish while a screen that became part of the way lacks an answer', async () => {
    const form = screensOf(pet)
    const visitor = await visit(form)
    await visitor.send({ 'q.pet': 'cat' })
    const last = { ...visitor.hidden(), 'q.last': 'x' }
    await visitor.open('?step=1')
    await visitor.send({ 'q.pet': 'dog' })
    await visitor.open('?step=3')
    await visitor.send(last)
    expect(await storedOf(form)).toEqual([false, 'pet', 'last'])
    expect(visitor.text).toContain('name?')
  })
})

describe('the way through its screens', () => {
  const branchingScreens = screensOf([
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
    end('Thanks', { visibleIf: { question: 'kind', is: 'x' } }),
    end('Bye', { key: 'bye' }),
  ])

  test.each([
    ['a', [0, 1, 2, 3, 4, 5], []],
    ['b', [0, 4, 5], ['more', 'two', 'two-more']],
    ['c', [0, 4, 5], ['more', 'two', 'two-more']],
    ['d', [0], ['more', 'two', 'two-more', 'three', 'four']],
  ] as const)('for the answer %s is %j', (kind, steps, hidden) => {
    const way = pathThrough(branchingScreens, [answer('kind', kind)])
    expect(way.steps).toEqual(steps)
    expect([...way.hidden]).toEqual(hidden)
    expect(way.missing).toEqual(kind === 'a' ? [3] : [])
    expect(way.ending?.name).toBe('Bye')
  })

  test('is linked from the map of the preview by the first screen of each step', () => {
    const map = textOf(mapPage(branchingScreens).body)
    const linked = Array.from(map.matchAll(/href="[^"]*\?step=(\d+)"/g), ([, step]) => step)
    expect(linked.slice(0, 3)).toEqual(['1', '3', '5'])
  })
})
