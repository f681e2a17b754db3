/** A function of an object that never changes. What it gives is made once, and kept as long as the object is. */
export function remembered<T extends object, R extends object>(make: (of: T) => R): (of: T) => R {
  const kept = new WeakMap<T, R>()
  return (of) => {
    const before = kept.get(of)
    if (before) return before
    const made = make(of)
    kept.set(of, made)
    return made
  }
}
