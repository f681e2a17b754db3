import { buildApp } from '../server/app.ts'
import { serviceOf } from '../server/service-of.ts'
import { withSessionKey } from '../server/session-key.ts'
import { openDataFolder } from './data-folder.ts'
import type { Embedded, Host } from './host.ts'

/** The service in a folder, run in this process: what `embedded:<dir>` stands for. A missing folder is made. */
export async function openEmbedded(host: Host, folder: string): Promise<Embedded> {
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
