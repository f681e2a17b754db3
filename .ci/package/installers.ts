/** What package managers and `install.sh` need to install the executables of a release. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Platform } from './platforms.ts'

export type Release = {
  readonly version: string
  readonly description: string
  readonly license: string
  /** The address of the folder that its files are at, without a slash at its end. */
  readonly baseUrl: string
  readonly homepage: string
  /** The SHA-256 sum of the executable of each platform, in hexadecimal digits. */
  readonly sums: Readonly<Record<Platform, string>>
}

/** What the executable of a platform is called in a release. */
export const executableName = (version: string, platform: Platform): string =>
  `formctl-${version}-${platform}${platform.startsWith('win') ? '.exe' : ''}`

/** `install.sh` with the address that it downloads from if nobody says another one. */
export function installScript(source: string, baseUrl: string): string {
  if (!source.includes("\ndefault_url=''\n")) throw new Error('install.sh has no line for the address.')
  return source.replace("\ndefault_url=''\n", () => `\ndefault_url='${baseUrl}'\n`)
}

/** The formula for Homebrew, on macOS and Linux. */
export function homebrewFormula(release: Release): string {
  const { version, description, license, homepage } = release
  const file = (platform: Platform, on: string): string => `    ${on} do
      url "${urlOf(release, platform)}"
      sha256 "${release.sums[platform]}"
    end`
  return `class Formctl < Formula
  desc "${description.split(',')[0]}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

  on_macos do
${file('darwin-arm64', 'on_arm')}
${file('darwin-x64', 'on_intel')}
  end

  on_linux do
${file('linux-arm64', 'on_arm')}
${file('linux-x64', 'on_intel')}
  end

  def install
    bin.install Dir["formctl-*"].first => "formctl"
    chmod 0755, bin/"formctl"
    generate_completions_from_executable(bin/"formctl", "completion", shells: [:bash, :zsh, :fish, :pwsh])
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/formctl --version").strip
  end
end
`
}

/** The manifest for Scoop, on Windows. */
export function scoopManifest(release: Release): string {
  const { version, description, license, homepage, sums } = release
  // Scoop saves the file under the name after the number sign.
  const url = `${urlOf(release, 'win-x64')}#/formctl.exe`
  const architecture = { '64bit': { url, hash: sums['win-x64'] } }
  return `${JSON.stringify({ version, description, homepage, license, architecture, bin: 'formctl.exe' }, undefined, 4)}\n`
}

const urlOf = ({ baseUrl, version }: Release, platform: Platform): string =>
  `${baseUrl}/${executableName(version, platform)}`

/**
 * Makes a package for Debian in a folder, and returns its path; the same inputs make the same bytes. Needs `dpkg-deb`.
 * `epoch`: the time of its files, in seconds since 1970. `texts`: other files, by path.
 */
export function makeDebianPackage(
  program: string,
  machine: 'amd64' | 'arm64',
  options: {
    readonly version: string
    readonly description: string
    readonly epoch: number
    readonly folder: string
    readonly texts: Readonly<Record<string, string | Buffer>>
  },
): string {
  const { version } = options
  const staging = mkdtempSync(join(tmpdir(), 'formctl-deb-'))
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(staging, path)), { recursive: true })
    writeFileSync(join(staging, path), content, { mode: 0o644 })
  }
  try {
    for (const [path, text] of Object.entries(options.texts)) put(path, text)
    // The folder / of the package; a temporary one is closed to others.
    chmodSync(staging, 0o755)
    mkdirSync(join(staging, 'usr/bin'), { recursive: true })
    cpSync(program, join(staging, 'usr/bin/formctl'))
    put(
      'DEBIAN/control',
      `Package: formctl
Version: ${version}
Architecture: ${machine}
Maintainer: the formctl authors
Section: utils
Priority: optional
Installed-Size: ${Math.ceil(statSync(program).size / 1024)}
Depends: libatomic1, libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6
Description: ${options.description.split(':')[0]}
 ${options.description}
`,
    )
    const path = join(options.folder, `formctl_${version}_${machine}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', staging, path], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(options.epoch) },
    })
    return path
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}
