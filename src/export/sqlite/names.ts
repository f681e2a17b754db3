/** Names that SQLite tells apart. */
export type Names = {
  /** The name of each that was asked for, in their order. */
  readonly given: readonly string[]
  /** Another name, which is taken from then on. */
  readonly free: (wanted: string) => string
}

/**
 * Names for SQLite, which takes "a" and "A" for the same, and no text with U+0000. Whoever comes first keeps the name;
 * the next one is "A (2)", or the next number that nobody wants.
 */
export function makeNames(wanted: readonly string[]): Names {
  const asked = new Set(wanted.map(folded))
  const taken = new Set<string>()
  const take = (name: string): string => {
    taken.add(folded(name))
    return name
  }
  const free = (name: string): string => {
    const fit = fitting(name)
    if (!taken.has(folded(fit))) return take(fit)
    let n = 2
    while (asked.has(folded(`${fit} (${n})`)) || taken.has(folded(`${fit} (${n})`))) n++
    return take(`${fit} (${n})`)
  }
  return { given: wanted.map(free), free }
}

// SQL with U+0000 ends there, and a lone surrogate has no UTF-8.
const fitting = (name: string): string => name.replaceAll('\0', '\uFFFD').toWellFormed()

/** Of two names that SQLite takes for the same, the same text: it knows the case of A to Z only. */
const folded = (name: string): string =>
  fitting(name).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
