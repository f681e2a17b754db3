/** Files by path, as the command line sees them: the types of `node-files.ts`. */

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
