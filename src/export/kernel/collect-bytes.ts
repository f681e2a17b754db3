import type { ArrayPlace, RawRecord, RawRecords, RecordChoice, RecordParser } from '../../record/records.ts'
import { collectRow } from '../collect-row.ts'
import type { Collected } from '../collected.ts'
import type { Spool } from '../format.ts'
import { startByting, type ByteCollection, type Byting } from './byting.ts'
import { longestLiteral, type Kernel } from './memory.ts'
import { readRaw, type KernelReader } from './read-raw.ts'
import { makeRowBlocks, type Rows } from './row-blocks.ts'

/** A collecting that takes bytes. */
export type ByteCollecting<Result> = KernelReader & {
  /** What was collected, once all bytes were taken; all rows have reached their place then. */
  readonly collected: () => Promise<Result>
}

const status = { more: 0, slow: 1, gap: 2, closed: 3, full: 4, open: 5 } as const

const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

/**
 * Collects records from their bytes, as `collectBatches` does from parsed ones and with the same result, but most of them
 * by a kernel that has learned what such records look like. The rows go to a spool, in blocks of `blockSize` bytes.
 */
export function collectBytes(
  reader: RecordParser,
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

/** Has a kernel collect all records, and waits for their rows. */
export async function collectRaw(
  raw: RawRecords,
  options: Parameters<typeof collectBytes>[2],
): Promise<Collected> {
  const reader = collectBytes(raw.parser, raw.choice, options)
  await readRaw(raw, reader)
  return reader.collected()
}

/** The same, with rows that go wherever `rowsIn` says. */
export function rowsOfBytes(
  reader: RecordParser,
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
      choice.count(difference(tally(), before))
      return end
    },
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
      await into.end()
      learned.recall('all')
      return { columns: collecting.columns, rowCount: rows.value + collecting.row }
    },
  }
}

type Tally = Parameters<RecordChoice['count']>[0]

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
  for (let next = input.at; ;) {
    const what = kernel.exports.read(next, end)
    next = kernel.exports.at.value
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

function gapFault({ kernel, reader }: Byting, offset: number, at: number): Error {
  return reader.misplaced(kernel.bytes()[at] ?? 0, offset, places[kernel.exports.place.value] ?? 'first')
}

/** Makes room for so many bytes of input; what is held stays. */
async function makeInput({ kernel, input, into }: Byting, size: number): Promise<void> {
  if (size <= input.size) return
  await into.settled()
  const [from, room] = [input.at, Math.max(2 * input.size, size + 64 * 1024)]
  input.at = kernel.allocate(room + longestLiteral + 64)
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
  const record = reader.parse(kernel.bytes().subarray(from, after), offset, marks)
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
