/** What one thread lays out for another one to read: a part of a stream, as far as it has come and is still needed. */
export type Window = {
  /** For the reader. */
  readonly shared: SharedArrayBuffer
  /** Lays bytes out, once there is room; gives how many, fewer than all where the reader has left. */
  readonly put: (bytes: Uint8Array) => Promise<number>
  /** No bytes come any more. */
  readonly end: () => void
  /** Nobody reads any more. */
  readonly leave: () => void
  /** The bytes that are still needed, once nobody reads. */
  readonly rest: () => Uint8Array
  /** What the reader has told. */
  readonly told: () => Told
}

/** How far a reader came. */
export type Told = {
  readonly rows: number
  /** Bytes of its output. */
  readonly out: number
}

/** The other side of a window. */
export type WindowReader = {
  /** Copies the next bytes, as many as there is room for, or fewer where no more can come now; none at the end. */
  readonly take: (into: Uint8Array) => Promise<number>
  /** So many of the bytes that were taken are needed no longer. */
  readonly pass: (bytes: number, told: Told) => void
  readonly leave: () => void
}

/** Waits until a number is another one; the thread of an export may sleep meanwhile, ours may not. */
export type Wait = (words: Int32Array, at: number, now: number) => unknown

/** What waits without stopping the thread. */
export const waitAwake: Wait = (words, at, now) => Atomics.waitAsync(words, at, now).value

// Bytes in all, modulo 2 ** 32, who has gone, what the reader told, and what changes where the one or the other has to look.
const [put, passed, isEnded, isLeft, rows, out, toReader, toWriter] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const headSize = 32

const wake = (words: Int32Array, who: number): void => {
  Atomics.add(words, who, 1)
  Atomics.notify(words, who)
}

const difference = (words: Int32Array, one: number, other: number): number =>
  (Atomics.load(words, one) - Atomics.load(words, other)) >>> 0

/** A window of so many bytes, in the place of an earlier one that nobody uses any more. */
export function makeWindow(size: number, earlier?: Window): Window {
  const shared = earlier?.shared ?? new SharedArrayBuffer(headSize + size)
  const words = new Int32Array(shared, 0, headSize / 4).fill(0)
  const room = Buffer.from(shared, headSize)
  const sums = { rows: makeSum(words, rows), out: makeSum(words, out) }
  let position = 0
  return {
    shared,
    put: async (bytes) => {
      for (let done = 0; done < bytes.length;) {
        const most = Math.min(await free(words, size), size - position)
        if (most === 0) return done
        const part = bytes.subarray(done, done + most)
        asBuffer(part).copy(room, position)
        position = (position + part.length) % size
        done += part.length
        Atomics.add(words, put, part.length)
        // Its reader wants no fewer.
        if (difference(words, put, passed) >= size >> 2) wake(words, toReader)
      }
      return bytes.length
    },
    end: () => set(words, isEnded, toReader),
    leave: () => set(words, isLeft, toWriter),
    rest: () => {
      const bytes = new Uint8Array(difference(words, put, passed))
      const from = (position - bytes.length + size) % size
      copyRound(room, from, bytes)
      return bytes
    },
    told: () => ({ rows: sums.rows(), out: sums.out() }),
  }
}

/** Waits until there is room for some bytes; none where the reader has left. */
async function free(words: Int32Array, size: number): Promise<number> {
  for (;;) {
    const seen = Atomics.load(words, toWriter)
    if (Atomics.load(words, isLeft) !== 0) return 0
    const bytes = size - difference(words, put, passed)
    if (bytes > 0) return bytes
    await waitAwake(words, toWriter, seen)
  }
}

function set(words: Int32Array, flag: number, who: number): void {
  Atomics.store(words, flag, 1)
  wake(words, who)
}

// Shared memory is copied byte by byte by the methods of arrays, as others may write there meanwhile; by those of buffers,
// in whole, ten times as quickly. What is copied here nobody writes.
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, length)

/** Fills an array from a place of a ring on. */
function copyRound(ring: Buffer, from: number, into: Uint8Array): void {
  const first = ring.copy(into, 0, from)
  ring.copy(into, first, 0, into.length - first)
}

/** A number that grows, of which the words hold what 32 bits can. */
function makeSum(words: Int32Array, at: number): () => number {
  let sum = 0
  return () => (sum += (Atomics.load(words, at) - sum) >>> 0)
}

/** Reads a window that another thread fills. */
export function readWindow(shared: SharedArrayBuffer, wait: Wait = waitAwake): WindowReader {
  const words = new Int32Array(shared, 0, headSize / 4)
  const room = Buffer.from(shared, headSize)
  const size = room.length
  let [position, taken] = [0, 0]
  const available = async (wanted: number): Promise<number> => {
    for (;;) {
      const seen = Atomics.load(words, toReader)
      // Before it is looked how much there is: what is put before the end is still seen.
      const isAll = Atomics.load(words, isEnded) !== 0
      const bytes = (Atomics.load(words, put) - taken) >>> 0
      if (bytes >= wanted || isAll || difference(words, put, passed) === size) return bytes
      wake(words, toWriter)
      await wait(words, toReader, seen)
    }
  }
  return {
    take: async (into) => {
      // To wait for more would let the other thread stand still.
      const bytes = Math.min(into.length, await available(Math.min(into.length, Math.max(size >> 2, 1))))
      copyRound(room, position, into.subarray(0, bytes))
      position = (position + bytes) % size
      taken = (taken + bytes) >>> 0
      return bytes
    },
    pass: (bytes, told) => {
      Atomics.add(words, passed, bytes)
      Atomics.store(words, rows, told.rows | 0)
      Atomics.store(words, out, told.out | 0)
      // To wake another thread is dear.
      if (difference(words, put, passed) <= size >> 1) wake(words, toWriter)
    },
    leave: () => set(words, isLeft, toWriter),
  }
}
