import type { Path } from '../form/path.ts'
import { limits } from './limits.ts'
import { fillText, type Reference } from './variables.ts'

/** A `${…}` of a form that cannot be filled in: where, and which `{` with `$` before it of the text it is. */
export type Gap = { readonly path: Path; readonly nth: number; readonly reference: Reference }

/** A value with its variables filled in. */
export type Filled = {
  readonly value: unknown
  readonly gaps: readonly Gap[]
  /** The names that are used, with a value or without, and those that were to be. */
  readonly used: ReadonlySet<string>
  /** Whether it would grow past the limit; then it is not filled in to its end. */
  readonly isTooLarge: boolean
}

type Filling = {
  readonly valueOf: (name: string) => string | undefined
  readonly gaps: Gap[]
  readonly used: Set<string>
  /** What aliases share is filled in once. */
  readonly done: Map<object, Sized>
  weight: number
}

type Sized = { readonly value: unknown; readonly weight: number }

/** A value of any shape with the variables in its texts filled in; keys stay as they are. */
export function fillIn(value: unknown, valueOf: (name: string) => string | undefined): Filled {
  const filling: Filling = { valueOf, gaps: [], used: new Set(), done: new Map(), weight: 0 }
  const filled = fill(value, [], filling)
  const { gaps, used, weight } = filling
  return { value: filled.value, gaps, used, isTooLarge: weight > limits.weight }
}

function fill(value: unknown, path: Path, filling: Filling): Sized {
  const before = filling.weight
  if (typeof value === 'string') {
    const text = fillOne(value, path, filling)
    filling.weight += 16 + text.length
    return { value: text, weight: filling.weight - before }
  }
  if (typeof value !== 'object' || value === null || filling.weight > limits.weight)
    return { value, weight: 0 }
  const known = filling.done.get(value)
  if (known) {
    filling.weight += known.weight
    return known
  }
  const filled = Array.isArray(value)
    ? value.map((part: unknown, i) => fill(part, [...path, i], filling).value)
    : Object.fromEntries(
        Object.entries(value).map(([key, held]) => [key, fill(held, [...path, key], filling).value]),
      )
  const sized = { value: filled, weight: filling.weight - before }
  filling.done.set(value, sized)
  return sized
}

function fillOne(text: string, path: Path, filling: Filling): string {
  if (!text.includes('${')) return text
  let room = limits.weight - filling.weight
  return fillText(text, (reference, nth) => {
    const { name, meant = name } = reference
    if (meant !== undefined) filling.used.add(meant)
    const value = name === undefined ? undefined : filling.valueOf(name)
    if (value === undefined && filling.gaps.length < mostGaps) filling.gaps.push({ path, nth, reference })
    room -= value?.length ?? 0
    if (room >= 0) return value
    filling.weight = limits.weight + 1
    return ''
  })
}

// Past that many, nobody reads on.
const mostGaps = 1000
