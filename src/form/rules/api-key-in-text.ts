import { holdsApiKey } from '../api-key.ts'
import { type Path, isKeyed } from '../value.ts'
import { defineRule, type Breach } from './rule.ts'

/** An API key in a text: whoever opens the form reads it. The contract takes every text (our notes on it do not). */
export const apiKeyInText = defineRule<Record<never, never>>({
  code: 'api-key-in-text',
  severity: 'warning',
  isRefused: false,
  check: ({ form }) => keysIn(form),
  sentence: () => 'An API key stands here, and whoever opens the form can read it.',
  help: () => 'Take it out and revoke it: anyone who has seen this file can use it.',
})

/** A value, and how it is reached from the one that holds it. */
type Held = { readonly value: unknown; readonly part?: string | number; readonly holder?: Held }

function* keysIn(form: unknown): Iterable<Breach<Record<never, never>>> {
  // Without recursion, as deep as it may be; an alias may lead back to what holds it.
  const [left, seen]: [Held[], Set<unknown>] = [[{ value: form }], new Set()]
  for (let held = left.pop(); held; held = left.pop()) {
    const { value } = held
    if (typeof value === 'string') {
      if (holdsApiKey(value)) yield { path: pathOf(held), at: 'value', args: {} }
    } else if (!seen.has(value)) {
      seen.add(value)
      const holder = held
      const inner = Array.isArray(value) ? [...value.entries()] : isKeyed(value) ? Object.entries(value) : []
      for (const [part, one] of inner.toReversed()) left.push({ value: one, part, holder })
    }
  }
}

function pathOf(held: Held): Path {
  const path: (string | number)[] = []
  for (let at: Held | undefined = held; at?.part !== undefined; at = at.holder) path.push(at.part)
  return path.toReversed()
}
