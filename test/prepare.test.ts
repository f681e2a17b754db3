import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/test-host.ts'

const root = join(import.meta.dirname, '..')

/** A clone with these files, each empty, in which a script is run. */
function inClone(files: readonly string[], script: string, npmCommand = 'ci') {
  const folder = temporaryFolder()
  for (const path of ['.ci/prepare.js', 'bin/formctl.js']) cpSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const path of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const env = { PATH: process.env['PATH'] ?? '', npm_command: npmCommand }
  const { status, stderr } = spawnSync(process.execPath, [join(folder, script)], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

const installed = 'node_modules/esbuild/package.json'

test.each([
  ['nothing is installed', [], 'ci', /is not installed; run npm ci in this folder, without --omit=dev\.$/m],
  ['the build fails', [installed], 'ci', /could not be built\. Run npm run build in this folder/],
  ['npx links a clone that cannot be built', [installed], 'exec', /Run npm run build in this folder/],
  ['npx links a clone that is built', [installed, 'dist/main.js'], 'exec', /^$/],
])('prepare never fails: %s', (_, files, npmCommand, says) => {
  const { status, stderr } = inClone(files, '.ci/prepare.js', npmCommand)
  expect(status).toBe(0)
  expect(stderr).toMatch(says)
})

test('a program that is not built says how to build it', () => {
  expect(inClone([], 'bin/formctl.js')).toEqual({
    status: 3,
    stderr:
      'formctl: the program is not built; run npm ci in the clone, without --ignore-scripts and --omit=dev, then try again.\n',
  })
})
