import type { LockPlace } from '../../publish/publish.ts'
import { lockFileName } from '../../publish/lock-name.ts'
import type { Context } from '../command.ts'

/** The lock file of this run: beside the project file, else in the working folder. */
export async function lockPlace({
  host: { files },
  settings,
}: Pick<Context, 'host' | 'settings'>): Promise<LockPlace> {
  const { projectFile } = await settings()
  const folder = projectFile.isThere ? files.resolve(projectFile.path, '..') : files.resolve('.')
  const name = projectFile.isThere
    ? projectFile.path.replace(/(?<![^/\\])[^/\\]*$/, lockFileName)
    : lockFileName
  return { path: files.resolve(folder, lockFileName), name, folder }
}
