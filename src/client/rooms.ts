/** Two rooms that are filled by turns, and given back in the same order. */
export type Rooms = {
  /** What is filled next. */
  readonly next: () => Buffer
  readonly hasNext: () => boolean
  readonly isOurs: (chunk: Uint8Array) => boolean
  /** The next one is filled. */
  readonly lend: () => void
  readonly takeBack: () => void
}

/** Makes such rooms, of so many bytes each. */
export function makeRooms(size: number): Rooms {
  // As parts of one memory, of which nobody gives one back to the system.
  const both = Buffer.alloc(2 * size)
  let [turn, lent] = [0, 0]
  return {
    next: () => both.subarray(turn * size, (turn + 1) * size),
    hasNext: () => lent < 2,
    isOurs: ({ buffer }) => buffer === both.buffer,
    lend: () => {
      lent++
      turn = 1 - turn
    },
    takeBack: () => void lent--,
  }
}
