/** Other Nodes than the clone's, to try things on. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { ownPlatform } from './package/executables.ts'

/** The oldest supported version of each major below that of the clone: 22.22.2 and 24.15.0 of `^22.22.2 || ^24.15.0 || >=26`. */
export const oldestPromised = (): readonly string[] =>
  Array.from(manifest.engines.node.matchAll(/\^(\d+\.\d+\.\d+)/g), ([, version = '']) => version)

/** Installs Node for this platform below a folder, unless it is there. Returns the path of its executable. */
export function installedNode(version: string, folder: string): string {
  if (!ownPlatform) throw new Error(`There is no package with Node for ${process.platform}-${process.arch}.`)
  const { base, suffix } = ownPlatform
  const place = join(folder, version)
  const binary = join(place, 'node_modules', base, `bin/node${suffix}`)
  if (existsSync(binary)) return binary
  // The package for a platform has no script that would have to run first.
  const npm = ['install', '--no-save', '--prefix', place, `${base}@${version}`]
  execFileSync('npm', npm, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  return binary
}
