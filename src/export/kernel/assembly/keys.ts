// The keys of the objects that are open, to tell whether one is repeated or would change its place.

const mostKeys: u32 = 512
const allKeys: u32 = 4096
const mostObjects: u32 = 128

/** The hashes of the keys, one open object after another, four zeros behind the last. */
const hashes: u32 = <u32>memory.data(4096 * 4 + 16)
const hashesEnd: u32 = hashes + allKeys * 4
/** Per open object: where its hashes begin, how many of its keys are numbers, and the least that may come. */
const objects: u32 = <u32>memory.data(129 * 12)

let next: u32 = 0
let base: u32 = 0
let object: u32 = 0

export function startKeys(): void {
  next = hashes
  base = hashes
  object = objects
}

export function openKeys(): bool {
  if (object == objects + mostObjects * 12) return false
  object += 12
  base = next
  store<u32>(object, base)
  store<u64>(object, 0, 4)
  return true
}

export function closeKeys(): void {
  next = base
  object -= 12
  base = load<u32>(object)
}

/**
 * Notes a key of the object that was opened last; false where it may have been there before (its hash was), or would
 * change its place. Reads up to 7 bytes behind it.
 */
export function isNewKey(text: u32, length: u32): bool {
  if (next == hashesEnd || next - base == mostKeys * 4) return false
  if (<u32>load<u8>(text) - 0x30 <= 9 && length > 0 && !isInOrder(text, length)) return false
  const hash = hashOf(text, length)
  const wanted = i32x4.splat(hash)
  for (let at = base; at < next; at += 16) if (v128.any_true(i32x4.eq(v128.load(at), wanted))) return false
  v128.store(next, i32x4.replace_lane(i32x4.splat(0), 0, hash))
  next += 4
  return true
}

function hashOf(text: u32, length: u32): u32 {
  let hash: u64 = length
  while (length > 8) {
    hash = (hash ^ load<u64>(text)) * 0x9e3779b97f4a7c15
    hash ^= hash >>> 32
    text += 8
    length -= 8
  }
  const word = length == 0 ? 0 : load<u64>(text) & (u64.MAX_VALUE >>> (64 - (length << 3)))
  hash = (hash ^ word) * 0x9e3779b97f4a7c15
  // A zero is no key.
  return <u32>(hash >>> 32) | 1
}

/** Whether a key that begins with a digit keeps its place: numbers come first in JavaScript's objects, the least before. */
function isInOrder(text: u32, length: u32): bool {
  let value: u32 = 0
  for (let i: u32 = 0; i < length; i++) {
    const digit = <u32>load<u8>(text + i) - 0x30
    if (digit > 9) return true
    value = value * 10 + digit
  }
  if (length > 1 && load<u8>(text) == 0x30) return true
  if (length > 9) return false
  const count = load<u32>(object, 4)
  if (count << 2 != next - base || value < load<u32>(object, 8)) return false
  store<u32>(object, count + 1, 4)
  store<u32>(object, value + 1, 8)
  return true
}
