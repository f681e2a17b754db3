import { homedir, userInfo } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { isSea } from 'node:sea'
import { setTimeout as delay } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import { fstatSync, readSync, statSync, writeSync, type Stats } from 'node:fs'
import { isatty } from 'node:tty'
import { Failure, type ExitStatus } from '../../failure/failure.ts'
import type { Host, Input, Output, PromptStreams } from '../host.ts'
import { isAlive } from '../../files/files.ts'
import { nodeFiles } from '../../files/node-files.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'

/** What any program may use of this process. It changes nothing of it. */
export const thisMachine = () => ({
  env: process.env,
  files: nodeFiles(process.cwd()),
  now: () => new Date(),
  sleep,
  randomBytes,
  processes: nodeProcesses,
})

/** This process as a host; `finish` ends the run with an exit status. */
export function nodeHost(): { host: Host; finish: (exit: ExitStatus) => Promise<void> } {
  const machine = thisMachine()
  const { files } = machine
  const interruption = watchSignals(files.sweepParts)
  const stdin = standardInput()
  const host: Host = {
    ...machine,
    argv: process.argv.slice(2),
    platform: process.platform,
    nodeVersion: process.versions.node,
    stdin,
    stdout: standardOutput(1, 'The standard output'),
    stderr: standardOutput(2, 'The standard error'),
    promptStreams: stdin.prompt,
    every,
    signal: interruption.signal,
    holdSignals: interruption.hold,
    program: isInstalled()
      ? undefined
      : `${process.execPath} ${join(import.meta.dirname, '../bin/formctl.js')}`,
    ...userFolders(),
    enterFolder: (folder) => process.chdir(folder),
    overHttp: async (baseUrl, options) => {
      const { overHttp } = await import('../../client/over-http.ts')
      return overHttp(baseUrl, { signal: interruption.signal, ...options })
    },
    // The bundle stands in dist/, beside schemas/; the executable has no files.
    schemaFile: isSea() ? undefined : join(import.meta.dirname, '../schemas/spec.schema.json'),
    // Few runs need these modules.
    run: async (command, env, isQuiet) =>
      (await import('./shell.ts')).runShell(command, env, { signal: interruption.signal, isQuiet }),
    capture: async (command, seconds) =>
      (await import('./shell.ts')).captureShell(command, { seconds, signal: interruption.signal }),
  }
  const finish = async (exit: ExitStatus): Promise<void> => {
    process.exitCode = exit
    stdin.close()
    await files.discardPending()
    // After Ctrl-C nobody waits for open connections; any other run ends when it has no work left.
    if (!interruption.signal.aborted) return interruption.finish()
    // Work that still ran may have begun another file.
    files.sweepParts()
    process.exit(exit)
  }
  return { host, finish }
}

/** Whether a person runs it as formctl. npx takes a second each time, so what it runs does not count. */
const isInstalled = (): boolean =>
  isSea() ||
  process.platform === 'win32' ||
  (process.env['npm_command'] !== 'exec' && basename(process.argv[1] ?? '') === 'formctl')

const sleep: Host['sleep'] = async (milliseconds, signal) => {
  await delay(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error
  })
}

const every: Host['every'] = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds).unref()
  return () => clearInterval(timer)
}

type Interruption = {
  readonly signal: AbortSignal
  readonly hold: NonNullable<Host['holdSignals']>
  /** Ends the run: signals no longer change its exit status. */
  readonly finish: () => void
}

/** Turns the first signal into an abort. A second one ends the process at once, unless `hold` is in progress. */
function watchSignals(atOnce: () => void): Interruption {
  const controller = new AbortController()
  let holds = 0
  let [isDone, isFinished] = [false, false]
  const endings = [
    ['SIGINT', Failure.of('interrupted', {})],
    ['SIGTERM', Failure.of('terminated', {})],
    // On Windows: the console was closed.
    ['SIGHUP', Failure.of('hung-up', {})],
  ] as const
  for (const [name, failure] of endings)
    // `on`, not `once`: the prompt library ends the process at once if no listener is left.
    process.on(name, () => {
      if (!isFinished && !controller.signal.aborted) return controller.abort(failure)
      if (holds > 0) return
      atOnce()
      process.exit(process.exitCode ?? (isDone ? 0 : failure.exit))
    })
  const hold: Interruption['hold'] = async (work) => {
    holds++
    try {
      const done = await work()
      isDone = true
      return done
    } finally {
      holds--
    }
  }
  const finish = (): void => {
    isFinished = true
    // Node removes the handlers some milliseconds before it exits; a signal then would change the exit status.
    process.on('beforeExit', () => process.exit())
  }
  return { signal: controller.signal, hold, finish }
}

/** The user's folders for formctl: by XDG, on Windows those of applications. */
function userFolders(): Pick<Host, 'configFolder' | 'stateFolder'> {
  const { env, platform } = process
  // The XDG specification says to ignore relative paths.
  const folder = (variable: string, fallback: string): string => {
    const named = env[variable] ?? ''
    return join(isAbsolute(named) ? named : join(home(), fallback), 'formctl')
  }
  return platform === 'win32'
    ? {
        configFolder: folder('APPDATA', 'AppData/Roaming'),
        stateFolder: folder('LOCALAPPDATA', 'AppData/Local'),
      }
    : {
        configFolder: folder('XDG_CONFIG_HOME', '.config'),
        stateFolder: folder('XDG_STATE_HOME', '.local/state'),
      }
}

/** A user whom the system does not know has no home folder, as in some containers; Debian calls it /nonexistent. */
function home(): string {
  try {
    // An empty HOME would make the working folder one, and a stranger's project must not bring settings.
    return isAbsolute(homedir()) ? homedir() : userInfo().homedir
  } catch {
    return '/nonexistent'
  }
}

const nodeProcesses: Host['processes'] = {
  self: async () => ({ pid: process.pid, start: (await startOf(process.pid)) ?? '' }),
  isRunning: async ({ pid, start }) => isAlive(pid) && (start === '' || (await startOf(pid)) === start),
}

/** When a process began, in a format of the system; undefined where the system does not say. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStart(pid)
  return process.platform === 'win32' ? undefined : psStart(pid)
}

// The start is counted from boot, so the boot id is part of it.
async function linuxStart(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The program's name is in brackets and may hold anything; after it come words.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot.trim()} ${ticks}`
  } catch {
    return undefined
  }
}

async function psStart(pid: number): Promise<string | undefined> {
  const { execFile } = await import('node:child_process')
  return new Promise((done) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], (error, stdout) =>
      done(error ? undefined : stdout.trim()),
    )
  })
}

/** By the global `crypto`: node:crypto costs each start 3 ms. */
export const randomBytes: Host['randomBytes'] = (count) => crypto.getRandomValues(new Uint8Array(count))

/** Standard input; opened only when it is read, since opening it can fail and keeps the process alive. */
function standardInput(): Input & { readonly prompt: () => PromptStreams; readonly close: () => void } {
  let isOpen = false
  const open = (): AsyncIterable<Uint8Array> => {
    // Node would read a folder as an empty file.
    if (statOf(0)?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    isOpen = true
    return process.stdin
  }
  return {
    isTerminal: isTerminal(0),
    chunks: async function* () {
      try {
        yield* open()
      } catch (error) {
        throw Failure.of('file-unreadable', { path: 'The standard input', reason: reasonOf(error) })
      }
    },
    prompt: () => {
      isOpen = true
      return { input: process.stdin, output: process.stderr }
    },
    close: () => {
      if (isOpen) process.stdin.destroy()
    },
  }
}

function statOf(fd: number): Stats | undefined {
  try {
    return fstatSync(fd)
  } catch {
    return undefined
  }
}

const isNull = (there: Stats): boolean =>
  there.isCharacterDevice() && there.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev

const isPipe = (there?: Stats): boolean => there?.isFIFO() === true || there?.isSocket() === true

/** Whether it is a terminal. Only where it may be one, node:tty is asked, which takes 3 ms to load. */
function isTerminal(fd: number): boolean {
  const there = statOf(fd)
  return there !== undefined && !there.isFile() && !isPipe(there) && !isNull(there) && isatty(fd)
}

/** An output stream of this process; failures call it `name`. */
function standardOutput(fd: 1 | 2, name: string): Output {
  // Opened only when it is used, as it takes 5 ms to load.
  const stream = (): NodeJS.WriteStream => (fd === 1 ? process.stdout : process.stderr)
  const isOnTerminal = isTerminal(fd)
  const intoOther = isPipe(statOf(fd)) ? intoPipe : intoFile
  const write = isOnTerminal ? intoStream(stream) : intoOther(fd, stream)
  return {
    isTerminal: isOnTerminal,
    get isLost() {
      return isLost(fd)
    },
    get columns() {
      return (isOnTerminal && stream().columns) || 80
    },
    write: (chunk) =>
      write(chunk).catch((error: unknown) => {
        throw ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(codeOf(error))
          ? Failure.of('output-closed', {})
          : Failure.of('output-unwritable', { name, reason: reasonOf(error) })
      }),
  }
}

/**
 * Whether a stream was closed when the program began. Node then opens /dev/null in its place for reading and writing;
 * a shell that redirects to /dev/null opens it for writing only.
 */
function isLost(fd: number): boolean {
  try {
    return isNull(fstatSync(fd)) && readSync(fd, new Uint8Array(1)) === 0
  } catch {
    return false
  }
}

function intoStream(open: () => NodeJS.WriteStream): Output['write'] {
  let stream: NodeJS.WriteStream | undefined
  let broken: Error | undefined
  return (chunk) =>
    new Promise((done, fail) => {
      if (broken) return fail(broken)
      // Without a listener a closed pipe would end the process with a stack trace.
      stream ??= open().on('error', (error) => (broken ??= error))
      stream.write(chunk, (error) => (error ? fail(error) : done()))
    })
}

/** The first bytes are written at once: a pipe has room for as many, and few runs write more. */
function intoPipe(fd: number, open: () => NodeJS.WriteStream): Output['write'] {
  const intoRest = intoStream(open)
  let room = 4096
  return async (chunk) => {
    let left = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    room -= left.length
    try {
      if (room >= 0) left = left.subarray(writeSync(fd, left))
    } catch (error) {
      // Somebody else has filled it.
      if (codeOf(error) !== 'EAGAIN') throw error
    }
    if (left.length === 0) return
    room = 0
    await intoRest(left)
  }
}

// Node's stream for files ignores short writes: on a full disk 100,000 bytes became 65,536, with exit code 0.
function intoFile(fd: number): Output['write'] {
  return async (chunk) => {
    let left = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    while (left.length > 0) left = left.subarray(writeSync(fd, left))
  }
}
