/**
 * Makes everything that a release has, checks it, and stops before it is published: `npm run release`. The package is built and packed
 * twice, in two clones of this commit, and both must be the same to the byte. Options go to `npm run package -- --all`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import manifest from '../package.json' with { type: 'json' }
import { audit } from './audit.ts'
import { installedNode, oldestPromised } from './nodes.ts'
import { ownPlatform } from './package/executables.ts'
import { executableName } from './package/installers.ts'
import { sumOf, writeSums } from './package/sums.ts'
import { tryTarball } from './try-tarball.ts'

const outputOf = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8' }).trim()
const run = (cwd: string, ...words: readonly string[]): Buffer =>
  execFileSync('npm', words, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })

const folder = mkdtempSync(join(tmpdir(), 'formctl-release-'))
try {
  await release()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function release(): Promise<void> {
  if (outputOf('git', 'status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit or stash them, then run npm run release again.')
  const { version } = manifest
  const namesRepository = 'repository' in manifest
  // npm would make it the latest version, and Debian would sort it after the release.
  if (version.includes('-'))
    throw new Error(`${version} is a prerelease: set a version of three numbers in package.json.`)
  if (!namesRepository && process.env['GITHUB_ACTIONS'] !== undefined)
    throw new Error('package.json names no repository: npm publish --provenance, in the next job, needs it.')
  const commit = outputOf('git', 'rev-parse', 'HEAD')
  run('.', 'run', 'check:static')

  const file = `formctl-${version}.tgz`
  const [clone, other] = [packedClone(commit, 'one'), packedClone(commit, 'a/clone at another place')]
  mkdirSync('out', { recursive: true })
  if (sumOf(join(clone, file)) !== sumOf(join(other, file))) {
    copyFileSync(join(clone, file), 'out/build-1.tgz')
    copyFileSync(join(other, file), 'out/build-2.tgz')
    throw new Error('Two builds of this commit differ: compare out/build-1.tgz and out/build-2.tgz.')
  }
  console.log('Both builds are the same to the byte.')

  const tarball = join(clone, file)
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
    strict: true,
  })
  if (messages.length > 0)
    throw new Error(messages.map((message) => formatMessage(message, pkg) ?? message.code).join('\n'))
  console.log('publint finds nothing.')

  for (const node of [process.execPath, ...oldestPromised().map((each) => installedNode(each, folder))]) {
    if (tryTarball(tarball, node) !== version) throw new Error('The installed program has another version.')
    console.log(`The package was installed and tried on Node ${outputOf(node, '--version')}.`)
  }

  const sbom = join(clone, 'dist/sbom.cdx.json')
  // `.ci/third-party.ts` writes this shape.
  const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as {
    readonly components: readonly { readonly name: string }[]
  }
  const { faults, notes } = await audit(components.map(({ name }) => name))
  for (const note of notes) console.log(note)
  if (faults.length > 0)
    throw new Error(`Packages in the bundle have known vulnerabilities:\n${faults.join('\n')}`)

  run(clone, 'run', 'package', '--', '--all', ...process.argv.slice(2))
  rmSync('out', { recursive: true })
  cpSync(join(clone, 'out'), 'out', { recursive: true })
  copyFileSync(tarball, `out/${file}`)
  copyFileSync(sbom, `out/formctl-${version}.cdx.json`)
  writeSums('out')
  if (ownPlatform?.name === 'linux-x64')
    outputOf(process.execPath, '.ci/try-package.ts', `out/${executableName(version, ownPlatform.name)}`)

  console.log(`\nMade of commit ${commit}, in out/:`)
  for (const name of readdirSync('out').toSorted()) {
    const bytes = readFileSync(`out/${name}`).length.toLocaleString('en')
    console.log(`  ${sumOf(`out/${name}`)}  ${bytes.padStart(12)} bytes  ${name}`)
  }
  if (!namesRepository)
    console.log('package.json names no repository, and npm publish --provenance needs it.')
  console.log(`Nothing is published yet. This publishes the package:\n  npm publish ./out/${file}`)
}

/** A clone of the commit, after `npm ci && npm pack` as in the guide. */
function packedClone(commit: string, name: string): string {
  const clone = join(folder, name)
  console.log(`Building and packing in ${clone}`)
  // Modes of files are a part of the tarball.
  process.umask(0o022)
  outputOf('git', 'clone', '--quiet', '--no-checkout', resolve('.'), clone)
  outputOf('git', '-C', clone, 'checkout', '--quiet', commit)
  run(clone, 'ci', '--prefer-offline')
  run(clone, 'pack', '--loglevel=warn')
  return clone
}
