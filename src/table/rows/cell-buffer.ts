import { copyText, makeRoom, reserve, type Room } from '../bytes.ts'
import { makeRoomIn, type ReadRow, type RowBlock } from './remake-rows.ts'

/** Cells that stand side by side in a row, as a block has them (sparse-rows.ts): what is told of each, and their texts. */
export type MadeCells = { readonly heads: Room; readonly texts: Room }

/** A text that stands between two bytes. One is used again and again: rows are many, and what is made of each is garbage. */
export type Span = { from: DataView; start: number; end: number }

/** A span of nothing yet. */
export const makeSpan = (): Span => ({ from: new DataView(new ArrayBuffer(0)), start: 0, end: 0 })

/** Lets it be the text of a cell of a row. */
export function reach(span: Span, { cells, view }: ReadRow, cell: number): void {
  span.from = view
  span.start = cells.starts[cell] ?? 0
  span.end = cells.ends[cell] ?? 0
}

/** Lets it be all of these bytes. */
export function reachAll(span: Span, bytes: DataView): void {
  span.from = bytes
  span.start = 0
  span.end = bytes.byteLength
}

const firstSize = 64
const headSize = 8
// What is copied by words may reach so far beyond its end.
const slack = 8

/** No cells. */
export const makeCells = (): MadeCells => ({ heads: makeRoom(firstSize), texts: makeRoom(firstSize) })

/** Forgets all cells. */
export function clearCells({ heads, texts }: MadeCells): void {
  heads.at = 0
  texts.at = 0
}

/** Adds a cell; `told` is its column's number times 8 plus its kind. */
export function addCell({ heads, texts }: MadeCells, told: number, text: Span): void {
  const size = text.end - text.start
  reserve(texts, size + slack)
  copyText(texts, texts.at, text)
  texts.at += size
  addHead(heads, told, size)
}

/** Adds a cell with a whole number that is not negative. */
export function addNumber({ heads, texts }: MadeCells, told: number, number: number): void {
  let size = 1
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) size++
  reserve(texts, size + slack)
  let rest = number
  for (let at = texts.at + size - 1; at >= texts.at; at--, rest = Math.floor(rest / 10))
    texts.bytes[at] = zero + (rest % 10)
  texts.at += size
  addHead(heads, told, size)
}

const zero = 0x30

function addHead(heads: Room, told: number, size: number): void {
  reserve(heads, headSize + slack)
  heads.view.setUint32(heads.at, told, true)
  heads.view.setUint32(heads.at + 4, size, true)
  heads.at += headSize
}

/** Puts a row of such cells behind the others of a block. */
export function putCells(into: RowBlock, parts: readonly { readonly cells: MadeCells }[]): void {
  let heads = 0
  let size = 4
  for (const { cells } of parts) {
    heads += cells.heads.at
    size += cells.heads.at + cells.texts.at
  }
  makeRoomIn(into, size + slack)
  into.view.setUint32(into.end, heads / headSize, true)
  let head = into.end + 4
  let text = head + heads
  for (const { cells } of parts) {
    copyAll(into, head, cells.heads)
    head += cells.heads.at
  }
  // What was copied before may have reached into these.
  for (const { cells } of parts) {
    copyAll(into, text, cells.texts)
    text += cells.texts.at
  }
  into.end = text
}

function copyAll({ bytes, view }: RowBlock, to: number, from: Room): void {
  if (from.at > shortest) return bytes.set(from.bytes.subarray(0, from.at), to)
  for (let at = 0; at < from.at; at += 4) view.setUint32(to + at, from.view.getUint32(at, true), true)
}

// Below it, a loop costs less than the call.
const shortest = 256
