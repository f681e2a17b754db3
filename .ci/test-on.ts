/**
 * Runs the tests on other Nodes: `npm run test:on -- 22.22.2 24 test/cli`. Versions come from the registry; none named: the
 * oldest ones that package.json promises. A path to a `node` is one, too; what else is said goes to the tests.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { installedNode, oldestPromised } from './nodes.ts'

const words = process.argv.slice(2)
const isNode = (word: string): boolean =>
  /^\d+(\.\d+){0,2}$/.test(word) || /^node(\.exe)?$/.test(basename(word))
const named = words.filter(isNode)
const folder = mkdtempSync(join(tmpdir(), 'formctl-nodes-'))
const failed: string[] = []
try {
  for (const node of named.length > 0 ? named : oldestPromised()) {
    const binary = /^\d/.test(node) ? installedNode(node, folder) : resolve(node)
    const version = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()
    console.log(`The tests on Node ${version}:`)
    if (!passesOn(binary)) failed.push(version)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  // What was built last was built by another one.
  execFileSync(process.execPath, ['.ci/build.ts'], { stdio: 'inherit' })
}
console.log(failed.length === 0 ? 'All passed.' : `Some failed on ${failed.join(' and ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

function passesOn(binary: string): boolean {
  // The tests start programs by the Node that runs them; first on the PATH it is for whatever else asks for one.
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env['PATH'] ?? ''}` }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...words.filter((word) => !isNode(word))]
  return spawnSync(binary, vitest, { stdio: 'inherit', env }).status === 0
}
