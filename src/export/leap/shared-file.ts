import type { Uncached } from './uncached.ts'

/** A file that is being written, by several threads. */
export type SharedFile = {
  /** A number by which other threads of the process write it, too. */
  readonly handle: () => number
  /** How many bytes it has. */
  readonly end: () => number
  readonly writeAt: (bytes: Uint8Array, at: number) => Promise<void>
  /** Is told up to where another thread has written by now; absent where nobody asks. */
  readonly reached?: (to: number) => void
  /** Is told that it will be written anew, so that nothing of it has to last; absent where nobody asks. */
  readonly passes?: () => void
  /** Counts what was written behind its end; what others wrote has ended at these bytes, each at one of them. */
  readonly moveEnd: (to: number, ends: readonly number[]) => void
  /** Fails as `writeAt` would, when another thread could not write. */
  readonly fail: (error: unknown) => Promise<void>
  /** Its way past the system's cache; absent or undefined where there is none, or none that pays. */
  readonly uncached?: () => Promise<Uncached | undefined>
  /** Makes it ready, before anything else is asked of it; absent where it always is. */
  readonly open?: () => Promise<void>
}
