import type { Files, ScratchFile } from '../../files/file-system.ts'
import { prefetch } from '../../files/files.ts'
import type { Spool } from '../../record/bytes.ts'

export type ScratchFiles = Pick<Files, 'scratch'>

/** The bytes kept in memory; few exports need a file. */
const inMemory = 8 * 1024 * 1024

/** A spool in memory, which moves to a scratch file when it grows. */
export function makeSpool(
  files: ScratchFiles,
  max = inMemory,
): Spool & { readonly close: () => Promise<void> } {
  let kept: Uint8Array[] = []
  const lengths: number[] = []
  let size = 0
  let scratch: ScratchFile | undefined
  const open = async (): Promise<ScratchFile> => {
    scratch = await files.scratch()
    // An export of this size needs the memory for other work.
    for (const block of kept) {
      lengths.push(block.length)
      await scratch.append(block)
    }
    kept = []
    return scratch
  }
  let opening: Promise<ScratchFile> | undefined
  const opened = (): Promise<ScratchFile> => (opening ??= open())
  return {
    append: async (block) => {
      size += block.length
      if (scratch === undefined && size <= max) {
        kept.push(block.slice())
        return
      }
      const { append } = await opened()
      lengths.push(block.length)
      await append(block)
    },
    async *blocks() {
      yield* kept
      if (scratch) yield* readBlocks(scratch, lengths)
    },
    close: async () => scratch?.close(),
  }
}

/** Reads blocks of these lengths in order. */
function readBlocks({ read }: ScratchFile, lengths: readonly number[]): AsyncIterable<Uint8Array> {
  const remaining = lengths.values()
  let at = 0
  return prefetch(async () => {
    const { value: length } = remaining.next()
    if (length === undefined) return undefined
    const block = await read(at, length)
    at += length
    return block
  })
}

/** Works with as many spools as it makes, and closes them in the end. */
export async function withSpools<T>(
  files: ScratchFiles,
  work: (make: () => Spool) => Promise<T>,
  max?: number,
): Promise<T> {
  const made: ReturnType<typeof makeSpool>[] = []
  const make = (): Spool => {
    const spool = makeSpool(files, max)
    made.push(spool)
    return spool
  }
  try {
    return await work(make)
  } finally {
    for (const spool of made) await spool.close()
  }
}
