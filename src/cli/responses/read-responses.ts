import type { Collect } from '../../client/client.ts'
import { count } from '../../failure/failure.ts'
import { withoutBytes } from '../../record/records.ts'
import { readResponses, type Meter, type ReadResult, type ResponsesQuery } from '../../responses/responses.ts'
import type { Context } from '../command.ts'
import { showProgress } from '../terminal/progress.ts'
import type { ConnectedCaller } from '../settings/connect.ts'

export type ProgressOptions = {
  /** No progress: the responses themselves are printed on the terminal. */
  readonly isHidden?: boolean
  /** Whether writing follows, which takes long as well. */
  readonly isWriting?: boolean
}

/** Who reads; absent: a connection is opened for the reading alone. */
type Reader = { readonly connect?: () => Promise<ConnectedCaller> }

/** Reads responses with the settings in force, and shows a progress line if it takes long. */
export async function readWithProgress<T>(
  query: ResponsesQuery & ProgressOptions & Reader,
  context: Context,
  collect: Collect<T>,
): Promise<ReadResult<T>> {
  const { files, stdin, env } = context.host
  const { meter, end } = startProgress(context, query)
  const connect = async () => {
    // Whoever opened it closes it.
    if (query.connect) return { ...(await query.connect()), close: async () => undefined }
    const [{ connect: open }, { retryContextOf }] = await Promise.all([
      import('../settings/connect.ts'),
      import('../settings/waits.ts'),
    ])
    const access = await open(context)
    return { access, retry: retryContextOf(context), close: access.close }
  }
  try {
    const isFast = (env['FORMCTL_NO_ENGINE'] ?? '') === ''
    return await readResponses(query, { files, stdin, connect, meter }, (records) =>
      collect(isFast ? records : withoutBytes(records)),
    )
  } finally {
    end()
  }
}

/** Shows how far a reading is. */
function startProgress(
  context: Context,
  { isHidden = false, isWriting = false }: ProgressOptions,
): { readonly meter: Meter; readonly end: () => void } {
  const { host } = context
  const start = host.now().getTime()
  const progress = isHidden
    ? undefined
    : showProgress(context, (now, began) => lineOf(read, now, began), start)
  const read: ReadProgress = { bytes: 0, records: 0, since: start, isOver: false }
  return {
    meter: {
      begin: () => Object.assign(read, { bytes: 0, records: 0, since: host.now().getTime(), isOver: false }),
      bytes: (more) => (read.bytes += more),
      records: (more) => (read.records += more),
      end: () => {
        if (!isWriting) return
        Object.assign(read, { isOver: true })
        // So that a log does not end with a line about reading.
        progress?.refresh()
      },
    },
    end: () => progress?.end(),
  }
}

/** `since`: when the present reading began. */
type ReadProgress = { bytes: number; records: number; since: number; isOver: boolean }

function lineOf({ bytes, records, since, isOver }: ReadProgress, now: number, began: number): string {
  const seconds = Math.max(now - (isOver ? began : since), 1) / 1000
  if (isOver) return `Writing: all responses are read, ${Math.floor(seconds)} s since the start`
  if (bytes === 0) return `Waiting for responses, ${Math.floor(seconds)} s`
  return `Reading: ${megabytes(bytes)} MB, ${count(records, 'response')}, ${megabytes(bytes / seconds)} MB/s`
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
