import type { Cell, Room } from './cell.ts'

/** Writes a cell into room that is large enough for it, in quotes where it needs them. */
export type PutCell = (cell: Cell, room: Room) => void

/** The most that cells of so many bytes take, whatever is in them: each a quote, and all in quotes and with a `'`. */
export const mostOfCells = (length: number, cells: number): number => 2 * length + 3 * cells

const [quote, apostrophe, newline, carriageReturn] = [0x22, 0x27, 0x0a, 0x0d]

/** A writer of cells between delimiters, each a single character in UTF-8. */
export function makePutCell(delimiter: Uint8Array): PutCell {
  const special = new Uint8Array(256)
  for (const byte of [quote, newline, carriageReturn, delimiter[0] ?? 0]) special[byte] = 1
  return (cell, room) => {
    const begin = room.at
    if (cell.isGuarded) room.bytes[room.at++] = apostrophe
    const isPlain = copyPlain(cell, room, special) === cell.end
    if (isPlain && !(cell.isGuarded && special[apostrophe] === 1)) return
    room.at = begin
    if (delimiter.length > 1 && !holdsSpecial(cell, delimiter)) putPlain(cell, room)
    else putQuoted(cell, room)
  }
}

/** Copies as far as no special byte comes; gives the place where one does, or the end. */
function copyPlain({ bytes, start, end }: Cell, room: Room, special: Uint8Array): number {
  const into = room.bytes
  let to = room.at
  let from = start
  for (; from < end; from++) {
    const byte = bytes[from] ?? 0
    if (special[byte] === 1) break
    into[to++] = byte
  }
  room.at = to
  return from
}

/** Whether a cell needs quotes with a delimiter of several bytes, with the first of which other characters begin too. */
function holdsSpecial({ bytes, start, end }: Cell, delimiter: Uint8Array): boolean {
  const text = bytes.subarray(start, end)
  return text.some(
    (byte, i) =>
      byte === quote ||
      byte === newline ||
      byte === carriageReturn ||
      delimiter.every((part, n) => text[i + n] === part),
  )
}

function putPlain({ bytes, start, end, isGuarded }: Cell, room: Room): void {
  if (isGuarded) room.bytes[room.at++] = apostrophe
  room.bytes.set(bytes.subarray(start, end), room.at)
  room.at += end - start
}

function putQuoted({ bytes, start, end, isGuarded }: Cell, room: Room): void {
  const into = room.bytes
  let to = room.at
  into[to++] = quote
  if (isGuarded) into[to++] = apostrophe
  for (let from = start; from < end; from++) {
    const byte = bytes[from] ?? 0
    into[to++] = byte
    if (byte === quote) into[to++] = quote
  }
  into[to++] = quote
  room.at = to
}
