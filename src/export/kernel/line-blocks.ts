import type { Sink } from '../format.ts'
import { makeBlocks, type Blocks } from './blocks.ts'
import type { Kernel } from './memory.ts'

/** Blocks of lines that the kernel copies. */
export type LineBlocks = Pick<Blocks, 'makeRoom' | 'settled' | 'end'> & {
  /** Puts a text behind the lines of the kernel. */
  readonly put: (text: string) => Promise<void>
}

const encoder = new TextEncoder()

/** The blocks of a kernel, which go to `out`. */
export function makeLineBlocks(kernel: Kernel, out: Sink): LineBlocks {
  const { exports, bytes } = kernel
  const blocks = makeBlocks(kernel, { out })
  const fits = (text: string): boolean => {
    const at = exports.out.value
    const { read, written } = encoder.encodeInto(text, bytes().subarray(at, blocks.roomEnd()))
    const isWhole = read === text.length
    if (isWhole) exports.setOut(at + written, blocks.roomEnd())
    return isWhole
  }
  return {
    ...blocks,
    put: async (text) => {
      if (fits(text)) return
      await blocks.flush()
      if (fits(text)) return
      await blocks.settled()
      await out(encoder.encode(text))
    },
  }
}
