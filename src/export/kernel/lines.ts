import type { Sink } from '../format.ts'
import { makeBlocks, type Blocks } from './blocks.ts'
import { makeLineLayout, type LineOptions, type LinePlaces } from './line-layout.ts'
import type { Kernel } from './memory.ts'

/** Lines that a kernel makes of what lies in its memory. */
export type Lines = Pick<Blocks, 'settled' | 'end' | 'isEmpty' | 'flush'> & {
  readonly places: () => LinePlaces
  /** Makes all columns with a number below `count` known, and some that may come. */
  readonly reach: (count: number) => Promise<void>
  /** Whether they are. */
  readonly reaches: (count: number) => boolean
  /** Copies bytes into the kernel's memory, in the place of what was loaded before but for its rest; gives where all lie. */
  readonly load: (bytes: Uint8Array, rest?: Span) => Promise<Span>
  /** Makes lines: `writeCsv` of sparse rows, `moveCells` of other lines. Gives the place after what was used. */
  readonly make: (how: 'writeCsv' | 'moveCells', span: Span) => Promise<number>
  /** Gives a place to the column for which the last row could not be written; false where it was for want of room. */
  readonly addPlace: () => Promise<boolean>
}

type WritingOptions = { readonly out: Sink; readonly atOnce?: boolean }

/** Columns that may come while the kernel reads. */
const moreColumns = 256

/** A part of a kernel's memory. */
export type Span = { readonly from: number; readonly end: number }

/** Lines with their cells in these places, which go to `out`. */
export function makeLines(
  kernel: Kernel,
  places: LinePlaces,
  { out, ...options }: LineOptions & WritingOptions,
): Lines {
  const blocks = makeBlocks(kernel, { out })
  const layout = makeLineLayout(kernel, places, options)
  const { exports } = kernel
  const reaches = (count: number): boolean => count <= layout.known()
  const addPlace = async (): Promise<boolean> => {
    const column = exports.unplaced.value - 1
    if (column < 0) return false
    await blocks.settled()
    layout.addPlace(column)
    return true
  }
  return {
    ...blocks,
    places: layout.now,
    reach: async (count) => {
      if (reaches(count)) return
      await blocks.settled()
      layout.reach(count + moreColumns)
    },
    reaches,
    addPlace,
    load: makeLoad(kernel, blocks),
    make: async (how, { from, end }) => {
      for (let at = from; ;) {
        const isDone = exports[how](at, end) !== 0
        at = exports.blockAt.value
        if (isDone) return at
        if (!(await addPlace())) await blocks.makeRoom(2 * (end - at) + layout.now().width)
      }
    },
  }
}

/** What is behind what is loaded may be anything; the kernel reads 16 bytes at a time. */
const slack = 64

/** What the next block may be longer by, with its rest, so that one room is enough. */
const more = 64 * 1024

function makeLoad({ allocate, bytes }: Kernel, { settled }: Pick<Blocks, 'settled'>): Lines['load'] {
  let [at, size] = [0, 0]
  return async (block, rest = { from: 0, end: 0 }) => {
    const kept = rest.end - rest.from
    if (kept + block.length > size) {
      await settled()
      size = Math.max(2 * size, kept + block.length + more)
      at = allocate(size + slack)
    }
    bytes().copyWithin(at, rest.from, rest.end)
    bytes().set(block, at + kept)
    return { from: at, end: at + kept + block.length }
  }
}
