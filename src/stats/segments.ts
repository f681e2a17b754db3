/** The parts that responses are divided into by the values of a column. */
export type Segment = {
  readonly kind: 'value' | 'form' | 'none' | 'others'
  /** The value, or the id of the form; null: no value, or several. */
  readonly value: string | null
  readonly label: string
}

/** Segments, and those of a response by its number among all that are counted. */
export type Segments = {
  readonly all: readonly Segment[]
  readonly of: (nth: number) => readonly Segment[]
}

/** What true and false are called in figures. */
const flags: ReadonlyMap<string, string> = new Map([
  ['true', 'Yes'],
  ['false', 'No'],
])

/** The most segments beside that of all others. */
const most = 10

/**
 * The segments of responses with these values, the most frequent first, or in the order of numbers where all are numbers.
 * A response with several values, as of a multiple choice, is in the segment of each.
 */
export function segmentsOf(values: readonly (readonly string[])[], isForm: boolean): Segments {
  const counts = new Map<string, number>()
  for (const given of values)
    for (const value of keysOf(given)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ranked = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([value]) => value)
  const kept = ranked.slice(0, most)
  const numbers = kept.filter((value) => value !== '')
  const ordered = numbers.every((value) => value.trim() !== '' && Number.isFinite(Number(value)))
    ? numbers.toSorted((a, b) => Number(a) - Number(b))
    : numbers
  const shown = kept.includes('') ? [...ordered, ''] : ordered
  const kind = isForm ? 'form' : 'value'
  const segments: Segment[] = shown.map((value) =>
    value === ''
      ? { kind: 'none', value: null, label: 'No answer' }
      : { kind, value, label: isForm ? `Form ${value}` : (flags.get(value) ?? value) },
  )
  const byValue = new Map(shown.map((value, i) => [value, segments[i]]))
  const rest = ranked.length - kept.length
  const others: Segment = { kind: 'others', value: null, label: `Others (${rest})` }
  if (rest > 0) segments.push(others)
  return {
    all: segments,
    of: (nth) => [...new Set([...keysOf(values[nth] ?? [])].map((value) => byValue.get(value) ?? others))],
  }
}

/** The different values; without any the one for no answer. */
function keysOf(values: readonly string[]): ReadonlySet<string> {
  const given = new Set(values.filter((value) => value !== ''))
  return given.size > 0 ? given : none
}

const none: ReadonlySet<string> = new Set([''])
