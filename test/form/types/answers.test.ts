import { describe, expect, test } from 'vitest'
import type { StoredFile } from '../../../src/form/response.ts'
import { componentTypes } from '../../../src/form/components.ts'
import { readAnswer } from '../../../src/form/read-answer.ts'
import { plainJudge, submitted } from '../../support/judges.ts'
import type { Content, TypeName } from '../../../src/form/schema.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>
type Row = readonly [claim: string, content: Content, fields: Fields, expected: unknown]

const read = (type: TypeName, content: Content, fields: Fields) =>
  readAnswer(componentTypes[type], content, { fields: submitted(fields), files: [], judge: plainJudge })

const readFiles = (content: Content, files: readonly StoredFile[]) =>
  readAnswer(componentTypes.FileUploader, content, { fields: submitted({}), files, judge: plainJudge })

/** What the answer holds beyond the members that every answer has, or what is wrong, or `nothing`. */
function outcome(type: TypeName, content: Content, fields: Fields): unknown {
  if (!componentTypes[type].asks) return 'asks nothing'
  const reading = read(type, content, fields)
  if (reading.problems.length > 0)
    return reading.problems.map(({ field, message }) => (field ? `${field}: ${message}` : message))
  if (!reading.response) return 'nothing'
  const { type: said, headline: _headline, componentShapeVersion, ...members } = reading.response
  expect([said, componentShapeVersion]).toEqual([type, '2.0'])
  return members
}

const question = { question: 'Why?' }
const long = 'x'.repeat(10_001)
const tooLong = ['This answer has 10,001 characters. Shorten it to 10,000 or fewer.']
const options = { options: ['Red', 'Green', 'Blue'] }
const choices = { choices: ['Red', 'Green', 'Blue'] }
const ticked = (...values: readonly boolean[]) => ({
  choices: ['Red', 'Green', 'Blue'].map((key, index) => ({ key, value: values[index], index })),
  selectedOther: false,
})
const notEmail = ['This is not an e-mail address. Write it like name@example.com.']

const choiceRows: readonly Row[] = [
  ['no choice is no answer', choices, {}, 'nothing'],
  ['an empty choice is no answer', choices, { '': '' }, 'nothing'],
  ['every option is listed, ticked or not', choices, { '': 'Green' }, ticked(false, true, false)],
  [
    'several may be ticked where the form allows it',
    { ...choices, isMulti: true },
    { '': ['Blue', 'Red'] },
    ticked(true, false, true),
  ],
  ['two choices are refused elsewhere', choices, { '': ['Blue', 'Red'] }, ['Choose one option only.']],
  [
    'a choice that is not offered is refused',
    choices,
    { '': 'Mauve' },
    ['“Mauve” is not one of the options. Choose from the list.'],
  ],
  [
    'a very long foreign choice is quoted short',
    choices,
    { '': long },
    [`“${'x'.repeat(60)}…” is not one of the options. Choose from the list.`],
  ],
  [
    'an option with a line break is found as a browser sends it',
    { choices: ['Red\nor so'] },
    { '': 'Red\r\nor so' },
    { choices: [{ key: 'Red\nor so', value: true, index: 0 }], selectedOther: false },
  ],
  ['a content without options takes no choice', {}, {}, 'nothing'],
]

/** The control characters of ASCII and of Latin-1, without those that end lines. */
const controls = String.fromCharCode(...Array.from({ length: 0xa0 }, (_, code) => code)).replaceAll(
  /[^\p{Cc}]|[\r\n]/gu,
  '',
)

const tables: Readonly<Partial<Record<TypeName, readonly Row[]>>> = {
  ShortInput: [
    ['a text is the value', question, { '': 'Because' }, { value: 'Because' }],
    ['spaces around it go', question, { '': '  Because ' }, { value: 'Because' }],
    [
      'line breaks, which a line cannot have, become spaces',
      question,
      { '': 'a\r\nb\n\nc' },
      { value: 'a b c' },
    ],
    ['other control characters are kept', question, { '': `a${controls}b` }, { value: `a${controls}b` }],
    ['a lone half of a character is replaced', question, { '': 'a\uD800' }, { value: 'a\uFFFD' }],
    ['nothing is no answer', question, { '': '   ' }, 'nothing'],
    ['a missing field is no answer', question, {}, 'nothing'],
    ['10,000 characters are taken', question, { '': long.slice(1) }, { value: long.slice(1) }],
    ['one more is refused', question, { '': long }, tooLong],
  ],
  LongInput: [
    ['line breaks are kept, as LF', question, { '': 'a\r\nb\rc\td' }, { value: 'a\nb\nc\td' }],
    ['other control characters are kept', question, { '': `a${controls}b` }, { value: `a${controls}b` }],
    ['empty lines alone are no answer', question, { '': '\r\n\r\n' }, 'nothing'],
    ['over-long text is refused', question, { '': long }, tooLong],
  ],
  EmailForm: [
    ['an address is the value', question, { '': 'ada@example.com' }, { value: 'ada@example.com' }],
    [
      'a tag and dots are fine',
      question,
      { '': 'a.b+c@mail.example.co.uk' },
      { value: 'a.b+c@mail.example.co.uk' },
    ],
    ['other alphabets are fine', question, { '': 'jörg@bücher.example' }, { value: 'jörg@bücher.example' }],
    ['nothing is no answer', question, { '': '' }, 'nothing'],
    [
      'an @ is needed',
      question,
      { '': 'ada' },
      ['An e-mail address has an @. Write it like name@example.com.'],
    ],
    ['a domain of one label is refused', question, { '': 'ada@localhost' }, notEmail],
    ['a space is refused', question, { '': 'ada lovelace@example.com' }, notEmail],
    ['a control character is refused', question, { '': 'ada\u0001l@example.com' }, notEmail],
    ['two dots together are refused', question, { '': 'ada..l@example.com' }, notEmail],
    ['a domain that starts with a hyphen is refused', question, { '': 'ada@-example.com' }, notEmail],
    ['a numeric domain is refused', question, { '': 'ada@127.0.0.1' }, notEmail],
    ['a name of 65 characters is refused', question, { '': `${'a'.repeat(65)}@example.com` }, notEmail],
    ['over-long text is refused', question, { '': long }, tooLong],
  ],
  PasswordInput: [
    ['only that it was given is kept', question, { '': 'hunter2' }, { provided: true }],
    ['spaces are a password', question, { '': '  ' }, { provided: true }],
    ['nothing is no answer', question, { '': '' }, 'nothing'],
    ['over-long text is refused', question, { '': long }, tooLong],
  ],
  Dropdown: [
    ['the choice is a text', options, { '': 'Green' }, { selected: 'Green' }],
    [
      'of several it is a list in the order of the options',
      { ...options, isMulti: true },
      { '': ['Blue', 'Red'] },
      { selected: ['Red', 'Blue'] },
    ],
    ['a list of one stays a list', { ...options, isMulti: true }, { '': 'Red' }, { selected: ['Red'] }],
    ['the empty choice is no answer', options, { '': '' }, 'nothing'],
    ['two choices are refused', options, { '': ['Red', 'Blue'] }, ['Choose one option only.']],
    [
      'a choice that is not offered is refused',
      options,
      { '': 'red' },
      ['“red” is not one of the options. Choose from the list.'],
    ],
  ],
  MultipleOptionsQuestion: choiceRows,
  GraphicOptions: choiceRows,
  SchedulerScreen: [
    ['a ticked box is a booking', { dataUrl: 'https://x.example' }, { booked: 'yes' }, { booked: true }],
    ['no tick is no answer', { dataUrl: 'https://x.example' }, {}, 'nothing'],
  ],
  Scheduler: [['its other name answers alike', { dataUrl: 'x' }, { booked: 'yes' }, { booked: true }]],
  NextButton: [['it asks nothing', { buttonText: 'Go' }, { '': 'x' }, 'asks nothing']],
  Header: [['it asks nothing', { title: 'Hello' }, { '': 'x' }, 'asks nothing']],
  Disclaimer: [['it asks nothing', { text: 'Small print' }, { '': 'x' }, 'asks nothing']],
}

describe.each(Object.entries(tables))('%s', (type, rows) => {
  test.each(rows)('%s', (...[, content, fields, expected]) => {
    expect(outcome(type as TypeName, content, fields)).toEqual(expected)
  })
})

describe('IdentityInfo', () => {
  const identity = (...fields: readonly Readonly<Record<string, unknown>>[]): Content => ({
    fields: fields.map((field) => Object.assign({ label: 'Label' }, field)),
  })
  const notPhone = 'phoneNumber: This is not a phone number.'
  const rows: readonly Row[] = [
    [
      'each key that was given is a member',
      identity({ key: 'firstName' }, { key: 'lastName' }, { key: 'city' }),
      { firstName: 'Ada', lastName: ' ', city: 'London' },
      { firstName: 'Ada', city: 'London' },
    ],
    ['nothing given is no answer', identity({ key: 'firstName' }), { firstName: '' }, 'nothing'],
    ['a key that is not asked for is not kept', identity({ key: 'firstName' }), { title: 'Dr' }, 'nothing'],
    [
      'a faulty field is named',
      identity({ key: 'firstName' }, { key: 'emailAddress' }),
      { firstName: 'Ada', emailAddress: 'ada@' },
      ['emailAddress: This is not an e-mail address. Write it like name@example.com.'],
    ],
    [
      'personal addresses are refused where the form says so',
      identity({ key: 'workEmailAddress', blockPersonalEmails: true }),
      { workEmailAddress: 'ada@GMAIL.com' },
      ['workEmailAddress: Addresses at gmail.com are personal. Give your work e-mail address.'],
    ],
    [
      'and taken elsewhere',
      identity({ key: 'workEmailAddress' }),
      { workEmailAddress: 'ada@gmail.com' },
      { workEmailAddress: 'ada@gmail.com' },
    ],
    [
      'a phone number with the chosen country is put in international form',
      identity({ key: 'phoneNumber', includeDialCode: true }),
      { phoneNumber: '020 7946 0958', phoneNumberCountry: 'GB' },
      { phoneNumber: '+442079460958' },
    ],
    [
      'the default country counts where none was chosen',
      identity({ key: 'phoneNumber', defaultDialCodeCountry: 'gb' }),
      { phoneNumber: '020 7946 0958' },
      { phoneNumber: '+442079460958' },
    ],
    [
      'a number of a country that does not fit is refused',
      identity({ key: 'phoneNumber', includeDialCode: true }),
      { phoneNumber: '12', phoneNumberCountry: 'GB' },
      [`${notPhone} Check its digits and its country code.`],
    ],
    [
      'without any country a plausible number stays as it was typed',
      identity({ key: 'phoneNumber' }),
      { phoneNumber: '(020) 7946-0958' },
      { phoneNumber: '(020) 7946-0958' },
    ],
    [
      'and words are refused',
      identity({ key: 'phoneNumber' }),
      { phoneNumber: 'call me' },
      [`${notPhone} Write it like +44 20 7946 0958.`],
    ],
    [
      'a country is asked for where it could be chosen',
      identity({ key: 'phoneNumber', includeDialCode: true }),
      { phoneNumber: '7946 0958', phoneNumberCountry: '' },
      ['phoneNumber: Choose the country code of this number.'],
    ],
    [
      'a country that was left blank is not taken from the form',
      identity({ key: 'phoneNumber', includeDialCode: true, defaultDialCodeCountry: 'GB' }),
      { phoneNumber: '020 7946 0958', phoneNumberCountry: '' },
      ['phoneNumber: Choose the country code of this number.'],
    ],
    [
      'a number with its own country code needs no choice',
      identity({ key: 'phoneNumber', includeDialCode: true, defaultDialCodeCountry: 'GB' }),
      { phoneNumber: '+49 30 901820', phoneNumberCountry: '' },
      { phoneNumber: '+4930901820' },
    ],
    [
      'words are refused as such, whatever is chosen',
      identity({ key: 'phoneNumber', includeDialCode: true, defaultDialCodeCountry: 'GB' }),
      { phoneNumber: 'call me', phoneNumberCountry: '' },
      [`${notPhone} Write it like +44 20 7946 0958.`],
    ],
    [
      'a chosen country alone is no answer',
      identity({ key: 'phoneNumber', includeDialCode: true }),
      { phoneNumber: '', phoneNumberCountry: 'GB' },
      'nothing',
    ],
    [
      'a web address gets its scheme',
      identity({ key: 'websiteUrl' }),
      { websiteUrl: 'example.com/a?b' },
      { websiteUrl: 'https://example.com/a?b' },
    ],
    ...[
      ['//example.com', 'https://example.com'],
      ['//example.com//a', 'https://example.com//a'],
      [' example.com ', 'https://example.com'],
      ['example.com//b', 'https://example.com//b'],
      ['example.com:8080/b', 'https://example.com:8080/b'],
      ['HTTP://Example.com', 'HTTP://Example.com'],
    ].map(([typed = '', kept = '']): Row => [
      `the web address “${typed}” is kept as ${kept}`,
      identity({ key: 'websiteUrl' }),
      { websiteUrl: typed },
      { websiteUrl: kept },
    ]),
    [
      'a web address with a scheme stays',
      identity({ key: 'profilePictureUrl' }),
      { profilePictureUrl: 'http://example.com:8080/me.png' },
      { profilePictureUrl: 'http://example.com:8080/me.png' },
    ],
    ...[
      'javascript:alert(1)',
      'not a site',
      'example',
      'https://a:b@example.com',
      'https:example.com',
      'https:/example.com',
      'https:////example.com',
      '///example.com',
      'http://',
      '//',
      'mailto:x@example.com',
      'ftp://example.com',
      'data:,x',
      'example.com/\u0001',
    ].map((websiteUrl): Row => [
      `${websiteUrl} is no web address`,
      identity({ key: 'websiteUrl' }),
      { websiteUrl },
      ['websiteUrl: This is not a web address. Write it like https://example.com.'],
    ]),
    [
      'over-long text is refused at its field',
      identity({ key: 'firstName' }),
      { firstName: long },
      [`firstName: ${tooLong[0]}`],
    ],
    [
      'of a key asked for twice the first counts',
      identity({ key: 'emailAddress', blockPersonalEmails: true }, { key: 'emailAddress' }),
      { emailAddress: 'ada@gmail.com' },
      ['emailAddress: Addresses at gmail.com are personal. Give your work e-mail address.'],
    ],
    ['a content without fields asks nothing of anyone', {}, { firstName: 'Ada' }, 'nothing'],
  ]
  test.each(rows)('%s', (...[, content, fields, expected]) => {
    expect(outcome('IdentityInfo', content, fields)).toEqual(expected)
  })
})

describe('FileUploader', () => {
  const file: StoredFile = { name: 'a.pdf', size: 3, contentType: 'application/pdf', url: '/api/v1/files/f1' }

  test('its files are the answer', () => {
    expect(readFiles({ question: 'CV' }, [file])?.response).toEqual({
      type: 'FileUploader',
      headline: 'CV',
      componentShapeVersion: '2.0',
      files: [file],
    })
  })

  test('no file is no answer', () => {
    expect(readFiles({}, [])).toEqual({ problems: [] })
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

test('every type stands under its own name', () => {
  for (const [name, { type }] of Object.entries(componentTypes)) expect(type).toBe(name)
})
