import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

/** A required key is missing, and another that looks like it stands there. */
export const misspeltKey = defineRule<{ written: string; meant: string; noun: string }>({
  code: 'misspelt-key',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  *check({ misspellings }) {
    for (const { path, layer, written, meant, isCertain, gone } of misspellings) {
      if (gone) continue
      const args = { written, meant, noun: layer.noun }
      const fix = isCertain ? ({ kind: 'rename-key', path, to: meant } as const) : undefined
      yield { path, at: 'key', args, fix, isGuessed: layer.isGuessed === true }
    }
  },
  sentence: ({ written, meant, noun }) =>
    `There is no key ${quote(written)} in ${noun}, and the key "${meant}" is missing.`,
  help: ({ written, meant }) => `Rename ${quote(written)} to "${meant}".`,
})
