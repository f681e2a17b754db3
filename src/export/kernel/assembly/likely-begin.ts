/** What `beginIn` gives where quotes stand as they don't in JSON. */
const wrong: u32 = u32.MAX_VALUE

/**
 * Gives the place of the record that most likely begins first at `p` or behind, in an array of which nobody knows what
 * stands before `p`; 0 where none is found. Looks at as many bytes as a record may have, since in so many one ends: it
 * begins where the brackets are least deep.
 */
export function likelyBegin(p: u32, end: u32, window: u32): u32 {
  // Behind them stands no quote that belongs to an escape.
  while (p < end && (load<u8>(p) == 0x5c || load<u8>(p) == 0x22)) p++
  const found = beginIn(p, end, p + window, false)
  if (found != wrong) return found
  const inText = beginIn(p, end, p + window, true)
  return inText == wrong ? 0 : inText
}

function beginIn(p: u32, end: u32, enough: u32, isInString: bool): u32 {
  const from = p
  let depth: i32 = 0
  let least: i32 = 0
  let begin: u32 = 0
  while (true) {
    const stops = isInString ? textStops(p) : structureStops(p)
    p = stops == 0 ? p + 16 : p + ctz(stops)
    if (p >= end || (p >= enough && begin != 0)) return begin
    if (stops == 0) continue
    const byte: u32 = load<u8>(p++)
    if (byte == 0x5c) p++
    else if (byte == 0x22) {
      if (!isInString && !mayOpen(p - 2, from)) return wrong
      isInString = !isInString
    } else if (byte == 0x7b || byte == 0x5b) {
      if (depth++ == least && begin == 0 && byte == 0x7b) begin = p - 1
    } else if (--depth < least) {
      least = depth
      begin = 0
    }
  }
}

/** Whether a text may begin behind what stands at `p`: a bracket, a comma or a colon. */
function mayOpen(p: u32, from: u32): bool {
  while (p >= from && load<u8>(p) <= 0x20) p--
  if (p < from) return true
  const byte: u32 = load<u8>(p)
  return byte == 0x2c || byte == 0x3a || byte == 0x7b || byte == 0x5b
}

@inline
function textStops(p: u32): u32 {
  const block = v128.load(p)
  return i8x16.bitmask(v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c))))
}

/** Quotes, brackets and braces. */
@inline
function structureStops(p: u32): u32 {
  const block = v128.load(p)
  // Both brackets and both braces, whose difference is this bit.
  const low = v128.or(block, i8x16.splat(0x20))
  return i8x16.bitmask(
    v128.or(
      i8x16.eq(block, i8x16.splat(0x22)),
      v128.or(i8x16.eq(low, i8x16.splat(0x7b)), i8x16.eq(low, i8x16.splat(0x7d))),
    ),
  )
}
