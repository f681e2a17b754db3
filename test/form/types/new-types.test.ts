import { describe, expect, test } from 'vitest'
import { componentTypes } from '../../../src/form/components.ts'
import { readAnswer, type AnswerRead } from '../../../src/form/read-answer.ts'
import type { Content, TypeName } from '../../../src/form/schema.ts'
import { runsOf } from '../../../src/form/types/texts.ts'
import { plainJudge, submitted } from '../../support/judges.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>
type Row = readonly [
  claim: string,
  type: TypeName,
  content: Content,
  fields: Fields,
  isRequired: boolean | undefined,
  expected: unknown,
]

const consent = { text: 'I agree to the [notice](https://example.com/privacy).' }
const matrix = { question: 'How?', rows: ['Price', 'Service'], columns: ['Bad', 'Good'] }
const ranking = { question: 'What?', options: ['Speed', 'Price', 'Support'] }
const colours = { question: 'Which?', choices: ['Red', 'Green'], other: true }
const several = { ...colours, isMulti: true, choices: ['Red', 'Green', 'Blue'], minChoices: 2, maxChoices: 3 }
const list = { question: 'Which?', options: ['Red', 'Green'], other: true }
const ticks = (...ticked: readonly string[]) =>
  ['Red', 'Green'].map((key, index) => ({ key, value: ticked.includes(key), index }))

const rows: readonly Row[] = [
  [
    'a consent keeps the text that was agreed to, with its links',
    'Consent',
    consent,
    { '': 'yes' },
    undefined,
    { value: true, text: 'I agree to the notice (https://example.com/privacy).' },
  ],
  ['a consent has to be given', 'Consent', consent, {}, undefined, ['Tick this box to go on.']],
  ['unless the form says otherwise', 'Consent', consent, {}, false, 'nothing'],
  [
    'a table keeps the answered rows only',
    'Matrix',
    matrix,
    { r1: 'Good' },
    undefined,
    { rows: [{ row: 'Service', value: 'Good' }] },
  ],
  ['an untouched table is no answer', 'Matrix', matrix, {}, undefined, 'nothing'],
  [
    'a required table asks for every row',
    'Matrix',
    matrix,
    { r1: 'Good' },
    true,
    ['r0: Choose an option for “Price”.'],
  ],
  [
    'a table takes no option of its own',
    'Matrix',
    matrix,
    { r0: 'Fine' },
    undefined,
    ['r0: “Fine” is not one of the options. Choose from the list.'],
  ],
  [
    'a ranking has the options in the order of their places',
    'Ranking',
    ranking,
    { o0: '2', o1: '3', o2: '1' },
    undefined,
    { ranking: ['Support', 'Speed', 'Price'] },
  ],
  [
    'two options cannot share a place',
    'Ranking',
    ranking,
    { o0: '1', o2: '1' },
    undefined,
    ['o2: Place 1 is taken by “Speed”. Give each option a place of its own.'],
  ],
  [
    'a place is one of the list',
    'Ranking',
    ranking,
    { o0: '4' },
    undefined,
    ['o0: Choose a place from 1 to 3.'],
  ],
  [
    'a required ranking asks for a place of each option',
    'Ranking',
    ranking,
    { o0: '1', o1: '2' },
    true,
    ['o2: Choose a place for “Support”.'],
  ],
  ['an untouched ranking is no answer', 'Ranking', ranking, {}, undefined, 'nothing'],
  [
    'an address has a text for each part',
    'Address',
    {},
    { city: ' Berlin ', zipCode: '10115', aptSuiteEtc: 'not asked' },
    undefined,
    { city: 'Berlin', zipCode: '10115' },
  ],
  [
    'a required address asks for what the mail needs',
    'Address',
    {},
    { city: 'Berlin' },
    true,
    [
      'streetAddress: Fill in the street and number.',
      'zipCode: Fill in the postal code.',
      'country: Fill in the country.',
    ],
  ],
  [
    'a required address asks for nothing that the form leaves out',
    'Address',
    { fields: ['city', 'state'] },
    { city: 'Berlin' },
    true,
    { city: 'Berlin' },
  ],
  [
    'Other comes with its text',
    'MultipleOptionsQuestion',
    colours,
    { '': '__other__', other: 'Mauve' },
    undefined,
    { choices: ticks(), selectedOther: true, other: 'Mauve' },
  ],
  [
    'a text alone means Other',
    'MultipleOptionsQuestion',
    colours,
    { other: 'Mauve' },
    undefined,
    { choices: ticks(), selectedOther: true, other: 'Mauve' },
  ],
  [
    'a text beside the one option that was chosen counts for nothing',
    'MultipleOptionsQuestion',
    colours,
    { '': 'Red', other: 'Mauve' },
    undefined,
    { choices: ticks('Red'), selectedOther: false },
  ],
  [
    'Other needs its text',
    'MultipleOptionsQuestion',
    colours,
    { '': '__other__' },
    undefined,
    ['other: Fill in the field of this option, or choose another one.'],
  ],
  [
    'Other is refused where it is not offered',
    'MultipleOptionsQuestion',
    { choices: ['Red'] },
    { '': '__other__', other: 'Mauve' },
    undefined,
    ['“__other__” is not one of the options. Choose from the list.'],
  ],
  [
    'a list has it, too',
    'Dropdown',
    list,
    { '': 'Red' },
    undefined,
    { selected: 'Red', selectedOther: false },
  ],
  [
    'a list with Other alone has no option',
    'Dropdown',
    list,
    { '': '__other__', other: 'Mauve' },
    undefined,
    { selectedOther: true, other: 'Mauve' },
  ],
  [
    'too few are a problem',
    'GraphicOptions',
    several,
    { '': 'Red' },
    undefined,
    ['Choose 2 options or more.'],
  ],
  [
    'too many are a problem, and Other counts',
    'GraphicOptions',
    several,
    { '': ['Red', 'Green', 'Blue', '__other__'], other: 'Mauve' },
    undefined,
    ['Choose 3 options or fewer.'],
  ],
  [
    'Other that is ticked no more takes its text back',
    'GraphicOptions',
    several,
    { '': ['Red', 'Green', 'Blue'], other: 'Mauve' },
    undefined,
    {
      choices: [
        { key: 'Red', value: true, index: 0 },
        { key: 'Green', value: true, index: 1 },
        { key: 'Blue', value: true, index: 2 },
      ],
      selectedOther: false,
    },
  ],
  ['none at all is no answer', 'GraphicOptions', several, {}, undefined, 'nothing'],
]

/** What is wrong, or what the answer holds beyond the members that every answer has, or `nothing`. */
function outcomeOf(read: AnswerRead | undefined): unknown {
  const problems =
    read?.problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)) ?? []
  if (problems.length > 0) return problems
  if (!read?.response) return 'nothing'
  const { type: _type, headline: _headline, componentShapeVersion: _version, ...members } = read.response
  return members
}

describe('reading answers', () => {
  test.each(rows)('%s (%s)', (_, type, content, fields, isRequired, expected) => {
    const read = readAnswer(componentTypes[type], content, {
      fields: submitted(fields),
      files: [],
      judge: plainJudge,
      ...(isRequired !== undefined && { isRequired }),
    })
    expect(outcomeOf(read)).toEqual(expected)
  })
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
  const runs = runsOf(text)
  expect(typeof expected[0] === 'object' ? runs : runs.map((run) => run.url ?? run.text)).toEqual(expected)
})
