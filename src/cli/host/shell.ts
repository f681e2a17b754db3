import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { isatty } from 'node:tty'
import { Failure } from '../../failure/failure.ts'
import type { Captured } from '../host.ts'

/** Runs a shell command on this process's streams, or silently on none, and forwards a signal to it. Resolves to its exit status. */
export async function runShell(
  command: string,
  env: Readonly<Record<string, string>>,
  { signal, isQuiet = false }: { readonly signal: AbortSignal; readonly isQuiet?: boolean | undefined },
): Promise<number> {
  const stdio = isQuiet ? 'ignore' : 'inherit'
  const child = spawnShell(command, { stdio, env: { ...process.env, ...env } })
  const forward = (): void => {
    const isInterrupt = Failure.is(signal.reason, 'interrupted')
    // A terminal sends Ctrl-C to the command as well, and many programs end at once on a second one.
    if (!hasTerminal || !isInterrupt) send(child, isInterrupt ? 'SIGINT' : 'SIGTERM')
  }
  // Processes that a stopped shell left behind may keep its output open; do not wait for them.
  const stopped = new Promise<number>((done) =>
    child.on('exit', (...how) => void (signal.aborted && done(statusOf(...how)))),
  )
  return withAbortListener(signal, forward, () => Promise.race([closed(child), stopped]))
}

/**
 * Runs a shell command and captures its output. It may ask on the terminal, but gets no piped input. After `seconds`, or
 * when this program ends, it is killed with everything it started.
 */
export async function captureShell(
  command: string,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<Captured> {
  const child = spawnShell(command, {
    stdio: [isatty(0) ? 'inherit' : 'ignore', 'pipe', isatty(2) ? 'inherit' : 'pipe'],
  })
  const [output, errorOutput] = [collectText(child.stdout), collectText(child.stderr)]
  const late = AbortSignal.timeout(Math.ceil(seconds * 1000))
  const { promise: stopped, resolve } = Promise.withResolvers<number>()
  const stop = (): void => {
    // On a terminal, SIGTERM lets the command restore the terminal's settings.
    send(child, leadsGroup ? 'SIGKILL' : 'SIGTERM')
    for (const stream of [child.stdout, child.stderr]) stream?.destroy()
    child.unref()
    resolve(128 + constants.signals.SIGKILL)
  }
  const status = await withAbortListener(AbortSignal.any([signal, late]), stop, () =>
    Promise.race([closed(child), stopped]),
  )
  signal.throwIfAborted()
  return { status, output: output().trimEnd(), errorOutput: errorOutput(), isLate: late.aborted }
}

// On a terminal the command stays in our process group, so that it can ask there and gets Ctrl-C. Elsewhere it leads its
// own group, so that a signal reaches everything the shell started.
const hasTerminal = [0, 1, 2].some((fd) => isatty(fd))
const leadsGroup = !hasTerminal && process.platform !== 'win32'

const spawnShell = (command: string, options: SpawnOptions): ChildProcess =>
  spawn(command, { ...options, shell: true, detached: leadsGroup })

/** Runs `work`; calls `onAbort` when the signal is or was aborted. */
async function withAbortListener<T>(
  signal: AbortSignal,
  onAbort: () => void,
  work: () => Promise<T>,
): Promise<T> {
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function send(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(leadsGroup ? -child.pid : child.pid, name)
  } catch {
    // The process has ended in the meantime.
  }
}

const closed = (child: ChildProcess): Promise<number> =>
  new Promise((done, fail) => {
    child.on('error', (error) => fail(Failure.of('shell-unusable', { reason: error.message })))
    child.on('close', (...how) => done(statusOf(...how)))
  })

const statusOf = (status: number | null, name: NodeJS.Signals | null): number =>
  status ?? 128 + (name ? constants.signals[name] : 0)

// No key is longer.
const maxCharacters = 64 * 1024

/** Collects the text of a stream; returns a function that gives the text so far. */
function collectText(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < maxCharacters) text += chunk
  })
  return () => text
}
