import { put, reserve, stampOf, stampSlack, type Room, type Stamp } from './room.ts'
import type { TextSpan } from './text-span.ts'

const special = 1
const lined = 2

/** What stands in a text, as bits. */
export function bitsOf({ bytes, start, end }: TextSpan): number {
  let bits = 0
  for (let i = start; i < end; i++) bits |= bitsOfByte[bytes[i] ?? 0] ?? 0
  return bits
}

/** Whether a text of such bits has several lines. */
export const isLined = (bits: number): boolean => (bits & lined) !== 0

/**
 * Writes UTF-8 as the content of an XML element, so that any text comes out as it went in. What XML cannot hold, and a
 * carriage return, which its readers change, is written `_x0000_`; a text that looks like that has its `_` written so
 * (ECMA-376, ST_Xstring). `bits` are those of the text.
 */
export function putEscaped(room: Room, { bytes: text, start, end }: TextSpan, bits: number): void {
  const isPlain = (bits & special) === 0
  reserve(room, (end - start) * (isPlain ? 1 : mostGrowth) + stampSlack)
  const { bytes } = room
  let { at } = room
  if (isPlain) {
    for (let i = start; i < end; i++) bytes[at++] = text[i] ?? 0
    room.at = at
    return
  }
  for (let i = start; i < end; i++) {
    const byte = text[i] ?? 0
    if (bitsOfByte[byte] !== special) bytes[at++] = byte
    else {
      room.at = at
      i += putSpecial(room, text.subarray(i, Math.min(i + longest, end)))
      at = room.at
    }
  }
  room.at = at
}

/** `\u0001` becomes `_x0001_`. */
const mostGrowth = 7
/** As much of a text as one decision needs: `_x0041`. */
const longest = 6

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

/** Writes the first sign of the text; gives how many bytes beyond one it took. */
function putSpecial(room: Room, text: Uint8Array): number {
  const [byte = 0, second, third = 0] = text
  const entity = entities.get(byte)
  if (entity !== undefined) put(room, entity)
  else if (byte < 0x20) put(room, codeOf(byte))
  else if (byte === underscore && looksLikeCode(text)) put(room, codeOf(byte))
  else if (byte === beforeNoncharacter && second === 0xbf && third >= 0xbe) {
    put(room, codeOf(0xff40 + third))
    return 2
  } else room.bytes[room.at++] = byte
  return 0
}

const codeOf = (unit: number): Stamp => stampOf(`_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`)

/** Whether it goes on as a code does; the `_` at its end may be the first of the next code, so it is not looked for. */
function looksLikeCode(text: Uint8Array): boolean {
  if (text.length < longest || text[1] !== 0x78) return false
  return text.subarray(2).every((byte) => /[\da-f]/i.test(String.fromCharCode(byte)))
}
