import type { LeapFiles } from './pieces.ts'
import type { Writing } from './writing.ts'

/** How what a kernel wrote becomes what is written: absent, as it stands. */
export type Laying = {
  /** Takes bytes that go to a place of the file; `bytes` gives those that are to be written from `at` on. */
  readonly lay: (bytes: Uint8Array, at: number) => { readonly at: number; readonly bytes: () => Uint8Array }
}

/** Writes out of two rooms by turns: while one is filled, what stood in the other one is on its way. */
export function makeWritingBeside(
  writeAt: LeapFiles['writeAt'],
  { rooms, laying }: { readonly rooms: readonly [number, number]; readonly laying?: Laying },
): Writing & {
  /** Up to which byte of the file all is there; undefined where nothing was written yet. */
  readonly there: () => number | undefined
} {
  let [own, other] = rooms
  let going: Promise<unknown> = Promise.resolve()
  let [begun, there]: (number | undefined)[] = []
  const rest = async (): Promise<void> => {
    await going
    there = begun
  }
  const last: Writing['last'] = async (bytes, at, end) => {
    const laid = laying?.lay(bytes, at) ?? { at, bytes: () => bytes }
    end()
    await rest()
    const all = laid.bytes()
    going = Promise.resolve(all.length === 0 ? undefined : writeAt(all, laid.at))
    // Whoever waits for it learns of a failure; until then, it is no unhandled one.
    going.catch(() => undefined)
    begun = laid.at + all.length
    ;[own, other] = [other, own]
  }
  return {
    room: async () => own,
    now: (bytes, at) => last(bytes, at, () => undefined),
    last,
    rest,
    there: () => there,
  }
}
