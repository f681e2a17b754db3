/** The bytes that JSON's parts begin and end with. */
export const [quote, backslash, comma, bracket, closing] = [0x22, 0x5c, 0x2c, 0x5b, 0x7d]

/** A part of bytes. */
export type Span = { readonly from: number; readonly to: number }

const opening = 0x7b
/** Brackets differ from braces by this bit. */
const brace = 0x20

/** The place behind the text of JSON whose quote is there. */
export function stringEnd(bytes: Uint8Array, at: number): number {
  const { length } = bytes
  for (let i = at + 1; i < length; i++) {
    const byte = bytes[i]
    if (byte === quote) return i + 1
    if (byte === backslash) i++
  }
  return length
}

/** The place behind a value of JSON without blanks, of which something else follows. */
export function valueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = stringEnd(bytes, at) - 1
    else if ((byte | brace) === opening) depth++
    else if ((byte | brace) === closing) {
      if (depth === 0) return at
      depth--
    } else if (byte === comma && depth === 0) return at
  }
  return bytes.length
}
