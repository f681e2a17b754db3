import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typeNames } from '../../../src/form/schema.ts'
import { extensions } from '../../../src/wire/wire.ts'
import { apply, applyEnv, made, project, type Project } from '../../support/applying.ts'
import { runInProcess } from '../../support/test-host.ts'

const pain = 'How bad is your pain today?'
const recommend = 'How likely are you to recommend us?'

const spec = (...scales: readonly string[]): string => `name: Clinic
steps:
  - name: One
    components:
${scales.map((scale) => `      - ${scale}`).join('\n')}
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

const response = (formId: string, id: string, values: Readonly<Record<string, number>>): object => ({
  id: `${formId}${id}`,
  formId,
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  personAttributes: { country: id },
  data: Object.entries(values).map(([headline, value]) => ({
    questionId: `${formId} ${headline}`,
    response: { type: 'OpinionScale', headline, value },
  })),
})

async function applied(...specs: readonly string[]): Promise<Project> {
  const here = project({ 'a.yaml': '' })
  for (const [i, text] of specs.entries()) {
    here.write('a.yaml', text)
    await apply('a.yaml', here, {
      turns: [made(`f${i + 1}`)],
      announces: { extensions, componentTypes: typeNames },
    })
  }
  const both = { [pain]: 0, [recommend]: 9 }
  const records = specs.flatMap((_, i) => [
    response(`f${i + 1}`, 'DE', both),
    response(`f${i + 1}`, 'FR', both),
  ])
  here.write('reply.json', JSON.stringify({ data: records }))
  return here
}

/** The scores of questions by their headlines; of segments, too. */
async function scores({ cwd }: Project, words = ''): Promise<readonly string[]> {
  const argv = `responses stats --from reply.json -o json ${words}`.trim().split(' ')
  const { exit, stdout } = await runInProcess({ cwd, argv, env: applyEnv })
  expect(exit).toBe(0)
  const { forms } = JSON.parse(stdout)
  return forms.flatMap((form: { readonly segments: readonly unknown[] | null }) =>
    [form, ...(form.segments ?? [])].flatMap((part) =>
      Object(part).questions.flatMap(
        ({ headline, answers: [first] }: { headline: string; answers: object[] }) =>
          Object(first).numbers?.nps ? [`${headline} ${Object(first).numbers.nps.score}`] : [],
      ),
    ),
  )
}

const plainly = (headline: string): string =>
  `{ type: OpinionScale, content: { question: "${headline}", min: 0 } }`
const asNps = (headline: string): string =>
  `{ type: OpinionScale, content: { question: "${headline}", preset: nps } }`

test('a scale has a score if its spec has the preset, however the spec is known', async () => {
  const here = await applied(spec(plainly(pain), plainly(recommend)))
  for (const words of ['', '--form f1', '--form a.yaml', '--by country'])
    expect([words, await scores(here, words)]).toEqual([words, []])
  const { exit } = await runInProcess({
    cwd: here.cwd,
    argv: ['responses', 'stats', '--from', 'reply.json', '--report', 'page.html'],
    env: applyEnv,
  })
  expect(exit).toBe(0)
  expect(readFileSync(join(here.cwd, 'page.html'), 'utf8')).not.toContain('Net Promoter')
  const other = await applied(spec(asNps(pain), plainly(recommend)))
  for (const words of ['', '--form f1', '--form a.yaml'])
    expect(await scores(other, words)).toEqual([`${pain} -100`])
  expect(await scores(other, '--by country')).toEqual([`${pain} -100`, `${pain} -100`, `${pain} -100`])
})

test('without a spec, a scale has a score if its wording asks to recommend', async () => {
  const here = await applied(spec(plainly(pain), plainly(recommend)))
  rmSync(join(here.cwd, 'formctl.lock.json'))
  expect(await scores(here)).toEqual([`${recommend} 100`])
})

test('of several versions, the newest says whether there is a score', async () => {
  const scored = await applied(spec(plainly(pain), plainly(recommend)), spec(plainly(pain), asNps(recommend)))
  expect(await scores(scored, '--form a.yaml')).toEqual([`${recommend} 100`])
  const plain = await applied(spec(plainly(pain), asNps(recommend)), spec(plainly(pain), plainly(recommend)))
  expect(await scores(plain, '--form a.yaml')).toEqual([])
})
