import { textIn } from './form-view.ts'
import { countryMeant, isCountryCode } from '../repair/countries.ts'
import { type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'

/** A country of dial codes that is none of ISO 3166. The contract does not show how countries are written. */
export const unknownCountry = defineRule<{ text: string; near: Nearest | undefined }>({
  code: 'unknown-country',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  *check({ parts }) {
    for (const part of parts) {
      const key = part.layer.type === 'Phone' ? 'defaultCountry' : 'defaultDialCodeCountry'
      const text = part.layer.keys.includes(key) ? textIn(part, key) : undefined
      if (text === undefined || isCountryCode(text)) continue
      const near = countryMeant(text)
      const path = [...part.path, key]
      yield { path, at: 'value', args: { text, near }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ text }) => `${quote(text)} is not the code of a country.`,
  help: ({ near }) =>
    near
      ? near.isCertain
        ? `Write "${near.word}".`
        : `Did you mean "${near.word}"?`
      : 'Write the two letters of the country, as in DE, GB or US (ISO 3166-1).',
})
