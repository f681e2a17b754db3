import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  executableName,
  homebrewFormula,
  makeDebianPackage,
  scoopManifest,
  type Release,
} from '../../.ci/package/installers.ts'
import { platforms } from '../../.ci/package/platforms.ts'
import { has } from '../support/programs.ts'
import { temporaryFolder } from '../support/test-host.ts'

const release: Release = {
  version: '1.2.3',
  description: 'Web forms as code, from the terminal: a YAML spec becomes a form.',
  license: 'MIT',
  baseUrl: 'https://forms.example.com/1.2.3',
  homepage: 'https://forms.example.com',
  sums: {
    'linux-x64': '1'.repeat(64),
    'linux-arm64': '2'.repeat(64),
    'darwin-x64': '3'.repeat(64),
    'darwin-arm64': '4'.repeat(64),
    'win-x64': '5'.repeat(64),
  },
}
const urlOf = (name: string): string => `https://forms.example.com/1.2.3/formctl-1.2.3-${name}`

test('a file of a release has version and platform in its name', () => {
  expect(platforms.map(({ name }) => executableName('1.2.3', name))).toEqual([
    'formctl-1.2.3-linux-x64',
    'formctl-1.2.3-linux-arm64',
    'formctl-1.2.3-darwin-x64',
    'formctl-1.2.3-darwin-arm64',
    'formctl-1.2.3-win-x64.exe',
  ])
})

test('the manifest for Scoop has what its schema wants, and names the program formctl.exe', () => {
  // The schema wants a version without blanks, the addresses as URLs without $, and bare hashes to be of SHA-256.
  expect(JSON.parse(scoopManifest(release))).toEqual({
    version: '1.2.3',
    description: release.description,
    homepage: 'https://forms.example.com',
    license: 'MIT',
    architecture: { '64bit': { url: `${urlOf('win-x64.exe')}#/formctl.exe`, hash: '5'.repeat(64) } },
    bin: 'formctl.exe',
  })
})

const hasRuby = has('ruby', '--version')
describe.runIf(hasRuby)(`the formula for Homebrew${hasRuby ? '' : ' (skipped: there is no Ruby)'}`, () => {
  /** As much of Homebrew as the formula uses: it prints what the formula takes on a system and a CPU. */
  const homebrew = `
    class Formula
      def self.desc(text) = nil
      def self.license(text) = nil
      def self.homepage(text) = puts(text)
      def self.version(text) = puts(text)
      def self.url(text) = puts(text)
      def self.sha256(text) = puts(text)
      def self.test = nil
      %w[macos linux arm intel].each do |name|
        define_singleton_method("on_#{name}") { |&work| work.call if ARGV.include?(name) }
      end
    end
  `
  test.each([
    ['macos', 'arm', 'darwin-arm64', '4'],
    ['macos', 'intel', 'darwin-x64', '3'],
    ['linux', 'arm', 'linux-arm64', '2'],
    ['linux', 'intel', 'linux-x64', '1'],
  ])('takes on %s and %s the program for %s', (system, cpu, platform, digit) => {
    const path = join(temporaryFolder(), 'formctl.rb')
    writeFileSync(path, homebrew + homebrewFormula(release))
    const taken = execFileSync('ruby', [path, system, cpu], { encoding: 'utf8' })
    expect(taken.trim().split('\n')).toEqual([
      'https://forms.example.com',
      '1.2.3',
      urlOf(platform),
      digit.repeat(64),
    ])
  })

  test('is Ruby without warnings', () => {
    const path = join(temporaryFolder(), 'formctl.rb')
    writeFileSync(path, homebrewFormula(release))
    const { stdout, stderr } = spawnSync('ruby', ['-wc', path], { encoding: 'utf8' })
    expect(stdout + stderr).toBe('Syntax OK\n')
  })
})

const hasDpkg = has('dpkg-deb', '--version')
describe.runIf(hasDpkg)(`the package for Debian${hasDpkg ? '' : ' (skipped: there is no dpkg-deb)'}`, () => {
  const program = join(temporaryFolder(), 'formctl')
  writeFileSync(program, '#!/bin/sh\necho it runs\n', { mode: 0o755 })
  const make = (): string =>
    makeDebianPackage(program, 'arm64', {
      version: release.version,
      description: release.description,
      epoch: 1_700_000_000,
      folder: temporaryFolder(),
      texts: { 'usr/share/doc/formctl/copyright': 'MIT\n' },
    })
  const dpkg = (...words: readonly string[]): string =>
    execFileSync('dpkg-deb', words, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } })

  test('has the program for everybody, and says what it is and needs', () => {
    const path = make()
    expect(path).toMatch(/\/formctl_1\.2\.3_arm64\.deb$/)
    expect(dpkg('--contents', path).replaceAll(/ +/g, ' ')).toBe(`\
drwxr-xr-x root/root 0 2023-11-14 22:13 ./
drwxr-xr-x root/root 0 2023-11-14 22:13 ./usr/
drwxr-xr-x root/root 0 2023-11-14 22:13 ./usr/bin/
-rwxr-xr-x root/root 23 2023-11-14 22:13 ./usr/bin/formctl
drwxr-xr-x root/root 0 2023-11-14 22:13 ./usr/share/
drwxr-xr-x root/root 0 2023-11-14 22:13 ./usr/share/doc/
drwxr-xr-x root/root 0 2023-11-14 22:13 ./usr/share/doc/formctl/
-rw-r--r-- root/root 4 2023-11-14 22:13 ./usr/share/doc/formctl/copyright
`)
    expect(dpkg('--field', path)).toBe(`\
Package: formctl
Version: 1.2.3
Architecture: arm64
Maintainer: the formctl authors
Section: utils
Priority: optional
Installed-Size: 1
Depends: libatomic1, libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6
Description: Web forms as code, from the terminal
 Web forms as code, from the terminal: a YAML spec becomes a form.
`)
    const folder = temporaryFolder()
    dpkg('--extract', path, folder)
    expect(execFileSync(join(folder, 'usr/bin/formctl'), { encoding: 'utf8' })).toBe('it runs\n')
  })

  test('has the same bytes each time', () => {
    expect(readFileSync(make())).toEqual(readFileSync(make()))
  })
})
