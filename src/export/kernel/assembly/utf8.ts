// UTF-8 by tables, after Keiser and Lemire (Validating UTF-8 in less than one instruction per byte, 2021).
// Bits of what may be wrong with two bytes that follow one another, where all three tables have them: 1 too short, 2 too
// long, 4, 32 and 64 longer than needed, 8 and 64 too large, 16 a surrogate, 128 both continue a character.

/** By the first byte's high half, by its low half, by the second one's high half; then what is compared with. */
const tables: u32 = <u32>memory.data<u8>([
  2, 2, 2, 2, 2, 2, 2, 2, 128, 128, 128, 128, 33, 1, 21, 73,
  231, 163, 131, 131, 139, 203, 203, 203, 203, 203, 203, 203, 203, 219, 203, 203,
  1, 1, 1, 1, 1, 1, 1, 1, 230, 174, 186, 186, 1, 1, 1, 1,
  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
  96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96,
  112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112,
  128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
])

/** Of 16 bytes of a text those at which it is no UTF-8, as bits; the bytes before are text, too, and were looked at. */
export function brokenIn(p: u32): u32 {
  const bytes = v128.load(p)
  const before = v128.load(p - 1)
  const low = v128.load(tables, 48)
  const firstHigh = i8x16.swizzle(v128.load(tables), v128.and(i16x8.shr_u(before, 4), low))
  const firstLow = i8x16.swizzle(v128.load(tables, 16), v128.and(before, low))
  const secondHigh = i8x16.swizzle(v128.load(tables, 32), v128.and(i16x8.shr_u(bytes, 4), low))
  // The third and the fourth byte of a character continue it after another one that does.
  const further = v128.or(
    i8x16.sub_sat_u(v128.load(p - 2), v128.load(tables, 64)),
    i8x16.sub_sat_u(v128.load(p - 3), v128.load(tables, 80)),
  )
  const wrong = v128.xor(
    v128.and(v128.and(firstHigh, firstLow), secondHigh),
    v128.and(further, v128.load(tables, 96)),
  )
  return ~i8x16.bitmask(i8x16.eq(wrong, i8x16.splat(0))) & 0xffff
}
