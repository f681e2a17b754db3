import { Failure } from '../../failure/failure.ts'
import type { Files } from '../host.ts'
import type { Context } from '../command.ts'
import { confirm, mayAsk } from '../terminal/ask.ts'

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
