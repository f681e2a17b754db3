import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedSpecs } from '../../../src/cli/forms/spec-files.ts'
import { nodeFiles } from '../../../src/files/node-files.ts'
import { temporaryFolder } from '../../support/test-host.ts'

test.each([
  ['forms', 'forms/a.yaml', true],
  ['forms', 'forms/deep/a.yaml', true],
  ['forms/', 'forms/a.yaml', true],
  ['./forms', 'forms/a.yaml', true],
  ['forms', 'forms2/a.yaml', false],
  ['.', 'forms/a.yaml', true],
  ['..', 'forms/a.yaml', true],
  ['there.yaml', 'there.yaml', true],
  ['there.yaml', 'other.yaml', false],
  ['gone.yaml', 'gone.yaml', true],
  ['*.yaml', 'a.yaml', true],
  ['*.yaml', 'forms/a.yaml', false],
  ['./*.yaml', 'a.yaml', true],
  ['forms/*.yaml', 'forms/a.yaml', true],
  ['forms/**', 'forms/deep/er/a.yaml', true],
  ['**/*.yaml', 'a.yaml', true],
  ['**/*.yaml', 'forms/deep/a.yaml', true],
  ['**/*.yml', 'forms/deep/a.yaml', false],
  ['*', 'forms/a.yaml', true],
  ['fo{rms,lms}/*.yaml', 'forms/a.yaml', true],
  ['../*/*.yaml', '../other/a.yaml', true],
] as const)('%s names %s: %s', async (word, path, isNamed) => {
  const cwd = join(temporaryFolder(), 'project')
  mkdirSync(join(cwd, 'forms'), { recursive: true })
  writeFileSync(join(cwd, 'there.yaml'), '')
  expect((await namedSpecs(nodeFiles(cwd), [word]))(join(cwd, path))).toBe(isNamed)
})

test('a whole pattern names whole paths', async () => {
  const cwd = temporaryFolder()
  const names = await namedSpecs(nodeFiles(cwd), [`${cwd}/gone/*.yaml`])
  expect([names(join(cwd, 'gone/a.yaml')), names(join(cwd, 'a.yaml'))]).toEqual([true, false])
})
