import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type Step = {
  readonly uses?: string
  readonly run?: string
  readonly name?: string
  readonly with?: Readonly<Record<string, unknown>>
}
type Job = { readonly permissions: Readonly<Record<string, string>>; readonly steps: readonly Step[] }
type Workflow = { readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> }
// GitHub reads this shape.
const workflowIn = (name: string): Workflow => parse(read(`.github/workflows/${name}`)) as Workflow
const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps }) => steps)
const { version, scripts } = JSON.parse(read('package.json')) as { version: string; scripts: object }

describe.each([
  ['ci.yml', { test: { contents: 'read' } }, []],
  ['docs.yml', { build: { contents: 'read' }, deploy: { pages: 'write', 'id-token': 'write' } }, ['docs']],
  [
    'release.yml',
    { build: { contents: 'read' }, publish: { 'id-token': 'write' }, files: { contents: 'write' } },
    ['release'],
  ],
])('%s', (name, rights, ran) => {
  const workflow = workflowIn(name)
  const steps = stepsOf(workflow)

  test('pins every action to a commit, and says its version', () => {
    const uses = read(`.github/workflows/${name}`)
      .split('\n')
      .filter((line) => line.includes('uses:'))
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length)
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('gives each job only the rights that it needs, and keeps no token in a clone', () => {
    expect(workflow.permissions).toEqual({})
    const given = Object.entries(workflow.jobs).map(([job, { permissions }]) => [job, permissions])
    expect(Object.fromEntries(given)).toEqual(rights)
    const clones = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
    expect(clones).toEqual([expect.objectContaining({ with: { 'persist-credentials': false } })])
  })

  test('runs only scripts that are there', () => {
    const named = steps.flatMap(({ run = '' }) =>
      Array.from(run.matchAll(/npm run (\S+)/g), ([, script]) => script),
    )
    expect(named).toEqual(ran)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  })
})

test('the jobs that publish run nothing of the project', () => {
  const runs = (workflow: string, job: string): readonly string[] =>
    workflowIn(workflow).jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? []
  expect(runs('docs.yml', 'deploy')).toEqual([])
  expect(runs('release.yml', 'publish')).toEqual([
    'npm publish --provenance --access public ./out/formctl-*.tgz',
  ])
  expect(runs('release.yml', 'files')).toEqual([
    expect.stringMatching(/^gh release create [^;&|]* --draft [^;&|]*$/),
  ])
})

test.each([
  [`v${version}`, 0],
  ['v0.0.9', 1],
  [version, 1],
])('the tag %s ends the check of the version with %i', (tag, status) => {
  const check =
    stepsOf(workflowIn('release.yml')).find(({ name }) => name === 'The tag is the version')?.run ?? 'exit 9'
  const env = { PATH: process.env['PATH'] ?? '', GITHUB_REF_NAME: tag }
  expect(spawnSync('bash', ['-e', '-c', check], { cwd: root, env }).status).toBe(status)
})
