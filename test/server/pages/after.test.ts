import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { timeText } from '../../../src/form/languages.ts'
import { filesOf as filesIn } from '../../../src/form/response.ts'
import {
  notLast,
  type PageServer,
  sharedPageServer,
  type ShortStep,
  Visitor,
} from '../../support/page-server.ts'

const server = await sharedPageServer()

const steps: readonly ShortStep[] = [
  ['A', ['ShortInput', { question: 'Who?' }]],
  ['B', ['ShortInput', { question: 'Why?' }]],
]
const day = 24 * 60 * 60

/** A person who has finished a form. */
async function finished(
  options: Parameters<PageServer['visit']>[1] = { settings: { editableDays: 2 } },
): Promise<{ form: PublishedForm; visitor: Visitor }> {
  const { form, visitor } = await server.visit(steps, options)
  server.wait(30)
  await visitor.send({ 'q.q0': 'Ada' })
  await visitor.send({ 'q.q1': 'Because' })
  return { form, visitor }
}

const recordOf = async (form: PublishedForm) => (await server.responses(form))[0]
const valuesOf = async (form: PublishedForm): Promise<unknown> =>
  Object.values((await server.answers(form))[0] ?? {})

/** The path of the link that a thank-you page shows. */
const linkIn = ({ page, url }: Visitor): string =>
  new RegExp(`href="[^"]*${url}(\\?resume=[^"]+)"`).exec(page)?.[1] ?? ''

const saveItself = async (visitor: Visitor, fields: Record<string, string>): Promise<unknown> =>
  (await visitor.post({ ...visitor.hidden(), ...fields }, undefined, '/save')).json()

/** Each question of a page with its answer, the lines between bars. */
const answersIn = ({ page }: Visitor): readonly (readonly string[])[] =>
  Array.from(
    page.matchAll(/<dt dir="auto">(.*?)<\/dt>\s*((?:<dd dir="auto">.*?<\/dd>\s*)+)/g),
    ([, question = '', lines = '']) => [question, lines.trim().replaceAll(/<\/?dd[^>]*>/g, '|')],
  )

describe('A copy of the answers', () => {
  const everything: readonly ShortStep[] = [
    [
      'A',
      ['ShortInput', { question: 'Who?' }],
      ['PasswordInput', { question: 'Secret' }],
      ['FileUploader', { question: 'Files' }],
      ['Consent', { text: 'I agree to the [terms](https://example.com/t).' }],
      ['Rating', { question: 'Stars', max: 5 }],
      ['Number', { question: 'Weight', unit: 'kg' }],
      ['Date', { question: 'Day' }],
      ['MultipleOptionsQuestion', { question: 'Many', choices: ['One', 'Two'], isMulti: true, other: true }],
      ['Ranking', { question: 'Order', options: ['X', 'Y'] }],
      ['LongInput', { question: 'Left empty' }],
      ['ShortInput', { question: 'Never asked' }, { visibleIf: { question: 'q0', is: 'Nobody' } }],
    ],
  ]
  const answers = {
    'q.q0': 'Ada <b>',
    'q.q1': 'correct horse',
    'q.q3': 'yes',
    'q.q4': '4',
    'q.q5': '12.5',
    'q.q6': '2026-05-31',
    'q.q7': ['One', '__other__'],
    'q.q7.other': 'Four',
    'q.q8.o0': '2',
    'q.q8.o1': '1',
  }

  test('shows each question that was asked with its answer as people saw it, by the link of the thank-you page', async () => {
    const { visitor } = await server.visit(everything, { settings: { offersCopy: true } })
    await visitor.send(answers, [{ field: 'q.q2', name: 'cv.txt', bytes: 'hello' }])
    expect(visitor.page).toContain(
      `<a href="${visitor.url}/answers">See your answers, to print or keep them</a>`,
    )
    const reply = await visitor.open('/answers')
    expect(answersIn(visitor)).toEqual([
      ['Who?', '|Ada &lt;b&gt;|'],
      ['Secret', '|Given; it is not shown.|'],
      ['Files', '|cv.txt|'],
      ['I agree to the terms (https://example.com/t).', '|Yes|'],
      ['Stars', '|4 of 5|'],
      ['Weight', '|12.5 kg|'],
      ['Day', '|31 May 2026|'],
      ['Many', '|One||Four|'],
      ['Order', '|X: 2||Y: 1|'],
      ['Left empty', '|No answer|'],
    ])
    expect(visitor.text).toMatch(/Survey Your answers Sent on 1 March 2026 at .* UTC/)
    expect(visitor.page).not.toContain('<script')
    expect(visitor.page).toContain('@media print')
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  test('translates what was chosen, and leaves what was typed as it is', async () => {
    const options = ['No', 'Good']
    const { visitor } = await server.visit(
      notLast(
        ['ShortInput', { question: 'Typed' }],
        ['MultipleOptionsQuestion', { question: 'Many', choices: options, isMulti: true, other: true }],
        ['Dropdown', { question: 'One', options, other: true }],
        ['Matrix', { question: 'Table', rows: ['No'], columns: ['Good'] }],
        ['Ranking', { question: 'Order', options }],
        ['IdentityInfo', { fields: [{ key: 'city', label: 'City' }] }],
      ).slice(0, 1),
      {
        accepts: 'de',
        settings: { offersCopy: true },
        translations: { de: { No: 'Nein', Good: 'Gut', Maybe: 'Vielleicht' } },
      },
    )
    const choices = { 'q.q1': ['No', '__other__'], 'q.q1.other': 'Maybe', 'q.q2': 'Good', 'q.q3.r0': 'Good' }
    await visitor.send({ ...choices, 'q.q0': 'No', 'q.q4.o0': '2', 'q.q4.o1': '1', 'q.q5.city': 'No' })
    await visitor.open('/answers')
    expect(answersIn(visitor)).toEqual([
      ['Typed', '|No|'],
      ['Many', '|Nein||Maybe|'],
      ['One', '|Gut|'],
      ['Table', '|Nein: Gut|'],
      ['Order', '|Nein: 2||Gut: 1|'],
      ['City', '|City: No|'],
    ])
  })

  test('is for the browser that sent them, for an hour, and only where the form offers it', async () => {
    const { form, visitor } = await finished({ settings: { offersCopy: true } })
    const other = server.visitor(form)
    await other.open('/answers')
    expect(other.page).not.toContain('Ada')
    expect(other.page).toContain('Who?')
    await visitor.open('/answers')
    expect(visitor.text).toContain('Ada')
    server.wait(3600)
    await visitor.open('/done')
    expect(visitor.text).not.toContain('See your answers')
    await visitor.open('/answers')
    expect(visitor.text).not.toContain('Ada')
    const none = await finished({})
    await none.visitor.open('/answers')
    expect(none.visitor.text).not.toContain('Ada')
  })
})

describe('A link to change what was sent', () => {
  test('opens the first step with the answers; sending again updates the same response', async () => {
    const { form, visitor } = await finished()
    const before = await recordOf(form)
    expect(visitor.text).toMatch(/You can change your answers until .* UTC\./)
    await visitor.open(linkIn(visitor))
    expect(visitor.text).toContain('You are changing the answers that were sent on')
    expect(visitor.page).toContain('value="Ada"')
    expect(visitor.text).not.toContain('Continue on another device')
    await visitor.send({ 'q.q0': 'Grace' })
    expect(visitor.page).toContain('value="Because"')
    expect(await recordOf(form)).toEqual(before)
    await visitor.send({ 'q.q1': 'Why not' })
    expect(visitor.text).toContain('Thank you')
    const after = await recordOf(form)
    expect(await server.responses(form)).toHaveLength(1)
    expect(await valuesOf(form)).toEqual(['Grace', 'Why not'])
    expect(after).toMatchObject({ id: before?.id, finished: true, meta: { finishedAt: before?.updatedAt } })
    expect(after?.meta['flags']).toBe(undefined)
    expect(
      [after?.updatedAt, after?.dataUpdatedAt].every((time = '') => time > (before?.updatedAt ?? '')),
    ).toBe(true)
    const events = await server.deps.store.events.after('environment-1', 0, 1000)
    expect(events.findLast(({ formId }) => formId === form.id)).toMatchObject({
      type: 'response.updated',
      responseId: before?.id,
    })
  })

  test('says when the answers were sent, not when they were changed', async () => {
    const { form, visitor } = await finished()
    const link = linkIn(visitor)
    const sentAt = timeText((await recordOf(form))?.updatedAt ?? '')
    await visitor.open(link)
    await visitor.send({ 'q.q0': 'Grace' })
    server.wait(day / 2)
    await visitor.send({})
    await visitor.open(link)
    expect(visitor.text).toContain(`You are changing the answers that were sent on ${sentAt}`)
  })

  test('is not in the address of a step, and asks in another browser before it shows anything', async () => {
    const { form, visitor } = await finished()
    const link = linkIn(visitor)
    const other = server.visitor(form)
    await other.open(link)
    expect(other.text).toContain('This address leads to answers that were sent before.')
    expect(other.page).not.toContain('Ada')
    const reply = await other.post(other.hidden(), undefined, '/resume')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, other.url])
    await other.open()
    expect(other.page).toContain('value="Ada"')
    await other.send({ 'q.q0': 'Grace' })
    await other.send({})
    expect(await valuesOf(form)).toEqual(['Grace'])
  })

  test('leaves the answers as they were until the last step is sent, whatever its page saves by itself', async () => {
    const { form, visitor } = await finished()
    const before = await recordOf(form)
    await visitor.open(linkIn(visitor))
    expect(await saveItself(visitor, { 'q.q0': 'Gra' })).toMatchObject({
      state: 'saved',
      text: 'Kept. Your answers change when you send the last step.',
    })
    expect(await recordOf(form)).toEqual(before)
    await visitor.open()
    expect(visitor.page).toContain('value="Gra"')
  })

  test('says in one sentence when the days are over, also to who sends a step then', async () => {
    const { form, visitor } = await finished()
    const link = linkIn(visitor)
    const late = server.visitor(form)
    await visitor.open(link)
    server.wait(2 * day)
    for (const one of [visitor, late]) {
      await one.open(link)
      expect(one.status).toBe(410)
      expect(one.text).toContain('These answers can be changed no more')
    }
    const open = await finished()
    await open.visitor.open(linkIn(open.visitor))
    const sent = { ...open.visitor.hidden(), 'q.q0': 'Grace' }
    server.wait(2 * day)
    const reply = await open.visitor.post(sent)
    expect(reply.statusCode).toBe(410)
    expect(reply.payload).toContain('Grace')
    expect(await server.responses(open.form)).toHaveLength(1)
    expect(await valuesOf(open.form)).toEqual(['Ada', 'Because'])
    expect(await saveItself(open.visitor, sent)).toMatchObject({ state: 'closed' })
  })

  test('is refused by a closed form, and not counted by a limit', async () => {
    const { form, visitor } = await finished({ settings: { editableDays: 2, responseLimit: 1 } })
    const link = linkIn(visitor)
    await visitor.open(link)
    await visitor.send({ 'q.q0': 'Grace' })
    await visitor.send({})
    expect(visitor.text).toContain('Thank you')
    expect(await valuesOf(form)).toEqual(['Grace'])
    await visitor.open(link)
    await server.closeForm(form)
    await visitor.send({ 'q.q0': 'Late' })
    expect([visitor.status, visitor.text]).toEqual([410, expect.stringContaining('This form is closed')])
    await visitor.open(link)
    expect([visitor.status, visitor.text]).toEqual([410, expect.stringContaining('This form is closed')])
    expect(await valuesOf(form)).toEqual(['Grace'])
  })

  test('leads nowhere when it is changed, of another form, or its response was erased', async () => {
    const { form, visitor } = await finished()
    const link = linkIn(visitor)
    const other = server.visitor((await finished()).form)
    for (const path of [`${link}x`, link.replace('resume=', 'resume=x')]) {
      await other.open(path)
      expect([other.status, other.text]).toEqual([410, expect.stringContaining('leads to no answers')])
    }
    await other.open(link)
    expect(other.status).toBe(410)
    await visitor.open(link)
    const key = { formId: form.id, id: (await recordOf(form))?.id ?? '' }
    await server.deps.store.responses.erase('environment-1', [key], server.deps.now())
    await visitor.send({ 'q.q0': 'Grace' })
    expect(visitor.status).toBe(410)
    expect(await server.responses(form)).toEqual([])
  })

  test('is there only where the form offers it, and in its own tab where the browser keeps no cookie', async () => {
    const none = await finished({})
    expect(linkIn(none.visitor)).toBe('')
    const settings = { editableDays: 2, offersCopy: true }
    const { visitor } = await finished({ settings, takesCookies: false })
    expect(visitor.page).toMatch(/<a href="[^"]*resume=[^"]*" target="_blank"/)
    const reply = await visitor.post(visitor.hidden(), undefined, '/answers')
    expect(reply.payload).toContain('Because')
  })

  test('keeps a password that is not typed again, and files until another step is sent', async () => {
    const form = await server.publish(
      notLast(['PasswordInput', { question: 'Secret' }], ['FileUploader', { question: 'Files' }]),
      { settings: { editableDays: 2 } },
    )
    const visitor = server.visitor(form)
    await visitor.open()
    server.wait(30)
    await visitor.send({ 'q.q0': 'correct horse' }, [{ field: 'q.q1', name: 'a.txt', bytes: 'one' }])
    await visitor.send({ 'q.q2': 'x' })
    const before = await recordOf(form)
    const filesOf = async (): Promise<unknown> =>
      filesIn((await recordOf(form))?.data[1]?.response).map(({ name }) => name)
    await visitor.open(linkIn(visitor))
    const [, file = ''] = /name="q.q1.remove" value="([^"]*)"/.exec(visitor.page) ?? []
    await visitor.send({ 'q.q1.remove': file }, [{ field: 'q.q1', name: 'b.txt', bytes: 'two' }])
    expect(await filesOf()).toEqual(['a.txt'])
    const statusOf = async (): Promise<unknown> =>
      (await server.deps.store.uploads.get('environment-1', file.split('/').at(-1) ?? ''))?.name
    expect(await statusOf()).toBe('a.txt')
    await visitor.send({ 'q.q2': 'y' })
    expect(await filesOf()).toEqual(['b.txt'])
    expect(await statusOf()).toBe(undefined)
    expect((await recordOf(form))?.data[0]).toEqual(before?.data[0])
  })

  test('can be left: the form begins anew, and the answers stay', async () => {
    const { form, visitor } = await finished()
    await visitor.open(linkIn(visitor))
    const reply = await visitor.post({}, undefined, '/anew')
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=0')
    expect(await valuesOf(form)).toEqual(['Ada', 'Because'])
  })
})
