import type { Sink } from '../format.ts'

/** Where lines end in a file, so that several threads can read it from there. */
export type Cuts = {
  /** Takes whole lines. */
  readonly out: Sink
  /** Notes bytes at which lines ended that others wrote behind all that `out` took. */
  readonly cut: (ends: readonly number[]) => void
  readonly cuts: () => readonly number[]
}

/** No line yet. */
export function makeCuts(sink: Sink): Cuts {
  const cuts: number[] = []
  let end = 0
  const cut = (ends: readonly number[]): void => {
    for (const at of ends) {
      cuts.push(at)
      end = Math.max(end, at)
    }
  }
  return {
    out: (bytes) => {
      cut([end + bytes.length])
      return sink(bytes)
    },
    cut,
    cuts: () => cuts,
  }
}
