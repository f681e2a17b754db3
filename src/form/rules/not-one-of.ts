import { identityKeys } from '../schema.ts'
import { nearest, type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'
import { identityKeyCalled } from '../repair/synonyms.ts'
import { valueAt } from '../value.ts'

type Args = {
  readonly value: unknown
  readonly near: Nearest | undefined
  readonly allowed: readonly string[]
}

/** A value outside the list of its schema: the key of an identity field, a part of an address. */
export const notOneOf = defineRule<Args>({
  code: 'not-one-of',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  *check({ form, faultsOf }) {
    for (const { path, params } of faultsOf('enum')) {
      const value = valueAt(form, path)
      const allowed = wordsIn(params['allowedValues'])
      const near = typeof value === 'string' ? guess(value, allowed) : undefined
      yield { path, at: 'value', args: { value, near, allowed }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ value, allowed }) =>
    isKeys(allowed)
      ? `${quote(value)} is not an identity key.`
      : `${quote(value)} is none of the words that may stand here.`,
  help: ({ near, allowed }) => {
    if (near) return `Did you mean "${near.word}"?`
    return allowed.length === 1
      ? `Write ${allowed[0]}, or remove the key.`
      : `Use one of ${allowed.join(', ')}.`
  },
})

const wordsIn = (allowed: unknown): readonly string[] =>
  Array.isArray(allowed) ? allowed.filter((word) => typeof word === 'string') : []

const isKeys = (allowed: readonly string[]): boolean => allowed.length === identityKeys.length

function guess(written: string, allowed: readonly string[]): Nearest | undefined {
  const meant = identityKeyCalled(written)
  return meant === undefined || !allowed.includes(meant)
    ? nearest(written, allowed)
    : { word: meant, isCertain: false }
}
