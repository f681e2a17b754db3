import { writeWords, type Kernel } from './memory.ts'

/** The room that the kernel works in; the order is that of `setRegions` in assembly/layout.ts. */
type Regions = {
  arena: number
  arenaEnd: number
  held: number
  stamps: number
  pairs: number
  pairMask: number
  firstCell: number
  cellsEnd: number
  visited: number
  mostVisited: number
  ownStart: number
  listsAsJson: number
  otherStart: number
  choosesForm: number
  since: number
  until: number
  ids: number
  named: number
  namedMask: number
  ownTexts: number
}

const arenaSize = 1024 * 1024
const mostCells = 8 * 1024
const cellSize = 32
const mostVisited = 4 * 1024
const namedSize = 256 * 1024
const namedPlace = 64
const ownTextsSize = 16 * 1024

/** Room for numbers that are indexed from 0, and grow. */
type Counters = {
  readonly reach: (index: number) => void
  readonly has: (index: number) => boolean
  readonly at: (index: number) => number
}

/** All regions, and what grows with what is learned. */
export type Room = {
  readonly regions: Regions
  /** Tells the kernel of changed regions. */
  readonly tell: () => void
  readonly held: Counters
  readonly stamps: Counters
}

/** Makes the room of a kernel. */
export function makeRoom(kernel: Kernel, listsAsJson: boolean): Room {
  const regions = makeRegions(kernel, listsAsJson)
  const settings = kernel.allocate(4 * Object.keys(regions).length)
  const tell = (): void => {
    writeWords(kernel, settings, Object.values(regions))
    kernel.exports.setRegions(settings)
  }
  const counters = (name: 'held' | 'stamps'): Counters => {
    let size = 0
    const reach = (index: number): void => {
      if (index < size) return
      const [from, before] = [regions[name], size]
      size = Math.max(1024, 2 * size, index + 1)
      regions[name] = kernel.allocate(4 * size)
      kernel.bytes().copyWithin(regions[name], from, from + 4 * before)
      tell()
    }
    reach(0)
    const at = (index: number): number =>
      index < size ? kernel.view().getUint32(regions[name] + 4 * index, true) : 0
    return { reach, at, has: (index) => index < size }
  }
  return {
    regions,
    tell,
    held: counters('held'),
    stamps: counters('stamps'),
  }
}

function makeRegions(kernel: Kernel, listsAsJson: boolean): Regions {
  const words = (count: number): number => kernel.allocate(4 * count)
  const arena = kernel.allocate(arenaSize + 64)
  const named = (kernel.allocate(namedSize + namedPlace) + namedPlace - 1) & -namedPlace
  const firstCell = kernel.allocate(mostCells * cellSize)
  return {
    arena,
    arenaEnd: arena + arenaSize,
    held: 0,
    stamps: 0,
    pairs: 0,
    pairMask: 0,
    firstCell,
    cellsEnd: firstCell + mostCells * cellSize,
    visited: words(2 * mostVisited + 2),
    mostVisited,
    ownStart: 0,
    listsAsJson: listsAsJson ? 1 : 0,
    otherStart: 0,
    choosesForm: 0,
    since: 0,
    until: 0,
    ids: 0,
    named,
    namedMask: namedSize - namedPlace,
    ownTexts: kernel.allocate(ownTextsSize),
  }
}
