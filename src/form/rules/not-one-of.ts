import { identityKeys } from '../schema.ts'
import { nearest, type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'
import { identityKeyCalled } from '../repair/synonyms.ts'
import { valueAt } from '../value.ts'

/** A value outside the contract's list: the key of an identity field. */
export const notOneOf = defineRule<{ value: unknown; near: Nearest | undefined }>({
  code: 'not-one-of',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  *check({ form, faultsOf }) {
    for (const { path } of faultsOf('enum')) {
      const value = valueAt(form, path)
      const near = typeof value === 'string' ? guess(value) : undefined
      yield { path, at: 'value', args: { value, near }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ value }) => `${quote(value)} is not an identity key.`,
  help: ({ near }) => (near ? `Did you mean "${near.word}"?` : `Use one of ${identityKeys.join(', ')}.`),
})

function guess(written: string): Nearest | undefined {
  const meant = identityKeyCalled(written)
  return meant === undefined ? nearest(written, identityKeys) : { word: meant, isCertain: false }
}
