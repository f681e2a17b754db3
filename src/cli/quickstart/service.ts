import { openDataFolder } from '../data-folder.ts'
import type { Host } from '../host.ts'

/** The service of a quickstart, on a free port of this machine. */
export type Running = {
  readonly url: string
  /** The id of the form of that name, if there is one. */
  readonly formNamed: (name: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

/** Opens the data folder and puts its service on a socket. */
export async function startService(host: Host, folder: string): Promise<Running> {
  const { world, first, close } = await openDataFolder(host, folder)
  try {
    const [{ buildApp }, { listen }] = await Promise.all([
      import('../../server/app.ts'),
      import('../../server/listen.ts'),
    ])
    const listening = await listen(buildApp(world), { host: '127.0.0.1', port: 0 })
    return {
      url: listening.url,
      formNamed: async (name) =>
        (await world.store.forms.list(first.environmentId)).findLast((form) => form.name === name)?.id,
      close: async () => {
        await listening.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
