import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/test-host.ts'

const root = join(import.meta.dirname, '..')

/** A clone with these files, each empty, in which a script is run. */
function inClone(files: readonly string[], script: string, npmCommand = 'ci') {
  const folder = temporaryFolder()
  for (const path of ['.ci/prepare.js', 'bin/formctl.js', 'bin/load.cjs'])
    cpSync(join(root, path), join(folder, path))
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
  ['npx links a clone that is built', [installed, 'dist/main.cjs'], 'exec', /^$/],
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

test('the clone that npm makes for a global installation from git is installed, built, and takes no place of the package', () => {
  const folder = temporaryFolder()
  const clone = join(folder, '_cacache/tmp/git-clone123')
  const place = join(folder, process.platform === 'win32' ? '' : 'lib', 'node_modules/formctl')
  for (const path of ['.ci/prepare.js', '.ci/packed-manifest.ts']) cpSync(join(root, path), join(clone, path))
  writeFileSync(join(clone, '.ci/build.ts'), "import { mkdirSync } from 'node:fs'\nmkdirSync('dist')")
  writeFileSync(join(clone, 'package.json'), '{"type":"module","files":["dist"],"scripts":{"prepare":"x"}}')
  mkdirSync(join(place, '..'), { recursive: true })
  symlinkSync(clone, place)
  // Stands for npm: notes how it was called, and what it would install is there.
  const npm = join(folder, 'npm')
  writeFileSync(npm, '#!/bin/sh\necho "$npm_config_global $*" >> calls\nmkdir -p node_modules/esbuild\n')
  chmodSync(npm, 0o755)
  const { status, stderr } = spawnSync(process.execPath, ['.ci/prepare.js'], {
    cwd: clone,
    env: {
      PATH: [folder, dirname(process.execPath), process.env['PATH']].join(delimiter),
      npm_config_global: 'true',
      npm_config_global_prefix: folder,
      npm_command: 'install',
    },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(lstatSync(place).isDirectory()).toBe(true)
  expect(readFileSync(join(clone, 'calls'), 'utf8')).toBe(
    ' ci --ignore-scripts --include=dev\n rebuild node esbuild\n',
  )
  expect(existsSync(join(clone, 'dist'))).toBe(true)
  // What is installed has no scripts that npm would warn of.
  expect(JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))).toEqual({
    type: 'module',
    files: ['dist'],
  })
})
