import { holdsApiKey } from '../api-key.ts'
import { type Path, isObject } from '../value.ts'
import { defineRule } from './rule.ts'

/** An API key in a text, where everybody who opens the form can read it. The contract accepts any text. */
export const apiKeyInText = defineRule<object>({
  code: 'api-key-in-text',
  severity: 'warning',
  *check({ form }) {
    for (const located of valuesIn(form))
      if (typeof located.value === 'string' && holdsApiKey(located.value))
        yield { path: pathOf(located), marks: 'value', args: {} }
  },
  sentence: () => 'This text contains an API key, and anyone who opens the form can read it.',
  help: () => 'Take it out and revoke it: anyone who has seen this file can use it.',
})

/** A value, its key, and the value that holds it. */
type LocatedValue = {
  readonly value: unknown
  readonly part?: string | number
  readonly holder?: LocatedValue
}

/** Every value of a form, in its order. */
function* valuesIn(form: unknown): Iterable<LocatedValue> {
  // No recursion, since a form of any depth may come; `seen`, since an alias may lead back up.
  const [left, seen]: [LocatedValue[], Set<unknown>] = [[{ value: form }], new Set()]
  for (let located = left.pop(); located; located = left.pop()) {
    const { value } = located
    if (typeof value === 'object' && seen.has(value)) continue
    yield located
    const holder = located
    const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
    if (inner.length > 0) seen.add(value)
    for (const [part, one] of inner.toReversed()) left.push({ value: one, part, holder })
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
    // Where only named keys are accepted, `unknown-key` reports it.
    const strict = new Set<unknown>(parts.filter(({ layer }) => layer.isStrict).map(({ value }) => value))
    for (const located of valuesIn(form)) {
      const { value } = located
      if (isObject(value) && Object.hasOwn(value, unsafeName) && !strict.has(value))
        yield { path: [...pathOf(located), unsafeName], marks: 'key', args: {} }
    }
  },
  sentence: () => 'The key __proto__ is not taken: it is reserved by JavaScript.',
  help: () => 'Choose another name.',
})

const unsafeName = '__proto__'
