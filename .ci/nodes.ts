/** Other Nodes than the clone's, to try things on. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownPlatform } from './package/executables.ts'

/** As `^22.22.2 || ^24.15.0 || >=26` has them; of the last one, this clone brings the newest. */
export function oldestPromised(): readonly string[] {
  // Ours, and `engines` is there.
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  return [...engines.node.matchAll(/\^(\d+\.\d+\.\d+)/g)].map(([, version = '']) => version)
}

/** Node as it comes in a package for this platform, without a script that would have to run first: put below a folder. Returns its path. */
export function installedNode(version: string, folder: string): string {
  if (!ownPlatform) throw new Error(`There is no package with Node for ${process.platform}-${process.arch}.`)
  const { base, suffix } = ownPlatform
  const place = join(folder, version)
  const npm = ['install', '--no-save', '--prefix', place, `${base}@${version}`]
  execFileSync('npm', npm, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  return join(place, 'node_modules', base, `bin/node${suffix}`)
}
