import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedComponent, PublishedForm, PublishedStep } from '../../../src/form/form.ts'
import { pathThrough } from '../../../src/server/pages/form-path.ts'
import { defaultStyle } from '../../../src/server/style.ts'
import { pageServer, Visitor, type PageServer } from '../../support/page-server.ts'

let server: PageServer
beforeEach(async () => void (server = await pageServer()))
afterEach(() => server.close())

const ask = (questionId: string, rest: Partial<PublishedComponent> = {}): PublishedComponent => ({
  questionId,
  type: 'ShortInput',
  content: { question: `${questionId}?` },
  ...rest,
})
const end = (name: string, rest: Partial<PublishedStep> = {}): PublishedStep => ({
  name,
  components: [{ questionId: `h-${name}`, type: 'Header', content: { title: name } }],
  ...rest,
})

const formOf = (steps: readonly PublishedStep[], rest: Partial<PublishedForm> = {}): PublishedForm => ({
  id: 'form-1',
  environmentId: 'environment-1',
  name: 'Survey',
  createdAt: '2026-01-01T00:00:00.000Z',
  style: defaultStyle,
  steps,
  ...rest,
})

async function visit(form: PublishedForm): Promise<Visitor> {
  await server.world.store.forms.create(form)
  const visitor = new Visitor(server.app, form)
  await visitor.open()
  return visitor
}

const answer = (questionId: string, value: unknown) => ({
  questionId,
  response: { type: 'ShortInput', headline: '', componentShapeVersion: '2.0', value },
})

const branching = formOf([
  { name: 'One', components: [ask('kind')], next: [{ if: { question: 'kind', is: 'c' }, to: 'three' }] },
  { name: 'Two', visibleIf: { question: 'kind', isNot: 'b' }, components: [ask('two', { required: true })] },
  { name: 'Three', key: 'three', components: [ask('three')] },
  end('Short', { visibleIf: { question: 'two', answered: false } }),
  end('Long'),
])

describe('the way through a form', () => {
  test.each([
    ['a', [0, 1, 2], []],
    ['b', [0, 2], ['two']],
    ['c', [0, 2], ['two']],
  ] as const)('for the answer %s goes through the steps %j', (kind, steps, hidden) => {
    const way = pathThrough(branching, [answer('kind', kind)])
    expect(way.steps).toEqual(steps)
    expect([...way.hidden]).toEqual(hidden)
  })

  test('ends where the answers lead', () => {
    expect(pathThrough(branching, [answer('kind', 'b')]).ending?.name).toBe('Short')
    expect(pathThrough(branching, [answer('kind', 'a'), answer('two', 'x')]).ending?.name).toBe('Long')
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
    const visitor = await visit(branching)
    expect(visitor.text).toContain('Step 1 of 3')
    expect(visitor.page).toMatch(/<progress aria-hidden="true" value="0" max="3">/)
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
    const [record] = await server.responses(branching)
    expect(record?.finished).toBe(true)
    expect(record?.data.map(({ questionId }) => questionId)).toEqual(['kind', 'three'])
  })

  test('goes back along the way', async () => {
    const visitor = await visit(branching)
    await visitor.send({ 'q.kind': 'c' })
    expect(visitor.text).toContain('three?')
    await visitor.send({ go: 'back' })
    expect(visitor.text).toContain('kind?')
  })

  test('cannot finish while a step that became part of the way lacks an answer', async () => {
    const visitor = await visit(branching)
    await visitor.send({ 'q.kind': 'b' })
    const last = { ...visitor.hidden(), 'q.three': 'last' }
    await visitor.open('?step=1')
    await visitor.send({ 'q.kind': 'a' })
    await visitor.open('?step=3')
    await visitor.send(last)
    expect((await server.responses(branching))[0]?.finished).toBe(false)
    expect(visitor.text).toContain('two?')
  })

  test('is asked within a step what its own answers call for, and nothing that is sent besides is read', async () => {
    const form = formOf([
      {
        name: 'One',
        components: [ask('pet'), ask('name', { required: true, visibleIf: { question: 'pet', is: 'dog' } })],
      },
      { name: 'Two', components: [ask('last')] },
    ])
    const visitor = await visit(form)
    expect(visitor.page).toContain(
      'data-if="{&quot;question&quot;:&quot;pet&quot;,&quot;is&quot;:&quot;dog&quot;}"',
    )
    await visitor.send({ 'q.pet': 'dog' })
    expect(visitor.hasProblems).toBe(true)
    await visitor.send({ 'q.pet': 'cat', 'q.name': 'Rex' })
    expect(visitor.text).toContain('last?')
    const [record] = await server.responses(form)
    expect(record?.data.map(({ questionId }) => questionId)).toEqual(['pet'])
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
    const sent = async (form: PublishedForm): Promise<readonly string[] | undefined> =>
      (await server.responses(form))[0]?.data.map(({ questionId }) => questionId)

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
      expect((await server.responses(form))[0]?.finished).toBe(false)
    })

    test('keeps what depends on them on their own step, also when nothing changes afterwards', async () => {
      const form = formOf([{ name: 'One', components: [upload, ask('about', seen)] }], {
        settings: { editableDays: 7 },
      })
      const visitor = await visit(form)
      await visitor.send({ 'q.about': '' }, [file])
      await visitor.send({ 'q.about': 'My work' }, [])
      expect(await sent(form)).toEqual(['cv', 'about'])
      const [, link = ''] = /href="[^"]*(\?resume=[^"]*)"/.exec(visitor.page) ?? []
      await visitor.open(link)
      await visitor.send({ 'q.about': 'My work' }, [])
      expect(await sent(form)).toEqual(['cv', 'about'])
    })

    test('asks nothing that depends on them once they are removed', async () => {
      const form = formOf([{ name: 'One', components: [upload, ask('about', seen)] }])
      const visitor = await visit(form)
      await visitor.send({ 'q.about': '' }, [file])
      const [, url = ''] = /name="q.cv.remove" value="([^"]*)"/.exec(visitor.page) ?? []
      await visitor.send({ 'q.about': 'x', 'q.cv.remove': url }, [])
      expect(await sent(form)).toEqual([])
    })
  })
})
