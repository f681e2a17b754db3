import { defineRule } from '../rule.ts'
import { quote } from '../words.ts'

type Args = { readonly written: string; readonly gone: readonly string[] }

/** An identity field in the shape of an earlier contract: `{type, name, label, required}`. */
export const oldIdentityField = defineRule<Args>({
  code: 'old-identity-field',
  severity: 'error',
  isRefused: true,
  *check({ misspellings }) {
    for (const { path, written, meant, isCertain, gone } of misspellings) {
      if (gone === undefined) continue
      // Only where nothing else is to go does a rename alone mend it.
      const isWhole = isCertain && gone.length === 0
      const fix = isWhole ? { fix: { kind: 'rename-key', path, to: meant } as const } : {}
      yield { path, at: 'key', args: { written, gone }, ...fix }
    }
  },
  sentence: ({ written }) =>
    `This identity field is written the old way: what it asks for stands under "key" now, not "${written}".`,
  help: ({ written, gone }) =>
    `Rename "${written}" to "key"${gone.length > 0 ? ` and remove ${gone.map(quote).join(' and ')}` : ''}.`,
})
