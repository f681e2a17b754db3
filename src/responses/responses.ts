import type { Caller, Collect } from '../client/client.ts'
import type { Service } from '../wire/wire.ts'
import { savedCoverage, type Coverage, type ReadEvery } from './coverage.ts'
import { countedRecords, filterRecords, startCounts, type Counts } from './filter-records.ts'
import type { Origin, ResponsesQuery } from './query.ts'
import { readSavedReply, type SavedFiles } from './saved-reply.ts'

export {
  coverageJson,
  filtersJson,
  isComplete,
  mayBeMore,
  refuseIncomplete,
  sourceJson,
  type Coverage,
} from './coverage.ts'
export type { Counts } from './filter-records.ts'
export { newestOf, onlyOf } from './newest-records.ts'
export type { ResponsesQuery, ResponsesSource } from './query.ts'

/** What reading needs from outside. */
export type ResponsesWorld = {
  readonly stdin: { readonly chunks: () => AsyncIterable<Uint8Array> }
  readonly files: SavedFiles
  /** Called only to read from a service. */
  readonly connect: () => Promise<Caller & { readonly close: () => Promise<void> }>
  readonly meter: Meter
}

/** Receives the progress of a reading. */
export type Meter = {
  /** A reading begins, perhaps again after one that broke off. */
  readonly begin: () => void
  readonly bytes: (more: number) => void
  readonly records: (more: number) => void
  /** All records of this reading have been read. */
  readonly end: () => void
}

/** A finished reading: the result of `collect`, where the responses came from, their counts, and how complete they are. */
export type Reading<T> = {
  readonly result: T
  readonly origin: Origin
  readonly counts: Readonly<Counts>
  readonly coverage: Coverage
}

/**
 * Reads the responses of a query and passes those that match to `collect`: from a service, those of the environment merged
 * with the newest of each form; or those of a saved reply. When reading from a service breaks off, it starts again, and
 * `collect` is called again with all responses from the start.
 */
export async function readResponses<T>(
  query: ResponsesQuery,
  world: ResponsesWorld,
  collect: Collect<T>,
): Promise<Reading<T>> {
  const { source } = query
  const { origin, readEvery, close } =
    source.kind === 'saved' ? openSaved(source.path, world) : await openService(query, world)
  // Reads of a service leave out and report responses of other forms themselves.
  const formIds =
    source.kind === 'saved' && source.formIds.length > 0 ? { formIds: new Set(source.formIds) } : {}
  try {
    const { result, coverage } = await readEvery(async (records) => {
      world.meter.begin()
      const counts = startCounts()
      const matching = filterRecords(countedRecords(records, world.meter), { ...query, ...formIds }, counts)
      return { made: await collect(matching), counts }
    })
    return { result: result.made, counts: result.counts, coverage, origin }
  } finally {
    await close()
  }
}

type Opened = Pick<Reading<unknown>, 'origin'> & {
  readonly readEvery: ReadEvery
  readonly close: () => Promise<void>
}

async function openService(
  { source, withPartials, isNewest = false }: ResponsesQuery,
  { connect, meter }: ResponsesWorld,
): Promise<Opened> {
  // Loaded only to read from a service.
  const { announcedResponses } = await import('../client/client.ts')
  const { readEnvironment, readForms, readNewest } = await import('./service-reads.ts')
  const { access, patience, close } = await connect()
  const reads = {
    caller: { access: { ...access, service: metered(access.service, meter) }, patience },
    withPartials,
    // Not part of what the meter shows.
    ask: () => announcedResponses({ access, patience }),
  }
  const formIds = source.kind === 'forms' ? source.formIds : []
  const readEvery =
    source.kind === 'all'
      ? readEnvironment(reads)
      : isNewest
        ? readNewest(reads, formIds[0] ?? '')
        : readForms(reads, formIds)
  return { origin: { kind: 'service', baseUrl: access.baseUrl }, readEvery, close }
}

const openSaved = (path: string, { stdin, files, meter }: ResponsesWorld): Opened => ({
  origin: { kind: 'saved', file: path },
  readEvery: async (collect) => {
    const bytes = meteredBytes(path === '-' ? stdin.chunks() : files.stream(path), meter)
    return { result: await readSavedReply({ path, bytes, files }, collect), coverage: savedCoverage }
  },
  close: async () => undefined,
})

const metered =
  (service: Service, meter: Meter): Service =>
  async (call) => {
    const reply = await service(call)
    return { ...reply, body: meteredBytes(reply.body, meter) }
  }

async function* meteredBytes(chunks: AsyncIterable<Uint8Array>, meter: Meter): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    meter.bytes(chunk.length)
    yield chunk
  }
}
