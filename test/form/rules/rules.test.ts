import { describe, expect, test } from 'vitest'
import { check, checkGenerateBody } from '../../../src/form/check.ts'
import { countryMeant, isCountryCode } from '../../../src/form/rules/unknown-country.ts'
import type { Finding } from '../../../src/form/finding.ts'
import { pathText } from '../../../src/form/value.ts'

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

test.each<[string, Component, string[]]>([
  [
    'the same option twice',
    component('Dropdown', { question: 'a', options: ['a', 'b', 'a'] }),
    ['duplicate-option 0 options[2]'],
  ],
  [
    'three times: each after the first',
    component('Dropdown', { question: 'a', choices: ['a', 'a', 'a'] }),
    ['duplicate-option 0 choices[1]', 'duplicate-option 0 choices[2]'],
  ],
  [
    'options that a page shows alike',
    component('GraphicOptions', { question: 'a', choices: ['a  b', ' a b'] }),
    ['duplicate-option 0 choices[1]'],
  ],
  [
    'an accent in one character or two',
    component('Dropdown', { question: 'a', options: ['é', 'e\u0301'] }),
    ['duplicate-option 0 options[1]'],
  ],
  ['options that differ in case', component('Dropdown', { question: 'a', options: ['no', 'NO'] }), []],
  [
    'empty options, said once as that',
    component('Dropdown', { question: 'a', options: ['', ''] }),
    ['empty-text 0 options[0]', 'empty-text 0 options[1]'],
  ],
  ['no choices under either name', component('MultipleOptionsQuestion', { question: 'a' }), ['no-options 0']],
  [
    'a GraphicOptions without them, as the contract does not show its keys',
    component('GraphicOptions', { question: 'a' }),
    [],
  ],
  [
    'an empty list in one',
    component('GraphicOptions', { question: 'a', choices: [] }),
    ['no-options 0 choices'],
  ],
  [
    'an empty list of choices',
    component('MultipleOptionsQuestion', { question: 'a', options: [] }),
    ['no-options 0 options'],
  ],
  [
    'one empty list and one full',
    component('MultipleOptionsQuestion', { question: 'a', options: [], choices: ['a'] }),
    ['duplicate-alias 0 options'],
  ],
  [
    'choices of another kind, said as that only',
    component('MultipleOptionsQuestion', { question: 'a', choices: 'a' }),
    ['wrong-type 0 choices'],
  ],
  [
    'misspelt choices, said as that only',
    component('MultipleOptionsQuestion', { question: 'a', chioces: ['a'] }),
    ['unknown-content-key 0 chioces'],
  ],
  [
    'choices by another word, said as that only',
    component('MultipleOptionsQuestion', { question: 'a', answers: ['a'] }),
    ['unknown-content-key 0 answers'],
  ],
  ['no field', fields(), ['no-fields 0 fields']],
  ['a question of blanks', component('LongInput', { question: ' \u00a0\n' }), ['empty-text 0 question']],
  ['no question', component('LongInput'), ['empty-text 0']],
  [
    'a misspelt question, said as that only',
    component('LongInput', { qestion: 'a' }),
    ['unknown-content-key 0 qestion'],
  ],
  [
    'a question by another word, said as that only',
    component('ShortInput', { label: 'a' }),
    ['unknown-content-key 0 label'],
  ],
  [
    'a question that is a number, said as that only',
    component('ShortInput', { question: 1 }),
    ['wrong-type 0 question'],
  ],
  ['no question where the type says what it asks', component('EmailForm'), []],
  ['an empty question there', component('EmailForm', { question: '' }), ['empty-text 0 question']],
  ['a hidden question', component('Dropdown', { hideQuestion: true, options: ['a'] }), []],
  ['a heading with only a line below it', component('Header', { subheading: 'a' }), []],
  ['a heading with nothing', component('Header'), ['empty-text 0']],
  ['small print with nothing', component('Disclaimer'), ['empty-text 0']],
  ['an empty button', component('NextButton', { label: '' }), ['empty-text 0 label']],
  ['a button without a text of its own', component('NextButton'), []],
  ['an empty placeholder', component('Dropdown', { question: 'a', options: ['a'], placeholder: '' }), []],
  [
    'the same identity key twice',
    fields(field('city'), field('title'), field('city')),
    ['duplicate-identity-key 0 fields[2].key'],
  ],
])('%s', (_, given, expected) => {
  expect(said(ask, given).map((line) => line.replace(/ 1/, ' 0'))).toEqual(expected)
})

test('the same piece of identity in two components is asked twice on purpose', () => {
  expect(said(fields(field('city')), fields(field('city')))).toEqual([])
})

describe('revealAfter', () => {
  const after = (key: string): object => ({ revealAfter: key })
  test.each<[string, object[], string[]]>([
    ['of a field beside it', [field('city'), field('state', after('city'))], []],
    ['of a field further down', [field('state', after('city')), field('city')], []],
    ['of none', [field('state', after('city'))], ['unknown-reveal-after 0 fields[0].revealAfter']],
    ['of nothing', [field('state', after(''))], ['unknown-reveal-after 0 fields[0].revealAfter']],
    [
      'of a label',
      [field('state', after('City')), field('city')],
      ['unknown-reveal-after 0 fields[0].revealAfter'],
    ],
    [
      'of a field whose key is misspelt',
      [field('citty'), field('state', after('city'))],
      ['not-one-of 0 fields[0].key'],
    ],
    ['of itself', [field('city', after('city'))], ['reveal-circle 0 fields[0].revealAfter']],
    [
      'in a circle of two, which a third waits for',
      [field('zipCode', after('city')), field('city', after('state')), field('state', after('city'))],
      ['reveal-circle 0 fields[1].revealAfter'],
    ],
    [
      'in a circle that is told from its first field',
      [field('city', after('state')), field('zipCode', after('city')), field('state', after('zipCode'))],
      ['reveal-circle 0 fields[0].revealAfter'],
    ],
    [
      'in two circles',
      [field('city', after('state')), field('state', after('city')), field('title', after('title'))],
      ['reveal-circle 0 fields[0].revealAfter', 'reveal-circle 0 fields[2].revealAfter'],
    ],
  ])('%s', (_, listed, expected) => {
    expect(said(fields(...listed))).toEqual(expected)
  })

  test('of a field in another component is told to put them together', () => {
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

test.each<[string, object, string[]]>([
  [
    'an e-mail option on a name',
    field('fullName', { blockPersonalEmails: true }),
    ['email-option-elsewhere 0 fields[0].blockPersonalEmails'],
  ],
  ['one that is off', field('fullName', { blockPersonalEmails: false }), []],
  ['one on e-mail', field('emailAddress', { blockPersonalEmails: true }), []],
  [
    'one that is no boolean, said as that only',
    field('fullName', { blockPersonalEmails: 1 }),
    ['wrong-type 0 fields[0].blockPersonalEmails'],
  ],
  [
    'dial codes on a name, said once',
    field('fullName', { includeDialCode: true, defaultDialCodeCountry: 'DE' }),
    ['phone-option-elsewhere 0 fields[0].includeDialCode'],
  ],
  [
    'dial codes on a phone',
    field('phoneNumber', { includeDialCode: true, defaultDialCodeCountry: 'de' }),
    [],
  ],
  [
    'a country that is none',
    field('phoneNumber', { defaultDialCodeCountry: 'ZZ' }),
    ['unknown-country 0 fields[0].defaultDialCodeCountry'],
  ],
  [
    'an option of a key that is none, said as that only',
    field('citty', { blockPersonalEmails: true }),
    ['not-one-of 0 fields[0].key'],
  ],
])('%s', (_, given, expected) => {
  expect(said(fields(given))).toEqual(expected)
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
  ['AUT', 'AT', true],
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
  const calendar = (content: object): string[] => said(component('SchedulerScreen', content))
  const ours = 'https://calendly.com/ada'
  test.each<[string, object, string[]]>([
    ['at a web address', { dataUrl: ours }, []],
    ['at one without its beginning', { url: 'calendly.com/ada' }, ['scheduler-url 0 url']],
    ['at nothing', { dataUrl: '' }, ['scheduler-url 0 dataUrl']],
    ['at an address for mail', { dataUrl: 'mailto:ada@example.com' }, ['scheduler-url 0 dataUrl']],
    ['at a script', { dataUrl: 'javascript:alert(1)' }, ['scheduler-url 0 dataUrl']],
    ...[
      '/ada',
      '//calendly.com/ada',
      'https:calendly.com',
      'https:/calendly.com',
      'https://',
      'http:ada',
      'data:,a',
    ].map((url): [string, object, string[]] => [`at ${url}`, { url }, ['scheduler-url 0 url']]),
    ['at an address with blanks around it', { url: ` ${ours}\n` }, []],
    ['at a host without a dot', { url: 'https://localhost:3000/ada' }, []],
    ['over http', { calendarUrl: 'http://calendly.com/ada' }, ['insecure-scheduler 0 calendarUrl']],
    ['of the provider that is named', { dataUrl: ours, calendarType: 'calendly' }, []],
    ['of another', { dataUrl: ours, calendarType: 'cal' }, ['calendar-host 0 calendarType']],
    ['at a host of a provider’s', { dataUrl: 'https://meetings.hubspot.com/a', calendarType: 'HubSpot' }, []],
    ['at a host that ends alike', { dataUrl: 'https://notcalendly.com/a', calendarType: 'HubSpot' }, []],
    ['at a domain of someone’s own', { dataUrl: 'https://book.example.com', calendarType: 'Cal.com' }, []],
    [
      'of a provider that is not known',
      { dataUrl: ours, calendarType: 'Mine' },
      ['unknown-calendar-type 0 calendarType'],
    ],
    [
      'whose provider is a number, said as that only',
      { dataUrl: ours, calendarType: 7 },
      ['wrong-type 0 calendarType'],
    ],
  ])('%s', (_, content, expected) => {
    expect(calendar(content)).toEqual(expected)
  })

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

test('a key is never taken for another name of one that is there', () => {
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

  test('the lint reads on behind it, since another service may take it; our server does not', () => {
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
