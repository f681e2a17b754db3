import type { Context } from '../command.ts'
import { databaseName } from '../../store/sqlite/open-sqlite-store.ts'
import { ok, type Check } from './check.ts'

/** Looks at the folder of an embedded service; it is opened only where it is there, since opening would make it. */
export async function checkFolder({ host }: Context, dir: string): Promise<Check | undefined> {
  const isThere = (await host.files.kind(host.files.resolve(dir, databaseName))) !== 'missing'
  return isThere
    ? undefined
    : ok('data folder', `${dir} holds no service yet; the first command that needs it makes one.`)
}
