/** The place after the record that begins at `p`, by its strings and brackets alone; 0 where it goes on after `end`. */
export function recordEnd(p: u32, end: u32): u32 {
  let depth = 0
  while (p < end) {
    const byte: u32 = load<u8>(p++)
    if (byte == 0x22) {
      p = afterString(p, end)
      if (p == 0) return 0
    } else if (byte == 0x7b || byte == 0x5b) depth++
    else if ((byte == 0x7d || byte == 0x5d) && --depth == 0) return p
  }
  return 0
}

function afterString(p: u32, end: u32): u32 {
  while (p < end) {
    const block = v128.load(p)
    const stops = i8x16.bitmask(
      v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c))),
    )
    if (stops == 0) {
      p += 16
      continue
    }
    p += ctz(stops)
    if (p >= end) return 0
    if (load<u8>(p) == 0x22) return p + 1
    p += 2
  }
  return 0
}
