import type { ReferenceData } from '../form/read-answer.ts'
import { localeOf } from '../form/typed-values.ts'
import { remembered } from '../form/value.ts'

/** The rules of phone numbers; loaded on first use, which takes 10 ms. */
export const loadReferenceData = (): Promise<ReferenceData> => import('../form/phone-number.ts')

export type DialCode = { readonly country: string; readonly name: string; readonly code: string }

const dialCodesIn = remembered(readDialCodes)

/** The dial codes of all countries, sorted by their names in a language; loaded on first use. */
export const loadDialCodes = (language = 'en'): Promise<readonly DialCode[]> => dialCodesIn(language)

/** The most characters of a country's name, so that a list on a phone has room for the code after it. */
const maxName = 22

async function readDialCodes(language: string): Promise<readonly DialCode[]> {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min')
  const names = new Intl.DisplayNames([localeOf(language), 'en'], { type: 'region' })
  const nameOf = (country: string): string => {
    const name = names.of(country) ?? country
    return name.length > maxName ? `${name.slice(0, maxName - 1).trimEnd()}…` : name
  }
  return getCountries()
    .map((country) => ({ country, name: nameOf(country), code: getCountryCallingCode(country) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, localeOf(language)))
}
