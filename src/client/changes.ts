/** The changes of a service, those that were and those that happen. */
import { Failure } from '../failure/failure.ts'
import { readChanges, readChangeStream, type Announcement } from '../wire/replies.ts'
import {
  changesCall,
  embeddedFolder,
  eventsCall,
  keyedWellKnownCall,
  maxPageSize,
  maxSeq,
  type Change,
  type ChangesReply,
} from '../wire/wire.ts'
import { keyOf, outcomeOf, readAnnouncementOrReason, readReply, type Caller } from './caller.ts'

/** Reads the changes after the one of a number, in order (extension `changes`). */
export async function* changesAfter(caller: Caller, after: number): AsyncIterable<readonly Change[]> {
  for (let last = after; ;) {
    const { data: page } = await readChangesPage(caller, last, maxPageSize)
    const { seq = last } = page.at(-1) ?? {}
    if (page.length === 0 || seq <= last) return
    last = seq
    yield page
  }
}

/** The number of the last change there is (extension `changes`). */
export const lastChange = async (caller: Caller): Promise<number> =>
  (await readChangesPage(caller, maxSeq, 1)).last

const readChangesPage = (caller: Caller, after: number, limit: number): Promise<ChangesReply> =>
  readReply(caller, changesCall(keyOf(caller.access), after, limit), readChanges)

/** How a service gives its changes, and the environment of the key, where it says so. */
type OpenChanges = { readonly isStreamed: boolean; readonly environmentId: string | undefined }

/** Asks how a service gives its changes. Fails with `not-supported` where it has none. */
export async function openChanges(caller: Caller): Promise<OpenChanges> {
  const announced = await readAnnouncementOrReason(caller, keyedWellKnownCall(keyOf(caller.access)))
  const { extensions = [], environmentId }: Partial<Announcement> = 'unread' in announced ? {} : announced
  // In this process a stream waits for a timer, which keeps no process alive.
  const isStreamed =
    extensions.includes('events-stream') && embeddedFolder(caller.access.baseUrl) === undefined
  if (!isStreamed && !extensions.includes('changes'))
    throw Failure.of('not-supported', {
      what: 'the changes of responses',
      remedy: 'A service of formctl has them; formctl responses sync works with any.',
    })
  return { isStreamed, environmentId: environmentId ?? caller.access.environmentId }
}

/** Between two looks at a service without streams, in milliseconds. */
const lookInterval = 2000

/** A call of a stream lasts at most a day; then the stream goes on with another. */
const maxStreamSeconds = 24 * 60 * 60

/**
 * The changes after the one of a number, each once and in order, without end. Where a connection breaks or the service is away, it
 * goes on after the last change, once the service is back; any other refusal is thrown.
 */
export async function* followChanges(
  caller: Caller,
  { isStreamed }: OpenChanges,
  after: number,
): AsyncIterable<Change> {
  const { access, retry } = caller
  const patient = { access, retry: { ...retry, attempts: Infinity, seconds: maxStreamSeconds } }
  for (let last = after; ;) {
    const before = last
    try {
      for await (const change of isStreamed ? streamed(patient, last) : looked(patient, last)) {
        if (change.seq <= last) continue
        last = change.seq
        yield change
      }
    } catch (error) {
      if (outcomeOf(error, { status: undefined, retryAfter: undefined }) === 'final') throw error
    }
    // A stream that ends again and again without a change is not asked for at once.
    const pause = !isStreamed || last === before ? lookInterval : lookInterval / 4
    await retry.sleep(isStreamed ? Math.floor(retry.random() * pause) : pause)
  }
}

async function* streamed(caller: Caller, after: number): AsyncIterable<Change> {
  yield* await readReply(caller, eventsCall(keyOf(caller.access), after), readChangeStream)
}

async function* looked(caller: Caller, after: number): AsyncIterable<Change> {
  for await (const page of changesAfter(caller, after)) yield* page
}
