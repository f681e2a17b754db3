import { localeOf, plainText } from '../typed-values.ts'

/**
 * Countries whose addresses have no postal code, or get along without one: those that the Universal Postal Union lists without, and those
 * where Google's address data (libaddressinput) asks for none. Ireland's Eircode is optional.
 */
const without =
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK IE JM KI KM KN KP ML MO MR MW NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TG TK TL TO TT TV UG VU WS YE ZW'.split(
    ' ',
  )

const bare = (text: string): string =>
  plainText(text)
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()

const names = new Map<string, ReadonlySet<string>>()

/** Whether a country, as a person wrote it in English, in a language, or as its code, may have no postal code. */
export function mayLackPostalCode(country: string, language = 'en'): boolean {
  const known = names.get(language) ?? namesIn([...new Set(['en', localeOf(language)])])
  names.set(language, known)
  return known.has(bare(country))
}

const namesIn = (languages: readonly string[]): ReadonlySet<string> =>
  new Set(
    languages
      .flatMap((one) =>
        (['long', 'short'] as const).map((style) => new Intl.DisplayNames(one, { type: 'region', style })),
      )
      .flatMap((display) => without.map((code) => display.of(code) ?? code))
      .concat(without, 'UAE', 'Macau', 'Republic of Ireland', 'Éire', 'Ivory Coast')
      .map(bare),
  )
