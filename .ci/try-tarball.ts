import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

/**
 * Installs a packed tarball in an empty folder, without a network and without scripts, and runs the program there, also by `npx` and
 * `npm exec`. Returns what the program says its version is; throws where something fails or another package came along.
 */
export function tryTarball(tarball: string, node: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-tarball-'))
  // npm's settings of this machine do not count; this Node is the first that npm and the program find.
  const env = { PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`, HOME: folder }
  const run = (program: string, ...words: readonly string[]): string =>
    execFileSync(program, words, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    run('npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', resolve(tarball))
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
    if (installed.join() !== 'formctl') throw new Error(`Other packages came along: ${installed.join(', ')}.`)
    run('npx', '--no-install', 'formctl', 'quickstart', '--dir', 'try')
    const versions = [
      run('npx', '--no-install', 'formctl', '--version'),
      run('npm', 'exec', '--offline', '--yes', `--package=${resolve(tarball)}`, '--', 'formctl', '--version'),
    ].map((text) => text.trim())
    const [version = ''] = versions
    if (versions.some((other) => other !== version)) throw new Error(`Two versions: ${versions.join(', ')}.`)
    return version
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
