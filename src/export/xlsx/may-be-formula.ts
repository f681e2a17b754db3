import type { TextSpan } from './text-span.ts'

/**
 * Whether a text may be one that has to be guarded, told by its bytes: no for nearly all texts, so that only the others
 * are decoded and looked at.
 */
export const mayBeFormula = (text: TextSpan): boolean =>
  text.start < text.end && isSuspect[text.bytes[text.start] ?? 0] === 1 && !isSignedNumber(text)

/** Telephone numbers are many. */
function isSignedNumber({ bytes, start, end }: TextSpan): boolean {
  if (bytes[start] !== plus && bytes[start] !== minus) return false
  for (let i = start + 1; i < end; i++) {
    const byte = bytes[i] ?? 0
    if (byte !== space && (byte < zero || byte > nine)) return false
  }
  return true
}

const [space, plus, minus, zero, nine] = [0x20, 0x2b, 0x2d, 0x30, 0x39]

/** Signs of formulas, spaces and controls, `'`; beyond ASCII, what full-width signs and odd spaces begin with. */
const isSuspect = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return byte <= 0x20 || byte === 0x7f || `=+-@'`.includes(String.fromCharCode(byte)) ? 1 : 0
  return [0xc2, 0xd8, 0xdb, 0xdc, 0xe0, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3].includes(byte) ? 1 : 0
})
