import { textIn } from './form-view.ts'
import { countryMeant, isCountryCode } from '../repair/countries.ts'
import { type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'

/** The keys of the country that is chosen at first. */
const keys = ['defaultCountry', 'defaultDialCodeCountry']

/** A country of dial codes that is none of ISO 3166. The contract does not show how countries are written. */
export const unknownCountry = defineRule<{ text: string; near: Nearest | undefined }>({
  code: 'unknown-country',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  *check({ parts }) {
    for (const part of parts)
      for (const key of keys.filter((known) => part.layer.keys.includes(known))) {
        const text = textIn(part, key)
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
