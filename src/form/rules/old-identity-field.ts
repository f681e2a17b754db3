import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

type Args = { readonly written: string; readonly gone: readonly string[] }

/** An identity field in the shape of an earlier contract: `{type, name, label}`. */
export const oldIdentityField = defineRule<Args>({
  code: 'old-identity-field',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  *check({ misspellings }) {
    for (const { path, written, meant, isCertain, gone } of misspellings) {
      if (gone === undefined) continue
      const without = gone.length === 0 ? {} : { without: gone }
      const fix = { kind: 'rename-key', path, to: meant, ...without } as const
      yield { path, at: 'key', args: { written, gone }, fix: isCertain ? fix : undefined }
    }
  },
  sentence: ({ written }) =>
    `This identity field is written the old way: what it asks for is now under "key", not "${written}".`,
  help: ({ written, gone }) =>
    `Rename "${written}" to "key"${gone.length > 0 ? ` and remove ${gone.map(quote).join(' and ')}` : ''}.`,
})
