import { isKeyed } from '../../form/value.ts'
import type { GenerateBody } from '../../wire/bodies.ts'
import { sha256 } from '../generate/content-hash.ts'

/**
 * What is sent for a form, as a hash. Of two bodies that mean the same to a service it is the same: the order of keys and
 * the layout do not count, the order of lists does.
 */
export const canonicalHash = (body: GenerateBody): string => `sha256:${sha256(canonical(body))}`

/** JSON without spaces, the keys of each object sorted by their code units. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isKeyed(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .toSorted()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}
