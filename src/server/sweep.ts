import { causeOf } from './log.ts'
import type { UploadKey } from '../store/store.ts'
import type { World } from './world.ts'

type FilesWorld = Pick<World, 'store' | 'blobs' | 'now' | 'log'>

const hour = 60 * 60 * 1000
const step = 500

/** Removes files that no answer holds, now and then hourly. `stop` waits for nothing; what it leaves, the next run removes. */
export function startSweeping(
  world: FilesWorld,
  every: (milliseconds: number, work: () => void) => () => void,
): { readonly stop: () => void } {
  let [isRunning, isStopped] = [false, false]
  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    await sweepUploads(world, () => isStopped).catch((error: unknown) =>
      world.log({
        time: world.now(),
        level: 'error',
        message: `the sweep of uploaded files failed, and is tried again in an hour: ${causeOf(error)}`,
      }),
    )
    isRunning = false
  }
  void run()
  const end = every(hour, () => void run())
  return {
    stop: () => {
      isStopped = true
      end()
    },
  }
}

/** Removes files that no answer has held for an hour: of a post that failed, taken out of an answer, or of erased responses. */
export async function sweepUploads(
  { store, blobs, now }: Omit<FilesWorld, 'log'>,
  isStopped = (): boolean => false,
): Promise<void> {
  await blobs.sweep()
  const before = new Date(Date.parse(now()) - hour).toISOString()
  while (!isStopped()) {
    const uploads = await store.uploads.claim(before, step)
    const removed: UploadKey[] = []
    let failure: unknown
    for (const upload of uploads) {
      if (isStopped()) break
      try {
        await blobs.remove(upload.id)
        removed.push(upload)
      } catch (error) {
        failure = error
      }
    }
    if (removed.length > 0) await store.uploads.delete(removed)
    // Those that cannot be removed would come again and again.
    if (failure !== undefined) throw failure
    if (uploads.length === 0) return
  }
}
