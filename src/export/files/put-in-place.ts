import { writeFile, type Files, type PendingFile } from '../../files/file-system.ts'

/** The files of a computer, as far as an export needs them. */
export type OutputFiles = Pick<Files, 'resolve' | 'kind' | 'access' | 'read' | 'create' | 'remove'>

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
      undo.push(() => writeFile(files, path, { content: old }))
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
