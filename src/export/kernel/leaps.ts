import type { FlowingBytes, RecordChoice, SeekableBytes } from '../../form/record-taker.ts'
import { makeLeaper, type Leaper, type Leaping, type Leapt } from '../leap/leap.ts'
import { usualSizes, type LeapSizes } from '../leap/pieces.ts'
import type { Byting } from './byting.ts'
import type { Learned } from './learn.ts'
import type { Kernel } from './memory.ts'
import type { Rows } from './row-blocks.ts'

/** When records are read by two threads. */
export type Leaps = {
  readonly leap: Leaper
  readonly sizes: LeapSizes
  readonly start: () => void
  readonly isReady: () => boolean
  /** Bytes that were read since the parser had to read a record. */
  calm: number
  /** How many have to be before a leap. */
  needed: number
  /** Records that the parser read until then, and what was made of others. */
  slow: number
  /** Bytes at which a record has to begin, as a piece did that does not count. */
  readonly unproven: number[]
}

/** A reading by one thread, which goes on where two came to. */
export type Leapable = {
  readonly kernel: Kernel
  readonly choice: Pick<RecordChoice, 'told'>
  readonly into: Pick<Rows, 'pause' | 'resume'>
  /** What the kernel was taught, and notes more of; undefined where it knows nothing of records. */
  readonly learned?: Pick<Learned, 'recall' | 'follows' | 'isAskedBy' | 'made'>
  readonly input: { readonly at: number; readonly size: number; held: number; offset: number }
  /** Records that the parser read. */
  readonly slow: number
  /** Records of other kernels, less those of ours that don't count. */
  elsewhere: number
  readonly leaps: Leaps | undefined
}

/** No leap yet. */
export function makeLeaps(kernel: Kernel, leaping: Leaping): Leaps {
  const { sizes = usualSizes } = leaping
  return {
    leap: makeLeaper(kernel, leaping),
    sizes,
    start: leaping.start ?? (() => undefined),
    isReady: leaping.isReady ?? (() => true),
    calm: 0,
    needed: sizes.calm,
    slow: 0,
    unproven: [],
  }
}

/** Takes note of so many bytes that were read. */
export function noteCalm({ leaps, slow, learned }: Leapable, bytes: number): void {
  if (!leaps) return
  const now = slow + (learned?.made() ?? 0)
  leaps.calm = leaps.slow === now ? leaps.calm + bytes : 0
  leaps.slow = now
}

/** Starts the other thread for bytes of which it pays: it takes as long as we take until the first leap. */
export function expectLeaps({ leaps }: Leapable, { size }: { readonly size: number }): void {
  if (leaps && size >= leaps.sizes.left) leaps.start()
}

/** Leaps on, if it pays; gives the byte that was reached. */
export async function leap(
  leapable: Leapable,
  source: SeekableBytes | FlowingBytes,
): Promise<number | undefined> {
  const { kernel, input, into, leaps, choice } = leapable
  if (!leaps || !pays(leaps, source, input) || !(await into.pause?.())) return undefined
  const { exports } = kernel
  const begin = { at: input.offset, place: exports.place.value }
  const before = { rows: exports.rows.value, guarded: exports.guarded.value }
  let told = 0
  const tell = (rows: number): void => {
    choice.told({ taken: rows - told, otherForm: 0, otherTime: 0 })
    told = rows
  }
  if (isFlowing(source)) source.putBack(kernel.bytes().slice(input.at, input.at + input.held))
  const leapt = isFlowing(source)
    ? await leaps.leap.along(source, begin, ({ rows }) => tell(rows))
    : await leaps.leap.over(source, begin, input)
  const { at, own, other } = leapt
  goOn(leapable, leaps, leapt)
  const taken = own.rows + other.rows
  leapable.elsewhere += taken - (exports.rows.value - before.rows)
  into.resume?.(own.guarded + other.guarded - (exports.guarded.value - before.guarded), [
    ...own.cuts,
    ...other.cuts,
  ])
  tell(taken)
  leaps.needed = neededAfter(leaps, { hadThread: leapt.noted !== undefined, bytes: at - begin.at })
  return at
}

/** Knows what the other kernel learned, and goes on where the threads came to. */
function goOn(
  { kernel, input, learned }: Leapable,
  leaps: Leaps,
  { at, place, own, other, noted }: Leapt,
): void {
  const { exports } = kernel
  if (noted && learned) {
    kernel.readNotes(noted.notes, () => learned.recall('all'))
    for (const pair of noted.asked.follows) learned.follows(...pair)
    for (const pair of noted.asked.isAskedBy) learned.isAskedBy(...pair)
  }
  exports.setLimit(0xffffffff)
  exports.setAlone(false)
  exports.setPlace(place)
  if (learned) noteUnproven(leaps, { at, own, other })
  leaps.calm = 0
  input.held = 0
  input.offset = at
}

/** What was noted of a piece that does not count must have been of records, which shows where they are read at last. */
function noteUnproven(
  { unproven: all }: Leaps,
  { at, own, other }: Pick<Leapt, 'at' | 'own' | 'other'>,
): void {
  for (const { unproven = at } of [own, other]) {
    if (unproven < at) throw new MisreadPiece()
    if (unproven > at) all.push(unproven)
  }
  all.sort((a, b) => a - b)
}

const isFlowing = (source: SeekableBytes | FlowingBytes): source is FlowingBytes => 'next' in source

/** Whether a leap pays now; where it will, the thread is started. */
function pays(
  leaps: Leaps,
  source: SeekableBytes | FlowingBytes,
  { offset, held }: Leapable['input'],
): boolean {
  const { sizes, calm, needed, unproven } = leaps
  // Where nobody knows how much is left, as much may come as has come.
  const isLong = source.size === undefined ? offset >= sizes.begun : source.size - offset >= sizes.left
  if (!isLong) return false
  leaps.start()
  if (calm < needed || unproven.length > 0) return false
  // A file would be read by us until the thread is there, a stream by nobody.
  return !isFlowing(source) || (leaps.isReady() && held <= sizes.tail)
}

/** After a short leap it takes longer until the next one; without a second thread there is none. */
function neededAfter(
  { needed, sizes }: Leaps,
  { hadThread, bytes }: { readonly hadThread: boolean; readonly bytes: number },
): number {
  if (!hadThread) return Number.POSITIVE_INFINITY
  return bytes < 4 * needed ? 2 * needed : sizes.calm
}

/** A piece began within a record: what its kernel noted is of no record. Everything has to be read anew, without leaps. */
export class MisreadPiece extends Error {}

/** The next byte at which a record has to begin; `Infinity` where there is none. */
export const nextProof = ({ leaps }: Byting): number => leaps?.unproven[0] ?? Number.POSITIVE_INFINITY

/** A record begins at this byte: proves that of a piece, or the contrary. */
export function prove({ leaps }: Byting, at: number): void {
  const wanted = leaps?.unproven.shift()
  if (wanted !== at) throw new MisreadPiece()
}

/** No record begins any more. */
export function proveAll({ leaps }: Byting): void {
  if (leaps && leaps.unproven.length > 0) throw new MisreadPiece()
}
