import { defineRule } from './rule.ts'
import { quote } from '../words.ts'
import { strayKeyHelp, strayKeys, type StrayKey } from './stray-key.ts'

/** A key of a content that the contract's tables don't name. It is accepted and kept. */
export const unknownContentKey = defineRule<StrayKey>({
  code: 'unknown-content-key',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  check: ({ parts }) => strayKeys(parts.filter(({ layer }) => !layer.isStrict && layer.type !== undefined)),
  sentence: ({ key, noun }) => `${noun} has no known key ${quote(key)}: it is kept, and has no effect.`,
  help: strayKeyHelp,
})
