import type { Files, ScratchFile } from '../../files/file-system.ts'
import type { Spool } from '../../table/bytes.ts'

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
      if (scratch) yield* readAhead(scratch, lengths)
    },
    close: async () => scratch?.close(),
  }
}

/** Reads blocks of these lengths in order; each next one is read ahead. */
async function* readAhead({ read }: ScratchFile, lengths: readonly number[]): AsyncIterable<Uint8Array> {
  let at = 0
  let coming: Promise<Uint8Array> | undefined
  try {
    for (const length of [...lengths, undefined]) {
      const block = await coming
      coming = length === undefined ? undefined : read(at, length)
      // Its failure is reported when it is awaited, if at all.
      coming?.catch(() => undefined)
      at += length ?? 0
      if (block) yield block
    }
  } finally {
    await coming?.catch(() => undefined)
  }
}

/** Makes spools that are closed together. */
export function makeSpools(
  files: ScratchFiles,
  max?: number,
): {
  readonly make: () => Spool
  readonly close: () => Promise<void>
} {
  const made: ReturnType<typeof makeSpool>[] = []
  return {
    make: () => {
      const spool = makeSpool(files, max)
      made.push(spool)
      return spool
    },
    close: async () => {
      for (const spool of made) await spool.close()
    },
  }
}
