import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { Failure } from '../../failure/failure.ts'

/** Runs a shell command on our own streams, with these variables added, and passes a signal on to it; its exit status. */
export async function runShell(
  command: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const child = spawnShell(command, { stdio: 'inherit', env: { ...process.env, ...env } })
  return statusOf(child, { signal, nameOf: sameSignal })
}

// At a terminal the command stays in our group, so that it may ask there and gets Ctrl-C. Elsewhere it leads a group
// of its own: a signal for the shell alone would leave what the shell started behind.
const hasTerminal = [0, 1, 2].some((fd) => isatty(fd))
/** Whether a command that we start leads a group of its own. */
export const leadsGroup = !hasTerminal && process.platform !== 'win32'

/** Starts a shell command. */
export const spawnShell = (command: string, options: SpawnOptions): ChildProcess =>
  spawn(command, { ...options, shell: true, detached: leadsGroup })

type Passing = {
  readonly signal: AbortSignal
  /** The signal that the command gets for ours. */
  readonly nameOf: (signal: AbortSignal) => NodeJS.Signals
}

async function statusOf(child: ChildProcess, { signal, nameOf }: Passing): Promise<number> {
  const passOn = (): void => pass(nameOf(signal), child)
  signal.addEventListener('abort', passOn)
  if (signal.aborted) passOn()
  try {
    return await ended(child, signal)
  } finally {
    signal.removeEventListener('abort', passOn)
  }
}

function pass(name: NodeJS.Signals, child: ChildProcess): void {
  // A terminal sends Ctrl-C to the command as well, and many programs take a second one for impatience.
  if (hasTerminal && name === 'SIGINT') return
  try {
    if (child.pid !== undefined) process.kill(leadsGroup ? -child.pid : child.pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

const sameSignal = ({ reason }: AbortSignal): NodeJS.Signals =>
  reason instanceof Failure && reason.code === 'interrupted' ? 'SIGINT' : 'SIGTERM'

function ended(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((done, fail) => {
    const end = (status: number | null, name: NodeJS.Signals | null): void =>
      done(status ?? 128 + (name ? constants.signals[name] : 0))
    child.on('error', (error) => fail(Failure.of('shell-unusable', { reason: error.message })))
    child.on('close', end)
    // What a stopped shell left behind may hold its output open; nobody waits for that.
    child.on('exit', (...how) => void (signal.aborted && end(...how)))
  })
}
