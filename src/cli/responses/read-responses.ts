import type { Collect } from '../../client/client.ts'
import { count } from '../../failure/failure.ts'
import { readResponses, type Meter, type Reading, type ResponsesQuery } from '../../responses/responses.ts'
import type { Context } from '../command.ts'

/** How progress is shown. */
export type Informing = {
  /** No progress: the responses themselves are printed on the terminal. */
  readonly isHidden?: boolean
  /** Whether writing follows, which takes long as well. */
  readonly isWriting?: boolean
}

/** Reads responses with the settings in force, and shows a progress line if it takes long. */
export async function readWithProgress<T>(
  query: ResponsesQuery & Informing,
  context: Context,
  collect: Collect<T>,
): Promise<Reading<T>> {
  const { files, stdin } = context.host
  const { meter, end } = startProgress(context, query)
  const connect = async () => {
    const [{ connect: open }, { patienceOf }] = await Promise.all([
      import('../settings/connect.ts'),
      import('../settings/waits.ts'),
    ])
    const access = await open(context)
    return { access, patience: patienceOf(context), close: access.close }
  }
  try {
    return await readResponses(query, { files, stdin, connect, meter }, collect)
  } finally {
    end()
  }
}

const firstAfter = 1000
const drawnEvery = 250
const linesEvery = 10_000

/** Shows progress after a second: on a terminal in a line that is rewritten, elsewhere in a new line every ten seconds. */
function startProgress(
  { host, terminal }: Context,
  { isHidden = false, isWriting = false }: Informing,
): { readonly meter: Meter; readonly end: () => void } {
  const began = host.now().getTime()
  const read: Read = { bytes: 0, records: 0, since: began, isOver: false }
  let lastSaid = 0
  const tick = (): void => {
    const now = host.now().getTime()
    if (now - began < firstAfter) return
    if (!terminal.rewrite && lastSaid > 0 && now - lastSaid < linesEvery) return
    lastSaid = now
    const line = lineOf(read, now)
    if (terminal.rewrite) terminal.rewrite(line)
    else void terminal.say(line)
  }
  const stop = isHidden ? () => undefined : host.every(drawnEvery, tick)
  return {
    meter: {
      begin: () => Object.assign(read, { bytes: 0, records: 0, since: host.now().getTime(), isOver: false }),
      bytes: (more) => (read.bytes += more),
      records: (more) => (read.records += more),
      end: () => {
        if (!isWriting) return
        Object.assign(read, { since: began, isOver: true })
        // Shown at once, so that a log does not end with a line about reading.
        if (lastSaid === 0) return
        lastSaid = 0
        tick()
      },
    },
    end: () => {
      stop()
      terminal.rewrite?.('')
    },
  }
}

type Read = { bytes: number; records: number; since: number; isOver: boolean }

function lineOf({ bytes, records, since, isOver }: Read, now: number): string {
  const seconds = Math.max(now - since, 1) / 1000
  if (isOver) return `Writing: all responses are read, ${Math.floor(seconds)} s since the start`
  if (bytes === 0) return `Waiting for responses, ${Math.floor(seconds)} s`
  return `Reading: ${megabytes(bytes)} MB, ${count(records, 'response')}, ${megabytes(bytes / seconds)} MB/s`
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
