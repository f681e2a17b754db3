import { mayNeedGuard, needsGuard } from '../../table/formula.ts'
import type { Cell } from './cell.ts'

// A mark at the beginning is text: spreadsheets look behind it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** By first byte: 0 where no text that begins with it is to be guarded. */
const firstBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x7f || mayNeedGuard(String.fromCharCode(byte)) ? 1 : 0,
)

/** Whether a cell has to be guarded, as `needsGuard` says of its text; nearly all are decided by their first byte. */
export function isToGuard({ bytes, start, end }: Cell): boolean {
  const first = bytes[start] ?? 0
  if (start === end || firstBytes[first] === 0) return false
  if (first > 0x7f && !mayBegin(codePointAt(bytes, start))) return false
  return needsGuard(decoder.decode(bytes.subarray(start, end)))
}

/** Characters that began a cell, and whether a text that begins with them may be one to guard: few in any language. */
const known = new Map<number, boolean>()

function mayBegin(codePoint: number): boolean {
  const isKnown = known.get(codePoint)
  if (isKnown !== undefined) return isKnown
  const may = mayNeedGuard(String.fromCodePoint(codePoint))
  known.set(codePoint, may)
  return may
}

/** The character that begins there, of two bytes or more. */
function codePointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const low = (n: number): number => (bytes[at + n] ?? 0) & 0x3f
  if (first < 0xe0) return ((first & 0x1f) << 6) | low(1)
  if (first < 0xf0) return ((first & 0x0f) << 12) | (low(1) << 6) | low(2)
  return ((first & 0x07) << 18) | (low(1) << 12) | (low(2) << 6) | low(3)
}
