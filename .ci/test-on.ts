/**
 * Runs the tests on other Nodes: `npm run test:on -- 22.22.2 24 test/cli`. Versions come from the registry; none named: the
 * oldest ones that package.json promises. A path to a `node` is one, too; what else is said goes to the tests.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'

const words = process.argv.slice(2)
const isNode = (word: string): boolean =>
  /^\d+(\.\d+){0,2}$/.test(word) || /^node(\.exe)?$/.test(basename(word))
const named = words.filter(isNode)
const folder = mkdtempSync(join(tmpdir(), 'formctl-nodes-'))
const failed: string[] = []
try {
  for (const node of named.length > 0 ? named : oldestPromised()) {
    const binary = /^\d/.test(node) ? installed(node) : resolve(node)
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

/** As `^22.22.2 || ^24.15.0 || >=26` has them; of the last one, this clone brings the newest. */
function oldestPromised(): readonly string[] {
  // Ours, and `engines` is there.
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  return [...engines.node.matchAll(/\^(\d+\.\d+\.\d+)/g)].map(([, version = '']) => version)
}

/** Node as it comes in a package for this platform, without a script that would have to run first. */
function installed(version: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const place = join(folder, version)
  const npm = ['install', '--no-save', '--prefix', place, `${name}@${version}`]
  execFileSync('npm', npm, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  return join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function passesOn(binary: string): boolean {
  // The tests start programs by the Node that runs them; first on the PATH it is for whatever else asks for one.
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env['PATH'] ?? ''}` }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...words.filter((word) => !isNode(word))]
  return spawnSync(binary, vitest, { stdio: 'inherit', env }).status === 0
}
