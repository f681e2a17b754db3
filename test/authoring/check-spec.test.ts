import { expect, test } from 'vitest'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { casesOf } from '../support/case-files.ts'
import { bytesOf, findingsIn } from '../support/checking.ts'

const linesOf = (text: string): string[] =>
  findingsIn(text).map(
    ({ line, column, endLine, endColumn, code }) => `${line}:${column}-${endLine}:${endColumn} ${code}`,
  )

const step =
  '  - name: A\n    components:\n      - {type: Header, content: {title: A}}\n      - {type: NextButton, content: {}}\n'
const form = `name: Survey\nsteps:\n${step}${step}`

test('a form without a fault is its plain value', () => {
  const spec = checkSpec(bytesOf(form))
  const components = [
    { type: 'Header', content: { title: 'A' } },
    { type: 'NextButton', content: {} },
  ]
  const parsed = { name: 'A', components }
  expect(spec.findings).toEqual([])
  expect(spec.forms.map(({ value }) => value)).toEqual([{ name: 'Survey', steps: [parsed, parsed] }])
})

test.each([
  [[], ['a', 'feedback-2026', '7', 'a--b', 'x'.repeat(64)]],
  [['malformed-text'], ['-a-', '-a', 'a-', '-', 'A', 'a b', 'a_b', 'x'.repeat(65)]],
])('an address begins and ends with a letter or a digit, else there is %j: %j', (codes, addresses) => {
  for (const address of addresses)
    expect([address, findingsIn(`address: "${address}"\n${form}`).map(({ code }) => code)]).toEqual([
      address,
      codes,
    ])
})

test.each([
  ['a byte order mark', `\uFEFF${form}`],
  ['Windows line ends', form.replaceAll('\n', '\r\n')],
  ['old Macintosh line ends', form.replaceAll('\n', '\r')],
  ['JSON', JSON.stringify(checkSpec(bytesOf(form)).forms[0]?.value, null, 2)],
  ['a document end and a comment behind it', `${form}...\n# done\n`],
  ['a comment before, and a document start', `# a form\n---\n${form}`],
])('%s changes nothing', (_, text) => {
  expect(findingsIn(text)).toEqual([])
  expect(checkSpec(bytesOf(text)).forms.map(({ value }) => value)).toEqual(
    checkSpec(bytesOf(form)).forms.map(({ value }) => value),
  )
})

test('several documents are several forms, each with its findings, in the order of the file', () => {
  const spec = checkSpec(bytesOf(`${form}---\nname: 1\nsteps: []\n---\n# nothing\n---\n${form}tags: []\n`))
  expect(spec.forms).toHaveLength(3)
  expect(spec.findings.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '12 wrong-type',
    '13 too-few',
    '27 ignored-key',
  ])
})

test.each<[string, string, string]>([
  ...casesOf('places/yaml.txt').map(({ name = '', text, found = '' }): [string, string, string] => [
    name,
    `${text}\n`,
    found,
  ]),
  // A list that is nested too deeply, at its key.
  ['square brackets in brackets', `${form}extra:\n  - more: ${'['.repeat(70)}\n`, '12:5-12:9 yaml-limit'],
  // The innermost is far away.
  [
    'dashes behind dashes',
    `steps:\n  - name:${Array.from({ length: 70 }, (_, i) => `\n${' '.repeat(6 + i)}-`).join('')} x\n`,
    '2:5-2:9 yaml-limit',
  ],
  ['an empty file', '', '1:1-1:1 empty-spec'],
  ['a no-break space for indentation', 'steps:\n\u00a0\u00a0- name: b\n', '2:1-2:2 yaml-space'],
  ['one behind a key', 'name:\u00a0a\nsteps: 1\n', '1:6-1:7 yaml-space'],
  ['one behind a dash', 'steps:\n  -\u00a0name: a\n', '2:4-2:5 yaml-space'],
  ['a byte order mark inside', 'name: a\n\uFEFFsteps: []\n', '2:1-2:2 yaml-space'],
  ['a fault in a line with old line ends', 'name: a\rsteps:\r  - "x\r', '3:5-3:6 yaml-quote'],
  ['a NUL', 'name: a\0b\n', '1:8-1:9 not-text'],
])('%s is one finding where it is', (_, text, expected) => {
  // What else is wrong with so little a form is another matter.
  expect(
    linesOf(text)
      .filter((line) => / (yaml|not|empty)-/.test(line))
      .join('\n'),
  ).toBe(expected)
})

test.each(casesOf('places/whole.txt'))('$name', ({ text, found }) => {
  expect(linesOf(`${text}\n`).join('\n')).toBe(found)
})

test.each([
  ['{ a: Hello ${who} }', 'Between brackets, put a text that holds ${ in quotes.'],
  ['{ a: Hello {who} }', 'If it is part of a text, put the whole text in quotes.'],
  ['"a "b" c"', 'A text in quotes ended just before; inside it, write \\" for a quote.'],
])('text that YAML does not allow is answered by what was probably meant: %s', (text, help) => {
  expect(findingsIn(`name: ${text}\n`)).toMatchObject([{ code: 'yaml-syntax', help }])
})

test('a directive or a tag without end is told in short', () => {
  for (const text of [
    `${'%'.repeat(9000)}\n---\n${form}`,
    form.replace('Survey', `!${'t'.repeat(9000)} a`),
  ]) {
    const messages = findingsIn(text).map(({ message }) => message)
    expect(messages).not.toEqual([])
    for (const message of messages) expect(message.length).toBeLessThan(200)
  }
})

test.each([
  ['a byte of another code', [0x6e, 0x3a, 0x0a, 0xc3, 0xa9, 0xe9, 0x61], '2:2', 'byte 0xE9 at offset 5'],
  ['a character cut off', [0x61, 0xe2, 0x82], '1:2', 'byte 0xE2 at offset 1'],
  ['one behind a byte order mark', [0xef, 0xbb, 0xbf, 0x61, 0xff], '1:2', 'byte 0xFF at offset 4'],
  ['UTF-16', [0xff, 0xfe, 0x61, 0x00], '1:1', 'UTF-16'],
])('%s is not UTF-8, and the finding says which byte', (_, bytes, ...[place, says]) => {
  const [finding, ...rest] = checkSpec(new Uint8Array(bytes)).findings
  expect(rest).toEqual([])
  expect(finding).toMatchObject({ code: 'not-utf8', message: expect.stringContaining(says ?? '') })
  expect(`${finding?.line}:${finding?.column}`).toBe(place)
})

test.each([
  ['7', 'is the number 7', 'quotes: "7"', '7'],
  ['1.50', 'is the number 1.50', 'quotes: "1.50"', '1.50'],
  ['007', 'is the number 007', 'quotes: "007"', '007'],
  ['12345678901234567890', 'is the number 12345678901234567890', 'quotes', '12345678901234567890'],
  ['True', 'is the boolean True', 'quotes: "True"', 'True'],
  ['null', 'null stands for nothing', 'quotes if "null" is the text', undefined],
  ['~', '~ stands for nothing', 'quotes if "~" is the text', undefined],
  ['# of people', 'is empty', 'quotes, since # begins a comment', undefined],
  ['', 'is empty', 'Give it a value', undefined],
])(
  '%j where a text is wanted is said as it is written, and how to write it',
  (written, ...[says, help, to]) => {
    const text = form.replace('name: Survey', `name: ${written}`)
    const [finding, ...rest] = findingsIn(text)
    expect(rest).toEqual([])
    expect(finding?.message).toContain(says)
    expect(finding?.help).toContain(help)
    expect(finding?.fix).toEqual(to === undefined ? undefined : { kind: 'replace-value', path: ['name'], to })
  },
)

test.each(['yes', 'no', 'on', 'Off', 'y', '2024-01-01', '12:30', '1_000', '0b1'])(
  '%s is a text where one is wanted',
  (word) => {
    const spec = checkSpec(bytesOf(form.replace('name: Survey', `name: ${word}`)))
    expect([spec.findings, spec.forms[0]?.value]).toMatchObject([[], { name: word }])
  },
)

test('a key that stands twice is said at the second, and the first counts', () => {
  const spec = checkSpec(bytesOf(`${form}name: Other\n`))
  expect(spec.findings).toMatchObject([
    {
      code: 'yaml-duplicate-key',
      line: 11,
      path: ['name'],
      message: expect.stringContaining('line 1, column 1'),
    },
  ])
  expect(spec.forms[0]?.value).toMatchObject({ name: 'Survey' })
})

test('an alias is filled in, and a fault in what it stands for is said once, where it is written', () => {
  const shared =
    '  - &s\n    name: 7\n    components:\n      - {type: Header, content: {title: A}}\n      - {type: NextButton, content: {}}\n  - *s\n  - *s\n'
  const spec = checkSpec(bytesOf(`name: a\nsteps:\n${shared}`))
  expect(spec.findings.map(({ line, code }) => `${line} ${code}`)).toEqual(['4 wrong-type'])
  expect(spec.forms[0]?.value).toMatchObject({ steps: [{ name: 7 }, { name: 7 }, { name: 7 }] })
})

test('merged keys count where the object has none of its own, and are placed where they are written', () => {
  const text = `name: a\nsteps:\n  - &s\n    name: A\n    components: [{type: Header}, {type: NextButton, content: {}}]\n  - <<: *s\n    name: B\n  - <<: [*s, {name: 7}]\n`
  const spec = checkSpec(bytesOf(text))
  expect(spec.forms[0]?.value).toMatchObject({ steps: [{ name: 'A' }, { name: 'B' }, { name: 'A' }] })
  expect(spec.findings.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
    '5:18 missing-key',
  ])
})

test('keys are the text that was written, whatever YAML would make of it', () => {
  const text = 'x: {1: a, true: b, 0x10: c, __proto__: d, constructor: e, "": f}\n'
  const [spec] = checkSpec(bytesOf(text)).forms
  // As entries, since a literal `__proto__` would be no key.
  const entries = [
    ['1', 'a'],
    ['true', 'b'],
    ['0x10', 'c'],
    ['__proto__', 'd'],
    ['constructor', 'e'],
    ['', 'f'],
  ]
  expect(spec?.value).toEqual({ x: Object.fromEntries(entries) })
  expect(JSON.stringify(spec?.value)).toContain('"__proto__":"d"')
})

test('words of YAML 1.1 stay texts, whatever version a file asks for', () => {
  const [spec] = checkSpec(bytesOf('%YAML 1.1\n---\na: yes\nb: 2001-01-01\nc: !!binary aGk=\n')).forms
  expect(spec?.value).toEqual({ a: 'yes', b: '2001-01-01', c: 'aGk=' })
})

test.each([
  ['question:What?', 'Put a space after the colon: "question: What?".'],
  ['https://a.example', 'Write it below "content:", after its key: "question: https://a.example".'],
])('a text where an object stands: %s', (text, help) => {
  const content = `{type: ShortInput, content: "${text}"}`
  const { findings } = checkSpec(bytesOf(form.replace('{type: Header, content: {title: A}}', content)))
  expect(findings).toMatchObject([{ code: 'wrong-type', line: 5, help }])
})

const asking = (type: string, condition: string, more = ''): string => `${more}name: Survey
steps:
  - name: A
    components:
      - { type: ${type}, key: q, content: { question: Q? } }
      - { type: ShortInput, visibleIf: ${condition}, content: { question: R? } }
      - { type: NextButton, content: {} }
  - name: B
    components: [{ type: Header, content: { title: T } }]
`
test.each([
  ['Number', 'over', '"10"', '10'],
  ['Number', 'is', "'10.5'", '10.5'],
  ['Rating', 'isNot', '"5"', '5'],
  ['OpinionScale', 'under', '"7"', '7'],
])(
  'a number in quotes in a condition on a %s is an error, and the number is certain',
  (type, operator, text, number) => {
    const { findings } = checkSpec(bytesOf(asking(type, `{ question: q, ${operator}: ${text} }`)))
    expect(findings).toMatchObject([
      {
        code: 'condition-value',
        severity: 'error',
        line: 6,
        edits: [{ text: number }],
        fix: { to: Number(number) },
      },
    ])
  },
)

test('a variable in a condition is a text, so one that holds a number is compared with numbers', () => {
  const vars = 'vars: { least: "10", day: 2026-05-31, none: ten }\n'
  const codes = (type: string, name: string): string[] =>
    linesOf(asking(type, `{ question: q, over: "\${${name}}" }`, vars)).filter(
      (line) => !line.includes('unused'),
    )
  expect(codes('Number', 'least')).toEqual([])
  expect(codes('Date', 'day')).toEqual([])
  expect(codes('Number', 'none')).toEqual([expect.stringContaining('condition-value')])
})
