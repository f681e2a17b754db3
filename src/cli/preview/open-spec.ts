import { Failure, isOfSignal } from '../../failure/failure.ts'
import type { Preview, PreviewSource } from '../../server/preview/preview.ts'
import type { Context } from '../command.ts'
import { untilSignal } from '../host/until-signal.ts'
import { readPreview, unreadPreview, type Previewed, type ReadPreview } from './read-preview.ts'

/** What is being previewed; it is read again when one of its files changes. */
export type OpenPreview = Required<PreviewSource> & {
  /** Polls for changes since a version until the signal is aborted, and calls the listeners for each. */
  readonly watch: (since: number, signal: AbortSignal) => Promise<void>
}

/** Opens a spec for its preview (`openPreview`). */
export const openSpec = (previewed: Previewed, context: Pick<Context, 'host'>): Promise<OpenPreview> =>
  openPreview(
    {
      names: () => [previewed.file, ...previewed.variables.varFile],
      read: () => readPreview(previewed, context),
    },
    context,
  )

type Previewing = {
  /** The files that are watched, as of the last read. */
  readonly names: () => readonly string[]
  readonly read: () => Promise<ReadPreview>
}

/** Opens files for a preview. A file that cannot be read now is a Failure; one that disappears later is a finding. */
export async function openPreview(
  { names, read: readOnce }: Previewing,
  context: Pick<Context, 'host'>,
): Promise<OpenPreview> {
  const { files, sleep, signal: interruption } = context.host
  const listeners = new Set<(preview: Preview) => void>()
  const stampNow = async (): Promise<string> => {
    return (await Promise.all(names().map((name) => files.stamp(name)))).map((stamp) => stamp ?? gone).join()
  }
  // Reading a pipe waits for a writer; a signal ends the wait.
  const read = (): Promise<ReadPreview> => untilSignal(interruption, readOnce())
  const current = await currentOf(stampNow, read)
  return {
    current,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch: async (since, signal) => {
      let seen = since
      const isSettled = settling()
      while (!signal.aborted) {
        await sleep(tick, signal)
        if (!isSettled(await stampNow())) continue
        const preview = await current()
        if (preview.version === seen) continue
        seen = preview.version
        for (const listener of listeners) listener(preview)
      }
    },
  }
}

/** The spec as it is now; read again only when its files have other stamps. */
async function currentOf(
  stampNow: () => Promise<string>,
  read: () => Promise<ReadPreview>,
): Promise<PreviewSource['current']> {
  let stamp = await stampNow()
  let preview: Preview = { ...(await read()), version: 1 }
  const refresh = async (): Promise<void> => {
    const now = await stampNow()
    if (now === stamp) return
    stamp = now
    const { version, ...shown } = preview
    const next = await read().catch((error: unknown) => unreadPreview(preview.file, asFailure(error)))
    // A changed comment, or a file that was saved as it was, changes nothing on the page.
    if (JSON.stringify(next) !== JSON.stringify(shown)) preview = { ...next, version: version + 1 }
  }
  // One at a time, or two readers would count one change twice.
  let refreshed = Promise.resolve()
  return async () => {
    await (refreshed = refreshed.then(refresh))
    return preview
  }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure && !isOfSignal(error)) return error
  throw error
}

/** The polling interval in milliseconds. Polling works on every file system, and costs next to nothing. */
const tick = 100

const gone = 'gone'

/** Whether stamps are unchanged for a tick, or for half a second while a file is gone, as some editors save. */
function settling(): (stamp: string) => boolean {
  let [last, ticks] = ['', 0]
  return (stamp) => {
    ticks = stamp === last ? ticks + 1 : 0
    last = stamp
    return ticks >= (stamp.includes(gone) ? 5 : 1)
  }
}
