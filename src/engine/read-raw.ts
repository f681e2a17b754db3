/**
 * Passes the bytes of records to the engine, slice by slice, and takes over what the engine leaves.
 *
 *     input  [ incomplete record | slice (256 KiB) | zeros ]   exports.read: records → rows or lines
 *     output [ first buffer: being filled ] [ second buffer: being written to the file ]
 *
 * `exports.read` returns where it stopped, and why (`stops`): a record that it does not understand is parsed here, and added
 * as the reference implementation adds it.
 */
import type { ArrayPlace, ByteReader, RawRecord, RawRecords, RecordTally } from '../record/records.ts'
import type { Sink } from '../record/bytes.ts'
import { heldAt, page, slack, type Engine } from './instance.ts'

/** The number of records that the engine handled (`fast`), and that it left to the parser (`slow`). */
export type EngineCounts = { readonly fast: number; readonly slow: number }

/** How records are used. */
type Pipeline = {
  /** The nodes of forms that are chosen. */
  readonly forms: ReadonlyMap<string, number>
  readonly output: Output
  /** Adds a chosen record that was parsed here. */
  readonly add: (record: RawRecord) => Promise<void>
  /** Called after `add` of a record with names that are new to the engine, and that have their columns now. */
  readonly registerNames?: () => void
  /** Called after each slice. */
  readonly onSlice?: () => Promise<void>
}

/** Reads all records of a source, with the engine where possible. */
export async function readRaw(
  engine: Engine,
  { filter, parser, read, extraRecords }: RawRecords,
  pipeline: Pipeline,
): Promise<EngineCounts> {
  const { reader, counts } = makeReader(engine, { filter, parser }, pipeline)
  for (const record of extraRecords?.before() ?? []) await pipeline.add(record)
  await read(reader)
  for (const formId of filter.formIds ?? []) {
    const node = pipeline.forms.get(formId)
    filter.countForm?.(formId, node === undefined ? 0 : (engine.words()[(node + heldAt) / 4] ?? 0))
  }
  for (const record of extraRecords?.after() ?? []) await pipeline.add(record)
  filter.onEnd?.()
  await endOutput(pipeline.output)
  return counts()
}

/** Why `exports.read` stopped, as in assembly/read.ts. */
const stops = { atEnd: 0, atRecord: 1, atOther: 2, atClose: 3, outputFull: 4 } as const
const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

const decoder = new TextDecoder()

/** How many bytes are read at once, so that input and output stay in the processor's cache. */
const sliceSize = 256 * 1024
/** How many bytes are written at once, since each write costs a change of threads. */
const writeSize = 512 * 1024
/** The maximum size of a row as a multiple of its record, and of joined texts as a multiple of theirs. */
const [rowGrowth, scratchGrowth] = [3, 2]

function makeReader(
  engine: Engine,
  { filter, parser }: Pick<RawRecords, 'filter' | 'parser'>,
  { output, add, registerNames, onSlice }: Pipeline,
): { readonly reader: ByteReader; readonly counts: () => EngineCounts } {
  const { exports, bytes, words } = engine
  /** The input buffer. It begins with an incomplete record of `incomplete` bytes, which begins at `offset` of the body. */
  const input = { at: 0, size: 0, incomplete: 0, offset: 0, scanned: 0 }
  let slow = 0

  const reserveInput = async (size: number): Promise<void> => {
    if (exports.isMemoryLow.value === 0 && size <= input.size) return
    await output.settled()
    exports.makeSpace()
    if (size <= input.size) return
    const larger = Math.max(2 * input.size, size + page)
    const before = input.at
    input.at = exports.allocate(larger + 2 * slack) + slack
    input.size = larger
    exports.setScratch(exports.allocate(scratchGrowth * larger + slack))
    bytes().copyWithin(input.at, before, before + input.incomplete)
    await output.enlarge(rowGrowth * larger)
  }

  const passIdHashes = (): void => {
    const begin = exports.ids.value / 4
    filter.takeIdHashes?.(words().slice(begin, begin + 2 * exports.idCount.value))
    exports.clearIds()
  }

  /** Whether the incomplete record ends before `end`; if not, it stays incomplete. */
  const endsBefore = (end: number): boolean => {
    exports.moveScan(input.at + input.scanned)
    const after = exports.scanTo(end)
    const fault = parser.tooLarge((after === 0 ? end : after) - input.at, input.offset)
    if (fault) throw fault
    input.incomplete = after === 0 ? end - input.at : 0
    input.scanned = exports.scannedTo.value - input.at
    return after !== 0
  }

  /** Parses a record in JavaScript; returns the address after it, or undefined if it is incomplete. */
  const parseRecord = async (from: number, end: number, offset: number): Promise<number | undefined> => {
    const isNew = exports.isNew.value !== 0
    exports.beginScan(from)
    const after = exports.scanTo(end)
    if (after === 0) {
      bytes().copyWithin(input.at, from, end)
      Object.assign(input, { incomplete: end - from, offset, scanned: exports.scannedTo.value - from })
      return undefined
    }
    const record = parser.parse(bytes().subarray(from, after), offset)
    slow++
    const chosen = filter.choose(record)
    if (chosen !== undefined) {
      await add(chosen)
      if (isNew && chosen === record) registerNames?.()
    }
    exports.setPlace(1)
    if (exports.isMemoryLow.value !== 0) {
      await output.settled()
      exports.makeSpace()
    }
    return after
  }

  /** Reads a slice; returns the index of the array's `]` in it, if it is there. */
  const readSlice = async (chunk: Uint8Array, base: number): Promise<number | undefined> => {
    await reserveInput(input.incomplete + chunk.length)
    const from = input.at + input.incomplete
    const end = from + chunk.length
    bytes().set(chunk, from)
    bytes().fill(0, end, end + slack)
    if (input.incomplete > 0 && !endsBefore(end)) return undefined
    for (let next = input.at; ;) {
      const stop = exports.read(next, end)
      next = exports.at.value
      const offset = base + (next - from)
      if (stop === stops.atEnd) return undefined
      if (stop === stops.atClose) return next - from
      if (stop === stops.outputFull) {
        passIdHashes()
        await output.makeSpace()
        continue
      }
      if (stop === stops.atOther)
        throw parser.misplaced(bytes()[next] ?? 0, offset, places[exports.place.value] ?? 'first')
      const after = await parseRecord(next, end, offset)
      if (after === undefined) return undefined
      next = after
    }
  }

  const tally = (): RecordTally => ({
    taken: exports.taken.value,
    partials: exports.partials.value,
    hasPartial: exports.hasPartial.value !== 0,
    lateUpdates: exports.lateUpdates.value,
    updated: decoder.decode(bytes().subarray(exports.latest.value, exports.latest.value + 24)),
    otherForm: exports.otherForms.value,
    otherTime: exports.otherTimes.value,
  })

  const reader: ByteReader = {
    take: async (chunk, { at, base }) => {
      const before = tally()
      let closedAt: number | undefined
      for (let from = at; from < chunk.length && closedAt === undefined; from += sliceSize) {
        closedAt = await readSlice(chunk.subarray(from, from + sliceSize), base + from)
        if (closedAt !== undefined) closedAt += from
        passIdHashes()
        await output.pass(writeSize)
        await onSlice?.()
      }
      const now = tally()
      filter.count?.({
        ...now,
        taken: now.taken - before.taken,
        partials: now.partials - before.partials,
        lateUpdates: now.lateUpdates - before.lateUpdates,
        otherForm: now.otherForm - before.otherForm,
        otherTime: now.otherTime - before.otherTime,
      })
      return closedAt
    },
    rest: () => ({ bytes: bytes().subarray(input.at, input.at + input.incomplete), offset: input.offset }),
  }
  return {
    reader,
    counts: () => {
      const { taken, otherForm, otherTime } = tally()
      return { fast: taken + otherForm + otherTime, slow }
    },
  }
}

/** The output of the engine: one buffer is filled while the other is written to a file. */
export type Output = {
  /** Adds bytes of the host. */
  readonly put: (bytes: Uint8Array) => Promise<void>
  /** Passes the filled buffer to the sink if it has at least `min` bytes. */
  readonly pass: (min?: number) => Promise<void>
  /** Waits until no memory is being written to a file, so that it may move. */
  readonly settled: () => Promise<void>
  /** Enlarges the buffers to at least `size` bytes. */
  readonly enlarge: (size: number) => Promise<void>
  /** Frees or enlarges the current buffer. */
  readonly makeSpace: () => Promise<void>
}

/** Space in each buffer for bytes of the host; longer ones are passed to the sink directly. */
const hostShare = 64 * 1024

export function makeOutput({ exports, bytes }: Engine, sink: Sink): Output {
  let buffers: readonly [number, number] = [0, 0]
  let size = hostShare
  // By the host, in the first buffer.
  let used = 0
  let writing: Promise<void> | undefined
  const begin = ([first, other]: readonly [number, number]): void => {
    buffers = [first, other]
    used = 0
    exports.setOut(first)
    exports.setOutEnd(first + size)
  }
  const settled = async (): Promise<void> => {
    await writing
    writing = undefined
  }
  const pass = async (min = 1): Promise<void> => {
    const [first, other] = buffers
    const end = exports.out.value
    if (end - first < min) return
    await settled()
    writing = sink(bytes().subarray(first, end))
    // Awaited before the next write, which reports a failure.
    writing.catch(() => undefined)
    begin([other, first])
  }
  const enlarge = async (wanted: number): Promise<void> => {
    if (wanted + hostShare <= size) return
    await pass()
    await settled()
    size = wanted + hostShare
    begin([exports.allocate(size + slack), exports.allocate(size + slack)])
  }
  begin([exports.allocate(size + slack), exports.allocate(size + slack)])
  return {
    pass,
    settled,
    enlarge,
    put: async (added) => {
      if (added.length > hostShare - used) await pass()
      if (added.length > hostShare) {
        await settled()
        return sink(added)
      }
      bytes().set(added, exports.out.value)
      exports.setOut(exports.out.value + added.length)
      used += added.length
    },
    makeSpace: async () => {
      if (exports.out.value > buffers[0]) await pass()
      else await enlarge(2 * size)
    },
  }
}

/** Passes on what is left, and waits until it is written. */
export async function endOutput({ pass, settled }: Output): Promise<void> {
  await pass()
  await settled()
}
