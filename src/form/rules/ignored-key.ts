import { defineRule } from './rule.ts'
import { quote } from '../words.ts'
import { strayKeyHelp, strayKeys, type StrayKey } from './stray-key.ts'

/** A key of the form, a step or a component that the contract doesn't name. */
export const ignoredKey = defineRule<StrayKey>({
  code: 'ignored-key',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  check: ({ parts }) => strayKeys(parts.filter(({ layer }) => !layer.isStrict && layer.type === undefined)),
  sentence: ({ key, noun }) => `There is no key ${quote(key)} in ${noun}: it has no effect.`,
  help: strayKeyHelp,
})
