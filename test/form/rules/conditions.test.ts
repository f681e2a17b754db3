import { describe, expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'
import { rowsIn } from '../../support/rows-in.ts'

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
const person = question('IdentityInfo', { fields: [{ key: 'city', label: 'City' }] })
const day = question('Date', { min: '2026-01-01', max: '2026-12-31' })
const on = (condition: object) => ({ question: 'q', ...condition })
const all = (...conditions: object[]) => ({ all: conditions.map(on) })

type Type = string
type Content = object

test.each(rowsIn<[claim: string, Type, Content, condition: object, codes: string[]]>('conditions/met.json'))(
  '%s',
  (_, type, content, condition, expected) => {
    expect(conditionsOf(question(type, content), condition).map(({ code }) => code)).toEqual(expected)
  },
)

/** By operator: values that the question can be compared with, and those that it cannot. */
type Values = Readonly<Record<string, readonly [right: readonly unknown[], wrong: readonly unknown[]]>>
const values = rowsIn<[name: string, Type, Content, Values]>('conditions/comparisons.json')
const shapeless = {
  is: [null, '', ['Dog', 'Cat'], ['Dog'], { a: 1 }, [{ toString: 1 }], [null], []],
  isNot: [null, '', ['Dog', 'Cat'], { a: 1 }],
  in: [[], [null], [''], [['Dog']], [{ a: 1 }]],
  contains: [''],
  over: [null, '', [5], { a: 1 }],
  under: [null, '', [5]],
}
type Case = readonly [name: string, operator: string, value: unknown, asked: object, isWrong: boolean]
const cases = values.flatMap(([name, type, content, byOperator]) =>
  Object.entries(byOperator).flatMap(([operator, lists]) =>
    lists.flatMap((list, i) =>
      list.map((value): Case => [name, operator, value, question(type, content), i === 1]),
    ),
  ),
)
const files = question('FileUploader')
const broken = [
  one,
  several,
  question('Dropdown', { options: ['1', '2', '10'] }),
  question('ShortInput'),
  question('Number'),
  day,
  question('Time'),
  question('Consent', { text: 'I agree.' }),
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

describe('a condition compares with possible answers', () => {
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

  type Advice = { readonly message: string; readonly help: string; readonly to?: string }
  test.each(rowsIn<[claim: string, Type, Content, condition: object, Advice]>('conditions/advice.json'))(
    '%s: what to write instead',
    (_, type, content, condition, { to, ...advice }) => {
      const [finding] = conditionsOf(question(type, content), on(condition))
      expect(finding).toMatchObject({ code: 'condition-value', ...advice })
      expect(finding?.fix && 'to' in finding.fix ? finding.fix.to : undefined).toBe(to)
    },
  )
})

test.each(rowsIn<[field: string, Type, Content, condition: object, fix: string]>('conditions/fields.json'))(
  'the field %s of %s %j compared with %j: %s',
  (field, type, content, condition, expected) => {
    const findings = conditionsOf(question(type, content), { question: `q.${field}`, ...condition })
    const errors = findings.map(({ code, severity, fix }) => [
      `${code} ${severity}`,
      fix && 'to' in fix ? fix.to : 'no fix',
    ])
    expect(errors).toEqual(expected === 'nothing' ? [] : [['condition-value error', expected]])
  },
)

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

  test('a misspelt row is replaced by the one that was meant', () => {
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

test('twenty thousand conditions that never hold give a few thousand findings', () => {
  const conditions = Array.from({ length: 20_000 }, () => on({ is: 'Bird' }))
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
