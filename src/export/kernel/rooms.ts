import { memoryOf } from '../web-assembly.ts'

/** The memory of a kernel, and who has what of it. */
export type KernelMemory = {
  readonly memory: object
  /**
   * Takes so many bytes for good, and 32 that are only read; they are zeros, and the place is a multiple of 16. What is
   * `passing` holds nothing that another kernel would have to know; of what is `noted`, it tells in the end what it noted.
   */
  readonly allocate: (size: number, holds?: 'lasting' | 'noted' | 'passing') => number
  /** Gives back what was taken: it may be taken anew, as something passing. */
  readonly release: (at: number, size: number) => void
  /** All of it; another after `allocate`. */
  readonly bytes: () => Uint8Array
  readonly view: () => DataView
  /** The same by numbers of 32 bits. */
  readonly words: () => Uint32Array
  /** The text that stands from one byte to another. */
  readonly text: (from: number, to: number) => string
  /** What is taken so far, but for what is passing. */
  readonly lasting: () => readonly Part[]
  readonly noted: () => readonly Part[]
  /** Up to where it is taken. */
  readonly end: () => number
  /** Takes all up to this byte, whatever was taken of it. */
  readonly reach: (to: number) => void
  /** How many bytes can be taken without that the memory moves. */
  readonly spare: () => number
  /** Sees to it that these are so many; the memory may move. */
  readonly reserve: (size: number) => void
}

/** From one byte to another. */
export type Part = readonly [number, number]

const page = 64 * 1024

// What the compiler keeps for itself lies before: `ownEnd`, as the kernel exports it, is no more.
const firstFree = 72 * 1024

/** What is noted stands together, so that little has to be told. */
const notesSize = 16 * 1024

/** Memory of which nothing is taken. */
export function makeMemory(): KernelMemory {
  const memory = memoryOf(2)
  let now = viewsOf(memory.buffer)
  let end = firstFree
  const grow = (to: number): void => {
    if (to <= now.bytes.length) return
    memory.grow(Math.ceil((to - now.bytes.length) / page))
    now = viewsOf(memory.buffer)
  }
  const reach = (to: number): void => {
    end = to
    grow(end)
  }
  const take = (size: number): number => {
    const at = end
    reach(end + spaceOf(size))
    return at
  }
  const [notes, passing] = [makeNotes(take), makePassing()]
  const takePassing = (size: number): number => {
    const again = passing.again(size)
    if (again === undefined) return passing.note(take(size), size)
    now.bytes.fill(0, again, again + spaceOf(size))
    return again
  }
  const taking = { lasting: take, passing: takePassing, noted: notes.take }
  return {
    memory,
    ...readingOf(() => now),
    allocate: (size, holds = 'lasting') => taking[holds](size),
    release: passing.release,
    lasting: () => allBut(passing.parts(), end),
    noted: notes.parts,
    end: () => end,
    reach,
    spare: () => now.bytes.length - end,
    reserve: (size) => grow(end + size),
  }
}

const readingOf = (now: () => Views): Pick<KernelMemory, 'bytes' | 'view' | 'words' | 'text'> => ({
  bytes: () => now().bytes,
  view: () => now().view,
  words: () => now().words,
  text: (from, to) => now().texts.toString('utf8', from, to),
})

const spaceOf = (size: number): number => (size + 47) & ~15

function makeNotes(take: (size: number) => number): {
  readonly take: (size: number) => number
  readonly parts: () => readonly Part[]
} {
  const parts: Part[] = []
  let [at, end] = [0, 0]
  return {
    take: (size) => {
      const space = (size + 15) & ~15
      if (at + space > end) {
        const room = Math.max(notesSize, space)
        at = take(room)
        end = at + room
        parts.push([at, end])
      }
      at += space
      return at - space
    },
    parts: () => parts.slice(),
  }
}

type Passing = {
  /** Takes notice of a part of the memory, and gives its place. */
  readonly note: (at: number, size: number) => number
  readonly release: (at: number, size: number) => void
  /** Takes what was released; undefined where there is nothing as large. */
  readonly again: (size: number) => number | undefined
  readonly parts: () => readonly Part[]
}

/** What is passing, or was released. */
function makePassing(): Passing {
  const parts = new Map<number, number>()
  const free: [number, number][] = []
  const note = (at: number, size: number): number => {
    parts.set(at, Math.max(parts.get(at) ?? 0, at + spaceOf(size)))
    return at
  }
  return {
    note,
    release: (at, size) => giveTo(free, [note(at, size), at + spaceOf(size)]),
    again: (size) => takeOf(free, spaceOf(size)),
    parts: () => [...parts],
  }
}

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

/** What of the bytes up to an end is in none of the parts. */
function allBut(parts: readonly Part[], end: number): readonly Part[] {
  const others: Part[] = []
  let at = 0
  for (const [from, to] of parts.toSorted((a, b) => a[0] - b[0])) {
    if (from > at) others.push([at, from])
    at = Math.max(at, to)
  }
  if (end > at) others.push([at, end])
  return others
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
