/** Where the pieces before one have ended. */
export type Ended = {
  /** The byte of the source, the first of a record unless they were stopped. */
  readonly at: number
  /** What may come there, as of `place` in ../kernel/assembly/records.ts. */
  readonly place: number
  /** The byte of the output. */
  readonly out: number
  /** Whether no further piece counts. */
  readonly isStopped: boolean
}

/** Turns of several threads, in the order of the pieces, whichever thread has them. */
export type Turns = {
  /** For another thread. */
  readonly shared: SharedArrayBuffer
  /** Waits until all pieces before this one have ended. */
  readonly before: (piece: number) => Promise<Ended>
  /** Where the last piece that counts has ended, once all threads stopped. */
  readonly last: () => Ended
  /** Ends a piece. */
  readonly end: (piece: number, ended: Ended) => void
  /** Lets all others stop at once, as a thread has failed. */
  readonly breakOff: () => void
}

const [turn, stopped, broken] = [0, 1, 2] as const
const numbersFrom = 16

/** Turns that begin with piece 0, or those of another thread. */
export function makeTurns(begin: Ended | SharedArrayBuffer): Turns {
  const shared = begin instanceof SharedArrayBuffer ? begin : new SharedArrayBuffer(numbersFrom + 24)
  const words = new Int32Array(shared, 0, 3)
  const numbers = new Float64Array(shared, numbersFrom, 3)
  const note = ({ at, place, out, isStopped }: Ended): void => {
    numbers.set([at, place, out])
    Atomics.store(words, stopped, isStopped ? 1 : 0)
  }
  if (!(begin instanceof SharedArrayBuffer)) note(begin)
  const last = (): Ended => {
    const [at = 0, place = 0, out = 0] = numbers
    return { at, place, out, isStopped: isBroken() || Atomics.load(words, stopped) !== 0 }
  }
  const isBroken = (): boolean => Atomics.load(words, broken) !== 0
  return {
    shared,
    before: async (piece) => {
      for (let now = Atomics.load(words, turn); now < piece && !isBroken(); now = Atomics.load(words, turn)) {
        const waiting = Atomics.waitAsync(words, turn, now)
        if (waiting.async) await waiting.value
      }
      return last()
    },
    last,
    end: (piece, ended) => {
      note(ended)
      Atomics.store(words, turn, piece + 1)
      Atomics.notify(words, turn)
    },
    breakOff: () => {
      Atomics.store(words, broken, 1)
      // A waiting thread looks again only where the number is another one.
      Atomics.add(words, turn, 1)
      Atomics.notify(words, turn)
    },
  }
}
