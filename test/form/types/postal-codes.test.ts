import { expect, test } from 'vitest'
import { mayLackPostalCode } from '../../../src/form/types/postal-codes.ts'

test.each([
  ['Hong Kong', 'en'],
  ['hong kong', 'en'],
  ['HK', 'en'],
  ['Hong Kong SAR China', 'en'],
  ['Ireland', 'de'],
  ['Irland', 'de'],
  ['United Arab Emirates', 'en'],
  ['U.A.E.', 'en'],
  ['Vereinigte Arabische Emirate', 'de'],
  ['الإمارات العربية المتحدة', 'ar'],
  ["Côte d'Ivoire", 'en'],
  ['Cote d’Ivoire', 'fr'],
  ['Panamá', 'es'],
])('%s, on a page in %s, may lack a postal code', (country, language) => {
  expect(mayLackPostalCode(country, language)).toBe(true)
})

test.each(['', 'Germany', 'DE', 'United Kingdom', 'Northern Ireland', 'China', 'Singapore', 'nowhere'])(
  '%j has one',
  (country) => expect(mayLackPostalCode(country, 'en')).toBe(false),
)
