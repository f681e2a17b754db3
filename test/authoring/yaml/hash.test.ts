import { describe, expect, test } from 'vitest'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { judge } from '../../../src/authoring/judge.ts'
import { fixSpec } from '../../../src/authoring/fix-spec.ts'
import { noVariables } from '../../../src/authoring/variables/variables.ts'
import { valueAt } from '../../../src/form/value.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fixed = (text: string): string => {
  const policy = { severities: new Map(), isStrict: false, isToBeSent: false }
  return new TextDecoder().decode(fixSpec(bytesOf(text), { variables: noVariables, policy }).bytes)
}
const found = (text: string): readonly string[] =>
  checkSpec(bytesOf(text)).findings.map(({ code, severity, line }) => `${line} ${severity} ${code}`)

/** A spec with one component, whose lines follow the type. */
const spec = (component: string, head = 'name: Survey\n'): string => `${head}steps:
  - name: One
    components:
${component.replaceAll(/^(?=.)/gm, '      ')}
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - { type: Header, content: { title: Thanks } }
`
const asked = (question: string): string => spec(`- type: ShortInput\n  content:\n    question: ${question}`)
const question = ['steps', 0, 'components', 0, 'content', 'question']
const atQuestion = (text: string): unknown => valueAt(checkSpec(bytesOf(text)).forms[0]?.value, question)

describe('a comment that touches the text of a value is a warning, and the fix is the whole text in quotes', () => {
  test.each([
    ['Social Security #:', 'Social Security #:'],
    ['Which of our #1 picks?', 'Which of our #1 picks?'],
    ['Which # do you want?', 'Which # do you want?'],
    ['Your C #', 'Your C #'],
    ['Account #\t', 'Account #'],
    ['Are you #blessed or #cursed?', 'Are you #blessed or #cursed?'],
    ['Order #12: what was wrong?', 'Order #12: what was wrong?'],
    ['Straße #5 – 日本 #7 👍', 'Straße #5 – 日本 #7 👍'],
    ['Say "no" to #1', 'Say "no" to #1'],
    ["It's #1", "It's #1"],
    ['C:\\temp #1', 'C:\\temp #1'],
    [`"It's" \\ #1`.slice(1).replace('"', ''), `It's \\ #1`],
    [`It's "x" #1`, `It's "x" #1`],
    ['Issue #1 # the first', 'Issue #1'],
    ['two\n      lines #1', 'two lines #1'],
    ['Issue\t#1', 'Issue\t#1'],
    ['${who} #1', '${who} #1'],
  ])('question: %j', (written, meant) => {
    for (const end of ['\n', '\r\n']) {
      const text = asked(written).replaceAll('\n', end)
      const head = `vars: { who: "\${who}" }${end}`
      const whole = written.includes('$') ? head + text : text
      expect(checkSpec(bytesOf(whole)).findings).toMatchObject([{ code: 'yaml-hash', severity: 'warning' }])
      const after = fixed(whole)
      expect(checkSpec(bytesOf(after)).findings).toEqual([])
      expect(atQuestion(after)).toBe(meant)
      expect(after.split(end).length).toBe(whole.split(end).length)
    }
  })

  test.each([
    ['the name of the form', spec('- {type: ShortInput, content: {question: Q}}', 'name: Survey #1\n'), [1]],
    [
      'a variable',
      spec('- {type: ShortInput, content: {question: "${a}"}}', 'vars:\n  a: Case #1\nname: Survey\n'),
      [2],
    ],
    [
      'options',
      spec('- type: Dropdown\n  content:\n    question: Q\n    options:\n      - Issue #1\n      - Issue #2'),
      [9, 10],
    ],
    [
      'an option alone',
      spec('- type: Dropdown\n  content:\n    question: Q\n    options:\n      - C #\n      - Java'),
      [9],
    ],
    ['a title', spec('- type: Header\n  content:\n    title: We are #1'), [7]],
    ['a placeholder', spec('- type: ShortInput\n  content:\n    question: Q\n    placeholder: PO #12'), [8]],
    ['a pattern', spec('- type: ShortInput\n  content:\n    question: Q\n    pattern: PO #[0-9]+'), [8]],
    ['a description', spec('- type: ShortInput\n  description: See #help\n  content:\n    question: Q'), [6]],
    [
      'a label',
      spec('- type: IdentityInfo\n  content:\n    fields:\n      - key: city\n        label: City #2'),
      [9],
    ],
    [
      'a row',
      spec('- type: Matrix\n  content:\n    question: Q\n    rows:\n      - Item #1\n    columns: [a, b]'),
      [9],
    ],
    [
      'the last of several lines in brackets',
      spec('- type: Dropdown\n  content:\n    question: Q\n    options: [\n      Issue #1\n    ]'),
      [9],
    ],
    [
      'a translation',
      spec(
        '- {type: ShortInput, content: {question: Q1}}',
        'name: Survey\ntranslations:\n  de:\n    Survey: Umfrage #1\n    Q1: F\n    One: Eins\n    Thanks: Danke\n    Two: Zwei\n',
      ),
      [4],
    ],
  ])('%s', (_, text, lines) => {
    expect(found(text)).toEqual(lines.map((line) => `${line} warning yaml-hash`))
    expect(found(fixed(text))).toEqual([])
  })

  test.each([
    ['a value that is nothing else', asked('#1 of all?'), 7],
    ['a hash tag', asked('#hashtag'), 7],
    [
      'an option that is nothing else',
      spec('- type: Dropdown\n  content:\n    options:\n      - #1\n    question: Q'),
      8,
    ],
    [
      'an option of a condition',
      spec(
        '- type: Dropdown\n  key: q\n  content: {question: Q, options: ["Issue #1"]}\n- type: ShortInput\n  visibleIf:\n    question: q\n    is: Issue #1\n  content: {question: R}',
      ),
      11,
    ],
    [
      'an option of a condition that is nothing else',
      spec(
        '- type: Dropdown\n  key: q\n  content: {question: Q, options: ["#1"]}\n- type: ShortInput\n  visibleIf:\n    question: q\n    is: #1\n  content: {question: R}',
      ),
      11,
    ],
  ])('%s is one error, with the same fix', (_, text, line) => {
    expect(checkSpec(bytesOf(text)).findings).toMatchObject([
      { severity: 'error', line, help: expect.stringContaining('Put the text in quotes: "') },
    ])
    expect(found(fixed(text))).toEqual([])
  })
})

describe('a comment behind what YAML takes for no text, where only a text can stand', () => {
  const options = (entry: string): string =>
    spec(`- type: Dropdown\n  content:\n    question: Q\n    options:\n      - Other\n      - ${entry}`)
  test.each(['24 #7', 'true #1', '1.5 #x', 'null #3', '0x1F #2', '~ #1', '-3 #a', '2026 #1 # the first'])(
    'option %s',
    (entry) => {
      const meant = entry.replace(' # the first', '')
      expect(checkSpec(bytesOf(options(entry))).findings).toMatchObject([
        { severity: 'error', line: 10, help: expect.stringContaining(`Put the text in quotes: "${meant}"`) },
      ])
      const after = fixed(options(entry))
      expect(after).toContain(`- "${meant}"`)
      expect(found(after)).toEqual([])
    },
  )

  test.each([
    ['a question', asked('24 #7')],
    ['the name of the form', spec('- {type: ShortInput, content: {question: Q}}', 'name: 24 #7\n')],
    ['a variable', spec('- {type: ShortInput, content: {question: "${a}"}}', 'vars:\n  a: 24 #7\nname: S\n')],
    ['a placeholder', spec('- type: ShortInput\n  content:\n    question: Q\n    placeholder: 1.5 #x')],
  ])('%s', (_, text) => {
    expect(checkSpec(bytesOf(text)).findings).toMatchObject([
      { help: expect.stringContaining('Put the text in quotes: "') },
    ])
    expect(found(fixed(text))).toEqual([])
  })

  test('a condition compares with numbers, so a comment behind one is a comment', () => {
    const text = spec(
      '- type: Number\n  key: q\n  content: {question: Q}\n- type: ShortInput\n  visibleIf:\n    question: q\n    is: 5 #old\n  content: {question: R}',
    )
    expect(found(text)).toEqual([])
  })
})

test('a variable that is nothing else is named beside its use', () => {
  const text = spec('- {type: ShortInput, content: {question: "${c}"}}', 'vars:\n  c: #fff\nname: Survey\n')
  expect(found(text)).toEqual(['2 warning yaml-hash', '7 error missing-variable'])
  expect(found(fixed(text))).toEqual([])
})

describe('a true comment stays quiet', () => {
  test.each([
    'Name # asked twice',
    'Name  #asked twice',
    'Name  # asked twice?',
    'Name? # still needed?',
    'Name #NOTE reword',
    'Name #required: true',
    'Name ## ours',
    'Name #----------',
    'Name #!',
    '"Name" #1',
    "'Name' #1",
    'Name\u00A0#1',
    'Name#1',
    '|\n      Name #1',
    '>- #comment\n      Name #1',
    'Name # formctl-ignore empty-text',
    'Name\n      # a line of its own',
  ])('question: %j', (written) => {
    expect(found(asked(written)).filter((line) => line.includes('yaml-hash'))).toEqual([])
  })

  test.each([
    ['a type', '- type: ShortInput #text\n  content: {question: Q}'],
    ['a key', '- type: ShortInput\n  key: a #first\n  content: {question: Q}'],
    ['a boolean', '- type: ShortInput\n  required: true #always\n  content: {question: Q}'],
    ['a number', '- type: ShortInput\n  content:\n    question: Q\n    maxLength: 10 #short'],
    [
      'one of a few words',
      '- type: Dropdown\n  content:\n    question: Q\n    order: random #shuffled\n    options: [a, b]',
    ],
    ['an object', '- type: ShortInput #x\n  content: #inside\n    question: Q'],
    ['a list', '- type: Dropdown\n  content:\n    question: Q\n    options: #all\n      - a\n      - b'],
    ['brackets', '- type: Dropdown\n  content:\n    question: Q\n    options: [a, b] #all'],
    ['a key that is switched off', '- type: ShortInput\n  content:\n    question: Q\n    #placeholder: x'],
  ])('behind %s', (_, component) => {
    expect(found(spec(component))).toEqual([])
  })

  test('an ignore comment silences a comment that touches a text', () => {
    const text = asked('Name #1').replace(
      '    question',
      '    # formctl-ignore yaml-hash\n          question',
    )
    const policy = { severities: new Map(), isStrict: false, isToBeSent: false }
    expect(judge(checkSpec(bytesOf(text)).findings, text, policy)).toEqual([])
  })
})

describe('where a comment breaks what follows, the text with the comment is named', () => {
  const listed = (options: string): string =>
    spec(`- type: Dropdown\n  content:\n    question: Q\n    options: ${options}`)
  const translated = (lines: string): string =>
    spec('- {type: ShortInput, content: {question: Q}}', `name: Survey\ntranslations:\n  de:\n${lines}`)
  const named = 'Put the text with #1 in quotes'
  test.each<[string, string, string, string]>([
    ['brackets', listed('[Issue #1, Issue #2]'), 'yaml-bracket', named],
    ['brackets, a # alone', listed('[A #, B]'), 'yaml-bracket', 'Put the text with # in quotes'],
    [
      'braces',
      spec('- type: ShortInput\n  content: {question: Apt #, placeholder: x}'),
      'yaml-bracket',
      'Put the text with # in quotes',
    ],
    ['brackets of several lines', listed('[\n      A #1,\n      B\n    ]'), 'yaml-comma', named],
    ['a text of two lines', asked('Multi #1\n        goes on here'), 'yaml-indent', named],
    [
      'a text of two lines that holds a colon',
      asked('Multi #1\n        goes on: here'),
      'yaml-indent',
      named,
    ],
    ['an option of two lines', listed('\n    - Multi #1\n      goes on here\n    - B'), 'yaml-indent', named],
    [
      'a key behind another',
      translated('    Survey: Umfrage\n    Our #1 pick: Wohnung\n    Q: F\n'),
      'yaml-colon',
      'Put the key with #1 in quotes',
    ],
    [
      'a key of an object',
      translated('    Survey: Umfrage\n    Our #1 pick:\n      Wohnung\n'),
      'yaml-colon',
      'Put the key with #1 in quotes',
    ],
  ])('%s', (_, text, code, help) => {
    const { findings } = checkSpec(bytesOf(text))
    expect(findings.find((one) => one.severity === 'error')).toMatchObject({
      code,
      help: expect.stringContaining(help),
    })
    // Nobody can say how the lines belong together, so nothing is written.
    expect(fixed(text)).toBe(text)
  })

  test.each([
    ['a bracket that is open, and a comment', listed('[A, B # both'), 'Add "]"'],
    ['a comment that begins the list', listed('[ #all\n      A, B'), 'Add "]"'],
    ['a comment with a space', asked('Multi # one\n        goes on here'), 'Start it in the same column'],
    ['a key in a wrong column', asked('Multi #1\n   placeholder: x'), 'Start it in the same column'],
    ['a quoted text', asked('"Multi" #1\n        goes on here'), 'Start it in the same column'],
    ['a note', asked('Multi #NOTE\n        goes on here'), 'Start it in the same column'],
  ])('but not %s', (_, text, help) => {
    const { findings } = checkSpec(bytesOf(text))
    expect(findings.find(({ severity }) => severity === 'error')?.help).toContain(help)
  })

  test('the only key of an object is put in quotes alone', () => {
    const text = translated('    Our #1 pick: Wohnung\n')
    expect(checkSpec(bytesOf(text)).findings).toMatchObject([
      { severity: 'error', help: expect.stringContaining('Put the text in quotes: "Our #1 pick";') },
    ])
    expect(fixed(text)).toBe(text.replace('Our #1 pick:', '"Our #1 pick":'))
  })
})
