import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Captured, Host, Output, PromptStreams } from '../../src/cli/host.ts'
import { nodeFiles } from '../../src/files/node-files.ts'
import { run } from '../../src/cli/run.ts'
import type { Service } from '../../src/wire/wire.ts'
import { keysIn, mayShowNew, noteFolder, watchStream } from './canary.ts'
import { wordsOf } from './outcome.ts'

/** A folder that is gone after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-test-'))
  noteFolder(folder)
  return folder
}

/** The first moment of every test's clock; it moves on one second a reading. */
export const epoch = Date.parse('2026-03-01T09:00:00.000Z')

export type TestHostOptions = {
  /** The words, or a line of them: `forms new 'a form.yaml'`. */
  readonly argv: string | readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string | Uint8Array
  readonly isTerminal?: boolean
  /** What is typed at each question, in order (`\n` is Enter); then the input ends. */
  readonly answers?: readonly string[]
  readonly columns?: number
  /** Answers every base URL; absent: nothing can be reached. */
  readonly service?: Service
  /** Calls addresses in place of `service`. */
  readonly overHttp?: Host['overHttp']
  /** How shell commands end that are run for what they print; absent: none is found. */
  readonly captured?: (command: string, seconds: number) => Partial<Captured>
  /** How a shell command ends that is run on the program's own streams; absent: with 0, at once. */
  readonly ran?: Host['run']
  /** Where the schema of specs is; undefined: nowhere, as in the executable. */
  readonly schemaFile?: string | undefined
  readonly stateFolder?: string
  /** Which processes are there beside this one; those of a folder's runs are numbered from 1. */
  readonly runningPids?: readonly number[]
  /** The moment of a signal to this program. */
  readonly signal?: AbortSignal
}

export type Ran = { readonly exit: number; readonly stdout: string; readonly stderr: string }

/** A host, what it printed, and the passing of time for what is done again and again. */
export type TestHost = Host & {
  readonly output: () => { stdout: string; stderr: string }
  readonly tick: () => void
}

/** A host whose clock, ids and service are the test's; its files are real, in a folder of its own. */
export function testHost(options: TestHostOptions): TestHost {
  const cwd = options.cwd ?? temporaryFolder()
  const argv = typeof options.argv === 'string' ? wordsOf(options.argv) : options.argv
  const [stdout, stderr] = [capture({ ...options, argv }, 'stdout'), capture({ ...options, argv }, 'stderr')]
  const answers = [...(options.answers ?? [])]
  const ticking = new Set<() => void>()
  const { clock, randomBytes, pids } = natureOf(cwd)
  const self = { pid: ++pids.last, start: 'test' }
  return {
    argv,
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    platform: 'linux',
    nodeVersion: process.versions.node,
    stdin: {
      isTerminal: options.isTerminal ?? false,
      chunks: async function* () {
        const given = options.stdin ?? ''
        yield typeof given === 'string' ? Buffer.from(given) : given
      },
    },
    stdout,
    stderr,
    promptStreams: () => promptStreams(answers.shift(), stderr),
    files: nodeFiles(cwd),
    now: () => new Date((clock.time += 1000)),
    sleep: async (milliseconds) => void (clock.time += milliseconds),
    every: (_, work) => {
      ticking.add(work)
      return () => void ticking.delete(work)
    },
    randomBytes,
    signal: options.signal ?? new AbortController().signal,
    schemaFile: 'schemaFile' in options ? options.schemaFile : resolve('schemas/spec.schema.json'),
    configFolder: join(cwd, '.config', 'formctl'),
    stateFolder: options.stateFolder ?? join(cwd, '.local', 'state', 'formctl'),
    processes: {
      self: async () => self,
      isRunning: async ({ pid }) => pid === self.pid || (options.runningPids ?? []).includes(pid),
    },
    overHttp:
      options.overHttp ??
      (async (baseUrl) => {
        if (options.service) return options.service
        throw new Error(`no service at ${baseUrl} in this test`)
      }),
    run: options.ran ?? (async () => 0),
    capture: async (command, seconds) => ({
      status: 127,
      output: '',
      errorOutput: '',
      isLate: false,
      ...options.captured?.(command, seconds),
    }),
    output: () => ({ stdout: stdout.text(), stderr: stderr.text() }),
    tick: () => ticking.forEach((work) => work()),
  }
}

type Nature = {
  readonly clock: { time: number }
  readonly randomBytes: Host['randomBytes']
  readonly pids: { last: number }
}

const natures = new Map<string, Nature>()

/** Runs in one folder follow one another: time goes on, and no id comes twice. */
function natureOf(cwd: string): Nature {
  const known = natures.get(cwd)
  if (known) return known
  const made = { clock: { time: epoch }, randomBytes: deterministicBytes(), pids: { last: 0 } }
  natures.set(cwd, made)
  return made
}

/** Runs the program in this process. */
export async function runInProcess(options: TestHostOptions): Promise<Ran> {
  const host = testHost(options)
  const exit = await run(host)
  return { exit, ...host.output() }
}

/** The same bytes in the same order in every run. */
export function deterministicBytes(): (count: number) => Uint8Array {
  let n = 0
  return (count) => {
    const blocks: Buffer[] = []
    for (let left = count; left > 0; left -= 32)
      blocks.push(createHash('sha256').update(`block ${n++}`).digest())
    return Buffer.concat(blocks).subarray(0, count)
  }
}

function promptStreams(answer: string | undefined, shown: Output): PromptStreams {
  const [input, output] = [new PassThrough(), new PassThrough()]
  output.on('data', (chunk: Uint8Array) => void shown.write(chunk))
  if (answer === undefined) input.end()
  else input.write(answer)
  return { input, output }
}

function capture(
  options: TestHostOptions & { readonly argv: readonly string[] },
  name: string,
): Output & { readonly text: () => string } {
  const chunks: Uint8Array[] = []
  const look = watchStream({
    where: `${name} of formctl ${options.argv.join(' ')}`,
    mayShowNew: mayShowNew(options.argv),
    secrets: keysIn({ env: options.env, words: options.argv }),
  })
  return {
    isTerminal: options.isTerminal ?? false,
    columns: options.columns ?? 80,
    // A copy, since who wrote may use the bytes again.
    write: async (chunk) => {
      look(chunk)
      chunks.push(Buffer.from(chunk))
    },
    text: () => Buffer.concat(chunks).toString(),
  }
}
