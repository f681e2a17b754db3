import type { ArrayPlace, RecordChoice, RecordReader, RecordTaker } from '../../form/record-taker.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import { collectRow } from '../collect-row.ts'
import type { Collected } from '../collected.ts'
import type { Spool } from '../format.ts'
import { startByting, type ByteCollection, type Byting } from './byting.ts'
import { expectLeaps, leap, nextProof, noteCalm, prove, proveAll } from './leaps.ts'
import { longestLiteral, type Kernel } from './memory.ts'
import { makeRowBlocks, type Rows } from './row-blocks.ts'

/** A collecting that takes bytes. */
export type ByteCollecting<Result> = RecordTaker & {
  /** What was collected, once all bytes were taken; all rows have reached their place then. */
  readonly collected: () => Promise<Result>
  /** Records that the kernel read or passed over, and those that it left to the parser. */
  readonly counts: () => { readonly fast: number; readonly slow: number }
}

const status = { more: 0, slow: 1, gap: 2, closed: 3, full: 4, open: 5, reached: 6 } as const

const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

/**
 * Collects records from their bytes, as `collectBatches` does from parsed ones and with the same result, but most of them
 * by a kernel that has learned what such records look like. The rows go to a spool, in blocks of `blockSize` bytes.
 */
export function collectBytes(
  reader: RecordReader,
  choice: RecordChoice,
  {
    spool,
    blockSize,
    ...collection
  }: Omit<ByteCollection, 'rowsIn'> & { readonly spool: Spool; readonly blockSize?: number },
): ByteCollecting<Collected> {
  const rowsIn = (kernel: Kernel): Rows => makeRowBlocks(kernel, spool, blockSize)
  const taker = rowsOfBytes(reader, choice, { ...collection, rowsIn })
  return { ...taker, collected: async () => ({ ...(await taker.collected()), spool }) }
}

/** The same, with rows that go wherever `rowsIn` says. */
export function rowsOfBytes(
  reader: RecordReader,
  choice: RecordChoice,
  collection: ByteCollection,
): ByteCollecting<Pick<Collected, 'columns' | 'rowCount'>> {
  const byting = startByting(reader, choice, collection)
  const { kernel, collecting, learned, others, into, input } = byting
  const { rows, otherForms, otherTimes } = kernel.exports
  const tally = (): Tally => ({ taken: rows.value, otherForm: otherForms.value, otherTime: otherTimes.value })
  return {
    take: async (chunk, from) => {
      const before = tally()
      const end = await take(byting, chunk, from)
      choice.told(difference(tally(), before))
      noteCalm(byting, chunk.length)
      return end
    },
    expect: (source) => expectLeaps(byting, source),
    leap: (source) => leap(byting, source),
    add: async (records) => {
      for (const record of records) await addRow(byting, record)
    },
    rest: () => ({
      bytes: kernel.bytes().subarray(input.at, input.at + input.held),
      offset: input.offset,
    }),
    readOf: (formId) => learned.readOf(formId) + (others?.learned.readOf(formId) ?? 0),
    counts: () => ({ fast: rows.value + otherForms.value + otherTimes.value, slow: byting.slow }),
    collected: async () => {
      proveAll(byting)
      await into.end()
      learned.recall('all')
      return { columns: collecting.columns, rowCount: rows.value + byting.elsewhere + collecting.row }
    },
  }
}

type Tally = Parameters<RecordChoice['told']>[0]

const difference = (now: Tally, before: Tally): Tally => ({
  taken: now.taken - before.taken,
  otherForm: now.otherForm - before.otherForm,
  otherTime: now.otherTime - before.otherTime,
})

async function take(
  byting: Byting,
  chunk: Uint8Array,
  { at, base }: { readonly at: number; readonly base: number },
): Promise<number | undefined> {
  const { kernel, input, into } = byting
  const size = chunk.length - at
  byting.learned.review()
  byting.others?.learned.review()
  if (byting.learned.isTight()) {
    await into.settled()
    byting.learned.reserve()
  }
  await makeInput(byting, input.held + size)
  const from = input.at + input.held
  kernel.bytes().set(at === 0 ? chunk : chunk.subarray(at), from)
  const end = from + size
  // What is read beyond the end is nothing that could go on there.
  kernel.bytes().fill(0, end, end + 16)
  const offsetOf = (place: number): number => base + at + (place - from)
  const addressOf = (byte: number): number => Math.min(from + (byte - base - at), 0xffffffff)
  byting.nulls?.look(input.at, end)
  for (let next = input.at; ;) {
    const what = readOn(byting, { from: next, end }, addressOf(nextProof(byting)))
    next = kernel.exports.at.value
    if (what === status.reached) {
      prove(byting, offsetOf(next))
      continue
    }
    if (what === status.closed) return at + (next - from)
    if (what === status.gap) throw gapFault(byting, offsetOf(next), next)
    if ((what === status.full || what === status.open) && (await into.makeRoom())) continue
    const after =
      what === status.more ? undefined : await takeSlowly(byting, { from: next, end, offset: offsetOf(next) })
    if (after === undefined) {
      keep(byting, { from: next, end, offset: offsetOf(next) })
      return undefined
    }
    next = after
  }
}

/** Has the kernel read on up to a record that begins at a place or behind, or is to be parsed for a null. */
function readOn(
  { kernel: { exports }, nulls }: Byting,
  { from, end }: Omit<Span, 'offset'>,
  proof: number,
): number {
  const open = nulls?.next(from, end) ?? Number.POSITIVE_INFINITY
  exports.setLimit(Math.min(proof, open))
  const what = exports.read(from, end)
  return what === status.reached && exports.at.value === open ? status.slow : what
}

function gapFault({ kernel, reader }: Byting, offset: number, at: number): Error {
  return reader.misplaced(kernel.bytes()[at] ?? 0, offset, places[kernel.exports.place.value] ?? 'first')
}

/** Makes room for so many bytes of input; what is held stays. */
async function makeInput({ kernel, input, into }: Byting, size: number): Promise<void> {
  if (size <= input.size) return
  await into.settled()
  const [from, room] = [input.at, Math.max(2 * input.size, size + 64 * 1024)]
  input.at = kernel.allocate(room + longestLiteral + 64, 'passing')
  input.size = room
  kernel.bytes().copyWithin(input.at, from, from + input.held)
}

type Span = { readonly from: number; readonly end: number; readonly offset: number }

/** Keeps the beginning of a record until the next chunk. */
function keep({ kernel, input, reader }: Byting, { from, end, offset }: Span): void {
  kernel.bytes().copyWithin(input.at, from, end)
  input.held = end - from
  input.offset = offset
  const fault = reader.tooLarge(input.held, offset)
  if (fault) throw fault
}

/** Reads a record as the reference does and teaches its make; gives the place after it, undefined where it goes on. */
async function takeSlowly(byting: Byting, { from, end, offset }: Span): Promise<number | undefined> {
  const { kernel, tokenizer, reader, into, choice } = byting
  const after = kernel.exports.recordEnd(from, end)
  if (after === 0) return undefined
  const marks = tokenizer.scan(from, after)
  const record = reader.read(kernel.bytes().subarray(from, after), offset, marks)
  byting.slow++
  const chosen = choice.choose(record)
  if (chosen !== undefined) await addRow(byting, chosen)
  // The kernel's memory may move while it learns; what is being written must not.
  await into.settled()
  if (chosen === record || chosen === undefined)
    learn(byting, record, { from, end: after, isOther: chosen === undefined })
  kernel.exports.setPlace(1)
  return after
}

type Place = { readonly from: number; readonly end: number; readonly isOther: boolean }

/** Teaches the make of a record, be it one that is not wanted. The columns of such are none of ours. */
function learn({ learned, others, tokenizer }: Byting, record: RawRecord, place: Place): void {
  const { isOther } = place
  if (isOther && (!others || others.learned.isFull())) return
  const tokens = tokenizer.tokens()
  if (!tokens) return
  if (isOther && others) collectRow(others.collecting, record)
  ;(isOther ? others?.learned : learned)?.learn(tokens, record, place)
}

async function addRow({ collecting, into }: Byting, record: RawRecord): Promise<void> {
  collectRow(collecting, record)
  await into.put(collecting.cells)
}
