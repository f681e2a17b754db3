import type { HttpOptions } from '../client/over-http.ts'
import type { Files } from '../files/file-system.ts'
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

export type Input = {
  readonly isTerminal: boolean
  /** What comes, in chunks that are good until the next one is asked for. */
  readonly chunks: () => AsyncIterable<Uint8Array>
}

/** The streams of a question to the person: the keyboard, and stderr. */
export type PromptStreams = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }

/** How a shell command ended, and what it printed, the end trimmed. */
export type Captured = {
  readonly status: number
  readonly output: string
  /** What it said on stderr; empty where stderr is a terminal, which shows it at once. */
  readonly said: string
  /** Whether it was ended since it took too long. */
  readonly isLate: boolean
}

/** A process; `start` distinguishes it from a later one with the same number. */
type ProcessMark = { readonly pid: number; readonly start: string }

/** This process among those of the machine: for notes that must not outlive who wrote them. */
export type Processes = {
  readonly self: () => Promise<ProcessMark>
  /** Whether that very process is still there. */
  readonly isRunning: (mark: ProcessMark) => Promise<boolean>
}

/** The only door to the process: arguments, streams, files, clock, randomness, network, other programs. */
export type Host = {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly nodeVersion: string
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /** Where questions are asked and answered; taken anew for each question. */
  readonly promptStreams: () => PromptStreams
  readonly files: Files
  readonly now: () => Date
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Does something again and again, as long as the program has other work; call what it gives to stop. */
  readonly every: (milliseconds: number, work: () => void) => () => void
  readonly randomBytes: (count: number) => Uint8Array
  /** Aborts on Ctrl-C (reason `interrupted`), a request to end (`terminated`) and a closed terminal (`hung-up`), each a Failure. */
  readonly signal: AbortSignal
  /** Does what no signal breaks off, also not a second one; where one does so later, it ends the process as done. */
  readonly holdSignals?: <T>(work: () => Promise<T>) => Promise<T>
  /** The schema of specs that is shipped with the program, for editors; undefined in the executable, which has no files. */
  readonly schemaFile: string | undefined
  /** Folder of the user's settings (XDG) for formctl. */
  readonly configFolder: string
  /** Folder of what formctl remembers between runs for this user (XDG). */
  readonly stateFolder: string
  readonly processes: Processes
  /** Calls a service over HTTP. `baseUrl` is http or https; a signal to this program ends every call. */
  readonly overHttp: (baseUrl: string, options: Omit<HttpOptions, 'signal'>) => Promise<Service>
  /** Runs a shell command with these variables added; resolves to its exit status. Its streams are ours. */
  readonly run: (command: string, env: Readonly<Record<string, string>>) => Promise<number>
  /** Runs a shell command for what it prints. When it is late, or this program ends, it is ended. */
  readonly capture: (command: string, seconds: number) => Promise<Captured>
}
