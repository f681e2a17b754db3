import { writeWords, type Kernel } from './memory.ts'

/** How lines are written; the delimiter is one character of ASCII. */
export type LineOptions = {
  readonly delimiter: string
  readonly formulas: 'guard' | 'raw'
  readonly lineEnd: '\n' | '\r\n'
}

/** Where the cells of lines go. */
export type LinePlaces = {
  /** By the number of a column its place in the line, from 1; 0 where it has none, `openPlace` where it gets one. */
  readonly places: Uint32Array
  /** The number of places. */
  readonly width: number
}

/** The place of a column that gets the next one once a row has a cell of it. */
export const openPlace = 0xff_ff_ff_ff

/** The layout of lines as a kernel knows it. Whatever changes it may move the kernel's memory. */
export type LineLayout = {
  /** Columns with a number below this are known. */
  readonly known: () => number
  /** Makes all columns with a number below `count` known; new ones have an open place. */
  readonly reach: (count: number) => void
  /** Gives a column the place behind the last one. As it may belong elsewhere, lines end behind their last cell then. */
  readonly addPlace: (column: number) => void
  readonly now: () => LinePlaces
}

/** Tells a kernel of a layout; `atOnce` where records are to become lines as they are read. */
export function makeLineLayout(
  kernel: Kernel,
  { places, width }: LinePlaces,
  { delimiter, formulas, lineEnd, atOnce = false }: LineOptions & { readonly atOnce?: boolean },
): LineLayout {
  const settings = kernel.allocate(36)
  const [placed, slots] = [makePlaced(kernel), makeSlots(kernel)]
  let last = width
  // Such lines are written anew at the end, with as many cells as they all have then.
  let isRagged = false
  const tell = (): void => {
    const style = [delimiter.charCodeAt(0), formulas === 'guard' ? 1 : 0, lineEnd === '\r\n' ? 1 : 0]
    const room = slots.reach(last)
    const modes = [atOnce ? 1 : 0, isRagged ? 1 : 0]
    writeWords(kernel, settings, [...style, placed.at(), last, room.slots, room.marks, ...modes])
    kernel.exports.setCsv(settings)
  }
  const reach = (count: number): void => {
    placed.reach(count)
    tell()
  }
  reach(Math.max(places.length, 1))
  placed.now().set(places)
  return {
    known: () => placed.now().length,
    reach,
    addPlace: (column) => {
      placed.now()[column] = ++last
      isRagged = true
      tell()
    },
    now: () => ({ places: placed.now().slice(), width: last }),
  }
}

type Placed = {
  readonly at: () => number
  /** A view on the kernel's memory. */
  readonly now: () => Uint32Array
  readonly reach: (count: number) => void
}

function makePlaced(kernel: Kernel): Placed {
  let [at, known, most] = [0, 0, 0]
  const now = (): Uint32Array => new Uint32Array(kernel.bytes().buffer, at, known)
  return {
    at: () => at,
    now,
    reach: (count) => {
      const before = now().slice()
      if (count > most) {
        most = Math.max(2 * most, count + 16)
        at = kernel.allocate(4 * most)
      }
      known = count
      now().set(before)
      now().fill(openPlace, before.length)
    },
  }
}

type Slots = { readonly slots: number; readonly marks: number }

/** Room for a cell a place, and for a bit each. */
function makeSlots(kernel: Kernel): { readonly reach: (width: number) => Slots } {
  let most = 0
  let room: Slots = { slots: 0, marks: 0 }
  return {
    reach: (width) => {
      if (width < most) return room
      most = 2 * width + 64
      room = { slots: kernel.allocate(16 * most), marks: kernel.allocate(8 * Math.ceil(most / 64)) }
      return room
    },
  }
}
