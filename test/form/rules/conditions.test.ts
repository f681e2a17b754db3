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

const codes = new Set(['impossible-condition', 'unreachable-step'])
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
    ['an option that is not there', one, on({ is: 'Dgo' })],
    ['an option in other capitals', one, on({ is: 'dog' })],
    ['an entry of in that is no option', one, on({ in: ['Dog', 'Bird'] })],
    ['two options of a single choice', one, all({ is: 'Dog' }, { is: 'Cat' })],
    ['a list after is', one, on({ is: ['Dog', 'Cat'] })],
    ['an option and not that option', several, all({ is: 'Dog' }, { isNot: 'Dog' })],
    ['every option excluded and an answer', one, all({ isNot: 'Dog' }, { isNot: 'Cat' }, { answered: true })],
    ['two exact texts', question('ShortInput'), all({ is: 'a' }, { in: ['b', 'c'] })],
    ['more than a rating', question('Rating'), on({ over: 5 })],
    ['less than a scale', question('OpinionScale'), on({ under: 1 })],
    ['no number of a scale', question('Rating'), on({ is: 2.5 })],
    ['more than the greatest number', question('Number', { max: 9 }), on({ over: 9 })],
    ['a text as a number', question('Number'), on({ is: 'ten' })],
    ['bounds that meet', question('Number'), all({ over: 5 }, { under: 5 })],
    ['a day written in another way', day, on({ is: '31.12.2026' })],
    ['a day before the first', day, on({ under: '2026-01-01' })],
    ['no day between', day, all({ over: '2026-03-01' }, { under: '2026-03-02' })],
    ['a time after the last', question('Time', { max: '17:00' }), on({ over: '17:00' })],
    ['a column that is not there', matrix, { question: 'q.Food', is: 'Fine' }],
    ['a refused consent', question('Consent', { text: 'I agree.' }), on({ is: false })],
    ['a title', { type: 'Header', key: 'q', content: { title: 'T' } }, on({ answered: true })],
  ])('%s', (_, asked, condition) => {
    expect(conditionsOf(asked, condition).map(({ code }) => code)).toEqual(['impossible-condition'])
  })
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
    ['a text between others', question('ShortInput'), all({ over: 'a' }, { under: 'b' })],
    ['the greatest number', question('Number', { max: 9 }), all({ over: 8.9 }, { isNot: 8.95 })],
    ['a number without bounds', question('Number'), all({ over: 1e6 }, { isNot: 1e7 })],
    ['0 on a Net Promoter scale', question('OpinionScale', { preset: 'nps' }), on({ under: 1 })],
    ['a day', day, all({ over: '2026-03-01' }, { under: '2026-03-03' })],
    ['a year', day, on({ over: '2026' })],
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

test('the option that was meant is written in its place', () => {
  const [finding] = conditionsOf(one, on({ is: 'dog' }))
  expect(finding).toMatchObject({
    path: ['steps', 0, 'components', 1, 'visibleIf', 'is'],
    help: 'Did you mean "Dog"?',
    fix: { kind: 'replace-value', to: 'Dog' },
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
