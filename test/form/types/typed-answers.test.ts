import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { componentTypes } from '../../../src/form/components.ts'
import { readAnswer, type Given } from '../../../src/form/read-answer.ts'
import { timeIn, plainText } from '../../../src/form/typed-values.ts'
import type { Content, TypeName } from '../../../src/form/schema.ts'
import { plainJudge, submitted } from '../../support/judges.ts'

type Rest = Partial<Pick<Given, 'isRequired' | 'language' | 'now'>>
type Row = readonly [
  claim: string,
  content: Content,
  fields: Readonly<Record<string, string>>,
  expected: unknown,
  rest?: Rest,
]

/** The answer's own members, or the messages, or `nothing`. */
function outcome(type: TypeName, content: Content, fields: Row[2], rest: Rest = {}): unknown {
  const reading = readAnswer(componentTypes[type], content, {
    fields: submitted(fields),
    files: [],
    judge: plainJudge,
    ...rest,
  })
  if (reading?.response === undefined)
    return reading?.problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)) ?? []
  const { type: _, headline: _headline, componentShapeVersion: _version, ...members } = reading.response
  return members
}

const typed = (text: string) => ({ '': text })
const date = (day: string, month = '', year = '') => ({ day, month, year })
const inDigits = 'Write the day, the month and the year in digits, like 31, 5 and 2026.'
const fourDigits = 'Write the year with four digits.'
const noAt = 'An e-mail address has an @. Write it like name@example.com.'
const noEmail = 'This is not an e-mail address. Write it like name@example.com.'
const notADay = 'This date does not exist. Check the day and the month.'
const inFuture = 'This date is in the future. Enter today or an earlier day.'
const hoursAndMinutes = 'Write the time as hours and minutes, like 14:30.'
const german: Rest = { language: 'de' }
const twoWays = (example: string) => [
  `It is not clear which number this is. Write it without separators of thousands, like ${example}.`,
]
const number = (language: string, text: string, expected: unknown): Row => [
  `${text} in ${language} is ${JSON.stringify(expected)}`,
  {},
  typed(text),
  typeof expected === 'number' ? { value: expected } : expected,
  { language },
]
/** Each field after `<` that it waits for; title and country wait in ways that never end. */
const waits = (claim: string, given: Row[2], expected: unknown): Row => {
  const fields = [
    'firstName',
    'lastName<firstName',
    'city<lastName',
    'title<state',
    'state<title',
    'country<zipCode',
  ]
  const fieldOf = ([key = '', revealAfter]: readonly string[]) => ({
    key,
    label: key,
    ...(revealAfter && { revealAfter }),
  })
  return [claim, { fields: fields.map((field) => fieldOf(field.split('<'))) }, given, expected]
}
const identity = (key: string, more = {}): Content => ({ fields: [{ key, label: key, ...more }] })
const now = { now: '2026-11-23T22:00:00Z' }

const spelledTimes = [
  [
    '14:00',
    '14 Uhr',
    '14Uhr',
    'um 14 UHR',
    '14.00 Uhr',
    '14h',
    '14 H',
    '14hs',
    '14 hs',
    '14 horas',
    'a las 14h',
  ],
  [
    '14:00',
    'às 14h',
    'as 14h',
    'ÀS 14H',
    '14 heures',
    'à 14 heures',
    '14時',
    '午後2時',
    '午後 2 時',
    '2 م',
    '２時 午後',
  ],
  [
    '14:30',
    '14.30 Uhr',
    '14:30 Uhr',
    '14 Uhr 30',
    'um 14.30 Uhr',
    '14h30min',
    '14h30m',
    '14h 30 min',
    '14 h 30',
  ],
  [
    '14:30',
    '14 heures 30',
    '14:30 hs',
    '14:30h',
    '14:30 horas',
    '1430h',
    '1430 hrs',
    'at 2:30 p.m.',
    '2:30 p. m.',
  ],
  [
    '14:30',
    '午後2時30分',
    '午後2:30',
    '午後２：３０',
    '14時30分',
    '2:30 م',
    '٢:٣٠ م',
    '١٤:٣٠',
    '\u200f٢:٣٠ م\u200f',
  ],
  ['02:30', '午前2時30分', '٢:٣٠ ص', '2h30', '2 h 30 min'],
  ['02:05', '2時5分', '2h5min', '午前2時5分'],
  ['18:30', '18:30h', '6.30 pm', '6:30pm'],
  ['10:00', '10 heures', '10h00', '10 AM'],
  ['12:00', '午後0時', '12 م', '12時', '12 pm'],
  ['00:00', '午前0時', '12 ص', '0 Uhr', '0h', '00h'],
]
const noTimes = [
  '02',
  '143',
  '14:',
  '14:3',
  '13 pm',
  '0 am',
  '14:30:15',
  'noon',
  '-1:00',
  '14:60',
  '24h',
  '25 Uhr',
  '14 Uhr 60',
  'h',
  'hello',
  'half 3',
  'halb 3',
  '9ish',
  '9 oder 10 Uhr',
  'three thirty',
  'noch nicht',
  'Uhr',
  '時',
  '午後',
  'م',
  '14h or 15h',
  '14 Uhr?',
  'nach 14 Uhr',
  '14 Uhr 5',
  '2時半',
  '14³⁰',
  '2²h',
  '1e2h',
  'às',
  '-14h',
  '午後14時',
  '14 hello',
  '14 hours ago',
  'at',
  'um Uhr',
  '1 4 h',
  '14:30m',
  '14h pm',
  'am',
  '2:30 صم',
  'h14',
  '٢ نعم',
]

const tables: Partial<Record<TypeName, readonly Row[]>> = {
  Number: [
    ['nothing is no answer', {}, typed(' '), []],
    ['a required number is asked for', {}, typed(''), ['Enter a number.'], { isRequired: true }],
    number('en', '12', 12),
    number('en', '-3.5', -3.5),
    number('en', '−3', -3),
    number('en', '-0', 0),
    number('en', '.5', 0.5),
    number('en', '1,234.5', 1234.5),
    number('en', '1.234,5', 1234.5),
    number('en', '1 234', 1234),
    number('en', '1 234,5', 1234.5),
    number('en', '1’234’567', 1234567),
    number('en', '1,234', 1234),
    number('en', '1.234', 1.234),
    number('de', '1.234', 1234),
    number('de', '1,234', 1.234),
    number('de', '0.125', 0.125),
    number('fr', '1.234', [
      'On ne sait pas de quel nombre il s’agit. Écrivez-le sans séparateur de milliers, comme 1234,5.',
    ]),
    number('en', '1,234,567', 1234567),
    number('en', '1,23,4', twoWays('1234.5')),
    number('en', '1.2.3,4,5', twoWays('1234.5')),
    number('en', '٤٢', 42),
    number('en', '１２', 12),
    number('en', '‐3', -3),
    number('en', '3。5', 3.5),
    ...['5²', '10⁵', '①', '½', '5½', '1⁄2', '5 %', 'h', '1h', '2 or 3', '3x'].map((text) =>
      number('en', text, ['Write a number in digits, like 1234.5.']),
    ),
    number('en', '1 2', twoWays('1234.5')),
    number('ar', '\u200e-1234.5', -1234.5),
    number('he', '\u200e-5\u200f', -5),
    number('ar', '١٬٢٣٤٬٥٦٧٫٥', 1234567.5),
    number('en', 'twelve', ['Write a number in digits, like 1234.5.']),
    number('en', '1e5', ['Write a number in digits, like 1234.5.']),
    number('en', '-', ['Write a number in digits, like 1234.5.']),
    number('en', '1234567890123456', ['Write a number of at most 15 digits.']),
    ['the bounds belong to it', { min: 1, max: 3 }, typed('3'), { value: 3 }],
    ['more is refused', { min: 1, max: 3 }, typed('4'), ['Enter a number from 1 to 3.']],
    [
      'less than the only bound is refused',
      { min: 1.5 },
      typed('1'),
      ['Geben Sie eine Zahl von mindestens 1,5 ein.'],
      german,
    ],
    ['more than the only bound is refused', { max: 3 }, typed('4'), ['Enter a number of at most 3.']],
    ['a step of 1 asks for whole numbers', { step: 1 }, typed('1.5'), ['Enter a whole number.']],
    ['a step is counted from min', { min: 1, step: 2 }, typed('4'), ['Enter a number in steps of 2 from 1.']],
    ['a decimal step takes its multiples', { step: 0.1 }, typed('0.3'), { value: 0.3 }],
  ],
  Rating: [
    ...['5.0', '５', '4½', 'five', '5h'].map((text): Row => [
      `${text} is not a number of it`,
      {},
      typed(text),
      ['This number is not on the scale. Choose one of those shown.'],
    ]),
    ['a number of the scale is the value', {}, typed('5'), { value: 5 }],
    [
      'a number beyond it is refused',
      {},
      typed('6'),
      ['This number is not on the scale. Choose one of those shown.'],
    ],
    ['the scale ends where the form says', { max: 10 }, typed('10'), { value: 10 }],
    ['a required rating is asked for', {}, {}, ['Choose a rating.'], { isRequired: true }],
  ],
  OpinionScale: [
    ['it begins at 1', {}, typed('0'), ['This number is not on the scale. Choose one of those shown.']],
    ['the Net Promoter Score begins at 0', { preset: 'nps' }, typed('0'), { value: 0 }],
    ['it ends at 10', { preset: 'nps' }, typed('10'), { value: 10 }],
  ],
  Date: [
    ['a day is the value', {}, typed('2026-02-28'), { value: '2026-02-28' }],
    [
      'a day that does not exist is refused',
      {},
      typed('2026-02-29'),
      ['This date does not exist. Check the day and the month.'],
    ],
    ['a link has it as year, month and day', {}, typed('28.02.2026'), [inDigits]],
    ['a year has four digits', {}, typed('0026-05-31'), [fourDigits]],
    ['also in a link that is short', {}, typed('26-05-31'), [fourDigits]],
    ['its parts have fields of their own', {}, date('31', '5', '2026'), { value: '2026-05-31' }],
    ['in any digits', {}, date('٣١', '０５', '२०२६'), { value: '2026-05-31' }],
    [
      'with characters that nobody sees',
      {},
      date('\u200e31', '\u00a05', '2026\u200b'),
      { value: '2026-05-31' },
    ],
    ['a part is missing', {}, date('31', '', '2026'), ['month: Fill in “Month”.']],
    [
      'which is missing, in the language of the page',
      {},
      date('', '', '2026'),
      ['day: Füllen Sie „Tag“ aus.'],
      german,
    ],
    [
      'the last two digits are no year',
      { max: 'today' },
      date('31', '05', '26'),
      [`year: ${fourDigits}`],
      now,
    ],
    ['nor are five', {}, date('31', '05', '20266'), [`year: ${fourDigits}`]],
    ['nor are four with zeros', {}, date('31', '05', '0026'), [`year: ${fourDigits}`]],
    ['a month is a number', {}, date('31', 'May', '2026'), [`month: ${inDigits}`]],
    ['there are twelve', {}, date('31', '13', '2026'), [`month: ${notADay}`]],
    ['a day exists in its month', {}, date('31', '02', '2026'), [`day: ${notADay}`]],
    [
      'a bound is said at the first part',
      { max: 'today' },
      date('25', '11', '2026'),
      [`day: ${inFuture}`],
      now,
    ],
    ['the first part of the page', {}, {}, ['month: Enter a date.'], { isRequired: true, language: 'en-US' }],
    ['a date pasted into one field', {}, date('31/05/2026'), { value: '2026-05-31' }],
    ['is in the order of the page', {}, date('05/31/2026'), { value: '2026-05-31' }, { language: 'en-US' }],
    ['or in that of ISO 8601', {}, date('2026-05-31'), { value: '2026-05-31' }],
    ['or in that of Japan', {}, date('2026年5月31日'), { value: '2026-05-31' }, { language: 'ja' }],
    ['and its fault is said there', {}, date('31/02/2026'), [`day: ${notADay}`]],
    ['two numbers are no date', {}, date('31 5'), [`day: ${inDigits}`]],
    ['a date pasted beside another part is not clear', {}, date('2026-05-31', '6'), [`day: ${inDigits}`]],
    ...['31. 5. 2026', '31 / 5 / 2026', '31.05.2026.', '31 5 2026', '31–5–2026', '３１。５。２０２６'].map(
      (text): Row => [`${text} is a date`, {}, date(text), { value: '2026-05-31' }],
    ),
    ...[
      '31 or 5 or 2026',
      '1 or 2 March 2026',
      '31,5,2026 and 7',
      '-31-5-2026',
      'x31.5.2026',
      '31.5.2026²',
    ].map((text): Row => [`${text} is none`, {}, date(text), [`day: ${inDigits}`]]),
    ...['soon', 'since 2026 May 5 to 31', '2026', '31.5'].map((text): Row => [
      `a link with ${text} is none`,
      {},
      typed(text),
      [inDigits],
    ]),
    ['parts with their dots', {}, date('31.', '5.', '2026'), { value: '2026-05-31' }, german],
    [
      'parts with their signs',
      {},
      date('31日', '５月', '2026 年'),
      { value: '2026-05-31' },
      { language: 'ja' },
    ],
    ['not with the sign of another part', {}, date('5月', '31日', '2026'), [`day: ${inDigits}`]],
    ['empty parts are no answer', {}, date('', ' ', '\u200b'), []],
    [
      'a day before min is refused',
      { min: '2026-01-01' },
      typed('2025-12-31'),
      ['Enter a date from 1 January 2026 on.'],
    ],
    [
      'the bound is written in the language of the page',
      { min: '1900-01-01' },
      date('1', '1', '1899'),
      ['day: Geben Sie ein Datum ab 1. Januar 1900 ein.'],
      german,
    ],
    [
      'a day after max is refused',
      { max: '2026-01-01' },
      typed('2026-01-02'),
      ['Enter a date up to 1 January 2026.'],
    ],
    ['tomorrow may be today elsewhere', { max: 'today' }, typed('2026-11-24'), { value: '2026-11-24' }, now],
    [
      'a later day is in the future',
      { max: 'today' },
      typed('2026-11-25'),
      ['This date is in the future. Enter today or an earlier day.'],
      now,
    ],
    [
      'an earlier day is in the past',
      { min: 'today' },
      typed('2026-11-22'),
      ['This date is in the past. Enter today or a later day.'],
      now,
    ],
  ],
  Time: [
    ['a time is the value', {}, typed('09:30'), { value: '09:30' }],
    ['a zero may be left out', {}, typed('9:30'), { value: '09:30' }],
    ['seconds of zero are left out', {}, typed('09:30:00'), { value: '09:30' }],
    ['hours of one half of the day', {}, typed('2:30 pm'), { value: '14:30' }],
    ['12 at night', {}, typed('12 a.m.'), { value: '00:00' }],
    ['12 at noon', {}, typed('12:05PM'), { value: '12:05' }],
    ['four digits', {}, typed('1430'), { value: '14:30' }],
    ['full-width digits', {}, typed('１４：３０'), { value: '14:30' }],
    ['with a dot', {}, typed('14.30'), { value: '14:30' }],
    ['in French', {}, typed('14h30'), { value: '14:30' }],
    ['in French without minutes', {}, typed('14 h'), { value: '14:00' }],
    ['in Japanese', {}, typed('14時30分'), { value: '14:30' }],
    ...spelledTimes.flatMap(([value, ...texts]) =>
      texts.map((text): Row => [`${text} is ${value}`, {}, typed(text), { value }]),
    ),
    ...noTimes.map((text): Row => [`${text} is refused`, {}, typed(text), [hoursAndMinutes]]),
    ['24 hours are too many', {}, typed('24:00'), ['Write the time as hours and minutes, like 14:30.']],
    ['a time before min is refused', { min: '09:00' }, typed('08:59'), ['Enter a time from 09:00 on.']],
    ['a time after max is refused', { max: '17:00' }, typed('17:01'), ['Enter a time up to 17:00.']],
    [
      'steps are counted from min',
      { min: '09:05', step: 15 },
      typed('09:15'),
      ['Enter a time in steps of 15 minutes from 09:05.'],
    ],
  ],
  Phone: [
    [
      'a number is kept in international form and as it was typed',
      { defaultCountry: 'GB' },
      typed('020 7946 0958'),
      { value: '+442079460958', input: '020 7946 0958' },
    ],
    [
      'the country of the list counts',
      { includeDialCode: true, defaultCountry: 'US' },
      { '': '020 7946 0958', country: 'gb' },
      { value: '+442079460958', input: '020 7946 0958' },
    ],
    [
      'without a country it is asked for',
      {},
      typed('020 7946 0958'),
      ['Write the number with its country code, like +44 20 7946 0958.'],
    ],
    [
      'a list without a choice is pointed at',
      { includeDialCode: true },
      typed('020 7946 0958'),
      ['Choose the country code of this number.'],
    ],
    [
      'other texts are refused',
      { defaultCountry: 'GB' },
      typed('later'),
      ['This is not a phone number. Check its digits and its country code.'],
    ],
  ],
  ShortInput: [
    [
      'a text within the lengths is taken',
      { minLength: 2, maxLength: 3 },
      typed('🙂🙂🙂'),
      { value: '🙂🙂🙂' },
    ],
    [
      'a short one is refused',
      { minLength: 2 },
      typed('a'),
      ['Write at least 2 characters. This answer has 1.'],
    ],
    [
      'a long one is refused',
      { maxLength: 1 },
      typed('ab'),
      ['Write at most 1 character. This answer has 2.'],
    ],
    ['a text that matches the pattern is taken', { pattern: '[A-Z]{2}' }, typed('AB'), { value: 'AB' }],
    [
      'the whole text must match',
      { pattern: '[A-Z]{2}' },
      typed('ABC'),
      ['This answer is not written as it is asked for. Read the question again, and write it as that says.'],
    ],
    ...['－', '‐', '‑', '‒', '–', '—', '―', '−'].map((dash): Row => [
      `${dash} is a hyphen where the pattern needs one`,
      { pattern: '[A-Z]{2}-[0-9]{4}' },
      typed(`AB${dash}1234`),
      { value: 'AB-1234' },
    ]),
    ['the author says what is wrong', { pattern: 'a', patternMessage: 'Write a.' }, typed('b'), ['Write a.']],
    ['a required answer is asked for', {}, typed(''), ['Enter an answer.'], { isRequired: true }],
  ],
  EmailForm: [
    ...[
      'ada＠example。org',
      'ada@example｡org',
      'ada@example．org',
      'mailto:ada@example.org',
      'MAILTO:ada@example.org?subject=Hello',
      'Ada <ada@example.org>',
      '"Lovelace, Ada" <mailto:ada@example.org>',
      '<ada@example.org>',
    ].map((text): Row => [`${text} is an address`, {}, typed(text), { value: 'ada@example.org' }]),
    ...['Ada <>', 'mailto:', '< >', 'Ada <ada>'].map((text): Row => [
      `${text} is none`,
      {},
      typed(text),
      [noAt],
    ]),
    ['two addresses are none', {}, typed('<a@example.org> <b@example.org>'), [noEmail]],
    ['a required address is asked for', {}, {}, ['Enter an e-mail address.'], { isRequired: true }],
  ],
  Dropdown: [
    ['a required choice is asked for', { options: ['a'] }, {}, ['Choose an option.'], { isRequired: true }],
  ],
  FileUploader: [['a required file is asked for', {}, {}, ['Choose a file.'], { isRequired: true }]],
  SchedulerScreen: [
    [
      'a required time is asked for',
      {},
      {},
      ['booked: Book a time, and tick the box.'],
      { isRequired: true },
    ],
  ],
  IdentityInfo: [
    ...['Ada <ada@example.org>', 'mailto:ada@example.org', 'ada@example。org'].map((text): Row => [
      `${text} is an address`,
      identity('emailAddress'),
      { emailAddress: text },
      { emailAddress: 'ada@example.org' },
    ]),
    [
      'a required field is asked for by its label',
      {
        fields: [
          { key: 'city', label: 'City', required: true },
          { key: 'title', label: 'Title' },
        ],
      },
      {},
      ['city: Fill in “City”.'],
    ],
    [
      'a required question asks for every field',
      { fields: [{ key: 'city', label: 'City' }] },
      {},
      ['city: Fill in “City”.'],
      { isRequired: true },
    ],
    [
      'a field that has not appeared is not asked for',
      {
        fields: [
          { key: 'title', label: 'Title' },
          { key: 'city', label: 'City', required: true, revealAfter: 'title' },
        ],
      },
      {},
      [],
    ],
    waits('what was typed into a field that has not appeared is dropped', { lastName: 'L', city: 'C' }, []),
    waits(
      'a field of a field that has not appeared has not appeared',
      { title: 'T', city: 'C', state: 'S' },
      {
        title: 'T',
        state: 'S',
      },
    ),
    waits(
      'a field that has appeared keeps its text',
      { firstName: 'F', lastName: 'L', city: 'C' },
      {
        firstName: 'F',
        lastName: 'L',
        city: 'C',
      },
    ),
    waits(
      'a field is there if those it waits for go round in a circle, or are none',
      { state: 'S', country: 'D' },
      {
        state: 'S',
        country: 'D',
      },
    ),
  ],
}

describe.each<[string, readonly Row[]]>(Object.entries(tables))('an answer to %s', (type, rows) => {
  test.each(rows.map((row) => ({ claim: row[0], row })))('$claim', ({ row }) => {
    const [, content, fields, expected, rest] = row
    // The keys of the table are the names.
    expect(outcome(type as TypeName, content, fields, rest)).toEqual(expected)
  })
})

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
  const words = [
    'h',
    'Uhr',
    '時',
    '分',
    'min',
    'm',
    'pm',
    'a.m.',
    '午後',
    '午前',
    'ص',
    'م',
    'às',
    'heures',
    'x',
    'ish',
  ]
  const signs = [' ', ':', '.', '-', '/', '日', '月', '年', '²', '٣', '０']
  const texts = fc
    .array(fc.oneof(fc.nat(99).map(String), fc.constantFrom(...words, ...signs)), { maxLength: 7 })
    .map((parts) => parts.join(''))
  const numbersIn = (text: string): number[] => (plainText(text).match(/\d+/g) ?? []).map(Number)

  test('gives a time whose numbers stand in it, and no other number does', () => {
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
      { numRuns: 20_000 },
    )
  })

  test('gives a date whose numbers stand in it, and no other number does', () => {
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
      { numRuns: 20_000 },
    )
  })
})
