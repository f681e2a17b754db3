import { defineRule } from './rule.ts'

/** A required key is missing under each of its names (contract, Errors: the scheduling component). */
export const missingOneOf = defineRule<{ noun: string; keys: readonly string[] }>({
  code: 'missing-one-of',
  severity: 'error',
  isRefused: true,
  *check({ faultsOf }) {
    for (const { path, owner } of faultsOf('anyOf'))
      if (owner) yield { path, at: 'key', args: { noun: owner.layer.noun, keys: owner.layer.oneOf } }
  },
  sentence: ({ noun, keys }) => `${noun} needs one of ${keys.join(', ')}.`,
  help: ({ keys }) => `Add ${keys[0]}${helps[keys[0] ?? ''] ?? ''}.`,
})

const helps: Readonly<Record<string, string>> = {
  dataUrl: ': the address of the calendar, as your scheduling provider shows it',
  options: ': what can be chosen, at least one',
}
