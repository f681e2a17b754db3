import type { ArrayPlace, ByteReader, RawRecord, RawRecords, RecordTally } from '../record/records.ts'
import { heldAt, page, slack, type Engine } from './instance.ts'
import { endOutput, type Output } from './output.ts'

/** The number of records that the engine handled (`fast`), and that it left to the plain way (`slow`). */
export type WayCounts = { readonly fast: number; readonly slow: number }

/** How records are used. */
export type Use = {
  /** The nodes of forms that are chosen. */
  readonly forms: ReadonlyMap<string, number>
  readonly output: Output
  /** Adds a chosen record that the host has parsed. */
  readonly add: (record: RawRecord) => Promise<void>
  /** Called after `add` of a record with names that are new to the engine, and that have their columns now. */
  readonly learn?: () => void
  /** Called after each slice. */
  readonly sliced?: () => Promise<void>
}

const stopped = { atEnd: 0, atRecord: 1, atOther: 2, atClose: 3, asFull: 4 } as const
const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

const decoder = new TextDecoder()

/** How many bytes are read at once, so that input and output stay in the processor's cache. */
const sliceSize = 256 * 1024
/** How many bytes are written at once, since each write costs a change of threads. */
const writtenAtOnce = 512 * 1024
/** The most that a row takes as a multiple of its record, and joined texts as a multiple of theirs. */
const [rowShare, scratchShare] = [3, 2]

/** Reads all records of a source, with the engine where possible. */
export async function readRaw(
  engine: Engine,
  { filter, parser, read, extraRecords }: RawRecords,
  use: Use,
): Promise<WayCounts> {
  const { words } = engine
  const { reader, counts } = makeReader(engine, { filter, parser }, use)
  for (const record of extraRecords?.before() ?? []) await use.add(record)
  await read(reader)
  for (const formId of filter.formIds ?? []) {
    const node = use.forms.get(formId)
    filter.countForm?.(formId, node === undefined ? 0 : (words()[(node + heldAt) / 4] ?? 0))
  }
  for (const record of extraRecords?.after() ?? []) await use.add(record)
  filter.onEnd?.()
  await endOutput(use.output)
  return counts()
}

function makeReader(
  engine: Engine,
  { filter, parser }: Pick<RawRecords, 'filter' | 'parser'>,
  use: Use,
): { readonly reader: ByteReader; readonly counts: () => WayCounts } {
  const { exports, bytes, words } = engine
  const { output } = use
  const input = { at: 0, size: 0, held: 0, offset: 0, scanned: 0 }
  let slow = 0

  const makeInput = async (size: number): Promise<void> => {
    if (exports.isTight.value === 0 && size <= input.size) return
    await output.settled()
    exports.makeSpace()
    if (size <= input.size) return
    const larger = Math.max(2 * input.size, size + page)
    const before = input.at
    input.at = exports.allocate(larger + 2 * slack) + slack
    input.size = larger
    exports.setScratch(exports.allocate(scratchShare * larger + slack))
    bytes().copyWithin(input.at, before, before + input.held)
    await output.enlarge(rowShare * larger)
  }

  const takeIds = (): void => {
    const begin = exports.ids.value / 4
    filter.takeIdHashes?.(words().slice(begin, begin + 2 * exports.idCount.value))
    exports.forgetIds()
  }

  /** Whether the incomplete record ends before `end`; if not, it stays incomplete. */
  const endsBefore = (end: number): boolean => {
    exports.moveScan(input.at + input.scanned)
    const after = exports.scanTo(end)
    const fault = parser.tooLarge((after === 0 ? end : after) - input.at, input.offset)
    if (fault) throw fault
    input.held = after === 0 ? end - input.at : 0
    input.scanned = exports.scannedTo.value - input.at
    return after !== 0
  }

  /** Parses a record in JavaScript; returns the place after it, or undefined if it is incomplete. */
  const readPlainly = async (from: number, end: number, offset: number): Promise<number | undefined> => {
    const isNew = exports.isNew.value !== 0
    exports.beginScan(from)
    const after = exports.scanTo(end)
    if (after === 0) {
      bytes().copyWithin(input.at, from, end)
      Object.assign(input, { held: end - from, offset, scanned: exports.scannedTo.value - from })
      return undefined
    }
    const record = parser.parse(bytes().subarray(from, after), offset)
    slow++
    const chosen = filter.choose(record)
    if (chosen !== undefined) {
      await use.add(chosen)
      if (isNew && chosen === record) use.learn?.()
    }
    exports.setPlace(1)
    if (exports.isTight.value !== 0) {
      await output.settled()
      exports.makeSpace()
    }
    return after
  }

  const takeSlice = async (chunk: Uint8Array, base: number): Promise<number | undefined> => {
    await makeInput(input.held + chunk.length)
    const from = input.at + input.held
    const end = from + chunk.length
    bytes().set(chunk, from)
    bytes().fill(0, end, end + slack)
    if (input.held > 0 && !endsBefore(end)) return undefined
    for (let next = input.at; ;) {
      const what = exports.read(next, end)
      next = exports.at.value
      const offset = base + (next - from)
      if (what === stopped.atEnd) return undefined
      if (what === stopped.atClose) return next - from
      if (what === stopped.asFull) {
        takeIds()
        await output.makeSpace()
        continue
      }
      if (what === stopped.atOther)
        throw parser.misplaced(bytes()[next] ?? 0, offset, places[exports.place.value] ?? 'first')
      const after = await readPlainly(next, end, offset)
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
        closedAt = await takeSlice(chunk.subarray(from, from + sliceSize), base + from)
        if (closedAt !== undefined) closedAt += from
        takeIds()
        await output.pass(writtenAtOnce)
        await use.sliced?.()
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
    rest: () => ({ bytes: bytes().subarray(input.at, input.at + input.held), offset: input.offset }),
  }
  return {
    reader,
    counts: () => {
      const { taken, otherForm, otherTime } = tally()
      return { fast: taken + otherForm + otherTime, slow }
    },
  }
}
