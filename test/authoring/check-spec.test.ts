import { expect, test } from 'vitest'
import { checkSpec } from '../../src/authoring/check-spec.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const linesOf = (text: string | Uint8Array): string[] =>
  checkSpec(typeof text === 'string' ? bytesOf(text) : text).findings.map(
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
  ['a byte order mark', `\uFEFF${form}`],
  ['Windows line ends', form.replaceAll('\n', '\r\n')],
  ['old Macintosh line ends', form.replaceAll('\n', '\r')],
  ['JSON', JSON.stringify(checkSpec(bytesOf(form)).forms[0]?.value, null, 2)],
  ['a document end and a comment behind it', `${form}...\n# done\n`],
  ['a comment before, and a document start', `# a form\n---\n${form}`],
])('%s changes nothing', (_, text) => {
  expect(checkSpec(bytesOf(text)).findings).toEqual([])
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

test.each([
  ['a tab in the indentation', 'name: a\nsteps:\n\t- name: b\n', ['3:1-3:2 yaml-tab']],
  [
    'tabs in the indentation of several lines',
    'name: a\nsteps:\n\t- name: b\n\t  components: []\n',
    ['3:1-3:2 yaml-tab', '4:1-4:4 yaml-tab'],
  ],
  [
    'a list that is nested too deeply, at its key',
    `${form}extra:\n  - more: ${'['.repeat(70)}\n`,
    ['12:5-12:9 yaml-limit'],
  ],
  [
    'the same with dashes, where the innermost is far away',
    `steps:\n  - name:${Array.from({ length: 70 }, (_, i) => `\n${' '.repeat(6 + i)}-`).join('')} x\n`,
    ['2:5-2:9 yaml-limit'],
  ],
  ['a key and its value between brackets without a space', 'vars: {name:x}\n', ['1:8-1:14 yaml-colon']],
  ['a tab in brackets', 'name: [\n\ta\n]\n', ['2:1-2:2 yaml-tab']],
  ['a quote that is never closed', 'name: "abc\nsteps:\n  - name: a\n', ['1:7-1:8 yaml-quote']],
  ['one that ends with its line', 'steps:\n  - name: "abc\n    x: y\n', ['2:11-2:12 yaml-quote']],
  ['one that a later quote closes', 'name: "abc\nsteps:\n  - name: "a"\n', ['1:7-1:8 yaml-quote']],
  ['an apostrophe in single quotes', "name: 'it's\n", ['1:11-1:12 yaml-syntax']],
  ['a list that is never closed', 'name: a\nx: [a, b\nsteps:\n  - name: x\n', ['2:4-2:5 yaml-bracket']],
  ['brackets closed by the wrong kind', 'name: a\nx: {a: [1, 2}\n', ['2:8-2:9 yaml-bracket']],
  ['a bracket too many', 'x: [a, b]]\nname: a\n', ['1:10-1:11 yaml-syntax']],
  ['a line between two indentations', `steps:\n  - name: x\n    y: 1\n   z: 1\n`, ['4:4-4:8 yaml-indent']],
  ['a line under a value', 'name: a\n  steps: 1\n', ['2:3-2:11 yaml-indent']],
  ['a dash out of line', 'steps:\n  - name: a\n - name: b\n', ['3:2-3:11 yaml-indent']],
  ['a dash without its space', 'steps:\n  -name: a\n  - name: b\n', ['2:3-2:4 yaml-dash']],
  ['a colon in a text', 'name: Hello: world\nsteps: 1\n', ['1:7-1:19 yaml-colon']],
  ['a colon without its space', 'name:a\nsteps: 1\n', ['1:1-1:7 yaml-colon']],
  [
    'a sign that no text begins with',
    'name: @foo\nsteps: %x\n',
    ['1:7-1:8 yaml-start', '2:8-2:9 yaml-start'],
  ],
  ['a star that is no alias', 'name: * b\n', ['1:7-1:8 yaml-start']],
  ['a star before a word, and another behind it', 'x:\n  - *all of it\n', ['2:5-2:6 yaml-start']],
  ['a word in bold', 'name: **Note** well\n', ['1:7-1:8 yaml-start']],
  ['a text in bold', form.replace('Survey', '**Note**'), ['1:7-1:15 yaml-start']],
  ['a word behind an alias between brackets', 'a: &x 1\nb: [*x y]\n', ['2:8-2:9 yaml-comma']],
  ['a block text that is not moved in', 'a:\n  b: |\n  one\n  two\nc: 1\n', ['3:3-3:6 yaml-indent']],
  ['one behind a comment and an empty line', 'a:\n  b: >-  # text\n\n  one\nc: 1\n', ['4:3-4:6 yaml-indent']],
  ['a key behind an empty block text', 'b: |\nc\n', ['2:1-2:2 yaml-indent']],
  [
    'the marks of a merge conflict',
    'name: a\n<<<<<<< HEAD\nx: 1\n=======\nx: 2\n>>>>>>> other\n',
    ['2:1-2:13 yaml-conflict'],
  ],
  ['a mark that is left of a conflict', 'name: a\n<<<<<<< HEAD\nx: 1\n', ['2:1-2:13 yaml-conflict']],
  ['two anchors', 'name: &a &b c\n', ['1:10-1:12 yaml-syntax']],
  ['an empty file', '', ['1:1-1:1 empty-spec']],
  ['a file of comments', '# a\n\n# b\n', ['1:1-1:1 empty-spec']],
  ['a file of nothing but starts', '---\n---\n', ['1:1-1:1 empty-spec']],
  ['a tab behind a dash', 'steps:\n  -\tname: A\n    components: []\n', ['2:4-2:5 yaml-tab']],
  ['a tab in a text of several lines', 'name: |\n  a\n\tb\n', ['3:1-3:2 yaml-tab']],
  [
    'entries that all lack their space',
    'steps:\n  -name: a\n  -name: b\n',
    ['2:3-2:4 yaml-dash', '3:3-3:4 yaml-dash'],
  ],
  ['a comma too few in a list', 'x: ["a" "b"]\n', ['1:9-1:12 yaml-comma']],
  ['one between objects of JSON', '{\n  "name": "a"\n  "steps": []\n}\n', ['3:3-3:10 yaml-comma']],
  ['one before a plain key', 'x: {a: 1,\n b: 2\n c: 3}\n', ['3:2-3:3 yaml-comma']],
  ['a comma too many', 'x: [a, , b]\n', ['1:8-1:9 yaml-comma']],
  ['a colon too few in JSON', '{ "name" "a" }\n', ['1:10-1:13 yaml-comma']],
  ['a comment of other languages', 'name: a\n// steps\nsteps: []\n', ['2:1-2:9 yaml-comment']],
  ['one in JSON', '{\n  // name\n  "name": "a"\n}\n', ['2:3-2:10 yaml-comment']],
  ['a no-break space for indentation', 'steps:\n\u00a0\u00a0- name: b\n', ['2:1-2:2 yaml-space']],
  ['one behind a key', 'name:\u00a0a\nsteps: 1\n', ['1:6-1:7 yaml-space']],
  ['one behind a dash', 'steps:\n  -\u00a0name: a\n', ['2:4-2:5 yaml-space']],
  ['a byte order mark inside', 'name: a\n\uFEFFsteps: []\n', ['2:1-2:2 yaml-space']],
  [
    'an ampersand that names nothing',
    'name: &a\nsteps: &b\n',
    ['1:7-1:9 yaml-anchor', '2:8-2:10 yaml-anchor'],
  ],
  ['a fault behind wide characters', 'name: "日本👍" b\n', ['1:14-1:15 yaml-syntax']],
  ['a fault in a line with old line ends', 'name: a\rsteps:\r  - "x\r', ['3:5-3:6 yaml-quote']],
  ['a NUL', 'name: a\0b\n', ['1:8-1:9 not-text']],
])('%s is one finding where it is', (_, text, expected) => {
  // What else is wrong with so little a form is another matter.
  expect(linesOf(text).filter((line) => / (yaml|not|empty)-/.test(line))).toEqual(expected)
})

test.each([
  ['a list for a form', '- a\n', ['1:1-1:4 wrong-type']],
  ['a text for a form', 'hello\n', ['1:1-1:6 wrong-type']],
  ['nothing for a form', '~\n', ['1:1-1:2 wrong-type']],
])('%s is said of the whole', (_, text, expected) => {
  expect(linesOf(text)).toEqual(expected)
})

test('a directive or a tag without end is told in short', () => {
  for (const text of [
    `${'%'.repeat(9000)}\n---\n${form}`,
    form.replace('Survey', `!${'t'.repeat(9000)} a`),
  ]) {
    const messages = checkSpec(bytesOf(text)).findings.map(({ message }) => message)
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
    const [finding, ...rest] = checkSpec(bytesOf(text)).findings
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

const head = `name: A\nsteps:\n${step}`

test.each([
  ['steps in two parts', `${head}---\n${step}`, ['7:1-7:4 yaml-divider']],
  ['steps in three', `${head}---\n${step}---\n${step}`, ['7:1-7:4 yaml-divider', '12:1-12:4 yaml-divider']],
  ['a head of its own', `---\nname: A\n---\nsteps:\n${step}${step}`, ['3:1-3:4 yaml-divider']],
  [
    'what is wrong before it too',
    `${head.replace('A', '1')}---\n${step}`,
    ['1:7-1:8 wrong-type', '7:1-7:4 yaml-divider'],
  ],
  ['a list behind a list', '- a\n---\n- b\n', ['1:1-1:4 wrong-type', '3:1-3:4 wrong-type']],
  ['a list behind what has no steps', 'name: A\n---\n- b\n', ['1:1-1:8 missing-key', '3:1-3:4 wrong-type']],
])('a line of dashes divides a form: %s', (_, text, findings) => {
  expect(linesOf(text)).toEqual(findings)
})

test('faults inside single texts leave the rest of the file to be checked', () => {
  expect(linesOf(`name: "a\\q"\nsteps:\n${step}  - name: 7\n    components: !x []\n`)).toEqual([
    '1:9-1:11 yaml-escape',
    '7:11-7:12 wrong-type',
    '8:5-8:15 too-few',
    '8:17-8:19 yaml-tag',
  ])
})

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

test.each([
  [
    'the first of an entry means that a dash is missing',
    'name: B\n    components: []',
    ['7:5-7:9 yaml-duplicate-key'],
  ],
  [
    'any other is only itself',
    'components: []\n    components: []',
    ['7:5-7:15 yaml-duplicate-key', '8:5-8:15 yaml-duplicate-key'],
  ],
])('of keys that stand twice, %s', (_, again, findings) => {
  expect(linesOf(form.replace(step, `${step}    ${again}\n`))).toEqual(findings)
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

test.each([
  ['an alias of nothing', 'name: *foo\nsteps: []\n', ['1:7 yaml-alias', '2:1 too-few']],
  [
    'an alias inside what it stands for',
    'name: a\nsteps: &s [*s, *s]\n',
    ['2:12 yaml-cycle', '2:16 yaml-cycle'],
  ],
  ['a merge of no object', 'name: a\n<<: 5\n', ['2:5 yaml-merge']],
  ['a merge of nothing', 'name: a\n<<: *foo\n', ['2:5 yaml-alias']],
  ['an object for a key', 'name: {{name}}\nsteps: []\n', ['1:8 yaml-key', '2:1 too-few']],
  ['no key at all', 'name: a\nsteps: []\n: x\n', ['2:1 too-few', '3:1 yaml-key']],
])('%s is said, without what would follow from it', (_, text, expected) => {
  const spec = checkSpec(bytesOf(text))
  expect(spec.findings.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(expected)
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

test('a question beside its content is told to be moved in, and not missing, too', () => {
  const text = `name: N
steps:
  - name: A
    components:
      - { type: Dropdown, question: Q, content: { options: [A, B] } }
      - { type: Dropdown, content: { options: [A, B] } }
      - { type: NextButton, content: { buttonText: Next } }
  - name: B
    components: [{ type: Header, content: { title: T } }]
`
  const found = checkSpec(new TextEncoder().encode(text)).findings
  expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual(['5 ignored-key', '6 empty-text'])
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
