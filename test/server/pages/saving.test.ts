import { describe, expect, test } from 'vitest'
import { pageLanguages, textsOf } from '../../../src/form/languages.ts'
import type { PublishedForm } from '../../../src/form/form.ts'
import { type SentText, sharedPageServer, type ShortStep, Visitor } from '../../support/page-server.ts'

const server = await sharedPageServer()

const steps: readonly ShortStep[] = [
  ['You', ['ShortInput', { question: 'Who?' }], ['EmailForm', { question: 'Where?' }]],
  ['Us', ['EmailForm', { question: 'Why?' }], ['PasswordInput', { question: 'Secret?' }], ['FileUploader']],
  ['End', ['LongInput', { question: 'What else?' }]],
]

const visit = (options: { takesCookies?: boolean } = {}) => server.visit(steps, options)

/** What a page of that visitor sends to an address below the form's own. */
const postTo = (
  visitor: Visitor,
  path: string,
  fields: SentText = {},
  headers: Readonly<Record<string, string>> = {},
) => visitor.post(fields, undefined, path, headers)

/** What the script of the visitor's page sends as its nth save. */
const autosave = async (visitor: Visitor, n: number, fields: SentText) => {
  const hidden = visitor.hidden()
  const reply = await postTo(visitor, '/save', { ...hidden, writer: `${hidden['writer']}.${n}`, ...fields })
  // The server answers in this shape.
  return {
    status: reply.statusCode,
    ...(reply.json() as { state: string; basis: Record<string, string>; text: string }),
  }
}

describe('text that is no valid answer', () => {
  test('is shown again after Back, Next and a reload', async () => {
    const { visitor } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    await visitor.send({ 'q.q2': 'nonsense', go: 'back' })
    await visitor.send({})
    expect(visitor.page).toContain('value="nonsense"')
    await visitor.open('?step=2')
    expect(visitor.page).toContain('value="nonsense"')
    await visitor.send({ 'q.q2': 'worse' })
    expect(visitor.hasProblems).toBe(true)
    await visitor.open('?step=2')
    expect(visitor.page).toContain('value="worse"')
    await visitor.send({ 'q.q2': 'ada@example.com' })
    await visitor.open('?step=2')
    expect(visitor.page).toContain('value="ada@example.com"')
  })

  test('is no part of the record, and never a password', async () => {
    const { visitor, form } = await visit()
    await visitor.send({})
    await visitor.send({ 'q.q2': 'nonsense', 'q.q3': 'x'.repeat(2000), go: 'back' })
    const [record] = await server.responses(form)
    expect(JSON.stringify(record)).not.toMatch(/nonsense|draft|xxx/)
    const begun = await server.deps.store.responses.getBegun('environment-1', {
      formId: form.id,
      id: record?.id ?? '',
    })
    expect(JSON.stringify(begun?.draft)).toContain('nonsense')
    expect(JSON.stringify(begun?.draft)).not.toContain('xxx')
  })

  test('of a step that failed has an address of its own, so that Back leads to the form', async () => {
    const { visitor } = await visit()
    expect(visitor.page).toContain(`action="${visitor.url}?sent=1"`)
    await visitor.send({})
    expect(visitor.page).toContain(`action="${visitor.url}?sent=2"`)
    await visitor.open('?sent=2')
    expect(visitor.text).toContain('Step 2 of 3')
  })

  test('is shown by a form that was closed meanwhile, so that it can be copied', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    await server.closeForm(form)
    const reply = await visitor.post({ ...visitor.hidden(), 'q.q2': 'a <long> text', 'q.q3': 'hunter2' })
    expect(reply.statusCode).toBe(410)
    expect(reply.payload).toContain('a &lt;long&gt; text')
    expect(reply.payload).not.toContain('hunter2')
  })
})

describe('an answer that was changed in another tab is not changed back, and the older tab says so', () => {
  const notice = 'An answer was changed in another tab or window.'

  /** Two tabs of one person on the same step; the first one has changed an answer and gone on. */
  async function olderTab(options: { takesCookies?: boolean; steps?: readonly ShortStep[] } = {}) {
    const form = await server.publish(options.steps ?? steps)
    const [newer, older] = [server.visitor(form, options), server.visitor(form, options)]
    await newer.open()
    await newer.send({ 'q.q0': 'Ada', go: 'back' })
    older.cookie = newer.cookie
    older.page = newer.page
    await newer.send({ 'q.q0': 'Ada L.' })
    return { form, newer, older }
  }

  test.each([
    ['on the next step', {}, {}, 'Step 2 of 3'],
    ['without cookies', {}, { takesCookies: false }, 'Step 2 of 3'],
    ['on the step before', { go: 'back' }, {}, 'Step 1 of 3'],
    ['beside a mistake', { 'q.q1': 'ada@' }, {}, 'One answer needs correcting'],
    [
      'beside a mistake, without cookies',
      { 'q.q1': 'ada@' },
      { takesCookies: false },
      'One answer needs correcting',
    ],
  ])('%s', async (_name, fields, options, where) => {
    const { form, newer, older } = await olderTab(options)
    expect(newer.text).not.toContain(notice)
    await older.send({ 'q.q0': 'Ada', ...fields })
    expect(older.text).toContain(where)
    expect(older.text).toContain(notice)
    expect(await server.answers(form)).toEqual([{ q0: 'Ada L.' }])
    await older.open('?step=1')
    expect(older.text).not.toContain(notice)
  })

  test.each([true, false])('at the end, with cookies: %s', async (takesCookies) => {
    const { form, newer, older } = await olderTab({
      takesCookies,
      steps: [['You', ['ShortInput'], ['ShortInput', {}, { required: true }]]],
    })
    expect(newer.hasProblems).toBe(true)
    await older.send({ 'q.q0': 'Ada', 'q.q1': 'x' })
    expect(older.text).toContain(`Your answers have been sent. ${notice}`)
    expect(await server.answers(form)).toEqual([{ q0: 'Ada L.', q1: 'x' }])
  })

  test.each(pageLanguages)('in %s', async (language) => {
    const { visitor } = await server.visit(steps, { language })
    await visitor.send({ 'q.q0': 'Ada' })
    await visitor.open('?step=2&newer-answer=')
    expect(visitor.page).toContain(`role="status">${textsOf(language).page.changedElsewhere}<`)
  })
})

describe('a form that is deleted while somebody types', () => {
  const remove = ({ id }: PublishedForm): Promise<unknown> =>
    server.deps.store.forms.delete(id, server.deps.now())

  test.each([
    ['en', 'Form not found', 'This form has been removed', 'This is what you sent'],
    ['de', 'Formular nicht gefunden', 'Dieses Formular wurde entfernt', 'Das haben Sie gesendet'],
  ])(
    'shows what was sent, and says so where the page saves itself: %s',
    async (language, title, sentence, copy) => {
      // A server that was restored from an older backup does not know the form.
      for (const isKnown of [true, false]) {
        const { visitor, form } = await server.visit(steps, { language })
        await visitor.send({ 'q.q0': 'Ada' })
        const sent = { ...visitor.hidden(), 'q.q2': 'a <long> text', 'q.q3': 'hunter2' }
        await remove(form)
        const url = isKnown ? visitor.url : '/s/unknown'
        const query = `sent=2&lang=${language}`
        const files = [{ field: 'q.q4', name: 'a.txt', bytes: 'x'.repeat(600_000) }]
        for (const reply of [
          await visitor.post(sent, undefined, `${url}?${query}`),
          await visitor.post(sent, files, `${url}?${query}`),
          await visitor.post({ ...sent, go: 'back' }, undefined, `${url}?${query}`),
        ]) {
          expect([isKnown, reply.statusCode]).toEqual([isKnown, 404])
          for (const text of [`<h1>${title}</h1>`, sentence, copy, 'a &lt;long&gt; text'])
            expect(reply.payload).toContain(text)
          expect(reply.payload.includes('Why?')).toBe(isKnown)
          expect(reply.payload).not.toContain('hunter2')
        }
        const saved = await visitor.post(sent, undefined, `${url}/save?${query}`)
        expect(saved.json()).toMatchObject({ state: 'gone', text: expect.stringContaining(sentence) })
        await visitor.open()
        expect([visitor.status, visitor.text.includes('Survey')]).toEqual([404, false])
      }
    },
  )

  test('tells nothing of itself to who had no page of it', async () => {
    const { form } = await visit()
    await remove(form)
    const stranger = server.visitor(form)
    const reply = await stranger.post({ 'q.q0': 'Ada' })
    expect([reply.statusCode, reply.payload.includes('Survey'), reply.payload.includes('Ada')]).toEqual([
      404,
      false,
      true,
    ])
  })
})

describe('a response that is under way', () => {
  test('is announced at the address of the form, with ways to go on and to begin anew', async () => {
    const { visitor, form } = await visit()
    expect(visitor.text).not.toContain('You have begun')
    await visitor.send({ 'q.q0': 'Ada' })
    expect(visitor.text).not.toContain('You have begun')
    await visitor.open()
    expect(visitor.text).toMatch(/You began to fill in this form on \d+ \w+ \d{4}\. Go on, or start again\./)
    expect(visitor.page).toContain(`href="${visitor.url}?step=2"`)
    expect(visitor.page).toContain(`action="${visitor.url}/anew"`)

    const reply = await postTo(visitor, '/anew')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, visitor.url])
    expect(reply.headers['set-cookie']).toContain('Max-Age=0')
    visitor.cookie = ''
    await visitor.open()
    expect(visitor.page).not.toContain('Ada')
    await visitor.send({ 'q.q0': 'Bob' })
    expect(await server.answers(form)).toEqual([{ q0: 'Bob' }, { q0: 'Ada' }])
  })

  test.each(['/', '/anew', '/save', '/resume', '/unknown/page'])(
    'is found again at an address of the form that is no page: %s',
    async (path) => {
      const { visitor } = await visit()
      await visitor.send({ 'q.q0': 'Ada' })
      await visitor.open(path)
      expect(visitor.text).toContain('You began to fill in this form')
      const stranger = server.visitor({ id: 'unknown' })
      await stranger.open(path)
      expect([stranger.status, stranger.text]).toEqual([404, expect.stringContaining('Form not found')])
    },
  )

  test('is not dropped because of a page of another site', async () => {
    const { visitor } = await visit()
    for (const path of ['/anew', '/save', '/resume'])
      expect((await postTo(visitor, path, {}, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  test('is forgotten once it is finished; the browser only proves that it submitted', async () => {
    const { visitor, form } = await visit()
    for (const name of ['Ada', '', '']) {
      await visitor.send(name === '' ? {} : { 'q.q0': name })
      if (visitor.text.includes('Thank you')) break
    }
    expect(visitor.text).toContain('Thank you')
    const proof = visitor.cookie.split('=')[1] ?? ''
    const [record] = await server.responses(form)
    for (const path of ['', '?step=1']) {
      await visitor.open(path)
      expect(visitor.text).toContain('Already submitted')
    }
    // It is no token of the response.
    const stranger = server.visitor(form, { takesCookies: false })
    await stranger.post({ resume: proof, step: '1', 'q.q0': 'Mallory' })
    expect((await server.responses(form)).map(({ finished }) => finished)).toEqual([false, true])
    await server.deps.store.responses.erase(
      'environment-1',
      [{ formId: form.id, id: record?.id ?? '' }],
      server.deps.now(),
    )
    await visitor.open()
    expect(visitor.text).toContain('Step 1 of 3')
  })

  test.each([true, false])(
    'goes on elsewhere by a link that asks first, with cookies: %s',
    async (takesCookies) => {
      const { visitor, form } = await visit({ takesCookies })
      await visitor.send({ 'q.q0': 'Ada' })
      await visitor.send({ 'q.q2': 'nonsense', go: 'link' })
      const link = /value="(http[^"]*\?resume=[^"]*)"/.exec(visitor.page)?.[1] ?? ''
      const path = link.slice(link.indexOf('?'))
      const other = server.visitor(form)
      const shown = await other.open(path)
      expect(shown.headers['set-cookie']).toBeUndefined()
      expect(other.text).toContain('Go on only if you asked for it yourself')
      expect(other.page).not.toContain('Ada')
      const reply = await postTo(other, '/resume', { resume: other.hidden()['resume'] ?? '' })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, `${visitor.url}?step=2`])
      other.cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
      await other.open('?step=2')
      expect(other.page).toContain('value="nonsense"')
      await other.open('?step=1')
      expect(other.page).toContain('value="Ada"')
    },
  )

  test('is not given by a link of another kind, or an old one', async () => {
    const { visitor } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    const token = visitor.hidden()['resume'] ?? ''
    await visitor.send({ go: 'link' })
    const link = /\?resume=([^"]*)"/.exec(visitor.page)?.[1] ?? ''
    server.wait(8 * 86_400)
    for (const resume of [token, link, 'x'])
      expect((await postTo(visitor, '/resume', { resume })).statusCode).toBe(410)
  })
})

describe('the script of a page', () => {
  test('saves valid answers and other text, and never leads on or finishes', async () => {
    const { visitor, form } = await visit()
    const saved = await autosave(visitor, 1, { 'q.q0': 'Ada', 'q.q1': 'ada@' })
    expect(saved).toMatchObject({ status: 200, state: 'saved', text: 'Saved' })
    expect(Object.keys(saved.basis)).toEqual(['q0'])
    await visitor.open()
    expect(visitor.page).toContain('value="Ada"')
    expect(visitor.page).toContain('value="ada@"')
    await visitor.open('?step=2')
    expect(visitor.text).toContain('Step 1 of 3')
    await visitor.send({ 'q.q1': '' })
    await visitor.send({})
    await autosave(visitor, 1, { 'q.q5': 'The end' })
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: false })])
  })

  test('saves in order: a late save changes nothing, and a repeated one neither', async () => {
    const { visitor, form } = await visit()
    await autosave(visitor, 1, { 'q.q0': 'A' })
    await autosave(visitor, 3, { 'q.q0': 'Ada' })
    await autosave(visitor, 2, { 'q.q0': 'Ad' })
    await autosave(visitor, 3, { 'q.q0': 'Ada' })
    expect(await server.answers(form)).toEqual([{ q0: 'Ada' }])
    const hidden = visitor.hidden()
    await visitor.send({ ...hidden, writer: `${hidden['writer']}.5`, 'q.q0': 'Ada Lovelace' })
    const late = await postTo(visitor, '/save', {
      ...hidden,
      writer: `${hidden['writer']}.4`,
      'q.q0': 'Adam',
    })
    expect(late.statusCode).toBe(200)
    expect(await server.answers(form)).toEqual([{ q0: 'Ada Lovelace' }])
  })

  test('of two tabs do not fight: what one did not change stays as the other has it', async () => {
    const { visitor: one, form } = await visit()
    await one.send({ 'q.q0': 'Ada' })
    await one.open('?step=1')
    const two = server.visitor(form)
    two.cookie = one.cookie
    await two.open('?step=1')
    await autosave(one, 1, { 'q.q0': 'Ada L.', 'q.q1': '' })
    const other = await autosave(two, 1, { 'q.q0': 'Ada', 'q.q1': 'ada@example.com' })
    expect([other.state, Object.keys(other.basis)]).toEqual(['saved', ['q1']])
    expect(await server.answers(form)).toEqual([{ q0: 'Ada L.', q1: 'ada@example.com' }])
    expect((await autosave(two, 2, { 'q.q0': 'Bob', 'q.q1': 'ada@example.com' })).state).toBe('conflict')
    expect(await server.answers(form)).toEqual([{ q0: 'Ada L.', q1: 'ada@example.com' }])
  })

  test('leaves passwords and files alone', async () => {
    const { visitor, form } = await visit()
    await visitor.send({})
    await visitor.send({ 'q.q3': 'hunter2' }, [{ field: 'q.q4', name: 'a.txt', bytes: 'x' }])
    const before = await server.answers(form)
    await visitor.open('?step=2')
    const url = /name="q\.q4\.remove" value="([^"]*)"/.exec(visitor.page)?.[1] ?? ''
    expect(url).not.toBe('')
    await autosave(visitor, 1, { 'q.q3': 'other', 'q.q4.remove': url })
    expect(await server.answers(form)).toEqual(before)
  })

  test('is told when the form is closed or submitted, and when it comes from elsewhere', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q0': 'Ada' })
    await visitor.send({})
    const last = { ...visitor.hidden() }
    await visitor.send({})
    expect(visitor.text).toContain('Thank you')
    const final = await postTo(visitor, '/save', { ...last, 'q.q5': 'More' })
    expect(final.json()).toMatchObject({ state: 'final', basis: {} })
    expect((await postTo(visitor, '/save', { step: '1' })).json()).toMatchObject({ state: 'closed' })
    await server.closeForm(form)
    expect((await postTo(visitor, '/save', last)).json()).toMatchObject({ state: 'closed' })
    const foreign = await postTo(visitor, '/save', last, { origin: 'http://other.example' })
    expect([foreign.statusCode, foreign.json()]).toEqual([403, expect.objectContaining({ state: 'failed' })])
    expect(await server.answers(form)).toEqual([{ q0: 'Ada' }])
  })
})
