/** In which parts ids may be: 32 bits of a hash and the number of a part for each, so ten million take some 130 MB. */
export type IdIndex = {
  readonly add: (id: string, part: number) => void
  /** All parts that have the id, and now and then one that has not. */
  readonly partsOf: (id: string) => ReadonlySet<number>
}

export function makeIdIndex(): IdIndex {
  let slots = new Uint32Array(2 * 1024)
  let count = 0
  const put = (hash: number, part: number): void => {
    const mask = slots.length / 2 - 1
    let at = hash & mask
    while (slots[2 * at + 1] !== 0) at = (at + 1) & mask
    slots[2 * at] = hash
    slots[2 * at + 1] = part + 1
  }
  return {
    add: (id, part) => {
      if (++count * 8 > slots.length * 3) {
        const before = slots
        slots = new Uint32Array(2 * before.length)
        for (let i = 0; i < before.length; i += 2)
          if (before[i + 1] !== 0) put(before[i] ?? 0, (before[i + 1] ?? 0) - 1)
      }
      put(hashOf(id), part)
    },
    partsOf: (id) => {
      const [found, hash, mask] = [new Set<number>(), hashOf(id), slots.length / 2 - 1]
      for (let at = hash & mask; slots[2 * at + 1] !== 0; at = (at + 1) & mask)
        if (slots[2 * at] === hash) found.add((slots[2 * at + 1] ?? 0) - 1)
      return found
    },
  }
}

/** A set of ids as 63 bits of hashes, so ten million take some 130 MB, and none is likely to be taken for another. */
export function makeSeenIds() {
  const [index, markOf] = [makeIdIndex(), (id: string): number => hashOf(id, 0x9e3779b9) >>> 1]
  return {
    add: (id: string): void => index.add(id, markOf(id)),
    has: (id: string): boolean => index.partsOf(id).has(markOf(id)),
  }
}

/** FNV-1a with the last bits mixed, as 32 bits. */
function hashOf(text: string, basis = 0x811c9dc5): number {
  let mixed = basis
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
