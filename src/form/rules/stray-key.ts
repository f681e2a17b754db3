import { nearest } from '../nearest.ts'
import type { Breach } from '../rule.ts'
import type { Part } from '../view.ts'
import { capital, quote } from '../words.ts'

/** A key that its object doesn't have, and the word that was probably meant. */
export type StrayKey = {
  readonly key: string
  readonly noun: string
  readonly keys: readonly string[]
  readonly meant: string | undefined
}

/** The breach that a stray key is, wherever it stands. */
export function strayKey({ layer, path, value }: Part, key: string): Breach<StrayKey> {
  const free = layer.keys.filter((known) => !Object.hasOwn(value, known))
  const near = nearest(key, free)
  const at = [...path, key]
  const fix = near?.isCertain ? { fix: { kind: 'rename-key', path: at, to: near.word } as const } : {}
  return {
    path: at,
    at: 'key',
    args: { key, noun: layer.noun, keys: layer.keys, meant: near?.word },
    ...fix,
  }
}

/** The stray keys of some objects. */
export function* strayKeys(parts: Iterable<Part>): Iterable<Breach<StrayKey>> {
  for (const part of parts) {
    const known = new Set(part.layer.keys)
    for (const key of Object.keys(part.value)) if (!known.has(key)) yield strayKey(part, key)
  }
}

/** What to do about a stray key. */
export const strayKeyHelp = ({ noun, keys, meant }: StrayKey): string =>
  meant === undefined ? `${capital(noun)} has ${keys.join(', ')}.` : `Did you mean ${quote(meant)}?`
