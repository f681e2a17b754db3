import { createdLength, createdText } from './values'

/** Room for a time that is not as long as an instant. */
const padded: u32 = <u32>memory.data(48)

/** The record's time of creation as 24 bytes, filled up with zeros; 0 where it has none. */
export function createdTime(): u32 {
  if (createdLength == 0 || createdLength == 24) return createdLength == 0 ? 0 : createdText
  memory.fill(padded, 0, 24)
  memory.copy(padded, createdText, createdLength)
  return padded
}

/** Keeps the later one of two times of 24 bytes; told without a guess, be records sorted by their time or not. */
@inline
export function noteTime(latest: u32, time: u32): void {
  const first: u32 = i8x16.bitmask(i8x16.ne(v128.load(time), v128.load(latest)))
  const last: u32 = i8x16.bitmask(i8x16.ne(v128.load(time, 8), v128.load(latest, 8)))
  const others = first | (last << 8)
  const at = <u32>ctz(others) & 31
  if (<u32>(others != 0) & <u32>(load<u8>(time + at) > load<u8>(latest + at))) {
    const end = load<u64>(time, 16)
    v128.store(latest, v128.load(time))
    store<u64>(latest, end, 16)
  }
}

/** What the last instant began with, up to its minute. */
const minute: u32 = <u32>memory.data(16)

/** Of the last 16 bytes of an instant the least that may stand there, and how much more it may be; the first half may be anything. */
const seconds: u32 = <u32>memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0x3a, 0x30, 0x30, 0x2e, 0x30, 0x30, 0x30, 0x5a,
  255, 255, 255, 255, 255, 255, 255, 255, 0, 5, 9, 0, 9, 9, 9, 0,
])

/** Whether a text of 24 bytes is `dddd-dd-ddTdd:dd:dd.dddZ` of a day and a time that there is. */
@inline
export function isInstant(p: u32): bool {
  const above = i8x16.sub(v128.load(p, 8), v128.load(seconds))
  if (!i8x16.all_true(i8x16.le_u(above, v128.load(seconds, 16)))) return false
  return !v128.any_true(v128.xor(v128.load(p), v128.load(minute))) || isOtherMinute(p)
}

function isOtherMinute(p: u32): bool {
  if (!isMinute(p)) return false
  v128.store(minute, v128.load(p))
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
