import { once } from 'node:events'
import { Failure } from '../failure/failure.ts'
import type { HttpOptions } from '../client/over-http.ts'
import type { Machine } from '../publish/publish.ts'
import type { Service } from '../wire/wire.ts'

/** Where output goes. A write resolves when it is safe to write more; a closed pipe or full disk rejects. */
export type Output = {
  readonly isTerminal: boolean
  /** Whether it was closed when the program began, so that output is lost. */
  readonly isLost?: boolean
  /** Width in columns; 80 where unknown. */
  readonly columns: number
  readonly write: (chunk: string | Uint8Array) => Promise<void>
}

/** An output that keeps what is written to it, for a run of the program within this one. */
export function captureOutput(): { readonly output: Output; readonly read: () => string } {
  const chunks: string[] = []
  const decoder = new TextDecoder()
  const write = async (chunk: string | Uint8Array): Promise<void> =>
    void chunks.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
  return { output: { isTerminal: false, columns: 80, write }, read: () => chunks.join('') }
}

export type Input = {
  readonly isTerminal: boolean
  /** The input in chunks; a chunk is valid until the next one is requested. */
  readonly chunks: () => AsyncIterable<Uint8Array>
}

/** The bytes of the input as they are, at most so many. Fails with `file-too-large`. */
export async function readInput(input: Input, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input.chunks()) {
    size += chunk.length
    if (size > maxBytes)
      throw Failure.of('file-too-large', { path: 'The standard input', limit: `${maxBytes / 1024 ** 2} MiB` })
    chunks.push(new Uint8Array(chunk))
  }
  return Buffer.concat(chunks)
}

/** The streams of a question to the person: the keyboard, and stderr. */
export type PromptStreams = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }

/** How a shell command ended and what it printed, without trailing blanks. */
export type Captured = {
  readonly status: number
  readonly output: string
  /** Its stderr; empty where stderr is a terminal, which shows it at once. */
  readonly errorOutput: string
  /** Whether it was killed because it took too long. */
  readonly isLate: boolean
}

/** The only door to the process: arguments, streams, files, clock, randomness, network, other programs. */
export type Host = Machine & {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly nodeVersion: string
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly promptStreams: () => PromptStreams
  /** Repeats `work` without keeping the process alive; returns a function that stops it. */
  readonly every: (milliseconds: number, work: () => void) => () => void
  /** Runs `work` uninterrupted, even by a second signal. A signal after it ends the process with exit code 0. */
  readonly holdSignals?: <T>(work: () => Promise<T>) => Promise<T>
  /** The schema of specs that is shipped with the program, for editors; undefined in the executable, which has no files. */
  readonly schemaFile: string | undefined
  /** The words of a shell that run this program from any folder; absent where it is installed as formctl. */
  readonly program?: string | undefined
  /** Folder of the user's settings (XDG) for formctl. */
  readonly configFolder: string
  /** Calls a service over HTTP. `baseUrl` is http or https; a signal to this program ends every call, unless the options have another. */
  readonly overHttp: (baseUrl: string, options: HttpOptions) => Promise<Service>
  /** Makes a folder the working folder of this process and of what it starts. */
  readonly enterFolder?: (folder: string) => void
  /** Runs a shell command on this process's streams, or silently on none, with these variables added; resolves to its exit status. */
  readonly run: (command: string, env: Readonly<Record<string, string>>, isQuiet?: boolean) => Promise<number>
  /** Runs a shell command and captures its output. It is killed after `seconds`, or when this program ends. */
  readonly capture: (command: string, seconds: number) => Promise<Captured>
}

/** Resolves like `work`, or rejects with the signal's reason as soon as it is aborted. */
export const untilSignal = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  makeInterruptible({ signal }).until(work)

/** A run that a signal ends, except during its last step. */
export type Interruptible = {
  readonly until: <T>(work: Promise<T>) => Promise<T>
  /** Runs the last step. A signal before it rejects; a signal during or after it no longer changes how the run ends. */
  readonly uninterruptible: <T>(work: () => Promise<T>) => Promise<T>
}

export function makeInterruptible({
  signal,
  holdSignals,
}: Pick<Host, 'signal' | 'holdSignals'>): Interruptible {
  let isUninterruptible = false
  return {
    until: async (work) => {
      const { promise, reject } = Promise.withResolvers<never>()
      const stop = (): void => {
        if (!isUninterruptible) reject(signal.reason)
      }
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
      try {
        return await Promise.race([work, promise])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    uninterruptible: async (work) => {
      if (!isUninterruptible) signal.throwIfAborted()
      isUninterruptible = true
      return holdSignals ? holdSignals(work) : work()
    },
  }
}

/** Waits for Ctrl-C or a request to end. The exit status is 0, since the command has then done its work. */
export async function untilStopped(signal: AbortSignal): Promise<0> {
  if (!signal.aborted) await once(signal, 'abort')
  return 0
}
