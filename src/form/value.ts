import type { Path } from './path.ts'

/** An object with keys of any kind. */
export type Keyed = Readonly<Record<string, unknown>>

/** Whether a value has keys: an object, but no array. */
export const isKeyed = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at one step of a path; only what the value itself holds counts, never `constructor` and its like. */
export function childOf(value: unknown, part: string | number): unknown {
  if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined
  return isKeyed(value) && Object.hasOwn(value, part) ? value[String(part)] : undefined
}

/** A JSON pointer as a path into the value: an index where there is a list. */
export function pathOfPointer(value: unknown, pointer: string): Path {
  let owner = value
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = Array.isArray(owner) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')
      owner = childOf(owner, key)
      return key
    })
}

/** What stands at a path, or undefined. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((at: unknown, part) => childOf(at, part), value)
