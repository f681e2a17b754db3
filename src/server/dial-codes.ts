/** A country and the number that calls into it. */
export type DialCode = { readonly country: string; readonly name: string; readonly code: string }

let loaded: Promise<readonly DialCode[]> | undefined

/** The dial codes of all countries, by their English names; loaded on first use. */
export const loadDialCodes = (): Promise<readonly DialCode[]> => (loaded ??= readDialCodes())

async function readDialCodes(): Promise<readonly DialCode[]> {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min')
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  return getCountries()
    .map((country) => ({ country, name: names.of(country) ?? country, code: getCountryCallingCode(country) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
