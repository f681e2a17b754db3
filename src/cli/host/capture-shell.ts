import { execFile, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { Failure } from '../../failure/failure.ts'
import type { Captured, Capturing } from '../host.ts'
import { leadsGroup, spawnShell } from './node-shell.ts'

type Bounds = Capturing & { readonly signal: AbortSignal }

const running = new Set<Promise<unknown>>()

/** When no command is left that was run for what it prints, nor anything that it started. */
export const capturesEnded = async (): Promise<void> => void (await Promise.allSettled(running))

/** Runs a shell command for what it prints. It may ask on the terminal, but never takes piped input from us. */
export async function captureShell(command: string, bounds: Bounds): Promise<Captured> {
  const work = capture(command, bounds)
  running.add(work)
  try {
    return await work
  } finally {
    running.delete(work)
  }
}

async function capture(command: string, { seconds, onSaid, signal }: Bounds): Promise<Captured> {
  const child = spawnShell(command, { stdio: [isatty(0) ? 'inherit' : 'ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length < mostCharacters) output += chunk
  })
  const rest = passLines(child, onSaid)
  const late = AbortSignal.timeout(Math.ceil(seconds * 1000))
  const status = await endOf(child, AbortSignal.any([signal, late]))
  rest()
  if (signal.aborted) throw signal.reason
  return { status, output: output.trimEnd(), isLate: late.aborted }
}

// No key is longer.
const mostCharacters = 64 * 1024

/** Gives what a command says line by line, and a question at once; call what it returns for the rest. */
function passLines(child: ChildProcess, onSaid: Capturing['onSaid']): () => void {
  let left = ''
  const pass = (text: string): void => void (text.trim() !== '' && onSaid(text.trimEnd()))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${left}${chunk}`.split(/\r?\n/)
    left = lines.pop() ?? ''
    for (const line of lines) pass(line)
    if (!isQuestion(left) && left.length < mostCharacters) return
    pass(left)
    left = ''
  })
  return () => pass(left)
}

// A shell that finds no command says so in pieces, the first of which is "/bin/sh: 1: ".
const isQuestion = (text: string): boolean => /[?:>\])] *$/.test(text) && !/sh: (\w+ )?(\d+: *)?$/.test(text)

/** The status of a command; once the signal aborts, it and all that it started are ended, by force if need be. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<number> {
  const over = new AbortController()
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const stop = (): void => resolve(stopTree(child, over.signal))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const status = await Promise.race([closed(child), stopped.then(() => 128 + constants.signals.SIGKILL)])
    over.abort()
    if (signal.aborted) await stopped
    return status
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const closed = (child: ChildProcess): Promise<number> =>
  new Promise((done, fail) => {
    child.on('error', (error) => fail(Failure.of('shell-unusable', { reason: error.message })))
    child.on('close', (status, name) => done(status ?? 128 + (name ? constants.signals[name] : 0)))
  })

// Time to put the terminal back in order after a question; nobody waits longer for what does not listen.
const graceMilliseconds = 500

/** Asks a command and all below it to end, and after a moment makes it end. */
async function stopTree(child: ChildProcess, isOver: AbortSignal): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  // A group goes by its leader's number. At a terminal the command has none of its own, so that it may ask there.
  const targets = leadsGroup ? [-pid] : [...(await descendantsOf(pid)), pid]
  // Not SIGINT: a shell that is just starting its command can lose that one.
  signalAll(targets, 'SIGTERM')
  await delay(graceMilliseconds, undefined, { signal: isOver }).catch(() => undefined)
  signalAll(targets, 'SIGKILL')
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
}

function signalAll(targets: readonly number[], name: NodeJS.Signals): void {
  for (const target of targets)
    try {
      process.kill(target, name)
    } catch {
      // It has ended meanwhile.
    }
}

/** The numbers of all that a process started, and what they started. */
async function descendantsOf(pid: number): Promise<readonly number[]> {
  const pairs = await processPairs()
  const below = (parent: number): readonly number[] =>
    pairs.flatMap(([child, above]) => (above === parent ? below(child).concat(child) : []))
  return below(pid)
}

const processPairs = (): Promise<readonly (readonly [number, number])[]> =>
  new Promise((done) => {
    if (process.platform === 'win32') return done([])
    execFile('ps', ['-A', '-o', 'pid=,ppid='], (error, stdout) =>
      done(
        error
          ? []
          : stdout
              .trim()
              .split('\n')
              .map((line) => line.trim().split(/\s+/).map(Number))
              .map(([child = 0, above = 0]) => [child, above] as const),
      ),
    )
  })
