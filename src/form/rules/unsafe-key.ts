import { type Path, isKeyed } from '../value.ts'
import { defineRule } from './rule.ts'

/** The key __proto__, which many programs treat specially. Our server refuses it; the contract does not mention it. */
export const unsafeKey = defineRule<object>({
  code: 'unsafe-key',
  severity: 'warning',
  isRefused: true,
  isErrorOfKnown: true,
  *check({ form, parts }) {
    if (!holdsIt(form)) return
    // Where only named keys are accepted, `unknown-key` reports it.
    const strict = new Set<unknown>(parts.filter(({ layer }) => layer.isStrict).map(({ value }) => value))
    for (const { path, value } of objectsIn(form, []))
      if (Object.hasOwn(value, key) && !strict.has(value)) yield { path: [...path, key], at: 'key', args: {} }
  },
  sentence: () => 'The key __proto__ is not taken: many programs mean something else by it.',
  help: () => 'Choose another name.',
})

const key = '__proto__'

// Hardly any form has it, so a cheap search comes before the one with paths.
const holdsIt = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, key) || Object.values(value).some(holdsIt))

function* objectsIn(value: unknown, path: Path): Iterable<{ readonly path: Path; readonly value: object }> {
  if (isKeyed(value)) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, held] of Object.entries(value))
    yield* objectsIn(held, [...path, Array.isArray(value) ? Number(name) : name])
}
