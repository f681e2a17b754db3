import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isSea } from 'node:sea'
import { setTimeout as delay } from 'node:timers/promises'
import { Failure, type ExitStatus } from '../../failure/failure.ts'
import type { Host } from '../host.ts'
import { nodeFiles, type NodeFiles } from '../../files/node-files.ts'
import { nodeProcesses } from './node-processes.ts'
import { standardInput, standardOutput } from './node-streams.ts'

/** This process as a host, and how its run ends. */
export function nodeHost(): { host: Host; finish: (exit: ExitStatus) => Promise<void> } {
  const files = nodeFiles(process.cwd())
  const interruption = watchSignals(files.sweepParts)
  const stdin = standardInput()
  const host: Host = {
    argv: process.argv.slice(2),
    env: process.env,
    platform: process.platform,
    nodeVersion: process.versions.node,
    stdin,
    stdout: standardOutput({ stream: process.stdout, fd: 1, name: 'The standard output' }),
    stderr: standardOutput({ stream: process.stderr, fd: 2, name: 'The standard error' }),
    promptStreams: stdin.prompt,
    files,
    now: () => new Date(),
    sleep,
    every,
    // The global one: node:crypto costs each start 3 ms.
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    signal: interruption.signal,
    holdSignals: interruption.hold,
    ...userFolders(),
    processes: nodeProcesses,
    overHttp: async (baseUrl, options) => {
      const { overHttp } = await import('../../client/over-http.ts')
      return overHttp(baseUrl, { ...options, signal: interruption.signal })
    },
    // The bundle stands in dist/, beside schemas/; the executable has no files.
    schemaFile: isSea() ? undefined : join(import.meta.dirname, '../schemas/spec.schema.json'),
    // What few runs need is loaded only by them.
    run: async (command, env) => (await import('./shell.ts')).runShell(command, env, interruption.signal),
    capture: async (command, seconds) =>
      (await import('./shell.ts')).captureShell(command, { seconds, signal: interruption.signal }),
  }
  const finish = finisherOf({ stdin, files, interruption })
  return { host, finish }
}

type Ending = {
  readonly stdin: { readonly close: () => void }
  readonly files: NodeFiles
  readonly interruption: Interruption
}

const finisherOf =
  ({ stdin, files, interruption }: Ending) =>
  async (exit: ExitStatus): Promise<void> => {
    process.exitCode = exit
    stdin.close()
    await files.discardPending()
    // A person who pressed Ctrl-C must not wait for open connections; everything else ends by running out of work.
    if (!interruption.signal.aborted) return interruption.over()
    // What went on meanwhile may have begun another one.
    files.sweepParts()
    process.exit(exit)
  }

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
  /** The run is over; signals no longer change how it ends. */
  readonly over: () => void
}

/** A second signal ends the process at once, but not while it is held. */
function watchSignals(atOnce: () => void): Interruption {
  const controller = new AbortController()
  let held = 0
  let [isDone, isOver] = [false, false]
  const endings = [
    ['SIGINT', Failure.of('interrupted', {})],
    ['SIGTERM', Failure.of('terminated', {})],
    // Of Windows, that the console was closed.
    ['SIGHUP', Failure.of('hung-up', {})],
  ] as const
  for (const [name, failure] of endings)
    // Not once: the prompts look who else listens, and would end the process at once if nobody did.
    process.on(name, () => {
      if (!isOver && !controller.signal.aborted) return controller.abort(failure)
      if (held > 0) return
      atOnce()
      process.exit(process.exitCode ?? (isDone ? 0 : failure.exit))
    })
  const hold: Interruption['hold'] = async (work) => {
    held++
    try {
      const done = await work()
      isDone = true
      return done
    } finally {
      held--
    }
  }
  const over = (): void => {
    isOver = true
    // While Node takes itself apart, which is some milliseconds, no handler is left, and a signal would be how it ended.
    process.on('beforeExit', () => process.exit())
  }
  return { signal: controller.signal, hold, over }
}

/** The user's folders for formctl: by XDG, on Windows those of applications. */
function userFolders(): Pick<Host, 'configFolder' | 'stateFolder'> {
  const { env, platform } = process
  // A relative path counts for nothing, as the XDG specification has it.
  const folder = (variable: string, usual: string): string => {
    const named = env[variable] ?? ''
    return join(isAbsolute(named) ? named : join(homedir(), usual), 'formctl')
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
