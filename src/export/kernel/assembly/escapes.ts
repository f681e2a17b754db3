import { hexOf, putCode } from './characters'

/** The place after the escape that was copied last; 0 where there was none. */
export let escapeEnd: u32 = 0

/** Writes the character whose four digits stand at `p`, with its other half where it is one; gives the place after it. */
export function copyEscape(p: u32, to: u32): u32 {
  let code = hexOf(p)
  escapeEnd = 0
  if (code < 0) return to
  p += 4
  if (code < 0x20 || code == 0x22 || code == 0x5c) to = putEscape(code, to)
  else if ((code & 0xf800) != 0xd800) to = putCode(code, to)
  else {
    let low: i32 = 0
    if (code < 0xdc00 && load<u16>(p) == 0x755c) low = hexOf(p + 2)
    if ((low & 0xfffffc00) == 0xdc00) {
      to = putCode(0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff), to)
      p += 6
    } else to = putHex(code, to)
  }
  escapeEnd = p
  return to
}

function putEscape(code: u32, to: u32): u32 {
  let letter: u32 = 0
  if (code == 0x08) letter = 0x62
  else if (code == 0x09) letter = 0x74
  else if (code == 0x0a) letter = 0x6e
  else if (code == 0x0c) letter = 0x66
  else if (code == 0x0d) letter = 0x72
  else if (code >= 0x20) letter = code
  else return putHex(code, to)
  store<u16>(to, 0x5c | (letter << 8))
  return to + 2
}

function putHex(code: u32, to: u32): u32 {
  store<u16>(to, 0x755c)
  for (let i: u32 = 0; i < 4; i++) {
    const digit = (code >> (12 - 4 * i)) & 15
    store<u8>(to + i, digit + (digit < 10 ? 0x30 : 0x57), 2)
  }
  return to + 6
}
