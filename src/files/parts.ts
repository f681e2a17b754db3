import { unlinkSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { PendingFile, Scratch } from './file-system.ts'

/** The files of this process that have no name of their own yet, so that none of them is left when it ends. */
export type Parts = {
  readonly open: (part: string, mode: number) => Promise<FileHandle>
  /** It has its name now. */
  readonly named: (part: string) => void
  /** Opens none from now on, and waits for those that are just being opened. */
  readonly end: () => Promise<void>
  /** Removes all of them at once, even while they are written. */
  readonly sweep: () => void
}

/** Where parts are noted before they are there. */
export function makeParts(): Parts {
  const noted = new Set<string>()
  const opening = new Set<Promise<unknown>>()
  let isEnding = false
  return {
    open: async (part, mode) => {
      if (isEnding) throw new Error('the run has ended')
      noted.add(part)
      const opened = open(part, 'wx+', mode)
      opening.add(opened)
      try {
        return await opened
      } finally {
        opening.delete(opened)
      }
    },
    named: (part) => void noted.delete(part),
    end: async () => {
      isEnding = true
      await Promise.allSettled(opening)
    },
    sweep: () => {
      for (const part of noted) for (const beside of sidecars) removeNow(`${part}${beside}`)
    },
  }
}

/** What SQLite puts beside a file that it writes. */
const sidecars = ['', '-journal', '-wal', '-shm']

function removeNow(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Usually it is gone already, and the process is ending.
  }
}

/** How the files of a process end that were begun. */
export type Ends = {
  readonly discardPending: () => Promise<void>
  /** For a process that ends at once: removes every file without a name of its own. */
  readonly sweepParts: () => void
}

/** The files of a process that were begun. */
export type Begun = {
  readonly pending: Set<PendingFile>
  readonly scratches: Set<Scratch>
  readonly unnamed: Parts
}

/** Ends what was begun and not committed. */
export const endsOf = ({ pending, scratches, unnamed }: Begun): Ends => ({
  discardPending: async () => {
    await unnamed.end()
    await Promise.all([...pending].map((file) => file.discard()))
    await Promise.all([...scratches].map((scratch) => scratch.close()))
  },
  sweepParts: unnamed.sweep,
})
