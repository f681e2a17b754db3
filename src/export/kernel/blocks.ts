import type { Sink } from '../format.ts'
import type { Kernel } from './memory.ts'

/** Two blocks of a kernel's memory that it fills in turn: while one is on its way, the other is filled. */
export type Blocks = {
  /** Whether the block that is being filled holds nothing. */
  readonly isEmpty: () => boolean
  /** The place after the room in it. */
  readonly roomEnd: () => number
  /** Hands on what it holds, and goes on with the other one. */
  readonly flush: () => Promise<void>
  /** Makes room for so many bytes: hands on what is there or, where nothing is, makes a larger block. */
  readonly makeRoom: (size: number) => Promise<void>
  /** Once it resolves, nothing is on its way, and the memory may move. */
  readonly settled: () => Promise<void>
  /** Hands on what is left, and waits for it. */
  readonly end: () => Promise<void>
  /** Gives both back: nothing is filled any more. */
  readonly release: () => void
}

const usualSize = 256 * 1024

/** What the kernel may write behind the end of a block. */
const slack = 64

/** Blocks of so many bytes, which go to `out` one after another. */
export function makeBlocks(
  { exports, allocate, release, bytes }: Kernel,
  { out, size = usualSize }: { readonly out: Sink; readonly size?: number },
): Blocks {
  const filledTo = (): number => exports.out.value
  const allocated = (room: number): Block => blockAt(allocate(room + slack), room)
  let [block, other] = [allocated(size), allocated(size)]
  let writing = Promise.resolve()
  const flush = async (): Promise<void> => {
    const end = filledTo()
    if (end === block.at) return
    await writing
    writing = out(bytes().subarray(block.at, end))
    // Whoever waits for it learns of a failure; until then, it is no unhandled one.
    writing.catch(() => undefined)
    ;[block, other] = [other, block]
    exports.setOut(block.at, block.end)
  }
  exports.setOut(block.at, block.end)
  return {
    isEmpty: () => filledTo() === block.at,
    roomEnd: () => block.end,
    flush,
    makeRoom: async (room) => {
      if (filledTo() > block.at) return flush()
      await writing
      block = allocated(2 * Math.max(room, block.end - block.at))
      exports.setOut(block.at, block.end)
    },
    settled: () => writing,
    end: async () => {
      await flush()
      await writing
    },
    release: () => {
      for (const { at, end } of [block, other]) release(at, end - at + slack)
    },
  }
}

type Block = { readonly at: number; readonly end: number }

const blockAt = (at: number, room: number): Block => ({ at, end: at + room })
