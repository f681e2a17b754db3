import type { SeekableBytes } from '../../form/record-taker.ts'
import { makeLeaper, type Leaper, type Leaping } from '../leap/leap.ts'
import { usualSizes, type LeapSizes } from '../leap/pieces.ts'
import type { Byting } from './byting.ts'
import type { Kernel } from './memory.ts'

/** When records are read by two threads. */
export type Leaps = {
  readonly leap: Leaper
  readonly sizes: LeapSizes
  readonly start: () => void
  /** Bytes that were read since the parser had to read a record. */
  calm: number
  /** How many have to be before a leap. */
  needed: number
  /** Records that the parser read until then. */
  slow: number
  /** Bytes at which a record has to begin, as a piece did that does not count. */
  readonly unproven: number[]
}

/** No leap yet. */
export function makeLeaps(kernel: Kernel, leaping: Leaping): Leaps {
  const { sizes = usualSizes } = leaping
  return {
    leap: makeLeaper(kernel, leaping),
    sizes,
    start: leaping.start ?? (() => undefined),
    calm: 0,
    needed: sizes.calm,
    slow: 0,
    unproven: [],
  }
}

/** Takes note of so many bytes that were read. */
export function noteCalm({ leaps, slow }: Byting, bytes: number): void {
  if (!leaps) return
  leaps.calm = leaps.slow === slow ? leaps.calm + bytes : 0
  leaps.slow = slow
}

/** Leaps on, if it pays; gives the byte that was reached. */
export async function leap(byting: Byting, source: SeekableBytes): Promise<number | undefined> {
  const { kernel, input, into, leaps, choice, learned } = byting
  const { offset } = input
  if (leaps && source.size - offset >= leaps.sizes.left) leaps.start()
  if (!leaps || leaps.calm < leaps.needed || leaps.unproven.length > 0) return undefined
  if (source.size - offset < leaps.sizes.left || !(await into.pause?.())) return undefined
  const { exports } = kernel
  const before = { rows: exports.rows.value, guarded: exports.guarded.value }
  const { at, place, own, other, noted } = await leaps.leap(source, {
    at: offset,
    place: exports.place.value,
  })
  if (noted) {
    kernel.readBack(noted.copy, learned.recall)
    for (const pair of noted.asked.follows) learned.follows(...pair)
    for (const pair of noted.asked.isAskedBy) learned.isAskedBy(...pair)
  }
  exports.setLimit(0xffffffff)
  exports.setAlone(false)
  exports.setPlace(place)
  const taken = own.rows + other.rows
  byting.elsewhere += taken - (exports.rows.value - before.rows)
  into.resume?.(own.guarded + other.guarded - (exports.guarded.value - before.guarded))
  choice.told({ taken, otherForm: 0, otherTime: 0 })
  for (const { unproven = at } of [own, other]) {
    if (unproven < at) throw new MisreadPiece()
    if (unproven > at) leaps.unproven.push(unproven)
  }
  leaps.unproven.sort((a, b) => a - b)
  leaps.needed = neededAfter(leaps, { hadThread: noted !== undefined, bytes: at - offset })
  leaps.calm = 0
  input.held = 0
  input.offset = at
  return at
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
