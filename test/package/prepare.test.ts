import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/test-host.ts'

const root = join(import.meta.dirname, '../..')

test.each([
  ['a clone of yours', 'formctl', 0],
  ["npm's own clone, for an installation from git", '_cacache/tmp/git-cloneA1', 1],
])('in %s, the script prepare says what is missing', (_, name, status) => {
  const cwd = join(temporaryFolder(), name)
  mkdirSync(cwd, { recursive: true })
  for (const file of ['.ci/prepare.js', 'package.json']) cpSync(join(root, file), join(cwd, file))
  const ran = spawnSync(process.execPath, ['.ci/prepare.js'], { cwd, env: {}, encoding: 'utf8' })
  expect(ran).toMatchObject({ status, stderr: expect.stringContaining('run npm ci in this folder') })
})
