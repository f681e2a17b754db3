import { append, reserve, type Room } from '../room.ts'
import type { ColumnsKernel } from './columns-kernel.ts'
import type { Range } from './fixed-cells.ts'

/** So many values: those of all cells that are listed, or those of their dictionary. */
export type Values = {
  readonly kernel: ColumnsKernel
  readonly count: number
  readonly isDictionary: boolean
}

/** Adds values one after another, each behind its length where that takes so many bytes. */
export function appendValues(room: Room, { kernel, count, isDictionary }: Values, prefix: number): void {
  const { exports, gathered } = kernel
  const gather = isDictionary ? exports.gatherDictionary : exports.gather
  for (let next = 0; next < count;) {
    const from = next
    next = gather(from, count, prefix)
    const { bytes } = kernel.memory()
    append(room, bytes.subarray(gathered, exports.gatheredTo.value))
    if (next === from) appendLarge(room, { kernel, value: next++, isDictionary })
  }
}

/** Adds a text for which there is no room where others are gathered. */
function appendLarge(
  room: Room,
  { kernel, value, isDictionary }: Omit<Values, 'count'> & { readonly value: number },
): void {
  const { bytes, starts, ends, among } = kernel.memory()
  const cell = isDictionary ? (among[value] ?? 0) : value
  const text = bytes.subarray(starts[cell], ends[cell])
  reserve(room, sizeOfLength + text.length)
  room.view.setUint32(room.at, text.length, true)
  room.at += sizeOfLength
  append(room, text)
}

/** Of a text, its length before it. */
export const sizeOfLength = 4

// A footer with the whole of long texts would be large, and part of one is not understood by every reader.
const longest = 64

/** The least and the greatest of some texts by their bytes, nothing where one of these is long. */
export function textRange({ kernel, count, isDictionary }: Values): Range | undefined {
  if (count === 0) return undefined
  const { exports } = kernel
  exports.findRange(count, isDictionary)
  const { bytes, starts, ends } = kernel.memory()
  const [least, greatest] = [exports.least, exports.greatest].map(({ value }) =>
    bytes.slice(starts[value], ends[value]),
  )
  if (!least || !greatest || Math.max(least.length, greatest.length) > longest) return undefined
  return { least, greatest }
}
