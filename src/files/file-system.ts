/** Files by path, as the command line sees them: the types of `node-files.ts`. */

/** A file being written. Its name does not exist until `commit`. */
export type PendingFile = {
  /** The path of the temporary file, for code that writes by path. */
  readonly place: string
  readonly write: (chunk: Uint8Array | string) => Promise<void>
  /** Replaces all that was written: `remake` reads it from byte `from` on, and writes the new content. */
  readonly rewrite: (
    from: number,
    remake: (
      written: AsyncIterable<Uint8Array>,
      write: (chunk: Uint8Array) => Promise<void>,
    ) => Promise<void>,
  ) => Promise<void>
  /** fsync. Nothing is written afterwards, and `commit` has little left that can fail. */
  readonly sync: () => Promise<void>
  /** What was written; call it after `sync`. */
  readonly read: () => AsyncIterable<Uint8Array>
  /** fsync unless synced, then rename into place. */
  readonly commit: () => Promise<void>
  /** Forgets what was written. Safe to call after commit. */
  readonly discard: () => Promise<void>
}

/** A file without a name, for what does not fit in memory; gone when it is closed, or when the process ends. */
export type ScratchFile = {
  readonly append: (bytes: Uint8Array) => Promise<void>
  /** The bytes are valid until the second read after this one. */
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
  /** A text that changes when the file is written to or replaced; undefined when the file cannot be examined. */
  readonly stamp: (path: string) => Promise<string | undefined>
  /** At most `limit` bytes (default 1 MiB); a larger file is refused before it is read. */
  readonly read: (path: string, limit?: number) => Promise<Uint8Array>
  /** Each chunk is valid until the next one is requested. */
  readonly stream: (path: string) => AsyncIterable<Uint8Array>
  /** Names of the files, links and folders in a folder, sorted, folders with a `/` at the end. */
  readonly list: (path: string) => Promise<readonly string[]>
  /** The files and folders that match a pattern, sorted; without hidden ones and `node_modules`. */
  readonly glob: (pattern: string) => Promise<readonly string[]>
  /** With the folders above it. `mode` as in chmod, default 0o777, less the umask. */
  readonly makeFolder: (path: string, mode?: number) => Promise<void>
  /**
   * Refuses an existing file unless `replace`. `mode` as in chmod; by default, a replaced file keeps its own, and a new one has 0o600 if it
   * `isPrivate`, else 0o644, less the umask.
   */
  readonly create: (
    path: string,
    options: { readonly replace: boolean; readonly mode?: number; readonly isPrivate?: boolean },
  ) => Promise<PendingFile>
  /** Adds to the end of a file that belongs to another program; makes it when it is missing. */
  readonly append: (path: string, text: string) => Promise<void>
  readonly scratch: () => Promise<ScratchFile>
  readonly remove: (path: string) => Promise<void>
  /** Takes a file, existing or not, for this process alone; undefined while another has it. `folder` holds the locks. */
  readonly claim: (path: string, folder: string) => Promise<Claim | undefined>
  /** Permission bits and owner, for the check of settings; undefined when missing. */
  readonly access: (path: string) => Promise<FileAccess | undefined>
  /** Whether a path leads into a folder, or to it. Links count as what they lead to. */
  readonly leadsInto: (folder: string, path: string) => boolean
  /** The whole path that a path leads to. */
  readonly realPath: (path: string) => string
}

export type FileAccess = {
  readonly mode: number
  readonly isOwn: boolean
  readonly isLink: boolean
  /** Whether it belongs to this user, to root, or to the user who became root with sudo; a link with what it leads to. */
  readonly isTrusted: boolean
}

/** Writes a whole file: either all of it is under its name, or nothing is. By default it replaces an older one. */
export async function writeFile(
  files: Pick<Files, 'create'>,
  path: string,
  { content, replace = true, ...mode }: NewFile,
): Promise<void> {
  const file = await files.create(path, { replace, ...mode })
  await file.write(content)
  await file.commit()
}

type NewFile = {
  readonly content: Uint8Array | string
  readonly replace?: boolean
  readonly mode?: number
}
