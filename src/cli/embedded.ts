import { buildApp } from '../server/app.ts'
import { serviceOf } from '../server/service-of.ts'
import { withSessionKey } from '../server/session-key.ts'
import { Failure } from '../failure/failure.ts'
import { openDataFolder } from './data-folder.ts'
import { holdsData } from './holds-data.ts'
import type { Host } from './host.ts'
import type { Service } from '../wire/service.ts'

/** An opened data folder: the service in it, and what the first start made. */
export type Embedded = {
  readonly service: Service
  /** Holds for this process only, for the first environment. */
  readonly apiKey: string
  readonly environmentId: string
  readonly sourceFormId: string
  readonly close: () => Promise<void>
}

/**
 * The service in a folder, run in this process: what `embedded:<dir>` stands for. One that is not there is made, or refused
 * for what only reads: it would take a name that is mistyped for a service without forms and responses.
 */
export async function openEmbedded(
  host: Host,
  folder: string,
  { makesFolder = true }: { readonly makesFolder?: boolean } = {},
): Promise<Embedded> {
  if (!makesFolder && !(await isUsed(host, folder))) throw Failure.of('no-data-folder', { path: folder })
  const { world, first, close } = await openDataFolder(host, folder)
  // A key for this process alone: none has to be kept on the disk, or asked for, to use one's own folder.
  const session = withSessionKey(world, first.environmentId)
  const app = buildApp(session.world)
  return {
    service: serviceOf(app),
    apiKey: session.apiKey,
    environmentId: first.environmentId,
    sourceFormId: first.sourceFormId,
    close: async () => {
      await app.close()
      await close()
    },
  }
}

// What is neither a folder nor missing is refused by who opens it, by its name.
const isUsed = async ({ files }: Host, folder: string): Promise<boolean> =>
  (await holdsData(files, folder)) || !['missing', 'folder'].includes(await files.kind(folder))
