import { memoryOf } from '../web-assembly.ts'

/** The memory of a kernel. */
export type KernelMemory = {
  readonly memory: object
  /** Takes so many bytes, and 32 that are only read; they are zeros, and the place is a multiple of 16. */
  readonly allocate: (size: number) => number
  /** Gives back what was taken: it may be taken anew. */
  readonly release: (at: number, size: number) => void
  /** All of it; another after `allocate`. */
  readonly bytes: () => Uint8Array
  readonly view: () => DataView
  /** The same by numbers of 32 bits. */
  readonly words: () => Uint32Array
  /** The text that stands from one byte to another. */
  readonly text: (from: number, to: number) => string
  /** How many bytes can be taken without that the memory moves. */
  readonly spare: () => number
  /** Sees to it that these are so many; the memory may move. */
  readonly reserve: (size: number) => void
}

/** From one byte to another. */
type Part = readonly [number, number]

const page = 64 * 1024

// What the compiler keeps for itself lies before: `ownEnd`, as the kernel exports it, is no more.
const firstFree = 72 * 1024

/** Memory of which nothing is taken. */
export function makeMemory(): KernelMemory {
  const memory = memoryOf(2)
  let now = viewsOf(memory.buffer)
  let end = firstFree
  const free: [number, number][] = []
  const grow = (to: number): void => {
    if (to <= now.bytes.length) return
    memory.grow(Math.ceil((to - now.bytes.length) / page))
    now = viewsOf(memory.buffer)
  }
  return {
    memory,
    allocate: (size) => {
      const space = spaceOf(size)
      const again = takeOf(free, space)
      if (again !== undefined) {
        now.bytes.fill(0, again, again + space)
        return again
      }
      const at = end
      end += space
      grow(end)
      return at
    },
    release: (at, size) => giveTo(free, [at, at + spaceOf(size)]),
    bytes: () => now.bytes,
    view: () => now.view,
    words: () => now.words,
    text: (from, to) => now.texts.toString('utf8', from, to),
    spare: () => now.bytes.length - end,
    reserve: (size) => grow(end + size),
  }
}

const spaceOf = (size: number): number => (size + 47) & ~15

/** Takes so many bytes of the first part that has as many; undefined where none has. */
function takeOf(free: [number, number][], space: number): number | undefined {
  const part = free.find(([from, to]) => to - from >= space)
  if (!part) return undefined
  const [at] = part
  part[0] += space
  return at
}

/** Adds a part, as one with those that it touches. */
function giveTo(free: [number, number][], [from, to]: Part): void {
  const all: Part[] = [...free, [from, to]]
  free.length = 0
  for (const [begin, end] of all.toSorted((a, b) => a[0] - b[0])) {
    const last = free.at(-1)
    if (last?.[1] === begin) last[1] = end
    else if (end > begin) free.push([begin, end])
  }
}

type Views = {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly words: Uint32Array
  /** Makes texts of bytes without an object for each part of them, which a decoder wants. */
  readonly texts: Buffer
}

const viewsOf = (buffer: ArrayBufferLike): Views => ({
  bytes: new Uint8Array(buffer),
  view: new DataView(buffer),
  words: new Uint32Array(buffer),
  texts: Buffer.from(buffer),
})
