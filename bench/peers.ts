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
  '@bpmn-io/form-js-viewer': '1.23.0',
} as const

/** The name of such a program, in the registry. */
export type PeerName = keyof typeof peerVersions

/**
 * Runs something with a folder that peers are installed into: the one behind `--peers`, which is kept for the next run,
 * or one for the time of this run.
 */
export async function withPeers<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const at = process.argv.indexOf('--peers')
  const kept = at === -1 ? undefined : process.argv[at + 1]
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

/** Why something failed, in one line. */
export function lastLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-1)
  return line
}

/** How a program ended, and what it said. */
export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string }

/** Where a program runs. */
export type Place = { readonly cwd?: string; readonly home?: string }

/** Runs a program to its end. */
export function execute(program: string, words: readonly string[], { cwd, home }: Place = {}): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: '1', ...(home === undefined ? {} : { HOME: home }) }
  const options = {
    env,
    timeout: 60_000,
    maxBuffer: 256 * 1024 * 1024,
    ...(cwd === undefined ? {} : { cwd }),
  }
  return new Promise((done) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      done({ status: error ? 1 : 0, stdout, stderr })
    })
  })
}
