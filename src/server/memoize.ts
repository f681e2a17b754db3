/** Memoizes a function of an object that never changes, for as long as the object lives. */
export function memoized<T extends object, R extends object>(make: (input: T) => R): (input: T) => R {
  const results = new WeakMap<T, R>()
  return (input) => {
    const known = results.get(input)
    if (known) return known
    const result = make(input)
    results.set(input, result)
    return result
  }
}
