import type { HttpOptions } from '../client/over-http.ts'
import type { Service } from '../wire/wire.ts'

/** Where output goes. A write resolves when it is safe to write more; a closed pipe or full disk rejects. */
export type Output = {
  readonly isTerminal: boolean
  /** Whether it was closed when the program began, so that nothing of what is written is kept. */
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

/** A file being written: nothing stands under its name until `commit`. */
export type PendingFile = {
  /** Its path until it is committed, for what writes by a path. */
  readonly place: string
  readonly write: (chunk: Uint8Array | string) => Promise<void>
  /** Writes it anew: `remake` gets what was written, from byte `from` on, and writes what stands in its place then. */
  readonly rewrite: (
    from: number,
    remake: (
      written: AsyncIterable<Uint8Array>,
      write: (chunk: Uint8Array) => Promise<void>,
    ) => Promise<void>,
  ) => Promise<void>
  /** fsync: nothing more is written then, and little is left that can fail. */
  readonly settle: () => Promise<void>
  /** What was written, once that was settled. */
  readonly read: () => AsyncIterable<Uint8Array>
  /** fsync, where that was not done, then rename into place. */
  readonly commit: () => Promise<void>
  /** Forgets what was written. Safe to call after commit. */
  readonly discard: () => Promise<void>
}

/** A file without a name, for what does not fit in memory; gone when it is closed, or when the process ends. */
export type Scratch = {
  readonly append: (bytes: Uint8Array) => Promise<void>
  /** What is read is good until the next reading but one. */
  readonly read: (at: number, length: number) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

export type FileKind = 'file' | 'folder' | 'other' | 'missing'

/** A file taken for this process alone, until it is released or the process ends, however it ends. */
export type Claim = { readonly release: () => void }

/** Files by path, relative ones from the working folder. Every error is a `Failure` that names the path. */
export type Files = {
  readonly resolve: (...parts: readonly string[]) => string
  /** The same files, seen from another working folder. */
  readonly within: (folder: string) => Files
  readonly kind: (path: string) => Promise<FileKind>
  /** A text that is another one once the file was written to or replaced; undefined when it can't be looked at. */
  readonly stamp: (path: string) => Promise<string | undefined>
  /** At most `limit` bytes (default 1 MiB); a larger file is refused before it is read. */
  readonly read: (path: string, limit?: number) => Promise<Uint8Array>
  /** Each chunk is good until the next one is asked for. */
  readonly stream: (path: string) => AsyncIterable<Uint8Array>
  /** Names of the files, links and folders in a folder, sorted, folders with a `/` at the end. */
  readonly list: (path: string) => Promise<readonly string[]>
  /** The files and folders that fit a pattern, sorted; none that are hidden or in `node_modules`. */
  readonly glob: (pattern: string) => Promise<readonly string[]>
  /** With the folders above it. `mode` as in chmod, default 0o777, less what the system takes away. */
  readonly makeFolder: (path: string, mode?: number) => Promise<void>
  /** Refuses an existing file unless `replace`. `mode` as in chmod, default 0o644. */
  readonly create: (
    path: string,
    options: { readonly replace: boolean; readonly mode?: number },
  ) => Promise<PendingFile>
  /** Adds to the end of a file that belongs to another program; makes it when it is missing. */
  readonly append: (path: string, text: string) => Promise<void>
  readonly scratch: () => Promise<Scratch>
  readonly remove: (path: string) => Promise<void>
  /** Takes a file, there or not, for this process alone; undefined while another has it. `folder` keeps who has what. */
  readonly claim: (path: string, folder: string) => Promise<Claim | undefined>
  /** Permission bits and owner, for the check of the user's settings; undefined when missing. */
  readonly access: (
    path: string,
  ) => Promise<{ readonly mode: number; readonly isOwn: boolean; readonly isLink: boolean } | undefined>
}

/** How a shell command ended, and what it printed, the end trimmed. */
export type Captured = {
  readonly status: number
  readonly output: string
  /** What it said on stderr; empty where stderr is a terminal, which shows it at once. */
  readonly said: string
  /** Whether it was ended since it took too long. */
  readonly isLate: boolean
}

/** A process, and what tells it from a later one that was given the same number. */
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
