import { createdLength, createdText } from './values'

/** Keeps the later one of a time and the record's. */
export function noteTime(latest: u32): void {
  if (createdLength == 0) return
  if (createdLength == 24) return noteWhole(latest)
  for (let i: u32 = 0; i < 24; i += 8) {
    const one = i < createdLength ? ordered(createdText + i, createdLength - i) : 0
    const other = bswap<u64>(load<u64>(latest + i))
    if (one < other) return
    if (one == other) continue
    for (let j = i; j < 24; j += 8)
      store<u64>(latest + j, bswap<u64>(j < createdLength ? ordered(createdText + j, createdLength - j) : 0))
    return
  }
}

/** The same of a time of 24 bytes; records that follow one another mostly have one of the same minute. */
function noteWhole(latest: u32): void {
  const begin = v128.load(createdText)
  const end = load<u64>(createdText, 16)
  if (i8x16.all_true(i8x16.eq(begin, v128.load(latest)))) {
    if (bswap<u64>(end) > bswap<u64>(load<u64>(latest, 16))) store<u64>(latest, end, 16)
    return
  }
  for (let i: u32 = 0; i < 16; i += 8) {
    const one = bswap<u64>(load<u64>(createdText + i))
    const other = bswap<u64>(load<u64>(latest + i))
    if (one < other) return
    if (one > other) break
  }
  v128.store(latest, begin)
  store<u64>(latest, end, 16)
}

/** Eight bytes, those beyond the text as zeros, as a number that orders as they do. */
function ordered(p: u32, length: u32): u64 {
  const bytes = bswap<u64>(load<u64>(p))
  return length >= 8 ? bytes : bytes & ~((<u64>-1) >> (length << 3))
}

/** What the last instant began with, up to its minute. */
const minute: u32 = <u32>memory.data(16)

/** Whether a text is `dddd-dd-ddTdd:dd:dd.dddZ` of a day and a time that there is. */
export function isInstant(p: u32, length: u32): bool {
  if (length != 24) return false
  if (load<u8>(p, 16) != 0x3a || load<u8>(p, 19) != 0x2e || load<u8>(p, 23) != 0x5a) return false
  if (two(p + 17) > 59 || two(p + 20) > 99 || load<u8>(p, 22) - 0x30 > 9) return false
  const begin = v128.load(p)
  if (i8x16.all_true(i8x16.eq(begin, v128.load(minute)))) return true
  if (!isMinute(p)) return false
  v128.store(minute, begin)
  return true
}

/** Whether `dddd-dd-ddTdd:dd` stands here, of a day and a time that there is. */
function isMinute(p: u32): bool {
  if (load<u8>(p, 4) != 0x2d || load<u8>(p, 7) != 0x2d || load<u8>(p, 10) != 0x54 || load<u8>(p, 13) != 0x3a) return false
  const century = two(p)
  const year = century * 100 + two(p + 2)
  const month = two(p + 5)
  const day = two(p + 8)
  if (century > 99 || year - century * 100 > 99 || month - 1 > 11 || day - 1 > 30) return false
  if (two(p + 11) > 23 || two(p + 14) > 59) return false
  if (month == 2) {
    const isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= (isLeap ? 29 : 28)
  }
  return day < 31 || (month != 4 && month != 6 && month != 9 && month != 11)
}

/** Two digits as a number; a large one where they are none. */
function two(p: u32): u32 {
  const tens: u32 = <u32>load<u8>(p) - 0x30
  const ones: u32 = <u32>load<u8>(p, 1) - 0x30
  return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones
}
