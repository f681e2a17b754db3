import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const text = read('.github/workflows/release.yml')

type Step = { readonly uses?: string; readonly run?: string; readonly name?: string }
type Job = { readonly permissions: Readonly<Record<string, string>>; readonly steps: readonly Step[] }
// GitHub reads this shape.
const { permissions, jobs } = parse(text) as { permissions: object; jobs: Readonly<Record<string, Job>> }
const { version, scripts } = JSON.parse(read('package.json')) as { version: string; scripts: object }
const steps = Object.values(jobs).flatMap((job) => job.steps)

test('every action is pinned to a commit, and says its version', () => {
  const uses = text.split('\n').filter((line) => line.includes('uses:'))
  expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length)
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

test('only the jobs that publish have rights to, and they run nothing else', () => {
  expect(permissions).toEqual({})
  expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
    ['build', { contents: 'read' }],
    ['publish', { 'id-token': 'write' }],
    ['files', { contents: 'write' }],
  ])
  const runs = (name: string): readonly string[] => jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? []
  expect(runs('publish')).toEqual(['npm publish --provenance --access public ./out/formctl-*.tgz'])
  expect(runs('files')).toEqual([expect.stringMatching(/^gh release create [^;&|]* --draft [^;&|]*$/)])
})

test('every script that it runs is there', () => {
  const ran = steps.flatMap(({ run = '' }) => Array.from(run.matchAll(/npm run (\S+)/g), ([, name]) => name))
  expect(ran).toEqual(['release'])
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(ran))
})

test.each([
  [`v${version}`, 0],
  ['v0.0.9', 1],
  [version, 1],
])('the tag %s ends the check of the version with %i', (tag, status) => {
  const check = steps.find(({ name }) => name === 'The tag is the version')?.run ?? 'exit 9'
  const env = { PATH: process.env['PATH'] ?? '', GITHUB_REF_NAME: tag }
  expect(spawnSync('bash', ['-e', '-c', check], { cwd: root, env }).status).toBe(status)
})
