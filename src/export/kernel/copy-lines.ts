import type { ArrayPlace, ByteReader, RecordChoice, RawRecords, RecordParser } from '../../record/records.ts'
import type { Sink } from '../format.ts'
import { makeLineBlocks, type LineBlocks } from './line-blocks.ts'
import { startKernel, type Kernel } from './memory.ts'

/** A copying that takes bytes. */
type LineCopying = ByteReader & {
  /** Writes what is left, once all bytes were taken, and ends the last line; gives the number of lines. */
  readonly end: () => Promise<number>
  /** Records that the kernel copied, and those that it left to the parser. */
  readonly counts: () => { readonly fast: number; readonly slow: number }
}

const status = { more: 0, slow: 1, gap: 2, closed: 3, full: 4 } as const

const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

/** Zeros behind the input: with them, no value goes on. */
const slack = 64

type Copying = {
  readonly kernel: Kernel
  /** Is told of all records, and chooses none: they are whole. */
  readonly choice: Pick<RecordChoice, 'choose' | 'count'>
  readonly reader: RecordParser
  readonly into: LineBlocks
  readonly between: string
  /** `scanned`: how far the end of the record that is held was looked for. */
  readonly input: { at: number; size: number; held: number; offset: number; scanned: number }
  slow: number
}

/** Where lines go, and what stands between two: one or two characters of ASCII. */
export type LineCopy = {
  readonly out: Sink
  readonly between: string
}

const namesSize = 64 * 1024

/** Has a kernel copy all records; gives their number. */
export async function copyRaw(raw: RawRecords, lines: LineCopy): Promise<number> {
  const reader = copyLines(raw.parser, raw.choice, lines)
  await raw.read(reader)
  return reader.end()
}

/**
 * Copies records from their bytes as lines, as `JSON.stringify` writes what the parser reads, but most of them by the
 * kernel.
 */
export function copyLines(
  reader: RecordParser,
  choice: Pick<RecordChoice, 'choose' | 'count'>,
  { out, between }: LineCopy,
): LineCopying {
  const kernel = startKernel({ heldBy: () => 0, isFormula: () => false })
  const names = kernel.allocate(namesSize)
  kernel.exports.setNames(names, names + namesSize)
  const into = makeLineBlocks(kernel, out)
  const input = { at: 0, size: 0, held: 0, offset: 0, scanned: 0 }
  const copying: Copying = { kernel, reader, choice, into, between, input, slow: 0 }
  kernel.exports.setBetween(between.charCodeAt(0) | (between.charCodeAt(1) << 8), between.length)
  const { rows } = kernel.exports
  const lines = (): number => rows.value + copying.slow
  return {
    take: async (chunk, from) => {
      const before = rows.value
      const closedAt = await take(copying, chunk, from)
      choice.count({ taken: rows.value - before, otherForm: 0, otherTime: 0 })
      return closedAt
    },
    rest: () => ({ bytes: kernel.bytes().subarray(input.at, input.at + input.held), offset: input.offset }),
    counts: () => ({ fast: rows.value, slow: copying.slow }),
    end: async () => {
      if (lines() > 0) await into.put('\n')
      await into.end()
      return lines()
    },
  }
}

async function take(
  copying: Copying,
  chunk: Uint8Array,
  { at, base }: { readonly at: number; readonly base: number },
): Promise<number | undefined> {
  const { kernel, input } = copying
  const { from, end } = await putInput(copying, at === 0 ? chunk : chunk.subarray(at))
  const offsetOf = (place: number): number => base + at + (place - from)
  if (input.held > 0 && !goesOnTo(copying, end)) return undefined
  for (let next = input.at; ;) {
    const what = kernel.exports.read(next, end)
    next = kernel.exports.at.value
    if (what === status.closed) return at + (next - from)
    if (what === status.gap) throw gapFault(copying, offsetOf(next), next)
    if (what === status.full) await copying.into.makeRoom(end - next)
    else {
      const record = { from: next, end, offset: offsetOf(next) }
      const after = what === status.slow ? await copySlowly(copying, record) : undefined
      if (after === undefined) {
        hold(copying, record)
        return undefined
      }
      next = after
    }
  }
}

/** Puts bytes behind those that are held. */
async function putInput(copying: Copying, bytes: Uint8Array): Promise<{ from: number; end: number }> {
  const { kernel, input } = copying
  const size = input.held + bytes.length
  if (size > input.size) {
    // The memory may move, and what is being written must not.
    await copying.into.settled()
    const [before, room] = [input.at, Math.max(2 * input.size, size + 64 * 1024)]
    input.at = kernel.allocate(room + slack)
    input.size = room
    kernel.bytes().copyWithin(input.at, before, before + input.held)
  }
  const from = input.at + input.held
  const end = from + bytes.length
  kernel.bytes().set(bytes, from)
  kernel.bytes().fill(0, end, end + slack)
  return { from, end }
}

/** Whether the record that is held ends before `end`; if not, it is held on. */
function goesOnTo({ kernel, input, reader }: Copying, end: number): boolean {
  kernel.exports.moveScan(input.at + input.scanned)
  const recordEnd = kernel.exports.findEnd(end)
  const fault = reader.tooLarge((recordEnd === 0 ? end : recordEnd) - input.at, input.offset)
  if (fault) throw fault
  input.held = recordEnd === 0 ? end - input.at : 0
  input.scanned = kernel.exports.scanAt.value - input.at
  return recordEnd !== 0
}

function gapFault({ kernel, reader }: Copying, offset: number, at: number): Error {
  return reader.misplaced(kernel.bytes()[at] ?? 0, offset, places[kernel.exports.place.value] ?? 'first')
}

type Span = { readonly from: number; readonly end: number; readonly offset: number }

/** Keeps the beginning of a record until the next chunk. */
function hold({ kernel, input }: Copying, { from, end, offset }: Span): void {
  kernel.bytes().copyWithin(input.at, from, end)
  input.held = end - from
  input.offset = offset
  input.scanned = kernel.exports.scanAt.value - from
}

/** Copies a record as the reference does; gives the place after it, undefined where it goes on. */
async function copySlowly(copying: Copying, { from, end, offset }: Span): Promise<number | undefined> {
  const { kernel, reader, choice, into, between } = copying
  kernel.exports.beginScan(from)
  const after = kernel.exports.findEnd(end)
  if (after === 0) return undefined
  const record = reader.parse(kernel.bytes().subarray(from, after), offset)
  choice.choose(record)
  const line = JSON.stringify(record)
  await into.put(kernel.exports.place.value === 2 ? between + line : line)
  copying.slow++
  kernel.exports.setPlace(1)
  return after
}
