import type { Column } from './columns.ts'
import { makeRowCells, readRow, type RowCells } from './sparse-rows.ts'
import { kinds, type RowBatch } from './table.ts'

/** Most cells of a batch, unless a single row has more. */
const mostCells = 32 * 1024

/** Where the cells of a row go. */
export type RowShape = {
  readonly width: number
  /** By the number of a column its place in the row, from 1; 0 where there is none. */
  readonly places: Uint32Array
  readonly lists?: Lists
}

/**
 * Sparse rows with a cell for each place. An option that was not chosen is 0 where another of the same list was, and
 * nothing where the question was not answered.
 */
export async function* denseRows(
  blocks: AsyncIterable<Uint8Array>,
  { width, places, lists = new Map() }: RowShape,
): AsyncIterable<RowBatch> {
  const most = Math.max(1, Math.floor(mostCells / Math.max(1, width)))
  const room = makeRoom(width, most)
  const spreading: Spreading = { room, places, lists, width }
  const cells = makeRowCells()
  for await (const block of blocks) {
    if (room.bytes.length <= block.length) room.bytes = new Uint8Array(2 * block.length + 1)
    room.bytes[0] = zero
    room.bytes.set(block, 1)
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    for (let at = 0; at < block.length;) {
      room.kinds.fill(kinds.none)
      let rows = 0
      while (rows < most && at < block.length) {
        at = readRow(view, at, cells)
        spread(spreading, cells, rows++)
      }
      yield { ...room, rows }
    }
  }
}

const zero = 0x30

type Room = {
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** A `0`, then the block. */
  bytes: Uint8Array
}

const makeRoom = (width: number, most: number): Room => ({
  kinds: new Uint8Array(width * most),
  starts: new Uint32Array(width * most),
  ends: new Uint32Array(width * most),
  bytes: new Uint8Array(0),
})

/** By the number of a column its place in the row, from 1; 0 for those of all columns that have none. */
export function placesOf(columns: readonly Column[], all: readonly Column[]): Uint32Array {
  const places = new Uint32Array(all.length)
  for (const [i, { number }] of columns.entries()) places[number] = i + 1
  return places
}

/** Lists that name only what was chosen: by the number of an option's column, the places of all of them. */
export type Lists = ReadonlyMap<number, readonly number[]>

/** Of columns, those lists that name only what was chosen. */
export function listsOf(columns: readonly Column[]): Lists {
  const lists = new Map<number, readonly number[]>()
  const members = new Set(columns.flatMap(({ holds }) => (isOption(holds) ? [holds.member] : [])))
  for (const member of members) {
    if (member.namesEveryOption) continue
    const options = [...member.options.values()].map(({ column }) => column)
    const places = options.map((column) => columns.indexOf(column)).filter((place) => place >= 0)
    for (const { number } of options) lists.set(number, places)
  }
  return lists
}

type Holds = Column['holds']
const isOption = (holds: Holds): holds is Extract<Holds, { kind: 'answer' }> =>
  holds.kind === 'answer' && holds.option !== undefined

type Spreading = {
  readonly room: Room
  readonly places: Uint32Array
  readonly lists: Lists
  readonly width: number
}

function spread({ room, places, lists, width }: Spreading, cells: RowCells, row: number): void {
  const base = row * width - 1
  for (let i = 0; i < cells.count; i++) {
    const number = cells.columns[i] ?? 0
    const place = places[number] ?? 0
    if (lists.size > 0) notChosen(room, row * width, lists.get(number))
    if (place === 0) continue
    room.kinds[base + place] = cells.kinds[i] ?? 0
    room.starts[base + place] = (cells.starts[i] ?? 0) + 1
    room.ends[base + place] = (cells.ends[i] ?? 0) + 1
  }
}

/** Fills the empty cells of a list's options with 0. */
function notChosen(
  { kinds: ofKinds, starts, ends }: Room,
  first: number,
  list: readonly number[] = [],
): void {
  for (const place of list) {
    const i = first + place
    if (ofKinds[i] !== kinds.none) continue
    ofKinds[i] = kinds.number
    starts[i] = 0
    ends[i] = 1
  }
}
