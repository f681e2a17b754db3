/** A file being written: nothing has its name until `commit`. */
export type PendingFile = {
  /** Its path until then, for what writes by a path. */
  readonly place: string
  readonly write: (chunk: Uint8Array | string) => Promise<void>
  /** Writes it anew: `remake` gets what was written, from byte `from` on, and writes what takes its place. */
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
  readonly commit: () => Promise<void>
  /** Forgets what was written. Safe to call after `commit`. */
  readonly discard: () => Promise<void>
}

/** The files of a computer, as far as an export needs them. Every error is a `Failure` that names the path. */
export type OutputFiles = {
  readonly resolve: (...parts: readonly string[]) => string
  readonly kind: (path: string) => Promise<'file' | 'folder' | 'other' | 'missing'>
  readonly access: (path: string) => Promise<{ readonly isLink: boolean } | undefined>
  readonly read: (path: string, limit?: number) => Promise<Uint8Array>
  readonly create: (path: string, options: { readonly replace: boolean }) => Promise<PendingFile>
  readonly remove: (path: string) => Promise<void>
}

/** A file that is written whole and durable, and waits for its name. */
export type Output = {
  readonly path: string
  readonly file: PendingFile
  /** Whether an older file of this name goes before any output gets its name: it describes data that is being replaced. */
  readonly isOldRemoved?: boolean
}

/**
 * Gives files their names, in their order. If one is refused, those that are new are removed again and what was removed
 * comes back; a file that replaced another one stays.
 */
export async function putInPlace(outputs: readonly Output[], files: OutputFiles): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  try {
    for (const { path, isOldRemoved = false } of outputs) {
      if (!isOldRemoved || (await files.kind(path)) !== 'file') continue
      // A link stays one, and what it leads to is replaced.
      if ((await files.access(path))?.isLink) continue
      const old = await files.read(path, mostOfOld)
      await files.remove(path)
      undo.push(() => writeFile(files, path, old))
    }
    for (const { path, file } of outputs) {
      const isNew = (await files.kind(path)) === 'missing'
      await file.commit()
      if (isNew) undo.push(() => files.remove(path))
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => undefined)
    throw error
  }
}

// The manifest of an export of thousands of columns has some hundred kilobytes.
const mostOfOld = 64 * 1024 * 1024

/** Writes a whole file, which replaces an older one. */
export async function writeFile(
  files: OutputFiles,
  path: string,
  content: Uint8Array | string,
): Promise<void> {
  const file = await files.create(path, { replace: true })
  await file.write(content)
  await file.commit()
}
