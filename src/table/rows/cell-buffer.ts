import { copyText, makeBuffer, reserve, type ByteBuffer, type TextSpan } from '../bytes.ts'
import type { ReadRow } from './remake-rows.ts'

/** Adjacent cells of a row as a block stores them (sparse-rows.ts): the heads, with column, kind and size, and the texts. */
export type CellBuffer = { readonly heads: ByteBuffer; readonly texts: ByteBuffer }

/** Sets a span to the text of a cell of a row. */
export function spanCell(span: TextSpan, { cells, view }: ReadRow, cell: number): void {
  span.from = view
  span.start = cells.starts[cell] ?? 0
  span.end = cells.ends[cell] ?? 0
}

/** Sets a span to all of these bytes. */
export function spanBytes(span: TextSpan, bytes: DataView): void {
  span.from = bytes
  span.start = 0
  span.end = bytes.byteLength
}

const firstSize = 64
const headSize = 8
// Copies by words may write so many bytes beyond their end.
const slack = 8

export const makeCellBuffer = (): CellBuffer => ({
  heads: makeBuffer(firstSize),
  texts: makeBuffer(firstSize),
})

export function clearCellBuffer({ heads, texts }: CellBuffer): void {
  heads.at = 0
  texts.at = 0
}

/** Adds a cell; `head` is its column's number times 8 plus its kind. */
export function addCell({ heads, texts }: CellBuffer, head: number, text: TextSpan): void {
  const size = text.end - text.start
  reserve(texts, size + slack)
  copyText(texts, texts.at, text)
  texts.at += size
  addHead(heads, head, size)
}

/** Adds a cell with a whole number that is not negative. */
export function addNumber({ heads, texts }: CellBuffer, head: number, number: number): void {
  let size = 1
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) size++
  reserve(texts, size + slack)
  let rest = number
  for (let at = texts.at + size - 1; at >= texts.at; at--, rest = Math.floor(rest / 10))
    texts.bytes[at] = zero + (rest % 10)
  texts.at += size
  addHead(heads, head, size)
}

const zero = 0x30

function addHead(heads: ByteBuffer, head: number, size: number): void {
  reserve(heads, headSize + slack)
  heads.view.setUint32(heads.at, head, true)
  heads.view.setUint32(heads.at + 4, size, true)
  heads.at += headSize
}

/** Adds a row of these cells to a block. */
export function putRowOf(into: ByteBuffer, parts: readonly { readonly cells: CellBuffer }[]): void {
  let heads = 0
  let size = 4
  for (const { cells } of parts) {
    heads += cells.heads.at
    size += cells.heads.at + cells.texts.at
  }
  reserve(into, size + slack)
  into.view.setUint32(into.at, heads / headSize, true)
  let head = into.at + 4
  let text = head + heads
  for (const { cells } of parts) {
    copyAll(into, head, cells.heads)
    head += cells.heads.at
  }
  // After all heads, whose copies may have written beyond their end.
  for (const { cells } of parts) {
    copyAll(into, text, cells.texts)
    text += cells.texts.at
  }
  into.at = text
}

function copyAll({ bytes, view }: ByteBuffer, to: number, from: ByteBuffer): void {
  if (from.at > shortest) return bytes.set(from.bytes.subarray(0, from.at), to)
  for (let at = 0; at < from.at; at += 4) view.setUint32(to + at, from.view.getUint32(at, true), true)
}

// Below this, a loop is faster than a call of `set`.
const shortest = 256
