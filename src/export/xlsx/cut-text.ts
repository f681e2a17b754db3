import type { TextSpan } from './text-span.ts'
import { longestText } from './limits.ts'

/** Where a text has to be cut, and what is said there; undefined for a text that fits. */
export type Cut = { readonly end: number; readonly mark: string }

/** Finds where a text is too long for a cell: there it ends, between two characters, with a mark that tells so. */
export function cutOf({ bytes, start, end }: TextSpan): Cut | undefined {
  // A UTF-16 code unit takes one byte at least.
  if (end - start <= longestText) return undefined
  const size = unitsIn({ bytes, start, end })
  if (size <= longestText) return undefined
  const mark = ` … [cut: ${size} characters in all]`
  return { end: endOfUnits(bytes, start, longestText - mark.length), mark }
}

const unitsOf = (byte: number): number => (byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1)

function unitsIn({ bytes, start, end }: TextSpan): number {
  let units = 0
  for (let i = start; i < end; i++) units += unitsOf(bytes[i] ?? 0)
  return units
}

/** The end of the characters that so many units hold. */
function endOfUnits(bytes: Uint8Array, start: number, units: number): number {
  let at = start
  for (let left = units; ; at++) {
    left -= unitsOf(bytes[at] ?? 0)
    if (left < 0) return at
  }
}
