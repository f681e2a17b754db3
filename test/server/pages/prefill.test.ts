import { describe, expect, test } from 'vitest'
import { notLast, sharedPageServer, type ShortStep, Visitor } from '../../support/page-server.ts'

const server = await sharedPageServer()

const name = { key: 'firstName' }
const email = { key: 'emailAddress' }
const steps: readonly ShortStep[] = [
  [
    'You',
    ['ShortInput', { question: 'Job?' }],
    ['EmailForm', { question: 'Where?' }],
    ['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red', 'Green'] }],
    ['IdentityInfo', { fields: [name, email] }],
    ['PasswordInput', { question: 'Secret?' }],
    ['Dropdown', { question: 'Size?', options: ['S', 'M'] }],
  ],
  ['Us', ['LongInput', { question: 'Why?' }], ['ShortInput', { question: 'And?' }]],
]

const opened = async (path: string, options: { takesCookies?: boolean } = {}): Promise<Visitor> =>
  (await server.visit(steps, { settings: { hiddenFields: ['campaign', 'utm_source'] }, path, ...options }))
    .visitor

/** The values that are shown, of texts and chosen options. */
const shown = ({ page }: Visitor): string[] => [
  ...Array.from(
    page.matchAll(/<input (?![^>]*type="(?:hidden|radio|checkbox)")[^>]*value="([^"]+)"/g),
    ([, value = '']) => value,
  ),
  ...Array.from(page.matchAll(/<input [^>]*value="([^"]+)"[^>]*checked/g), ([, value = '']) => value),
  ...Array.from(page.matchAll(/<option [^>]*value="([^"]+)"[^>]*selected/g), ([, value = '']) => value),
  ...Array.from(page.matchAll(/<textarea[^>]*>\s*([^<]+)<\/textarea>/g), ([, value = '']) => value.trim()),
]

describe('the address of a form fills in', () => {
  test.each([
    ['a text', 'q0=Gardener', ['Gardener']],
    ['an e-mail address', 'q1=ada@example.com', ['ada@example.com']],
    ['no e-mail address that is none', 'q1=ada', []],
    ['an option', 'q2=Green', ['Green']],
    ['no option that there is not', 'q2=Blue', []],
    ['a field of an identity', 'q3.firstName=Ada', ['Ada']],
    ['the fields of an identity that fit', 'q3.firstName=Ada&q3.emailAddress=x', ['Ada']],
    ['no password', 'q4=hunter2', []],
    ['a choice of a list', 'q5=M', ['M']],
    ['no question that there is not', 'q99=x&__proto__=y&constructor=z', []],
    ['markup as text', 'q0=%22%3E%3Cscript%3E', ['&quot;&gt;&lt;script&gt;']],
  ])('%s', async (...[, query, values]) => {
    expect(shown(await opened(`?${query}`))).toEqual(values)
  })

  test.each([
    ['alone', 'q0.firstName=Ada', ['Ada']],
    ['beside one that does not fit', 'q0.firstName=Ada&q0.emailAddress=x', ['Ada']],
    ['with all others', 'q0.firstName=Ada&q0.emailAddress=ada@example.com', ['Ada', 'ada@example.com']],
  ])('a field of an identity whose fields are required, %s', async (_, query, values) => {
    const fields = [name, email].map(({ key }) => ({ key, label: key, required: true }))
    const { visitor } = await server.visit([['You', ['IdentityInfo', { fields }], ['NextButton']]], {
      path: `?${query}`,
    })
    expect(shown(visitor)).toEqual(values)
  })

  test('what would be taken if it were typed on that day, in the language of the page', async () => {
    const { visitor } = await server.visit(
      notLast(
        ['Number', { question: 'Wie viele?', min: 100, step: 1 }],
        ['Date', { question: 'Wann?', min: 'today' }],
        ['Date', { question: 'Wann sonst?', min: 'today' }],
      ),
      { language: 'de', path: '?q0=1.500&q1=2020-01-01&q2=2100-01-31' },
    )
    expect(shown(visitor)).toEqual(['1.500', '31', '01', '2100'])
    await visitor.open('?q1=0026-05-31&q2.day=31&q2.month=5')
    expect(shown(visitor)).toEqual(['31', '5'])
  })

  test.each([{ takesCookies: true }, { takesCookies: false }])(
    'a later step, too, and no answer that was given or taken back, with %o',
    async (options) => {
      const visitor = await opened('?q0=Gardener&q6=Because+%26&q7=More', options)
      const post = (fields: Record<string, string>) => visitor.send(fields, undefined, visitor.action)
      expect(visitor.action).toContain('q6=Because')
      await post({ 'q.q0': '' })
      expect(shown(visitor)).toEqual(['More', 'Because &amp;'])
      await post({ 'q.q6': 'Not so', go: 'back' })
      expect(shown(visitor)).toEqual([])
      await post({ 'q.q0': 'Cook' })
      expect(shown(visitor)).toContain('Not so')
      expect(shown(visitor)).not.toContain('Because &amp;')
    },
  )

  test('later steps with at most 2 KB, and only with keys of the form', async () => {
    const query = `?q0=${'a'.repeat(1500)}&q6=${'b'.repeat(1500)}&other=${'c'.repeat(10)}`
    const { action } = await opened(query)
    expect(action.length).toBeLessThan(2200)
    expect(action).toContain('q0=aaa')
    expect(action).not.toMatch(/bbb|other/)
  })

  test('nothing for the next visitor', async () => {
    const visitor = await opened('?q0=Gardener')
    const next = server.visitor(visitor.form)
    await next.open()
    expect(shown(next)).toEqual([])
  })
})

describe('hidden fields', () => {
  test('come from the address into the meta of the response when it begins, cut to 500 characters', async () => {
    const { visitor, form } = await server.visit(steps, {
      settings: { hiddenFields: ['campaign', 'utm_source', 'leadId'] },
      path: `?campaign=spring&utm_source=${'x'.repeat(600)}&other=1&leadId=mine`,
    })
    expect(visitor.hidden()).toMatchObject({ 'meta.campaign': 'spring' })
    await visitor.send({ 'q.q0': 'Cook' })
    expect(visitor.hidden()).not.toHaveProperty(['meta.campaign'])
    await visitor.send({ 'meta.campaign': 'autumn', 'q.q6': 'So' })
    const [record] = await server.responses(form)
    expect(record?.meta).toEqual({
      leadId: expect.stringMatching(/^cl/),
      campaign: 'spring',
      utm_source: 'x'.repeat(500),
    })
  })
})

describe('the language of the page', () => {
  test.each([
    ['is noted in the meta of a response, where the form has several', { de: { Cook: 'Koch' } }, 'de'],
    ['is not noted where there is one', undefined, undefined],
  ])('%s', async (_title, translations, language) => {
    const { visitor, form } = await server.visit(steps, {
      ...(translations && { translations }),
      path: '?lang=de',
    })
    await visitor.send({ 'q.q0': 'Cook' }, undefined, '?lang=de')
    const [record] = await server.responses(form)
    expect(record?.meta['language']).toBe(language)
  })
})
