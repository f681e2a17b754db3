import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { typeNames } from '../../../src/form/schema.ts'
import { extensions } from '../../../src/wire/wire.ts'
import { apply, applyEnv, made, project, type Project } from '../../support/applying.ts'
import { runInProcess } from '../../support/test-host.ts'

const spec = (...components: readonly string[]): string => `name: Visit
steps:
  - name: One
    components:
      - { type: ShortInput, key: name, content: { question: Name } }
${components.map((one) => `      - ${one}`).join('\n')}
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

type Answer = readonly [type: string, headline: string, members: object]
const named: Answer = ['ShortInput', 'Name', { value: 'Ada' }]

const response = (formId: string, nth: number, finished: boolean, answers: readonly Answer[]): object => ({
  id: `${formId}-${nth}`,
  formId,
  createdAt: '2026-03-01T09:00:00.000Z',
  finished,
  personAttributes: { country: nth === 0 ? 'DE' : 'FR' },
  data: answers.map(([type, headline, members]) => ({
    questionId: `${formId} ${headline}`,
    response: { type, headline, ...members },
  })),
})

async function applied(specs: readonly string[], records: readonly object[]): Promise<Project> {
  const here = project({ 'a.yaml': '' })
  for (const [i, text] of specs.entries()) {
    here.write('a.yaml', text)
    const announces = { extensions, componentTypes: typeNames }
    expect(await apply('a.yaml', here, { turns: [made(`f${i + 1}`)], announces })).toMatchObject({ exit: 0 })
  }
  here.write('reply.json', JSON.stringify({ data: records }))
  return here
}

const run = async ({ cwd }: Project, ...words: readonly string[]): Promise<string> => {
  const { exit, stdout, stderr } = await runInProcess({
    cwd,
    argv: ['responses', ...words, '--from', 'reply.json'],
    env: applyEnv,
  })
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  return stdout
}

/** Of a column of the export: its mean, and of how many it is. */
async function exported(here: Project, column: string, ...words: readonly string[]): Promise<unknown> {
  await run(here, 'export', '--out', 'a.sqlite', '--force', ...words)
  const database = new DatabaseSync(join(here.cwd, 'a.sqlite'))
  const row = database.prepare(`select avg(${column}) mean, count(${column}) n from responses`).get()
  database.close()
  return { ...row }
}

/** The same of the figures of the last question. */
async function counted(here: Project, ...words: readonly string[]): Promise<unknown> {
  const [form] = JSON.parse(await run(here, 'stats', '-o', 'json', ...words)).forms
  const { yes, no } = form.questions.at(-1).answers.find(({ flags }: { flags: object | null }) => flags)
    ?.flags ?? { yes: 0, no: 0 }
  return { mean: yes + no === 0 ? null : yes / (yes + no), n: yes + no }
}

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

test.each(types)(
  'of a %s, the figures and an export have the same mean of as many',
  async (type, component, yes, column, shown) => {
    const last: Answer = [type, 'Last', yes]
    const here = await applied(
      [spec(component)],
      [
        response('f1', 0, true, [named, last]),
        ...[1, 2, 3].map((nth) => response('f1', nth, true, [named])),
        response('f1', 4, false, [named]),
      ],
    )
    expect(await counted(here)).toEqual({ mean: 0.25, n: 4 })
    expect(await exported(here, column)).toEqual({ mean: 0.25, n: 4 })
    expect(await run(here, 'stats', '-o', 'table')).toMatch(shown)
    const by = JSON.parse(await run(here, 'stats', '-o', 'json', '--by', 'country')).forms[0].segments
    expect(
      by.map(({ questions }: { questions: readonly object[] }) => Object(questions.at(-1)).answers[0].flags),
    ).toEqual([
      { yes: 0, no: 3 },
      { yes: 1, no: 0 },
    ])
  },
)

test.each(types)('a %s that a later version asks counts those that it asked', async (...of) => {
  const [type, component, yes, column] = of
  const here = await applied(
    [spec(), spec(component)],
    [
      ...[0, 1].map((nth) => response('f1', nth, true, [named])),
      response('f2', 0, true, [named]),
      response('f2', 1, true, [named, [type, 'Last', yes]]),
    ],
  )
  expect(await exported(here, column, '--form', 'a.yaml')).toEqual({ mean: 0.5, n: 2 })
  expect(await counted(here, '--form', 'a.yaml')).toEqual({ mean: 0.5, n: 2 })
})

test.each(types)('a %s that nobody gave is not given by all who finished', async (...of) => {
  const [, component, , column] = of
  const here = await applied(
    [spec(), spec(component)],
    [
      ...[0, 1].map((nth) => response('f1', nth, true, [named])),
      ...[0, 1, 2].map((nth) => response('f2', nth, nth > 0, [named])),
    ],
  )
  expect(await exported(here, column, '--form', 'a.yaml')).toEqual({ mean: 0, n: 2 })
  expect(await counted(here, '--form', 'a.yaml')).toEqual({ mean: 0, n: 2 })
})

test.each(types)('a %s that a condition may hide counts those who gave it', async (...of) => {
  const [type, component, yes, column] = of
  const hidden = component.replace('required', 'visibleIf: { question: name, is: Ada }, required')
  const here = await applied(
    [spec(hidden)],
    [response('f1', 0, true, [named]), response('f1', 1, true, [named, [type, 'Last', yes]])],
  )
  expect(await exported(here, column)).toEqual({ mean: 1, n: 1 })
  expect(await counted(here)).toEqual({ mean: 1, n: 1 })
})
