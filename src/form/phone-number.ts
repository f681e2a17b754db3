import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min'

/** A phone number in international form; undefined for any other text. `country`: two letters. */
export function phoneNumber(text: string, country: string | undefined): string | undefined {
  const known = country !== undefined && isSupportedCountry(country) ? country : undefined
  // As most of the world dials a country's code.
  const parsed = parsePhoneNumberFromString(
    text.replace(/^(?:tel:)?(?:00 ?(?=[1-9]))?/i, (code) => (/0/.test(code) ? '+' : '')),
    {
      ...(known === undefined ? {} : { defaultCountry: known satisfies CountryCode }),
      extract: false,
    },
  )
  // Possible, not valid: lists of valid ranges are never up to date.
  return parsed?.isPossible() ? internationalForm(parsed) : undefined
}

const internationalForm = ({ number, ext }: PhoneNumber): string =>
  ext === undefined ? number : `${number} ext. ${ext}`
