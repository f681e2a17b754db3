import { defineRule } from '../rule.ts'
import { quote } from '../words.ts'
import { strayKey, strayKeyHelp, type StrayKey } from './stray-key.ts'

/** A key where the contract accepts only those that it names: IdentityInfo and its fields. */
export const unknownKey = defineRule<StrayKey>({
  code: 'unknown-key',
  severity: 'error',
  isRefused: true,
  *check({ faults }) {
    for (const { keyword, params, owner } of faults)
      if (keyword === 'additionalProperties' && owner)
        yield strayKey(owner, String(params['additionalProperty']))
  },
  sentence: ({ key, noun }) => `The key ${quote(key)} is not accepted in ${noun}.`,
  help: strayKeyHelp,
})
