import type { ScratchFile } from '../files/file-system.ts'
import type { Caller, Collect } from '../client/client.ts'
import { maxResponsesPerFormRead, type Service } from '../wire/wire.ts'
import { savedCoverage, type Coverage, type ReadEvery } from './coverage.ts'
import type { Records } from '../record/records.ts'
import {
  countedRecords,
  filterRecords,
  startCounts,
  type Counts,
  type FilterConditions,
  RepeatedIds,
  uniqueRecords,
  rejectRepeatedIds,
} from './filter-records.ts'
import { fullForms, readSavedReply, type SavedFiles } from './saved-reply.ts'
import type { TimeName } from '../record/moment.ts'

export {
  coverageJson,
  isComplete,
  mayBeMore,
  refuseIncomplete,
  type Coverage,
  type Doubt,
} from './coverage.ts'
export type { Counts } from './filter-records.ts'
export { newestOf, onlyOf } from './filter-records.ts'

/** Which responses are requested. */
export type ResponsesQuery = Omit<FilterConditions, 'formIds'> & {
  readonly source: ResponsesSource
  readonly withPartials: boolean
  /** What relative times meant, as a sentence; absent: none were given. */
  readonly resolved?: string
  /** Whether the newest responses of the one form are enough: a single read, ten at most. */
  readonly isNewest?: boolean
  /** How many of the newest responses of the one form are enough, if the service has pages. */
  readonly newest?: number | undefined
  /** Whether responses that come twice stay; absent: the one that was updated last stays. */
  readonly keepsDuplicates?: boolean
}

/** The query of a command. */
export type CommandQuery = ResponsesQuery & {
  /** Which time `since` and `until` mean. */
  readonly by: TimeName
  /** Whether the command fails unless all responses were shown to be read. */
  readonly requireComplete: boolean
}

/** Where responses are read from. The `path` of a saved reply is `-` for standard input; no `formIds` there means all. */
export type ResponsesSource =
  | { readonly kind: 'forms'; readonly formIds: readonly string[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'saved'; readonly path: string; readonly formIds: readonly string[] }

/** Where responses came from. */
export type Origin =
  | { readonly kind: 'service'; readonly baseUrl: string }
  | { readonly kind: 'saved'; readonly file: string }

/** What reading needs from outside. */
type ResponsesDeps = {
  readonly stdin: { readonly chunks: () => AsyncIterable<Uint8Array> }
  readonly files: SavedFiles & { readonly scratch: () => Promise<ScratchFile> }
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
export type ReadResult<T> = {
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
  deps: ResponsesDeps,
  collect: Collect<T>,
): Promise<ReadResult<T>> {
  const { source } = query
  const { origin, readEvery, close } =
    source.kind === 'saved' ? await openSaved(source.path, deps) : await openService(query, deps)
  // Reads of a service leave out and report responses of other forms themselves.
  const formIds =
    source.kind === 'saved' && source.formIds.length > 0 ? { formIds: new Set(source.formIds) } : {}
  try {
    const filter = { ...query, ...formIds }
    const read = (use: (records: Records, counts: Counts) => Promise<T>) =>
      readEvery(async (records) => {
        deps.meter.begin()
        const counts = startCounts()
        const matching = filterRecords(countedRecords(records, deps.meter), filter, counts)
        return { made: await use(matching, counts), counts }
      })
    const { result, coverage } = await (query.keepsDuplicates === true
      ? read(collect)
      : readUnique(read, collect, deps))
    return { result: result.made, counts: result.counts, coverage, origin }
  } finally {
    await close()
  }
}

/** Reads once, and once more where responses came twice: then the newest of each stays. */
async function readUnique<T, R>(
  read: (use: (records: Records, counts: Counts) => Promise<T>) => Promise<R>,
  collect: Collect<T>,
  { files }: Pick<ResponsesDeps, 'files'>,
): Promise<R> {
  try {
    return await read((records) => collect(rejectRepeatedIds(records)))
  } catch (error) {
    if (!(error instanceof RepeatedIds)) throw error
    return read(async (records, counts) => {
      const unique = await uniqueRecords(records.batches(), error, await files.scratch())
      try {
        counts.duplicates = unique.duplicates
        counts.kept -= unique.duplicates
        counts.partials -= unique.partials
        return await collect(unique.records)
      } finally {
        await unique.close()
      }
    })
  }
}

type OpenSource = Pick<ReadResult<unknown>, 'origin'> & {
  readonly readEvery: ReadEvery
  readonly close: () => Promise<void>
}

async function openService(
  { source, withPartials, isNewest = false, newest }: ResponsesQuery,
  { connect, meter }: ResponsesDeps,
): Promise<OpenSource> {
  // Loaded only to read from a service.
  const { responseCapabilities: announcedResponses } = await import('../client/client.ts')
  const { readEnvironment, readForms, readNewest } = await import('./service-reads.ts')
  const { access, retry, close } = await connect()
  const reads = {
    caller: { access: { ...access, service: metered(access.service, meter) }, retry },
    withPartials,
    // Not part of what the meter shows.
    ask: () => announcedResponses({ access, retry }),
  }
  const formIds = source.kind === 'forms' ? source.formIds : []
  const readEvery =
    source.kind === 'all'
      ? readEnvironment(reads)
      : isNewest
        ? readNewest(reads, formIds[0] ?? '')
        : readForms(reads, formIds, newest)
  return { origin: { kind: 'service', baseUrl: access.baseUrl }, readEvery, close }
}

async function openSaved(path: string, { stdin, files, meter }: ResponsesDeps): Promise<OpenSource> {
  const stream = (): AsyncIterable<Uint8Array> => (path === '-' ? stdin.chunks() : files.stream(path))
  // A pipe can be read only once, so its bytes are kept in case they have to be read again.
  const isKept = path === '-' || (await files.kind(path)) === 'other'
  const kept = isKept ? repeatable(stream, await files.scratch()) : { stream, close: async () => undefined }
  return {
    origin: { kind: 'saved', file: path },
    readEvery: async (collect) => {
      const bytes = meteredBytes(kept.stream(), meter)
      const { result, count, more } = await readSavedReply({ path, bytes, files }, collect)
      const mayBeFull = count >= maxResponsesPerFormRead && count <= 10 * maxResponsesPerFormRead
      const again = mayBeFull && (await readSavedReply({ path, bytes: kept.stream(), files }, fullForms))
      return { result, coverage: savedCoverage({ more, fullForms: again ? again.result : [] }) }
    },
    close: kept.close,
  }
}

/** A stream that can be read again after it was read to its end. */
function repeatable(stream: () => AsyncIterable<Uint8Array>, scratch: ScratchFile) {
  const lengths: number[] = []
  let isRead = false
  return {
    close: scratch.close,
    async *stream(): AsyncIterable<Uint8Array> {
      let at = 0
      if (isRead)
        for (const length of lengths) {
          yield await scratch.read(at, length)
          at += length
        }
      else
        for await (const chunk of stream()) {
          isRead = true
          lengths.push(chunk.length)
          await scratch.append(chunk)
          yield chunk
        }
    },
  }
}

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

/** Where responses came from, for manifests and reports. */
export const sourceJson = ({ origin }: { readonly origin: Origin }): unknown =>
  origin.kind === 'service'
    ? { kind: 'service', baseUrl: origin.baseUrl }
    : { kind: 'saved', file: origin.file }

/** Which responses were requested, for manifests and reports. */
export const filtersJson = ({ source, withPartials, since, until }: ResponsesQuery): object => ({
  formIds:
    source.kind === 'all' || (source.kind === 'saved' && source.formIds.length === 0) ? null : source.formIds,
  // Not asked for: a saved reply has what it has.
  partials: source.kind === 'saved' ? null : withPartials,
  since: isoOf(since),
  until: isoOf(until),
})

const isoOf = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString()
