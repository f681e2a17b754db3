import { describe, expect, test } from 'vitest'
import { judge, type Policy } from '../../src/authoring/judge.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'

const plain: Policy = { severities: new Map(), isStrict: false, isToBeSent: false }
const judged = (text: string, policy: Partial<Policy> = {}): string[] =>
  judge(checkSpec(new TextEncoder().encode(text)).findings, text, { ...plain, ...policy }).map(
    ({ line, severity, code }) => `${line} ${severity} ${code}`,
  )

const spec = (head: string, question = 'question: Who?'): string => `${head}
steps:
  - name: One
    components: # the questions
      - { type: ShortInput, content: { ${question} } }
  - name: Two
    components:
      - { type: Scheduler, content: { url: https://a.example } }
`

describe('without a word from anybody', () => {
  test('findings have the severity of their code', () => {
    expect(judged(spec('name: 7'))).toEqual([
      '1 error wrong-type',
      '4 warning no-way-forward',
      '8 note scheduler-name',
    ])
  })

  test('strictly, warnings are errors and notes are not', () => {
    expect(judged(spec('name: a'), { isStrict: true })).toEqual([
      '4 error no-way-forward',
      '8 note scheduler-name',
    ])
  })
})

describe('a project', () => {
  test.each<[string, [string, 'error' | 'warning' | 'note' | 'off'][], Partial<Policy>, string[]]>([
    ['leaves a code unsaid', [['no-way-forward', 'off']], {}, ['8 note scheduler-name']],
    [
      'makes more of one',
      [['scheduler-name', 'error']],
      {},
      ['4 warning no-way-forward', '8 error scheduler-name'],
    ],
    [
      'makes less of one',
      [['no-way-forward', 'note']],
      { isStrict: true },
      ['4 note no-way-forward', '8 note scheduler-name'],
    ],
    [
      'makes a warning of one, which strictly is an error',
      [
        ['scheduler-name', 'warning'],
        ['no-way-forward', 'off'],
      ],
      { isStrict: true },
      ['8 error scheduler-name'],
    ],
  ])('%s', (_, severities, policy, expected) => {
    expect(judged(spec('name: a'), { ...policy, severities: new Map(severities) })).toEqual(expected)
  })

  test.each(['off', 'note', 'warning'] as const)(
    'makes %s of what the service refuses, until the form is to be sent',
    (set) => {
      const severities = new Map([
        ['wrong-type', set],
        ['no-way-forward', 'off'],
        ['scheduler-name', 'off'],
      ] as const)
      expect(judged(spec('name: 7'), { severities })).toEqual(set === 'off' ? [] : [`1 ${set} wrong-type`])
      expect(judged(spec('name: 7'), { severities, isToBeSent: true })).toEqual(['1 error wrong-type'])
    },
  )
})

describe('a comment', () => {
  const rest = ['4 warning no-way-forward', '8 note scheduler-name']

  test('silences what stands on its line, and only that code', () => {
    expect(judged(spec('name: 7 # formctl-ignore wrong-type'))).toEqual(rest)
    expect(judged(spec('name: 7 # formctl-ignore empty-text'))).toEqual([
      '1 error wrong-type',
      '1 warning unused-ignore',
      ...rest,
    ])
  })

  test('alone on a line silences what stands on the next', () => {
    const text = spec('name: a').replace(
      '    components: #',
      '    # formctl-ignore no-way-forward\n    components: #',
    )
    expect(judged(text)).toEqual(['9 note scheduler-name'])
  })

  test('silences every finding of its code on the line', () => {
    expect(judged(spec('{ name: 7, steps: 8 } # formctl-ignore wrong-type').split('\n')[0] ?? '')).toEqual([])
  })

  test('silences nothing that the service refuses once the form is to be sent, and says why', () => {
    const text = spec('name: 7 # formctl-ignore wrong-type')
    const [finding] = judge(checkSpec(new TextEncoder().encode(text)).findings, text, {
      ...plain,
      isToBeSent: true,
    })
    expect(finding).toMatchObject({
      code: 'wrong-type',
      severity: 'error',
      help: expect.stringMatching(/^Put it in quotes.* It is silenced, but the service refuses it\.$/),
    })
  })

  test('that names what a project leaves unsaid anyway is not idle', () => {
    const severities = new Map([
      ['no-way-forward', 'off'],
      ['scheduler-name', 'off'],
    ] as const)
    const text = spec('name: a').replace('# the questions', '# formctl-ignore no-way-forward')
    expect(judged(text, { severities })).toEqual([])
  })

  test.each([
    ['a variable without a value', 'question: "Who is ${who}?"', 'missing-variable'],
    ['a key twice', 'question: A, question: B', 'yaml-duplicate-key'],
    ['an alias of nothing', 'question: *who', 'yaml-alias'],
    ['a backslash', String.raw`question: "\q"`, 'yaml-escape'],
  ])('is called idle in the same run as %s elsewhere', (_, question, code) => {
    const told = judged(spec('name: a # formctl-ignore wrong-type', question))
    expect(told.slice(0, 1)).toEqual(['1 warning unused-ignore'])
    expect(told).toContain(`5 error ${code}`)
    const hidden = spec('name: a', question).replace('} }\n', '} } # formctl-ignore empty-text\n')
    expect(judged(hidden).join()).not.toContain('unused-ignore')
  })

  test('is not called idle where broken YAML hides what it speaks of', () => {
    expect(judged('name: a # formctl-ignore empty-text\nsteps: [\n')).toEqual(['2 error yaml-bracket'])
  })

  test.each([
    ['yaml-bracket', ['1 warning unused-ignore', '2 error yaml-bracket']],
    ['refused', ['1 warning unused-ignore', '2 error yaml-bracket']],
  ])('never silences %s', (code, expected) => {
    expect(judged(`# formctl-ignore ${code}\nsteps: [\n`)).toEqual(expected)
  })

  test('is told 5,000 times when it is idle more often, and that there are more', () => {
    const told = judged('name: a\nsteps: [] # formctl-ignore x\n'.concat('# formctl-ignore x\n'.repeat(6000)))
    expect(told.filter((line) => line.endsWith('unused-ignore'))).toHaveLength(5000)
    expect(told.at(-1)).toBe('5001 error yaml-limit')
  })
})
