import { causeOf } from './log.ts'
import type { World } from './world.ts'

type FilesWorld = Pick<World, 'store' | 'blobs' | 'now' | 'log'>

const hour = 60 * 60 * 1000
const step = 500

/** Removes files that nobody needs, now and then hourly. `stop` resolves when nothing runs any more. */
export function startSweeping(
  world: FilesWorld,
  every: (milliseconds: number, work: () => void) => () => void,
): { readonly stop: () => Promise<void> } {
  let running: Promise<void> | undefined
  const run = (): void => {
    running ??= removeUnused(world)
      .catch((error: unknown) =>
        world.log({
          time: world.now(),
          level: 'error',
          message: `files that nobody needs are still there: ${causeOf(error)}`,
        }),
      )
      .finally(() => (running = undefined))
  }
  run()
  const end = every(hour, run)
  return {
    stop: async () => {
      end()
      await running
    },
  }
}

/** Removes files that no answer names: of a post that was never finished, or of erased answers. Young ones may be on their way. */
export async function removeUnused({ store, blobs, now }: Omit<FilesWorld, 'log'>): Promise<void> {
  const old: string[] = []
  for await (const { id, at } of blobs.list()) if (at.getTime() < Date.parse(now()) - hour) old.push(id)
  for (let i = 0; i < old.length; i += step) {
    const ids = old.slice(i, i + step)
    const known = new Set(await store.uploads.known(ids))
    for (const id of ids) if (!known.has(id)) await blobs.remove(id)
  }
}
