import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { Failure } from '../../failure.ts'
import type { Captured } from '../host.ts'

/** Runs a shell command on our own streams, with these variables added, and passes a signal on to it; its exit status. */
export async function runShell(
  command: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const child = spawnShell(command, { stdio: 'inherit', env: { ...process.env, ...env } })
  const passOn = (): void => void (isFromTerminal(signal) || child.kill(nameOf(signal)))
  signal.addEventListener('abort', passOn)
  if (signal.aborted) passOn()
  try {
    return await statusOf(child)
  } finally {
    signal.removeEventListener('abort', passOn)
  }
}

const nameOf = ({ reason }: AbortSignal): NodeJS.Signals =>
  reason instanceof Failure && reason.code === 'interrupted' ? 'SIGINT' : 'SIGTERM'

// A terminal sends Ctrl-C to the command as well, and many programs take a second one for impatience.
const isFromTerminal = (signal: AbortSignal): boolean => nameOf(signal) === 'SIGINT' && isatty(0)

/** Runs a shell command for what it prints. It may ask on the terminal, but never takes piped input from us. */
export async function captureShell(command: string, signal: AbortSignal): Promise<Captured> {
  const input = isatty(0) ? 'inherit' : 'ignore'
  const child = spawnShell(command, { stdio: [input, 'pipe', 'inherit'], timeout: mostMilliseconds, signal })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length < mostCharacters) output += chunk
  })
  const status = await statusOf(child).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  return { status, output: output.trimEnd() }
}

// Time for a person to unlock a vault; no key is longer.
const mostMilliseconds = 60_000
const mostCharacters = 64 * 1024

const spawnShell = (command: string, options: SpawnOptions): ChildProcess =>
  spawn(command, { ...options, shell: true })

function statusOf(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(Failure.of('shell-unusable', { reason: error.message })))
    child.on('close', (status, name) => done(status ?? 128 + (name ? constants.signals[name] : 0)))
  })
}
