import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apply, applyEnv, made, project, specText } from '../../support/applying.ts'
import { lost } from '../../support/generating.ts'
import { runInProcess } from '../../support/test-host.ts'

const keyed = (name: string, question: string): string =>
  specText(name, question).replace('- type: ShortInput', '- type: ShortInput\n        key: job')

const job = (headline: string): object => ({ key: 'job', type: 'ShortInput', headline })

test('the lock file remembers what each form asked under a key', async () => {
  const here = project({ 'a.yaml': keyed('A', 'What do you do?'), 'b.yaml': specText('B') })
  await apply('a.yaml b.yaml', here, { turns: [made('f1'), made('f2')] })
  here.write('a.yaml', keyed('A', 'Your job?'))
  await apply('a.yaml', here, { turns: [made('f3')] })
  const [a, b] = here.locked()
  expect(a).toMatchObject({
    id: 'f3',
    keys: [job('Your job?')],
    history: [{ id: 'f1', keys: [job('What do you do?')] }],
  })
  expect(b).not.toHaveProperty('keys')
})

test('and also where the run ended before the form was written there', async () => {
  const here = project({ 'a.yaml': keyed('A', 'What do you do?') })
  await apply('a.yaml', here, { turns: [lost] })
  const [note] = here.notes()
  const env = applyEnv
  await runInProcess({ argv: ['forms', 'resolve', note?.id ?? '', '--created', 'f1'], cwd: here.cwd, env })
  expect(here.locked()).toMatchObject([{ id: 'f1', keys: [job('What do you do?')] }])
})

const answered = (id: string, question: string, [headline, value]: readonly [string, string]): object => ({
  id: `r-${id}`,
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
  dataUpdatedAt: '2026-03-02T09:00:00.000Z',
  finished: true,
  status: 2,
  formId: id,
  version: '2.0',
  data: [
    { questionId: question, response: { type: 'ShortInput', headline, componentShapeVersion: '2.0', value } },
  ],
  meta: { leadId: `l-${id}` },
  personAttributes: {},
})

test.each([
  ['of a service that knows no keys', 'q1', 'q2'],
  ['of a service that knows them', 'job', 'job'],
])('a reworded question with the same key has one column, in responses %s', async (_, before, after) => {
  const here = project({ 'a.yaml': keyed('A', 'What do you do?') })
  await apply('a.yaml', here, { turns: [made('f1')] })
  here.write('a.yaml', keyed('A', 'Your job?'))
  await apply('a.yaml', here, { turns: [made('f2')] })
  const data = [
    answered('f2', after, ['Your job?', 'Gardener']),
    answered('f1', before, ['What do you do?', 'Cook']),
  ]
  writeFileSync(join(here.cwd, 'reply.json'), JSON.stringify({ data }))
  const argv = 'responses export --from reply.json --form a.yaml --out a.csv'.split(' ')
  const { exit } = await runInProcess({ argv, cwd: here.cwd, env: applyEnv })
  const [header = '', ...rows] = readFileSync(join(here.cwd, 'a.csv'), 'utf8').trim().split(/\r?\n/)
  const column = header.split(',').indexOf('Your job?')
  expect([exit, rows.map((row) => row.split(',')[column])]).toEqual([0, ['Gardener', 'Cook']])
  expect(header).not.toContain('What do you do?')
})
