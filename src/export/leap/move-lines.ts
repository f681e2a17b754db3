import type { SeekableBytes } from '../../form/record-taker.ts'
import type { Rewritten, Sink } from '../format.ts'
import { makeLineLayout, type LineOptions, type LinePlaces } from '../kernel/line-layout.ts'
import type { Kernel } from '../kernel/memory.ts'
import { moveCells } from '../kernel/move-cells.ts'
import { begin, end, readHalf } from './begin-leap.ts'
import type { Leaping, LeapThreads } from './leap.ts'
import { movePieces } from './move-pieces.ts'
import { makePieceRoom } from './piece-room.ts'
import { usualSizes } from './pieces.ts'

/** Lines that are written anew, from a byte on. */
export type MovedLines = Rewritten & {
  /** The one that wrote them: where the system counts what is reserved, there is room for few. */
  readonly kernel: Kernel
  readonly from: number
  /** Bytes at which one of them begins. */
  readonly cuts: readonly number[]
  readonly out: Sink
  /** Absent: all is moved by one thread. */
  readonly threads: LeapThreads | undefined
}

/** Writes lines of CSV anew as `moveCells` does, by two threads where that pays. */
export async function moveLines(moved: MovedLines, places: LinePlaces, options: LineOptions): Promise<void> {
  const { kernel, lines, several, from, out, threads } = moved
  const { sizes = usualSizes } = threads ?? {}
  // They are moved in less time than they were read.
  if (!several || !threads || several.source.size - from < 2 * sizes.left)
    return moveCells(lines, places, { ...options, kernel, out })
  const { source, target } = several
  const at = await moveByTwo({ ...moved, source, leaping: { ...threads, target } }, places, options)
  // A line that is longer than the rooms of threads.
  if (at < source.size) await moveCells(source.from(at), places, { ...options, kernel, out })
}

type ByTwo = Pick<MovedLines, 'kernel' | 'from' | 'cuts'> & {
  readonly source: SeekableBytes
  readonly leaping: Leaping
}

/** Gives the byte up to which all lines were moved. */
async function moveByTwo(
  { kernel, from, cuts: known, source, leaping }: ByTwo,
  places: LinePlaces,
  options: LineOptions,
): Promise<number> {
  makeLineLayout(kernel, places, options)
  const begun = await begin(kernel, leaping, { at: { at: from, place: 0 }, size: source.size })
  const { turns, writes, sizes } = begun
  const within = known.filter((cut) => cut > from && cut < source.size)
  const cuts = shared([from, ...within.toSorted((a, b) => a - b), source.size])
  const asked = begun.ask({ handle: source.handle, cuts })
  const room = makePieceRoom(kernel, sizes)
  const files = { readAt: source.readAt, ...writes }
  const [own, done] = await readHalf(asked, begun, () =>
    movePieces({ kernel, room, sizes, files, turns, cuts }),
  )
  return (await end(begun, own, done)).at
}

function shared(numbers: readonly number[]): Float64Array<SharedArrayBuffer> {
  const all = new Float64Array(new SharedArrayBuffer(8 * numbers.length))
  all.set(numbers)
  return all
}
