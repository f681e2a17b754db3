import type { IncomingMessage } from 'node:http'
import { Failure } from '../failure.ts'
import { replyFaults } from '../wire/body-faults.ts'
import { giveBack } from './give-back.ts'
import { transportFailure, type Journey } from './transport-failure.ts'
import { unpackerOf } from './unpack.ts'

/** A reply whose body is still to come. */
export type Coming = {
  readonly message: IncomingMessage
  /** Its body as it comes, still packed, in chunks that are good until the next one is asked for. */
  readonly arrivals: AsyncIterable<Uint8Array>
}

/**
 * The body of a reply, unpacked, as it comes. It fails where it breaks off, where nothing comes for `idle` seconds, and
 * at the deadline, however steadily it drips.
 */
export async function* bodyOf(coming: Coming, journey: Journey, idle: number): AsyncIterable<Uint8Array> {
  const { message } = coming
  try {
    const faults = replyFaults(` of ${journey.url}`)
    const encoding = message.headers['content-encoding']
    const unpack = unpackerOf(encoding)
    if (!unpack) throw faults.broken(`it is packed as ${encoding}, which was not asked for`)
    for await (const chunk of unpack(watched(coming, journey, idle), faults)) {
      journey.received += chunk.length
      yield chunk
      giveBack(chunk)
    }
  } catch (error) {
    throw transportFailure(error, journey)
  } finally {
    message.destroy()
  }
}

/** What comes over the network; while nobody reads it, no time counts. */
async function* watched(
  { message, arrivals }: Coming,
  journey: Journey,
  seconds: number,
): AsyncIterable<Uint8Array> {
  const { url, deadline, interruption } = journey
  let isWaiting = true
  const stop = (): void => {
    if (!isWaiting) return
    message.destroy(Failure.of('connection-lost', { url, reason: 'the reply stopped in the middle' }))
  }
  const timer = setTimeout(stop, seconds * 1000)
  try {
    for await (const chunk of arrivals) {
      isWaiting = false
      // Whoever has enough of it may never come back, and the program is not to wait for that.
      timer.unref()
      yield chunk
      isWaiting = true
      // Also where it has gone off meanwhile. To make another one a chunk takes several times as long.
      timer.refresh().ref()
    }
  } finally {
    clearTimeout(timer)
  }
  // A body without a length ends with its connection, also when we were the ones who ended that.
  if (deadline.aborted || interruption?.aborted) throw new Error('ended from here')
}
