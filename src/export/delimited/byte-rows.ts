import { kinds, type RowBatch } from '../../table/table.ts'
import type { Cell, Room } from './cell.ts'
import { makePutCell, mostOfCells } from './put-cell.ts'
import { isToGuard } from './to-guard.ts'

/** Rows as bytes, as many as there is room for. */
export type ByteRows = {
  /** Adds rows of a batch from one on; gives the first for which there was no room, or their number. */
  readonly add: (batch: RowBatch, from: number) => number
  /** What was added since the last time; good until more is added. */
  readonly take: () => Uint8Array
  /** How many cells got a `'` before them. */
  readonly guarded: () => number
}

export type ByteRowsOptions = {
  readonly delimiter: string
  readonly formulas: 'guard' | 'raw'
  readonly lineEnd: '\n' | '\r\n'
  /** How many cells a row has. */
  readonly width: number
}

const encoder = new TextEncoder()

// Smaller room costs a call each, larger falls out of the cache.
const usualRoom = 256 * 1024

/** Rows that are added and taken by turns. */
export function makeByteRows(options: ByteRowsOptions): ByteRows {
  const room: Room = { bytes: new Uint8Array(usualRoom), at: 0 }
  const { putRow, guarded } = makePutRow(options, room)
  const { width } = options
  const add = (batch: RowBatch, from: number): number => {
    for (let row = from; row < batch.rows; row++) {
      if (!makeRoom(room, mostOfRow(batch, row * width, width))) return row
      putRow(batch, row * width)
    }
    return batch.rows
  }
  return { add, take: () => take(room), guarded }
}

type PutRow = {
  /** Adds the row that begins with that cell of the batch; there is room for it. */
  readonly putRow: (batch: RowBatch, first: number) => void
  readonly guarded: () => number
}

function makePutRow({ delimiter, formulas, lineEnd, width }: ByteRowsOptions, room: Room): PutRow {
  const [between, lineEndBytes] = [encoder.encode(delimiter), encoder.encode(lineEnd)]
  const putCell = makePutCell(between)
  const cell: Cell = { bytes: room.bytes, start: 0, end: 0, isGuarded: false }
  let guarded = 0
  const putRow = ({ kinds: ofKinds, starts, ends, bytes }: RowBatch, first: number): void => {
    const before = room.at
    cell.bytes = bytes
    for (let at = first; at < first + width; at++) {
      if (at > first) put(between, room)
      const kind = ofKinds[at]
      if (kind === kinds.none) continue
      cell.start = starts[at] ?? 0
      cell.end = ends[at] ?? 0
      // A number or a boolean is no formula, whatever it begins with.
      cell.isGuarded = formulas === 'guard' && (kind === kinds.text || kind === kinds.json) && isToGuard(cell)
      if (cell.isGuarded) guarded++
      putCell(cell, room)
    }
    // A row that is nothing but a line end would be skipped by readers.
    if (room.at === before) put(quotes, room)
    put(lineEndBytes, room)
  }
  return { putRow, guarded: () => guarded }
}

const quotes = encoder.encode('""')

/** Delimiters of three bytes, and a line end. */
const mostBeside = (width: number): number => 3 * width + 2

/** The most bytes that a row of a batch takes, of which that cell is the first. */
function mostOfRow({ starts, ends }: RowBatch, first: number, width: number): number {
  let length = 0
  for (let at = first; at < first + width; at++) length += (ends[at] ?? 0) - (starts[at] ?? 0)
  return mostOfCells(length, width) + mostBeside(width)
}

/** Whether there is room for so many bytes; a single row always gets it. */
function makeRoom(room: Room, bytes: number): boolean {
  if (room.at + bytes <= room.bytes.length) return true
  if (room.at > 0) return false
  room.bytes = new Uint8Array(bytes)
  return true
}

function put(bytes: Uint8Array, room: Room): void {
  for (let i = 0; i < bytes.length; i++) room.bytes[room.at++] = bytes[i] ?? 0
}

function take(room: Room): Uint8Array {
  const taken = room.bytes.subarray(0, room.at)
  room.at = 0
  return taken
}
