import type { Sink } from '../format.ts'
import type { Kernel } from './memory.ts'

/** Two blocks of a kernel's memory that are filled with lines in turn: while one is written, the other is filled. */
export type LineBlocks = {
  /** Puts a text behind the lines of the kernel. */
  readonly put: (text: string) => Promise<void>
  /** Makes room for so many bytes: hands on what is there, and makes a larger block where nothing is. */
  readonly makeRoom: (size: number) => Promise<void>
  /** Once it resolves, nothing is being written, and the memory may move. */
  readonly settled: () => Promise<void>
  /** Writes what is left. */
  readonly end: () => Promise<void>
}

const blockSize = 256 * 1024

/** What the kernel may write behind the end of a block. */
const slack = 64

type Block = { readonly at: number; readonly end: number }

type Filling = {
  readonly kernel: Kernel
  readonly out: Sink
  readonly blocks: [Block, Block]
  writing: Promise<void>
}

/** The blocks of a kernel, which go to `out`. */
export function makeLineBlocks(kernel: Kernel, out: Sink): LineBlocks {
  const blocks: [Block, Block] = [allocateBlock(kernel, blockSize), allocateBlock(kernel, blockSize)]
  const filling: Filling = { kernel, out, blocks, writing: Promise.resolve() }
  useBlock(filling)
  return {
    put: (text) => put(filling, text),
    makeRoom: (size) => makeRoom(filling, size),
    settled: () => filling.writing,
    end: async () => {
      await flush(filling)
      await filling.writing
    },
  }
}

function allocateBlock(kernel: Kernel, size: number): Block {
  const at = kernel.allocate(size + slack)
  return { at, end: at + size }
}

function useBlock({ kernel, blocks: [block] }: Filling): void {
  kernel.exports.setLineOut(block.at, block.end)
}

/** Writes the block that is being filled, and goes on with the other one. */
async function flush(filling: Filling): Promise<void> {
  const { kernel, blocks, out } = filling
  const { at } = blocks[0]
  const end = kernel.exports.lineOut.value
  if (end === at) return
  await filling.writing
  filling.writing = out(kernel.bytes().subarray(at, end))
  // Whoever waits for it learns of a failure; until then, it is no unhandled one.
  filling.writing.catch(() => undefined)
  blocks.reverse()
  useBlock(filling)
}

async function makeRoom(filling: Filling, size: number): Promise<void> {
  const { kernel, blocks } = filling
  if (kernel.exports.lineOut.value > blocks[0].at) return flush(filling)
  await filling.writing
  blocks[0] = allocateBlock(kernel, 2 * Math.max(size, blocks[0].end - blocks[0].at))
  useBlock(filling)
}

const encoder = new TextEncoder()

async function put(filling: Filling, text: string): Promise<void> {
  if (fits(filling, text)) return
  await flush(filling)
  if (fits(filling, text)) return
  await filling.writing
  await filling.out(encoder.encode(text))
}

function fits({ kernel, blocks: [block] }: Filling, text: string): boolean {
  const at = kernel.exports.lineOut.value
  const { read, written } = encoder.encodeInto(text, kernel.bytes().subarray(at, block.end))
  const isWhole = read === text.length
  if (isWhole) kernel.exports.setLineOut(at + written, block.end)
  return isWhole
}
