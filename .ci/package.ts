/**
 * Makes executables. Alone: `out/formctl`, for this machine. `--all`: all files of a release, in `out/`.
 * `--base-url` is the address of the folder that those files will be at, for what installs them from there.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeExecutables, ownPlatform } from './package/executables.ts'
import {
  executableName,
  homebrewFormula,
  installScript,
  makeDebianPackage,
  scoopManifest,
} from './package/installers.ts'
import { platforms, type Platform } from './package/platforms.ts'

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
else if (ownPlatform) makeExecutables([{ platform: ownPlatform, path: `out/formctl${ownPlatform.suffix}` }])

function makeRelease(baseUrl: string | undefined): void {
  // package.json has these.
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly version: string
    readonly description: string
    readonly license: string
    readonly homepage?: string
  }
  const { version } = manifest
  rmSync('out', { recursive: true, force: true })
  const executables = platforms.map((platform) => ({
    platform,
    path: join('out', executableName(version, platform.name)),
  }))
  makeExecutables(executables)
  const files = [...executables.map(({ path }) => path), ...debianPackages(manifest)]
  const lines = files.map((path) => `${sumOf(path)}  ${basename(path)}\n`)
  writeFileSync('out/SHA256SUMS', lines.join(''))

  if (baseUrl === undefined) {
    console.log(
      'Without --base-url there is no install.sh, formula for Homebrew and manifest for Scoop: they name addresses.',
    )
  } else {
    const sums = Object.fromEntries(
      executables.map(({ platform, path }) => [platform.name, sumOf(path)]),
      // Of all platforms.
    ) as Record<Platform, string>
    const release = { homepage: baseUrl, ...manifest, baseUrl, sums }
    writeFileSync('out/install.sh', installScript(readFileSync('.ci/package/install.sh', 'utf8'), baseUrl), {
      mode: 0o755,
    })
    writeFileSync('out/formctl.rb', homebrewFormula(release))
    writeFileSync('out/formctl.json', scoopManifest(release))
  }
  console.log('In out/ are the files of the release. Only the program for this machine can be tried here.')
}

/** One for each kind of Linux, where this machine has what makes them. */
function debianPackages({
  version,
  description,
}: {
  readonly version: string
  readonly description: string
}) {
  if (spawnSync('dpkg-deb', ['--version']).error) {
    console.log('There is no dpkg-deb on this machine, so no package for Debian is made.')
    return []
  }
  const git = (...words: readonly string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct'))
  const completion = (shell: string): string =>
    execFileSync(process.execPath, ['bin/formctl.js', 'completion', shell], { encoding: 'utf8' })
  const texts = {
    'usr/share/doc/formctl/copyright': readFileSync('LICENSE', 'utf8'),
    'usr/share/doc/formctl/CHANGELOG.md': readFileSync('CHANGELOG.md', 'utf8'),
    'usr/share/bash-completion/completions/formctl': completion('bash'),
    'usr/share/zsh/vendor-completions/_formctl': completion('zsh'),
    'usr/share/fish/vendor_completions.d/formctl.fish': completion('fish'),
  }
  const options = { version, description, epoch, texts, folder: 'out' }
  return (['amd64', 'arm64'] as const).map((machine) => {
    const platform = machine === 'amd64' ? 'linux-x64' : 'linux-arm64'
    return makeDebianPackage(join('out', executableName(version, platform)), machine, options)
  })
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
