import { relative, sep } from 'node:path'
import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import { embeddedFolder } from '../form-url.ts'
import type { LockedForm } from '../generated/lock.ts'
import type { Files, Host } from '../host.ts'
import { lockText, parseLock } from './parse-lock.ts'

/** Where the lock file is, what people call it, and the folder that its paths start from. */
export type LockPlace = { readonly path: string; readonly name: string; readonly folder: string }

/** The name of the file in which `forms apply` keeps what it made. */
export const lockFileName = 'formctl.lock.json'

/** The lock file of this run: beside the project file, else in the working folder. */
export async function lockPlace({
  host: { files },
  settings,
}: Pick<Context, 'host' | 'settings'>): Promise<LockPlace> {
  const { projectFile } = await settings()
  const folder = projectFile.isThere ? files.resolve(projectFile.path, '..') : files.resolve('.')
  const name = projectFile.isThere ? projectFile.path.replace(/[^/\\]*$/, lockFileName) : lockFileName
  return { path: files.resolve(folder, lockFileName), name, folder }
}

/** A whole path as it stands in a lock file: the same on every machine and system. */
export const pathFrom = ({ folder }: LockPlace, path: string): string =>
  (relative(folder, path) || '.').replaceAll(sep, '/').normalize('NFC')

/** A base URL as it stands in a lock file; `embedded:` leads to a folder that others have in another place. */
export function baseUrlFrom(place: LockPlace, baseUrl: string): string {
  const folder = embeddedFolder(baseUrl)
  return folder === undefined ? baseUrl : `embedded:${pathFrom(place, folder)}`
}

/** The entries of the lock file as it is now; none when there is no such file. */
export async function readLock(
  { files }: Pick<Host, 'files'>,
  place: LockPlace,
): Promise<readonly LockedForm[]> {
  const { path, name } = place
  if ((await files.access(path))?.isLink)
    throw Failure.of('lock-file-unusable', { path: name, problem: aLink })
  const kind = await files.kind(path)
  return kind === 'missing' ? [] : parseLock(await files.read(path, mostBytes), name)
}

const aLink =
  'it is a symbolic link, and its paths would start from another folder. Put the file itself here.'

// About 100,000 forms.
const mostBytes = 64 * 1024 * 1024

/** An opened lock file: each change of it is on the disk when it resolves. */
export type LockFile = {
  readonly forms: () => readonly LockedForm[]
  readonly update: (change: (forms: readonly LockedForm[]) => readonly LockedForm[]) => Promise<void>
}

/** Opens the lock file for changes. Changes made by others meanwhile, by hand or by git, are kept. */
export async function openLock(host: Pick<Host, 'files'>, place: LockPlace): Promise<LockFile> {
  const { files } = host
  let stamp = await files.stamp(place.path)
  let forms = await readLock(host, place)
  let last: Promise<void> = Promise.resolve()
  const write = async (change: (forms: readonly LockedForm[]) => readonly LockedForm[]): Promise<void> => {
    const now = await files.stamp(place.path)
    // One that was removed meanwhile comes back: the forms are there, whatever became of the file.
    if (now !== undefined && now !== stamp) forms = await readLock(host, place)
    const next = change(forms)
    await replace(files, place, lockText(next))
    forms = next
    stamp = await files.stamp(place.path)
  }
  return {
    forms: () => forms,
    update: (change) => {
      const done = last.then(() => write(change))
      last = done.catch(() => undefined)
      return done
    },
  }
}

async function replace(files: Files, { path }: LockPlace, text: string): Promise<void> {
  const file = await files.create(path, { replace: true })
  try {
    await file.write(text)
    await file.commit()
  } finally {
    await file.discard()
  }
}
