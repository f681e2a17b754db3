import { execFileSync, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

/** Builds the program once before all tests, so that those which run it see today's sources. */
export function setup(): void {
  execFileSync(process.execPath, ['.ci/build.ts'], { stdio: 'inherit' })
}

/** The door of the built program. */
export const builtProgram = join(import.meta.dirname, '../../bin/formctl.js')

export type ProgramRun = { readonly exit: number; readonly stdout: string; readonly stderr: string }

type ProgramOptions = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Ctrl-C is pressed once stderr says this. */
  readonly interruptAt?: string
}

/** What a program that tests start takes of this environment: no settings of this machine. */
export const inherited = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
}

/** Runs the built program in a folder, with nothing of this machine's settings. */
export const runBuilt = (words: readonly string[], options: ProgramOptions): Promise<ProgramRun> =>
  runCommand([process.execPath, builtProgram, ...words], {
    ...options,
    env: { ...homeAt(options.cwd), ...options.env },
  })

/** Runs a copy of the built program in a folder, where no package is beside it. */
export function runCopied(words: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  const root = join(import.meta.dirname, '../..')
  for (const part of ['bin', 'dist', 'schemas', 'package.json'])
    cpSync(join(root, part), join(options.cwd, part), { recursive: true })
  return runCommand([process.execPath, join(options.cwd, 'bin/formctl.js'), ...words], {
    ...options,
    env: { ...homeAt(options.cwd), ...options.env },
  })
}

/** Runs a line of a shell in a folder, with the programs of `bin` and nothing of this machine's settings. */
export const runShell = (
  line: string,
  { cwd, home, bin }: { readonly cwd: string; readonly home: string; readonly bin: string },
): Promise<ProgramRun> =>
  runCommand(['sh', '-c', line], {
    cwd,
    env: { ...homeAt(home), PATH: `${bin}:${inherited.PATH}` },
  })

/** Where settings and state are, in a folder of the test. */
export const homeAt = (home: string): Record<string, string> => ({
  ...inherited,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_STATE_HOME: join(home, '.local/state'),
})

/** Runs a program with its words. */
export function runCommand(
  [program = '', ...words]: readonly string[],
  options: ProgramOptions & { readonly env: Readonly<Record<string, string>> },
): Promise<ProgramRun> {
  return new Promise((done, fail) => {
    const child = spawn(program, words, { cwd: options.cwd, env: options.env, stdio: 'pipe' })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const before = output.stderr
      output.stderr += text
      const at = options.interruptAt
      // Once: a second signal ends the program at once.
      if (at !== undefined && !before.includes(at) && output.stderr.includes(at)) child.kill('SIGINT')
    })
    child.on('error', fail)
    child.on('close', (exit) => done({ exit: exit ?? -1, ...output }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.stdin ?? '')
  })
}

/** Without the lines that only a run of more than a second has, as on a machine with much to do. */
export const withoutProgress = (stderr: string): string =>
  stderr.replaceAll(
    /^(?:Creating [\d,]+ forms? …,(?: \d+ done,)? \d+ s|Waiting for responses, \d+ s|Reading: \d+\.\d MB, [\d,]+ responses?, \d+\.\d MB\/s|Writing: all responses are read, \d+ s since the start|Syncing: [\d,]+ responses? read, \d+ s)\n/gm,
    '',
  )
