import { holdsApiKey } from '../api-key.ts'
import { type Path, isObject } from '../value.ts'
import { defineRule, type Violation } from './rule.ts'

/** An API key in a text, where everybody who opens the form can read it. The contract accepts any text. */
export const apiKeyInText = defineRule<Record<never, never>>({
  code: 'api-key-in-text',
  severity: 'warning',
  check: ({ form }) => keysIn(form),
  sentence: () => 'This text contains an API key, and anyone who opens the form can read it.',
  help: () => 'Take it out and revoke it: anyone who has seen this file can use it.',
})

/** A value, its key, and the value that holds it. */
type LocatedValue = {
  readonly value: unknown
  readonly part?: string | number
  readonly holder?: LocatedValue
}

function* keysIn(form: unknown): Iterable<Violation<Record<never, never>>> {
  // No recursion, since a form of any depth may come; `seen`, since an alias may lead back up.
  const [left, seen]: [LocatedValue[], Set<unknown>] = [[{ value: form }], new Set()]
  for (let located = left.pop(); located; located = left.pop()) {
    const { value } = located
    if (typeof value === 'string') {
      if (holdsApiKey(value)) yield { path: pathOf(located), marks: 'value', args: {} }
    } else if (!seen.has(value)) {
      seen.add(value)
      const holder = located
      const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
      for (const [part, one] of inner.toReversed()) left.push({ value: one, part, holder })
    }
  }
}

function pathOf(located: LocatedValue): Path {
  const path: (string | number)[] = []
  for (let at: LocatedValue | undefined = located; at?.part !== undefined; at = at.holder) path.push(at.part)
  return path.toReversed()
}

/** The key __proto__, which is reserved by JavaScript. Our server refuses it; the contract does not mention it. */
export const unsafeKey = defineRule<object>({
  code: 'unsafe-key',
  severity: 'warning',
  isRefused: true,
  isErrorWhenTypesKnown: true,
  *check({ form, parts }) {
    if (!holdsIt(form)) return
    // Where only named keys are accepted, `unknown-key` reports it.
    const strict = new Set<unknown>(parts.filter(({ layer }) => layer.isStrict).map(({ value }) => value))
    for (const { path, value } of objectsIn(form, []))
      if (Object.hasOwn(value, unsafeName) && !strict.has(value))
        yield { path: [...path, unsafeName], marks: 'key', args: {} }
  },
  sentence: () => 'The key __proto__ is not taken: it is reserved by JavaScript.',
  help: () => 'Choose another name.',
})

const unsafeName = '__proto__'

// Hardly any form has it, so a cheap search comes before the one with paths.
const holdsIt = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, unsafeName) || Object.values(value).some(holdsIt))

function* objectsIn(value: unknown, path: Path): Iterable<{ readonly path: Path; readonly value: object }> {
  if (isObject(value)) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    yield* objectsIn(member, [...path, Array.isArray(value) ? Number(name) : name])
}
