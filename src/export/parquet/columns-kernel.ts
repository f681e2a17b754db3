import { columnsBase64 } from '../generated/columns.ts'
import type { SparseTable } from '../table.ts'
import { instanceOf, memoryOf, moduleOf } from '../web-assembly.ts'

/** Sorts the cells of rows by their columns, and finds what values these have: in memory of its own. */
export type ColumnsKernel = {
  readonly exports: ColumnsExports
  /** Its memory; another once it has grown, as taking rows lets it. */
  readonly memory: () => ColumnsMemory
  /** The place for so many bytes of rows; it may grow for them. */
  readonly input: (size: number) => number
  /** The place for values of a fixed size. */
  readonly fixed: number
  /** The place that gathered values begin at. */
  readonly gathered: number
}

/** The memory of such a kernel. */
type ColumnsMemory = {
  readonly buffer: ArrayBuffer
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Of each cell that is listed its row, and where its value begins and ends. */
  readonly rows: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Of each value of a dictionary a cell that has it, in the order in which they came. */
  readonly among: Uint32Array
  /** Of each of these cells the place of its value in the dictionary. */
  readonly indices: Uint32Array
}

/** A number that the kernel keeps. */
type Kept = { readonly value: number }

/** What the kernel exports; places are byte offsets into its memory. */
type ColumnsExports = {
  readonly setRegions: (regions: number) => void
  readonly clear: () => void
  readonly isFull: () => number
  readonly rows: Kept
  /** Takes rows from one place to another, until there are enough; gives the place after them. */
  readonly takeRows: (from: number, to: number) => number
  /** Lists the cells of a column; gives their number. */
  readonly listCells: (column: number) => number
  /** Gives the number of values in the dictionary of so many listed cells; 0 where there is none. */
  readonly findDictionary: (count: number, prefix: number) => number
  readonly indexWidth: Kept
  /** Puts values of cells one after another, from one on; gives the first for which there was no room. */
  readonly gather: Gather
  /** The same of the values of the dictionary. */
  readonly gatherDictionary: Gather
  readonly gatheredTo: Kept
  readonly findRange: (count: number, isDictionary: boolean) => void
  readonly least: Kept
  readonly greatest: Kept
}

type Gather = (next: number, count: number, prefix: number) => number

/** How much a row group holds: it ends with the row that reaches one of these. Cells take some bytes beside their own. */
export type GroupLimits = { readonly bytes: number; readonly rows: number }

let compiled: object | undefined

const page = 64 * 1024

/** Starts a kernel for the rows of a table, of which it takes as many at once as a row group holds. */
export function startColumnsKernel(
  { width, places }: Pick<SparseTable, 'width' | 'places'>,
  limits: GroupLimits,
): ColumnsKernel {
  const { at, end, settings } = layOut({ width, limits, columns: places.length })
  const memory = memoryOf(Math.ceil(end / page))
  // The names and shapes are those of assembly/index.ts, and WebAssembly has no types for them.
  const exports = instanceOf((compiled ??= moduleOf(columnsBase64)), { env: { memory } }) as ColumnsExports
  let now = memoryIn(memory.buffer, at, limits.rows)
  const current = (): ColumnsMemory => {
    if (now.buffer !== memory.buffer) now = memoryIn(memory.buffer, at, limits.rows)
    return now
  }
  new Uint32Array(memory.buffer, at.places, places.length).set(places)
  new Uint32Array(memory.buffer, at.settings, settings.length).set(settings)
  exports.setRegions(at.settings)
  exports.clear()
  let input = { at: at.input, size: usualInput }
  return {
    exports,
    memory: current,
    fixed: at.fixed,
    gathered: at.gathered,
    input: (size) => {
      // What copies texts reads up to a word behind them.
      if (size + slack > input.size) {
        const pages = Math.ceil((size + slack) / page)
        input = { at: memory.grow(pages) * page, size: pages * page }
      }
      return input.at
    },
  }
}

const slack = 16
const usualInput = 512 * 1024
const gatheredSize = 256 * 1024
const settingCount = 15
// An index has at most 15 bits.
const mostValues = 2 ** 15

type Regions = Readonly<
  Record<
    | 'settings'
    | 'places'
    | 'chains'
    | 'rowList'
    | 'startList'
    | 'endList'
    | 'slots'
    | 'values'
    | 'indices'
    | 'gathered'
    | 'fixed'
    | 'input'
    | 'room',
    number
  >
>

type Layout = { readonly at: Regions; readonly end: number; readonly settings: readonly number[] }

/** Where everything stands; the order of the settings is that of `setRegions` in assembly/layout.ts. */
function layOut({
  width,
  limits: { rows, bytes },
  columns,
}: {
  readonly width: number
  readonly limits: GroupLimits
  readonly columns: number
}): Layout {
  // What the compiler keeps for itself lies in the first page.
  let end = page
  const take = (size: number): number => {
    const at = end
    end += (size + 31) & ~15
    return at
  }
  // The last row of a group, which passes the limit of bytes, should seldom need more.
  const roomSize = bytes + page
  const at: Regions = {
    settings: take(4 * settingCount),
    places: take(4 * columns),
    chains: take(20 * width),
    rowList: take(4 * rows),
    startList: take(4 * rows),
    endList: take(4 * rows),
    slots: take(2 * 2 ** 16),
    values: take(4 * mostValues),
    indices: take(4 * rows),
    gathered: take(gatheredSize),
    fixed: take(8 * (rows + 2)),
    input: take(usualInput),
    room: take(roomSize),
  }
  const { places, chains, rowList, startList, endList, slots, values, indices, gathered, room } = at
  const lists = [rowList, startList, endList, slots, values, indices]
  const limited = [gathered, gathered + gatheredSize, room, room + roomSize, rows, bytes]
  return { at, end, settings: [places, chains, width, ...lists, ...limited] }
}

function memoryIn(buffer: ArrayBuffer, at: Regions, rows: number): ColumnsMemory {
  return {
    buffer,
    bytes: new Uint8Array(buffer),
    view: new DataView(buffer),
    rows: new Uint32Array(buffer, at.rowList, rows),
    starts: new Uint32Array(buffer, at.startList, rows),
    ends: new Uint32Array(buffer, at.endList, rows),
    among: new Uint32Array(buffer, at.values, mostValues),
    indices: new Uint32Array(buffer, at.indices, rows),
  }
}
