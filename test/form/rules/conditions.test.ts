import { describe, expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'

const question = (type: string, content: object = {}, rest: object = {}) => ({
  type,
  key: 'q',
  content: { question: 'Q?', ...content },
  ...rest,
})
const thanks = { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Bye' } }] }
const next = { type: 'NextButton', content: { buttonText: 'Next' } }

const codes = new Set(['condition-value', 'impossible-condition', 'unreachable-step'])
const found = (form: unknown) => check(form).filter(({ code }) => codes.has(code))

const conditionsOf = (asked: object, visibleIf: object) =>
  found({
    name: 'Form',
    steps: [
      { name: 'One', components: [asked, { ...question('ShortInput'), key: 'then', visibleIf }, next] },
      thanks,
    ],
  })

const pets = { choices: ['Dog', 'Cat'] }
const one = question('MultipleOptionsQuestion', pets)
const several = question('MultipleOptionsQuestion', { ...pets, isMulti: true })
const other = question('MultipleOptionsQuestion', { ...pets, other: true })
const person = question('IdentityInfo', { fields: [{ key: 'city', label: 'City' }] })
const matrix = question('Matrix', { rows: ['Food'], columns: ['Good', 'Bad'] })
const day = question('Date', { min: '2026-01-01', max: '2026-12-31' })
const on = (condition: object) => ({ question: 'q', ...condition })
const all = (...conditions: object[]) => ({ all: conditions.map(on) })

describe('no answer meets', () => {
  test.each([
    ['two options of a single choice', one, all({ is: 'Dog' }, { is: 'Cat' })],
    ['an option and not that option', several, all({ is: 'Dog' }, { isNot: 'Dog' })],
    ['every option excluded and an answer', one, all({ isNot: 'Dog' }, { isNot: 'Cat' }, { answered: true })],
    ['two exact texts', question('ShortInput'), all({ is: 'a' }, { in: ['b', 'c'] })],
    ['more than a rating', question('Rating'), on({ over: 5 })],
    ['less than a scale', question('OpinionScale'), on({ under: 1 })],
    ['more than the greatest number', question('Number', { max: 9 }), on({ over: 9 })],
    ['bounds that meet', question('Number'), all({ over: 5 }, { under: 5 })],
    ['a day before the first', day, on({ under: '2026-01-01' })],
    ['no day between', day, all({ over: '2026-03-01' }, { under: '2026-03-02' })],
    ['a time after the last', question('Time', { max: '17:00' }), on({ over: '17:00' })],
    ['a title', { type: 'Header', key: 'q', content: { title: 'T' } }, on({ answered: true })],
  ])('%s', (_, asked, condition) => {
    expect(conditionsOf(asked, condition).map(({ code }) => code)).toEqual(['impossible-condition'])
  })
})

const consent = question('Consent', { text: 'I agree.' })
const grades = question('Dropdown', { options: ['1', '2', '10'] })
const anySeveral = question('Dropdown', { options: ['a'], other: true, isMulti: true })

/** What each question can be compared with, by operator: values that it takes, and those that it does not. */
const values: readonly (readonly [
  string,
  object,
  Readonly<Record<string, readonly [right: readonly unknown[], wrong: readonly unknown[]]>>,
])[] = [
  ...[
    one,
    several,
    question('Ranking', { options: ['Dog', 'Cat'] }),
    question('Matrix', { rows: ['r'], columns: ['Dog', 'Cat'] }),
  ].map(
    (asked) =>
      [
        asked.type,
        asked,
        {
          is: [['Dog'], ['Dgo', 'dog', 5, true, '2026-05-31']],
          isNot: [['Cat'], ['Dgo', 5, false]],
          in: [[['Dog', 'Cat']], [['Dog', 'Bird'], [5]]],
          contains: [['Dog'], ['Do', 'Bird']],
          over: [[], ['Cat', 5]],
          under: [[], ['Cat', 5]],
        },
      ] as const,
  ),
  [
    'options that are numbers',
    grades,
    {
      is: [
        ['1', 10],
        [3, '01'],
      ],
      isNot: [[2], ['3']],
      in: [[[1, '2']], [[1, 3]]],
      over: [
        [2, 1.5],
        ['x', '2026-05-31', true],
      ],
      under: [[10], ['ten']],
    },
  ],
  ...[question('ShortInput'), question('LongInput'), other, anySeveral].map(
    (asked) =>
      [
        `${asked.type} of any text`,
        asked,
        {
          is: [['Bird', 5, true], []],
          isNot: [['Bird'], []],
          in: [[['a', 5]], []],
          contains: [['a'], []],
          over: [[17], ['a', '2026-05-31']],
          under: [[17], ['a']],
        },
      ] as const,
  ),
  ...[question('Number'), question('Rating', { max: 10 }), question('OpinionScale', { preset: 'nps' })].map(
    (asked) =>
      [
        asked.type,
        asked,
        {
          is: [[5], ['five', true, '1.2.2026', '5,5']],
          isNot: [[5], ['five', false]],
          in: [[[5, 6]], [[5, 'six']]],
          contains: [[], ['5']],
          over: [
            [5, 5.5],
            ['ten', true, '10 kg'],
          ],
          under: [[5], ['ten']],
        },
      ] as const,
  ),
  [
    'Date',
    day,
    {
      is: [['2026-05-31'], ['31.12.2026', '2026-5-31', '2026-02-30', 2026, 'today', true]],
      isNot: [['2026-05-31'], ['31.05.2026']],
      in: [[['2026-05-31']], [['2026-05-31', 'May']]],
      contains: [[], ['2026']],
      over: [['2026-05-31'], ['1.2.2026', '2026', 2026, 'today']],
      under: [['2026-05-31'], ['05/31/2026']],
    },
  ],
  [
    'Time',
    question('Time'),
    {
      is: [['09:00'], ['9:00', 9, '25:00', '9 am']],
      isNot: [['09:00'], ['9:00']],
      in: [[['09:00']], [['9:00']]],
      contains: [[], ['09']],
      over: [['09:00'], ['9:00', 9, '09:00:00']],
      under: [['09:00'], ['9.30']],
    },
  ],
  [
    'EmailForm',
    question('EmailForm'),
    {
      is: [
        ['ada@example.org', 'Ada@Example.org'],
        ['not-an-email', 5, true, ' ada@example.org', 'ada@example.org\u200b'],
      ],
      isNot: [['ada@example.org'], ['ada']],
      in: [[['ada@example.org', 'a@b.org']], [['ada@example.org', 'b.org']]],
      contains: [
        ['@example.org', 'ada'],
        ['ada @', ' '],
      ],
      over: [[], [3, 'a']],
      under: [[], [3]],
    },
  ],
  ...[
    question('Phone', { defaultCountry: 'GB' }),
    question('Phone', { includeDialCode: true, defaultCountry: 'GB' }),
  ].map(
    (asked) =>
      [
        'Phone',
        asked,
        {
          is: [
            ['+442079460958'],
            ['020 7946 0958', '02079460958', '+44 20 7946 0958', 442079460958, 'x', true],
          ],
          isNot: [['+442079460958'], ['020 7946 0958']],
          in: [[['+442079460958']], [['+442079460958', '020 7946 0958']]],
          contains: [
            ['+44', '79460958'],
            ['7946 0958', '(20)', 'x'],
          ],
          over: [[], [5]],
          under: [[], [5]],
        },
      ] as const,
  ),
  ...['PasswordInput', 'FileUploader', 'SchedulerScreen', 'Scheduler'].map(
    (type) =>
      [
        type,
        question(type),
        {
          is: [[], [true, 'brief.pdf', 1]],
          isNot: [[], [true, 'x']],
          in: [[], [[true]]],
          contains: [[], ['pdf']],
          over: [[], [1]],
          under: [[], [1]],
          answered: [[true, false], []],
        },
      ] as const,
  ),
  [
    'a text with limits',
    question('ShortInput', { maxLength: 5, pattern: '[a-z]+' }),
    { is: [['abc'], ['toolong', 'ABC', 5, ' abc']], isNot: [['abc'], ['toolong']], contains: [['a'], []] },
  ],
  [
    'a number with limits',
    question('Number', { min: 1, max: 9, step: 1 }),
    { is: [[5], [0, 10, 2.5, 1e21, 1e-7]], isNot: [[1], [10]], in: [[[1, 2]], [[1, 20]]] },
  ],
  ['a rating', question('Rating'), { is: [[5], [6, 2.5, 0]], isNot: [[5], [6]] }],
  ['a scale', question('OpinionScale', { preset: 'nps' }), { is: [[0, 10], [11]] }],
  ['a day in a year', day, { is: [['2026-12-31'], ['2027-01-01']], isNot: [['2026-01-01'], ['2025-12-31']] }],
  ['a time in steps', question('Time', { step: 15 }), { is: [['09:15'], ['09:10']] }],
  [
    'Consent',
    consent,
    {
      is: [[true], [false, 'yes', 1]],
      isNot: [[true], [false, 'no']],
      in: [[[true]], [[true, false]]],
      contains: [[], ['true']],
      over: [[], [0]],
      under: [[], [1]],
    },
  ],
]
const shapeless = {
  is: [null, '', ['Dog', 'Cat'], ['Dog'], { a: 1 }, [{ toString: 1 }], [null], []],
  isNot: [null, '', ['Dog', 'Cat'], { a: 1 }],
  in: [[], [null], [''], [['Dog']], [{ a: 1 }]],
  contains: [''],
  over: [null, '', [5], { a: 1 }],
  under: [null, '', [5]],
}
type Case = readonly [name: string, operator: string, value: unknown, asked: object, isWrong: boolean]
const cases = values.flatMap(([name, asked, byOperator]) =>
  Object.entries(byOperator).flatMap(([operator, lists]) =>
    lists.flatMap((list, i) => list.map((value): Case => [name, operator, value, asked, i === 1])),
  ),
)
const files = question('FileUploader')
const broken = [
  one,
  several,
  grades,
  question('ShortInput'),
  question('Number'),
  day,
  question('Time'),
  consent,
  files,
].flatMap((asked) =>
  Object.entries(shapeless).flatMap(([operator, wrong]) =>
    wrong.map((value) => [asked.type, operator, value, asked, true] as const),
  ),
)

/** A condition at each place that takes one. */
const placesOf = (asked: object, condition: object): readonly object[] => {
  const then = { ...question('ShortInput'), key: 'then' }
  const form = (step: object, second: object, inside: object) => ({
    name: 'Form',
    steps: [
      { name: 'One', components: [asked, { ...then, ...inside }, next], ...step },
      { name: 'Two', key: 'two', components: [{ ...then, key: 'more' }, next], ...second },
      { ...thanks, name: 'Ending', ...(step === second ? { visibleIf: condition } : {}) },
      thanks,
    ],
  })
  const none = {}
  return [
    form(none, {}, { visibleIf: condition }),
    form({ next: [{ if: condition, to: 'two' }] }, {}, {}),
    form({ a: 0 }, { visibleIf: condition }, {}),
    form(none, none, {}),
    form(
      none,
      {},
      { visibleIf: { any: [on({ answered: true }), { all: [condition, on({ answered: true })] }] } },
    ),
  ]
}

describe('a condition compares answers with what they can be', () => {
  test.each([...cases, ...broken])('%s, %s: %j', (_name, operator, value, asked, isWrong) => {
    for (const form of placesOf(asked, on({ [operator]: value }))) {
      const findings = check(form).filter(
        ({ code, path }) => code === 'condition-value' && path.includes(operator),
      )
      expect(findings.length > 0).toBe(isWrong)
      for (const finding of findings)
        expect(finding).toMatchObject({ severity: 'error', help: expect.any(String) })
      // One cause, one message.
      expect(check(form).some(({ code }) => isWrong && code === 'impossible-condition')).toBe(false)
    }
  })

  test.each<[string, object, object, string, string, unknown]>([
    [
      'a list',
      one,
      { is: ['Dog', 'Cat'] },
      '"is" compares with one value, and this is an array.',
      'Write "in" for one of several: "in: [Dog, Cat]".',
      undefined,
    ],
    [
      'a list that is excluded',
      one,
      { isNot: ['Dog', 'Cat'] },
      '"isNot" compares with one value, and this is an array.',
      'Write one condition for each: "all: [{ question: q, isNot: Dog }, { question: q, isNot: Cat }]".',
      undefined,
    ],
    [
      'an option that is like one',
      one,
      { isNot: 'Dgo' },
      '"q" has no option "Dgo", so this always holds.',
      'Did you mean "Dog"?',
      undefined,
    ],
    [
      'an option in other capitals',
      one,
      { is: 'dog' },
      '"q" has no option "dog", so this never holds.',
      'Did you mean "Dog"?',
      'Dog',
    ],
    [
      'an option like no other',
      one,
      { is: 'Hamster' },
      '"q" has no option "Hamster", so this never holds.',
      'It has "Dog", "Cat".',
      undefined,
    ],
    [
      'nothing',
      one,
      { is: null },
      '"is" has nothing to compare with.',
      'Write a value; where no answer is meant, write "answered: false".',
      undefined,
    ],
    [
      'nothing that is excluded',
      one,
      { isNot: '' },
      '"isNot" has nothing to compare with.',
      'Write a value; where any answer is meant, write "answered: true".',
      undefined,
    ],
    [
      'a day',
      day,
      { over: '1.2.2026' },
      '"over" needs a date like 2026-05-31, and this is the text "1.2.2026".',
      'Write "2026-02-01".',
      '2026-02-01',
    ],
    [
      'a year',
      day,
      { over: 2026 },
      '"over" needs a date like 2026-05-31, and this is 2026.',
      'Write a date like 2026-05-31.',
      undefined,
    ],
    [
      'a time',
      question('Time'),
      { under: '9:00' },
      '"under" needs a time like "14:30", and this is the text "9:00".',
      'Write "09:00".',
      '09:00',
    ],
    [
      'a refusal',
      consent,
      { is: false },
      '"is" needs true, or "answered: false" where it is missing, and this is false.',
      'Write true, or "answered: false" where it is missing.',
      undefined,
    ],
    [
      'a day whose order nobody knows',
      day,
      { over: '05/06/2026' },
      '"over" needs a date like 2026-05-31, and this is the text "05/06/2026".',
      'Write a date like 2026-05-31.',
      undefined,
    ],
    [
      'a phone number as people write it',
      question('Phone', { defaultCountry: 'GB' }),
      { is: '020 7946 0958' },
      '"q" stores this answer as "+442079460958", so this never holds.',
      'Write "+442079460958".',
      '+442079460958',
    ],
    [
      'a part of one',
      question('Phone', { defaultCountry: 'GB' }),
      { contains: '7946 0958' },
      '"q" stores this as "79460958", so this never holds.',
      'Write "79460958".',
      '79460958',
    ],
    [
      'a text that is too long',
      question('ShortInput', { maxLength: 5 }),
      { isNot: 'toolong' },
      'No answer to "q" is "toolong", so this always holds.',
      'Write at most 5 characters. This answer has 7.',
      undefined,
    ],
    [
      'a password',
      question('PasswordInput'),
      { is: true },
      '"is" cannot compare the answers to "q".',
      'Write answered.',
      undefined,
    ],
    [
      'an order of options',
      one,
      { over: 'Cat' },
      '"over" cannot compare the answers to "q".',
      'Write one of is, isNot, in, answered and contains.',
      undefined,
    ],
  ])('%s: what to write instead', (_, asked, condition, message, help, to) => {
    const [finding] = conditionsOf(asked, on(condition))
    expect(finding).toMatchObject({ code: 'condition-value', message, help })
    expect(finding?.fix && 'to' in finding.fix ? finding.fix.to : undefined).toBe(to)
  })
})

/** Fields of one question, and what conditions on them can and cannot compare with. */
describe('a field is compared with what it can hold', () => {
  const field = (key: string, rest: object = {}) =>
    question('IdentityInfo', {
      fields: [
        { key: 'fullName', label: 'Name', required: true },
        { key, label: 'Field', revealAfter: 'fullName', ...rest },
      ],
    })
  const mail = field('emailAddress')
  const tel = field('phoneNumber', { defaultDialCodeCountry: 'GB', includeDialCode: true })
  test.each<[string, object, object, unknown]>([
    ['emailAddress', mail, { is: true }, undefined],
    ['emailAddress', mail, { is: 'ada' }, undefined],
    ['emailAddress', mail, { over: 3 }, undefined],
    ['workEmailAddress', field('workEmailAddress'), { isNot: 'ada' }, undefined],
    ['phoneNumber', tel, { is: '020 7946 0958' }, '+442079460958'],
    ['phoneNumber', tel, { contains: '7946 0958' }, '79460958'],
    ['phoneNumber', tel, { over: 5 }, undefined],
    ['websiteUrl', field('websiteUrl'), { is: 'example.org' }, 'https://example.org'],
    ['zipCode', field('zipCode'), { is: 'SW1A 1AA ' }, 'SW1A 1AA'],
    ['zipCode', question('Address'), { is: '１０１１５' }, '10115'],
  ])('%s: %#', (key, asked, condition, to) => {
    const findings = conditionsOf(asked, { question: `q.${key}`, ...condition })
    expect(findings).toMatchObject([{ code: 'condition-value', severity: 'error' }])
    const fix = findings[0]?.fix
    expect(fix && 'to' in fix ? fix.to : undefined).toBe(to)
  })

  test.each<[string, object, object]>([
    ['emailAddress', mail, { is: 'ada@example.org' }],
    ['emailAddress', mail, { contains: '@example.org' }],
    ['phoneNumber', tel, { is: '+442079460958' }],
    ['phoneNumber', field('phoneNumber'), { is: '020 7946 0958' }],
    ['phoneNumber', field('phoneNumber'), { contains: '7946 0958' }],
    ['numberOfEmployees', field('numberOfEmployees'), { over: 50 }],
    ['city', question('Address'), { is: 'Bad Homburg' }],
    ['zipCode', question('Address'), { over: 10000 }],
  ])('%s meets %#', (key, asked, condition) => {
    expect(conditionsOf(asked, { question: `q.${key}`, ...condition })).toEqual([])
  })
})

test.each([
  [{ is: 'a' }, { isNot: 'a' }, 'is not "a"'],
  [{ is: 'a' }, { in: ['b', 'c'] }, 'is one of these'],
  [{ is: 'a' }, { contains: 'b' }, 'contains "b"'],
  [{ is: 'a' }, { answered: false }, 'is missing'],
  [{ answered: false }, { is: 'a' }, 'is "a"'],
])('%j and %j contradict each other, in these words: %s', (first, second, words) => {
  const [finding] = conditionsOf(question('ShortInput'), all(first, second))
  expect(finding?.message).toBe(`No answer to "q" ${words} and meets what stands before it in "all".`)
})

test.each([
  { any: on({ is: 'a' }) },
  { all: on({ is: 'a' }) },
  { any: 'a' },
  { all: null },
  { any: [{ all: on({ is: 'a' }) }] },
])('one finding for a list that is none: %j', (condition) => {
  const form = placesOf(question('ShortInput'), condition)[0]
  const findings = check(form).filter(({ code }) => code !== 'no-way-forward')
  expect(findings.map(({ code }) => code)).toEqual(['wrong-type'])
})

describe('some answer meets', () => {
  test.each([
    ['an option', one, on({ is: 'Dog' })],
    ['several options of several', several, all({ is: 'Dog' }, { is: 'Cat' })],
    ['one of several without another', several, all({ contains: 'Dog' }, { isNot: 'Cat' })],
    ['an own answer', other, on({ is: 'Bird' })],
    [
      'an own answer among several',
      question('Dropdown', { options: ['a'], other: true, isMulti: true }),
      on({ is: 'x' }),
    ],
    [
      'an option that is a number',
      question('Dropdown', { options: ['5', '6'] }),
      all({ isNot: 5 }, { is: 6 }),
    ],
    ['nothing', one, all({ isNot: 'Dog' }, { isNot: 'Cat' })],
    ['any text', question('ShortInput'), all({ contains: 'a' }, { contains: 'b' }, { isNot: 'ab' })],
    ['the greatest number', question('Number', { max: 9 }), all({ over: 8.9 }, { isNot: 8.95 })],
    ['a number without bounds', question('Number'), all({ over: 1e6 }, { isNot: 1e7 })],
    ['0 on a Net Promoter scale', question('OpinionScale', { preset: 'nps' }), on({ under: 1 })],
    ['a day', day, all({ over: '2026-03-01' }, { under: '2026-03-03' })],
    ['a day from today on', question('Date', { min: 'today' }), on({ under: '2020-01-01' })],
    ['a time', question('Time'), all({ over: '09:00' }, { under: '09:02' })],
    ['a field', person, { question: 'q.city', is: 'London' }],
    ['a part of an address', question('Address'), { question: 'q.country', is: 'Kenya' }],
    ['a row', matrix, { question: 'q.Food', is: 'Good' }],
    ['a column in some row', matrix, all({ is: 'Good' }, { is: 'Bad' })],
    ['a consent', question('Consent', { text: 'I agree.' }), on({ is: true })],
    ['a missing consent', question('Consent', { text: 'I agree.' }), on({ answered: false })],
    ['a file', question('FileUploader'), on({ answered: true })],
    ['an option of an unknown type', question('Carousel'), on({ is: 'x' })],
    ['a choice without options', question('Dropdown', { options: [] }), on({ is: 'x' })],
    ['either of two options', one, { any: [on({ is: 'Dog' }), on({ is: 'Cat' })] }],
    ['one of each pair', one, { all: [on({ is: 'Dog' }), { any: [on({ is: 'Dog' }), on({ is: 'Cat' })] }] }],
  ])('%s', (_, asked, condition) => {
    expect(conditionsOf(asked, condition)).toEqual([])
  })
})

describe('a condition on what its question does not have is an error where it is named', () => {
  const unknown = (asked: object, named: string) =>
    check({
      name: 'Form',
      steps: [
        { name: 'One', components: [asked, next] },
        {
          name: 'Two',
          components: [{ ...question('ShortInput'), key: 'then' }, next],
          visibleIf: { question: named, is: 'x' },
        },
        thanks,
      ],
    }).filter(({ code }) => code === 'unknown-question')

  const meals = question('Matrix', { rows: ['Food', 'Drinks'], columns: ['x', 'y'] })
  test.each<[string, object, string, string, string]>([
    ['a row', meals, 'q.Dinks', 'The question "q" has no row "Dinks".', 'Did you mean "Drinks"?'],
    [
      'a row like no other',
      meals,
      'q.Service',
      'The question "q" has no row "Service".',
      'It has "Food", "Drinks".',
    ],
    ['a row without a name', meals, 'q.', 'The question "q" has no row "".', 'It has "Food", "Drinks".'],
    [
      'an option behind a dot',
      one,
      'q.Dog',
      'The question "q" has no field "Dog".',
      'Its answer has no fields: write "question: q" and "is: Dog".',
    ],
    [
      'a field of a number',
      question('Number'),
      'q.value',
      'The question "q" has no field "value".',
      'Its answer has no fields: write "question: q".',
    ],
    ['a field', person, 'q.sity', 'The question "q" has no field "sity".', 'Did you mean "city"?'],
    [
      'a part of an address',
      question('Address'),
      'q.contry',
      'The question "q" has no field "contry".',
      'Did you mean "country"?',
    ],
  ])('%s', (_, asked, named, message, help) => {
    expect(unknown(asked, named)).toEqual([
      expect.objectContaining({
        code: 'unknown-question',
        severity: 'error',
        path: ['steps', 1, 'visibleIf', 'question'],
        message,
        help,
      }),
    ])
  })

  const named = (key: string, reference: string) =>
    check({
      name: 'Form',
      steps: [
        { name: 'One', components: [{ ...meals, key }, next] },
        { ...thanks, visibleIf: { question: reference, is: 'x' } },
        thanks,
      ],
    }).filter(({ code }) => code === 'unknown-question')
  test.each([
    ['canteen_food', 'canten_food.Food', 'Did you mean "canteen_food.Food"?', undefined],
    ['person', 'perso.emailAddress', 'Did you mean "person.emailAddress"?', undefined],
    ['canteen_food', 'canteenFood.Food', 'Did you mean "canteen_food.Food"?', 'canteen_food.Food'],
    ['pet', 'zebra.A.b', 'Give the question this "key", or name one that has a key.', undefined],
  ])('beside %s, %s: the key is compared alone, and the rest stays', (key, reference, help, to) => {
    const [finding] = named(key, reference)
    const message = `No question of the form has the key "${reference.split('.', 1)[0]}".`
    expect(finding).toMatchObject({ message, help })
    expect(finding?.fix && 'to' in finding.fix ? finding.fix.to : undefined).toBe(to)
  })

  test('the row that was meant is written in its place', () => {
    expect(unknown(meals, 'q.food')).toMatchObject([{ fix: { kind: 'replace-value', to: 'q.Food' } }])
  })

  test.each([
    ['two questions with its key', [meals, person]],
    ['a list of rows that is missing', [question('Matrix', { columns: ['x', 'y'] })]],
  ])('not of %s, which another rule reports', (_, components) => {
    const form = {
      name: 'Form',
      steps: [
        { name: 'One', components: [...components, next] },
        { ...thanks, visibleIf: { question: 'q.C', is: 'x' } },
      ],
    }
    expect(check(form).filter(({ code }) => code === 'unknown-question')).toEqual([])
  })
})

test('a hundred thousand conditions that never hold give a few thousand findings', () => {
  const conditions = Array.from({ length: 100_000 }, () => on({ is: 'Bird' }))
  const options = Array.from({ length: 300 }, (_, i) => `Option ${i}`)
  const findings = conditionsOf(question('Dropdown', { options }), { any: conditions })
  expect(findings.length).toBeLessThanOrEqual(5001)
})

describe('nobody comes to', () => {
  const asks = (key: string, rest: object = {}) => ({
    name: key,
    key,
    components: [{ ...one, key: `${key}_q` }, next],
    ...rest,
  })
  const ends = (key: string, rest: object = {}) => ({ ...thanks, name: key, key, ...rest })
  const dog = { question: 'a_q', is: 'Dog' }
  const bird = { question: 'a_q', is: 'Bird' }
  const unreached = (...steps: object[]) =>
    check({ name: 'Form', settings: { redirectHosts: ['www.example.com'] }, steps })
      .filter(({ code }) => code === 'unreachable-step')
      .map(({ path, message }) => `${path.join('.')}: ${message.split(': ')[1]}`)

  const skipped = '"next" of the steps before always leads elsewhere.'
  test.each<[string, readonly object[], readonly string[]]>([
    [
      'a step that is always skipped',
      [asks('a', { next: [{ to: 'c' }] }), asks('b'), asks('c'), thanks],
      [`steps.1.name: ${skipped}`],
    ],
    [
      'a step behind an entry that always holds',
      [
        asks('a', { next: [{ to: 'b' }, { to: 'c' }] }),
        asks('b', { next: [{ to: 'end' }] }),
        asks('c'),
        ends('end'),
      ],
      [`steps.2.name: ${skipped}`],
    ],
    [
      'a step to which only an impossible condition leads',
      [asks('a', { next: [{ if: bird, to: 'b' }, { to: 'c' }] }), asks('b'), asks('c'), thanks],
      [`steps.1.name: ${skipped}`],
    ],
    [
      'a step whose condition never holds, and where only it leads',
      [
        asks('a'),
        asks('b', { visibleIf: bird, next: [{ to: 'd' }] }),
        asks('c', { next: [{ to: 'end' }] }),
        asks('d'),
        ends('end'),
      ],
      ['steps.1.name: its condition never holds.', `steps.3.name: ${skipped}`],
    ],
    [
      'an ending behind one without a condition',
      [asks('a'), ends('b', { redirect: 'https://www.example.com/' }), thanks],
      ['steps.2.name: an ending before it has no condition, so it is always shown.'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(unreached(...steps)).toEqual(expected)
  })

  test.each<[string, readonly object[]]>([
    [
      'is led to by one of two ways',
      [asks('a', { next: [{ if: dog, to: 'c' }] }), asks('b'), asks('c'), thanks],
    ],
    [
      'is named by a hidden step, which may be skipped',
      [asks('a'), asks('b', { visibleIf: dog, next: [{ to: 'd' }] }), asks('c'), asks('d'), thanks],
    ],
    [
      'is an ending that a step names',
      [
        asks('a', { next: [{ if: dog, to: 'b' }] }),
        ends('c', { visibleIf: dog }),
        ends('b', { redirect: 'https://www.example.com/' }),
      ],
    ],
    ['comes after ways that lead nowhere', [asks('a', { next: [{ to: 'x' }] }), asks('b'), thanks]],
    ['comes after a way back', [asks('a'), asks('b', { next: [{ to: 'a' }] }), asks('c'), thanks]],
    ['thanks at the end', [asks('a'), ends('b', { visibleIf: dog }), thanks]],
  ])('unless it %s', (_, steps) => {
    expect(unreached(...steps)).toEqual([])
  })
})
