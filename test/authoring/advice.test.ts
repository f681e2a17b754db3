import { describe, expect, test } from 'vitest'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { findingsIn, placed, specWith } from '../support/checking.ts'

/** A form with this beside the second question, and this beside the first step. */
const form = (besideType: string, inStep = ''): string => `name: A
steps:
  - name: One
    ${inStep}
    components:
      - type: ShortInput
        key: why
        content: { question: Why? }
      - type: ShortInput
        ${besideType}
        content: { question: What? }
      - type: NextButton
        content: { buttonText: Send }
  - name: Thanks
    key: thanks
    components:
      - type: Header
        content: { title: Thanks }
`
const advice = (text: string): readonly string[] => findingsIn(text).map(({ help = '' }) => help)
const pet = '{ question: pet, is: Dog }'
const answered = '{ question: why, answered: true }'
const contains = '{ question: why, contains: x }'

describe('a condition or a way on of a wrong shape is one finding, with an example of the right form', () => {
  test.each([
    ['{any: []}', `List conditions, as in "any: [${pet}]", or remove the condition.`],
    ['{all: []}', `List conditions, as in "all: [${pet}]", or remove the condition.`],
    ['{any: [{all: []}]}', `List conditions, as in "all: [${pet}]", or remove the condition.`],
    ['{any: why}', `List conditions, as in "any: [${pet}]".`],
    ['{any: [why]}', 'Write it as { question: why, answered: true }.'],
    ['{question: why, in: x}', 'Write a list, as in "in: [x]".'],
    [
      '{question: why, in: []}',
      'Write its values, as in "in: [Dog, Cat]"; where no answer is meant, write "answered: false".',
    ],
    ['why', 'Write it as { question: why, answered: true }, or remove it.'],
    ['why == "x"', 'Write it as { question: why, is: x }, or remove it.'],
    [`"{why} = 'x y'"`, 'Write it as { question: why, is: x y }, or remove it.'],
    ['why != x', 'Write it as { question: why, isNot: x }, or remove it.'],
    ['why <> 3', 'Write it as { question: why, isNot: 3 }, or remove it.'],
    ['why > 3', 'Write it as { question: why, over: 3 }, or remove it.'],
    ['why <= 3', 'Write it as { question: why, under: 4 }, or remove it.'],
    ["'{why} >= 17'", 'Write it as { question: why, over: 16 }, or remove it.'],
    ["'{wentWell} = 1'", 'Write it as { question: went_well, is: 1 }, or remove it.'],
    ["'{why} notempty'", 'Write it as { question: why, answered: true }, or remove it.'],
    [`"{why} = ''"`, 'Write it as { question: why, answered: false }, or remove it.'],
    [`"why != '' && why contains 'x'"`, `Write it as { all: [${answered}, ${contains}] }, or remove it.`],
    [
      `"{why} notempty or {why} contains 'x'"`,
      `Write it as { any: [${answered}, ${contains}] }, or remove it.`,
    ],
    ...["'{a} > 1 and {b} > 1 or {c} > 1'", 'why > ', "'{why} contains'"].map((value) => [
      value,
      `Write a question and what its answer has to be: ${pet}, or remove it.`,
    ]),
    ['{why: x}', 'Write it as { question: why, is: x }.'],
    ['{question: why, equals: x}', 'Did you mean "is"?'],
    ['{question: why, notEquals: x}', 'Did you mean "isNot"?'],
    ['{question: why, greaterThan: 3}', 'Did you mean "over"?'],
    ['{field: why, is: x}', 'Did you mean "question"?'],
    ['{or: [{question: why, is: x}]}', 'Did you mean "any"?'],
    ['[{question: why, is: x}]', `Write one condition and no list, as in ${pet}, or remove it.`],
    [
      '[{question: why, is: x}, {question: why, is: y}]',
      'Write "all:" or "any:" above the list, for each of its conditions or one of them, or remove it.',
    ],
    ...['', 'true', '3', '""', 'the pet is a dog'].map((value) => [
      value,
      `Write a question and what its answer has to be: ${pet}, or remove it.`,
    ]),
  ])('visibleIf: %s', (value, help) => {
    expect(advice(form(`visibleIf: ${value}`))).toEqual([help])
  })

  const to = (key: string): string => `Write the key of a later step, as in "next: [{ to: ${key} }]".`
  test.each([
    ['thanks', to('thanks')],
    ['ending', to('ending')],
    ['[ending]', to('ending')],
    ['3', to('thanks')],
    ['', to('thanks')],
    ['{to: thanks}', 'Write it as a list: a dash before its first key, as in "next: [{ to: thanks }]".'],
    ['[{}]', 'Add to: the key of a later step, as in "to: thanks".'],
    ['[{to: thanks, if: why}]', 'Write it as { question: why, answered: true }.'],
  ])('next: %s', (value, help) => {
    expect(advice(form('', `next: ${value}`))).toEqual([help])
  })
})

const optionsOf = (options: string): string =>
  specWith(`- type: Dropdown\n  content:\n    question: Why?\n    options: ${options}`)

describe('options of another shape are one finding, with the list as it is written here', () => {
  test.each([
    ['[{label: Dog, value: d}, {label: Cat, value: c}]', '[Dog, Cat]'],
    ['[{value: d, text: Dog}, {value: c, text: Cat}]', '[Dog, Cat]'],
    ['[{id: x, label: "Dog, big", ref: y}, Cat]', '["Dog, big", Cat]'],
    ['[{name: "yes"}, {name: 3}]', '[yes, "3"]'],
    ['[[Dog, dog], [Cat, cat]]', '[Dog, Cat]'],
    ['[{label: I agree, required: true}]', '[I agree]'],
  ])('options: %s', (options, list) => {
    expect(findingsIn(optionsOf(options))).toMatchObject([
      { code: 'wrong-type', line: 9, help: `Write only the texts: ${list}.` },
    ])
  })

  test('an option with a colon is a text without quotes', () => {
    expect(advice(optionsOf('[a, Other: tell us]'))).toEqual(['Put it in quotes: "Other: tell us".'])
  })
})

test('a merge of what is no object is one finding, at the merge', () => {
  for (const merged of ['*list', '[[a], b]', '[*list, *list]', 'text'])
    expect(placed(findingsIn(specWith(`- <<: ${merged}`, 'x: &list [a, b]\nname: Survey\n')))).toContain(
      '7:13 yaml-merge',
    )
})

describe('a file in another encoding is named, and so is what it became', () => {
  const codes = (bytes: Buffer) => checkSpec(bytes).findings
  test.each([
    ['93', '“'],
    ['80', '€'],
    ['E9', 'é'],
    ['96', '–'],
  ])('the byte %s', (byte, character) => {
    const bytes = Buffer.concat([Buffer.from('name: A'), Buffer.from(byte, 'hex'), Buffer.from('\n')])
    expect(codes(bytes)).toMatchObject([
      {
        code: 'not-utf8',
        message: `The file is not UTF-8, but probably Windows-1252, where the byte 0x${byte} at offset 7 is ${character}.`,
        help: expect.stringContaining('iconv -f WINDOWS-1252 -t UTF-8'),
      },
    ])
  })

  test('a byte that no character has there is not said to be one', () => {
    expect(codes(Buffer.from('6e616d653a2093819040', 'hex'))).toMatchObject([
      { code: 'not-utf8', help: 'Save it as UTF-8. Is it the right file?' },
    ])
  })

  test.each([
    ['\u0093', '“'],
    ['\u0085', '…'],
    ['\u0092', '’'],
  ])('the control character %j is a finding, raw or as an escape', (control, character) => {
    const message = expect.stringContaining(`stands here for ${character},`)
    expect(codes(Buffer.from(`name: A${control}\n`))).toMatchObject([{ code: 'not-text', message }])
    const escaped = `\\u00${control.charCodeAt(0).toString(16)}`
    const found = findingsIn(specWith('', `name: "A${escaped}"\n`))
    expect(found).toMatchObject([{ code: 'not-text', message, line: 1 }])
  })
})
