/**
 * Makes executables. Alone: `out/formctl`, for this machine. `--all`: all files of a release, in `out/`.
 * `--base-url` is the address of the folder that those files will be at, for what installs them from there.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import manifest from '../package.json' with { type: 'json' }
import { makeExecutables, ownPlatform } from './package/executables.ts'
import {
  executableName,
  homebrewFormula,
  installScript,
  makeDebianPackage,
  scoopManifest,
} from './package/installers.ts'
import { platforms, type Platform } from './package/platforms.ts'
import { sumOf, writeSums } from './package/sums.ts'

// Files and folders of packages are for everybody.
process.umask(0o022)
const { values } = parseArgs({ options: { all: { type: 'boolean' }, 'base-url': { type: 'string' } } })
if (!values.all && !ownPlatform) {
  const names = platforms.map(({ name }) => name).join(', ')
  console.error(`There are executables for ${names}; this machine is ${process.platform}-${process.arch}.`)
  process.exit(1)
}

execFileSync(process.execPath, ['.ci/build.ts'], { stdio: 'inherit' })
if (values.all) makeRelease(values['base-url']?.replace(/\/$/, ''))
else if (ownPlatform) {
  const path = `out/formctl${ownPlatform.suffix}`
  makeExecutables([{ platform: ownPlatform, path }])
  console.log(`${path} is the program, in one file that needs no Node.`)
}

function makeRelease(baseUrl: string | undefined): void {
  const { version } = manifest
  rmSync('out', { recursive: true, force: true })
  const executables = platforms.map((platform) => ({
    platform,
    path: join('out', executableName(version, platform.name)),
  }))
  makeExecutables(executables)
  const licenses = {
    'THIRD-PARTY-LICENSES.txt': readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8'),
    'NODE-LICENSE.txt': nodeLicense(),
  }
  for (const [name, text] of Object.entries(licenses)) writeFileSync(join('out', name), text)
  makeDebianPackages(manifest, Object.values(licenses))

  if (baseUrl === undefined) {
    console.log(
      'Without --base-url there is no install.sh, formula for Homebrew and manifest for Scoop: they name addresses.',
    )
  } else {
    // There is an executable for each platform.
    const sums = Object.fromEntries(
      executables.map(({ platform, path }) => [platform.name, sumOf(path)]),
    ) as Record<Platform, string>
    const release = { homepage: baseUrl, ...manifest, baseUrl, sums }
    writeFileSync('out/install.sh', installScript(readFileSync('.ci/package/install.sh', 'utf8'), baseUrl), {
      mode: 0o755,
    })
    writeFileSync('out/formctl.rb', homebrewFormula(release))
    writeFileSync('out/formctl.json', scoopManifest(release))
  }
  writeSums('out')
  console.log('In out/ are the files of the release. Only the program for this machine can be tried here.')
}

/** The licence of the Node in the executables, and of all that it contains. */
function nodeLicense(): string {
  const [file] = globSync('node_modules/node/node_modules/node-*/LICENSE')
  if (file === undefined) throw new Error("The clone's Node has no LICENSE: run npm rebuild node.")
  return readFileSync(file, 'utf8')
}

/** One for each kind of Linux, where this machine has what makes them. `licenses`: the texts for what the program contains. */
function makeDebianPackages(
  { version, description }: { readonly version: string; readonly description: string },
  licenses: readonly string[],
): void {
  if (spawnSync('dpkg-deb', ['--version']).error) {
    console.log('There is no dpkg-deb on this machine, so no package for Debian is made.')
    return
  }
  const git = (...words: readonly string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct'))
  const completion = (shell: string): string =>
    execFileSync(process.execPath, ['bin/formctl.js', 'completion', shell], { encoding: 'utf8' })
  const texts = {
    'usr/share/doc/formctl/copyright': [readFileSync('LICENSE', 'utf8'), ...licenses].join(
      `\n${'='.repeat(78)}\n`,
    ),
    'usr/share/doc/formctl/CHANGELOG.md': readFileSync('CHANGELOG.md', 'utf8'),
    'usr/share/bash-completion/completions/formctl': completion('bash'),
    'usr/share/zsh/vendor-completions/_formctl': completion('zsh'),
    'usr/share/fish/vendor_completions.d/formctl.fish': completion('fish'),
    ...Object.fromEntries(
      globSync('man/*.[0-9]').map((page) => [
        `usr/share/man/man${extname(page).slice(1)}/${basename(page)}.gz`,
        gzipSync(readFileSync(page), { level: 9 }),
      ]),
    ),
  }
  const options = { version, description, epoch, texts, folder: 'out' }
  for (const machine of ['amd64', 'arm64'] as const) {
    const platform = machine === 'amd64' ? 'linux-x64' : 'linux-arm64'
    makeDebianPackage(join('out', executableName(version, platform)), machine, options)
  }
}
