import type { Context } from '../command.ts'
import { holdsData } from '../holds-data.ts'
import { ok, type Check } from './check.ts'

/** Looks at the folder of an embedded service; it is opened only where it is there. */
export async function checkFolder({ host }: Context, dir: string): Promise<Check | undefined> {
  return (await holdsData(host.files, dir))
    ? undefined
    : ok('data folder', `${dir} holds no service yet; forms apply, forms generate and serve make one.`)
}
