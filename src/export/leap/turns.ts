import { pageSize } from './uncached.ts'
import { waitAwake, type Wait } from './window.ts'

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

/** A part of the source, from one byte to another, in which the records of a thread's turn begin. */
export type Piece = { readonly from: number; readonly to: number }

/** Turns of several threads, in the order of the pieces, whichever thread has them. */
export type Turns = {
  /** For another thread. */
  readonly shared: SharedArrayBuffer
  /** Takes the next piece that nobody has, of so many bytes. */
  readonly take: (size: number) => Piece
  /** Waits until all pieces before this one have ended. */
  readonly before: (piece: Piece) => Promise<Ended>
  /** Where the last piece that counts has ended, once all threads stopped. */
  readonly last: () => Ended
  /** Ends a piece. */
  readonly end: (piece: Piece, ended: Ended) => void
  /** Whether nobody is writing; if so, we are until `endWriting`. */
  readonly mayWrite: () => boolean
  readonly endWriting: () => void
  /** What the pieces that have ended left of a page that is not full: for who ends the next one. */
  readonly carry: Uint8Array
  /** Tells that another thread reads, too, so that what it notes is needed. */
  readonly join: () => void
  readonly isJoined: () => boolean
  /** Lets all others stop at once, as a thread has failed. */
  readonly breakOff: () => void
}

const [turn, stopped, broken, writing] = [0, 1, 2, 3] as const
const [numbersFrom, takenFrom, joinedFrom, size] = [16, 40, 48, 56] as const

/** What 32 bits hold of a byte's number is enough: the pieces of all threads are not as far from one another. */
const low = (byte: number): number => byte | 0

/** Turns that begin at a byte, or those of another thread. */
export function makeTurns(begin: Ended | SharedArrayBuffer, wait: Wait = waitAwake): Turns {
  const isOther = begin instanceof SharedArrayBuffer
  const shared = isOther ? begin : new SharedArrayBuffer(size + pageSize)
  const words = new Int32Array(shared, 0, 4)
  const taken = new BigInt64Array(shared, takenFrom, 1)
  const { note, last } = notesIn(shared, words)
  const endAt = (byte: number, ended: Ended): void => {
    note(ended)
    Atomics.store(words, turn, low(byte))
    Atomics.notify(words, turn)
  }
  if (!isOther) {
    taken[0] = BigInt(begin.at)
    endAt(begin.at, begin)
  }
  return {
    shared,
    take: (bytes) => {
      const from = Number(Atomics.add(taken, 0, BigInt(bytes)))
      return { from, to: from + bytes }
    },
    before: async ({ from }) => {
      for (;;) {
        const now = Atomics.load(words, turn)
        if (now === low(from) || isBroken(words)) return last()
        await wait(words, turn, now)
      }
    },
    last,
    end: ({ to }, ended) => endAt(to, ended),
    ...writingIn(shared, words),
    ...joining(shared),
    breakOff: () => {
      Atomics.store(words, broken, 1)
      // A waiting thread looks again only where the number is another one.
      Atomics.add(words, turn, 1)
      Atomics.notify(words, turn)
    },
  }
}

const writingIn = (
  shared: SharedArrayBuffer,
  words: Int32Array,
): Pick<Turns, 'mayWrite' | 'endWriting' | 'carry'> => ({
  mayWrite: () => Atomics.compareExchange(words, writing, 0, 1) === 0,
  endWriting: () => void Atomics.store(words, writing, 0),
  carry: new Uint8Array(shared, size, pageSize),
})

function joining(shared: SharedArrayBuffer): Pick<Turns, 'join' | 'isJoined'> {
  const joined = new Int32Array(shared, joinedFrom, 1)
  return {
    join: () => void Atomics.store(joined, 0, 1),
    isJoined: () => Atomics.load(joined, 0) !== 0,
  }
}

const isBroken = (words: Int32Array): boolean => Atomics.load(words, broken) !== 0

/** Where the last piece has ended, as all threads know it. */
function notesIn(
  shared: SharedArrayBuffer,
  words: Int32Array,
): Pick<Turns, 'last'> & { readonly note: (ended: Ended) => void } {
  const numbers = new Float64Array(shared, numbersFrom, 3)
  return {
    note: ({ at, place, out, isStopped }) => {
      numbers.set([at, place, out])
      Atomics.store(words, stopped, isStopped ? 1 : 0)
    },
    last: () => {
      const [at = 0, place = 0, out = 0] = numbers
      return { at, place, out, isStopped: isBroken(words) || Atomics.load(words, stopped) !== 0 }
    },
  }
}
