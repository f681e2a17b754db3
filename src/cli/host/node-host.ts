import { exec, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Failure, type ExitCode } from '../../failure.ts'
import type { Host, Input, Output } from '../host.ts'
import { nodeFiles, type NodeFiles } from './node-files.ts'

/** This process as a host, and how its run ends. */
export function nodeHost(): { host: Host; finish: (exit: ExitCode) => Promise<void> } {
  const interruption = watchSignals()
  const files = nodeFiles(process.cwd())
  const host: Host = {
    argv: process.argv.slice(2),
    env: process.env,
    platform: process.platform,
    nodeVersion: process.versions.node,
    stdin: stdinOf(process.stdin),
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    files,
    now: () => new Date(),
    sleep: async (milliseconds, signal) => delay(milliseconds, undefined, signal ? { signal } : {}),
    randomBytes: (count) => randomBytes(count),
    signal: interruption.signal,
    configFolder: configFolder(),
    overHttp: async (baseUrl, options) =>
      (await import('../../client/over-http.ts')).overHttp(baseUrl, options),
    run: runShell,
    capture: captureShell,
  }
  return { host, finish: async (exit) => finish(exit, { files, isInterrupted: interruption.signal.aborted }) }
}

async function finish(exit: ExitCode, state: { files: NodeFiles; isInterrupted: boolean }): Promise<void> {
  process.exitCode = exit
  await state.files.discardPending()
  process.stdin.destroy()
  // A person who pressed Ctrl-C must not wait for open connections; everything else ends by running out of work.
  if (state.isInterrupted) process.exit(exit)
}

function watchSignals(): AbortController {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort(Failure.of('interrupted', {})))
  process.once('SIGTERM', () => controller.abort(Failure.of('terminated', {})))
  return controller
}

function configFolder(): string {
  if (process.platform === 'win32')
    return join(process.env['APPDATA'] || join(homedir(), 'AppData', 'Roaming'), 'formctl')
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'formctl')
}

function stdinOf(stream: NodeJS.ReadStream): Input {
  return { isTerminal: stream.isTTY === true, chunks: () => stream }
}

function outputOf(stream: NodeJS.WriteStream): Output {
  let broken: Error | undefined
  // Without a listener a closed pipe would end the process with a stack trace.
  stream.on('error', (error) => (broken ??= error))
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns ?? 80
    },
    write: (chunk) =>
      new Promise((done, fail) => {
        if (broken) return fail(outputFailure(broken))
        stream.write(chunk, (error) => (error ? fail(outputFailure(error)) : done()))
      }),
  }
}

function outputFailure(error: NodeJS.ErrnoException): Failure {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return Failure.of('output-closed', {})
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  return Failure.of('file-unwritable', { path: 'The standard output', reason })
}

function runShell(command: string, env: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', fail)
    child.on('exit', (status, signal) => done(status ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

function captureShell(command: string): Promise<string> {
  return new Promise((done, fail) => {
    exec(command, { timeout: 60_000, maxBuffer: 64 * 1024 }, (error, stdout) => {
      if (!error) return done(stdout.trimEnd())
      fail(
        Failure.of('config-invalid', {
          path: 'api_key_command',
          problem: `the command failed with status ${error.code ?? 'none'}.`,
        }),
      )
    })
  })
}
