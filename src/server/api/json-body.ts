import type { Path } from '../../form/value.ts'
import type { BodyFault } from '../../wire/wire.ts'

/** A body read as JSON, or what is wrong with it as a whole. */
export type JsonBody = { readonly value: unknown } | { readonly faults: readonly BodyFault[] }

/** The deepest nesting that is taken. Ours needs seven; a body of brackets alone would exhaust the stack later. */
const deepest = 64

/** Reads a body as JSON. Refuses what could not be kept safely: text that is not UTF-8, and depth. */
export function readJsonBody(bytes: Uint8Array): JsonBody {
  if (bytes.length === 0) return wrong('The body is empty. Send the form as JSON.')
  const text = decoded(bytes)
  if (text === undefined) return wrong('The body is not valid UTF-8. Send it in that encoding.')
  const value = parsed(text)
  // JSON has no undefined, so that stands for what can't be parsed.
  if (value === undefined) return wrong('The body is not valid JSON. A JSON checker shows where.')
  const fault = unsafePlace(value)
  return fault === undefined ? { value } : { faults: [fault] }
}

const wrong = (message: string): JsonBody => ({ faults: [{ message, path: [] }] })

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value on the way down, with the way to it as a chain: an array for each value would cost more than the walk. */
type Visit = {
  readonly value: unknown
  readonly depth: number
  readonly key: string | number
  readonly up?: Visit
}

function unsafePlace(root: unknown): BodyFault | undefined {
  const open: Visit[] = [{ value: root, depth: 0, key: '' }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { value, depth } = visit
    if (typeof value !== 'object' || value === null) continue
    if (depth === deepest)
      return { message: `The body is nested more than ${deepest} levels deep.`, path: pathTo(visit) }
    for (const [key, inner] of Object.entries(value))
      open.push({ value: inner, depth: depth + 1, key: Array.isArray(value) ? Number(key) : key, up: visit })
  }
  return undefined
}

function pathTo(visit: Visit): Path {
  const path: (string | number)[] = []
  for (let at = visit; at.up; at = at.up) path.unshift(at.key)
  return path
}
