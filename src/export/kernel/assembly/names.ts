// Names of members that followed one another in objects: a tree, in which every way from its root is the beginning of an
// object whose names were seen to be new to each other, and to keep their places. What goes such a way again needs no proof.
// Each name has the one that may come first behind it, the next one that may come in its own place, the one that came last
// behind it, the root of what objects have that are its value or stand in a list that is; its length, and itself, with
// quotes and colon.
const nameFirst: u32 = 0
const nameNext: u32 = 4
const nameLast: u32 = 8
const nameObject: u32 = 12
const nameSize: u32 = 16
const headSize: u32 = 32

/** So many names are looked at that may come in one place. */
const mostAlike: u32 = 16

/** The room for names: the first that is free, and its end; and what records have. In memory, so that what another kernel is copied to is true of it, too. */
const room: u32 = <u32>memory.data(16)

export function setNames(from: u32, to: u32): void {
  store<u32>(room, from)
  store<u32>(room, to, 4)
  store<u32>(room, newName(0, 0), 8)
}

/** As a name, of which a record is the value. */
@inline
export function record(): u32 { return load<u32>(room, 8) }

/** The root of the names in objects that are the value of a name, 0 where none are known. */
@inline
export function namesOf(name: u32): u32 { return load<u32>(name, nameObject) }

@inline
export function nameLength(name: u32): u32 { return load<u32>(name, nameSize) }

/** The same root, which is made where there is none yet. */
export function namesIn(name: u32): u32 {
  if (name == 0 || namesOf(name) != 0) return name == 0 ? 0 : namesOf(name)
  const root = newName(0, 0)
  store<u32>(name, root, nameObject)
  return root
}

/** The name that stands at `p` and came behind another one, or a root, before; 0 where it never did. */
@inline
export function knownName(before: u32, p: u32): u32 {
  const last = load<u32>(before, nameLast)
  return last != 0 && stands(last, p) ? last : otherName(before, p)
}

function otherName(before: u32, p: u32): u32 {
  let left = mostAlike
  for (let name = load<u32>(before, nameFirst); name != 0 && left != 0; name = load<u32>(name, nameNext)) {
    if (stands(name, p)) {
      store<u32>(before, name, nameLast)
      return name
    }
    left--
  }
  return 0
}

@inline
function stands(name: u32, p: u32): bool {
  const literal = name + headSize
  const length = nameLength(name)
  let i: u32 = 0
  do {
    const first: u32 = i8x16.bitmask(i8x16.eq(v128.load(p + i), v128.load(literal + i)))
    const second: u32 = i8x16.bitmask(i8x16.eq(v128.load(p + i, 16), v128.load(literal + i, 16)))
    const same = first | (second << 16)
    if (same != u32.MAX_VALUE) return i + ctz(~same) >= length
    i += 32
  } while (i < length)
  return true
}

/** Learns the name between two places, which is new behind another one; gives it, or 0 where there is no room for it. */
export function learnName(before: u32, from: u32, to: u32): u32 {
  if (before == 0) return 0
  const known = otherName(before, from)
  if (known != 0) return known
  const name = newName(from, to - from)
  if (name == 0) return 0
  store<u32>(name, load<u32>(before, nameFirst), nameNext)
  store<u32>(before, name, nameFirst)
  store<u32>(before, name, nameLast)
  return name
}

function newName(text: u32, length: u32): u32 {
  const name = load<u32>(room)
  const next = name + headSize + ((length + 15) & ~15)
  // No more than what is compared at once is read behind it.
  if (next + 32 > load<u32>(room, 4)) return 0
  store<u32>(room, next)
  v128.store(name, i32x4.splat(0))
  store<u32>(name, length, nameSize)
  memory.copy(name + headSize, text, length)
  return name
}
