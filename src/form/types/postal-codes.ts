import { localeOf, plainText } from '../typed-values.ts'

/**
 * Countries without a postal code: those for which Google's libaddressinput (`region_data_constants.cc`, June 2025) has neither a place
 * for one in an address nor an example. And Ireland, whose Eircode it does not require.
 */
const without =
  `AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN LC LY ML MO MR MS MW NR NU
  PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU WS YE ZW`.split(/\s+/)

const bare = (text: string): string =>
  plainText(text)
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()

/** Whether a country may have no postal code, as a person wrote it in English, in the language of the page, or as its code. */
export function mayLackPostalCode(country: string, language = 'en'): boolean {
  const names = ['en', localeOf(language)]
    .flatMap((one) =>
      (['long', 'short'] as const).map((style) => new Intl.DisplayNames(one, { type: 'region', style })),
    )
    .flatMap((display) => without.map((code) => display.of(code) ?? code))
  const others = ['UAE', 'Macau', 'Republic of Ireland', 'Éire', 'Ivory Coast']
  const wanted = bare(country)
  return wanted !== '' && [...without, ...names, ...others].some((name) => bare(name) === wanted)
}
