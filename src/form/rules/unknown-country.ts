import { getCountries, isSupportedCountry } from 'libphonenumber-js/min'
import { textIn, defineRule, replaceBy } from './rule.ts'
import { type Nearest, quote, nearest } from '../words.ts'
/** The keys of the default country. */
const countryKeys = ['defaultCountry', 'defaultDialCodeCountry']

/** A default country that has no dial code. The contract does not show how countries are written. */
export const unknownCountry = defineRule<{ text: string; near: Nearest | undefined }>({
  code: 'unknown-country',
  severity: 'warning',
  hasFix: true,
  *check({ parts }) {
    for (const part of parts)
      for (const key of countryKeys.filter((known) => part.layer.keys.includes(known))) {
        const text = textIn(part, key)
        if (text === undefined || isCountryCode(text)) continue
        const near = countryMeant(text)
        const path = [...part.path, key]
        yield { path, marks: 'value', args: { text, near }, fix: replaceBy(path, near) }
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

/** Whether a text is the two-letter code of a country that has a dial code, in upper or lower case. */
export const isCountryCode = (text: string): boolean => isSupportedCountry(text.toUpperCase())

export function countryMeant(text: string): Nearest | undefined {
  const plain = bare(text)
  const code = otherNames.get(plain) ?? names().get(plain)
  if (code !== undefined) return { word: code, isCertain: true }
  // Hardly anybody misspells the first letter, and comparing with every name takes long.
  const alike = plain.length < 4 ? [] : [...names().keys()].filter((name) => name.startsWith(plain.charAt(0)))
  const near = nearest(plain, alike)
  const word = near && names().get(near.word)
  return word === undefined ? undefined : { word, isCertain: false }
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

// Names that people write and Intl does not have.
const otherNames = new Map(
  Object.entries({
    AE: ['uae'],
    CZ: ['czechrepublic'],
    DE: ['deutschland'],
    AT: ['oesterreich', 'österreich'],
    CH: ['schweiz'],
    ES: ['espana', 'españa'],
    GB: ['britain', 'england', 'greatbritain', 'scotland', 'uk', 'wales'],
    GR: ['el'],
    NL: ['holland'],
    TR: ['turkey'],
    US: ['america', 'us', 'usa'],
  }).flatMap(([code, all]) => all.map((name) => [name, code] as const)),
)

let known: ReadonlyMap<string, string> | undefined

/** The English names of all countries; made on first use. */
function names(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames(['en'], { type: 'region' })
  return (known ??= new Map(getCountries().map((code) => [bare(display.of(code) ?? code), code])))
}
