import { describe, expect, test } from 'vitest'
import { judge } from '../../../src/authoring/judge.ts'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { valueAt } from '../../../src/form/value.ts'
import { casesOf } from '../../support/case-files.ts'
import { bytesOf, findingsIn, fix, plainPolicy, specWith } from '../../support/checking.ts'

const fixed = (text: string): string => fix(text).text
const found = (text: string): readonly string[] =>
  findingsIn(text).map(({ code, severity, line }) => `${line} ${severity} ${code}`)

const asked = (question: string): string =>
  specWith(`- type: ShortInput\n  content:\n    question: ${question}`)
const question = ['steps', 0, 'components', 1, 'content', 'question']
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
      expect(findingsIn(whole)).toMatchObject([{ code: 'yaml-hash', severity: 'warning' }])
      const after = fixed(whole)
      expect(findingsIn(after)).toEqual([])
      expect(atQuestion(after)).toBe(meant)
      expect(after.split(end).length).toBe(whole.split(end).length)
    }
  })

  test.each(casesOf('hash/mended.txt'))('$name', ({ text = '', found: wanted }) => {
    expect(found(`${text}\n`).join('\n')).toBe(wanted)
    const errors = findingsIn(`${text}\n`).filter(({ severity }) => severity === 'error')
    for (const { help } of errors) expect(help).toContain('Put the text in quotes: "')
    expect(found(fixed(`${text}\n`))).toEqual([])
  })
})

describe('a comment behind what YAML takes for no text, where only a text can stand', () => {
  const options = (entry: string): string =>
    specWith(`- type: Dropdown\n  content:\n    question: Q\n    options:\n      - Other\n      - ${entry}`)
  test.each(['24 #7', 'true #1', '1.5 #x', 'null #3', '0x1F #2', '~ #1', '-3 #a', '2026 #1 # the first'])(
    'option %s',
    (entry) => {
      const meant = entry.replace(' # the first', '')
      expect(findingsIn(options(entry))).toMatchObject([
        { severity: 'error', line: 11, help: expect.stringContaining(`Put the text in quotes: "${meant}"`) },
      ])
      const after = fixed(options(entry))
      expect(after).toContain(`- "${meant}"`)
      expect(found(after)).toEqual([])
    },
  )

  test('a condition compares with numbers, so a comment behind one is a comment', () => {
    const text = specWith(
      '- type: Number\n  key: q\n  content: {question: Q}\n- type: ShortInput\n  visibleIf:\n    question: q\n    is: 5 #old\n  content: {question: R}',
    )
    expect(found(text)).toEqual([])
  })
})

test('a variable that is nothing else is named beside its use', () => {
  const text = specWith(
    '- {type: ShortInput, content: {question: "${c}"}}',
    'vars:\n  c: #fff\nname: Survey\n',
  )
  expect(found(text)).toEqual(['2 warning yaml-hash', '8 error missing-variable'])
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

  test.each(casesOf('hash/quiet.txt'))('behind $name', ({ text = '' }) => {
    expect(found(specWith(text))).toEqual([])
  })

  test('an ignore comment silences a comment that touches a text', () => {
    const text = asked('Name #1').replace(
      '    question',
      '    # formctl-ignore yaml-hash\n          question',
    )
    expect(judge(findingsIn(text), text, plainPolicy)).toEqual([])
  })
})

describe('where a comment breaks what follows, the text with the comment is named, and nothing is written', () => {
  test.each(casesOf('hash/broken.txt'))('$name', ({ text = '', code, help = '' }) => {
    const { findings } = checkSpec(bytesOf(`${text}\n`))
    const error = findings.find(({ severity }) => severity === 'error')
    expect(error).toMatchObject({ code, help: expect.stringContaining(help) })
    // Nobody can say how the lines belong together.
    expect(fixed(`${text}\n`)).toBe(`${text}\n`)
  })

  test('the only key of an object is put in quotes alone', () => {
    const head = 'name: Survey\ntranslations:\n  de:\n    Our #1 pick: Wohnung\n'
    const text = specWith('- {type: ShortInput, content: {question: Q}}', head)
    expect(findingsIn(text)).toMatchObject([
      { severity: 'error', help: expect.stringContaining('Put the text in quotes: "Our #1 pick";') },
    ])
    expect(fixed(text)).toBe(text.replace('Our #1 pick:', '"Our #1 pick":'))
  })
})
