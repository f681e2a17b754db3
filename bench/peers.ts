import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Programs of others that ours is measured beside, in exactly these versions. None of them is part of the project. */
export const peerVersions = {
  'ajv-cli': '5.0.0',
  v8r: '6.1.0',
  '@stoplight/spectral-cli': '6.16.3',
  'yaml-language-server': '2.0.0',
  'survey-core': '2.5.38',
  'survey-js-ui': '2.5.38',
  '@duckdb/node-api': '1.5.6-r.1',
  exceljs: '4.4.0',
} as const

/** The name of such a program, in the registry. */
export type PeerName = keyof typeof peerVersions

/** Runs something with a folder that peers are installed into: one that is kept for the next run, or one for this run. */
export async function withPeers<T>(
  kept: string | undefined,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'formctl-bench-')) : resolve(kept)
  try {
    return await run(folder)
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs a peer into a folder of its own there, unless it is there, and gives that folder. */
export async function installPeer(name: PeerName, folder: string): Promise<string> {
  const home = join(folder, `${name}-${peerVersions[name]}`.replaceAll('/', '-'))
  if (existsSync(join(home, 'node_modules', name))) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{}')
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${peerVersions[name]}`]
  const { status, stderr } = await execute('npm', words, { cwd: home })
  if (status !== 0) throw new Error(stderr)
  return home
}

/** A program of an installed package. */
export const binOf = (home: string, name: string): string => join(home, 'node_modules/.bin', name)

/** How a program ended, and what it said. */
type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string }

/** Runs a program to its end, in a folder, with a home of its own. */
export function execute(
  program: string,
  words: readonly string[],
  { cwd, home }: { readonly cwd?: string; readonly home?: string } = {},
): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: '1', ...(home !== undefined && { HOME: home }) }
  return new Promise((done) => {
    execFile(program, words, { env, cwd, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
      done({ status: error ? 1 : 0, stdout, stderr }),
    )
  })
}
