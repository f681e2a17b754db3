import { thousands } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import type { Service } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { countedRecords } from '../../responses/counted-records.ts'

type Chunks = AsyncIterable<Uint8Array>

/** How far a reading came, told to the person while it takes long. */
export type Progress = {
  /** The same bytes, counted. */
  readonly countedBytes: (chunks: Chunks) => Chunks
  /** The same service, the bytes of its replies counted. */
  readonly countedService: (service: Service) => Service
  /** The same records, counted; a reading that begins anew is counted anew. Of an export, what follows it is told, too. */
  readonly counted: (records: Records, of?: 'export') => Records
  /** Takes the line away, for good. */
  readonly end: () => void
}

/**
 * Tells of a reading that takes more than a second: on a terminal in one line that is written anew, elsewhere in a plain
 * line every ten seconds, so that a log stays short. Hidden where the responses themselves come onto the terminal.
 */
export function startProgress({ host, terminal }: Context, isHidden: boolean): Progress {
  const began = host.now().getTime()
  const read = { bytes: 0, records: 0, since: began, isOver: false }
  let told = 0
  const tick = (): void => {
    const now = host.now().getTime()
    if (now - began < firstAfter) return
    if (!terminal.rewrite && told > 0 && now - told < linesEvery) return
    told = now
    const line = lineOf(read, now)
    if (terminal.rewrite) terminal.rewrite(line)
    else void terminal.say(line)
  }
  const stop = isHidden ? () => undefined : host.every(drawnEvery, tick)
  // Told at once, so that no line of the reading is the last one of a log.
  const writing = (): void => {
    Object.assign(read, { since: began, isOver: true })
    if (told === 0) return
    told = 0
    tick()
  }
  const countedBytes = (chunks: Chunks): Chunks => each(chunks, ({ length }) => (read.bytes += length))
  return {
    countedBytes,
    countedService: (service) => async (call) => {
      const reply = await service(call)
      return { ...reply, body: countedBytes(reply.body) }
    },
    counted: (records, of) => {
      Object.assign(read, { bytes: 0, records: 0, since: host.now().getTime(), isOver: false })
      const count = (more: number): number => (read.records += more)
      return countedRecords(records, count, of && writing)
    },
    end: () => {
      stop()
      terminal.rewrite?.('')
    },
  }
}

const firstAfter = 1000
const drawnEvery = 250
const linesEvery = 10_000

async function* each<T>(values: AsyncIterable<T>, note: (value: T) => unknown): AsyncIterable<T> {
  for await (const value of values) {
    note(value)
    yield value
  }
}

type Read = { bytes: number; records: number; since: number; isOver: boolean }

function lineOf({ bytes, records, since, isOver }: Read, now: number): string {
  const seconds = Math.max(now - since, 1) / 1000
  if (isOver) return `Writing: all responses are read, ${Math.floor(seconds)} s since the start`
  if (bytes === 0) return `Waiting for responses, ${Math.floor(seconds)} s`
  return `Reading: ${megabytes(bytes)} MB, ${thousands(records)} response${records === 1 ? '' : 's'}, ${megabytes(bytes / seconds)} MB/s`
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
