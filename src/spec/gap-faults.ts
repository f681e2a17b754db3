import { isAlias, isScalar, type Scalar } from 'yaml'
import type { Gap } from './fill-in.ts'
import { spanOf, type Spot } from './place.ts'
import type { Reading } from './reader.ts'
import { textFault, type TextFault } from './text-fault.ts'
import { environmentName, openingCount, openingsIn, type Opening } from './variables.ts'

/** What places and explains the gaps of a form. */
export type GapSource = {
  readonly text: string
  readonly find: (path: Gap['path']) => Spot
  readonly reading: Reading
  /** The name that was probably meant. */
  readonly suggest: (name: string) => string | undefined
}

/** A fault for each `${…}` that could not be filled in, at its place inside the text, and the names suggested instead. */
export function gapFaults(
  gaps: readonly Gap[],
  source: GapSource,
): { readonly faults: readonly TextFault[]; readonly suggested: ReadonlySet<string | undefined> } {
  const openings = new Map<Scalar, Openings>()
  const suggestions = new Map<string, string | undefined>()
  const faults = gaps.map((gap) => {
    const { name, meant } = gap.reference
    const at = [...spanOfGap(gap, source, openings), gap.path] as const
    if (name === undefined) return textFault('variable-syntax', { meant }, at)
    // The cost of a suggestion grows with the names; past a hundred, nobody reads on.
    if (!suggestions.has(name) && suggestions.size < 100) suggestions.set(name, source.suggest(name))
    const near = suggestions.get(name)
    return textFault('missing-variable', { name, near, variable: environmentName(name) }, at)
  })
  return { faults, suggested: new Set(suggestions.values()) }
}

function spanOfGap(
  { path, nth }: Gap,
  { text, find, reading }: GapSource,
  known: Map<Scalar, Openings>,
): readonly [number, number] {
  const { node } = find(path)
  const scalar = node && isAlias(node) ? reading.targets.get(node) : node
  if (!isScalar(scalar)) return [0, 0]
  const openings = known.get(scalar) ?? openingsOf(scalar, text)
  known.set(scalar, openings)
  const reference = openings(nth)?.reference
  return reference ? [reference.start, reference.end] : spanOf(scalar)
}

/** The nth opening of a scalar, from 0, as offsets of the text. */
type Openings = (nth: number) => Opening | undefined

/** The openings of a scalar; none where escapes hide one, so that the rest cannot be counted. */
function openingsOf(scalar: Scalar, text: string): Openings {
  const [from, end] = spanOf(scalar)
  // The header of a block scalar may hold a comment.
  const start = scalar.type?.startsWith('BLOCK') ? text.indexOf('\n', from) : from
  const written = text.slice(start, end)
  if (openingCount(written) !== openingCount(String(scalar.value))) return () => undefined
  // As far as they are asked for: a text of a megabyte holds half a million.
  const left = openingsIn(written)[Symbol.iterator]()
  const known: Opening[] = []
  return (nth) => {
    while (known.length <= nth) {
      const { value, done } = left.next()
      if (done) return undefined
      known.push(shifted(value, start))
    }
    return known[nth]
  }
}

const shifted = ({ start, dollars, reference }: Opening, by: number): Opening => ({
  start: start + by,
  dollars,
  ...(reference && { reference: { ...reference, start: reference.start + by, end: reference.end + by } }),
})
