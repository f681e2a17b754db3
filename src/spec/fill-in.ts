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
  /** Where the filling is. */
  readonly path: (string | number)[]
}

type Sized = { readonly value: unknown; readonly weight: number }

/** A value of any shape with the variables in its texts filled in; keys stay as they are. */
export function fillIn(value: unknown, valueOf: (name: string) => string | undefined): Filled {
  const filling: Filling = { valueOf, gaps: [], used: new Set(), done: new Map(), weight: 0, path: [] }
  const filled = fill(value, filling)
  const { gaps, used, weight } = filling
  return { value: filled, gaps, used, isTooLarge: weight > limits.weight }
}

/** A value with its texts filled in; what holds no variable is left the same object. */
function fill(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') {
    const text = fillOne(value, filling)
    filling.weight += 16 + text.length
    return text
  }
  if (typeof value !== 'object' || value === null || filling.weight > limits.weight) return value
  const known = filling.done.get(value)
  if (known) {
    filling.weight += known.weight
    return known.value
  }
  const before = filling.weight
  const filled = Array.isArray(value) ? fillArray(value, filling) : fillObject(value, filling)
  filling.done.set(value, { value: filled, weight: filling.weight - before })
  return filled
}

function fillArray(array: readonly unknown[], filling: Filling): readonly unknown[] {
  let filled: unknown[] | undefined
  for (const [i, held] of array.entries()) {
    const part = fillAt(i, held, filling)
    if (part !== held) (filled ??= [...array])[i] = part
  }
  return filled ?? array
}

function fillObject(object: object, filling: Filling): object {
  let filled: Record<string, unknown> | undefined
  for (const [key, held] of Object.entries(object)) {
    const part = fillAt(key, held, filling)
    if (part !== held) (filled ??= { ...object })[key] = part
  }
  return filled ?? object
}

function fillAt(part: string | number, held: unknown, filling: Filling): unknown {
  filling.path.push(part)
  const filled = fill(held, filling)
  filling.path.pop()
  return filled
}

function fillOne(text: string, filling: Filling): string {
  if (!text.includes('${')) return text
  let room = limits.weight - filling.weight
  return fillText(text, (reference, nth) => {
    const { name, meant = name } = reference
    if (meant !== undefined) filling.used.add(meant)
    const value = name === undefined ? undefined : filling.valueOf(name)
    if (value === undefined && filling.gaps.length <= limits.findings)
      filling.gaps.push({ path: [...filling.path], nth, reference })
    room -= value?.length ?? 0
    if (room >= 0) return value
    filling.weight = limits.weight + 1
    return ''
  })
}
