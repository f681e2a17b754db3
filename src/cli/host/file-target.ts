import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { Failure } from '../../failure/failure.ts'
import { reasonOf } from '../../failure/reason.ts'
import type { Parts } from './parts.ts'

/** A file to be written: its full path, as the caller named it in `path`, and whether one that is there gives way. */
export type Beginning = {
  readonly path: string
  readonly full: string
  readonly replace: boolean
  readonly mode?: number
  readonly parts: Parts
  /** Called once the file is committed or discarded. */
  readonly forget: () => void
}

/** Where a file really goes, and with what permissions. */
export type FileTarget = { readonly full: string; readonly mode: number }

/** That such a file can't be written. */
export const unwritable = ({ path }: Beginning, error: unknown): Failure =>
  Failure.of('file-unwritable', { path, reason: reasonOf(error) })

/** Where the file really goes and with what permissions: those of the file that it replaces, if any. */
export async function targetOf({ path, full, replace, mode }: Beginning): Promise<FileTarget> {
  const refuse = (reason: string): Failure => Failure.of('file-unwritable', { path, reason })
  const isLink = await lstat(full).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
  const there = await stat(full).catch(() => undefined)
  if (!there && isLink) throw refuse('it is a symbolic link to what is not there')
  if (!there) return { full, mode: mode ?? 0o644 }
  if (there.isDirectory()) throw refuse('it is a folder')
  // The rename at the end would put a file in the place of a device or a pipe: as root, of /dev/null.
  if (!there.isFile()) throw refuse('it is a device or a pipe, and no file')
  if (!replace) throw Failure.of('file-exists', { path })
  const real = isLink ? await realpath(full) : full
  // A link stays a link, and what it leads to is replaced; but nobody leads us out of the folder that was named.
  if (isLink && !real.startsWith(`${await realpath(dirname(full))}${sep}`))
    throw refuse(`it is a symbolic link that leads out of its folder, to ${real}; name that file itself`)
  return { full: real, mode: mode ?? there.mode & 0o777 }
}
