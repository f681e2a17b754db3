import { describe, expect, test } from 'vitest'
import { check, checkGenerateBody } from '../../../src/form/check.ts'
import { countryMeant, isCountryCode } from '../../../src/form/rules/unknown-country.ts'
import type { Finding } from '../../../src/form/finding.ts'
import { pathText } from '../../../src/form/value.ts'
import { rowsIn } from '../../support/rows-in.ts'

type Component = { readonly type: string; readonly content: unknown }
const component = (type: string, content: unknown = {}): Component => ({ type, content })
const next = component('NextButton')
const ask = component('ShortInput', { question: 'Who?' })
const thanks = { name: 'Thanks', components: [component('Header', { title: 'Thanks' })] }

/** The findings of a form whose first step holds these, as `code place in the content`. */
const said = (...components: readonly Component[]): string[] =>
  saidOf([{ name: 'One', components: [...components, next] }, thanks])
const saidOf = (steps: readonly unknown[]): string[] =>
  check({ name: 'a', steps }).map(({ code, path }) =>
    `${code} ${pathText(path)}`.replace(/steps\[0\]\.components\[(\d)\]\.content\.?/, '$1 ').trim(),
  )
const fields = (...listed: readonly unknown[]): Component => component('IdentityInfo', { fields: listed })
const field = (key: string, more: object = {}): object => ({ key, label: key, ...more })

test.each(
  rowsIn<[claim: string, type: string, content: object, expected: string[]]>('form-rules/content.json'),
)('%s', (_, type, content, expected) => {
  expect(said(ask, component(type, content)).map((line) => line.replace(/ 1/, ' 0'))).toEqual(expected)
})

test('an identity key may be asked in two components', () => {
  expect(said(fields(field('city')), fields(field('city')))).toEqual([])
})

describe('revealAfter', () => {
  const after = (key: string): object => ({ revealAfter: key })

  test('that names a field of another component gets the advice to put both into one', () => {
    const form = {
      name: 'a',
      steps: [
        { name: 'One', components: [fields(field('city', after('title'))), fields(field('title')), next] },
        thanks,
      ],
    }
    expect(check(form)).toMatchObject([
      { help: 'Put both fields into one component: a field waits only for one beside it.' },
    ])
  })
})

test.each(['Germany', 'UK', 'DEU', '+44', 'ZZ', ''])(
  'a country of phone numbers: %j is none in both types',
  (text) => {
    const country = [component('Phone', { question: 'Q', defaultCountry: text })]
    const inField = [fields(field('phoneNumber', { includeDialCode: true, defaultDialCodeCountry: text }))]
    expect(said(...country).filter((one) => one.startsWith('unknown'))).toEqual([
      'unknown-country 0 defaultCountry',
    ])
    expect(said(...inField).filter((one) => one.startsWith('unknown'))).toEqual([
      'unknown-country 0 fields[0].defaultDialCodeCountry',
    ])
  },
)

test.each(['GB', 'gb', 'XK'])('a country of phone numbers: %j is one in both types', (text) => {
  expect(said(component('Phone', { question: 'Q', defaultCountry: text }))).toEqual([])
  expect(said(fields(field('phoneNumber', { includeDialCode: true, defaultDialCodeCountry: text })))).toEqual(
    [],
  )
})

test.each([
  ['Germany', 'DE', true],
  ['UK', 'GB', true],
  ['USA', 'US', true],
  ['Österreich', 'AT', true],
  ['Côte d’Ivoire', 'CI', true],
  ['South Korea', 'KR', true],
  ['U.S.', 'US', true],
  ['germny', 'DE', false],
])('%j is taken for a country: %s', (text, word, isCertain) => {
  expect(countryMeant(text)).toEqual({ word, isCertain })
})

test.each(['', 'ZZ', '+49', '49', 'toString', '__proto__', 'constructor', 'x'.repeat(100_000)])(
  '%.20j is taken for no country',
  (text) => {
    expect(isCountryCode(text)).toBe(false)
    expect(countryMeant(text)).toBeUndefined()
  },
)

test('an API key in any text is found, alone or among words', () => {
  const question = (text: string): string[] => said(component('ShortInput', { question: text }))
  expect(question(' fctl_0123456789abcdef\n')).toEqual(['api-key-in-text 0 question'])
  expect(question(`Use fctl_${'a1_-'.repeat(11).slice(1)}, please`)).toEqual(['api-key-in-text 0 question'])
  expect(question('What is an fctl_customers?')).toEqual([])
  expect(question('fctl_abc')).toEqual([])
  const options = ['a', 'fctl_0123456789abcdef']
  expect(said(component('Dropdown', { question: 'Which?', options }))).toEqual([
    'api-key-in-text 0 options[1]',
  ])
  expect(saidOf([{ name: 'fctl_0123456789abcdef', components: [ask, next] }, thanks])).toEqual([
    'api-key-in-text steps[0].name',
  ])
})

describe('the address of a calendar that is certain', () => {
  test.each<[string, string | undefined]>([
    ['calendly.com/ada', 'https://calendly.com/ada'],
    ['<iframe src="https://calendly.com/ada?a=1&amp;b=2"></iframe>', 'https://calendly.com/ada?a=1&b=2'],
    ['Book at https://calendly.com/ada.', 'https://calendly.com/ada'],
    ['(https://calendly.com/ada)', 'https://calendly.com/ada'],
    [
      '<link href="https://assets.calendly.com/assets/external/widget.css"><a href="https://calendly.com/ada">Book</a>',
      'https://calendly.com/ada',
    ],
    ['<script src="https://app.cal.com/embed/embed.js"></script>', undefined],
    ['Either https://calendly.com/ada or https://calendly.com/bob', undefined],
  ])('of %s is %s', (url, meant) => {
    const [found] = check({
      name: 'a',
      steps: [{ name: 'One', components: [component('SchedulerScreen', { url }), next] }, thanks],
    })
    expect(found?.code).toBe('scheduler-url')
    expect(found?.fix?.kind === 'replace-value' ? found.fix.to : undefined).toBe(meant)
  })
})

describe('a calendar', () => {
  test.each([
    ['calendly.com/ada', 'https://calendly.com/ada', true],
    ['ada.example.com', 'https://ada.example.com', false],
    ['//calendly.com/ada', 'https://calendly.com/ada', true],
    ['https:calendly.com/ada', 'https://calendly.com/ada', true],
    ['<iframe src="https://ada.example.com/x">', 'https://ada.example.com/x', false],
    ['http://calendly.com/ada', 'https://calendly.com/ada', true],
    ['http://ada.example.com', 'https://ada.example.com', false],
  ])(
    'at %j: the whole address is offered, and taken without asking where its provider is known',
    (text, whole, isCertain) => {
      const steps = [{ name: 'One', components: [component('Scheduler', { url: text }), next] }, thanks]
      const finding = check({ name: 'a', steps }).find(({ path }) => path.at(-1) === 'url')
      expect(finding?.help?.split(' ').at(-1)).toBe(whole)
      expect(finding?.fix !== undefined).toBe(isCertain)
    },
  )
})

describe('a calendar that is to get the e-mail', () => {
  const calendar = component('SchedulerScreen', { dataUrl: 'https://calendly.com/ada', prefillEmail: true })
  const step = (...components: readonly unknown[]): object => ({
    name: 'Step',
    components: [...components, next],
  })
  const missing = 'prefill-without-email steps[1].components[0].content.prefillEmail'
  test.each<[string, object[], string[]]>([
    ['from an e-mail form', [step(component('EmailForm')), step(calendar)], []],
    ['from identity', [step(fields(field('workEmailAddress'))), step(calendar)], []],
    ['from a misspelt key', [step(fields(field('emial'))), step(calendar)], ['not-one-of 0 fields[0].key']],
    [
      'from a component that is not known',
      [step(component('Quiz')), step(calendar)],
      ['unknown-type steps[0].components[0].type'],
    ],
    ['from nowhere', [step(ask), step(calendar)], [missing]],
    ['from its own step', [step(ask), step(calendar, component('EmailForm'))], [missing]],
    ['from a later step', [step(ask), step(calendar), step(component('EmailForm'))], [missing]],
  ])('%s', (_, steps, expected) => {
    expect(saidOf([...steps, thanks])).toEqual(expected)
  })
})

describe('a step', () => {
  const way = 'no-way-forward steps[0].components'
  test.each<[string, unknown, string[]]>([
    ['without a button', [ask], [way]],
    ['with one', [ask, next], []],
    [
      'with a component that is not known',
      [ask, component('Quiz')],
      ['unknown-type steps[0].components[1].type'],
    ],
    ['with a component without a type', [ask, { content: {} }], ['missing-key steps[0].components[1].type']],
    ['without a component', [], ['too-few steps[0].components']],
    ['with nothing but a button', [next], ['blank-step steps[0].components']],
  ])('%s', (_, components, expected) => {
    expect(saidOf([{ name: 'One', components }, thanks])).toEqual(expected)
  })

  test('that is the last needs no button, and yet something to show', () => {
    const first = { name: 'One', components: [ask, next] }
    expect(saidOf([first, { name: 'Two', components: [ask] }])).toEqual([])
    expect(saidOf([first, { name: 'Two', components: [next] }])).toEqual(['blank-step steps[1].components'])
  })
})

test('of two keys that look like one, neither is renamed without asking', () => {
  const findings = check({
    name: 'a',
    steps: [
      { name: 'One', components: [component('ShortInput', { qestion: 'a', questin: 'b' }), next] },
      thanks,
    ],
  })
  expect(findings.map(({ code, help, fix }) => [code, help, fix])).toEqual([
    ['unknown-content-key', 'Did you mean "question"?', undefined],
    ['unknown-content-key', 'Did you mean "question"?', undefined],
  ])
})

test('a stray key is never taken for the alias of a key that is present', () => {
  const content = { question: 'a', options: ['a'], choises: ['b'] }
  expect(said(component('Dropdown', content))).toEqual(['unknown-content-key 0 choises'])
  const [finding] = check({
    name: 'a',
    steps: [{ name: 'One', components: [component('Dropdown', content), next] }, thanks],
  })
  expect(finding).not.toHaveProperty('fix')
})

describe('more than a page can hold', () => {
  const times = <T>(n: number, one: T): T[] => Array(n).fill(one)
  const dropdown = (n: number, key = 'options'): Component =>
    component('Dropdown', { question: 'a', [key]: Array.from({ length: n }, (_, i) => `o${i}`) })
  const phone = fields(field('phoneNumber', { includeDialCode: true }))
  const saidOnce = (...components: readonly Component[]): string[] => said(...components).toSorted()
  test.each<[string, readonly Component[], string[]]>([
    ['99 questions and a button are taken', times(99, ask), []],
    ['100 are not', times(100, ask), ['too-many steps[0].components']],
    ['1,000 options are taken', [dropdown(1000)], []],
    ['1,001 are not', [dropdown(1001, 'choices')], ['too-many 0 choices']],
    [
      'nor as cards',
      [
        component('GraphicOptions', {
          question: 'a',
          choices: Array.from({ length: 1001 }, (_, i) => `o${i}`),
        }),
      ],
      ['too-many 0 choices'],
    ],
    ['2,000 options on a step are taken', [dropdown(1000), dropdown(1000)], []],
    ['2,001 are not', [dropdown(1000), dropdown(1000), dropdown(1)], ['too-many steps[0].components']],
    ['7 lists of country codes are taken', times(7, phone), []],
    ['8 are not', times(8, phone), ['too-many steps[0].components']],
    ['8 telephone numbers without such a list are taken', times(8, fields(field('phoneNumber'))), []],
    [
      'identity fields count as well',
      [dropdown(1000), dropdown(999), fields(field('city'), field('state'))],
      ['too-many steps[0].components'],
    ],
    [
      '100,000 characters in the texts of a step are taken',
      [component('Disclaimer', { text: 'x'.repeat(99_996) })],
      [],
    ],
    [
      'a few more are not, and none of the texts is to blame',
      [
        component('Disclaimer', { text: 'x'.repeat(60_000) }),
        component('Disclaimer', { text: 'x'.repeat(60_000) }),
      ],
      ['too-many steps[0].components'],
    ],
    [
      'texts of options and fields count',
      [
        component('Dropdown', { question: 'a', options: ['x'.repeat(60_000)] }),
        fields({ key: 'city', label: 'x'.repeat(60_000) }),
      ],
      ['too-many steps[0].components'],
    ],
    [
      'what is too long by itself is said once, and its step is not blamed',
      [dropdown(1500), dropdown(3000)],
      ['too-many 0 options', 'too-many 1 options'],
    ],
    ['of 13,000 components one thing is said', times(13_000, ask), ['too-many steps[0].components']],
  ])('%s', (_, components, expected) => {
    expect(saidOnce(...components)).toEqual(expected)
  })

  test('100 steps are taken, and 101 are not', () => {
    const step = { name: 'One', components: [ask, next] }
    expect(saidOf([...times(99, step), thanks])).toEqual([])
    expect(saidOf([...times(100, step), thanks])).toEqual(['too-many steps'])
  })

  test('a name of 1,000 characters is taken, and one of 1,001 is not', () => {
    const named = (length: number): string[] => {
      const name = 'x'.repeat(length)
      return check({ name, steps: [{ name, components: [ask, next] }, thanks] }).map(
        ({ code, path }) => `${code} ${pathText(path)}`,
      )
    }
    expect(named(1000)).toEqual([])
    expect(named(1001)).toEqual(['too-many name', 'too-many steps[0].name'])
  })

  test('is only a warning of the lint, which checks the rest, and refused by our server', () => {
    const components = [...times(150, ask), component('ShortInput', 7), next]
    const form = { name: 'a', steps: [{ name: 'One', components }, thanks] }
    const refused = (findings: readonly Finding[]): string[] =>
      findings.filter(({ isRefused }) => isRefused).map(({ code }) => code)
    expect(refused(check(form))).toEqual(['too-many', 'wrong-type'])
    expect(refused(checkGenerateBody({ ...form, sourceFormId: 'a' }))).toEqual(['too-many'])
  })
})

test('options of any depth get advice, also where a text of them cannot be made', () => {
  const options = { a: [{ toString: 'IdentityInfo' }] }
  const finding = check({
    name: 'a',
    steps: [{ name: 'One', components: [component('Dropdown', { options })] }],
  }).find(({ code }) => code === 'wrong-type')
  expect(finding?.help).toBe('Write a list of texts, as in [Yes, No].')
})
