import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  apply,
  applyEnv,
  appliedVersions,
  made,
  project,
  specWith,
  type Project,
} from '../../support/applying.ts'
import { outputOf } from '../../support/output-schema.ts'
import { answerTo, readIn, replyWith, responseOf, responses, rowsIn } from '../../support/responses.ts'
import { scriptedService } from '../../support/scripted-service.ts'

/** What a command prints of the saved reply of a project, or of its service. */
async function printed({ cwd }: Project, line: string, given = {}): Promise<string> {
  const { exit, stdout, stderr } = await responses(line, { cwd, env: applyEnv, ...given })
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  return stdout
}

const formOf = async (here: Project, line: string, given = {}) =>
  Object(outputOf('responses-stats', await printed(here, `stats -o json ${line}`, given))).forms[0]

describe('a scale has a Net Promoter Score', () => {
  const [pain, recommend] = ['How bad is your pain today?', 'How likely are you to recommend us?']
  const scale = (question: string, preset: string): string =>
    `{ type: OpinionScale, content: { question: "${question}", ${preset} } }`
  /** A spec of the two questions; those that are named have the preset. */
  const spec = (...presets: readonly string[]): string =>
    specWith(...[pain, recommend].map((one) => scale(one, presets.includes(one) ? 'preset: nps' : 'min: 0')))

  async function applied(...specs: readonly string[]): Promise<Project> {
    const here = await appliedVersions(...specs)
    const records = specs.flatMap((_, i) =>
      ['DE', 'FR'].map((country) =>
        responseOf(
          {},
          {
            id: `f${i + 1}${country}`,
            formId: `f${i + 1}`,
            finished: true,
            personAttributes: { country },
            data: [
              answerTo(`f${i} p=${pain}`, 0, 'OpinionScale'),
              answerTo(`f${i} r=${recommend}`, 9, 'OpinionScale'),
            ],
          },
        ),
      ),
    )
    here.write('reply.json', replyWith(records))
    return here
  }

  /** The scores of questions, those of segments, too. */
  async function scores(here: Project, line: string): Promise<readonly string[]> {
    const form = await formOf(here, `--from reply.json ${line}`)
    return [form, ...(form.segments ?? [])].flatMap(({ questions }) =>
      questions.flatMap(
        ({ headline, answers: [first] }: { headline: string; answers: readonly unknown[] }) => {
          const score = Object(first).numbers?.nps?.score
          return score === undefined ? [] : [`${headline} ${score}`]
        },
      ),
    )
  }

  test.each([
    ['', []],
    ['--form f1', []],
    ['--form a.yaml', []],
    ['--by country', []],
    ['', [pain], `${pain} -100`],
    ['--form f1', [pain], `${pain} -100`],
    ['--form a.yaml', [pain], `${pain} -100`],
    ['--by country', [pain], `${pain} -100`, `${pain} -100`, `${pain} -100`],
  ] as const)(
    'if its spec has the preset, however the spec is known: "%s" %j',
    async (line, presets, ...expected) => {
      expect(await scores(await applied(spec(...presets)), line)).toEqual(expected)
    },
  )

  test('and on a page none without it', async () => {
    const here = await applied(spec())
    await printed(here, 'stats --from reply.json --report page.html')
    expect(readIn(here.cwd, 'page.html')).not.toContain('Net Promoter')
  })

  test('without a spec, if its wording asks to recommend', async () => {
    const here = await applied(spec())
    rmSync(join(here.cwd, 'formctl.lock.json'))
    expect(await scores(here, '')).toEqual([`${recommend} 100`])
  })

  test('as the newest of several versions says', async () => {
    expect(await scores(await applied(spec(), spec(recommend)), '--form a.yaml')).toEqual([
      `${recommend} 100`,
    ])
    expect(await scores(await applied(spec(recommend), spec()), '--form a.yaml')).toEqual([])
  })
})

describe('of what is given or not, the figures and an export have the same mean of as many', () => {
  const specOf = (...components: readonly string[]): string =>
    specWith('{ type: ShortInput, key: name, content: { question: Name } }', ...components)

  const types: readonly [type: string, component: string, yes: object, column: string, shown: RegExp][] = [
    [
      'Consent',
      '{ type: Consent, required: false, content: { question: Last, text: I agree. } }',
      { value: true, text: 'I agree.' },
      'last',
      /Yes +1 +25%.*\n +Not given +3 +75%/,
    ],
    [
      'PasswordInput',
      '{ type: PasswordInput, required: false, content: { question: Last } }',
      { provided: true },
      'last_provided',
      /Provided +1 +25%/,
    ],
    [
      'Scheduler',
      '{ type: Scheduler, required: false, content: { message: Last, dataUrl: "https://calendly.com/a/b" } }',
      { booked: true },
      'last_booked',
      /Booked +1 +25%/,
    ],
  ]

  /** A response to each of these, of forms f1 and so on: whether it finished, and what was given. */
  type Given = readonly [formId: string, isFinished: boolean, yes?: object]

  describe.each(types)('%s', (type, component, yes, column, shown) => {
    async function applied(specs: readonly string[], all: readonly Given[]): Promise<Project> {
      const here = await appliedVersions(...specs)
      const records = all.map(([formId, finished, given], i) =>
        responseOf(
          {},
          {
            id: `r${i}`,
            formId,
            finished,
            personAttributes: { country: i === 0 ? 'DE' : 'FR' },
            data: [
              answerTo(`${formId} name=Name`, 'Ada'),
              ...(given ? [answerTo(`${formId} last=Last`, given, type)] : []),
            ],
          },
        ),
      )
      here.write('reply.json', replyWith(records))
      return here
    }

    /** The mean of the column of an export and of the figures, and of how many each is. */
    async function means(here: Project, line = ''): Promise<unknown> {
      await printed(here, `export --from reply.json --out a.sqlite --force ${line}`)
      const [row] = rowsIn(
        join(here.cwd, 'a.sqlite'),
        `select avg(${column}) mean, count(${column}) n from responses`,
      )
      const { questions } = await formOf(here, `--from reply.json ${line}`)
      const { flags } = questions.at(-1).answers.find((one: { flags: object | null }) => one.flags)
      const n = flags.yes + flags.no
      return [{ ...row }, { mean: flags.yes / n, n }]
    }
    const both = (mean: number, n: number): unknown => [
      { mean, n },
      { mean, n },
    ]

    test('where everybody was asked', async () => {
      const here = await applied(
        [specOf(component)],
        [
          ['f1', true, yes],
          ['f1', true],
          ['f1', true],
          ['f1', true],
          ['f1', false],
        ],
      )
      expect(await means(here)).toEqual(both(0.25, 4))
      expect(await printed(here, 'stats --from reply.json -o table')).toMatch(shown)
      const { segments } = await formOf(here, '--from reply.json --by country')
      expect(
        segments.map(
          ({ questions }: { questions: readonly object[] }) => Object(questions.at(-1)).answers[0].flags,
        ),
      ).toEqual([
        { yes: 0, no: 3 },
        { yes: 1, no: 0 },
      ])
    })

    test('where a later version asks', async () => {
      const here = await applied(
        [specOf(), specOf(component)],
        [
          ['f1', true],
          ['f1', true],
          ['f2', true],
          ['f2', true, yes],
        ],
      )
      expect(await means(here, '--form a.yaml')).toEqual(both(0.5, 2))
    })

    test('where nobody gave it', async () => {
      const here = await applied(
        [specOf(), specOf(component)],
        [
          ['f1', true],
          ['f1', true],
          ['f2', false],
          ['f2', true],
          ['f2', true],
        ],
      )
      expect(await means(here, '--form a.yaml')).toEqual(both(0, 2))
    })

    test('where a condition may hide it', async () => {
      const hidden = component.replace('required', 'visibleIf: { question: name, is: Ada }, required')
      expect(
        await means(
          await applied(
            [specOf(hidden)],
            [
              ['f1', true],
              ['f1', true, yes],
            ],
          ),
        ),
      ).toEqual(both(1, 1))
    })
  })
})

describe('who left is counted page by page, with the pages of the spec', () => {
  const spec = `name: Visitors
steps:
  - name: Your visit
    components:
      - { type: ShortInput, content: { question: What did you order? } }
      - { type: Dropdown, content: { question: How was it?, options: [Good, Fair, Poor] } }
      - { type: LongInput, content: { question: Why? } }
      - { type: NextButton, content: { buttonText: Next } }
  - name: About you
    components:
      - { type: ShortInput, content: { question: Your town } }
      - { type: NextButton, content: { buttonText: Send } }
`
  const questions = [
    ['What did you order?', 'ShortInput', { value: 'a text' }],
    ['How was it?', 'Dropdown', { selected: 'Good' }],
    ['Why?', 'LongInput', { value: 'a text' }],
    ['Your town', 'ShortInput', { value: 'a text' }],
  ] as const

  /** Responses that answer the first questions; those of the page behind them were left empty. */
  const many = (count: number, name: string, answered: number, finished = false): object[] =>
    Array.from({ length: count }, (_, n) =>
      responseOf(
        {},
        {
          id: `${name}${n}`,
          dataUpdatedAt: '2026-03-01T09:02:00.000Z',
          finished,
          data: questions
            .slice(0, answered)
            .map(([text, type, given], i) => answerTo(`q${i}=${text}`, given, type)),
        },
      ),
    )
  /** 55 people left after page 1, of whom 8 left its last question empty. */
  const records = [
    ...many(40, 'f', 4, true),
    ...many(8, 'a', 2),
    ...many(47, 'b', 3),
    ...many(2, 'c', 4),
    ...many(1, 'd', 0),
  ]

  async function applied(): Promise<Project> {
    const here = project({ 'visitors.yaml': spec, 'reply.json': replyWith(records) })
    await apply('visitors.yaml', here, { turns: [made('f1')] })
    return here
  }

  test.each(['--form visitors.yaml --partials', '--form f1 --partials', '--from reply.json'])(
    '%s',
    async (line) => {
      const { service } = scriptedService({ body: { data: records } })
      expect(await formOf(await applied(), line, { service })).toMatchObject({
        name: 'Visitors',
        leftBefore: 1,
        pages: [
          { page: 1, name: 'Your visit', questionIds: ['q0', 'q1', 'q2'], reached: 97, leftAfter: 55 },
          { page: 2, name: 'About you', questionIds: ['q3'], reached: 42, leftAfter: 2 },
        ],
      })
    },
  )

  test('the terminal and the page say the same of pages, under the name of the form', async () => {
    const here = await applied()
    const stdout = await printed(here, 'stats --from reply.json --report page.html', { isTerminal: true })
    expect(stdout).toMatch(/^Visitors\n98 responses/)
    expect(stdout).toMatch(/ {2}1 Your visit +97 +99% +55 +█/)
    expect(stdout).toMatch(/ {2}2 About you +42 +42\.9% +2 +█/)
    // Options that nobody chose stand in the order of the form.
    expect(stdout).toMatch(/ {2}Good +97 +100% +█+\n {2}Fair +0 +0%\n {2}Poor +0 +0%\n/)
    expect(readIn(here.cwd, 'page.html').replaceAll(/<[^>]*>|\s+/g, ' ')).toMatch(
      /1 +Your visit +97 +99% +55/,
    )
  })

  test('a question that nobody answered stands on its page', async () => {
    const here = await applied()
    const added = '      - { type: Dropdown, content: { question: Your age, options: [Young, Old] } }\n'
    here.write('visitors.yaml', spec.replace('name: About you\n    components:\n', `$&${added}`))
    expect(await formOf(here, '--from reply.json')).toMatchObject({
      pages: [{ questionIds: ['q0', 'q1', 'q2'] }, { questionIds: ['Your age', 'q3'] }],
    })
  })

  test.each([
    ['without unfinished responses', spec, records.slice(0, 40), null],
    ['with the spec of another form', spec.replaceAll('question: ', 'question: Not '), records, null],
    [
      'with a new headline',
      spec.replace('How was it?', '"How did you like $${what}?"'),
      records,
      [{ leftAfter: 55 }, { leftAfter: 2 }],
    ],
  ])('%s the drop-off is by question, or by page all the same', async (_, changed, given, pages) => {
    const here = await applied()
    here.write('visitors.yaml', changed)
    here.write('reply.json', replyWith(given))
    expect(await formOf(here, '--from reply.json')).toMatchObject({ pages })
  })
})
