import { Failure, misuse } from '../../failure/failure.ts'
import type { Files } from '../../files/file-system.ts'
import type { Context } from '../command.ts'
import { confirm, mayAsk } from '../terminal/ask.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'

/**
 * Whether a file may be replaced: by --force, or by the person's yes. Asked before any work is done for it; a file that
 * is there and may not be replaced, or a folder that is not there, ends the run.
 */
export async function mayReplace(path: string, isForced: boolean, context: Context): Promise<boolean> {
  const { files } = context.host
  if (path.trim() === '') throw Failure.of('file-unwritable', { path, reason: 'its name is blank' })
  await refuseNoFolder(path, files)
  const kind = await files.kind(path)
  // Told now: after the work, what goes before this file would be there already.
  if (kind === 'folder') throw Failure.of('file-unwritable', { path, reason: 'it is a folder' })
  if (/[/\\]$/.test(path))
    throw Failure.of('file-unwritable', { path, reason: 'its name ends as that of a folder' })
  if (kind === 'other')
    throw Failure.of('file-unwritable', { path, reason: 'it is a device or a pipe, and no file' })
  if (isForced || kind !== 'file') return isForced
  const message = `${path} exists already. Replace it?`
  if (mayAsk(context) && (await confirm(context, { message, flag: '--force', fallback: false }))) return true
  throw Failure.of('file-exists', { path })
}

/** Refuses a file whose folder is not there. */
export async function refuseNoFolder(path: string, files: Files): Promise<void> {
  if ((await files.kind(files.resolve(path, '..'))) !== 'missing') return
  // As of --out=~/answers.csv.
  const home = path.startsWith('~')
    ? ', since the shell knows ~ only where a word begins with it: write $HOME'
    : ''
  throw Failure.of('file-unwritable', { path, reason: `its folder does not exist${home}` })
}

/** A file by the option that names it, without its dashes; without a path, none is. */
export type NamedFile = readonly [flag: string, path: string | undefined]

type NamedFiles = {
  readonly reads: readonly NamedFile[]
  readonly writes: readonly NamedFile[]
  /** Those that are there only while it runs. */
  readonly notes?: readonly NamedFile[]
}

/** Refuses a run that would write two things into one file, or one over what it reads, by whatever path or link. */
export async function refuseShared({ reads, writes, notes = [] }: NamedFiles, files: Files): Promise<void> {
  const taken = new Map<string, string>()
  for (const [flag, path] of reads)
    for (const mark of await marksOf(path, files))
      taken.set(mark, `of --${flag}, which is read and would be overwritten`)
  for (const [flag, path] of notes)
    for (const mark of await marksOf(path, files)) taken.set(mark, `where --${flag} notes what it will hold`)
  for (const [flag, path] of writes) {
    const marks = await marksOf(path, files).catch(unwritable)
    const first = marks.map((mark) => taken.get(mark)).find((other) => other !== undefined)
    if (first !== undefined) throw misuse(`--${flag} names the file ${first}. Name another.`)
    for (const mark of marks) taken.set(mark, `of --${flag}`)
  }
}

/** What cannot be looked at cannot be written, which is what is asked of it. */
function unwritable(error: unknown): never {
  throw Failure.is(error, 'file-unreadable') ? Failure.of('file-unwritable', error.args) : error
}

/** The files that are read wherever responses are, where there are any. */
export const sourceFiles = (
  { source }: Pick<ResponsesQuery, 'source'>,
  { globals }: Context,
): readonly NamedFile[] => [
  ['from', source.kind === 'saved' ? source.path : undefined],
  ['api-key-file', globals.apiKeyFile],
]

/** By what a file is known: its path, and what only this file is, which links to it are, too. */
async function marksOf(path: string | undefined, files: Files): Promise<readonly string[]> {
  if (path === undefined || path === '-') return []
  const stamp = (await files.kind(path)) === 'file' ? await files.stamp(path) : undefined
  return [files.resolve(path), ...(stamp === undefined ? [] : [stamp])]
}
