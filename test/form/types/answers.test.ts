import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { componentTypes } from '../../../src/form/components.ts'
import {
  readAnswer,
  type AnswerSource,
  type FieldValues,
  type ReferenceData,
} from '../../../src/form/read-answer.ts'
import type { StoredFile } from '../../../src/form/response.ts'
import type { Content, TypeName } from '../../../src/form/schema.ts'
import { runs } from '../../support/is-long.ts'
import { runsOf } from '../../../src/form/types/texts.ts'
import { plainText, timeIn } from '../../../src/form/typed-values.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>

/** Three plain rules, so that the tables of answers can be read without the real lists. */
const plainReferenceData: ReferenceData = {
  phoneNumber: (text, country) => {
    const digits = text.replaceAll(/\D/g, '')
    if (digits.length < 8) return undefined
    if (text.startsWith('+')) return `+${digits}`
    return country === 'GB' ? `+44${digits.replace(/^0/, '')}` : undefined
  },
}

/** The values that a page sends for one component. */
const submitted = (fields: Fields): FieldValues =>
  new Map(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]))

const read = (type: TypeName, content: Content, given: Partial<AnswerSource> = {}) =>
  readAnswer(componentTypes[type], content, {
    fields: submitted({}),
    files: [],
    referenceData: plainReferenceData,
    ...given,
  })

/** What the answer holds beyond the members that every answer has, or what is wrong, or `nothing`. */
function outcome(
  type: TypeName,
  content: Content,
  fields: Fields,
  rest: Partial<AnswerSource> = {},
): unknown {
  if (!componentTypes[type].asks) return 'asks nothing'
  const reading = read(type, content, { fields: submitted(fields), ...rest })
  if (reading.problems.length > 0)
    return reading.problems.map(({ field, message }) => (field ? `${field}: ${message}` : message))
  if (!reading.response) return 'nothing'
  const { type: said, headline: _headline, componentShapeVersion, ...members } = reading.response
  expect([said, componentShapeVersion]).toEqual([type, '2.0'])
  return members
}

/** A row of `fixtures/answers`. What is sent: a text, several texts of which each gives that, or fields. */
type Row = readonly [
  claim: string,
  content: Content,
  sent: string | readonly string[] | Fields,
  expected: unknown,
  rest?: Partial<AnswerSource>,
]

/** Long texts are written as `x*10000`. */
const longTexts = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/x\*(\d+)/, (_all, count) => 'x'.repeat(Number(count))) : value

const folder = 'fixtures/answers'
const isList = (sent: Row[2]): sent is readonly string[] => Array.isArray(sent)
// The files are named after their types, and have such rows.
const cases = readdirSync(folder).flatMap((file) =>
  (JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'), longTexts) as Row[]).flatMap(
    ([claim, content, sent, expected, rest]) => {
      const type = file.slice(0, -'.json'.length) as TypeName
      if (!isList(sent)) return { type, claim, content, sent, expected, rest }
      return sent.map((text) => ({ type, claim: `${text} ${claim}`, content, sent: text, expected, rest }))
    },
  ),
)

test.each(cases)('an answer to $type: $claim', ({ type, content, sent, expected, rest }) => {
  expect(outcome(type, content, typeof sent === 'string' ? { '': sent } : sent, rest)).toEqual(expected)
})

const date = (day: string): Fields => ({ day, month: '', year: '' })
const identity = (key: string, more = {}): Content => ({ fields: [{ key, label: key, ...more }] })

/** What people paste without seeing it, around and within a text. */
const unseen: readonly (readonly [claim: string, paste: (text: string) => string])[] = [
  ['a zero width space before it', (text) => `\u200b${text}`],
  ['a zero width space behind it', (text) => `${text}\u200b`],
  ['a soft hyphen within', (text) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`],
  [
    'a word joiner and a variation selector within',
    (text) => `${text.slice(0, 3)}\u2060\ufe0f${text.slice(3)}`,
  ],
  ['the marks of a contact', (text) => `\u202a${text}\u202c`],
  ['marks of direction', (text) => `\u2066\u200f${text}\u200e\u2069`],
  ['a byte order mark and no-break spaces', (text) => `\ufeff\u00a0${text}\u202f `],
  [
    'full-width forms',
    (text) => text.replaceAll(/[!-~]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
  ],
]
const spelled: readonly (readonly [type: TypeName, content: Content, field: string, text: string])[] = [
  ['EmailForm', {}, '', 'ada@example.org'],
  ['Phone', {}, '', '+44 20 7946 0958'],
  ['Number', {}, '', '1234.5'],
  ['Date', {}, '', '2026-05-31'],
  ['Time', {}, '', '14:30'],
  ['ShortInput', { pattern: '[A-Z]{2}-[0-9]{4}' }, '', 'AB-1234'],
  ['Address', {}, 'zipCode', 'SW1A 1AA'],
  ['IdentityInfo', identity('zipCode'), 'zipCode', '10115'],
  ['IdentityInfo', identity('emailAddress'), 'emailAddress', 'ada@example.org'],
  [
    'IdentityInfo',
    identity('workEmailAddress', { blockPersonalEmails: true }),
    'workEmailAddress',
    'ada@gmail.com',
  ],
  ['IdentityInfo', identity('phoneNumber'), 'phoneNumber', '+442079460958'],
  ['IdentityInfo', identity('phoneNumber'), 'phoneNumber', '020 7946 0958'],
  ['IdentityInfo', identity('websiteUrl'), 'websiteUrl', 'https://example.org/a'],
  ['IdentityInfo', identity('profilePictureUrl'), 'profilePictureUrl', 'example.org'],
]

describe.each(spelled)('%s %j %s', (type, content, field, text) => {
  test.each(unseen)('is the same with %s', (_, paste) => {
    expect(outcome(type, content, { [field]: paste(text) })).toEqual(
      outcome(type, content, { [field]: text }),
    )
  })
})

describe('what people see', () => {
  const family = '👩\u200d👩\u200d👧 ❤\ufe0f می\u200cخواهم ｈｉ'
  test.each<[TypeName, Content, string]>([
    ['ShortInput', {}, ''],
    ['ShortInput', { pattern: '.+' }, ''],
    ['LongInput', {}, ''],
    ['IdentityInfo', identity('fullName'), 'fullName'],
    ['IdentityInfo', identity('companyName'), 'companyName'],
    ['Address', {}, 'city'],
  ])('stays as it was typed into %s %j', (type, content, field) => {
    expect(outcome(type, content, { [field]: family })).toEqual({ [field || 'value']: family })
  })

  test.each<[TypeName, string, string[]]>([
    ['ShortInput', '', ['Enter an answer.']],
    ['LongInput', '', ['Enter an answer.']],
    ['EmailForm', '', ['Enter an e-mail address.']],
    ['Number', '', ['Enter a number.']],
    ['Phone', '', ['Enter a phone number.']],
    ['Time', '', ['Enter a time.']],
    ['Date', '', ['day: Enter a date.']],
  ])('is needed for an answer to %s', (type, field, expected) => {
    expect(outcome(type, {}, { [field]: '\u200b \ufeff\u2060' }, { isRequired: true })).toEqual(expected)
  })

  test('digits of every script are digits', () => {
    const digits = Array.from({ length: 0x110000 }, (_, code) =>
      code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : '',
    ).filter((char) => /\p{Nd}/u.test(char))
    for (let zero = 0; zero < digits.length; zero += 10)
      expect(plainText(digits.slice(zero, zero + 10).join(''))).toBe('0123456789')
  })
})

describe('a text that is read', () => {
  const words = 'h Uhr 時 分 min m pm a.m. 午後 午前 ص م às heures x ish'.split(' ')
  const signs = [' ', ':', '.', '-', '/', '日', '月', '年', '²', '٣', '０']
  const texts = fc
    .array(fc.oneof(fc.nat(99).map(String), fc.constantFrom(...words, ...signs)), { maxLength: 7 })
    .map((parts) => parts.join(''))
  const numbersIn = (text: string): number[] => (plainText(text).match(/\d+/g) ?? []).map(Number)

  test('gives a time whose numbers are the only ones in it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const time = timeIn(text)
        if (time === undefined) return
        const [hours = NaN, minutes] = numbersIn(time)
        const [first = NaN, second = 0, ...others] = numbersIn(
          plainText(text).replace(/(\d\d)(\d\d)/, '$1:$2'),
        )
        expect([[hours, hours % 12].includes(first === 12 ? hours : first), second]).toEqual([true, minutes])
        expect(others.filter((other) => other !== 0)).toEqual([])
        expect(plainText(text)).not.toMatch(/x|ish|²|月|年|日|-|\//)
      }),
      { numRuns: runs(20_000) },
    )
  })

  test('gives a date whose numbers are the only ones in it', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom('', '2026', '31.'), texts).map((both) => both.join('')),
        (text) => {
          const value = outcome('Date', {}, date(text)) as { value?: string }
          if (value.value === undefined) return
          expect(new Set(numbersIn(text))).toEqual(new Set(numbersIn(value.value)))
          expect(plainText(text)).not.toMatch(/[^-\d ./,年月日]/)
        },
      ),
      { numRuns: runs(20_000) },
    )
  })
})

describe('FileUploader', () => {
  const file: StoredFile = { name: 'a.pdf', size: 3, contentType: 'application/pdf', url: '/api/v1/files/f1' }

  test('its files are the answer', () => {
    expect(read('FileUploader', { question: 'CV' }, { files: [file] }).response).toEqual({
      type: 'FileUploader',
      headline: 'CV',
      componentShapeVersion: '2.0',
      files: [file],
    })
  })

  test('without a file there is no answer', () => {
    expect(read('FileUploader', {})).toEqual({ problems: [] })
  })
})

test.each([
  ['ShortInput', { question: 'Why?' }, 'Why?'],
  ['Dropdown', { question: 'Which?' }, 'Which?'],
  ['MultipleOptionsQuestion', {}, ''],
  ['SchedulerScreen', { message: 'Pick a time' }, 'Pick a time'],
  ['IdentityInfo', { fields: [] }, ''],
  ['ShortInput', { question: 7 }, ''],
  ['LongInput', { question: 'Why?' }, 'Why?'],
  ['EmailForm', { question: 'Where?' }, 'Where?'],
  ['PasswordInput', { question: 'Secret?' }, 'Secret?'],
  ['FileUploader', { question: 'CV?' }, 'CV?'],
  ['Header', { title: 'Hello' }, ''],
  ['Disclaimer', { text: 'Small print' }, ''],
  ['NextButton', { buttonText: 'Go' }, ''],
] as const)('the headline of %s with %j is "%s"', (type, content, headline) => {
  expect(componentTypes[type].headline(content)).toBe(headline)
})

test('every type is registered under its own name', () => {
  for (const [name, { type }] of Object.entries(componentTypes)) expect(type).toBe(name)
})

test.each([
  ['[a](https://example.com)', [{ text: 'a', url: 'https://example.com' }]],
  ['see [a](mailto:ada@example.com)!', ['see ', 'mailto:ada@example.com', '!']],
  ['[a](javascript:alert(1))', ['[a](javascript:alert(1))']],
  ['[a](data:text/html,x)', ['[a](data:text/html,x)']],
  ['[a](//example.com)', ['[a](//example.com)']],
  ['[a] (https://example.com)', ['[a] (https://example.com)']],
  ['', []],
])('of %j only a link of the web or of mail becomes one', (text, expected) => {
  const parts = runsOf(text)
  expect(typeof expected[0] === 'object' ? parts : parts.map((part) => part.url ?? part.text)).toEqual(
    expected,
  )
})
