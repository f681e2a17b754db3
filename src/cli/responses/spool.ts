import type { Spool } from '../../export/format.ts'
import type { Files, Scratch } from '../host.ts'

/** Most bytes kept in memory; most exports never need a file. */
const inMemory = 8 * 1024 * 1024

/** A spool in memory that goes on in a scratch file when it grows. */
export function makeSpool(files: Files): Spool & { readonly close: () => Promise<void> } {
  const kept: Uint8Array[] = []
  const lengths: number[] = []
  let size = 0
  let scratch: Scratch | undefined
  return {
    append: async (block) => {
      size += block.length
      if (scratch === undefined && size <= inMemory) {
        kept.push(block.slice())
        return
      }
      scratch ??= await files.scratch()
      lengths.push(block.length)
      await scratch.append(block)
    },
    async *blocks() {
      yield* kept
      let at = 0
      for (const length of lengths) {
        if (scratch) yield await scratch.read(at, length)
        at += length
      }
    },
    close: async () => scratch?.close(),
  }
}
