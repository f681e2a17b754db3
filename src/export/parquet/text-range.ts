import type { Range } from './fixed-cells.ts'
import type { Cells } from './cell-chains.ts'

/** So many cells: the first, or those that are numbered. */
export type Values = { readonly count: number; readonly among?: Uint32Array }

// A footer with the whole of long texts would be large, and part of one is not understood by every reader.
const longest = 64

/** The least and the greatest of some texts by their bytes, nothing where one of these is long. */
export function textRange(cells: Cells, { count, among }: Values): Range | undefined {
  const { starts, ends, room } = cells
  if (count === 0) return undefined
  let least = among?.[0] ?? 0
  let greatest = least
  for (let i = 1; i < count; i++) {
    const cell = among === undefined ? i : (among[i] ?? 0)
    if (isBefore(cells, cell, least)) least = cell
    else if (isBefore(cells, greatest, cell)) greatest = cell
  }
  const [from, to] = [least, greatest].map((cell) => room.bytes.slice(starts[cell], ends[cell]))
  if (from === undefined || to === undefined || Math.max(from.length, to.length) > longest) return undefined
  return { least: from, greatest: to }
}

function isBefore({ starts, ends, room: { view } }: Cells, one: number, other: number): boolean {
  let at = starts[one] ?? 0
  let otherAt = starts[other] ?? 0
  const end = ends[one] ?? 0
  const otherEnd = ends[other] ?? 0
  for (; at + 4 <= end && otherAt + 4 <= otherEnd; at += 4, otherAt += 4) {
    // The first byte is the highest.
    const word = view.getUint32(at)
    const otherWord = view.getUint32(otherAt)
    if (word !== otherWord) return word < otherWord
  }
  for (; at < end && otherAt < otherEnd; at++, otherAt++) {
    const difference = view.getUint8(at) - view.getUint8(otherAt)
    if (difference !== 0) return difference < 0
  }
  return otherAt < otherEnd
}
