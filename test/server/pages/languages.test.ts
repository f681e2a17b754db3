import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { pageLanguages, textsOf } from '../../../src/form/languages.ts'
import { everyTypeAtOnce } from '../../support/every-component.ts'
import { decode, sharedPageServer, type ShortStep, twoSteps, Visitor } from '../../support/page-server.ts'

const server = await sharedPageServer()

const steps: readonly ShortStep[] = [
  [
    'Ihr Besuch',
    [
      'MultipleOptionsQuestion',
      { question: 'Wie war es?', choices: ['Gut', 'Schlecht'] },
      { required: true },
    ],
    ['Number', { question: 'Wie viele?' }],
  ],
  ['Sie', ['Dropdown', { question: 'Woher?', options: ['Berlin', 'Kairo'] }], ['NextButton', {}]],
  ['Ende', ['Header', { title: 'Danke sehr' }]],
]
const translations = {
  ar: {
    Umfrage: 'استبيان',
    'Ihr Besuch': 'زيارتك',
    'Wie war es?': 'كيف كانت؟',
    Gut: 'جيدة',
    Schlecht: 'سيئة',
    'Danke sehr': 'شكرًا جزيلًا',
    Kairo: 'القاهرة',
  },
}
const form = { name: 'Umfrage', language: 'de', translations }

/** What a page says of its language. */
const shown = ({ page }: Visitor): string =>
  /<html lang="([^"]*)" dir="([^"]*)"/.exec(page)?.slice(1).join(' ') ?? ''

const visitorOf = async (accepts = '', rest: object = form): Promise<Visitor> =>
  server.visitor(await server.publish(steps, rest), { accepts })

describe('the language of a page', () => {
  test.each([
    ['that of the address, whatever the browser prefers', 'de', '?lang=ar', 'ar rtl'],
    ['else that of the browser', 'fr, ar-EG;q=0.8, de;q=0.5', '', 'ar rtl'],
    ['else the form’s own', 'fr, ja', '', 'de ltr'],
    ['the form’s own without any', '', '', 'de ltr'],
    ['not one that is unknown', 'ar', '?lang=tlh', 'ar rtl'],
    ['not one that is none', '', '?lang=%00%22%3E%3Cscript&lang=..', 'de ltr'],
    ['not what the browser refuses', 'ar;q=0, de', '', 'de ltr'],
    ['the first that is one, of several in the address', '', '?lang=xx&lang=ar', 'ar rtl'],
  ])('is %s', async (_claim, accepts, query, expected) => {
    const visited = await visitorOf(accepts)
    await visited.open(query)
    expect([visited.status, shown(visited)]).toEqual([200, expected])
  })

  test('is the form’s own on a form without translations, whatever the browser prefers', async () => {
    const visited = await visitorOf('ar', { name: 'Umfrage', language: 'de' })
    await visited.open('?lang=ar')
    expect(shown(visited)).toBe('de ltr')
    expect(visited.text).toContain(`Schritt 1 von 2`)
    expect(visited.page).not.toContain('class="languages"')
  })

  test.each(pageLanguages)(
    'may be %s, with our texts in it, for a form without translations',
    async (language) => {
      const { page, missing } = textsOf(language)
      const visited = await visitorOf('', { name: 'Form', language })
      await visited.open()
      expect(visited.text).toContain(page.step(1, 2))
      expect(visited.text).toContain(page.next)
      await visited.send({})
      expect(visited.hasProblems).toBe(true)
      expect(visited.text).toContain(missing.option)
      expect(visited.text).toContain(page.needCorrecting(1))
    },
  )

  test('may be one that is none at all', async () => {
    const visited = await visitorOf('', {
      name: 'Form',
      language: 'en-12',
      translations: { 'No language!': {} },
    })
    await visited.open()
    expect(visited.status).toBe(200)
    expect(visited.text).toContain('No language!')
    await visited.open('?lang=no language!')
    expect([visited.status, shown(visited)]).toEqual([200, 'en ltr'])
    await visited.send({ 'q.q0': 'Gut', 'q.q1': '1.5' })
    expect(visited.text).toContain('Woher?')
  })
})

/** Where the menu of a page leads for a language: the end of its address. */
const menuOf = ({ page, url }: Visitor, language: string): string =>
  (new RegExp(`(?:href|formaction)="([^"]*)" lang="${language}"`).exec(page)?.[1] ?? '')
    .replaceAll('&amp;', '&')
    .slice(url.length)

test('the links of the languages keep what the address of the form fills in', async () => {
  const { visitor: visited, form: published } = await server.visit(twoSteps, {
    language: 'en',
    translations: { de: {} },
    settings: { hiddenFields: ['source'] },
    path: '?source=a%26b&q0=Ann&q1=Because&other=x',
  })
  const link = menuOf(visited, 'de')
  expect(link).toBe('?step=1&q0=Ann&q1=Because&source=a%26b&lang=de')
  await visited.open(link)
  expect([shown(visited), visited.page.includes('value="Ann"')]).toEqual(['de ltr', true])
  await visited.send({ 'q.q0': 'Ann' })
  expect((await server.responses(published))[0]?.meta).toMatchObject({ source: 'a&b' })
})

/** Presses the button of a language with what was typed; follows where it leads. */
const choose = (visited: Visitor, language: string, typed: Record<string, string> = {}) =>
  visited.send({ ...typed, go: 'show' }, undefined, menuOf(visited, language))

describe.each([
  ['in the whole window', true],
  ['in a frame of another site, which keeps no cookie', false],
])('%s, a person chooses the language by a button', (_where, takesCookies) => {
  const settings = { embedOn: ['https://www.example.com'], hiddenFields: ['source'] }
  const translated = { language: 'en', translations: { de: {} }, settings }
  const texts: readonly ShortStep[] = [
    ['You', ['ShortInput', { question: 'Who?' }], ['ShortInput', { question: 'What?' }]],
    [
      'More',
      ['Number', { question: 'How many?' }],
      ['Date', { question: 'When?' }],
      ['Time', { question: 'At?' }],
      ['EmailForm', { question: 'Mail?' }],
      ['PasswordInput', { question: 'Secret?' }],
    ],
  ]
  const open = async (query = ''): Promise<{ published: PublishedForm; visited: Visitor }> => {
    const published = await server.publish(texts, translated)
    const visited = server.visitor(published, { takesCookies })
    if (takesCookies) await visited.open(query)
    else {
      const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }
      visited.page = (await server.app.inject({ url: visited.url + query, headers })).payload
    }
    return { published, visited }
  }

  test('and stays on the step with the same response', async () => {
    const { published, visited } = await open()
    await visited.send({ 'q.q0': 'Ada' })
    expect(visited.page).not.toMatch(/<nav[^>]*>.*<a .*<\/nav>/s)
    await choose(visited, 'de')
    expect(shown(visited)).toBe('de ltr')
    expect(visited.page).toMatch(/<button [^>]*lang="de"[^>]*aria-current="true"/)
    expect(visited.text).toContain('How many?')
    await choose(visited, 'en')
    expect(menuOf(visited, 'de')).toBe('?step=2&lang=de')
    await visited.send({ 'q.q2': '5' })
    const responses = await server.responses(published)
    expect(responses.map(({ finished, data }) => [finished, data.length])).toEqual([[true, 2]])
  })

  test('and no response begins where nothing was typed', async () => {
    const { published, visited } = await open('?source=mail&q1=Ann')
    await choose(visited, 'de', { 'q.q0': ' ' })
    expect([shown(visited), visited.page.includes('value="Ann"')]).toEqual(['de ltr', true])
    expect(await server.responses(published)).toEqual([])
    await visited.send({ 'q.q0': 'Ada', 'q.q1': 'Ann' })
    expect((await server.responses(published)).map(({ meta, data }) => [meta, data.length])).toEqual([
      [expect.objectContaining({ source: 'mail', language: 'de' }), 2],
    ])
  })

  test('on the first step, too, and keeps what its page has saved, what was typed since and what the address fills in', async () => {
    const { published, visited } = await open('?source=mail&q1=Ann')
    await visited.post({ ...visited.hidden(), 'q.q0': 'Ad', 'q.q1': 'Ann' }, undefined, '/save')
    await choose(visited, 'de', { 'q.q0': 'Ada', 'q.q1': 'Ann' })
    expect(shown(visited)).toBe('de ltr')
    expect(visited.page).toContain('value="Ada"')
    expect(visited.page).toContain('value="Ann"')
    await visited.send({ 'q.q0': 'Ada', 'q.q1': 'Ann' })
    const responses = await server.responses(published)
    expect(responses.map(({ meta, data }) => [meta['source'], data.length])).toEqual([['mail', 2]])
  })

  const typed = { 'q.q2': '1,234', 'q.q3.day': '31', 'q.q4': 'noon', 'q.q5': 'ada@' }
  test('and what was typed is there, as it was read in the language that it was typed in, or as it was typed', async () => {
    const { published, visited } = await open()
    await visited.send({ 'q.q0': 'Ada' })
    await choose(visited, 'de')
    await choose(visited, 'en', { ...typed, 'q.q6': 'hunter2' })
    expect(shown(visited)).toBe('en ltr')
    for (const value of ['1.234', '31', 'noon', 'ada@']) expect(visited.page).toContain(`value="${value}"`)
    expect([visited.page.includes('hunter2'), visited.hasProblems]).toEqual([false, false])
    await choose(visited, 'de', { ...typed, 'q.q2': '1.234', 'q.q5': 'ada@example.org' })
    expect(visited.page).toContain('value="1,234"')
    const [record] = await server.responses(published)
    const values = record?.data.map(({ response }) => response['value'] ?? response['provided'])
    expect([record?.finished, values]).toEqual([false, ['Ada', 1.234, 'ada@example.org', true]])
  })

  test('and what is to be corrected is said in the other language', async () => {
    const { visited } = await open()
    await visited.send({ 'q.q0': 'Ada' })
    await visited.send(typed)
    expect(visited.text).toContain(textsOf('en').problems.email)
    await choose(visited, 'de', typed)
    expect(visited.text).toContain(textsOf('de').problems.email)
    await choose(visited, 'en', { ...typed, 'q.q5': 'ada@example.org' })
    expect(visited.text).not.toContain(textsOf('en').problems.email)
    expect(visited.text).toContain('Fill in “Month”.')
  })

  test('and reads what was typed where the form was deleted meanwhile', async () => {
    const { published, visited } = await open()
    await visited.send({ 'q.q0': 'Ada' })
    await server.deleteForm(published)
    await choose(visited, 'de', typed)
    expect([visited.status, visited.page.includes('noon')]).toEqual([404, true])
    expect(visited.page).toContain(textsOf('en').saving.gone)
  })

  test('Enter in a field presses Next', async () => {
    const { visited } = await open()
    const [, first] = /<button\s[^>]*value="([^"]*)"/.exec(visited.page) ?? []
    expect(first).toBe('next')
  })
})

test('a language that was chosen stays through problems, steps, ways back, the end and what comes after', async () => {
  const visited = await visitorOf('de')
  await visited.open('?lang=ar')
  /** Sends what is shown as a browser does, to the address that the page names, and expects a page in Arabic with that text. */
  const send = async (fields: Record<string, string>, text: string): Promise<void> => {
    await visited.send(fields, undefined, visited.action)
    expect([shown(visited), visited.text.includes(text)]).toEqual(['ar rtl', true])
  }
  await send({}, textsOf('ar').missing.option)
  await send({ 'q.q0': 'Gut', 'q.q1': '1.5' }, 'القاهرة')
  await send({ go: 'back' }, 'كيف كانت؟')
  await send({ 'q.q0': 'Gut', 'q.q1': '2.5' }, 'القاهرة')
  await send({ 'q.q2': 'Kairo' }, 'شكرًا جزيلًا')
  await visited.open('?lang=ar')
  expect([shown(visited), visited.text]).toEqual([
    'ar rtl',
    expect.stringContaining(textsOf('ar').refusals.submitted.title),
  ])
  expect(visited.page).toContain(`${visited.url}?new&amp;lang=ar`)
})

test('answers are stored as the form has them, whatever the language of the page was', async () => {
  const published = await server.publish(steps, form)
  for (const language of ['de', 'ar']) {
    const visited = server.visitor(published, { accepts: language })
    await visited.open()
    await visited.send({ 'q.q0': 'Gut', 'q.q1': '1,5' })
    await visited.send({ 'q.q2': 'Kairo' })
    expect(visited.status).toBe(200)
  }
  const stored = await server.responses(published)
  expect(stored).toHaveLength(2)
  const [arabic, german] = stored.map(({ data }) => data.map(({ response }) => response))
  expect(arabic).toEqual(german)
  expect(german?.map(({ headline }) => headline)).toEqual(['Wie war es?', 'Wie viele?', 'Woher?'])
  expect(german?.at(-1)).toMatchObject({ selected: 'Kairo' })
})

describe('what is no step', () => {
  test('a save says how it went in the language of its page', async () => {
    const visited = await visitorOf('de')
    await visited.open('?lang=ar')
    const save = /data-save="([^"]*)"/.exec(visited.page)?.[1] ?? ''
    expect(save).toBe(`${visited.url}/save?lang=ar`)
    const reply = await visited.post({ ...visited.hidden(), 'q.q1': '3' }, undefined, save)
    expect(reply.json()).toMatchObject({ state: 'saved', text: textsOf('ar').saving.saved })
  })

  test('a refusal is in the language of the address, and its link keeps it', async () => {
    const visited = await visitorOf('de')
    const reply = await visited.post({}, undefined, '?lang=ar', { origin: 'https://elsewhere.example' })
    expect(reply.payload).toContain(textsOf('ar').refusals.foreign.title)
    expect(reply.payload).toContain(`href="${visited.url}?lang=ar"`)
  })

  test.each([
    ['de', 'en'],
    ['en', 'de'],
  ])(
    'what is refused before a form in %s is read is in its language, whatever the browser prefers',
    async (language, accepts) => {
      const visited = await visitorOf(accepts, { language })
      await visited.open()
      const post = async (name: string): Promise<string> => {
        const [, url = ''] = new RegExp(`${name}="([^"]*)"`).exec(visited.page) ?? []
        const reply = await visited.post({ 'q.q0': 'x'.repeat(300_000) }, undefined, decode(url))
        expect(reply.statusCode).toBe(413)
        return reply.payload
      }
      expect(JSON.parse(await post('data-save'))).toMatchObject({
        text: textsOf(language).saving['too-large'],
      })
      expect(await post('action')).toContain(textsOf(language).refusals['text-too-large'].title)
    },
  )

  test('a page that is none is in the language of the browser', async () => {
    const reply = await server.visitor({ id: 'nothing' }, { accepts: 'fr-CA, en;q=0.5' }).open()
    expect(reply.payload).toContain('<html lang="fr" dir="ltr">')
    expect(reply.payload).toContain(textsOf('fr').refusals['form-unknown'].title)
  })
})

test('nothing in the CSS of a page speaks of left or right but the arrow of a list', async () => {
  const { visitor } = await server.visit([everyTypeAtOnce])
  const css = /<style>(.*)<\/style>/s.exec(visitor.page)?.[1] ?? ''
  expect(css.replaceAll(/select[^{]*\{[^}]*\}/g, '')).not.toMatch(/\b(left|right)\b/)
})
