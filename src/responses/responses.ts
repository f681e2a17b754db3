import { type Caller, type Collect } from '../client/client.ts'
import type { Service } from '../wire/wire.ts'
import { savedCoverage, type Coverage, type ReadEvery } from './coverage.ts'
import { countedRecords, filterRecords, startCounts, type Counts } from './filter-records.ts'
import type { Origin, ResponsesQuery } from './query.ts'
import { readSavedReply, type SavedFiles } from './saved-reply.ts'

export { coverageJson, filtersJson, sourceJson } from './coverage.ts'
export { mayBeMore, type Coverage } from './coverage.ts'
export type { Counts } from './filter-records.ts'
export { newestOf, onlyOf } from './newest-records.ts'
export type { ResponsesQuery, ResponsesSource } from './query.ts'

/** What a reading needs of the outside. */
export type ResponsesWorld = {
  readonly stdin: { readonly chunks: () => AsyncIterable<Uint8Array> }
  readonly files: SavedFiles
  /** Called for the responses of a service only. */
  readonly connect: () => Promise<Caller & { readonly close: () => Promise<void> }>
  readonly meter: Meter
}

/** Hears how far a reading is. */
export type Meter = {
  /** A reading begins, perhaps anew after one that broke off. */
  readonly begin: () => void
  readonly bytes: (more: number) => void
  readonly records: (more: number) => void
  /** All records of this reading came. */
  readonly end: () => void
}

/** A whole reading: what was made of it, where it came from, how many responses came, and how complete they are. */
export type Reading<T> = {
  readonly result: T
  readonly origin: Origin
  readonly counts: Readonly<Counts>
  readonly coverage: Coverage
}

/**
 * Reads the responses that a query asks for, and gives those that match to `collect`: the responses of the environment with
 * the newest of each form merged, or those of a saved reply. When the reading of a service breaks off, another begins: then
 * `collect` is called again, with all responses from the start.
 */
export async function readResponses<T>(
  query: ResponsesQuery,
  world: ResponsesWorld,
  collect: Collect<T>,
): Promise<Reading<T>> {
  const { source } = query
  const { origin, readEvery, close } =
    source.kind === 'saved' ? openSaved(source.path, world) : await openService(query, world)
  // What a service sends of other forms is left out, and reported, by the reads themselves.
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
  // What reads a service is not loaded for a file.
  const { readEnvironment, readForms, readNewest } = await import('./service-reads.ts')
  const { access, patience, close } = await connect()
  const reads = {
    caller: { access: { ...access, service: metered(access.service, meter) }, patience },
    withPartials,
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
