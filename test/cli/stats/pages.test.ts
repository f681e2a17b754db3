import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apply, applyEnv, made, project, type Project } from '../../support/applying.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService } from '../../support/scripted-service.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

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

const texts = ['What did you order?', 'How was it?', 'Why?', 'Your town']
const types = ['ShortInput', 'Dropdown', 'LongInput', 'ShortInput']

/** A response that answers the first questions; those of the page behind them were left empty. */
const response = (id: string, answered: number, finished: boolean): object => ({
  id,
  formId: 'f1',
  createdAt: '2026-03-01T10:00:00.000Z',
  dataUpdatedAt: '2026-03-01T10:02:00.000Z',
  finished,
  data: texts.slice(0, answered).map((headline, i) => ({
    questionId: `q${i}`,
    response: { type: types[i], headline, ...(i === 1 ? { selected: 'Good' } : { value: `text ${id}` }) },
  })),
})

const many = (count: number, name: string, answered: number, finished = false): object[] =>
  Array.from({ length: count }, (_, i) => response(`${name}${i}`, answered, finished))

/** 55 people left after page 1, of whom 8 left its last question empty. */
const records = [
  ...many(40, 'f', 4, true),
  ...many(8, 'a', 2),
  ...many(47, 'b', 3),
  ...many(2, 'c', 4),
  ...many(1, 'd', 0),
]

async function here(): Promise<Project> {
  const folder = project({ 'visitors.yaml': spec, 'reply.json': JSON.stringify({ data: records }) })
  await apply('visitors.yaml', folder, { turns: [made('f1')] })
  return folder
}

const stats = ({ cwd }: Project, words: string, isTerminal = false): Promise<Ran> =>
  runInProcess({
    argv: ['responses', 'stats', ...words.split(' ')],
    cwd,
    env: applyEnv,
    isTerminal,
    service: scriptedService({ body: { data: records } }).service,
  })

test.each(['--form visitors.yaml --partials', '--form f1 --partials', '--from reply.json'])(
  '%s: who left is counted page by page, with the pages of the spec',
  async (words) => {
    const { stdout } = await stats(await here(), `${words} -o json`)
    expect(Object(outputOf('responses-stats', stdout)).forms[0]).toMatchObject({
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
  const folder = await here()
  const { stdout } = await stats(folder, '--from reply.json --report page.html', true)
  expect(stdout).toMatch(/^Visitors\n98 responses/)
  expect(stdout).toMatch(/ {2}1 Your visit +97 +99% +55 +█/)
  expect(stdout).toMatch(/ {2}2 About you +42 +42\.9% +2 +█/)
  // Options that nobody chose stand in the order of the form.
  expect(stdout).toMatch(/ {2}Good +97 +100% +█+\n {2}Fair +0 +0%\n {2}Poor +0 +0%\n/)
  const page = readFileSync(join(folder.cwd, 'page.html'), 'utf8')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(page).toMatch(/1 ?Your visit +97 +99% +55/)
})

test.each([
  ['without unfinished responses', spec, records.slice(0, 40)],
  ['with the spec of another form', spec.replaceAll('question: ', 'question: Not '), records],
])('%s the drop-off is by question', async (_, changed, given) => {
  const folder = await here()
  folder.write('visitors.yaml', changed)
  folder.write('reply.json', JSON.stringify({ data: given }))
  const { stdout } = await stats(folder, '--from reply.json -o json')
  expect(Object(outputOf('responses-stats', stdout)).forms[0].pages).toBeNull()
})

test('a question whose headline changed stays on its page', async () => {
  const folder = await here()
  folder.write('visitors.yaml', spec.replace('How was it?', '"How did you like $${what}?"'))
  const { stdout } = await stats(folder, '--from reply.json -o json')
  expect(Object(JSON.parse(stdout)).forms[0].pages).toMatchObject([{ leftAfter: 55 }, { leftAfter: 2 }])
})
