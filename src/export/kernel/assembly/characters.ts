/** The values of hexadecimal digits; -1 of all else. */
const hexDigits: u32 = <u32>memory.data<i8>([
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1,
  -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
])

/** Four hexadecimal digits as a number; negative where one is none. */
export function hexOf(p: u32): i32 {
  const first: i32 = load<i8>(hexDigits + load<u8>(p))
  const second: i32 = load<i8>(hexDigits + load<u8>(p, 1))
  const third: i32 = load<i8>(hexDigits + load<u8>(p, 2))
  return (first << 12) | (second << 8) | (third << 4) | load<i8>(hexDigits + load<u8>(p, 3))
}

/** The place after all characters of more than a byte that stand here, or 0 where they are no UTF-8. */
export function afterMultibyte(p: u32): u32 {
  while (true) {
    const lead: u32 = load<u8>(p)
    if (lead < 0x80) return p
    const next: u32 = load<u8>(p, 1)
    if (lead < 0xe0) {
      if (lead < 0xc2 || (next & 0xc0) != 0x80) return 0
      p += 2
    } else if (lead < 0xf0) {
      if ((next & 0xc0) != 0x80 || (load<u8>(p, 2) & 0xc0) != 0x80) return 0
      if (lead == 0xe0 && next < 0xa0) return 0
      if (lead == 0xed && next > 0x9f) return 0
      p += 3
    } else {
      if (
        lead > 0xf4 ||
        (next & 0xc0) != 0x80 ||
        (load<u8>(p, 2) & 0xc0) != 0x80 ||
        (load<u8>(p, 3) & 0xc0) != 0x80
      )
        return 0
      if (lead == 0xf0 && next < 0x90) return 0
      if (lead == 0xf4 && next > 0x8f) return 0
      p += 4
    }
  }
}

/** Writes a character as UTF-8; gives the place after it. */
export function putCode(code: u32, to: u32): u32 {
  if (code < 0x80) {
    store<u8>(to, code)
    return to + 1
  }
  if (code < 0x800) {
    store<u8>(to, 0xc0 | (code >> 6))
    store<u8>(to, 0x80 | (code & 0x3f), 1)
    return to + 2
  }
  if (code < 0x10000) {
    store<u8>(to, 0xe0 | (code >> 12))
    store<u8>(to, 0x80 | ((code >> 6) & 0x3f), 1)
    store<u8>(to, 0x80 | (code & 0x3f), 2)
    return to + 3
  }
  store<u8>(to, 0xf0 | (code >> 18))
  store<u8>(to, 0x80 | ((code >> 12) & 0x3f), 1)
  store<u8>(to, 0x80 | ((code >> 6) & 0x3f), 2)
  store<u8>(to, 0x80 | (code & 0x3f), 3)
  return to + 4
}

/** Of 16 bytes of a string those that end it or are no plain ASCII, as bits. */
@inline export function stopsIn(block: v128): u32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c))),
      // Signed: what is above ASCII is below, too.
      i8x16.lt_s(block, i8x16.splat(0x20)),
    ),
  )
}
