import { defineRule } from './rule.ts'
import { quote } from '../words.ts'
import { strayKeyHelp, strayKeys, type StrayKey } from './stray-key.ts'

/** A key where the contract accepts only those that it names: IdentityInfo and its fields. */
export const unknownKey = defineRule<StrayKey>({
  code: 'unknown-key',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  check: ({ parts }) => strayKeys(parts.filter(({ layer }) => layer.isStrict)),
  sentence: ({ key, noun }) => `The key ${quote(key)} is not accepted in ${noun}.`,
  help: strayKeyHelp,
})
