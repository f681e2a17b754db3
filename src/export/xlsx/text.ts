import { reserve, type ByteBuffer } from '../../record/bytes.ts'

const encoder = new TextEncoder()

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The letters of a column, counted from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** A text within other bytes, as UTF-8. One object is reused for all cells: an object for each would cost much. */
export type CellText = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

export const spanOf = (bytes: Uint8Array): CellText => ({ bytes, start: 0, end: bytes.length })

/** A short text that is written often, as words of four bytes. */
export type Stamp = { readonly words: Uint32Array; readonly size: number }

/** How many bytes behind its own a stamp may overwrite. */
const stampSlack = 3

/** Makes a stamp of a text. */
export function stampOf(text: string): Stamp {
  const bytes = encoder.encode(text)
  const padded = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 4) * 4))
  for (const [i, byte] of bytes.entries()) padded.setUint8(i, byte)
  const words = Uint32Array.from({ length: padded.byteLength / 4 }, (_, i) => padded.getUint32(i * 4, true))
  return { words, size: bytes.length }
}

/** Writes a stamp. The caller has reserved the space for it. */
export function put(buffer: ByteBuffer, { words, size }: Stamp): void {
  const { view, at } = buffer
  // For so few bytes a loop is faster than a call of `set`, and a loop of words four times as fast as one of bytes.
  for (let i = 0; i < words.length; i++) view.setUint32(at + i * 4, words[i] ?? 0, true)
  buffer.at = at + size
}

/** Writes a short ASCII text. The caller has reserved the space for it. */
export function putAscii(buffer: ByteBuffer, text: string): void {
  for (let i = 0; i < text.length; i++) buffer.bytes[buffer.at++] = text.charCodeAt(i)
}

export function putText(buffer: ByteBuffer, text: string): void {
  reserve(buffer, text.length * 3)
  buffer.at += encoder.encodeInto(text, buffer.bytes.subarray(buffer.at)).written
}

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

const special = 1
const lined = 2

/** The kinds of characters in a text, as bits. */
export function bitsOf({ bytes, start, end }: CellText): number {
  let bits = 0
  for (let i = start; i < end; i++) bits |= bitsOfByte[bytes[i] ?? 0] ?? 0
  return bits
}

/** Whether a text of such bits has several lines. */
export const isLined = (bits: number): boolean => (bits & lined) !== 0

/**
 * Writes UTF-8 as the content of an XML element, so that a reader gets the same text back. Characters that XML cannot hold,
 * and carriage returns, which readers change, are written as `_x0000_`, and so is the `_` of a text that looks like that
 * (ECMA-376, ST_Xstring). `bits` are those of the text.
 */
export function putEscaped(buffer: ByteBuffer, { bytes: text, start, end }: CellText, bits: number): void {
  const isPlain = (bits & special) === 0
  reserve(buffer, (end - start) * (isPlain ? 1 : maxGrowth) + stampSlack)
  const { bytes } = buffer
  let { at } = buffer
  if (isPlain) {
    for (let i = start; i < end; i++) bytes[at++] = text[i] ?? 0
    buffer.at = at
    return
  }
  for (let i = start; i < end; i++) {
    const byte = text[i] ?? 0
    if (bitsOfByte[byte] !== special) bytes[at++] = byte
    else {
      buffer.at = at
      i += putSpecial(buffer, text.subarray(i, Math.min(i + maxCodeLength, end)))
      at = buffer.at
    }
  }
  buffer.at = at
}

/** `\u0001` becomes `_x0001_`. */
const maxGrowth = 7
/** The longest sequence that is read: `_x0041`. */
const maxCodeLength = 6

const [ampersand, less, greater, underscore, beforeNoncharacter] = [0x26, 0x3c, 0x3e, 0x5f, 0xef]
const bitsOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20) return byte === 0x0a ? lined : byte === 0x09 ? 0 : special
  return [ampersand, less, greater, underscore, beforeNoncharacter].includes(byte) ? special : 0
})
const entities = new Map([
  [ampersand, stampOf('&amp;')],
  [less, stampOf('&lt;')],
  [greater, stampOf('&gt;')],
])

/** Writes the first character of the text; returns how many bytes beyond the first it has consumed. */
function putSpecial(buffer: ByteBuffer, text: Uint8Array): number {
  const [byte = 0, second, third = 0] = text
  const entity = entities.get(byte)
  if (entity !== undefined) put(buffer, entity)
  else if (byte < 0x20) put(buffer, codeOf(byte))
  else if (byte === underscore && looksLikeCode(text)) put(buffer, codeOf(byte))
  else if (byte === beforeNoncharacter && second === 0xbf && third >= 0xbe) {
    put(buffer, codeOf(0xff40 + third))
    return 2
  } else buffer.bytes[buffer.at++] = byte
  return 0
}

const codeOf = (unit: number): Stamp => stampOf(`_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`)

/** Whether the text begins like a code. The final `_` is not checked, since it may begin the next code. */
function looksLikeCode(text: Uint8Array): boolean {
  if (text.length < maxCodeLength || text[1] !== 0x78) return false
  return text.subarray(2).every((byte) => /[\da-f]/i.test(String.fromCharCode(byte)))
}

/** The most UTF-16 code units of a cell. */
const maxUnits = 32_767

/**
 * Finds where to cut a text that is too long for a cell, between two characters, and the mark that is written there;
 * undefined for a text that fits.
 */
export function cutOf({
  bytes,
  start,
  end,
}: CellText): { readonly end: number; readonly mark: string } | undefined {
  // A UTF-16 code unit takes one byte at least.
  if (end - start <= maxUnits) return undefined
  const size = unitsIn({ bytes, start, end })
  if (size <= maxUnits) return undefined
  const mark = ` … [cut: ${size} characters in all]`
  return { end: endOfUnits(bytes, start, maxUnits - mark.length), mark }
}

const unitsOf = (byte: number): number => (byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1)

function unitsIn({ bytes, start, end }: CellText): number {
  let units = 0
  for (let i = start; i < end; i++) units += unitsOf(bytes[i] ?? 0)
  return units
}

/** The end of the characters that fit into this many UTF-16 code units. */
function endOfUnits(bytes: Uint8Array, start: number, units: number): number {
  let at = start
  for (let left = units; ; at++) {
    left -= unitsOf(bytes[at] ?? 0)
    if (left < 0) return at
  }
}
